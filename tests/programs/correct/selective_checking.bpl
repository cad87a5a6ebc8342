// verdict: correct
procedure {:selective_checking} main(x: int)
{
  assert x > 0;
  if (x > 10) {
    assume {:start_checking_here} true;
    assert x > 5;
  } else {
    assert x > 7;
  }
  assert x > 0;
}
