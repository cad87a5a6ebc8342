// verdict: bug at 5
procedure main(x: int)
{
  assume x >= 0;
  call positive(x); // fails
}
procedure positive(x: int)
requires x > 0;
{
}
