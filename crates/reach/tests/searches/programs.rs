use crate::{Subject, verdict};
use lariat_passes::Goal;
use lariat_reach::{Options, Splitting, StrategyKind};
use std::time::Duration;

/// A recursion whose innermost call fails when it is four deep.
const DEEP: &str = "procedure main() { call up(0); }
    procedure up(x: int) { if (x < 3) { call up(x + 1); } else { assert x != 3; } }";

/// A loop of three iterations; the assertion after it fails or holds.
const LOOP_FAILS: &str =
    "procedure main() { var i: int; i := 0; while (i < 3) { i := i + 1; } assert i != 3; }";
const LOOP_HOLDS: &str =
    "procedure main() { var i: int; i := 0; while (i < 3) { i := i + 1; } assert i == 3; }";

/// Nobody knows how often the loop runs.
const LOOP_OPEN: &str = "procedure main(n: int) {
    var i: int; i := 0; while (i < n) { i := i + 1; } assert i != 2; assert i >= 0; }";

/// Procedures that are too large to be put in place of their calls, on two ways that exclude each other.
const DIAMOND: &str = "var g: int;
    procedure work() { call step(); call step(); call step(); }
    procedure step() { call tick(); call tick(); }
    procedure tick() { if (g > 100) { call tick(); } g := g + 1; }
    procedure main(b: bool) {
      g := 0;
      if (b) { call work(); } else { call work(); g := g + 1; }
      assert b || g == 7;
      assert !b || g == 6;
    }";

/// Two procedures that call each other.
const MUTUAL: &str = "procedure even(n: int) returns (r: bool) {
      if (n == 0) { r := true; } else { call r := odd(n - 1); } }
    procedure odd(n: int) returns (r: bool) {
      if (n == 0) { r := false; } else { call r := even(n - 1); } }
    procedure main() { var r: bool; call r := even(3); assert r; }";

const MAPS: &str = "var m: [int]int;
    procedure set(i: int, v: int) { m[i] := v; if (v > 90) { call set(i, v - 1); } }
    procedure main(i: int, j: int) { call set(i, 1); call set(j, 2); assert m[i] == 1; }";

const AXIOM: &str = "const N: int; axiom N > 1; function f(x: int) returns (int);
    axiom (forall x: int :: {f(x)} f(x) >= x);
    procedure main(x: int) { assume x == N; assert f(x) > 1; }";

use Goal::{Failure, Return};

/// Program, goal, bound and verdict.
const PROGRAMS: &[(&str, Goal, u32, &str)] = &[
    ("procedure main(x: int) { assert x != 3; }", Failure, 1, "reached at 1"),
    ("procedure main(x: int) { assume x > 3; assert x != 3; }", Failure, 1, "never"),
    ("procedure main(x: int) { assume x > 3; assert x != 3; }", Return, 1, "reached at 1"),
    ("procedure main(x: int) { assert false; }", Return, 1, "never"),
    (
        "procedure main() { call a(); } procedure a() { call b(); call b(); } procedure b() { assert false; }",
        Failure,
        1,
        "reached at 1",
    ),
    (DEEP, Failure, 4, "reached at 4"),
    (DEEP, Failure, 3, "none within 3 (up)"),
    (DEEP, Failure, 9, "reached at 4"),
    (DEEP, Return, 9, "never"),
    (LOOP_FAILS, Failure, 4, "reached at 4"),
    (LOOP_FAILS, Failure, 3, "none within 3 (main_loop_head)"),
    (LOOP_HOLDS, Failure, 6, "never"),
    (LOOP_HOLDS, Failure, 2, "none within 2 (main_loop_head)"),
    (LOOP_HOLDS, Return, 6, "reached at 4"),
    (LOOP_OPEN, Failure, 5, "reached at 3"),
    (LOOP_OPEN, Failure, 2, "none within 2 (main_loop_head)"),
    (DIAMOND, Failure, 2, "never"),
    (MUTUAL, Failure, 3, "reached at 2"),
    (MUTUAL, Failure, 1, "none within 1 (even)"),
    (MAPS, Failure, 2, "reached at 1"),
    (AXIOM, Failure, 1, "never"),
];

fn strategies() -> impl Iterator<Item = StrategyKind> {
    StrategyKind::TABLE.iter().map(|row| row.0)
}

/// JSON and the command line call strategies by the same names.
#[test]
fn names() {
    for (strategy, name, _) in StrategyKind::TABLE {
        assert_eq!(serde_json::to_value(strategy).unwrap(), *name);
    }
}

/// What a strategy is expected to say: unfolding everything does not look for the smallest bound.
fn expected(verdict: &str, strategy: StrategyKind, bound: u32) -> String {
    match strategy {
        StrategyKind::Static if verdict.starts_with("reached") => format!("reached at {bound}"),
        _ => verdict.to_owned(),
    }
}

/// Who cut the search off is part of the verdict only for searches that look at cores.
fn comparable(verdict: String, strategy: StrategyKind) -> String {
    match strategy {
        StrategyKind::Static => verdict.split(" (").next().unwrap_or_default().to_owned(),
        _ => verdict,
    }
}

#[test]
fn strategies_agree() {
    for &(text, goal, recursion_bound, verdict_expected) in PROGRAMS {
        for strategy in strategies() {
            for (sharing, error_skeleton) in [(true, true), (false, true), (true, false)] {
                let options = Options {
                    recursion_bound,
                    strategy,
                    sharing,
                    error_skeleton,
                    ..Options::default()
                };
                let found = comparable(verdict(text, goal, &options), strategy);
                let expected = expected(verdict_expected, strategy, recursion_bound);
                let expected = comparable(expected, strategy);
                let at = format!("{strategy:?}, sharing {sharing}, skeleton {error_skeleton}");
                assert_eq!(found, expected, "{at}, bound {recursion_bound}, {goal:?}: {text}");
            }
        }
    }
}

/// Threads that split from the start come to the same verdict.
#[test]
fn threads_agree() {
    let splitting = Splitting {
        after: Duration::ZERO,
        every: Duration::ZERO,
        at_once: 2,
        ..Splitting::default()
    };
    for &(text, goal, recursion_bound, expected) in PROGRAMS {
        for strategy in [StrategyKind::Widening, StrategyKind::Stratified] {
            let options =
                Options { recursion_bound, strategy, jobs: 2, splitting, ..Options::default() };
            let found = verdict(text, goal, &options);
            // Which part ends last decides whom the verdict names; and whether a bound matters is not asked
            // of parts, so that a proof may become a bound.
            let kind = |v: &str| v.split(" (").next().unwrap_or_default().to_owned();
            let weaker = format!("none within {recursion_bound}");
            let same = kind(&found) == kind(expected);
            let at = format!("{strategy:?}, {goal:?}: {found}, not {expected}: {text}");
            assert!(same || expected == "never" && kind(&found) == weaker, "{at}");
        }
    }
}

#[test]
fn sharing_saves_instances() {
    let subject = Subject::new(DIAMOND, Failure);
    let instances = |sharing| {
        // Without the proof at bound 1 everything within the bound is unfolded.
        let strategy = StrategyKind::Static;
        let options = Options { recursion_bound: 2, sharing, strategy, ..Options::default() };
        let (outcome, stats) = subject.search(&options);
        assert_eq!(subject.show(&outcome), "never");
        (stats.instances, stats.shared)
    };
    let ((with, shared), (without, none)) = (instances(true), instances(false));
    assert!(shared > 0 && none == 0);
    assert!(with < without, "{with} instances with sharing, {without} without");
}
