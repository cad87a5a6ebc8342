// verdict: bug at 9
// options: --entry other
procedure main()
{
  assert true;
}
procedure other()
{
  assert false; // fails
}
