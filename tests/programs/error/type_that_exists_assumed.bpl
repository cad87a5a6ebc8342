// verdict: error: cannot be replaced by its instances
type Field _;
procedure main(h: <T>[int, Field T]T)
{
  assume (exists<T> x: Field T :: h[0, x] == h[1, x]);
}
