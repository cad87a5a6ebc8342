// verdict: unknown
// Perhaps a bug: there is a counterexample, but no function that can be written down point by point is injective.
function f(int): int;
axiom (forall x, y: int :: f(x) == f(y) ==> x == y);
procedure main()
{
  assert f(1) < f(2);
}
