// verdict: bug at 7
var g: int where g == 4;
procedure main()
modifies g;
{
  g := 5;
  assert g == 4; // fails
}
