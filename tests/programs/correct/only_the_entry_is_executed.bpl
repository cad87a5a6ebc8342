// verdict: correct
procedure main()
{
  assert true;
}
procedure other()
{
  assert false;
}
