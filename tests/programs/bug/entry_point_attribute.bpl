// verdict: bug at 8
procedure main()
{
  assert true;
}
procedure {:entrypoint} start()
{
  assert false; // fails
}
