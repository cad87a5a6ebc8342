// verdict: bug at 10
type Field _;
const f: Field int;
procedure main(h: <T>[int, Field T]T, p: int)
{
  var k: <T>[int, Field T]T;
  k := h;
  k[p, f] := 3;
  assert (forall<T> q: int, x: Field T :: q != p ==> k[q, x] == h[q, x]);
  assert (forall<T> q: int, x: Field T :: k[q, x] == h[q, x]); // fails
}
