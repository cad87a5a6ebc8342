// verdict: bug at 4
procedure main(x: int)
{
  assert x != 7; // fails
}
