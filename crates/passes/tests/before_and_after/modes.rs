use crate::{Behaviour, behaviour, lower, marks};
use expect_test::{Expect, expect};
use lariat_lower::print;
use lariat_passes::{Goal, split_modes};

/// After the split the goal is met exactly if the new entry returns, and nothing can fail.
pub fn check(goal: Goal, text: &str, expected: Expect) {
    let (before, entry) = lower(text);
    let mut after = before.clone();
    let (new_entry, stats) = split_modes(&mut after, entry, goal);
    after.validate().expect("a valid program");
    let original = behaviour(&before, entry);
    let returns = match goal {
        Goal::Failure => original.fails,
        Goal::Return => original.returns,
    };
    assert_eq!(behaviour(&after, new_entry), Behaviour { fails: false, returns });
    marks::check(&before, &after);
    let flag = stats.flag.as_deref().unwrap_or("none");
    let errors = stats.error_procedures.join(", ");
    let summary = format!(
        "// {} procedures, {} normal, {} error ({errors}), flag: {flag}\n",
        stats.procedures, stats.normal, stats.error
    );
    expected.assert_eq(&(summary + &print(&after)));
}

#[test]
fn an_assertion_is_passed_or_fails() {
    check(
        Goal::Failure,
        "procedure main(x: int) { assert x < 1; assert x != 0; }",
        expect![[r#"
            // 1 procedures, 1 normal, 1 error (main$error), flag: none

            procedure main(x: int)
            {
            entry:
              assume {:item 1} x < 1;
              assume {:item 2} x != 0;
              return;
            }

            procedure main$error(x: int)
            {
            entry:
              goto entry$error1, entry$pass1;
            entry$error1:
              assume {:item 1} 1 <= x;
              return;
            entry$pass1:
              assume {:item 1} x < 1;
              goto entry$error2;
            entry$error2:
              assume {:item 2} x == 0;
              return;
            }
        "#]],
    );
}

#[test]
fn a_call_returns_or_goes_wrong() {
    check(
        Goal::Failure,
        "var g: int;
         procedure main() { var y: int; call y := p(1); assume y == 2; call y := q(y); }
         procedure p(x: int) returns (r: int) { r := x + 1; assert x < 0; }
         procedure q(x: int) returns (r: int) { g := x; r := x; }",
        expect![[r#"
            // 3 procedures, 3 normal, 2 error (main$error, p$error), flag: none
            var g: int;

            procedure main()
              modifies g;
            {
              var y: int;
            entry:
              call y := p(1);
              assume y == 2;
              call y := q(y);
              return;
            }

            procedure p(x: int) returns (r: int)
            {
            entry:
              r := x + 1;
              assume {:item 1} x < 0;
              return;
            }

            procedure q(x: int) returns (r: int)
              modifies g;
            {
            entry:
              g := x;
              r := x;
              return;
            }

            procedure main$error()
              modifies g;
            {
              var y: int;
            entry:
              goto entry$error1;
            entry$error1:
              call p$error(1);
              return;
            }

            procedure p$error(x: int)
            {
              var r: int;
            entry:
              r := x + 1;
              goto entry$error1;
            entry$error1:
              assume {:item 1} 0 <= x;
              return;
            }
        "#]],
    );
}

#[test]
fn recursion_fails_where_the_innermost_call_fails() {
    check(
        Goal::Failure,
        "procedure main() { call up(0); }
         procedure up(x: int) { if (x < 2) { call up(x + 1); } else { assert x != 2; } }",
        expect![[r#"
            // 2 procedures, 2 normal, 2 error (main$error, up$error), flag: none

            procedure main()
            {
            entry:
              call up(0);
              return;
            }

            procedure up(x: int)
            {
            entry:
              goto Then, Else;
            Then:
              assume x < 2;
              call up(x + 1);
              goto join;
            Else:
              assume 2 <= x;
              assume {:item 1} x != 2;
              goto join;
            join:
              return;
            }

            procedure main$error()
            {
            entry:
              goto entry$error1;
            entry$error1:
              call up$error(0);
              return;
            }

            procedure up$error(x: int)
            {
            entry:
              goto Then, Else;
            Then:
              assume x < 2;
              goto Then$error1;
            Else:
              assume 2 <= x;
              goto Else$error1;
            Then$error1:
              call up$error(x + 1);
              return;
            Else$error1:
              assume {:item 1} x == 2;
              return;
            }
        "#]],
    );
}

#[test]
fn the_entry_has_an_error_version_even_if_nothing_fails() {
    check(
        Goal::Failure,
        "procedure main(x: int) { assert true; call p(); }
         procedure p() { }",
        expect![[r#"
            // 2 procedures, 2 normal, 1 error (main$error), flag: none

            procedure main(x: int)
            {
            entry:
              assume {:item 1} true;
              call p();
              return;
            }

            procedure p()
            {
            entry:
              return;
            }

            procedure main$error(x: int)
            {
            entry:
              assume false;
              return;
            }
        "#]],
    );
}

#[test]
fn what_an_error_version_does_not_ensure() {
    // What holds when `p` returns says nothing about executions that fail in it.
    check(
        Goal::Failure,
        "procedure p(x: int) returns (r: int); free ensures false;
         implementation p(x: int) returns (r: int) { assert x != 1; }
         procedure main() { var y: int; call y := p(1); }",
        expect![[r#"
            // 2 procedures, 2 normal, 2 error (p$error, main$error), flag: none

            procedure p(x: int) returns (r: int)
              free ensures false;
            {
            entry:
              assume {:item 1} x != 1;
              return;
            }

            procedure main()
            {
              var y: int;
            entry:
              call y := p(1);
              return;
            }

            procedure p$error(x: int)
            {
              var r: int;
            entry:
              goto entry$error1;
            entry$error1:
              assume {:item 1} x == 1;
              return;
            }

            procedure main$error()
            {
              var y: int;
            entry:
              goto entry$error1;
            entry$error1:
              call p$error(1);
              return;
            }
        "#]],
    );
}

#[test]
fn for_a_return_assertions_are_assumed() {
    check(
        Goal::Return,
        "procedure main(x: int) { assert x < 0; call p(x); }
         procedure p(x: int) { assert x != -1; }",
        expect![[r#"
            // 2 procedures, 2 normal, 0 error (), flag: none

            procedure main(x: int)
            {
            entry:
              assume {:item 1} x < 0;
              call p(x);
              return;
            }

            procedure p(x: int)
            {
            entry:
              assume {:item 2} x != (-1);
              return;
            }
        "#]],
    );
}
