//! Programs with some of their variables.

use crate::lower;
use expect_test::{Expect, expect};
use lariat_logic::VarId;
use lariat_lower::print;
use lariat_passes::Goal;
use lariat_program::interpreter::{Budget, Domains, explore};
use lariat_refine::abstraction::abstract_program;
use rustc_hash::FxHashSet;

/// The program without the globals that are not named. Whatever it could do it still can.
fn check(text: &str, goal: Goal, tracked: &[&str], expected: Expect) {
    let (program, main) = lower(text);
    let globals: FxHashSet<VarId> = program.globals.iter().copied().collect();
    let named = |v: &&VarId| tracked.contains(&program.terms.variable(**v).name.as_str());
    let tracked: FxHashSet<VarId> = program.globals.iter().filter(named).copied().collect();
    let after = abstract_program(&program, goal, &globals, &tracked);
    after.validate().expect("a valid program");
    let domains = Domains { ints: 0..=2, ..Domains::default() };
    let explored = |p| explore(p, main, 2, &domains, Budget::default());
    let (one, other) = (explored(&program), explored(&after));
    assert!(one.complete && other.complete);
    match goal {
        Goal::Failure => assert!(!one.fails || other.fails, "a failure is lost"),
        Goal::Return => assert!(!one.returns || other.returns, "a return is lost"),
    }
    expected.assert_eq(&print(&after));
}

const PROGRAM: &str = "var g: int; var h: int;
    procedure p(x: int) returns (r: int);
      modifies g;
      free ensures g == old(g) + 1 && r > 0 && h == 1;
    implementation p(x: int) returns (r: int) { r := g; g := x; }
    procedure main(x: int) {
      var y: int;
      g, h := 1, g;
      assume g > 0 && x == h;
      havoc g, h;
      call y := p(g + 1);
      call h := p(x);
      assert g == y;
      assert h == x;
    }";

#[test]
fn without_one_global() {
    check(
        PROGRAM,
        Goal::Failure,
        &["h"],
        expect![[r#"
            var h: int;

            procedure p(x: int) returns (r: int)
              free ensures 0 < r;
              free ensures h == 1;
            {
            entry:
              havoc r;
              return;
            }

            procedure main(x: int)
              modifies h;
            {
              var y: int;
              var untracked: int;
            entry:
              havoc h;
              assume h == x;
              havoc h;
              havoc untracked;
              call y := p(untracked);
              call h := p(x);
              assert {:item 1} false;
              assert {:item 2} h == x;
              return;
            }
        "#]],
    );
}

#[test]
fn without_the_other() {
    check(
        PROGRAM,
        Goal::Failure,
        &["g"],
        expect![[r#"
            var g: int;

            procedure p(x: int) returns (r: int)
              modifies g;
              free ensures (old(g) + 1) == g;
              free ensures 0 < r;
            {
            entry:
              r := g;
              g := x;
              return;
            }

            procedure main(x: int)
              modifies g;
            {
              var y: int;
              var untracked: int;
            entry:
              g := 1;
              assume 0 < g;
              havoc g;
              call y := p(g + 1);
              call untracked := p(x);
              assert {:item 1} g == y;
              assert {:item 2} false;
              return;
            }
        "#]],
    );
}

#[test]
fn without_any_for_a_return() {
    check(
        PROGRAM,
        Goal::Return,
        &[],
        expect![[r#"

        procedure p(x: int) returns (r: int)
          free ensures 0 < r;
        {
        entry:
          havoc r;
          return;
        }

        procedure main(x: int)
        {
          var y: int;
          var untracked: int;
          var untracked#2: int;
        entry:
          havoc untracked;
          call y := p(untracked);
          call untracked#2 := p(x);
          return;
        }
    "#]],
    );
}

#[test]
fn with_all_it_is_the_program() {
    // But for conjunctions, which are taken apart.
    let (program, _) = lower(&PROGRAM.replace(" && x == h", "").replace(" && r > 0 && h == 1", ""));
    let globals: FxHashSet<VarId> = program.globals.iter().copied().collect();
    let after = abstract_program(&program, Goal::Failure, &globals, &globals);
    assert_eq!(print(&after), print(&program));
}
