// verdict: correct
procedure main(x: real)
{
  assume x > 0.5;
  assert x * 2.0 > 1.0;
  assert x / 2.0 < x;
  assert int(1.5) == 1;
  assert real(3) == 3.0;
}
