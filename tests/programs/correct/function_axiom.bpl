// verdict: correct
function f(x: int) returns (int);
axiom (forall x: int :: {f(x)} f(x) > x);
procedure main()
{
  assert f(f(0)) > 1;
}
