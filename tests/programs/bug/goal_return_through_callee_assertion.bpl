// verdict: bug
// options: --goal return
procedure main(x: int) returns (y: int)
{
  call y := check(x);
  assume y == 4;
}
procedure check(x: int) returns (y: int)
{
  assert x > 3;
  y := x;
}
