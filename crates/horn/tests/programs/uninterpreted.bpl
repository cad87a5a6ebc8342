// verdict: proved
function f(x: int) returns (int);
procedure main(a: int) {
  var x, i: int;
  x := f(a); i := 0;
  while (i < 9) { i := i + 1; }
  assert i == 9;
}
