// verdict: correct
function twice(x: int) returns (int) { x + x }
function {:inline} plus(x: int, y: int) returns (int) { twice(x) + y }
procedure main(x: int)
{
  assert plus(x, 1) == 2 * x + 1;
}
