//! Proofs for every bound: Houdini's summaries first, then the Horn clause engine.
//!
//! Bounded search proves by itself whatever needs no deeper look than it took. Where loops or recursion
//! go on for ever, it says only how far it looked, and then these engines try: between bounds when the
//! program is small, after the last bound, or beside the search in a thread of their own (`cegar` calls them). Each gets a
//! share of the processor time that the search has used, so that neither starves the other. A proof is checked
//! before it counts (`lariat_horn`), or is inductive by construction (`lariat_houdini`).

use crate::solvers::Solvers;
use crate::witness::{Cells, iteration_candidates, with_witness_cells};
use lariat_budget::{Budget, ProcessClock, Share, ThreadClock};
use lariat_horn::HornOutcome;
use lariat_houdini::{
    Inferred, automatic_candidates, certificate, existential_candidates, infer, inject, summaries,
    template_candidates,
};
use lariat_lower::{LoweredCandidate, Templates};
use lariat_passes::Prepared;
use lariat_solver::SolverError;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// When summaries are inferred.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Houdini {
    /// Never.
    Off,
    /// When a bound was searched without an answer.
    #[default]
    Auto,
    /// Before the search, which then knows the summaries.
    First,
}

impl Houdini {
    /// All answers, with their names and what users are told about them.
    pub const TABLE: &[(Houdini, &str, &str)] = &[
        (Houdini::Auto, "auto", "When a bound was searched without an answer"),
        (Houdini::First, "on", "Before the search, which then knows them"),
        (Houdini::Off, "off", "Never"),
    ];
}

/// When the Horn clause engine runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unbounded {
    /// Never.
    Off,
    /// When a bound was searched without an answer.
    #[default]
    After,
    /// From the start, in a thread of its own.
    Beside,
}

impl Unbounded {
    /// All answers, with their names and what users are told about them.
    pub const TABLE: &[(Unbounded, &str, &str)] = &[
        (Unbounded::After, "after", "When a bound was searched without an answer"),
        (Unbounded::Beside, "beside", "From the start, in a second thread"),
        (Unbounded::Off, "off", "Never"),
    ];
}

/// Settings of the provers.
#[derive(Clone, Debug, Default)]
pub struct ProverOptions {
    /// Summaries by Houdini.
    pub houdini: Houdini,
    /// The Horn clause engine.
    pub unbounded: Unbounded,
    /// Time for the last attempt, after the search; by default as long as the search took, and some
    /// seconds more.
    pub time: Option<Duration>,
    /// Random seed.
    pub seed: u32,
    /// Whether a counterexample beyond the bound, at which the Horn clauses hint, is looked for.
    pub deeper: bool,
    /// Candidates that the program itself proposes.
    pub proposed: Proposed,
    /// Whether only summaries count as a proof by the rule's prover: they can be written down ([`KeptSummaries::certificate`]).
    pub by_summaries: bool,
    /// What Houdini kept, as soon as that is known.
    pub kept: KeptSummaries,
}

/// What Houdini kept last, as Boogie text, so that it can be read after a run that ended early.
#[derive(Clone, Debug, Default)]
pub struct KeptSummaries(Arc<Mutex<Kept>>);

#[derive(Debug, Default)]
struct Kept {
    summaries: Option<String>,
    certificate: Option<String>,
}

impl KeptSummaries {
    /// The summaries, if there are any.
    pub fn summaries(&self) -> Option<String> {
        self.lock().summaries.clone()
    }

    /// The program with the summaries as contracts, if they are a proof.
    pub fn certificate(&self) -> Option<String> {
        self.lock().certificate.clone()
    }

    pub(crate) fn put(&self, prepared: &Prepared, inferred: &Inferred) {
        let text = summaries(&prepared.program, &inferred.kept);
        let proof = inferred.proved.then(|| certificate(prepared, &inferred.kept));
        *self.lock() = Kept { summaries: Some(text), certificate: proof };
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Candidates in the source: `{:existential}` constants and `{:template}` procedures.
#[derive(Clone, Debug, Default)]
pub struct Proposed {
    /// Formulas under Boolean constants.
    pub existential: Vec<LoweredCandidate>,
    /// Clauses for every procedure.
    pub templates: Templates,
}

impl Proposed {
    /// Whether there are no candidates.
    pub fn is_empty(&self) -> bool {
        self.existential.is_empty() && self.templates.clauses.is_empty()
    }
}

/// Which engine found a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ProvedBy {
    /// The only execution there is.
    Execution,
    /// The bounded search: nothing beyond the bound matters.
    Search,
    /// Houdini.
    Houdini,
    /// The Horn clause engine.
    Horn,
    /// The Horn clause engine, with cells instead of arrays.
    Cells,
}

impl ProvedBy {
    /// The word used in statistics.
    pub fn word(self) -> &'static str {
        match self {
            ProvedBy::Execution => "execution",
            ProvedBy::Search => "search",
            ProvedBy::Houdini => "houdini",
            ProvedBy::Horn => "horn",
            ProvedBy::Cells => "horn with cells",
        }
    }
}

