//-- an unknown variable
// all: rejected
procedure P() { x := 1; }
//-- an unknown procedure
// all: rejected
procedure P() { call Q(); }
//-- an unknown function
// all: rejected
procedure P() { assert f(1); }
//-- an unknown type
// all: rejected
procedure P(x: T) { }
//-- two of one name
// all: rejected
var x: int; var x: bool;
//-- two locals of one name
// all: rejected
procedure P() { var x: int; var x: int; }
//-- a number is no condition
// all: rejected
procedure P() { assert 1; }
//-- a condition is no number
// all: rejected
procedure P() { var x: int; x := true; }
//-- integers and reals do not mix
// all: rejected
procedure P() { assert 1 + 1.0 == 2.0; }
//-- a global that is not in the modifies clause
// all: rejected
var g: int; procedure P() { g := 1; }
//-- a call that changes what its caller may not
// all: rejected
var g: int; procedure Q(); modifies g; procedure P() { call Q(); }
//-- an assignment to a parameter
// all: rejected
procedure P(x: int) { x := 1; }
//-- an assignment to a constant
// all: rejected
const c: int; procedure P() { c := 1; }
//-- too many arguments
// all: rejected
procedure Q(x: int); procedure P() { call Q(1, 2); }
//-- too few results
// all: rejected
procedure Q() returns (a: int, b: int); procedure P() { var x: int; call x := Q(); }
//-- a result of the wrong type
// all: rejected
procedure Q() returns (b: bool); procedure P() { var x: int; call x := Q(); }
//-- a goto to nowhere
// all: rejected
procedure P() { goto there; }
//-- break outside of loops
// all: rejected
procedure P() { break; }
//-- an index of the wrong type
// all: rejected
procedure P(m: [int]int) { assert m[true] == 1; }
//-- too many indices
// all: rejected
procedure P(m: [int]int) { assert m[1, 2] == 1; }
//-- old in a precondition
// all: rejected
var g: int; procedure P() requires old(g) == g; { }
//-- a global in an axiom
// all: rejected
var g: int; axiom g == 1;
//-- a global in a function
// all: rejected
var g: int; function f(): int { g }
//-- an implementation without a procedure
// all: rejected
implementation P() { }
//-- an implementation with other parameters
// all: rejected
procedure P(x: int); implementation P(x: bool) { }
//-- bit vectors of different widths
// all: rejected
procedure P(x: bv8, y: bv16) { assert x == y; }
//-- bits that are not there
// all: rejected
procedure P(x: bv8) { assert x[9:0] == x[9:0]; }
//-- a trigger without all variables
// all: rejected
function f(int): int; axiom (forall x: int, y: int :: {f(x)} f(x) == f(y));
//-- a trigger with a connective
// all: rejected
function p(int): bool; axiom (forall x: int :: {p(x) && p(x)} p(x));
//-- one variable assigned twice
// all: rejected
procedure P() { var x: int; x, x := 1, 2; }
//-- more values than variables
// all: rejected
procedure P() { var x: int; x := 1, 2; }
//-- a type with too many arguments
// all: rejected
type T _; procedure P(x: T int int) { }
//-- a synonym of itself
// all: rejected
type T = [T]int; procedure P(x: T) { }
//-- a constructor of no datatype
// all: rejected
procedure P(x: int) { assert x is Nil; }
//-- a field that is not there
// all: rejected
datatype D { D(a: int) } procedure P(d: D) { assert d->b == 1; }
//-- no closing bracket
// all: rejected
procedure P() { assert (1 == 1; }
//-- no semicolon
// all: rejected
procedure P() { assert true }
//-- nothing after a sign
// all: rejected
procedure P() { assert 1 + == 2; }
//-- an endless comment
// all: rejected
procedure P() { } /* and
//-- an unknown label to break out of
// all: rejected
procedure P() { while (true) { break there; } }
//-- a type parameter that nothing fixes
// all: rejected
procedure Q<T>(); procedure P() { }
