// verdict: bug at 14
var g: int;
procedure main()
modifies g;
{
  call twice();
}
procedure twice()
modifies g;
ensures g == old(g) + 2;
{
  g := g + 1;
  if (g != 5) { g := g + 1; }
} // fails
