// verdict: correct
procedure main()
{
  call positive(-3);
}
procedure positive(x: int)
free requires x > 0;
{
  assert x >= 1;
}
