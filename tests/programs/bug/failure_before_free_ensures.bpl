// verdict: bug at 10
// What happens inside comes before what is assumed at the return.
procedure main()
{
  call never();
}
procedure never()
free ensures false;
{
  assert false; // fails
}
