// verdict: correct
procedure main(x: int)
{
  assume x > 7;
  assert x != 7;
}
