// verdict: error: bool
procedure main(x: int)
{
  assert x;
}
