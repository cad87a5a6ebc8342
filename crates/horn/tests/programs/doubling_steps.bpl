// verdict: proved
procedure main() {
  var x, y: int;
  x := 0; y := 0;
  while (*) { x := x + 1; y := y + 2; }
  assert y >= x;
}
