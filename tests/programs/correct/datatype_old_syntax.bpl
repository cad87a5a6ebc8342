// verdict: correct
type {:datatype} Pair;
function {:constructor} Pair(first: int, second: bool): Pair;
procedure main(p: Pair)
{
  assert first#Pair(Pair(1, true)) == 1;
  assert is#Pair(p);
  assert p == Pair(first#Pair(p), second#Pair(p));
}
