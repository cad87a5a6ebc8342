// verdict: bug at 6
function f(x: int) returns (int);
procedure main(x: int, y: int)
{
  assume f(x) == f(y);
  assert x == y; // fails
}
