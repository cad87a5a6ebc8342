// with base
// Sets: fails 21
// Maps: fails 33
// Vectors: verified
// Element: fails 50
// Sorted: verified
// Cut: verified
// Trees: verified
// Sequences: fails 83
// Options: verified
// CopyOf: verified
// Elements: verified

procedure Sets(a: Set int, b: Set int)
{
  assert Set_Contains(Set_Union(a, b), 7) == (Set_Contains(a, 7) || Set_Contains(b, 7));
  assert Set_IsSubset(Set_Intersection(a, b), a);
  assert Set_IsDisjoint(Set_Difference(a, b), b);
  assert !Set_Contains(Set_Remove(a, 1), 1) && Set_Contains(Set_Add(b, 1), 1);
  assert Set_Singleton(3) == Set_Add(Set_Empty(), 3);
  assert Set_IsSubset(a, b);
}

procedure Maps(m: Map int bool)
{
  var changed: Map int bool;
  changed := Map_Update(m, 4, true);
  assert Map_Contains(changed, 4) && Map_At(changed, 4);
  assert Map_Contains(m, 5) <==> Map_Contains(changed, 5);
  changed := Map_Remove(changed, 4);
  assert !Map_Contains(changed, 4);
  assert Map_Contains(Map_Singleton(1, true), 1);
  assert changed == m;
}

procedure Vectors(v: Vec int, i: int)
  requires Vec_Contains(v, i);
{
  var w: Vec int;
  w := Vec_Append(v, 9);
  assert Vec_Len(w) == Vec_Len(v) + 1 && Vec_Nth(w, Vec_Len(v)) == 9 && Vec_Nth(w, i) == Vec_Nth(v, i);
  assert Vec_Len(v) >= 0 && Vec_Remove(w) == v;
  assert Vec_Swap(Vec_Swap(v, i, 0), i, 0) == v;
  assert Vec_Update(v, i, Vec_Nth(v, i)) == v;
}

procedure Element(v: Vec int, i: int)
  requires Vec_Contains(v, i);
{
  assert Vec_Nth(v, i) != 9;
}

procedure Sorted(v: Vec int, low: int, high: int)
  requires (forall i, j: int :: 0 <= i && i < j && j < Vec_Len(v) ==> Vec_Nth(v, i) <= Vec_Nth(v, j));
  requires 0 <= low && low <= high && high < Vec_Len(v);
  ensures Vec_Nth(v, low) <= Vec_Nth(v, high);
{
}

procedure Cut<T>(v: Vec T, at: int)
  requires Vec_Contains(v, at);
{
  assert Vec_Concat(Vec_Slice(v, 0, at), Vec_Slice(v, at, Vec_Len(v))) == v;
}

// Vectors in fields are as vectors in variables.
datatype Tree { Leaf(value: int), Branches(below: Vec Tree) }
procedure Trees(t: Tree) returns (same: Tree)
  requires t is Branches && Vec_Len(t->below) == 1;
  ensures same == t;
{
  var below: Vec Tree;
  below := Vec_Empty();
  below := Vec_Append(below, Vec_Nth(t->below, 0));
  same := Branches(below);
}

procedure Sequences(s: Seq int)
{
  assert Seq_Len(Seq_Concat(s, Seq_Unit(3))) == Seq_Len(s) + 1;
  assert Seq_Nth(Seq_Concat(Seq_Unit(8), Seq_Unit(5)), 1) == 5;
  assert Seq_Len(s) > 0 || s == Seq_Empty();
  assert Seq_Len(s) > 0;
}

procedure Options(o: Option int)
{
  assert o is None || o == Some(o->t);
  assert Some(3) != None();
}

procedure CopyOf(x: int) returns (y: int) ensures x == y; { call y := Copy(x); }

procedure Elements(s: [int]bool)
{
  assert s != MapConst(false) ==> s[Choice(s)];
  assert IsSubset(MapAnd(s, MapOne(3)), MapOne(3)) && MapOr(s, MapNot(s)) == MapConst(true);
}
