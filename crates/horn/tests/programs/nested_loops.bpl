// verdict: proved
procedure main(n: int, m: int) {
  var i, j: int;
  assume n > 0 && m > 0;
  i := 0;
  while (i < n) {
    j := 0;
    while (j < m) { j := j + 1; }
    assert j == m;
    i := i + 1;
  }
  assert i == n;
}
