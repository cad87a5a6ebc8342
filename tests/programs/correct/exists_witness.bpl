// verdict: correct
procedure main(m: [int]int)
{
  assume m[5] == 7;
  assert !(forall i: int :: {m[i]} m[i] != 7);
}
