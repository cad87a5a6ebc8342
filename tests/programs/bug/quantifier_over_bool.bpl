// verdict: bug at 5
// All values of a finite type are tried.
procedure main(m: [bool]bool)
{
  assert (forall b: bool :: m[b] == b) || (exists b: bool :: m[b] == b); // fails
}
