//! Splitting one search into parts that can be searched anywhere, for `lariat split`.

use crate::options::{Options, Outcome, Progress, SearchStats};
use crate::part::{Decision, Part, fingerprint};
use crate::search::Search;
use lariat_budget::Budget;
use lariat_passes::Prepared;
use lariat_solver::{Relaxed, SolverError};
use std::sync::Arc;

/// A search that was ended by its budget, and the parts that remain.
#[derive(Debug)]
pub struct Remaining {
    /// What the search said: if it has an answer, there are no parts.
    pub outcome: Outcome,
    /// Together they are all that is left to search; empty if there is an answer, or nothing to decide.
    pub parts: Vec<Part>,
    /// Counters.
    pub stats: SearchStats,
}

/// Searches until the budget is used up, then splits what is left into up to `count` parts: the heaviest
/// is split again and again.
pub fn split(
    prepared: Prepared,
    solver: Box<dyn Relaxed>,
    options: &Options,
    budget: &Budget,
    progress: &dyn Progress,
    count: usize,
) -> Result<Remaining, SolverError> {
    let program = fingerprint(&prepared.program);
    let mut search = Search::new(prepared, solver, Arc::new(options.clone()), budget, progress);
    let outcome = search.run()?;
    let parts = match &outcome {
        Outcome::Unknown(_) => parts(&mut search, count),
        _ => Vec::new(),
    };
    let named = |part| Part { program: Some(program), ..part };
    // One part is the whole: nothing was split.
    let parts: Vec<Part> = parts.into_iter().map(named).collect();
    let parts = if parts.len() > 1 { parts } else { Vec::new() };
    Ok(Remaining { outcome, parts, stats: search.final_stats() })
}

fn parts(search: &mut Search<'_>, count: usize) -> Vec<Part> {
    let given = search.decided.all().len();
    let whole = search.part();
    let mut done: Vec<Vec<Decision>> = Vec::new();
    let mut open: Vec<(f64, Vec<Decision>)> = vec![(0.0, whole.decisions.clone())];
    let mut number = u32::try_from(given).unwrap_or(u32::MAX);
    while done.len() + open.len() < count.max(1) && !open.is_empty() {
        open.sort_by(|a, b| a.0.total_cmp(&b.0));
        let Some((_, decisions)) = open.pop() else { break };
        search.forget_decisions(given);
        let known = &decisions[given..];
        let fits = known.iter().all(|&d| search.decide(d).is_ok());
        let site = search.choose_site().or_else(|| search.any_site()).filter(|_| fits);
        let Some(site) = site else {
            done.push(decisions);
            continue;
        };
        let site = u32::try_from(site.index()).unwrap_or(u32::MAX);
        for reached in [true, false] {
            let more = [decisions.as_slice(), &[Decision { number, site, reached }]].concat();
            search.forget_decisions(given);
            let fits = more[given..].iter().all(|&d| search.decide(d).is_ok());
            let weight = if fits { search.weight() } else { 0.0 };
            open.push((weight, more));
        }
        number += 1;
    }
    let all = done.into_iter().chain(open.into_iter().map(|o| o.1));
    all.map(|decisions| Part { decisions, ..whole.clone() }).collect()
}
