// verdict: correct
procedure main(m: [int]int)
{
  assume (forall i: int :: m[i] > 0);
  assert m[3] > 0;
}
