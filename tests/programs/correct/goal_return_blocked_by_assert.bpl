// verdict: correct
// options: --goal return
// With the goal to return, an assertion only blocks.
procedure main(x: int)
{
  assert x > 0;
  assume x < 0;
}
