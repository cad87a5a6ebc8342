// Maps: verified
// MapsFail: fails 15
// Bits: verified
// BitsFail: fails 19
// Quantified: verified
// QuantifiedFail: fails 25
// Frame: fails 30
// Generic: verified
// GenericFails: fails 34
// Code: verified
// CodeFails: fails 37
// Sequence: verified
// SequenceFails: fails 42
procedure Maps(m: [int]int, i: int) { assert m[i := 1][i] == 1; assert (forall j: int :: j != i ==> m[i := 1][j] == m[j]); }
procedure MapsFail(m: [int]int, i: int, j: int) { assert m[i := 1][j] == m[j]; }
function {:bvbuiltin "bvadd"} add(a: bv8, b: bv8): bv8;
function {:bvbuiltin "bvult"} lt(a: bv8, b: bv8): bool;
procedure Bits(x: bv8) { assert add(x, 255bv8) == add(x, 255bv8); assert add(255bv8, 1bv8) == 0bv8; }
procedure BitsFail(x: bv8) { assert lt(x, add(x, 1bv8)); }
function f(x: int): int;
axiom (forall x: int :: {f(x)} f(x) >= 2);
procedure Quantified(x: int) { assert f(f(x)) > 1; }
procedure QuantifiedFail(x: int)
{
  assert f(x) > 2;
}
var h: [int]int;
procedure Frame(p: int) modifies h;
{ h[p] := 1;
  assert (forall q: int :: h[q] == old(h)[q]);
}
procedure Generic<T>(x: T, y: T) { assert x == y || x != y; }
procedure GenericFails<T>(x: T, y: T)
{ assert x == y; }
procedure Code(n: int) { assert |{ A: goto B, C; B: assume n > 0; return n >= 1; C: assume n <= 0; return n < 1; }|; }
procedure CodeFails(n: int)
{ assert |{ var t: int; A: t := n + 1; goto B; B: return t > 0; }|; }
type {:builtin "(Seq Int)"} S; function {:builtin "seq.len"} len(S): int; function {:builtin "seq.++"} cat(S, S): S;
function {:builtin "seq.empty"} none(): S;
procedure Sequence(s: S) { assert len(cat(s, s)) == 2 * len(s) && cat(s, none()) == s; }
procedure SequenceFails(s: S)
{ assert len(s) != 2; }
