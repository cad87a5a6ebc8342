// verdict: bug at 5
// Is unknown: the solver does not try all values of a finite type.
procedure main(m: [bool]bool)
{
  assert (forall b: bool :: m[b] == b) || (exists b: bool :: m[b] == b); // fails
}
