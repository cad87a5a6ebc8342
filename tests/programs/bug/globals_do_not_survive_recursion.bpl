// verdict: bug at 14
// options: --recursion-bound 4
var g: int;
procedure main()
modifies g;
{
  call count(2);
}
procedure count(n: int)
modifies g;
{
  g := n;
  if (n > 0) { call count(n - 1); }
  assert g == n; // fails
}
