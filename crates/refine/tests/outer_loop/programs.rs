use crate::{check, plain};
use lariat_passes::Goal;
use lariat_reach::StrategyKind;
use lariat_refine::{Algorithm, Options, Variables};

/// Ten globals, of which the answer needs two.
const FLAGS: &str = "
    var a: int; var b: int; var c: int; var d: int; var e: int;
    var f: int; var g: int; var h: int; var lock: int; var turn: int;
    procedure acquire() { assume lock == 0; lock := 1; a := a + 1; }
    procedure release() { assert lock == 1; lock := 0; b := a; }
    procedure noise() { c := c + a; d := c; if (*) { call noise(); } }
    procedure main() {
      lock := 0; turn := 0;
      call acquire(); call noise(); turn := turn + 1;
      if (turn == 1) { call release(); }
      if (turn == 2) { call release(); }
      e := d; f := e; g := f; h := g;
    }";

/// The same with a release too many.
fn flags_bug() -> String {
    FLAGS.replace("turn == 2", "turn >= 1")
}

/// Maps and products: what the solver may leave open at first.
const CELLS: &str = "var m: [int]int; var n: [int]int;
    procedure put(i: int, v: int) { m[i] := v; n[i] := v + 1; if (v > 50) { call put(i, v - 1); } }
    procedure main(i: int, j: int) {
      call put(i, 1); call put(j, 2);
      assert i == j || m[i] == 1;
      assert n[j] == 3;
    }";
const PRODUCTS: &str = "procedure square(x: int) returns (r: int) {
      r := x * x; if (x > 1000) { call r := square(x - 1); } }
    procedure main(x: int) { var y: int; var z: int;
      assume x > 1 && x < 5;
      call y := square(x); z := y * x; assert z != 27; }";

fn products_hold() -> String {
    PRODUCTS.replace("z != 27", "y == x * x")
}

/// Both at once, and a bug that needs them.
const BOTH: &str = "var m: [int]int;
    procedure main(i: int, k: int) {
      m[i] := i * k; m[k] := m[i] + 1;
      assert i == k || m[k] != 13 || i < 3 || k < 4;
    }";

/// Maps that are compared have no cells.
const COMPARED: &str = "var m: [int]int; var n: [int]int;
    procedure main(i: int) { n := m; m[i] := 3; assert m != n || n[i] == 3; assert m[i] == 3; }";

const LOOP: &str = "var limit: int; var other: int;
    procedure main() { var i: int; i := 0; other := 1; limit := 3;
      while (i < limit) { i := i + 1; other := other + 1; } assert i != 3; }";

fn programs() -> Vec<(String, u32, &'static str)> {
    vec![
        (FLAGS.into(), 1, "never"),
        (flags_bug(), 1, "reached at 1"),
        (CELLS.into(), 1, "never"),
        (CELLS.replace("i == j || ", ""), 1, "reached at 1"),
        (PRODUCTS.into(), 1, "reached at 1"),
        (products_hold(), 1, "never"),
        (BOTH.into(), 1, "reached at 1"),
        (COMPARED.into(), 1, "never"),
        (LOOP.into(), 5, "reached at 4"),
        (LOOP.into(), 3, "none within 3"),
        (LOOP.replace("i != 3", "i == 3"), 5, "never"),
    ]
}

/// Bounds of searches that start at a bound are not compared where a round starts at the last one's.
fn verdict(text: &str, options: &Options) -> String {
    check(text, Goal::Failure, options).0
}

#[test]
fn what_may_be_left_out_makes_no_difference() {
    for (text, bound, expected) in programs() {
        for leave_out in
            [Variables::Nothing, Variables::Auto, Variables::Globals, Variables::Locals]
        {
            let options = Options { leave_out, ..plain(bound) };
            assert_eq!(verdict(&text, &options), expected, "{leave_out:?}: {text}");
        }
    }
}

#[test]
fn algorithms_make_no_difference() {
    for (text, bound, expected) in programs() {
        for algorithm in Algorithm::ALL {
            let leave_out = Variables::Globals;
            let options = Options { leave_out, algorithm, ..plain(bound) };
            assert_eq!(verdict(&text, &options), expected, "{algorithm:?}: {text}");
        }
    }
}

#[test]
fn relaxations_make_no_difference() {
    for (text, bound, expected) in programs() {
        for exact in [false, true] {
            for strategy in [StrategyKind::Widening, StrategyKind::Stratified] {
                let mut options = Options { exact, ..plain(bound) };
                options.search.strategy = strategy;
                let at = format!("exact {exact}, {strategy:?}");
                assert_eq!(verdict(&text, &options), expected, "{at}: {text}");
            }
        }
    }
}

#[test]
fn starting_again_makes_no_difference() {
    for (text, bound, expected) in programs() {
        let leave_out = Variables::Locals;
        let options = Options { leave_out, reuse: false, ..plain(bound) };
        assert_eq!(verdict(&text, &options), expected, "{text}");
    }
}

#[test]
fn deepening_finds_what_is_beyond_the_bound() {
    let options = Options { deepen: true, ..plain(1) };
    assert_eq!(verdict(LOOP, &options), "reached at 4");
    assert_eq!(verdict(&LOOP.replace("i != 3", "i == 3"), &options), "never");
}

/// The abstraction tracks what the answer needs, and little else.
#[test]
fn few_variables_are_tracked() {
    let options = Options { leave_out: Variables::Globals, ..plain(1) };
    let (_, stats) = check(FLAGS, Goal::Failure, &options);
    assert_eq!(stats.tracked, ["lock", "turn"]);
    assert_eq!(stats.variables, 10);
    assert!(stats.iterations.len() >= 2 && stats.checks() > 0);
    let added: Vec<&String> = stats.iterations.iter().flat_map(|i| &i.added).collect();
    assert_eq!(added.len(), 2, "{added:?}");
}

#[test]
fn variables_that_are_named_are_tracked_from_the_start() {
    let (program, _) = crate::lower(FLAGS);
    let named = |name: &str| {
        let of = |v: &&lariat_logic::VarId| program.terms.variable(**v).name == name;
        *program.globals.iter().find(of).expect("a global")
    };
    let tracked = [named("lock"), named("turn")].into_iter().collect();
    let options = Options { leave_out: Variables::Globals, tracked, ..plain(1) };
    let (verdict, stats) = check(FLAGS, Goal::Failure, &options);
    assert_eq!((verdict.as_str(), stats.iterations.len()), ("never", 1));
}

/// The other goal: does the program return?
#[test]
fn returning() {
    let returns =
        |text: &str, leave_out| check(text, Goal::Return, &Options { leave_out, ..plain(5) }).0;
    for leave_out in [Variables::Nothing, Variables::Globals, Variables::Locals] {
        assert_eq!(
            returns("var g: int; procedure main() { g := 1; assert g == 2; }", leave_out),
            "never"
        );
        assert_eq!(
            returns("var g: int; procedure main() { g := 1; assert g == 1; }", leave_out),
            "reached at 1"
        );
    }
}
