// verdict: error: needs one condition
procedure main(x: int)
{
  assert {:verified_under 3} x > 0;
}
