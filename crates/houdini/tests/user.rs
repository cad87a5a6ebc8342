//! Candidates that users write, and summaries as text.

use lariat_budget::Budget;
use lariat_houdini::{
    Candidate, Inferred, Options, existential_candidates, infer, inject, no_return_candidates,
    strongest, summaries, template_candidates,
};
use lariat_lower::{LowerOptions, Lowered};
use lariat_passes::{Goal, Prepared};
use lariat_solver::{Z3Options, Z3Solver};

fn lower(text: &str) -> Lowered {
    lower_with(text, &LowerOptions { candidates: true, ..LowerOptions::default() })
}

fn lower_with(text: &str, options: &LowerOptions) -> Lowered {
    lariat_lower::load("test.bpl", text, options).unwrap_or_else(|errors| panic!("{errors}")).0
}

fn prepare(lowered: &Lowered) -> Prepared {
    let entry = lowered.procedure("main").expect("main");
    lariat_passes::prepare(&lowered.program, entry, Goal::Failure, &mut |_, _, _| {})
}

fn run(prepared: &Prepared, mut candidates: Vec<Candidate>) -> Inferred {
    candidates.extend(no_return_candidates(prepared));
    let mut z3 = || -> Result<Box<dyn lariat_solver::Solver>, _> {
        Ok(Box::new(Z3Solver::new(&Z3Options::default())))
    };
    infer(prepared, candidates, &mut z3, &Options::default(), &Budget::unlimited())
        .expect("no solver error")
}

fn text(prepared: &Prepared, inferred: &Inferred) -> String {
    summaries(&prepared.program, &inferred.kept)
}

const EXISTENTIAL: &str = "
    const {:existential true} pre_good: bool;
    const {:existential true} pre_bad: bool;
    const {:existential true} post_good: bool;
    const {:existential true} post_bad: bool;
    const {:existential true} loop_good: bool;
    const {:existential true} loop_bad: bool;
    var g: int;
    procedure down(n: int) returns (r: int) modifies g;
      requires pre_good ==> n >= 0;
      requires pre_bad ==> n >= 5;
      ensures post_good ==> g == old(g) + 2;
      ensures post_bad ==> r == n;
    { g := g + 2; r := 0; if (n > 0) { g := g - 2; call r := down(n - 1); } }
    procedure main(n: int) modifies g; {
      var i: int;
      var r: int;
      assume n > 0;
      i := 0;
      g := 1;
      while (i < n)
        invariant loop_good ==> i <= n && i >= 0;
        invariant loop_bad ==> i < 2;
      { i := i + 1; }
      call r := down(i);
      assert i == n && g == 3;
    }";

#[test]
fn existential_constants_are_candidates() {
    let lowered = lower(EXISTENTIAL);
    let prepared = prepare(&lowered);
    let candidates = existential_candidates(&prepared, &lowered.candidates);
    let inferred = run(&prepared, candidates);
    let text = text(&prepared, &inferred);
    assert!(inferred.proved, "{text}");
    let names: Vec<String> = inferred.kept.iter().map(|c| format!("{:?}", c.origin)).collect();
    for (name, kept) in [
        ("pre_good", true),
        ("pre_bad", false),
        ("post_good", true),
        ("post_bad", false),
        ("loop_good", true),
    ] {
        assert_eq!(names.iter().any(|n| n.contains(name)), kept, "{name}: {names:?}");
    }
}

