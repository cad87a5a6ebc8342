//! Each pass on small Boogie programs: the program after it as Boogie text.
//!
//! Whatever the text, the pass must keep what the program can do (explored by the interpreter over small
//! domains), leave a valid program, and its marks must spell paths of the program before.

mod constants;
mod dead;
mod flag;
mod inline;
mod marks;
mod merge;
mod modes;
mod pipeline;
mod propagate;
mod prune;
mod thread;

use expect_test::Expect;
use lariat_lower::{LowerOptions, print};
use lariat_program::interpreter::{Budget, Domains, explore};
use lariat_program::{ProcId, Program};

/// A pass; it gives back where the entry is now.
type Pass = dyn Fn(&mut Program, ProcId) -> ProcId;

/// The marked core program of a Boogie text, and its `main`.
fn lower(text: &str) -> (Program, ProcId) {
    let options = LowerOptions::default();
    let (lowered, main) = lariat_lower::load("test.bpl", text, &options)
        .unwrap_or_else(|errors| panic!("{errors}\n{text}"));
    let mut program = lowered.program;
    program.mark_blocks();
    (program, main)
}

/// What an execution from the entry can end in.
#[derive(Debug, PartialEq)]
struct Behaviour {
    fails: bool,
    returns: bool,
}

/// Explores recursion up to this depth, if there is any.
const BOUND: u32 = 3;

fn behaviour(program: &Program, entry: ProcId) -> Behaviour {
    let domains = Domains { ints: -1..=2, ..Domains::default() };
    let found = explore(program, entry, BOUND, &domains, Budget::default());
    assert!(found.complete, "not everything was explored");
    Behaviour { fails: found.fails, returns: found.returns }
}

/// Applies a pass that keeps the meaning.
fn apply(pass: &Pass, text: &str) -> (Program, Program) {
    let (before, entry) = lower(text);
    let mut after = before.clone();
    let new_entry = pass(&mut after, entry);
    after.validate().expect("a valid program");
    assert_eq!(behaviour(&before, entry), behaviour(&after, new_entry), "\n{}", print(&after));
    marks::check(&before, &after);
    (before, after)
}

/// The program after the pass.
fn check(pass: &Pass, text: &str, expected: Expect) {
    let (_, after) = apply(pass, text);
    expected.assert_eq(&print(&after));
}

/// The pass leaves the program alone.
fn unchanged(pass: &Pass, text: &str) {
    let (before, after) = apply(pass, text);
    assert_eq!(print(&before), print(&after));
}
