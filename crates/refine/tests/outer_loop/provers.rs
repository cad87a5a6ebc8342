//! Proofs for every bound.

use crate::{check, plain};
use lariat_passes::Goal;
use lariat_refine::{Houdini, Options, ProvedBy, ProverOptions, Unbounded};
use std::time::Duration;

/// Holds however often the loop runs, which no bound shows.
const HOLDS: &str = "procedure main(n: int) { var i: int; var j: int;
    i := 0; j := 0; while (i < n) { i := i + 1; j := j + 1; } assert i == j; }";
/// Does not hold, at iteration 7.
const FAILS: &str = "procedure main(n: int) { var i: int; var j: int;
    i := 0; j := 0; while (i < n) { i := i + 1; j := j + 1; } assert i != 7; }";
/// About all elements of an array: needs a witness cell.
const ARRAY: &str = "var a: [int]int; procedure main(n: int) { var i: int;
    i := 0; while (i < n) { a[i] := 5; i := i + 1; }
    i := 0; while (i < n) { assert a[i] == 5; i := i + 1; } }";

fn with(houdini: Houdini, unbounded: Unbounded, deeper: bool) -> Options {
    within(Duration::from_secs(20), houdini, unbounded, deeper)
}

fn within(time: Duration, houdini: Houdini, unbounded: Unbounded, deeper: bool) -> Options {
    let time = Some(time);
    let prover = ProverOptions { houdini, unbounded, time, deeper, ..ProverOptions::default() };
    Options { prover, ..plain(2) }
}

#[test]
fn without_provers_there_is_a_bound() {
    for text in [HOLDS, FAILS, ARRAY] {
        assert_eq!(check(text, Goal::Failure, &plain(2)).0, "none within 2");
    }
}

#[test]
fn proofs_and_who_found_them() {
    for (text, houdini, unbounded, by) in [
        (HOLDS, Houdini::Off, Unbounded::After, Some(ProvedBy::Horn)),
        (HOLDS, Houdini::Off, Unbounded::Beside, None),
        (HOLDS, Houdini::Auto, Unbounded::After, None),
        (ARRAY, Houdini::Off, Unbounded::After, Some(ProvedBy::Cells)),
    ] {
        let options = with(houdini, unbounded, false);
        let (verdict, stats) = check(text, Goal::Failure, &options);
        assert_eq!(verdict, "never", "{houdini:?}, {unbounded:?}: {text}");
        assert!(stats.proved_by.is_some());
        assert!(by.is_none() || stats.proved_by == by, "{:?}: {text}", stats.proved_by);
    }
}

/// A constant bound that the program keeps: for Houdini.
#[test]
fn summaries_prove_or_help() {
    let text = "var state: int;
        procedure step() { if (state == 0) { state := 1; } else { state := 0; } if (*) { call step(); } }
        procedure main() { state := 0; call step(); assert state == 0 || state == 1; }";
    for houdini in [Houdini::First, Houdini::Auto] {
        let options = with(houdini, Unbounded::Off, false);
        let (verdict, _) = check(text, Goal::Failure, &options);
        assert_eq!(verdict, "never", "{houdini:?}");
        assert!(options.prover.kept.summaries().is_some());
    }
}

/// For attempts that cannot succeed.
const SHORT: Duration = Duration::from_millis(500);

/// What fails is never proved, whoever is asked; with a hint from the Horn clauses it is found.
#[test]
fn no_proof_of_what_fails() {
    for houdini in [Houdini::Off, Houdini::Auto, Houdini::First] {
        for unbounded in [Unbounded::Off, Unbounded::After] {
            let found = check(FAILS, Goal::Failure, &within(SHORT, houdini, unbounded, false)).0;
            assert_eq!(found, "none within 2", "{houdini:?}, {unbounded:?}");
        }
    }
    let deeper = check(FAILS, Goal::Failure, &with(Houdini::Off, Unbounded::After, true)).0;
    assert_eq!(deeper, "reached at 8");
    let wrong = ARRAY.replace("a[i] := 5", "a[i] := 5; a[9] := 6");
    let found =
        check(&wrong, Goal::Failure, &within(SHORT, Houdini::Auto, Unbounded::After, false)).0;
    assert_ne!(found, "never");
}

/// A state that is coupled with a result in a way that no candidate says, and calls in between that go on for ever but
/// leave it alone in the end: a search looks into the one, summaries say the other.
const TYPESTATE: &str = "var error: int; var held: int; var other: int;
    procedure wait() { var saved: int; if (*) {
        saved := held; held := 7; other := other + 1; call wait(); held := saved; call wait(); } }
    procedure acquire() returns (ticket: int) {
        call wait(); if (*) { havoc held; } ticket := 2 * held; call wait(); }
    procedure release(ticket: int) { call wait(); if (held != 9 && 2 * held != ticket) { error := 1; } held := 0; }
    procedure main() { var ticket: int; error := 0; held := 0;
        call ticket := acquire(); call wait(); if (ticket != 3) { call release(ticket); } assume error == 1; }";

#[test]
fn summaries_for_recursion_and_a_search_for_the_rest() {
    let options = with(Houdini::Auto, Unbounded::Off, false);
    let (verdict, stats) = check(TYPESTATE, Goal::Return, &options);
    assert_eq!((verdict.as_str(), stats.proved_by), ("never", Some(ProvedBy::Search)));
    // Only what can be written down.
    let prover =
        ProverOptions { by_summaries: true, ..with(Houdini::Auto, Unbounded::Off, false).prover };
    assert_eq!(check(TYPESTATE, Goal::Return, &Options { prover, ..plain(2) }).0, "none within 2");
    for (right, wrong) in [("2 * held;", "3 * held;"), ("held := saved", "held := other")] {
        let text = TYPESTATE.replace(right, wrong);
        assert_ne!(check(&text, Goal::Return, &options).0, "never", "{wrong}");
    }
}
