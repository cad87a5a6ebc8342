// verdict: bug at 5
procedure main(x: real)
{
  assume x > 0.0;
  assert x >= 0.25; // fails
}
