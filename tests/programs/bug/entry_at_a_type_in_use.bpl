// verdict: bug at 8
type Field _;
const g: Field int;
procedure main<T>(h: <A>[Field A]A, f: Field T, v: T)
{
  var k: <A>[Field A]A;
  k := h; k[f] := v; assert k[f] == v;
  assert k[g] == h[g]; // fails
}
