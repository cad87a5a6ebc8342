// verdict: bug at 7
procedure main(n: int)
{
  var r: int;
  call r := next(n);
  call r := next(r);
  assert r != 5; // fails
}
procedure {:inline 1} next(n: int) returns (r: int)
{
  r := n + 1;
}
