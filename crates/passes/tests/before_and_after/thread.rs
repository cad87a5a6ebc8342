use crate::{check, unchanged};
use expect_test::expect;
use lariat_passes::{propagate_constants, thread_jumps};
use lariat_program::{ProcId, Program};

fn pass(program: &mut Program, entry: ProcId) -> ProcId {
    thread_jumps(program);
    entry
}

/// As the pipeline does it: what is decided is gone afterwards.
fn and_propagate(program: &mut Program, entry: ProcId) -> ProcId {
    thread_jumps(program);
    propagate_constants(program);
    entry
}

#[test]
fn a_join_before_the_tests_is_copied() {
    check(
        &pass,
        "procedure main(x: int) {
           var t: int;
           start: goto a, b;
           a: assume x > 0; t := 0; goto join;
           b: assume x <= 0; t := 1; goto join;
           join: goto yes, no;
           yes: assume t != 0; assert x < 0; return;
           no: assume t == 0; return;
         }",
        expect![[r#"

            procedure main(x: int)
            {
              var t: int;
            start:
              goto a, b;
            a:
              assume 0 < x;
              t := 0;
              goto yes, no;
            b:
              assume x <= 0;
              t := 1;
              goto yes, no;
            yes:
              assume t != 0;
              assert {:item 1} x < 0;
              return;
            no:
              assume t == 0;
              return;
            }
        "#]],
    );
}

#[test]
fn a_test_in_the_join_itself() {
    check(
        &and_propagate,
        "procedure main(x: int) {
           var t: bool; var s: bool;
           start: goto a, b;
           a: t := true; goto join;
           b: t := false; goto join;
           join: s := !t; assume s; assert x != 1; return;
         }",
        expect![[r#"

            procedure main(x: int)
            {
              var t: bool;
              var s: bool;
            start:
              goto b;
            b:
              t := false;
              s := true;
              assume true;
              assert {:item 1} x != 1;
              return;
            }
        "#]],
    );
}

#[test]
fn joins_that_decide_nothing_stay() {
    // The same value on both ways is a matter of propagation, not of copies.
    unchanged(
        &pass,
        "procedure main(x: int) {
           var t: int;
           start: goto a, b;
           a: t := x + 1; goto join;
           b: t := x + 2; goto join;
           join: assume t != 0; assert x < 2; return;
         }",
    );
}

#[test]
fn joins_with_calls_stay() {
    unchanged(
        &pass,
        "procedure p() { assume true; }
         procedure main(x: int) {
           var t: int;
           start: goto a, b;
           a: t := 0; goto join;
           b: t := 1; goto join;
           join: call p(); assume t == 0; return;
         }",
    );
}

#[test]
fn joins_of_forks_stay() {
    unchanged(
        &pass,
        "procedure main(x: int) {
           var t: int;
           start: goto a, b;
           a: t := 0; goto join, other;
           b: t := 1; goto join;
           join: assume t == 0; return;
           other: return;
         }",
    );
}
