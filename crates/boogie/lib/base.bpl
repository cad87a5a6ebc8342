// The library `base`: maps as values, options, vectors, sequences, sets, finite maps.
// The names are those of Boogie's library of the same name; the definitions are Lariat's own.

// Maps, element by element.

function {:builtin "MapConst"} MapConst<T, U>(value: U): [T]U;
function {:builtin "MapEq"} MapEq<T, U>(a: [T]U, b: [T]U): [T]bool;
function {:builtin "MapIte"} MapIte<T, U>(which: [T]bool, a: [T]U, b: [T]U): [T]U;
function {:builtin "MapOr"} MapOr<T>(a: [T]bool, b: [T]bool): [T]bool;
function {:builtin "MapAnd"} MapAnd<T>(a: [T]bool, b: [T]bool): [T]bool;
function {:builtin "MapNot"} MapNot<T>(a: [T]bool): [T]bool;
function {:builtin "MapImp"} MapImp<T>(a: [T]bool, b: [T]bool): [T]bool;
function {:builtin "MapIff"} MapIff<T>(a: [T]bool, b: [T]bool): [T]bool;
function {:builtin "MapAdd"} MapAdd<T>(a: [T]int, b: [T]int): [T]int;
function {:builtin "MapSub"} MapSub<T>(a: [T]int, b: [T]int): [T]int;
function {:builtin "MapMul"} MapMul<T>(a: [T]int, b: [T]int): [T]int;
function {:builtin "MapDiv"} MapDiv<T>(a: [T]int, b: [T]int): [T]int;
function {:builtin "MapMod"} MapMod<T>(a: [T]int, b: [T]int): [T]int;
function {:builtin "MapGt"} MapGt<T>(a: [T]int, b: [T]int): [T]bool;
function {:builtin "MapGe"} MapGe<T>(a: [T]int, b: [T]int): [T]bool;
function {:builtin "MapLt"} MapLt<T>(a: [T]int, b: [T]int): [T]bool;
function {:builtin "MapLe"} MapLe<T>(a: [T]int, b: [T]int): [T]bool;

function {:inline} MapDiff<T>(a: [T]bool, b: [T]bool): [T]bool { MapAnd(a, MapNot(b)) }
function {:inline} MapOne<T>(element: T): [T]bool { MapConst(false)[element := true] }
function {:inline} ToMultiset<T>(set: [T]bool): [T]int { MapIte(set, MapConst(1), MapConst(0)) }
function {:inline} IsSet<T>(multiset: [T]int): bool
{
  (forall element: T :: {multiset[element]} multiset[element] == 0 || multiset[element] == 1)
}
function {:inline} IsSubset<T>(a: [T]bool, b: [T]bool): bool { MapImp(a, b) == MapConst(true) }
function {:inline} IsDisjoint<T>(a: [T]bool, b: [T]bool): bool { MapAnd(a, b) == MapConst(false) }

function {:inline} Id<T>(value: T): T { value }
// Some value of the type, always the same.
function Default<T>(): T;

const Identity: [int]int;
axiom (forall n: int :: {Identity[n]} Identity[n] == n);
function {:inline} AtLeast(low: int): [int]bool { MapLe(MapConst(low), Identity) }
// The `count` numbers from `first` on.
function {:inline} Range(first: int, count: int): [int]bool
{
  MapDiff(AtLeast(first), AtLeast(first + count))
}

// An element of a set, if it has one.
function Choice<T>(set: [T]bool): T;
axiom (forall<T> set: [T]bool :: {Choice(set)} set == MapConst(false) || set[Choice(set)]);

datatype Option<T> { None(), Some(t: T) }

// Vectors: variables of this type have a length that is not negative, and `Default()` outside of it.

datatype {:valid "Vec_IsValid"} Vec<T> { Vec(contents: [int]T, len: int) }

