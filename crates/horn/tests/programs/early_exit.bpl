// verdict: proved
procedure main(n: int) {
  var i: int, found: bool;
  i := 0; found := false;
  while (i < n) {
    if (*) { found := true; break; }
    i := i + 1;
  }
  assert found ==> i < n;
}
