// verdict: bug at 7
procedure main()
{
  var a, b: bool;
  call a := coin();
  call b := coin();
  assert a == b; // fails
}
procedure coin() returns (r: bool)
{
  if (*) { r := true; } else { r := false; }
}
