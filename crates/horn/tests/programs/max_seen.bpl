// verdict: proved
procedure main() {
  var x, m: int;
  m := 0;
  while (*) { havoc x; if (x > m) { m := x; } assert m >= x; }
  assert m >= 0;
}
