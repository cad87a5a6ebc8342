// verdict: correct
const limit: int;
axiom limit > 3;
axiom limit < 3;
procedure main()
{
  assert limit == 0;
}
