// verdict: bounded 3
procedure main()
{
  call forever();
  assert false;
}
procedure forever()
{
  call forever();
}
