// verdict: error: expected
procedure main()
{
  assert ;
}
