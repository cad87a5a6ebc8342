// verdict: bug at 5
procedure main(x: int, y: int)
{
  assert x div 0 == x div 0;
  assert x div 0 == y div 0; // fails
}
