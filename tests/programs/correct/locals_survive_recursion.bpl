// verdict: correct
// options: --recursion-bound 5
procedure main()
{
  call count(3);
}
procedure count(n: int)
{
  var mine: int;
  mine := n;
  if (n > 0) { call count(n - 1); }
  assert mine == n;
}
