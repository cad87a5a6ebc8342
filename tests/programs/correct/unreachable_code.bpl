// verdict: correct
procedure main()
{
  return;
  assert false;
}
