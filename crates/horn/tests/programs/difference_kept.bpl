// verdict: proved
procedure main(x: int, y: int) {
  var a, b: int;
  assume x <= y;
  a := x; b := y;
  while (*) { if (*) { a := a + 1; b := b + 1; } else { b := b + 2; } }
  assert a <= b;
}
