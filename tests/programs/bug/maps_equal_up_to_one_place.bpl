// verdict: bug at 6
procedure main(m: [int]int, n: [int]int, p: int)
  requires (forall i: int :: m[i] == n[i]);
{
  assert m == n;
  assert m[p := 1] == n; // fails
}
