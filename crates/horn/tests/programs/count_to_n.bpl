// verdict: proved
procedure main(n: int) {
  var i: int;
  assume n >= 0;
  i := 0;
  while (i < n) { i := i + 1; }
  assert i == n;
}
