//! From a spurious path to the variables that refute it.

use crate::{BuiltIn, lower};
use lariat_budget::Budget;
use lariat_logic::VarId;
use lariat_passes::{Goal, prepare};
use lariat_program::{Frame, Program};
use lariat_reach::{Options, Outcome, Silent};
use lariat_refine::Relaxation;
use lariat_refine::algorithms::lemma_1;
use lariat_refine::{Algorithm, Feasible, Solvers, Spurious, abstraction, examine};
use rustc_hash::FxHashSet;

/// A path of the program without its globals.
fn abstract_path(text: &str) -> (Program, Frame, FxHashSet<VarId>) {
    let (program, main) = lower(text);
    let globals: FxHashSet<VarId> = program.globals.iter().copied().collect();
    let nothing = FxHashSet::default();
    let hidden = abstraction::abstract_program(&program, Goal::Failure, &globals, &nothing);
    let prepared = prepare(&hidden, main, Goal::Failure, &mut |_, _, _| {});
    let solver = BuiltIn.for_search(Relaxation::EXACT).expect("a solver");
    let found =
        lariat_reach::search(prepared, solver, &Options::default(), &Budget::unlimited(), &Silent);
    let Outcome::Reachable(found) = found.expect("no error").0 else { panic!("no path: {text}") };
    (program, found.path, globals)
}

/// Programs with globals `a` to `f`, and the variables that it takes to refute the path to the failure;
/// none if the path is one of the program.
const PATHS: &[(&str, Option<&[&str]>)] = &[
    ("a := 1; assert a == 1;", Some(&["a"])),
    ("a := 1; b := 2; assert a == 1;", Some(&["a"])),
    ("a := 1; b := a; c := b; assert c == 1;", Some(&["a", "b", "c"])),
    ("a := 1; b := 2; assert a + b == 3;", Some(&["a", "b"])),
    ("a := 1; b := 1; if (a == 1) { assert b == 1; }", Some(&["b"])),
    ("a := 1; if (a == 2) { assert false; }", Some(&["a"])),
    (
        "a, b, c, d, e, f := 1, 2, 3, 4, 5, 6; assert a < b && b < c && c < d && d < e && e < f;",
        Some(&["a", "b", "c", "d", "e", "f"]),
    ),
    ("a := 1; assert a == 2;", None),
    ("assert a == b;", None),
    ("havoc a; b := a; assert b != 4;", None),
];

fn program(body: &str) -> String {
    format!(
        "var a: int; var b: int; var c: int; var d: int; var e: int; var f: int;
         procedure main() {{ {body} }}"
    )
}

#[test]
fn every_algorithm_finds_what_is_needed() {
    for (body, expected) in PATHS {
        let (program, path, globals) = abstract_path(&program(body));
        let nothing = FxHashSet::default();
        for algorithm in Algorithm::ALL {
            let control = &Budget::unlimited();
            let new = || {
                Spurious::new(&program, &path, &globals, &nothing, &BuiltIn, control)
                    .expect("a path")
            };
            let feasible = examine(&mut new()).expect("no error");
            let Some(expected) = expected else {
                assert_eq!(feasible, Feasible::Yes, "{body}");
                continue;
            };
            assert_eq!(feasible, Feasible::No, "{body}");
            let mut spurious = new();
            let refined = algorithm.get().refine(&mut spurious).expect("no error");
            let mut names: Vec<&str> =
                refined.add.iter().map(|&v| program.terms.variable(v).name.as_str()).collect();
            names.sort_unstable();
            assert_eq!(names, *expected, "{algorithm:?}: {body}");
            assert!(spurious.is_refuted_by(&refined.add).expect("no error"));
            let most = match algorithm {
                Algorithm::Linear => spurious.candidates.len() as u64,
                _ => lemma_1(spurious.candidates.len(), refined.add.len()),
            };
            assert!(refined.checks <= most, "{algorithm:?}, {} checks: {body}", refined.checks);
        }
    }
}

/// Variables that are tracked already are no candidates, nor are those that the path does not read.
#[test]
fn candidates() {
    let (program, path, globals) =
        abstract_path(&program("a := 1; b := a; c := 5; assert b == 1;"));
    let names = |tracked: &[&str]| {
        let tracked = globals
            .iter()
            .copied()
            .filter(|&v| tracked.contains(&program.terms.variable(v).name.as_str()))
            .collect();
        let control = &Budget::unlimited();
        let spurious =
            Spurious::new(&program, &path, &globals, &tracked, &BuiltIn, control).expect("a path");
        let names = spurious.candidates.iter().map(|&v| program.terms.variable(v).name.clone());
        names.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(names(&[]), "a b");
    assert_eq!(names(&["a"]), "b");
    assert_eq!(names(&["a", "b"]), "");
}

#[test]
fn the_bound_of_lemma_1() {
    assert_eq!(lemma_1(8, 0), 1);
    assert_eq!(lemma_1(8, 1), 7);
    assert_eq!(lemma_1(8, 8), 15);
    assert_eq!(lemma_1(1, 1), 1);
}

#[test]
fn names_of_algorithms_are_different() {
    let names: FxHashSet<&str> = Algorithm::ALL.iter().map(|a| a.name()).collect();
    assert_eq!(names.len(), Algorithm::ALL.len());
}
