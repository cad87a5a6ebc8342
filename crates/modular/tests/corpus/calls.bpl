//-- a postcondition is known
// P: verified, proved
// Twice: verified, proved
procedure Twice(x: int) returns (y: int) ensures y == 2 * x; { y := x + x; }
procedure P() { var r: int; call r := Twice(4); assert r == 8; }
//-- without a contract nothing is known
// P: fails, proved
// Twice: verified, proved
procedure Twice(x: int) returns (y: int) { y := x + x; }
procedure P() { var r: int; call r := Twice(4); assert r == 8; }
//-- a precondition that does not hold
// P: fails, bug
// Half: verified, proved
procedure Half(x: int) returns (y: int) requires x mod 2 == 0; { y := x div 2; }
procedure P() { var r: int; call r := Half(3); }
//-- a free precondition is not checked
// P: verified, proved
// Half: verified, proved
procedure Half(x: int) free requires x > 0; { assert x > 0; }
procedure P() { call Half(-1); }
//-- a free postcondition is not checked
// P: verified, proved
procedure P() returns (r: int) free ensures r == 1; { r := 2; }
//-- a postcondition that does not hold
// P: fails, bug
procedure P() returns (r: int) ensures r == 1; { r := 2; }
//-- results in several variables
// P: verified, proved
// Swap: verified, proved
procedure Swap(a: int, b: int) returns (c: int, d: int) ensures c == b && d == a; { c, d := b, a; }
procedure P() { var x: int, y: int; x, y := 1, 2; call x, y := Swap(x, y); assert x == 2 && y == 1; }
//-- arguments are those before the call
// P: verified, proved
// Next: verified, proved
procedure Next(x: int) returns (y: int) ensures y == x + 1; { y := x + 1; }
procedure P() { var x: int; x := 1; call x := Next(x); call x := Next(x); assert x == 3; }
//-- a global that is not named stays
// P: verified, proved
// Q: fails, bug
var g: int; var h: int;
procedure Touch(); modifies g;
procedure P() modifies g; { g := 1; call Touch(); assert h == old(h); }
procedure Q() modifies g; { g := 1; call Touch(); assert g == 1; }
//-- old in a postcondition
// Up: verified, proved
// P: verified, proved
var g: int;
procedure Up() modifies g; ensures g == old(g) + 1; { g := g + 1; }
procedure P() modifies g; ensures g == old(g) + 2; { call Up(); call Up(); }
//-- recursion by contract
// Down: verified, proved
procedure Down(n: int) returns (r: int) requires n >= 0; ensures r == 0; { if (n == 0) { r := 0; } else { call r := Down(n - 1); } }
//-- recursion with a contract that does not hold
// Down: fails, bug
procedure Down(n: int) returns (r: int) requires n >= 0; ensures r == 0; { if (n == 0) { r := 1; } else { call r := Down(n - 1); } }
//-- mutual recursion
// Even: verified, proved
// Odd: verified, proved
procedure Even(n: int) returns (b: bool) requires n >= 0; ensures b == (n mod 2 == 0); { if (n == 0) { b := true; } else { call b := Odd(n - 1); } }
procedure Odd(n: int) returns (b: bool) requires n >= 0; ensures b == (n mod 2 == 1); { if (n == 0) { b := false; } else { call b := Even(n - 1); } }
//-- a free call checks nothing
// P: verified, proved
procedure No(); requires false;
procedure P() { free call No(); assert false ==> true; }
//-- a call that never returns
// P: verified, proved
procedure Never(); ensures false;
procedure P() { call Never(); assert false; }
//-- an argument that is anything
// P: verified, proved
// Q: fails, bug
procedure Pos(x: int); requires x > 0;
procedure P() { var x: int; havoc x; assume x > 0; call Pos(x); }
procedure Q() { var x: int; havoc x; call Pos(x); }
//-- an inlined procedure
// P: verified, proved
procedure {:inline 1} Twice(x: int) returns (y: int) { y := x + x; }
procedure P() { var r: int; call r := Twice(4); assert r == 8; }
//-- an assertion in an inlined procedure
// P: fails, bug
procedure {:inline 1} Check(x: int) { assert x > 0; }
procedure P() { call Check(1); call Check(0); }
//-- an inlined procedure that calls another
// P: verified, proved
procedure {:inline 1} One() returns (r: int) { r := 1; }
procedure {:inline 1} Two() returns (r: int) { call r := One(); r := r + 1; }
procedure P() { var r: int; call r := Two(); assert r == 2; }
//-- locals of an inlined procedure are new each time
// P: fails, bug
procedure {:inline 1} Fresh() returns (r: int) { var x: int; r := x; }
procedure P() { var a: int, b: int; call a := Fresh(); call b := Fresh(); assert a == b; }
//-- several implementations
// P: verified, proved
// Two: verified, proved
procedure Two() returns (r: int); ensures r >= 0;
implementation Two() returns (r: int) { r := 0; }
implementation Two() returns (r: int) { r := 1; }
procedure P() { var r: int; call r := Two(); assert r >= 0; }
//-- names of parameters in an implementation
// P: verified, proved
procedure P(a: int) returns (b: int); requires a > 0; ensures b > 1;
implementation P(x: int) returns (y: int) { y := x + 1; }
//-- where clauses of results
// P: verified, proved
procedure Some() returns (r: int where r > 3);
procedure P() { var r: int; call r := Some(); assert r > 2; }
//-- where clauses are not checked
// P: fails, bug
procedure P() returns (r: int where r > 3) { r := 0; assert r > 3; }
//-- modifies by a call is a frame for others
// P: verified, proved
var g: [int]int;
procedure At(i: int); modifies g; ensures (forall j: int :: j != i ==> g[j] == old(g)[j]);
procedure P() modifies g; { g[1] := 5; call At(2); assert g[1] == 5; }
