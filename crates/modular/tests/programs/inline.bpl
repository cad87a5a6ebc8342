// User: verified
// Deep: verified
// InsideFails: fails 9
// SeveralBodies: verified
// SeveralBodies: fails 16
// Skipped is not verified
var g: int;
procedure {:inline 1} Three() returns (r: int) { r := 3; }
procedure {:inline 1} Checks(x: int) { assert x > 0; }
procedure User() { var a: int; call a := Three(); assert a == 3; call Checks(a); }
procedure {:inline 2} Down(n: int) returns (r: int) { r := n; if (n > 0) { call r := Down(n - 1); } }
procedure Deep() { var r: int; call r := Down(1); assert r == 0; call r := Down(7); assert false; }
procedure InsideFails() { call Checks(-1); }
procedure {:verify false} Skipped() { assert false; }
procedure SeveralBodies(x: int) returns (r: int);
  ensures r >= x;
implementation SeveralBodies(x: int) returns (r: int) { r := x; }
implementation SeveralBodies(x: int) returns (r: int)
{ r := x - 1; return; }
