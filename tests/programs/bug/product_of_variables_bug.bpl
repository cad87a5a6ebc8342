// verdict: bug at 9
// A path with a product of variables, found by a first, rough look; values are found afterwards.
procedure main(x: int, y: int)
requires 2 <= x && x <= 30 && 2 <= y && y <= 30;
{
  var z: int;
  call z := times(x, y);
  assume z div y == x;
  assert z != 323;
}
procedure times(a: int, b: int) returns (c: int)
{
  c := a * b;
}
