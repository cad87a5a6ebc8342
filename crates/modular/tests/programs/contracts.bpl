// Caller: verified
// Unknown: fails 15
// Precondition: fails 17
// Postcondition: fails 19
// Old: verified
// OldFails: fails 22
// Recursive: verified
// FreeClauses: verified
// FreeCall: verified
// GlobalWhere: verified
var g: int; var h: int where h >= 1;
procedure Inc(x: int) returns (r: int); requires x > 0; modifies g; ensures r == x + 1 && g == old(g) + x;
procedure Caller() modifies g; { var a: int; g := 1; call a := Inc(4); assert a == 5 && g == 5; }
procedure Lazy() returns (r: int);
procedure Unknown() { var a: int; call a := Lazy(); assert a == 0; }
procedure Precondition(x: int) modifies g; { var a: int;
  call a := Inc(x); }
procedure Postcondition(x: int) returns (r: int)
  ensures r > x; { r := x; }
procedure Old() modifies g; ensures g == old(g) + 1; { g := g + 1; assert old(g) == g - 1; }
procedure OldFails() modifies g;
  ensures g == old(g); { g := g + 1; }
procedure Recursive(n: int) returns (r: int) requires n >= 0; ensures r == n; { if (n == 0) { r := 0; } else { call r := Recursive(n - 1); r := r + 1; } }
procedure HasFree(x: int); free requires x > 0; free ensures x > 5;
procedure FreeClauses(x: int) free requires x == 1; free ensures x == 2; { assert x == 1; }
procedure FreeCall() { call HasFree(-1); assert false; }
procedure GlobalWhere() modifies h; { assert h >= 1; havoc h; assert h >= 1; }
