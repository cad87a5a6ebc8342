// verdict: bug at 4
procedure main(x: int)
{
  assert {:verified_under x > 5} x > 3; // fails
}
