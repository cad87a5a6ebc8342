// verdict: bug at 5
type Field _;
procedure main(h: <T>[int, Field T]T, k: <T>[int, Field T]T)
{
  assert (forall<T> q: int, x: Field T :: k[q, x] == h[q, x]); // fails
}
