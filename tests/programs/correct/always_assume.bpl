// verdict: correct
var g: int;
procedure Callee(x: int);
  free requires {:always_assume} x > 7;
procedure main(x: int)
  modifies g;
  free ensures {:always_assume} g == 4;
  ensures g > 3;
{
  call Callee(x);
  assert x > 6;
  havoc g;
}
