// verdict: correct
function F(int): bool;
procedure main(m: [int]int)
  requires (forall x: int :: m[x - 1] > 0);
  requires (forall x: int :: F(x + 3));
{
  assert m[0] > 0;
  assert F(31);
}
