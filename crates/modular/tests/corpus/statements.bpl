//-- a sequence
// P: verified, proved
procedure P() { var x: int; x := 1; x := x + 1; x := x * 3; assert x == 6; }
//-- swapping in one step
// P: verified, proved
procedure P(a: int, b: int) { var x: int, y: int; x, y := a, b; x, y := y, x; assert x == b && y == a; }
//-- a variable without a value
// P: fails, bug
procedure P() { var x: int; assert x == 0; }
//-- havoc forgets
// P: fails, bug
procedure P() { var x: int; x := 1; havoc x; assert x == 1; }
//-- havoc of one forgets one
// P: verified, proved
procedure P() { var x: int, y: int; x, y := 1, 2; havoc x; assert y == 2; }
//-- if and else
// P: verified, proved
procedure P(x: int) returns (y: int) ensures y >= 0; { if (x < 0) { y := -x; } else { y := x; } }
//-- else if
// P: verified, proved
// Q: fails, bug
procedure P(x: int) returns (y: int) ensures y > 0; { if (x == 0) { y := 1; } else if (x > 0) { y := x; } else { y := -x; } }
procedure Q(x: int) returns (y: int) ensures y > 0; { if (x == 0) { y := 0; } else if (x > 0) { y := x; } else { y := -x; } }
//-- if without else
// P: verified, proved
procedure P(x: int) { var y: int; y := x; if (y < 5) { y := 5; } assert y >= 5; }
//-- either way
// P: verified, proved
// Q: fails, bug
procedure P() { var x: int; if (*) { x := 1; } else { x := 2; } assert x > 0; }
procedure Q() { var x: int; if (*) { x := 1; } else { x := 2; } assert x > 1; }
//-- goto several places
// P: verified, proved
procedure P() { var x: int; goto a, b; a: x := 1; goto c; b: x := 2; goto c; c: assert x == 1 || x == 2; }
//-- goto one of which fails
// P: fails, bug
procedure P() { var x: int; goto a, b; a: x := 1; goto c; b: x := 2; goto c; c: assert x == 1; }
//-- code after return
// P: verified, proved
procedure P() { return; assert false; }
//-- an assumption that cannot hold
// P: verified, proved
procedure P() { assume false; assert false; }
//-- an assertion is known afterwards
// P: fails, bug
procedure P(x: int) { assert x > 0; assert x > -1; }
//-- break of a block
// P: verified, proved
procedure P() { var x: int; x := 0; here: if (true) { x := 1; if (*) { break here; } x := 2; } assert x > 0; }
//-- labels that nothing goes to
// P: verified, proved
procedure P() { var x: int; one: x := 1; two: x := x + 1; three: assert x == 2; }
//-- an empty body
// P: verified, proved
procedure P() { }
//-- results without a value
// P: fails, bug
procedure P() returns (r: int) ensures r == 0; { }
//-- old of a global
// P: verified, proved
// Q: fails, bug
var g: int;
procedure P() modifies g; { g := g + 1; assert g == old(g) + 1; }
procedure Q() modifies g; { g := g + 1; assert g == old(g); }
//-- old of an expression
// P: verified, proved
var g: int; var h: int;
procedure P() modifies g; { g := 5; assert old(g + h) == old(g) + h; }
//-- old of locals is the local
// P: verified, proved
procedure P(x: int) { var y: int; y := x; assert old(y) == y && old(x) == x; }
//-- parallel assignment to places of one map
// P: verified, proved
procedure P() { var m: [int]int; m[0] := 1; m[1] := 2; assert m[0] == 1 && m[1] == 2; }
//-- a chain of branches
// P: verified, proved
procedure P(a: bool, b: bool, c: bool) { var n: int; n := 0; if (a) { n := n + 1; } if (b) { n := n + 1; } if (c) { n := n + 1; } assert n <= 3; assert a && b && c ==> n == 3; }
//-- a chain of branches that fails
// P: fails, bug
procedure P(a: bool, b: bool, c: bool) { var n: int; n := 0; if (a) { n := n + 1; } if (b) { n := n + 1; } if (c) { n := n + 1; } assert n < 3; }
//-- where clauses of locals
// P: verified, proved
// Q: fails, bug
procedure P() { var x: int where x > 2; assert x > 1; havoc x; assert x > 1; }
procedure Q() { var x: int where x > 2; x := 0; assert x > 1; }
//-- where clauses of globals
// P: verified, proved
var g: int where g > 2;
procedure P() modifies g; { assert g > 1; havoc g; assert g > 2; }
//-- where clauses of parameters
// P: verified, proved
procedure P(x: int where x > 2) { assert x > 1; }
