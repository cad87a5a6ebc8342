//! Candidates from the rule: levels that are raised, remembered in memory and restored.

use lariat_boogie::{CheckOptions, SourceMap};
use lariat_budget::Budget;
use lariat_houdini::{
    Inferred, Options, RuleLimits, certificate, infer, rule_candidates, summaries, without_refuted,
};
use lariat_lower::LowerOptions;
use lariat_passes::{Goal, Prepared};
use lariat_reach::{Outcome, Silent};
use lariat_solver::{Solver, Z3Options, Z3Solver};

fn prepare(text: &str) -> Prepared {
    let options = LowerOptions::default();
    let (lowered, entry) = lariat_lower::load("test.bpl", text, &options)
        .unwrap_or_else(|errors| panic!("{errors}\n{text}"));
    lariat_passes::prepare(&lowered.program, entry, Goal::Failure, &mut |_, _, _| {})
}

fn z3() -> Box<dyn Solver> {
    Box::new(Z3Solver::new(&Z3Options::default()))
}

fn rule(text: &str) -> (Prepared, Inferred) {
    let mut prepared = prepare(text);
    let candidates = rule_candidates(&mut prepared, &RuleLimits::default());
    let options = Options::default();
    let inferred = infer(&prepared, candidates, &mut || Ok(z3()), &options, &Budget::unlimited())
        .expect("no solver error");
    (prepared, inferred)
}

fn search(prepared: Prepared, bound: u32) -> Outcome {
    let options = lariat_reach::Options { recursion_bound: bound, ..Default::default() };
    lariat_reach::search(prepared, Box::new(z3()), &options, &Budget::unlimited(), &Silent)
        .expect("no solver error")
        .0
}

/// `raise` leaves the level in memory, where the caller reads it back; nothing is inlined.
const LEVELS: &str = "
    var level: int;
    var before: int;
    var memory: [int]int;
    var unused: int;
    procedure nothing() modifies unused; { if (*) { call nothing(); } unused := unused + 1; }
    procedure raise(at: int) modifies level, before, memory, unused;
    { call nothing(); memory[at] := level; before := level; level := 2; }
    procedure lower(to: int) modifies level, unused;
    { call nothing(); level := to; }
    procedure at_most_two() modifies unused; { call nothing(); assert level <= 2; }
    procedure work(n: int, at: int) modifies level, before, memory, unused; {
        var saved: int;
        call raise(at);
        saved := memory[at];
        memory[at] := n;
        if (n > 0) { call work(n - 1, at + 1); }
        call at_most_two();
        call lower(saved);
    }
    procedure main(n: int, at: int) modifies level, before, memory, unused; {
        level := 0;
        before := 0;
        call work(n, at);
        call at_most_two();
        assert level == 0;
    }";

#[test]
fn levels_that_go_through_memory_are_proved() {
    let (prepared, inferred) = rule(LEVELS);
    let text = summaries(&prepared.program, &inferred.kept);
    assert!(inferred.proved, "{text}");
    assert!(text.contains("memory[at] == old(level)"), "{text}");
    assert!(!text.contains("unused"), "{text}");
}

/// The certificate is a Boogie program with contracts to be checked, and the entry does not return.
#[test]
fn a_proof_can_be_written_down() {
    let (prepared, inferred) = rule(LEVELS);
    let text = certificate(&prepared, &inferred.kept);
    let sources = SourceMap::single("certificate.bpl", &text).expect("readable");
    let parsed = lariat_boogie::parse(&sources);
    assert!(parsed.is_ok(), "{:?}\n{text}", parsed.diagnostics);
    // Without inferring anything: a verifier would not.
    let checked = lariat_boogie::check(&parsed.program, &CheckOptions { infer_modifies: false });
    assert!(checked.is_ok(), "{:?}\n{text}", checked.diagnostics);
    let entry = &text[text.find("procedure main$error").expect("the entry")..];
    let contract = &entry[..entry.find('{').expect("its body")];
    assert!(contract.contains("\n  ensures false;"), "{contract}");
    assert!(!text.contains("requires"), "{text}");
}

/// Every way to break it is a bug that stays, also when what was refuted is dropped from the program.
#[test]
fn a_broken_rule_is_not_proved() {
    for (right, wrong) in [
        ("level := 2;", "level := 3;"),
        ("call lower(saved)", "call lower(saved + 1)"),
        ("call lower(saved)", "call lower(n)"),
        ("call lower(saved)", "call lower(memory[at])"),
        ("memory[at] := level;", "memory[at + 1] := level;"),
        ("level := 0;", "level := 1;"),
        ("level := to", "level := before"),
    ] {
        let text = LEVELS.replace(right, wrong);
        assert_ne!(text, LEVELS);
        let (mut prepared, inferred) = rule(&text);
        assert!(!inferred.proved, "{wrong}");
        without_refuted(&mut prepared, &inferred.kept);
        assert_eq!(prepared.program.validate(), Ok(()));
        assert!(matches!(search(prepared, 2), Outcome::Reachable(_)), "{wrong}");
    }
}

/// A version that cannot fail is not searched: its callers do not call it any more.
#[test]
fn what_is_refuted_leaves_the_program() {
    let text = LEVELS.replace("assert level == 0;", "assert level == 1;");
    let (mut prepared, inferred) = rule(&text);
    assert!(!inferred.proved);
    let name = |p: &Prepared| {
        let all = p.program.procedures.iter();
        all.map(|p| p.name.clone()).filter(|n| n.ends_with("$error")).collect::<Vec<_>>()
    };
    assert_eq!(name(&prepared).len(), 3);
    without_refuted(&mut prepared, &inferred.kept);
    assert_eq!(name(&prepared), ["main$error"]);
    assert!(matches!(search(prepared, 2), Outcome::Reachable(_)));
}

#[test]
fn a_program_without_a_state_has_no_candidates() {
    let mut prepared = prepare("procedure main(n: int) { assert n * n >= 0; }");
    assert!(rule_candidates(&mut prepared, &RuleLimits::default()).is_empty());
}
