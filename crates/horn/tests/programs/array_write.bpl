// verdict: proved
procedure main(k: int) {
  var a: [int]int, i: int;
  a[k] := 7;
  i := k + 1;
  while (*) { a[i] := 0; i := i + 1; }
  assert a[k] == 7;
}
