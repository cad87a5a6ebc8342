//-- an instance
// P: verified, proved
function f(int): int;
procedure P() { assume (forall x: int :: f(x) > x); assert f(3) > 3; }
//-- another formula than what is assumed
// P: perhaps fails
function f(int): int;
procedure P() { assume (forall x: int :: x > 0 ==> f(x) > x); assert f(-3) > -3; }
//-- a witness
// P: verified, proved
procedure P(x: int) { assert (exists y: int :: y > x); }
//-- no witness
// P: fails, bug
procedure P(x: int) { assert (exists y: int :: y > x && y < x + 1); }
//-- everything is not zero
// P: fails, bug
procedure P() { assert (forall x: int :: x == 0); }
//-- ranges
// P: verified, proved
// Q: fails, bug
procedure P(m: [int]int) { assume (forall i: int :: 0 <= i && i < 5 ==> m[i] == 1); assert m[0] + m[4] == 2; }
procedure Q(m: [int]int) { assume (forall i: int :: 0 <= i && i < 5 ==> m[i] == 1); assert m[0] + m[5] == 2; }
//-- two variables
// P: verified, proved
procedure P(m: [int]int) { assume (forall i, j: int :: i <= j ==> m[i] <= m[j]); assert m[2] <= m[7]; }
//-- all for one and one for all
// P: verified, proved
// Q: fails, bug
function r(int, int): bool;
procedure P() { assume (exists x: int :: (forall y: int :: r(x, y))); assert (forall y: int :: (exists x: int :: r(x, y))); }
procedure Q() { assume (forall y: int :: y < 2 && y >= 0 ==> (exists x: int :: x == y)); assert (exists x: int :: (forall y: int :: x == y)); }
//-- over booleans
// P: verified, proved
procedure P() { assert (forall b: bool :: b || !b); assert (exists b: bool, c: bool :: b && !c); }
//-- over an own type
// P: verified, proved
// Q: fails, bug
type T; function f(T): T;
procedure P(a: T) { assume (forall x: T :: f(x) == a); assert f(f(a)) == a; }
procedure Q(a: T) { assume (forall x: T :: f(f(x)) == x); assert f(a) == a; }
//-- over bit vectors
// P: verified, proved
function {:bvbuiltin "bvadd"} add(bv4, bv4): bv4;
procedure P() { assert (forall x: bv4 :: add(x, 0bv4) == x); }
//-- over maps
// P: verified, proved
procedure P() { assert (forall m: [int]int :: m[0 := 1][0] == 1); }
//-- over reals
// P: verified, proved
procedure P() { assert (forall x: real :: x < x + 0.5); }
//-- a trigger
// P: verified, proved
function f(int): int; function g(int): int;
axiom (forall x: int :: {f(x)} f(x) == g(x) + 1);
procedure P() { assert f(3) > g(3); }
//-- a trigger of two terms
// P: verified, proved
function p(int): bool; function q(int): bool;
axiom (forall x: int :: {p(x), q(x)} p(x) && q(x) ==> x > 5);
procedure P(y: int) { assume p(y); assume q(y); assert y > 5; }
//-- no trigger shall be this
// P: verified, proved
function p(int): bool; function q(int): bool;
axiom (forall x: int :: {:nopats p(x)} p(x) ==> q(x));
procedure P() { assume p(3) && !q(4); assert p(3); }
//-- let inside of a quantifier
// P: verified, proved
procedure P() { assert (forall x: int :: (var y := x + 1; y > x)); }
//-- a name that hides another
// P: verified, proved
procedure P(x: int) { assume x == 1; assert (forall x: bool :: x || !x) && x == 1; }
//-- quantifiers under a negation
// P: verified, proved
procedure P(m: [int]int) { assume !(exists i: int :: m[i] == 0); assert m[3] != 0; }
//-- quantifiers under an equivalence
// P: verified, proved
function f(int): bool;
procedure P(b: bool) { assume b <==> (forall x: int :: f(x)); assume b; assert f(9); }
//-- an axiom that no one needs
// P: verified, proved
function f(int): int; axiom (forall x: int :: f(x) > f(x - 1));
procedure P() { assert 1 + 1 == 2; }
//-- functions that grow
// P: verified, proved
function f(int): int; axiom (forall x: int :: {f(x)} f(x) >= 0);
procedure P(x: int, y: int) { assert f(x) + f(y) >= 0; }
//-- functions that may be anything
// P: fails, bug
function f(int): int;
procedure P(x: int, y: int) { assert f(x) == f(y); }
//-- equal arguments, equal results
// P: verified, proved
function f(int): int;
procedure P(x: int, y: int) { assert x == y ==> f(x) == f(y); }
//-- sets by their members
// P: verified, proved
procedure P(a: [int]bool, b: [int]bool, c: [int]bool) { assume (forall i: int :: a[i] ==> b[i]); assume (forall i: int :: b[i] ==> c[i]); assert (forall i: int :: a[i] ==> c[i]); }
//-- a frame
// P: verified, proved
// Q: fails, bug
var h: [int]int;
procedure P(p: int) modifies h; ensures (forall q: int :: q != p ==> h[q] == old(h)[q]); { h[p] := 1; }
procedure Q(p: int) modifies h; ensures (forall q: int :: h[q] == old(h)[q]); { h[p] := 1; }
