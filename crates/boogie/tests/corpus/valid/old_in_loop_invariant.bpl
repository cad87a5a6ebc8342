// old in loop invariants
var g: int;
procedure p() modifies g; {
  while (*) invariant g >= old(g); { g := g + 1; }
}
