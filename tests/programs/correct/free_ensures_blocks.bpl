// verdict: correct
procedure main()
{
  call never();
  assert false;
}
procedure never()
free ensures false;
{
}
