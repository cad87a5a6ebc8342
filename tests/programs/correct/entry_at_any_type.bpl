// verdict: correct
procedure main<T>(x: T, y: T, m: [T]int)
  requires x == y;
{
  assert m[x] == m[y];
}
