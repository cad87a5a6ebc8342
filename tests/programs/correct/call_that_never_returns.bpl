// verdict: correct
procedure main()
{
  call stop();
  assert false;
}
procedure stop()
{
  assume false;
}
