// verdict: bounded 2
// options: --recursion-bound 2
procedure main()
{
  var r: int;
  call r := depth(3);
  assert r != 3;
}
procedure depth(n: int) returns (r: int)
{
  r := 0;
  if (n > 0) {
    call r := depth(n - 1);
    r := r + 1;
  }
}
