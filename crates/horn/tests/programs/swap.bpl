// verdict: proved
procedure main() {
  var x, y, t: int;
  x := 0; y := 1;
  while (*) { t := x; x := y; y := t; }
  assert x + y == 1;
}
