// verdict: correct
var g: int;
procedure main()
modifies g;
{
  g := 1;
  call twice();
  assert g == 3;
}
procedure twice()
modifies g;
ensures g == old(g) + 2;
{
  g := g + 1;
  assert g == old(g) + 1;
  g := g + 1;
}
