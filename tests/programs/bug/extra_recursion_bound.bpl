// verdict: bug at 8
// options: --recursion-bound 2
// The procedure adds two to the bound.
procedure main()
{
  var r: int;
  call r := depth(3);
  assert r != 3; // fails
}
procedure {:SIextraRecBound 2} depth(n: int) returns (r: int)
{
  r := 0;
  if (n > 0) {
    call r := depth(n - 1);
    r := r + 1;
  }
}
