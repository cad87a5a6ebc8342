// verdict: bug at 6
procedure {:selective_checking} main(x: int)
{
  assert x > 0;
  assume {:start_checking_here} true;
  assert x > 1; // fails
}
