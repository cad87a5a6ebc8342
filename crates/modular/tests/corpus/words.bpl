//-- names with signs
// P: verified, proved
procedure P() { var a.b: int, c$d: int, e#f: int, _g: int, h': int, i?: int, ~j: int, k^: int; a.b, c$d := 1, 2; assert a.b < c$d; }
//-- keywords as names
// P: verified, proved
procedure P() { var \assert: int, \where: int; \assert, \where := 1, 2; assert \assert < \where; }
//-- words that are no keywords
// P: verified, proved
procedure P() { var measure: int, datatype: int, push: int, reveal: int, is': int; measure := 1; datatype := 2; push := 3; reveal := 4; assert measure + datatype + push + reveal == 10; }
//-- labels and variables of one name
// P: verified, proved
procedure P() { var x: int; x: x := 1; assert x == 1; }
//-- comments
// P: verified, proved
procedure /* one */ P() { // two
  assert true; /* three /* nested */ */ }
//-- unicode signs
// P: verified, proved
procedure P(a: bool, b: bool) { assert (a ∧ b) ⇒ (a ∨ b); assert (∀ x: int • x ≤ x); assert ¬(a ≠ a); }
//-- conditions in the text
// P: verified, proved
#if NEVER
procedure P() { assert false; }
#else
procedure P() { assert true; }
#endif
//-- where lines come from
// P: fails, bug
#line 10 other.file
procedure P(x: int) { assert x == 0; }
//-- declarations in any order
// P: verified, proved
procedure P() { assert f(c) == 1; }
axiom f(c) == 1;
function f(x: T): int;
const c: T;
type T;
//-- several variables in one declaration
// P: verified, proved
var a, b: int, c: bool;
procedure P() modifies a, b, c; { a, b, c := 1, 2, true; assert c && a < b; }
//-- a local that hides a global
// P: verified, proved
var x: int;
procedure P() { var x: bool; x := true; assert x; }
//-- a parameter that hides a global
// P: verified, proved
var x: int;
procedure P(x: bool) { assume x; assert x; }
//-- chains of comparisons with brackets
// P: verified, proved
procedure P(x: int, y: int) { assert (x < y) == (y > x); assert (x == y) == (y == x); }
//-- signs in front
// P: verified, proved
procedure P(x: int, b: bool) { assert --x == x; assert !!b == b; assert -x + x == 0; }
//-- empty quantifier bodies
// P: verified, proved
procedure P() { assert (forall x: int :: true); assert (exists x: int :: true); assert !(exists x: int :: false); }
