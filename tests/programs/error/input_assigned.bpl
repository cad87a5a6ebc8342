// verdict: error: x
procedure main(x: int)
{
  x := 1;
}
