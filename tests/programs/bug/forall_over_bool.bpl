// verdict: bug at 5
procedure main(m: [bool]bool)
{
  assert m[true] ==> (exists b: bool :: m[b]);
  assert (forall b: bool :: m[b]); // fails
}
