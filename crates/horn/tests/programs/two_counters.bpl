// verdict: proved
procedure main(n: int) {
  var i, j: int;
  i := 0; j := 0;
  while (i < n) { i := i + 1; j := j + 1; }
  assert j == i;
}
