use crate::check;
use expect_test::expect;

#[test]
fn basic_sorts_synonyms_and_maps() {
    check(
        "type Ref; type Pair a = [a, a]bool; type Box a;
         var i: int; var r: real; var v: bv8; var m: [int, Ref]bool; var p: Pair (Box int);
         var n: [int][int]int; var z: []int; var f: float11e5; var o: rmode; var s: string;",
        expect![[r#"
            type Box_int;
            type Ref;
            var i: int;
            var r: real;
            var v: bv8;
            var m: [int, Ref]bool;
            var p: [Box_int, Box_int]bool;
            var n: [int][int]int;
            var z: int;
            var f: float11e5;
            var o: rmode;
            var s: string;
        "#]],
    );
}

#[test]
fn datatypes() {
    check(
        "datatype Tree { Leaf(), Node(left: Tree, right: Tree, val: int) }
         datatype Two { L(v: int, w: bool), R(v: int) }
         procedure main() {
           var t: Tree; var two: Two; var k: int;
           t := Node(Leaf(), t, 3);
           assert t is Node && t->val == 3;
           t->right->val := 4;
           k := two->v;
           two := two->(v := 5);
           R(k) := two;
         }",
        expect![[r#"
            datatype Tree { Leaf(), Node(left: Tree, right: Tree, val: int) }
            datatype Two { L(v: int, w: bool), R(v#2: int) }

            procedure main()
            {
              var t: Tree;
              var two: Two;
              var k: int;
            entry:
              t := Node(Leaf(), t, 3);
              assert {:item 1} (t is Node) && (t->val == 3);
              t := Node(t->left, Node(t->right->left, t->right->right, 4), t->val);
              k := (if two is L then two->v else two->v#2);
              two := (if two is L then L(5, two->w) else R(5));
              assert {:item 2} two is R;
              k := two->v#2;
              return;
            }
        "#]],
    );
}

#[test]
fn datatypes_of_the_old_syntax() {
    check(
        "type {:datatype} T;
         function {:constructor} A(x: int): T;
         function {:constructor} B(y: T): T;
         procedure main(t: T) { assert is#B(t) && is#A(y#B(t)) && x#A(A(3)) == 3; }",
        expect![[r#"
            datatype T { A(x: int), B(y: T) }

            procedure main(t: T)
            {
            entry:
              assert {:item 1} (t is B) && (t->y is A);
              return;
            }
        "#]],
    );
}

#[test]
fn maps_without_indices_are_their_element() {
    check(
        "procedure main() { var z: []int; z[] := z[] + 1; assert z[] == z[:= 3][]; }",
        expect![[r#"

            procedure main()
            {
              var z: int;
            entry:
              z := z + 1;
              assert {:item 1} z == 3;
              return;
            }
        "#]],
    );
}
