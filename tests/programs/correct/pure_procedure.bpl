// verdict: correct
pure procedure main(x: int)
{
  assert x + 1 > x;
}
