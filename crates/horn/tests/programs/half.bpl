// verdict: proved
procedure main(n: int) {
  var i, k: int;
  assume n >= 0;
  i := 0; k := 0;
  while (i < n) { i := i + 2; k := k + 1; }
  assert k <= n;
}
