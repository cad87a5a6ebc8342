// verdict: correct
procedure main()
{
  var x, y: int;
  x, y := 1, 2;
  call x, y := swap(x, y);
  assert x == 2 && y == 1;
}
procedure swap(a: int, b: int) returns (c: int, d: int)
{
  c, d := b, a;
}
