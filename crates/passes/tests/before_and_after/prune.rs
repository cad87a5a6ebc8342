use crate::{check, unchanged};
use expect_test::expect;
use lariat_passes::{prune_blocks, prune_procedures, prune_to_return};
use lariat_program::{ProcId, Program};

fn blocks(program: &mut Program, entry: ProcId) -> ProcId {
    prune_blocks(program);
    entry
}

fn to_return(program: &mut Program, entry: ProcId) -> ProcId {
    prune_to_return(program);
    entry
}

#[test]
fn procedures_that_nobody_calls_go() {
    check(
        &prune_procedures,
        "procedure unused() { call deep(); }
         procedure deep() { }
         procedure main() { call used(); }
         procedure used() { call used(); }",
        expect![[r#"

            procedure main()
            {
            entry:
              call used();
              return;
            }

            procedure used()
            {
            entry:
              call used();
              return;
            }
        "#]],
    );
}

#[test]
fn all_procedures_stay_if_all_are_called() {
    unchanged(
        &prune_procedures,
        "procedure one() { call other(); }
         procedure other() { assert false; }
         procedure main() { call one(); }",
    );
}

#[test]
fn blocks_without_end_go() {
    check(
        &blocks,
        "procedure main(x: int) {
           start: goto ends, blocked, before;
           before: goto blocked, later;
           blocked: assume false; goto unreachable;
           unreachable: return;
           later: assume x > 0; assume false; return;
           ends: return;
         }",
        expect![[r#"

            procedure main(x: int)
            {
            start:
              goto ends;
            ends:
              return;
            }
        "#]],
    );
}

#[test]
fn what_may_fail_before_it_is_blocked_stays() {
    check(
        &blocks,
        "procedure main(x: int) {
           start: goto fails, holds, calls, late;
           fails: assert x > 0; assume false; return;
           holds: assert true; assume false; return;
           calls: call p(); assume false; return;
           late: assume false; assert x > 0; return;
         }
         procedure p() { assert false; }",
        expect![[r#"

            procedure main(x: int)
            {
            start:
              goto fails, calls;
            fails:
              assert {:item 1} 0 < x;
              assume false;
              assume false;
              return;
            calls:
              call p();
              assume false;
              assume false;
              return;
            }

            procedure p()
            {
            entry:
              assert {:item 4} false;
              return;
            }
        "#]],
    );
}

#[test]
fn a_start_that_is_blocked_stays_as_the_start() {
    check(
        &blocks,
        "procedure main(x: int) { start: assume false; goto next; next: return; }",
        expect![[r#"

            procedure main(x: int)
            {
            start:
              assume false;
              return;
            }
        "#]],
    );
}

#[test]
fn blocks_that_are_on_a_way_to_a_return_stay() {
    unchanged(
        &blocks,
        "procedure main(x: int) {
           start: goto a, b;
           a: assume x > 0; goto join;
           b: assume x < 0; goto join;
           join: return;
         }",
    );
}

#[test]
fn calls_that_never_return_end_a_path() {
    check(
        &to_return,
        "procedure never() { assume false; }
         procedure neither() { call never(); }
         procedure main(x: int) {
           start: goto a, b;
           a: call neither(); goto join;
           b: assume x < 0; goto join;
           join: return;
         }",
        expect![[r#"

            procedure never()
            {
            entry:
              assume false;
              return;
            }

            procedure neither()
            {
            entry:
              assume false;
              return;
            }

            procedure main(x: int)
            {
            start:
              goto b;
            b:
              assume x < 0;
              goto join;
            join:
              return;
            }
        "#]],
    );
}

#[test]
fn calls_that_may_return_stay() {
    unchanged(
        &to_return,
        "procedure perhaps(x: int) {
           start: goto a, b;
           a: assume x > 0; return;
           b: call perhaps(x + 1); return;
         }
         procedure main(x: int) { call perhaps(x); }",
    );
}
