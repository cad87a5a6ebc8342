// verdict: proved
procedure main(n: int) {
  var i, j, k: int;
  i := 0;
  while (i < n) {
    j := i;
    while (j < n) {
      k := j;
      while (k < n) { assert k >= i; k := k + 1; }
      j := j + 1;
    }
    i := i + 1;
  }
}
