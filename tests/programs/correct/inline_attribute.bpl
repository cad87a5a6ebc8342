// verdict: correct
procedure main(n: int)
{
  var r: int;
  call r := next(n);
  call r := next(r);
  assert r == n + 2;
}
procedure {:inline 1} next(n: int) returns (r: int)
{
  r := n + 1;
}
