// verdict: correct
procedure main(x: bv8)
{
  assert x[8:4] ++ x[4:0] == x;
  assert (1bv1 ++ 0bv2) == 4bv3;
  assert 10bv4[3:1] == 1bv2;
}
