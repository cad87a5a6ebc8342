// verdict: correct
type Field _;
const f: Field int;
procedure main(h: <T>[int, Field T]T, p: int)
{
  var k: <T>[int, Field T]T;
  k := h;
  k[p, f] := h[p, f];
  assert (forall<T> q: int, x: Field T :: k[q, x] == h[q, x]);
}
