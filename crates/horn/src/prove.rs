//! Encode, ask, certify, check.

use crate::check::{Checked, check_summaries};
use crate::encode::Encoder;
use crate::loops::ends;
use crate::spacer::Spacer;
use crate::summary::read_summaries;
use crate::{Encoding, HornOutcome, Options, Proof};
use lariat_passes::Prepared;
use lariat_program::{CallGraph, ProcId};
use lariat_reach::Control;
use lariat_solver::{Outcome, SolverError};
use lariat_vc::Templates;
use rustc_hash::FxHashMap;
use std::time::Duration;

/// The time that each encoding gets in the first round; it grows from round to round.
const FIRST_SLICE: Duration = Duration::from_millis(1500);
const GROWTH: u32 = 4;

/// Tries to prove that the entry of the prepared program never returns.
pub fn prove(
    prepared: &Prepared,
    options: &Options,
    control: &(dyn Control + Sync),
) -> Result<HornOutcome, SolverError> {
    let mut slice = FIRST_SLICE;
    let mut reasons: Vec<String> = Vec::new();
    loop {
        let mut again = false;
        let alone = options.encodings.len() == 1;
        for encoding in &options.encodings {
            if let Some(reason) = control.stop() {
                return Ok(HornOutcome::Unknown(reason));
            }
            let left = control.time_left();
            let time = if alone { left } else { Some(left.map_or(slice, |left| left.min(slice))) };
            match attempt(prepared, options, encoding, time, control)? {
                Attempt::Answer(outcome) => return Ok(outcome),
                Attempt::OutOfTime => again = !alone && left.is_none_or(|left| left > slice),
                Attempt::GaveUp(reason) => {
                    if !reasons.contains(&reason) {
                        reasons.push(reason);
                    }
                }
            }
        }
        if !again {
            let reason = control.stop().unwrap_or_else(|| {
                if reasons.is_empty() { "timeout".into() } else { reasons.join("; ") }
            });
            return Ok(HornOutcome::Unknown(reason));
        }
        slice = slice.saturating_mul(GROWTH);
    }
}

enum Attempt {
    Answer(HornOutcome),
    /// More time might help.
    OutOfTime,
    /// It would not.
    GaveUp(String),
}

fn attempt(
    prepared: &Prepared,
    options: &Options,
    encoding: &Encoding,
    time: Option<Duration>,
    control: &(dyn Control + Sync),
) -> Result<Attempt, SolverError> {
    let ends = ends(prepared);
    let mut templates = Templates::new(prepared.program.clone(), prepared.entry);
    let clauses = Encoder::new(&mut templates, prepared.entry, &ends, encoding.clone()).encode();
    let mut spacer = Spacer::new(&templates.program.terms, &clauses, options, encoding)?;
    if std::env::var("HORN_SHOW").is_ok() {
        eprintln!("{}", spacer.show());
    }
    match spacer.query(time, control)? {
        Outcome::Unsat => {
            let summaries = read_summaries(&mut templates, &clauses, &mut spacer);
            drop(spacer);
            let terms = templates.program.terms;
            let proof = Proof { terms, summaries, encoding: encoding.clone() };
            let solver = || Ok(options.solver());
            match check_summaries(prepared, &proof, &solver, control)? {
                Checked::Proved => Ok(Attempt::Answer(HornOutcome::Safe(Box::new(proof)))),
                Checked::Refused(why) if std::env::var("HORN_SHOW").is_ok() => {
                    for s in &proof.summaries {
                        eprintln!("{:?}: {}", s.procedure, show(&proof.terms, s.formula));
                        if let Some(i) = &s.invariant {
                            eprintln!("   inv {}", show(&proof.terms, i.formula));
                        }
                    }
                    Ok(Attempt::GaveUp(why))
                }
                Checked::Refused(why) => Ok(Attempt::GaveUp(format!("unchecked proof ({why})"))),
            }
        }
        Outcome::Sat => {
            let counts = spacer.activations(&clauses);
            let depth = counts.map(|counts| depth(prepared, &counts));
            Ok(Attempt::Answer(HornOutcome::Unsafe { depth }))
        }
        Outcome::Unknown(why) if why == "timeout" => Ok(Attempt::OutOfTime),
        Outcome::Unknown(why) => Ok(Attempt::GaveUp(why)),
    }
}

/// The most activations of one original procedure, as the bounded search counts them; those that follow
/// each other count as if they were nested.
fn depth(prepared: &Prepared, counts: &FxHashMap<ProcId, u32>) -> u32 {
    let graph = CallGraph::new(&prepared.program);
    let mut families: FxHashMap<Option<ProcId>, u32> = FxHashMap::default();
    for (&p, &count) in counts {
        let family = prepared.program.procedures[p].original();
        let count = if graph.is_recursive(p) { count } else { count.min(1) };
        *families.entry(family).or_insert(0) += count;
    }
    families.into_values().max().unwrap_or(1).max(1)
}

fn show(t: &lariat_logic::Terms, x: lariat_logic::TermId) -> String {
    use lariat_logic::Term;
    match t.get(x) {
        Term::Literal(v) => format!("{v}"),
        Term::Var(v) => format!("{}.{}", t.variable(*v).name, v.0),
        Term::App(o, a) => {
            format!("({o:?} {})", a.iter().map(|&y| show(t, y)).collect::<Vec<_>>().join(" "))
        }
        o => format!("{o:?}"),
    }
}
