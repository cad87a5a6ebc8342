// User: verified
// Deep: verified
// InsideFails: fails 11
// SeveralBodies: verified
// SeveralBodies: fails 18
// AroundInlined: verified
// AroundInlinedFails: fails 26
// Skipped is not verified
var g, h: int;
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
// A loop around an inlined call changes what the code changes, not all that the modifies clause allows.
procedure {:inline 1} SetsOne() modifies g, h; { h := 1; call SetsToo(); }
procedure {:inline 1} SetsToo() modifies g, h; { h := 2; }
procedure AroundInlined() modifies g, h; { g := 3; while (*) { call SetsOne(); assert g == 3; } }
procedure AroundInlinedFails() modifies g, h; { h := 3; while (*) { assert h == 3; call SetsOne(); } }
