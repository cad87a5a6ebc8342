//-- own types
// P: fails, bug
type T;
procedure P(a: T, b: T) { assert a == b; }
//-- synonyms
// P: verified, proved
type Pair a = [a]a; type Ints = Pair int;
procedure P(m: Ints) { assert m[1 := 2][1] == 2; }
//-- a map over types
// P: verified, proved
// Q: fails, bug
type Field _;
procedure P(m: <T>[Field T]T, i: Field int, b: Field bool) { var n: <T>[Field T]T; n := m[i := 3][b := true]; assert n[i] == 3 && n[b]; }
procedure Q(m: <T>[Field T]T, i: Field int, j: Field int) { var n: <T>[Field T]T; n := m[i := 3]; assert n[j] == m[j]; }
//-- fields of different types are different
// P: verified, proved
type Field _;
procedure P(m: <T>[Field T]T, i: Field int, b: Field bool) { assert m[i := 3][b] == m[b]; }
//-- a heap
// Set: verified, proved
// P: verified, proved
type Ref; type Field _; type Heap = <T>[Ref, Field T]T; const next: Field Ref; const size: Field int; var h: Heap;
procedure Set(r: Ref) modifies h; ensures h == old(h)[r, size := 1]; { h[r, size] := 1; }
procedure P(r: Ref, s: Ref) modifies h; ensures h[s, next] == old(h)[s, next]; { call Set(r); }
//-- for all types
// P: verified, proved
// Q: fails, bug
type Ref; type Field _; type Heap = <T>[Ref, Field T]T; const size: Field int; var h: Heap;
procedure P(r: Ref) modifies h; ensures (forall<T> f: Field T, s: Ref :: s != r ==> h[s, f] == old(h)[s, f]); { h[r, size] := 1; }
procedure Q(r: Ref) modifies h; ensures (forall<T> f: Field T, s: Ref :: h[s, f] == old(h)[s, f]); { h[r, size] := 1; }
//-- a procedure over types
// P: verified, proved
// Same: verified, proved
procedure Same<T>(x: T) returns (y: T) ensures x == y; { y := x; }
procedure P() { var i: int, b: bool; call i := Same(3); call b := Same(true); assert i == 3 && b; }
//-- a procedure over types that fails
// Other: fails, bug
procedure Other<T>(x: T, z: T) returns (y: T) ensures x == y; { y := z; }
//-- lists by axioms
// P: verified, proved
type List _; function cons<T>(T, List T): List T; function head<T>(List T): T; function tail<T>(List T): List T;
axiom (forall<T> x: T, l: List T :: {cons(x, l)} head(cons(x, l)) == x && tail(cons(x, l)) == l);
procedure P(l: List int) { assert head(tail(cons(1, cons(2, l)))) == 2; }
//-- coercions
// P: verified, proved
function default<T>(): T;
procedure P() { var x: int; x := default(); assert (default(): int) == x; }
//-- types with several parameters
// P: verified, proved
// Q: perhaps fails
type Pair _ _; function pair<A, B>(A, B): Pair A B; function fst<A, B>(Pair A B): A;
axiom (forall<A, B> a: A, b: B :: {pair(a, b)} fst(pair(a, b)) == a);
procedure P() { assert fst(pair(3, true)) == 3; }
procedure Q() { assert pair(3, true) == pair(3, false); }
//-- different instances do not meet
// P: fails, bug
type Box _; function open<T>(Box T): int;
axiom (forall b: Box int :: open(b) == 1);
procedure P(b: Box bool) { assert open(b) == 1; }
//-- finite types by constants
// P: verified, proved
type Colour; const unique red: Colour; const unique blue: Colour; axiom (forall c: Colour :: c == red || c == blue);
procedure P(c: Colour) { assert c != red ==> c == blue; }
//-- more than two colours
// P: fails, bug
type Colour; const unique red: Colour; const unique blue: Colour;
procedure P(c: Colour) { assert c != red ==> c == blue; }
