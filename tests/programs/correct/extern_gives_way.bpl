// verdict: correct
const {:extern} c: int;
const c: int;
axiom c == 3;
function {:extern} f(x: int): int;
function f(x: int): int { x + c }
procedure main()
{
  assert f(1) == 4;
}
