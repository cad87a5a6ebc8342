// verdict: correct
procedure main()
{
  var x: int;
  x := 3;
  call x := next(x + x);
  assert x == 7;
}
procedure next(a: int) returns (b: int)
requires a == 6;
ensures b == a + 1;
{
  b := a + 1;
}