function {:inline} Vec_IsValid<T>(v: Vec T): bool
{
  v->len >= 0
    && (forall i: int :: {v->contents[i]} (0 <= i && i < v->len) || v->contents[i] == Default())
}
function {:inline} Vec_Empty<T>(): Vec T { Vec(MapConst(Default()), 0) }
function {:inline} Vec_Len<T>(v: Vec T): int { v->len }
function {:inline} Vec_Nth<T>(v: Vec T, i: int): T { v->contents[i] }
function {:inline} Vec_Contains<T>(v: Vec T, i: int): bool { 0 <= i && i < v->len }
function {:inline} Vec_Append<T>(v: Vec T, value: T): Vec T
{
  Vec(v->contents[v->len := value], v->len + 1)
}
function {:inline} Vec_Update<T>(v: Vec T, i: int, value: T): Vec T
{
  if Vec_Contains(v, i) then Vec(v->contents[i := value], v->len) else v
}
function {:inline} Vec_Swap<T>(v: Vec T, i: int, j: int): Vec T
{
  if Vec_Contains(v, i) && Vec_Contains(v, j)
    then Vec(v->contents[i := v->contents[j]][j := v->contents[i]], v->len)
    else v
}
// Without the last element.
function {:inline} Vec_Remove<T>(v: Vec T): Vec T
{
  if v->len > 0 then Vec(v->contents[v->len - 1 := Default()], v->len - 1) else v
}
function {:inline} Vec_Concat<T>(a: Vec T, b: Vec T): Vec T
{
  Vec((lambda {:pool "Concat"} i: int ::
    if Vec_Contains(a, i) then a->contents[i]
    else if Vec_Contains(b, i - a->len) then b->contents[i - a->len]
    else Default()), a->len + b->len)
}
// The elements from `low` to before `high`; none if these are not in the vector.
function {:inline} Vec_Slice<T>(v: Vec T, low: int, high: int): Vec T
{
  (var count := if 0 <= low && low < high && high <= v->len then high - low else 0;
    Vec((lambda {:pool "Slice"} i: int ::
      if 0 <= i && i < count then v->contents[low + i] else Default()), count))
}
// Where two vectors of one length differ, if they do.
procedure Vec_Ext<T>(A: Vec T, B: Vec T) returns (i: int);
  ensures A == B || A->len != B->len || A->contents[i] != B->contents[i];

// Sequences of the solver.

type {:builtin "Seq"} Seq _;
function {:builtin "seq.empty"} Seq_Empty<T>(): Seq T;
function {:builtin "seq.len"} Seq_Len<T>(s: Seq T): int;
function {:builtin "seq.++"} Seq_Concat<T>(a: Seq T, b: Seq T): Seq T;
function {:builtin "seq.unit"} Seq_Unit<T>(value: T): Seq T;
function {:builtin "seq.nth"} Seq_Nth<T>(s: Seq T, i: int): T;
function {:builtin "seq.extract"} Seq_Extract<T>(s: Seq T, from: int, length: int): Seq T;

// Sets.

datatype Set<T> { Set(val: [T]bool) }

function {:inline} Set_Empty<T>(): Set T { Set(MapConst(false)) }
function {:inline} Set_Contains<T>(a: Set T, element: T): bool { a->val[element] }
function {:inline} Set_IsSubset<T>(a: Set T, b: Set T): bool { IsSubset(a->val, b->val) }
function {:inline} Set_IsDisjoint<T>(a: Set T, b: Set T): bool
{
  Set_Intersection(a, b) == Set_Empty()
}
function {:inline} Set_Add<T>(a: Set T, element: T): Set T { Set(a->val[element := true]) }
function {:inline} Set_Remove<T>(a: Set T, element: T): Set T { Set(a->val[element := false]) }
function {:inline} Set_Singleton<T>(element: T): Set T { Set(MapOne(element)) }
function {:inline} Set_Union<T>(a: Set T, b: Set T): Set T { Set(MapOr(a->val, b->val)) }
function {:inline} Set_Difference<T>(a: Set T, b: Set T): Set T { Set(MapDiff(a->val, b->val)) }
function {:inline} Set_Intersection<T>(a: Set T, b: Set T): Set T { Set(MapAnd(a->val, b->val)) }
function {:inline} Set_Collector<T>(a: Set T): [T]bool { a->val }

