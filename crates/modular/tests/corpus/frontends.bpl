//-- fields of objects, as Dafny has them
// Main: verified, proved
type Ref; type Field _; type Heap = [Ref]<T>[Field T]T; const null: Ref; const alloc: Field bool; const data: Field int;
function read<T>(h: Heap, r: Ref, f: Field T): T { h[r][f] }
var heap: Heap;
procedure Main(r: Ref) modifies heap; requires r != null; ensures read(heap, r, data) == 4; ensures read(heap, r, alloc) == old(read(heap, r, alloc)); { heap[r][data] := 4; }
//-- permissions, as Viper has them
// m: verified, proved
type Ref; type Perm = real; var mask: [Ref]Perm; const null: Ref;
procedure m(x: Ref) modifies mask; { mask := (lambda r: Ref :: 0.0); assume x != null; mask[x] := mask[x] + 1.0; assert mask[x] > 0.0; mask[x] := mask[x] - 0.5; assert mask[x] > 0.0; }
//-- a permission that is missing
// m: fails, bug
type Ref; type Perm = real; var mask: [Ref]Perm;
procedure m(x: Ref, y: Ref) modifies mask; { mask := (lambda r: Ref :: 0.0); mask[x] := 1.0; assert mask[y] > 0.0; }
//-- memory as a map, as SMACK has it
// main: verified, proved
type ref = int; var $M.0: [ref]int; const $0: ref; axiom $0 == 0;
function {:inline} $load(M: [ref]int, p: ref): int { M[p] } function {:inline} $store(M: [ref]int, p: ref, v: int): [ref]int { M[p := v] } function {:inline} $add.ref(p: ref, i: ref): ref { p + i }
procedure main() modifies $M.0; { var $p0: ref; assume $p0 > 0; $M.0 := $store($M.0, $p0, 1); $M.0 := $store($M.0, $add.ref($p0, 4), 2); assert $load($M.0, $p0) == 1; }
//-- a branch on a number, as SMACK has it
// main: fails, bug
function {:inline} $slt.i32(a: int, b: int): int { if a < b then 1 else 0 }
procedure {:entrypoint} main(x: int) { var $r: int; $r := $slt.i32(x, 10); goto $t, $f; $t: assume ($r == 1); assert x < 10; return; $f: assume !($r == 1); assert x > 10; return; }
//-- allocation by a counter
// New: verified, proved
// Main: verified, proved
var next: int;
procedure New() returns (p: int) modifies next; ensures p == old(next) && next == old(next) + 1; { p := next; next := next + 1; }
procedure Main() modifies next; { var a: int, b: int; call a := New(); call b := New(); assert a != b; }
//-- types of objects by a function
// P: verified, proved
type Ref; type Class; function typeOf(Ref): Class; const unique A: Class; const unique B: Class;
procedure P(x: Ref, y: Ref) requires typeOf(x) == A && typeOf(y) == B; { assert x != y; }
//-- a sequence by axioms
// P: verified, proved
type Seq; function len(Seq): int; function at(Seq, int): int; function put(Seq, int): Seq;
axiom (forall s: Seq, x: int :: {put(s, x)} len(put(s, x)) == len(s) + 1 && at(put(s, x), len(s)) == x);
axiom (forall s: Seq, x: int, i: int :: {at(put(s, x), i)} 0 <= i && i < len(s) ==> at(put(s, x), i) == at(s, i));
axiom (forall s: Seq :: {len(s)} len(s) >= 0);
procedure P(s: Seq) { var t: Seq; t := put(put(s, 7), 8); assert len(t) == len(s) + 2; assert at(t, len(s)) == 7; }
//-- a global invariant of a contract
// deposit: verified, proved
// withdraw: fails, bug
type address; var balance: [address]int; var total: int;
procedure deposit(a: address, n: int) modifies balance, total; requires n >= 0 && balance[a] >= 0; ensures balance[a] >= 0; { balance[a] := balance[a] + n; total := total + n; }
procedure withdraw(a: address, n: int) modifies balance; requires n >= 0 && balance[a] >= 0; ensures balance[a] >= 0; { balance[a] := balance[a] - n; }
//-- abort flags, as the Move Prover has them
// add: verified, proved
var $abort: bool; const MAX: int; axiom MAX == 255;
procedure {:inline 1} $Add(a: int, b: int) returns (r: int) modifies $abort; { if (a + b > MAX) { $abort := true; return; } r := a + b; }
procedure add(a: int, b: int) returns (r: int) modifies $abort; requires 0 <= a && 0 <= b && !$abort; ensures $abort <==> a + b > MAX; ensures !$abort ==> r == a + b; { call r := $Add(a, b); }
//-- two versions of one function, as SymDiff has them
// Compare: verified, proved
procedure {:inline 1} old_f(x: int) returns (r: int) { r := x + x; } procedure {:inline 1} new_f(x: int) returns (r: int) { r := 2 * x; }
procedure Compare(x: int) { var a: int, b: int; call a := old_f(x); call b := new_f(x); assert a == b; }
//-- two versions that differ
// Compare: fails, bug
procedure {:inline 1} old_f(x: int) returns (r: int) { r := x + x; } procedure {:inline 1} new_f(x: int) returns (r: int) { r := if x > 9 then 20 else 2 * x; }
procedure Compare(x: int) { var a: int, b: int; call a := old_f(x); call b := new_f(x); assert a == b; }
//-- bytes in memory, as a lifter has them
// load16: verified, proved
var mem: [bv8]bv8; function {:bvbuiltin "bvadd"} add(bv8, bv8): bv8;
function {:inline} load(m: [bv8]bv8, a: bv8): bv16 { m[add(a, 1bv8)] ++ m[a] } function {:inline} store(m: [bv8]bv8, a: bv8, v: bv16): [bv8]bv8 { m[a := v[8:0]][add(a, 1bv8) := v[16:8]] }
procedure load16(a: bv8, v: bv16) modifies mem; { mem := store(mem, a, v); assert load(mem, a) == v; }
//-- ghost sets of owned objects
// Move: verified, proved
type Ref; var mine: [Ref]bool; var yours: [Ref]bool;
procedure Move(r: Ref) modifies mine, yours; requires mine[r]; requires (forall q: Ref :: !(mine[q] && yours[q])); ensures (forall q: Ref :: !(mine[q] && yours[q])); { mine[r] := false; yours[r] := true; }
//-- an object that two own
// Copy: fails, bug
type Ref; var mine: [Ref]bool; var yours: [Ref]bool;
procedure Copy(r: Ref) modifies yours; requires mine[r]; requires (forall q: Ref :: !(mine[q] && yours[q])); ensures (forall q: Ref :: !(mine[q] && yours[q])); { yours[r] := true; }
