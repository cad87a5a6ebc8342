//-- a body
// P: verified, proved
function twice(x: int): int { x + x }
procedure P(x: int) { assert twice(x) == 2 * x; }
//-- a body by return type in brackets
// P: verified, proved
function twice(x: int) returns (int) { x + x }
procedure P() { assert twice(twice(1)) == 4; }
//-- inline
// P: verified, proved
function {:inline} max(a: int, b: int): int { if a > b then a else b }
procedure P(a: int, b: int) { assert max(a, b) >= a && max(a, b) >= b; assert max(a, b) == a || max(a, b) == b; }
//-- define
// P: verified, proved
function {:define} half(a: int): int { a div 2 }
procedure P() { assert half(7) == 3; }
//-- recursion
// P: verified, proved
// Q: perhaps fails
function sum(n: int): int { if n <= 0 then 0 else n + sum(n - 1) }
procedure P() { assert sum(0) == 0; assert sum(1) == 1; }
procedure Q() { assert sum(1) == 2; }
//-- no arguments
// P: verified, proved
function ten(): int { 10 }
procedure P() { assert ten() == 10; }
//-- arguments without names
// P: fails, bug
function f(int, bool): int;
procedure P() { assert f(1, true) == f(1, false); }
//-- axioms about constants
// P: verified, proved
const c: int; axiom c > 4;
procedure P() { assert c > 3; }
//-- constants that are different
// P: verified, proved
// Q: fails, bug
type T; const unique a: T; const unique b: T; const c: T;
procedure P() { assert a != b; }
procedure Q() { assert a != c; }
//-- axioms that contradict each other
// P: verified, proved
const c: int; axiom c > 4; axiom c < 3;
procedure P() { assert false; }
//-- a function of maps
// P: verified, proved
function first(m: [int]int): int { m[0] }
procedure P(m: [int]int) { assert first(m[0 := 3]) == 3; }
//-- a function over types
// P: verified, proved
function id<T>(x: T): T { x }
procedure P() { assert id(3) == 3 && id(true); }
//-- a function over types without a body
// P: verified, proved
// Q: fails, bug
function size<T>(x: T): int; axiom (forall<T> x: T :: size(x) >= 0);
procedure P(m: [int]bool) { assert size(3) + size(m) >= 0; }
procedure Q() { assert size(3) == size(true); }
//-- a function whose result fixes the type
// P: verified, proved
type List _; function nil<T>(): List T; function len<T>(l: List T): int;
axiom (forall<T> :: len(nil(): List T) == 0);
procedure P() { assert len(nil(): List int) == 0; }
//-- functions that need each other
// P: verified, proved
function even(n: int): bool { if n == 0 then true else odd(n - 1) }
function odd(n: int): bool { if n == 0 then false else even(n - 1) }
procedure P() { assert even(0); assert even(2); assert odd(1); }
//-- the order of types
// P: verified, proved
type C; const a: C; const b: C; const c: C;
procedure P() { assert a == a; assume a != b; assert b != a; }
//-- a conditional
// P: verified, proved
// Q: fails, bug
procedure P(b: bool, x: int) { assert (if b then x else x + 1) >= x; }
procedure Q(b: bool, x: int) { assert (if b then x else x + 1) > x; }
//-- let
// P: verified, proved
procedure P(x: int) { assert (var y, z := x + 1, x - 1; y - z) == 2; }
//-- let inside of let
// P: verified, proved
procedure P(x: int) { assert (var y := x; (var y := y + 1; y)) == x + 1; }
//-- a solver's function
// P: verified, proved
function {:builtin "div"} quotient(int, int): int;
procedure P() { assert quotient(7, 2) == 3; }