/// Programs of up to so many commands are given to the provers between bounds.
const MAX_COMMANDS_BETWEEN_BOUNDS: usize = 4000;
/// The least time for an attempt between two bounds.
const MIN_TIME_BETWEEN_BOUNDS: Duration = Duration::from_secs(1);
/// The provers may use half the time of the search between bounds, and this.
const TIME_IN_ADVANCE: Duration = Duration::from_millis(300);
/// Time for the last attempt at a small program, beyond what the search took.
const TIME_AFTER_LAST_BOUND: Duration = Duration::from_secs(10);
/// The provers give up when so much of the memory is in use: the rest is the search's.
const MEMORY_USED_BY_PROVERS: f64 = 0.9;

/// If the work is done by other processes (`--solver`), little processor time is seen here. So turns end at the latest
/// after this many times as long on the clock.
pub(crate) const CLOCK_FACTOR: u32 = 4;

/// The provers at work on one prepared program.
pub(crate) struct Prover<'a> {
    pub(crate) prepared: Prepared,
    options: &'a ProverOptions,
    solvers: &'a dyn Solvers,
    /// Of the thread in which the search runs between attempts.
    of_search: ThreadClock,
    /// What of that attempts took.
    in_attempts: Duration,
    /// Of all threads: the Horn clause engine has one of its own.
    of_all: ProcessClock,
    spent: Duration,
    houdini: bool,
    horn: bool,
    /// The program with cells of arrays, unless that is known not to help.
    cells: Option<Box<Cells>>,
    /// How deep a counterexample of the Horn clauses goes.
    pub(crate) depth: Option<u32>,
}

impl<'a> Prover<'a> {
    pub(crate) fn new(
        prepared: Prepared,
        options: &'a ProverOptions,
        solvers: &'a dyn Solvers,
    ) -> Self {
        let small = prepared.program.command_count() <= MAX_COMMANDS_BETWEEN_BOUNDS;
        let wanted = small && options.unbounded != Unbounded::Off;
        let cells = wanted.then(|| with_witness_cells(&prepared)).flatten().map(Box::new);
        Prover {
            prepared,
            cells,
            options,
            solvers,
            of_search: ThreadClock::start(),
            in_attempts: Duration::ZERO,
            of_all: ProcessClock::start(),
            spent: Duration::ZERO,
            houdini: options.houdini == Houdini::Auto,
            horn: options.unbounded != Unbounded::Off,
            depth: None,
        }
    }

    fn is_small(&self) -> bool {
        self.prepared.program.command_count() <= MAX_COMMANDS_BETWEEN_BOUNDS
    }

    /// The processor time that the search has taken, so that turns do not depend on what else the machine does.
    fn searched(&self) -> Duration {
        self.of_search.elapsed().saturating_sub(self.in_attempts)
    }

    /// Whether another attempt between two bounds is fair to the search.
    fn may_try(&self) -> bool {
        self.is_small() && self.spent <= self.searched() / 2 + TIME_IN_ADVANCE
    }

    /// An attempt between two bounds.
    pub(crate) fn attempt_between(&mut self, budget: &Budget) -> Option<ProvedBy> {
        if !self.may_try() {
            return None;
        }
        self.attempt(fair_share(self.searched().max(MIN_TIME_BETWEEN_BOUNDS)), budget)
    }

    /// The attempt after the last bound.
    pub(crate) fn last_attempt(&mut self, budget: &Budget) -> Option<ProvedBy> {
        let searched = self.searched();
        // Large programs are rarely proved here: their bound should be reported soon.
        let fair = if self.is_small() {
            searched + TIME_AFTER_LAST_BOUND
        } else {
            searched / 4 + TIME_AFTER_LAST_BOUND / 10
        };
        // What the user says is time on the clock.
        self.attempt(self.options.time.map_or_else(|| fair_share(fair), Share::time), budget)
    }

    /// As long as it takes.
    pub(crate) fn attempt_beside(&mut self, budget: &Budget) -> Option<ProvedBy> {
        self.attempt(Share::ALL, budget)
    }

    fn attempt(&mut self, share: Share, budget: &Budget) -> Option<ProvedBy> {
        let (own_before, all_before) = (self.of_search.elapsed(), self.of_all.elapsed());
        let budget = budget.child(Share { memory: Some(MEMORY_USED_BY_PROVERS), ..share });
        let result = self.try_both(share, &budget);
        self.in_attempts += self.of_search.elapsed().saturating_sub(own_before);
        self.spent += self.of_all.elapsed().saturating_sub(all_before);
        result.unwrap_or_else(|error| {
            // A prover that fails must not cost the answer of the search.
            tracing::warn!(%error, "a prover failed");
            (self.houdini, self.horn) = (false, false);
            None
        })
    }

