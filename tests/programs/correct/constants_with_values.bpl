// verdict: correct
// Constants that axioms give a value are that value.
const $0: int;
const $8: int;
const one: int;
axiom $0 == 0;
axiom 8 == $8;
axiom one == $8 - 7;
procedure main(x: int)
{
  var p: int;
  p := x * $8 + $0;
  assert p == x + x + x + x + x + x + x + x;
  assert one == 1;
  assert (forall i: int :: i * $0 == 0);
}
