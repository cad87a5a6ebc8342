// verdict: proved
procedure main(n: int) {
  var size: int, push: bool;
  assume n > 0;
  size := 0;
  while (*) {
    havoc push;
    if (size < n && push) { size := size + 1; }
    else if (size > 0) { size := size - 1; }
    assert 0 <= size && size <= n;
  }
}
