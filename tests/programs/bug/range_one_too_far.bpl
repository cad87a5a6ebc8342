// verdict: bug at 5
procedure main(m: [int]int, n: int)
  requires (forall i: int :: 0 <= i && i < n ==> m[i] > 0);
{
  assert (forall i: int :: 0 <= i && i <= n ==> m[i] > 0); // fails
}
