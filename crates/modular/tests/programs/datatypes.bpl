// SameFields: verified
// OtherFields: fails 20
// Frame: verified
// FrameBroken: fails 26

datatype Store { Store(cells: [int]int, used: int) }

procedure SameFields(a: Store, b: Store)
  requires a->used == b->used;
  requires (forall i: int :: a->cells[i] == b->cells[i]);
  ensures a == b;
{
}

procedure OtherFields(a: Store, b: Store)
  requires (forall i: int :: a->cells[i] == b->cells[i]);
{
  assert a == b || a->used != b->used;
  assert a->cells == b->cells;
  assert a == b;
}

procedure Frame(a: Store, at: int) returns (b: Store)
  ensures b == a->(cells := a->cells[at := 1]);
{ b := a; b->cells[at] := 1; }
procedure FrameBroken(a: Store, at: int) returns (b: Store) ensures b == a;
{ b := a; b->cells[at] := 1; }
