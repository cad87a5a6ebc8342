// verdict: proved
procedure main() {
  var x: real;
  x := 0.0;
  while (*) { x := x + 0.5; }
  assert x >= 0.0;
}
