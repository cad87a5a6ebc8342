use crate::{check, unchanged};
use expect_test::expect;
use lariat_passes::remove_dead_assignments;
use lariat_program::{ProcId, Program};

fn pass(program: &mut Program, entry: ProcId) -> ProcId {
    remove_dead_assignments(program, entry);
    entry
}

#[test]
fn what_nobody_reads_is_not_computed() {
    check(
        &pass,
        "var g: int;
         procedure main(x: int) returns (r: int) {
           var a: int; var b: int; var c: int;
           a := x;
           b := a + 1;
           c := b;
           r := c;
           havoc b, a;
           assume a > 0;
           g := 3;
         }",
        expect![[r#"
            var g: int;

            procedure main(x: int) returns (r: int)
              modifies g;
            {
              var a: int;
              var b: int;
              var c: int;
            entry:
              havoc a;
              assume 0 < a;
              g := 3;
              return;
            }
        "#]],
    );
}

#[test]
fn in_parallel_only_the_dead_part_goes() {
    check(
        &pass,
        "procedure main(x: int) {
           var a: int; var b: int;
           a, b := x, x + 1;
           assert a == x;
         }",
        expect![[r#"

            procedure main(x: int)
            {
              var a: int;
              var b: int;
            entry:
              a := x;
              assert {:item 1} a == x;
              return;
            }
        "#]],
    );
}

#[test]
fn results_of_others_and_globals_are_read_later() {
    unchanged(
        &pass,
        "var g: int;
         procedure p(x: int) returns (r: int) { r := x; g := x; }
         procedure main() { var y: int; call y := p(1); assert g == y; }",
    );
}

#[test]
fn read_on_one_of_two_ways_is_read() {
    unchanged(
        &pass,
        "procedure main(x: int) {
           var a: int;
           start: a := x; goto reads, ignores;
           reads: assert a < 2; return;
           ignores: return;
         }",
    );
}

#[test]
fn written_again_before_it_is_read() {
    check(
        &pass,
        "procedure main(x: int) {
           var a: int;
           start: a := 1; goto one, other;
           one: a := x; goto join;
           other: havoc a; goto join;
           join: assert a < 2; return;
         }",
        expect![[r#"

            procedure main(x: int)
            {
              var a: int;
            start:
              goto one, other;
            one:
              a := x;
              goto join;
            other:
              havoc a;
              goto join;
            join:
              assert {:item 1} a < 2;
              return;
            }
        "#]],
    );
}

#[test]
fn what_is_ensured_is_read() {
    check(
        &pass,
        "procedure p() returns (r: int); free ensures r == 1;
         implementation p() returns (r: int) { r := 1; }
         procedure main() returns (s: int); free ensures s == 1;
         implementation main() returns (s: int) { var y: int; s := 1; call y := p(); assert y == 1; }",
        expect![[r#"

            procedure p() returns (r: int)
              free ensures r == 1;
            {
            entry:
              r := 1;
              return;
            }

            procedure main() returns (s: int)
              free ensures s == 1;
            {
              var y: int;
            entry:
              s := 1;
              call y := p();
              assert {:item 1} y == 1;
              return;
            }
        "#]],
    );
}
