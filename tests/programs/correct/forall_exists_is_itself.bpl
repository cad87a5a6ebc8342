// verdict: correct
function P(int, int): bool;
procedure main()
{
  assume (forall y: int :: (exists x: int :: P(x, y)));
  assert (forall y: int :: (exists x: int :: P(x, y)));
}
