// verdict: bounded 2
// options: --recursion-bound 2
procedure main()
{
  var r: int;
  call r := ackermann(2, 1);
  assert r != 5;
}
procedure ackermann(m: int, n: int) returns (r: int)
{
  if (m == 0) {
    r := n + 1;
  } else if (n == 0) {
    call r := ackermann(m - 1, 1);
  } else {
    call r := ackermann(m, n - 1);
    call r := ackermann(m - 1, r);
  }
}
