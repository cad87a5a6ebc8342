// verdict: correct
procedure main(x: int)
{
  assert (var y := x + 1; y * y) == (x + 1) * (x + 1);
}
