// verdict: correct
function f(int): int;
procedure main()
{
  assume (forall x, y: int :: {f(x) != f(y)} f(x) != f(y) ==> x != y);
  assert f(1) != f(2) ==> 1 != 2;
}
