// old in postconditions and bodies
var g: int;
procedure p() modifies g; ensures g == old(g) + 1; {
  assert old(g) == g;
  g := g + old(g) - old(g + 0) + 1;
  assert (forall x: int :: x + old(g) == old(g) + x);
}
