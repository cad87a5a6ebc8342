// verdict: correct
var g: int where g == 4;
procedure main()
modifies g;
{
  assert g == 4;
  havoc g;
  assert g == 4;
}
