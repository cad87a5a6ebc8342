//-- applied
// P: verified, proved
procedure P() { assert (lambda x: int :: x + 1)[3] == 4; }
//-- captured variables
// P: verified, proved
procedure P(a: int) { var m: [int]int; m := (lambda x: int :: x + a); assert m[1] == a + 1; }
//-- captured when it is made
// P: verified, proved
procedure P() { var a: int, m: [int]int; a := 1; m := (lambda x: int :: x + a); a := 2; assert m[1] == 2; }
//-- of several variables
// P: verified, proved
procedure P() { assert (lambda x: int, y: bool :: if y then x else 0)[7, true] == 7; }
//-- in a store
// P: verified, proved
procedure P() { var m: [int]int; m := (lambda x: int :: 0)[3 := 1]; assert m[3] == 1 && m[4] == 0; }
//-- as a set
// P: verified, proved
// Q: fails, bug
procedure P(n: int) { var s: [int]bool; s := (lambda x: int :: 0 <= x && x < n); assert n > 3 ==> s[2]; assert !s[n]; }
procedure Q(n: int) { var s: [int]bool; s := (lambda x: int :: 0 <= x && x < n); assert s[2]; }
//-- equal everywhere
// P: verified, proved
procedure P(m: [int]int) { assert (lambda x: int :: m[x]) == m; }
//-- not equal
// P: fails, bug
procedure P() { assert (lambda x: int :: x) == (lambda x: int :: x + 1); }
//-- of lambdas
// P: verified, proved
procedure P() { assert (lambda x: int :: (lambda y: int :: x - y))[5][3] == 2; }
//-- in a function
// P: verified, proved
function evens(): [int]bool { (lambda x: int :: x mod 2 == 0) }
procedure P() { assert evens()[4] && !evens()[5]; }
//-- over types
// P: verified, proved
type Field _;
procedure P(i: Field int, b: Field bool) { var m: <T>[Field T]bool; m := (lambda<T> f: Field T :: true); assert m[i] && m[b]; }
//-- a quantifier inside
// P: verified, proved
procedure P(m: [int]int) { var s: [int]bool; s := (lambda x: int :: (forall y: int :: y > x ==> m[y] == 0)); assert s[3] ==> m[4] == 0; }
//-- in a contract
// P: verified, proved
procedure P(n: int) returns (s: [int]bool) ensures s == (lambda x: int :: x < n); { s := (lambda y: int :: y < n); }