// Finite maps.

datatype Map<T, U> { Map(dom: Set T, val: [T]U) }

function {:inline} Map_Empty<T, U>(): Map T U { Map(Set_Empty(), MapConst(Default())) }
function {:inline} Map_Singleton<T, U>(key: T, value: U): Map T U
{
  Map_Update(Map_Empty(), key, value)
}
function {:inline} Map_Contains<T, U>(a: Map T U, key: T): bool { Set_Contains(a->dom, key) }
function {:inline} Map_IsDisjoint<T, U>(a: Map T U, b: Map T U): bool
{
  Set_IsDisjoint(a->dom, b->dom)
}
function {:inline} Map_At<T, U>(a: Map T U, key: T): U { a->val[key] }
function {:inline} Map_Remove<T, U>(a: Map T U, key: T): Map T U
{
  Map(Set_Remove(a->dom, key), a->val[key := Default()])
}
function {:inline} Map_Update<T, U>(a: Map T U, key: T, value: U): Map T U
{
  Map(Set_Add(a->dom, key), a->val[key := value])
}
function {:inline} Map_Swap<T, U>(a: Map T U, key: T, other: T): Map T U
{
  Map_Update(Map_Update(a, key, Map_At(a, other)), other, Map_At(a, key))
}
function {:inline} Map_Extract<T, U>(a: Map T U, keys: Set T): Map T U
{
  Map(keys, MapIte(keys->val, a->val, MapConst(Default())))
}
function {:inline} Map_Exclude<T, U>(a: Map T U, keys: Set T): Map T U
{
  Map(Set_Difference(a->dom, keys), MapIte(keys->val, MapConst(Default()), a->val))
}
function {:inline} Map_Union<T, U>(a: Map T U, b: Map T U): Map T U
{
  Map(Set_Union(a->dom, b->dom), MapIte(a->dom->val, a->val, b->val))
}
function {:inline} Map_WellFormed<T, U>(a: Map T U): bool
{
  a->val == MapIte(a->dom->val, a->val, MapConst(Default()))
}
function {:inline} Map_Collector<T, U>(a: Map T U): [T]bool { a->dom->val }

// Sets and maps with one element.

datatype One<T> { One(val: T) }
function {:inline} One_Collector<T>(a: One T): [T]bool { MapOne(a->val) }

datatype Cell<T, U> { Cell(key: T, val: U) }
function {:inline} Cell_Collector<T, U>(a: Cell T U): [T]bool { MapOne(a->key) }

datatype Fraction<T, K> { Fraction(val: T, id: K, ids: [K]bool) }
function {:inline} AllPieces<T, K>(value: T, ids: [K]bool): Set (Fraction T K)
{
  Set((lambda piece: Fraction T K ::
    piece->val == value && ids[piece->id] && piece->ids == ids))
}

// Places in memory.

type Loc;
datatype TaggedLoc<K> { TaggedLoc(loc: Loc, tag: K) }

pure procedure {:library} {:inline 1} Copy<T>(v: T) returns (copy: T) { copy := v; }
pure procedure {:library} {:inline 1} Assume(b: bool) { assume b; }
pure procedure {:library} {:inline 1} Set_MakeEmpty<K>() returns ({:linear} l: Set K) { l := Set_Empty(); }
pure procedure {:library} {:inline 1} Map_MakeEmpty<K, V>() returns ({:linear} m: Map K V)
{
  m := Map_Empty();
}
pure procedure {:library} {:inline 1} Cell_Pack<K, V>({:linear_in} l: One K, {:linear_in} v: V)
  returns ({:linear} c: Cell K V)
{
  c := Cell(l->val, v);
}
pure procedure {:library} {:inline 1} Cell_Unpack<K, V>({:linear_in} c: Cell K V)
  returns ({:linear} l: One K, {:linear} v: V)
{
  l, v := One(c->key), c->val;
}