/// Code of other procedures, put in place of the very first commands, does not make a procedure one of
/// theirs: the first mark of a procedure is that of its own start.
#[test]
fn a_version_keeps_its_own_clauses_after_inlining() {
    let lowered = lower(
        "const {:existential true} of_leaf: bool;
        const {:existential true} of_work: bool;
        var g: int;
        procedure leaf() modifies g;
          ensures of_leaf ==> g > 0;
        { if (g > 3) { g := 1; } else { g := 2; } }
        procedure work(n: int) modifies g;
          ensures of_work ==> g <= 2;
        { call leaf(); while (*) { call leaf(); } if (n > 0) { call work(n - 1); } assert g != 7; }
        procedure main(n: int) modifies g; { call leaf(); call work(n); assert g <= 2; }",
    );
    let prepared = prepare(&lowered);
    for procedure in &prepared.program.procedures {
        let original = procedure.original().expect("marked");
        let original = &lowered.program.procedures[original].name;
        let name = procedure.name.trim_end_matches("$error");
        assert_eq!(name, original);
    }
    let candidates = existential_candidates(&prepared, &lowered.candidates);
    let about: Vec<(&str, String)> = candidates
        .iter()
        .map(|c| {
            let name = prepared.program.procedures[c.procedure].name.as_str();
            (name, format!("{:?}", c.origin))
        })
        .collect();
    assert_eq!(about, [("work", "Existential(\"of_work\")".to_owned())]);
}

#[test]
fn without_the_option_existential_constants_are_constants() {
    let lowered = lower_with(EXISTENTIAL, &LowerOptions::default());
    assert!(lowered.candidates.is_empty() && lowered.templates.clauses.is_empty());
}

const TEMPLATE: &str = "
    var s: int;
    var other: int;
    var {:template} {:includeGlobals} {:match \"^s$\"} state: int;
    var {:template} {:includeFormalOut} result: int;
    procedure {:template} summaries();
      requires state == 0;
      ensures old(state) == 0 ==> state == 0;
      ensures old(state) == 0 ==> state == 1;
      ensures result >= 0;
    procedure work(n: int) returns (r: int) modifies s, other; {
      assert s == 0;
      s := 1;
      other := other + n;
      s := 0;
      r := 0;
      if (n > 0) { call r := work(n - 1); r := r + 1; }
    }
    procedure main(n: int) modifies s, other; {
      var r: int;
      s := 0;
      call r := work(n);
      assert s == 0 && r >= 0;
    }";

#[test]
fn templates_are_instantiated_for_every_procedure() {
    let lowered = lower(TEMPLATE);
    assert_eq!(lowered.templates.variables.len(), 2);
    assert_eq!(lowered.templates.clauses.len(), 4);
    let mut prepared = prepare(&lowered);
    let candidates = template_candidates(&mut prepared, &lowered.templates).expect("patterns");
    assert!(!candidates.is_empty());
    let inferred = run(&prepared, candidates);
    let text = text(&prepared, &inferred);
    assert!(inferred.proved, "{text}");
    assert!(text.contains("free ensures 0 <= r"), "{text}");
    assert!(text.contains("free requires s == 0"), "{text}");
    assert!(text.contains("(old(s) == 0) ==> (s == 0)"), "{text}");
    assert!(!text.contains("other"), "{text}");
}

#[test]
fn a_pattern_that_is_none_is_an_error() {
    let lowered = lower(&TEMPLATE.replace("^s$", "(s"));
    let mut prepared = prepare(&lowered);
    let error = template_candidates(&mut prepared, &lowered.templates).expect_err("bad pattern");
    assert_eq!((error.variable.as_str(), error.pattern.as_str()), ("state", "(s"));
}

#[test]
fn what_another_candidate_implies_is_not_injected() {
    let lowered = lower(TEMPLATE);
    let mut prepared = prepare(&lowered);
    let limits = lariat_houdini::Limits::default();
    let candidates = lariat_houdini::automatic_candidates(&mut prepared, &limits);
    let inferred = run(&prepared, candidates);
    assert!(inferred.proved);
    let few = strongest(&inferred.kept).len();
    assert!(few < inferred.kept.len());
    let before: usize = prepared.program.procedures.iter().map(|p| p.ensures.len()).sum();
    inject(&mut prepared.program, &inferred.kept);
    let after: usize = prepared.program.procedures.iter().map(|p| p.ensures.len()).sum();
    assert!(after - before <= few);
    assert_eq!(prepared.program.validate(), Ok(()));
}