    fn try_both(&mut self, share: Share, budget: &Budget) -> Result<Option<ProvedBy>, SolverError> {
        let half_of = |share: Share| Share {
            time: share.time.map(|time| time / 2),
            processor: share.processor.map(|time| time / 2),
            ..Share::ALL
        };
        if self.houdini {
            let half = budget.child(half_of(share));
            let proposed = &self.options.proposed;
            let inferred = summarise(&mut self.prepared, proposed, self.solvers, &half)?;
            self.houdini = inferred.stopped.is_some();
            self.options.kept.put(&self.prepared, &inferred);
            if inferred.proved {
                return Ok(Some(ProvedBy::Houdini));
            }
        }
        let options =
            lariat_horn::Options { seed: self.options.seed, ..lariat_horn::Options::default() };
        if let Some(mut cells) = self.cells.take() {
            let left = budget.left();
            let rest = Share {
                time: share.time.and(left),
                processor: share.processor.and(left),
                ..Share::ALL
            };
            let half = budget.child(half_of(rest));
            let proved = prove_with_cells(&mut cells, self.solvers, &options, &half)?;
            if proved {
                return Ok(Some(ProvedBy::Cells));
            }
            self.cells = half.stopped().is_some().then_some(cells);
        }
        if self.horn && budget.stopped().is_none() {
            tracing::info!("trying to prove it for every bound with Horn clauses");
            match lariat_horn::prove(&self.prepared, &options, budget)? {
                HornOutcome::Safe(_) => return Ok(Some(ProvedBy::Horn)),
                HornOutcome::Unsafe { depth } => {
                    self.horn = false;
                    self.depth = depth;
                }
                HornOutcome::Unknown(reason) => {
                    tracing::info!("the Horn clause engine gave up: {reason}");
                    self.horn = budget.stopped().is_some();
                }
            }
        }
        Ok(None)
    }
}

/// So much processor time, and not for ever on the clock.
fn fair_share(time: Duration) -> Share {
    Share { time: Some(time.saturating_mul(CLOCK_FACTOR)), ..Share::processor(time) }
}

/// Infers summaries from the program's own candidates and automatic ones.
pub(crate) fn summarise(
    prepared: &mut Prepared,
    proposed: &Proposed,
    solvers: &dyn Solvers,
    budget: &Budget,
) -> Result<Inferred, SolverError> {
    let mut candidates = existential_candidates(prepared, &proposed.existential);
    match template_candidates(prepared, &proposed.templates) {
        Ok(more) => candidates.extend(more),
        Err(bad) => tracing::warn!(pattern = bad.pattern, "a template's pattern is not valid"),
    }
    candidates.extend(automatic_candidates(prepared, &lariat_houdini::Limits::default()));
    let mut new_solver = || solvers.for_path();
    let options = lariat_houdini::Options::default();
    let inferred = infer(prepared, candidates, &mut new_solver, &options, budget)?;
    let stats = &inferred.stats;
    tracing::info!(
        "Houdini kept {} of {} candidates ({} queries){}",
        stats.kept,
        stats.candidates,
        stats.queries,
        if inferred.proved { ": they are a proof" } else { "" }
    );
    Ok(inferred)
}

/// Infers what loops do to cells of arrays; if that is no proof, the Horn clause engine goes on from it.
fn prove_with_cells(
    cells: &mut Cells,
    solvers: &dyn Solvers,
    options: &lariat_horn::Options,
    budget: &Budget,
) -> Result<bool, SolverError> {
    tracing::info!("trying to prove it with cells of arrays");
    tracing::trace!("{}", lariat_lower::print(&cells.prepared.program));
    let mut candidates = iteration_candidates(&mut cells.prepared.program, &cells.witnesses);
    let limits = lariat_houdini::Limits::default();
    candidates.extend(automatic_candidates(&mut cells.prepared, &limits));
    let houdini = lariat_houdini::Options::default();
    let mut new_solver = || solvers.for_path();
    let inferred = infer(&cells.prepared, candidates, &mut new_solver, &houdini, budget)?;
    tracing::info!(
        "Houdini kept {} of {} candidates about cells{}",
        inferred.stats.kept,
        inferred.stats.candidates,
        if inferred.proved { ": they are a proof" } else { "" }
    );
    tracing::trace!("{}", summaries(&cells.prepared.program, &inferred.kept));
    if inferred.proved {
        return Ok(true);
    }
    if inferred.stopped.is_some() {
        return Ok(false);
    }
    let mut prepared = cells.prepared.clone();
    inject(&mut prepared.program, &inferred.kept);
    Ok(matches!(lariat_horn::prove(&prepared, options, budget)?, HornOutcome::Safe(_)))
}
