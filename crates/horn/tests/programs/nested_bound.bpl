// verdict: proved
procedure main(n: int) {
  var i, j, k: int;
  i := 0;
  while (i < n) {
    j := i;
    while (j < n) { assert j >= i && j >= 0; j := j + 1; }
    i := i + 1;
  }
}
