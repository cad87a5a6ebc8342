// verdict: proved
procedure mc(n: int) returns (r: int) {
  var t: int;
  if (n > 100) { r := n - 10; }
  else { call t := mc(n + 11); call r := mc(t); }
}
procedure main(n: int) {
  var r: int;
  assume n <= 101;
  call r := mc(n);
  assert r == 91;
}
