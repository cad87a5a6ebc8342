//! What lowered programs do: explored exhaustively by the interpreter over small domains.

use crate::lower;
use lariat_program::interpreter::{Budget, Domains, explore};

/// What `main` can do.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Behaviour {
    Fails,
    Returns,
    Blocks,
}
use Behaviour::{Blocks, Fails, Returns};

/// Explores from `main`, before and after a round through text.
fn behaviour(text: &str, bound: u32) -> Behaviour {
    let explored = |text: &str| {
        let lowered = lower(text).expect("accepted");
        let main = lowered.procedure("main").expect("main");
        let domains = Domains { ints: 0..=2, ..Domains::default() };
        let found = explore(&lowered.program, main, bound, &domains, Budget::default());
        assert!(found.complete, "not everything was explored");
        let behaviour = match (found.fails, found.returns) {
            (true, _) => Fails,
            (false, true) => Returns,
            (false, false) => Blocks,
        };
        (behaviour, lariat_lower::print(&lowered.program))
    };
    let (first, printed) = explored(text);
    let (again, _) = explored(&printed);
    assert_eq!(first, again, "printing changed the meaning:\n{printed}");
    first
}

#[test]
fn a_loop_fails_in_the_iteration_that_fails() {
    let program = |limit: u32| {
        format!(
            "procedure main() {{ var i: int; i := 0;
               while (i < 5) {{ i := i + 1; assert i != {limit}; }} }}"
        )
    };
    assert_eq!(behaviour(&program(4), 10), Fails);
    assert_eq!(behaviour(&program(6), 10), Returns);
    // Within two recursions the loop gets neither to the failure nor to its end.
    assert_eq!(behaviour(&program(4), 2), Blocks);
}

#[test]
fn invariants_are_checked_at_every_visit_of_the_head() {
    let program = |invariant: &str| {
        format!(
            "procedure main() {{ var i: int; i := 0;
               while (i < 3) {invariant} {{ i := i + 1; }} assert i == 3; }}"
        )
    };
    assert_eq!(behaviour(&program("invariant i <= 3;"), 10), Returns);
    assert_eq!(behaviour(&program("invariant i <= 2;"), 10), Fails);
    assert_eq!(behaviour(&program("free invariant i <= 2;"), 10), Blocks);
}

#[test]
fn nested_loops_with_breaks() {
    let text = "procedure main() {
        var i, j, n: int; i, n := 0, 0;
        outer: while (i < 3) {
          j := 0;
          while (true) { if (j == 2) { break; } j := j + 1; n := n + 1; if (n == 5) { break outer; } }
          i := i + 1;
        }
        assert n == 5 && i == 2 && j == 1;
      }";
    assert_eq!(behaviour(text, 10), Returns);
    assert_eq!(behaviour(&text.replace("j == 1;", "j == 2;"), 10), Fails);
}

#[test]
fn irreducible_loops() {
    let text = "procedure main() {
        var i: int; i := 0;
        goto A, B;
        A: i := i + 1; goto B, C;
        B: i := i + 10; assume i < 60; goto A;
        C: assert i == 1 || i == 11 || i == 12 || i == 22 || i == 23 || i == 33
             || i == 34 || i == 44 || i == 45 || i == 55 || i == 56;
      }";
    assert_eq!(behaviour(text, 20), Returns);
    assert_eq!(behaviour(&text.replace("|| i == 45 ", ""), 20), Fails);
}

#[test]
fn contracts_between_caller_and_body() {
    let program = |arg: &str, result: &str| {
        format!(
            "var g: int;
             procedure inc(by: int) returns (r: int)
               requires by > 0; modifies g; ensures g == old(g) + by;
             {{ g := g + by; r := {result}; }}
             procedure main() modifies g; {{ var x: int; g := 1; call x := inc({arg}); assert x == g; }}"
        )
    };
    assert_eq!(behaviour(&program("1", "old(g) + by"), 3), Returns);
    assert_eq!(behaviour(&program("1", "g + 1"), 3), Fails);
    // The precondition fails in the caller; the body is never entered.
    assert_eq!(behaviour(&program("0", "g"), 3), Fails);
    let broken = program("1", "g").replace("g := g + by", "g := g + 2");
    assert_eq!(behaviour(&broken, 3), Fails);
}

#[test]
fn procedures_without_body_obey_their_contract() {
    let text = "var g: int where g < 2;
        procedure p() returns (r: int where r > 0); modifies g; ensures g >= old(g);
        procedure main() modifies g; { var x: int; g := 1; call x := p(); assert g == 1 && x > 0; }";
    assert_eq!(behaviour(text, 3), Returns);
    assert_eq!(behaviour(&text.replace("x > 0; }", "x > 1; }"), 3), Fails);
}

#[test]
fn any_of_several_implementations_runs() {
    let text = "procedure p() returns (r: int);
        implementation p() returns (r: int) { r := 1; }
        implementation p() returns (r: int) { r := 2; }
        procedure main() { var x, y: int; call x := p(); call y := p(); assert x == y; }";
    assert_eq!(behaviour(text, 3), Fails);
    assert_eq!(behaviour(&text.replace("x == y", "x + y <= 4"), 3), Returns);
}

#[test]
fn old_in_a_loop_is_the_value_at_entry_of_the_procedure() {
    let text = "var g: int;
        procedure p() modifies g; {
          var i: int; i := 0;
          while (i < 2) { g := g + 1; i := i + 1; assert g == old(g) + i; }
        }
        procedure main() modifies g; { g := 0; call p(); call p(); assert g == 4 && old(g) >= 0; }";
    assert_eq!(behaviour(text, 5), Returns);
}
