use crate::{check, unchanged};
use expect_test::expect;
use lariat_passes::propagate_constants;
use lariat_program::{ProcId, Program};

fn pass(program: &mut Program, entry: ProcId) -> ProcId {
    propagate_constants(program);
    entry
}

#[test]
fn literals_and_copies_of_inputs() {
    check(
        &pass,
        "const K: int;
         procedure main(x: int) {
           var a: int; var b: int; var c: int; var d: int;
           a := 1; b := a + 1; c := x; d := K;
           assert c + d == x + K + b - 2;
           assert b == x;
         }",
        expect![[r#"
            const K: int;

            procedure main(x: int)
            {
              var a: int;
              var b: int;
              var c: int;
              var d: int;
            entry:
              a := 1;
              b := 2;
              c := x;
              d := K;
              assert {:item 1} true;
              assert {:item 2} x == 2;
              return;
            }
        "#]],
    );
}

#[test]
fn branches_on_known_values_are_decided() {
    check(
        &pass,
        "procedure main() {
           var a: int;
           a := 1;
           if (a > 0) { a := 2; } else { assert false; }
           assert a == 3;
         }",
        expect![[r#"

            procedure main()
            {
              var a: int;
            entry:
              a := 1;
              goto Then;
            Then:
              assume true;
              a := 2;
              goto join;
            join:
              assert {:item 2} false;
              return;
            }
        "#]],
    );
}

#[test]
fn facts_are_learned_from_assumptions_and_assertions() {
    check(
        &pass,
        "procedure main(x: int, p: bool, q: bool, m: [int]int) {
           assume x == 1 && p && !q;
           assert m[2] == 5;
           assert x == 2 || !p || q || m[2] == 4;
         }",
        expect![[r#"

            procedure main(x: int, p: bool, q: bool, m: [int]int)
            {
            entry:
              assume (x == 1) && p && !q;
              assert {:item 1} m[2] == 5;
              assert {:item 2} false;
              return;
            }
        "#]],
    );
}

#[test]
fn what_changes_is_forgotten() {
    check(
        &pass,
        "var g: int; var h: int;
         procedure p() returns (r: int) { g := g + 1; }
         procedure main() {
           var a: int; var b: int;
           a := 1; b := 1; g := 1; h := 1;
           havoc a;
           call b := p();
           assert a == 1;
           assert b == 1;
           assert g == 1;
           assert h == 1;
         }",
        expect![[r#"
            var g: int;
            var h: int;

            procedure p() returns (r: int)
              modifies g;
            {
            entry:
              g := g + 1;
              return;
            }

            procedure main()
              modifies g, h;
            {
              var a: int;
              var b: int;
            entry:
              a := 1;
              b := 1;
              g := 1;
              h := 1;
              havoc a;
              call b := p();
              assert {:item 1} a == 1;
              assert {:item 2} b == 1;
              assert {:item 3} g == 1;
              assert {:item 4} true;
              return;
            }
        "#]],
    );
}

#[test]
fn at_a_join_only_what_both_ways_know() {
    check(
        &pass,
        "procedure main(x: int) {
           var a: int; var b: int; var m: [int]int;
           start: m[7] := 7; goto left, right;
           left: assume x > 0; a := 1; b := 1; m[1] := 1; m[2] := 3; goto join;
           right: a := 1; b := 2; m[1] := 1; m[2] := 4; goto join;
           join: assert a == 1; assert b == 1; assert m[1] == 1; assert m[2] == 3; assert m[7] == 7; return;
         }",
        expect![[r#"

            procedure main(x: int)
            {
              var a: int;
              var b: int;
              var m: [int]int;
            start:
              m := m[7 := 7];
              goto left, right;
            left:
              assume 0 < x;
              a := 1;
              b := 1;
              m := m[1 := 1];
              m := m[2 := 3];
              goto join;
            right:
              a := 1;
              b := 2;
              m := m[1 := 1];
              m := m[2 := 4];
              goto join;
            join:
              assert {:item 1} true;
              assert {:item 2} b == 1;
              assert {:item 3} true;
              assert {:item 4} m[2] == 3;
              assert {:item 5} true;
              return;
            }
        "#]],
    );
}

#[test]
fn a_way_that_is_blocked_knows_nothing() {
    check(
        &pass,
        "procedure main(x: int) {
           var a: int;
           start: a := 1; goto left, right;
           left: assume a == 2; a := 5; goto join;
           right: goto join;
           join: assert a == 1; return;
         }",
        expect![[r#"

            procedure main(x: int)
            {
              var a: int;
            start:
              a := 1;
              goto right;
            right:
              goto join;
            join:
              assert {:item 1} true;
              return;
            }
        "#]],
    );
}

#[test]
fn places_of_maps() {
    check(
        &pass,
        "procedure main(x: int) {
           var m: [int]int; var n: [int]int;
           m[1] := 10; m[2] := x; n := m; n[1] := 20;
           assert m[1] == 10;
           assert m[2] == x;
           assert n[1] == 20;
           assert m[3] == 0;
           m[x] := 0;
           assert m[1] == 10;
           assert n[1] == 20;
         }",
        expect![[r#"

            procedure main(x: int)
            {
              var m: [int]int;
              var n: [int]int;
            entry:
              m := m[1 := 10];
              m := m[2 := x];
              n := m;
              n := n[1 := 20];
              assert {:item 1} true;
              assert {:item 2} true;
              assert {:item 3} true;
              assert {:item 4} m[3] == 0;
              m := m[x := 0];
              assert {:item 5} m[1] == 10;
              assert {:item 6} true;
              return;
            }
        "#]],
    );
}

#[test]
fn swapped_in_parallel() {
    check(
        &pass,
        "procedure main() {
           var a: int; var b: int;
           a, b := 1, 2;
           a, b := b, a;
           assert a == 1;
           assert b == 1;
         }",
        expect![[r#"

            procedure main()
            {
              var a: int;
              var b: int;
            entry:
              a, b := 1, 2;
              a, b := 2, 1;
              assert {:item 1} false;
              assert {:item 2} true;
              return;
            }
        "#]],
    );
}

#[test]
fn bound_variables_and_reads_under_binders_stay() {
    unchanged(
        &pass,
        "procedure main(m: [bool]int) {
           assume m[true] == 2;
           assume (forall i: bool :: m[i] == m[true]);
         }",
    );
}

#[test]
fn copies_of_variables_that_change_are_not_propagated() {
    unchanged(
        &pass,
        "var g: int;
         procedure main() {
           var a: int;
           a := g;
           g := g + 1;
           assert a == g;
         }",
    );
}
