//! All passes in order, as the search runs them.

use crate::{Behaviour, behaviour, lower, marks};
use expect_test::{Expect, expect};
use lariat_lower::print;
use lariat_passes::{Goal, Pass, prepare};

fn check(goal: Goal, text: &str, expected: Expect) {
    let (_, entry) = lower(text);
    let original = {
        // `prepare` marks the blocks itself.
        let (mut program, _) = lower(text);
        for block in program.procedures.iter_mut().flat_map(|p| p.body.blocks.iter_mut()) {
            block.commands.retain(|c| !matches!(c.kind, lariat_program::CommandKind::Mark(_)));
        }
        program
    };
    let mut seen = Vec::new();
    let prepared = prepare(&original, entry, goal, &mut |pass, program, entry| {
        program.validate().expect("a valid program after each pass");
        seen.push((pass, behaviour(program, entry)));
    });
    let before = behaviour(&original, entry);
    let met = match goal {
        Goal::Failure => before.fails,
        Goal::Return => before.returns,
    };
    for (pass, found) in seen {
        let expected = match pass {
            Pass::Modes | Pass::Tidy => Behaviour { fails: false, returns: met },
            _ => Behaviour { ..before },
        };
        assert_eq!(found, expected, "after {}", pass.name());
    }
    marks::check(&original, &prepared.program);
    assert_eq!(prepared.goal, goal);
    expected.assert_eq(&print(&prepared.program));
}

#[test]
fn a_loop_and_a_helper() {
    check(
        Goal::Failure,
        "const N: int; axiom N == 2;
         var g: int;
         procedure {:inline 1} next(x: int) returns (r: int) { r := x + 1; }
         procedure unused() { g := 7; }
         procedure main() {
           var i: int; var t: int;
           i := 0; g := 0;
           while (i < N) { call i := next(i); g := g + 1; }
           t := 5;
           assert g == 1;
         }",
        expect![[r#"
            const N: int;
            var g: int;
            axiom N == 2;

            procedure main_loop_head(i#in: int) returns (i: int)
              modifies g;
            {
              var x: int;
              var r: int;
            entry:
              i := i#in;
              goto leave, head;
            leave:
              return;
            head:
              assume i#in < 2;
              r := i#in + 1;
              i := r;
              g := g + 1;
              call i := main_loop_head(i);
              return;
            }

            procedure main$error()
              modifies g;
            {
              var i: int;
              var t: int;
              var x: int;
              var r: int;
            entry:
              g := 0;
              call i := main_loop_head(0);
              assume 2 <= i;
              assume {:item 1} g != 1;
              return;
            }
        "#]],
    );
}

#[test]
fn nothing_is_left_of_what_cannot_fail() {
    check(
        Goal::Failure,
        "procedure main(x: int) { var a: int; a := 1; if (a == 1) { a := 2; } assert a == 2; }",
        expect![[r#"

            procedure main$error(x: int)
            {
              var a: int;
            entry:
              assume false;
              return;
            }
        "#]],
    );
}

#[test]
fn a_flag() {
    check(
        Goal::Return,
        "var error: bool; var g: int;
         procedure main() { error := false; g := 0; call p(); if (!error) { call p(); } assume error; }
         procedure p() { g := g + 1; if (g == 2) { error := true; } else { call p2(); call p2(); } }
         procedure p2() { if (g == 1) { call p2(); } assume g != 3; }",
        expect![[r#"
            var error: bool;
            var g: int;

            procedure p2()
            {
            entry:
              goto Then, Else;
            Then:
              assume g == 1;
              call p2();
              return;
            Else:
              assume g != 1;
              assume g != 3;
              return;
            }

            procedure main$any_true()
              modifies g;
            {
            entry:
              g := 0;
              goto entry$call2, entry$call4;
            entry$call2:
              call p$false_true();
              return;
            entry$call4:
              call p$false_false();
              call p$false_true();
              return;
            }

            procedure p$false_true()
              modifies g;
            {
            entry:
              g := g + 1;
              assume g == 2;
              return;
            }

            procedure p$false_false()
              modifies g;
            {
            entry:
              g := g + 1;
              assume g != 2;
              call p2();
              call p2();
              return;
            }
        "#]],
    );
}

#[test]
fn the_passes_have_names() {
    let names: Vec<&str> = Pass::ALL.iter().map(|p| p.name()).collect();
    let expected = [
        "lower",
        "abstract",
        "prune",
        "inline-marked",
        "propagate",
        "inline-small",
        "modes",
        "tidy",
    ];
    assert_eq!(names, expected);
}
