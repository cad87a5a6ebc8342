//-- counting up
// P: verified, proved
procedure P(n: int) requires n >= 0; { var i: int; i := 0; while (i < n) invariant i <= n; { i := i + 1; } assert i == n; }
//-- counting up without an invariant
// P: fails, proved
procedure P(n: int) requires n >= 0; { var i: int; i := 0; while (i < n) { i := i + 1; } assert i == n; }
//-- an invariant that does not hold at first
// P: fails, bug
procedure P() { var i: int; i := 0; while (i < 3) invariant i > 0; { i := i + 1; } }
//-- an invariant that is not kept
// P: fails, bug
procedure P() { var i: int; i := 0; while (i < 2) invariant i < 2; { i := i + 1; } }
//-- a free invariant is assumed
// P: verified, proved
procedure P(x: int) { var i: int; i := x; while (i < 3) free invariant i == 3; { i := i + 1; } assert i == 3; }
//-- a loop that never ends
// P: verified, proved
procedure P() { while (true) { } assert false; }
//-- a loop that is left by break
// P: verified, proved
procedure P() { var i: int; i := 0; while (true) invariant i <= 5; { if (i == 5) { break; } i := i + 1; } assert i == 5; }
//-- break out of the outer loop
// P: verified, proved
procedure P() { var i: int; i := 0; outer: while (true) invariant i == 0; { while (true) invariant i == 0; { i := 1; break outer; } } assert i == 1; }
//-- a loop by goto
// P: verified, proved
procedure P() { var i: int; i := 0; head: assert i <= 4; goto body, done; body: assume i < 4; i := i + 1; goto head; done: assume i >= 4; assert i == 4; }
//-- a loop by goto with a weak invariant
// P: fails, proved
procedure P() { var i: int; i := 0; head: goto body, done; body: assume i < 4; i := i + 1; goto head; done: assume i >= 4; assert i == 4; }
//-- any number of iterations
// P: verified, proved
// Q: fails, bug
procedure P() { var i: int; i := 0; while (*) invariant i mod 2 == 0; { i := i + 2; } assert i != 3; }
procedure Q() { var i: int; i := 0; while (*) invariant i >= 0; { i := i + 2; } assert i != 4; }
//-- variables that the loop leaves alone
// P: verified, proved
procedure P(x: int) { var i: int, k: int; k := x; i := 0; while (i < 9) { i := i + 1; } assert k == x; }
//-- globals that the loop leaves alone
// P: verified, proved
var g: int; var h: int;
procedure P() modifies g, h; { g := 1; h := 2; while (*) { h := h + 1; } assert g == 1; }
//-- globals that a call in the loop changes
// P: fails, bug
// Q: verified, proved
var g: int;
procedure Any(); modifies g;
procedure P() modifies g; { g := 1; while (*) { call Any(); } assert g == 1; }
procedure Q() modifies g; { g := 1; while (*) invariant g >= 1; { call Up(); } assert g > 0; }
procedure Up(); modifies g; ensures g > old(g);
//-- where clauses hold after the loop
// P: verified, proved
procedure P() { var x: int where x > 0; while (*) { havoc x; } assert x > 0; }
//-- nested loops
// P: verified, proved
procedure P() { var i: int, j: int; i := 0; while (i < 3) invariant 0 <= i && i <= 3; { j := 0; while (j < i) invariant j <= i; { j := j + 1; } assert j == i; i := i + 1; } assert i == 3; }
//-- a loop in a loop changes what it changes
// P: fails, bug
procedure P() { var i: int, j: int; i := 0; j := 0; while (i < 2) { while (j < 1) { j := j + 1; } i := i + 1; } assert j == 0; }
//-- return inside of a loop
// P: verified, proved
procedure P() returns (r: int) ensures r == 7; { r := 7; while (true) invariant r == 7; { if (*) { return; } } }
//-- old inside of a loop
// P: verified, proved
var g: int;
procedure P() modifies g; { while (*) invariant g >= old(g); { g := g + 1; } assert g >= old(g); }
//-- the guard holds inside
// P: verified, proved
procedure P(n: int) { var i: int; while (i < n) { assert i < n; i := i + 1; } assert i >= n; }
//-- two loops in a row
// P: verified, proved
procedure P() { var i: int; i := 0; while (i < 3) invariant i <= 3; { i := i + 1; } while (i > 0) invariant i >= 0; { i := i - 1; } assert i == 0; }
//-- an assertion in the body that fails late
// P: fails, bug
procedure P() { var i: int; i := 0; while (i < 3) { assert i != 2; i := i + 1; } }
//-- an assertion in the body that holds
// P: verified, proved
procedure P() { var i: int; i := 0; while (i < 3) invariant i >= 0; { assert i >= 0; i := i + 1; } }
