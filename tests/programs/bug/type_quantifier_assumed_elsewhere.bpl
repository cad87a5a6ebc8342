// verdict: bug at 8
type Field _;
const f: Field int;
procedure main(h: <T>[int, Field T]T, k: <T>[int, Field T]T, p: int)
  requires (forall<T> q: int, x: Field T :: q != p ==> k[q, x] == h[q, x]);
{
  assert k[p + 1, f] == h[p + 1, f];
  assert k[p, f] == h[p, f]; // fails
}
