// several targets at once
procedure p() returns (x, y: int) {
  var m: [int]int;
  x, y := y, x;
  x, m[y] := m[y], x;
}
