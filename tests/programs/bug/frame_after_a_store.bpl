// verdict: bug at 7
var h: [int]int;
procedure main(p: int)
  modifies h;
{
  h[p] := 1;
  assert (forall q: int :: h[q] == old(h)[q]); // fails
}
