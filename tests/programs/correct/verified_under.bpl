// verdict: correct
procedure main(x: int)
{
  if (x > 5) {
    assert {:verified_under x > 5} x > 100;
    assert x > 99;
  }
}
