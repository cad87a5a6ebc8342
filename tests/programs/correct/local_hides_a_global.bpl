// verdict: correct
var g: int;
procedure main()
modifies g;
{
  g := 1;
  call inner();
  assert g == 1;
}
procedure inner()
{
  var g: int;
  g := 2;
  assert g == 2;
}
