// verdict: bug at 6
procedure main(m: [int]int)
  requires (forall i: int :: m[i] >= 0);
{
  assert (forall i: int :: m[i] > -1);
  assert (forall i: int :: m[i] > 0); // fails
}
