// verdict: bug at 6
const limit: int;
axiom limit > 3;
procedure main()
{
  assert limit > 4; // fails
}
