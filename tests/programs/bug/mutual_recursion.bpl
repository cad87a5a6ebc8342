// verdict: bug at 6
procedure main()
{
  var r: bool;
  call r := even(4);
  assert !r; // fails
}
procedure even(n: int) returns (r: bool)
{
  r := true;
  if (n > 0) { call r := odd(n - 1); }
}
procedure odd(n: int) returns (r: bool)
{
  r := false;
  if (n > 0) { call r := even(n - 1); }
}
