// verdict: bug at 6
procedure main()
{
  var r: int;
  call r := either();
  assert r == 1; // fails
}
procedure either() returns (r: int);
implementation either() returns (r: int)
{
  r := 1;
}
implementation either() returns (q: int)
{
  q := 2;
}
