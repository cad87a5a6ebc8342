// verdict: correct
function sum(n: int) returns (int);
axiom (forall n: int :: {sum(n)} sum(n) == (if n <= 0 then 0 else n + sum(n - 1)));
procedure main()
{
  assert sum(3) == 6;
}
