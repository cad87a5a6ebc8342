//-- in order
// P: fails, bug
procedure P() returns (x: int, y: int) ensures x == y; ensures x == 0; ensures y == 0; { x := y; }
//-- a precondition is known inside
// P: verified, proved
procedure P(x: int) requires x > 3; { assert x > 2; }
//-- contradictory preconditions
// P: verified, proved
procedure P(x: int) requires x > 3; requires x < 2; { assert false; }
//-- a precondition about a global
// P: verified, proved
// Q: fails, bug
var g: int;
procedure Need(); requires g == 1;
procedure P() modifies g; { g := 1; call Need(); }
procedure Q() modifies g; { g := 2; call Need(); }
//-- a postcondition about a global
// P: verified, proved
var g: int;
procedure Give(); modifies g; ensures g == 1;
procedure P() modifies g; { g := 5; call Give(); assert g == 1; }
//-- old in the contract of a call
// P: verified, proved
var g: int;
procedure Add(n: int); modifies g; ensures g == old(g) + n;
procedure P() modifies g; { g := 5; call Add(2); call Add(3); assert g == 10; }
//-- a contract with a quantifier
// P: verified, proved
var m: [int]int;
procedure Clear(n: int); modifies m; ensures (forall i: int :: 0 <= i && i < n ==> m[i] == 0); ensures (forall i: int :: i >= n ==> m[i] == old(m)[i]);
procedure P() modifies m; { m[7] := 3; call Clear(5); assert m[4] == 0 && m[7] == 3; }
//-- results are not arguments
// P: fails, bug
procedure Id(x: int) returns (y: int);
procedure P() { var r: int; call r := Id(3); assert r == 3; }
//-- a postcondition of two states
// P: verified, proved
// Q: fails, bug
var g: int;
procedure P() modifies g; ensures g > old(g); { g := g + 2; }
procedure Q() modifies g; ensures g > old(g); { g := g * 2; }
//-- early return
// P: fails, bug
procedure P(x: int) returns (r: int) ensures r == 1; { if (x == 3) { return; } r := 1; }
//-- what a failing call would have said
// P: fails, bug
procedure Need(x: int) returns (r: int); requires x > 0; ensures r > 0;
procedure P(x: int) { var r: int; call r := Need(x); assert r > 0; }
//-- a caller's own precondition suffices
// P: verified, proved
procedure Need(x: int) returns (r: int); requires x > 0; ensures r > 0;
procedure P(x: int) requires x > 1; { var r: int; call r := Need(x - 1); assert r > 0; }
//-- modifies without a change
// P: verified, proved
var g: int;
procedure P() modifies g; ensures g == old(g); { }
//-- modifies without a contract
// P: fails, bug
var g: int;
procedure Any(); modifies g;
procedure P() modifies g; ensures g == old(g); { call Any(); }
//-- contracts over maps
// Put: verified, proved
// P: verified, proved
var m: [int]int;
procedure Put(i: int, v: int) modifies m; ensures m == old(m)[i := v]; { m[i] := v; }
procedure P() modifies m; ensures m[1] == 1 && m[2] == 2; { call Put(1, 1); call Put(2, 2); }
//-- contracts of recursive procedures
// Fact: verified, proved
procedure Fact(n: int) returns (r: int) requires n >= 0; ensures r >= 1; { var s: int; if (n == 0) { r := 1; } else { call s := Fact(n - 1); r := s + n - 1; } }
//-- free requires with requires
// P: verified, proved
procedure P(x: int) requires x > 0; free requires x > 10; { assert x > 5; }
//-- an invariant instead of a contract
// P: verified, proved
procedure P(n: int) returns (s: int) requires n >= 0; ensures s == n; { s := 0; while (s < n) invariant s <= n; { s := s + 1; } }
