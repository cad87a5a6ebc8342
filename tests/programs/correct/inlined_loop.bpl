// verdict: correct
// Labels stay unique when a procedure with a loop is put in place of its call.
procedure main()
{
  call spin();
  assert true;
}
procedure {:inline 1} spin()
{
  while (*) {
    assert true;
  }
}
