use crate::check;
use expect_test::expect;

#[test]
fn functions_and_axioms() {
    check(
        "type Box a;
         function box<a>(x: a): Box a;
         function unbox<a>(b: Box a): a;
         function same<a>(x: a, y: a): bool { x == y }
         axiom (forall<a> x: a :: {box(x)} unbox(box(x)) == x);
         procedure main(i: int, b: bool) { assert same(unbox(box(i)), i) && box(b) == box(true); }",
        expect![[r#"
            type Box_bool;
            type Box_int;
            function box_bool_(bool): Box_bool;
            function box_int_(int): Box_int;
            function unbox_bool_(Box_bool): bool;
            function unbox_int_(Box_int): int;
            axiom (forall x: int :: { box_int_(x) } unbox_int_(box_int_(x)) == x) && (forall x: bool :: { box_bool_(x) } unbox_bool_(box_bool_(x)) <==> x);

            procedure main(i: int, b: bool)
            {
            entry:
              assert {:item 1} (unbox_int_(box_int_(i)) == i) && (box_bool_(b) == box_bool_(true));
              return;
            }
        "#]],
    );
}

#[test]
fn procedures() {
    check(
        "procedure swap<t>(x: t, y: t) returns (a: t, b: t); ensures a == y;
         implementation swap<u>(x: u, y: u) returns (a: u, b: u) { a, b := y, x; }
         procedure main() {
           var i: int; var m: [int]bool;
           call i, * := swap(1, 2);
           call m, * := swap(m, m);
         }",
        expect![[r#"

            procedure main()
            {
              var i: int;
              var m: [int]bool;
              var any#b: int;
              var any#b#2: [int]bool;
            entry:
              call i, any#b := swap_int_(1, 2);
              call m, any#b#2 := swap__int_bool_(m, m);
              return;
            }

            procedure swap_int_(x: int, y: int) returns (a: int, b: int)
              free ensures a == y;
            {
            entry:
              a, b := y, x;
              assert {:item 1, "postcondition"} {:postcondition "swap", "1:53"} a == y;
              return;
            }

            procedure swap__int_bool_(x: [int]bool, y: [int]bool) returns (a: [int]bool, b: [int]bool)
              free ensures a == y;
            {
            entry:
              a, b := y, x;
              assert {:item 1, "postcondition"} {:postcondition "swap", "1:53"} a == y;
              return;
            }
        "#]],
    );
}

#[test]
fn maps() {
    check(
        "type Ref; type Field a; type Heap = <a>[Ref, Field a]a;
         const unique f: Field int; const unique b: Field bool; var heap: Heap;
         function get<a>(h: Heap, r: Ref, f: Field a): a { h[r, f] }
         procedure main(r: Ref) modifies heap; {
           heap[r, f] := get(heap, r, f) + 1;
           heap[r, b] := true;
           heap := (lambda<a> q: Ref, g: Field a :: heap[r, g]);
         }",
        expect![[r#"
            type Field_bool;
            type Field_int;
            datatype Map_a__Ref_Field_a_a { Map_a__Ref_Field_a_a(at_int_: [Ref, Field_int]int, at_bool_: [Ref, Field_bool]bool) }
            type Ref;
            const f: Field_int;
            const b: Field_bool;
            var heap: Map_a__Ref_Field_a_a;

            procedure main(r: Ref)
              modifies heap;
            {
            entry:
              heap := Map_a__Ref_Field_a_a(heap->at_int_[r, f := heap->at_int_[r, f] + 1], heap->at_bool_);
              heap := Map_a__Ref_Field_a_a(heap->at_int_, heap->at_bool_[r, b := true]);
              heap := Map_a__Ref_Field_a_a((lambda q: Ref, g: Field_int :: heap->at_int_[r, g]), (lambda q: Ref, g: Field_bool :: heap->at_bool_[r, g]));
              return;
            }
        "#]],
    );
}

#[test]
fn datatypes() {
    check(
        "datatype List<t> { Nil(), Cons(head: t, tail: List t) }
         procedure main(l: List int, k: List (List bool)) {
           assert Cons(1, l)->tail is Cons || Cons(Nil(), k)->head == Nil();
         }",
        expect![[r#"
            datatype List__List_bool_ { Nil_List_bool_(), Cons_List_bool_(head: List_bool, tail: List__List_bool_) }
            datatype List_bool { Nil_bool_(), Cons_bool_(head: bool, tail: List_bool) }
            datatype List_int { Nil_int_(), Cons_int_(head: int, tail: List_int) }

            procedure main(l: List_int, k: List__List_bool_)
            {
            entry:
              assert {:item 1} true;
              return;
            }
        "#]],
    );
}
