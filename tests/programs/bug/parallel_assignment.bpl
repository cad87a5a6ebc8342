// verdict: bug at 8
procedure main(a: int, b: int)
{
  var x: int;
  var y: int;
  x, y := a, b;
  x, y := y, x;
  assert x == a; // fails
}
