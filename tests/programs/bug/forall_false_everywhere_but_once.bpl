// verdict: bug at 4
procedure main()
{
  assert (forall x: int :: x == 0); // fails
}
