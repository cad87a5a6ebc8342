//-- not to be verified
// P: verified, proved
procedure {:verify false} Skipped() { assert false; }
procedure P() { }
//-- verified elsewhere
// P: verified, proved
// Q: fails, bug
procedure P(x: int) { assert {:verified_under true} x > 0; }
procedure Q(x: int) { assert {:verified_under x > 5} x > 0; }
//-- verified under what holds there
// P: verified, proved
procedure P(x: int) { assert {:verified_under x < 5} x > 0 || x < 5; }
//-- an assumption variable
// P: verified, proved
procedure P(x: int) { var {:assumption} a: bool; a := a && x > 0; assert a ==> x > 0; }
//-- checked from a mark on
// P: fails, bug
procedure {:selective_checking} P(x: int) { assert x > 0; assume {:start_checking_here} true; assert x > 1; }
//-- nothing is marked
// P: verified, proved
procedure {:selective_checking} P(x: int) { assert x > 0; }
//-- always assumed
// P: verified, proved
procedure P() returns (r: int) free ensures {:always_assume} r == 1; ensures r > 0; { }
//-- attributes without a meaning
// P: verified, proved
procedure {:note "text"} {:number 3} P({:param} x: int) { var {:local} y: int; y := x; assert {:why "so"} y == x; }
//-- an identity function
// P: verified, proved
function {:identity} same<T>(x: T): T { x }
procedure P(x: int) { assert same(x) == x; }
//-- weights and names of quantifiers
// P: verified, proved
function f(int): int;
procedure P() { assume (forall x: int :: {:weight 3} {:qid "name"} {f(x)} f(x) > 0); assert f(1) > 0; }
//-- declared twice with extern
// P: verified, proved
function {:extern} f(int): int; function f(x: int): int { x }
procedure P() { assert f(3) == 3; }
//-- pools
// P: verified, proved
function f(int): bool;
procedure P(n: int) { assume (forall {:pool "A"} x: int :: f(x - 1)); assert {:add_to_pool "A", n + 1} f(n); }
//-- captured states
// P: fails, bug
procedure P() { var x: int; assume {:captureState "first"} true; x := 1; assume {:captureState "second"} true; assert x == 2; }
//-- printed values
// P: fails, bug
procedure P(x: int) { assume {:print "x is ", x} true; assert x == 0; }
//-- a message
// P: fails, bug
procedure P(x: int) { assert {:msg "x is not 0"} x == 0; }
//-- a partition
// P: verified, proved
procedure P(x: int) { var y: int; goto a, b; a: assume {:partition} x > 0; y := x; goto c; b: assume {:partition} x <= 0; y := -x; goto c; c: assert y >= 0; }
//-- hidden and revealed functions
// P: verified, proved
function f(x: int): int uses { axiom (forall x: int :: {f(x)} f(x) == 3); }
procedure P() { reveal f; assert f(1) == 3; }
//-- constants with axioms of their own
// P: verified, proved
const c: int uses { axiom c == 4; }
procedure P() { assert c == 4; }
