// verdict: bug at 5
// The second assertion cannot fail where the first holds.
procedure main(x: int)
{
  assert x > 0; // fails
  assert x > -1;
}
