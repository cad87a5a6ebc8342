//-- store then read
// P: verified, proved
procedure P(m: [int]int) { var n: [int]int; n := m[3 := 4]; assert n[3] == 4; }
//-- other places keep their values
// P: verified, proved
procedure P(m: [int]int, i: int) { var n: [int]int; n := m; n[3] := 4; assert i != 3 ==> n[i] == m[i]; }
//-- a place may be the same
// P: fails, bug
procedure P(m: [int]int, i: int) { var n: [int]int; n := m; n[3] := 4; assert n[i] == m[i]; }
//-- two indices
// P: verified, proved
// Q: fails, bug
procedure P(m: [int, int]int) { var n: [int, int]int; n := m[1, 2 := 7]; assert n[1, 2] == 7; assert n[2, 1] == m[2, 1]; }
procedure Q(m: [int, int]int, i: int) { var n: [int, int]int; n := m[1, 2 := 7]; assert n[i, 2] == m[i, 2]; }
//-- maps of maps
// P: verified, proved
// Q: fails, bug
procedure P(m: [int][int]bool) { var n: [int][int]bool; n := m; n[1][2] := true; assert n[1][2]; assert n[2] == m[2]; }
procedure Q(m: [int][int]bool) { var n: [int][int]bool; n := m; n[1][2] := true; assert n[1] == m[1]; }
//-- storing what is there changes nothing
// P: verified, proved
procedure P(m: [int]int, i: int) { assert m[i := m[i]] == m; }
//-- stores at different places commute
// P: verified, proved
// Q: fails, bug
procedure P(m: [int]int, i: int, j: int) { assert i != j ==> m[i := 1][j := 2] == m[j := 2][i := 1]; }
procedure Q(m: [int]int, i: int, j: int) { assert m[i := 1][j := 2] == m[j := 2][i := 1]; }
//-- maps without indices
// P: verified, proved
procedure P() { var m: []int; m[] := 3; assert m[] == 3; m := m[:= 4]; assert m[] == 4; }
//-- maps with boolean indices
// P: verified, proved
procedure P(m: [bool]int) { assert m[true] == m[false] ==> (forall b: bool :: m[b] == m[true]); }
//-- maps as sets
// P: verified, proved
// Q: fails, bug
procedure P(s: [int]bool) { assert s[5 := true][5]; assert !s[5 := false][5]; }
procedure Q(s: [int]bool, t: [int]bool) { assert (forall i: int :: s[i] ==> t[i]) ==> s == t; }
//-- equal at every place
// P: verified, proved
procedure P(s: [int]int, t: [int]int) { assume (forall i: int :: s[i] == t[i]); assert s == t; }
//-- a global map
// Set: verified, proved
// Reset: fails, bug
var h: [int]int;
procedure Set(i: int) modifies h; ensures h == old(h)[i := 1]; { h[i] := 1; }
procedure Reset(i: int) modifies h; ensures h == old(h); { call Set(i); h[i] := 0; }
//-- an index that is read from a map
// P: verified, proved
procedure P(m: [int]int) { var n: [int]int; n := m[m[0] := 1]; assert n[m[0]] == 1; assert m[0] != 0 ==> n[0] == m[0]; }
//-- a map of reals
// P: verified, proved
procedure P(m: [real]real) { var n: [real]real; n := m[0.5 := 1.5]; assert n[0.5] > 1.0; }
//-- a map of an own type
// P: verified, proved
// Q: fails, bug
type T;
procedure P(m: [T]T, a: T, b: T) { assert m[a := b][a] == b; }
procedure Q(m: [T]T, a: T, b: T) { assert m[a := b][b] == m[b]; }
//-- parallel stores
// P: verified, proved
procedure P() { var m: [int]int, n: [int]int; m[0], n[0] := 1, 2; m[0], n[0] := n[0], m[0]; assert m[0] == 2 && n[0] == 1; }
//-- a store in a branch
// P: verified, proved
procedure P(b: bool, m: [int]int) { var n: [int]int; n := m; if (b) { n[1] := 1; } else { n[1] := 2; } assert n[1] == 1 || n[1] == 2; assert n[2] == m[2]; }
//-- a map in a loop
// P: verified
procedure P(n: int) { var m: [int]int; var i: int; i := 0; while (i < n) invariant (forall j: int :: 0 <= j && j < i ==> m[j] == j); invariant i >= 0; { m[i] := i; i := i + 1; } assert n > 2 ==> m[1] == 1; }
//-- a map in a loop without an invariant
// P: fails, bug
procedure P() { var m: [int]int; var i: int; i := 0; while (i < 2) { m[i] := i; i := i + 1; } assert m[1] == 2; }
