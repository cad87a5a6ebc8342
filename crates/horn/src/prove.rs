//! Encode, ask, certify, check.

use crate::check::{Checked, check_summaries};
use crate::encode::Encoder;
use crate::loops::ends;
use crate::spacer::{DOES_NOT_STOP, Spacer};
use crate::summary::read_summaries;
use crate::{Encoding, HornOutcome, Options, Proof};
use lariat_budget::{Budget, Share};
use lariat_passes::Prepared;
use lariat_program::{CallGraph, ProcId};
use lariat_solver::{Outcome, SolverError};
use lariat_vc::Templates;
use rustc_hash::FxHashMap;
use std::time::Duration;

/// The processor time that each encoding gets in the first round; it grows from round to round.
const FIRST_SLICE: Duration = Duration::from_millis(1500);
const SLICE_GROWTH: u32 = 4;

/// Tries to prove that the entry of the prepared program never returns.
pub fn prove(
    prepared: &Prepared,
    options: &Options,
    budget: &Budget,
) -> Result<HornOutcome, SolverError> {
    let mut slice = FIRST_SLICE;
    let mut reasons: Vec<String> = Vec::new();
    let mut worth_trying: Vec<&Encoding> = options.encodings.iter().collect();
    loop {
        let mut out_of_time = Vec::new();
        for &encoding in &worth_trying {
            if let Some(stop) = budget.stopped() {
                return Ok(HornOutcome::Unknown(stop.to_string()));
            }
            // The last one left may take all the time there is.
            let share = if worth_trying.len() == 1 { Share::ALL } else { Share::processor(slice) };
            match attempt(prepared, options, encoding, share, budget)? {
                Attempt::Answer(outcome) => return Ok(outcome),
                Attempt::OutOfTime => out_of_time.push(encoding),
                Attempt::GaveUp(reason) if reasons.contains(&reason) => {}
                Attempt::GaveUp(reason) => reasons.push(reason),
            }
        }
        let was_last = worth_trying.len() == 1;
        if out_of_time.is_empty() || was_last || budget.stopped().is_some() {
            reasons.extend(budget.stopped().map(|stop| stop.to_string()));
            return Ok(HornOutcome::Unknown(reasons.join("; ")));
        }
        worth_trying = out_of_time;
        slice = slice.saturating_mul(SLICE_GROWTH);
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
    share: Share,
    budget: &Budget,
) -> Result<Attempt, SolverError> {
    let ends = ends(prepared);
    let mut templates = Templates::new(prepared.program.clone(), prepared.entry);
    let encoder = Encoder::new(&mut templates, prepared.entry, &ends, encoding.clone());
    let clauses = match encoder.encode(budget) {
        Ok(clauses) => clauses,
        Err(why) => return Ok(Attempt::GaveUp(why)),
    };
    let spacer = Spacer::new(&templates.program.terms, &clauses, options, encoding)?;
    let slice = budget.child(share);
    match spacer.query(&slice, budget)? {
        (Outcome::Unsat, Some(mut spacer)) => {
            let summaries = read_summaries(&mut templates, &clauses, &mut spacer);
            drop(spacer);
            let terms = templates.program.terms;
            let proof = Proof { terms, summaries, encoding: encoding.clone() };
            let solver = || Ok(options.solver());
            match check_summaries(prepared, &proof, &solver, budget)? {
                Checked::Proved => Ok(Attempt::Answer(HornOutcome::Safe(Box::new(proof)))),
                Checked::Refused(why) => Ok(Attempt::GaveUp(format!("unchecked proof ({why})"))),
            }
        }
        (Outcome::Sat, Some(mut spacer)) => {
            let counts = spacer.activations(&clauses);
            let depth = counts.map(|counts| depth(prepared, &counts));
            Ok(Attempt::Answer(HornOutcome::Unsafe { depth }))
        }
        (Outcome::Unknown(_), Some(_)) if slice.stopped().is_some() => Ok(Attempt::OutOfTime),
        (Outcome::Unknown(why), _) => Ok(Attempt::GaveUp(why.to_string())),
        (_, None) => Ok(Attempt::GaveUp(DOES_NOT_STOP.into())),
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
