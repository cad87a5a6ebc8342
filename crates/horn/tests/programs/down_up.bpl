// verdict: proved
procedure main(n: int) {
  var i, k: int;
  assume n > 0;
  i := 0; k := 0;
  while (i < n) { i := i + 1; k := k + 1; }
  while (i > 0) { i := i - 1; assert k > 0; k := k - 1; }
}
