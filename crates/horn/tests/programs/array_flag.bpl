// verdict: proved
procedure main() {
  var done: [int]bool, i: int;
  done[0] := true;
  i := 1;
  while (i < 50) { done[i] := done[i - 1]; i := i + 1; }
  assert done[0];
}
