// verdict: proved
procedure main() {
  var x, phase: int;
  x := 1; phase := 0;
  while (*) {
    if (phase == 0) { x := x + 1; if (*) { phase := 1; } }
    else { x := x + 2; }
  }
  assert x > 0;
}
