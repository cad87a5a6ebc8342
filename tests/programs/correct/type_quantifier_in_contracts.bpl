// verdict: correct
type Field _;
const f: Field int;
const g: Field bool;
procedure Frame(h: <T>[int, Field T]T) returns (k: <T>[int, Field T]T);
  ensures (forall<T> q: int, x: Field T :: q != 5 ==> k[q, x] == h[q, x]);
procedure main(h: <T>[int, Field T]T)
{
  var k: <T>[int, Field T]T;
  call k := Frame(h);
  assert k[4, g] == h[4, g];
  call k := Frame(k);
  assert (forall<T> q: int, x: Field T :: q > 5 ==> k[q, x] == h[q, x]);
}
