// maps of several dimensions, nested maps, and no dimension
var m: [int, bool]int;
var n: [int][bool]int;
var z: []int;
procedure p() modifies m, n, z; {
  m[1, true] := m[2, false] + 1;
  n[1][true] := n[2][false];
  n[3] := n[4][true := 5];
  m := m[0, true := 7][1, false := 8];
  z[] := z[] + 1;
  z := z[:= 4];
}
