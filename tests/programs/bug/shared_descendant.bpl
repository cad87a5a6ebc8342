// verdict: bug at 11
// Both middle procedures call the same one. If they shared its instance on one path, both calls
// would have to do the same.
var g: int;
procedure main()
modifies g;
{
  g := 0;
  if (*) { call left(); } else { call right(); }
  call left();
  assert g != 3; // fails
}
procedure left()
modifies g;
{
  call leaf();
}
procedure right()
modifies g;
{
  call leaf();
}
procedure leaf()
modifies g;
{
  if (*) {
    g := g + 1;
  } else if (g > 100) {
    g := 0;
  } else if (g > 50) {
    g := g - 1;
  } else {
    g := g + 2;
  }
}
