// verdict: bug at 7
const C: int;
function {:inline} same<T>(x: T): bool { x == C }
procedure main(b: bool)
{
  assert same(C);
  assert same(b); // fails
}
