//-- fields
// P: verified, proved
datatype Pair { Pair(first: int, second: int) }
procedure P(p: Pair) { assert Pair(1, 2)->first == 1; assert p == Pair(p->first, p->second); }
//-- old syntax
// P: verified, proved
type {:datatype} Pair; function {:constructor} Pair(first: int, second: int): Pair;
procedure P(p: Pair) { assert first#Pair(Pair(1, 2)) == 1; assert is#Pair(p); }
//-- different constructors
// P: verified, proved
// Q: fails, bug
datatype Shape { Dot(), Line(length: int) }
procedure P(s: Shape) { assert s is Dot || s is Line; assert !(s is Dot && s is Line); assert Dot() != Line(0); assert s is Dot ==> s == Dot(); }
procedure Q(s: Shape) { assert s is Line ==> s->length > 0; }
//-- assignment to a field
// P: verified, proved
datatype Pair { Pair(first: int, second: int) }
procedure P(p: Pair) { var q: Pair; q := p; q->first := 7; assert q->first == 7 && q->second == p->second; }
//-- update of a field
// P: verified, proved
// Q: fails, bug
datatype Pair { Pair(first: int, second: int) }
procedure P(p: Pair) { assert p->(first := 1)->(second := 2) == Pair(1, 2); }
procedure Q(p: Pair) { assert p->(first := 1) == p; }
//-- taking apart
// P: verified, proved
datatype Pair { Pair(first: int, second: int) }
procedure P(p: Pair) { var a: int, b: int; Pair(a, b) := p; assert a == p->first && b == p->second; }
//-- taking apart may fail
// P: fails, bug
datatype Shape { Dot(), Line(length: int) }
procedure P(s: Shape) { var n: int; Line(n) := s; }
//-- lists
// P: verified, proved
// Q: fails, bug
datatype List<T> { Nil(), Cons(head: T, tail: List T) }
procedure P(l: List int) { assert Cons(1, l)->tail == l; assert Cons(1, Nil()) != Nil(); assert l != Cons(0, l); }
procedure Q(l: List int) { assert l is Cons; }
//-- a function on lists
// P: verified, proved
datatype List<T> { Nil(), Cons(head: T, tail: List T) }
function length<T>(l: List T): int { if l is Nil then 0 else 1 + length(l->tail) }
procedure P() { assert length(Cons(5, Cons(6, Nil()))) == 2; }
//-- maps in fields
// P: verified, proved
// Q: fails, bug
datatype Table { Table(rows: [int]int, count: int) }
procedure P(t: Table) { var u: Table; u := t; u->rows[3] := 4; assert u->rows[3] == 4 && u->count == t->count; }
procedure Q(t: Table, u: Table) { assert t->rows == u->rows ==> t == u; }
//-- maps of datatypes
// P: verified, proved
datatype Pair { Pair(first: int, second: int) }
procedure P(m: [int]Pair) { var n: [int]Pair; n := m; n[2]->first := 9; assert n[2] == Pair(9, m[2]->second); assert n[3] == m[3]; }
//-- a field that two constructors have
// P: verified, proved
datatype Event { Start(at: int), Stop(at: int) }
procedure P(e: Event) { assert e == Start(3) || e == Stop(3) ==> e->at == 3; }
//-- all values
// P: verified, proved
datatype Colour { Red(), Green(), Blue() }
procedure P(c: Colour) { assert c == Red() || c == Green() || c == Blue(); assert (forall d: Colour :: d is Red || d is Green || d is Blue); }
//-- over types
// P: verified, proved
datatype Option<T> { None(), Some(value: T) }
procedure P(o: Option bool) { assert o is Some && o->value ==> o == Some(true); assert None() != Some(3); }
//-- nested
// P: verified, proved
datatype Inner { Inner(x: int) } datatype Outer { Outer(i: Inner, y: int) }
procedure P(o: Outer) { var p: Outer; p := o; p->i->x := 4; assert p->i->x == 4 && p->y == o->y; }
