//! What a question that is being answered shares with whoever waits for the answer.

use crate::answer::Answer;
use crate::failure::Failure;
use crate::host::Host;
use crate::known::{Known, Phase};
use crate::question::Question;
use crate::report::{Asked, Effort, Report, plain};
use crate::table::Table;
use lariat_budget::quantity::{show_bytes, show_duration};
use lariat_budget::{Budget, ProcessClock, Share, Stop};
use lariat_passes::Goal;
use lariat_reach::{BoundHit, Progress, SearchStats, Snapshot};
use lariat_refine::RefineStats;
use lariat_verdict::{Reason, ReasonKind};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// Processor time for all that is left after the first failure: so many times what was used until then, at least this.
const REST_PER_USED: u32 = 3;
const LEAST_REST: Duration = Duration::from_millis(300);

/// A question that is being answered: what it may use, what is known so far, and who is told.
pub struct Run {
    started: Instant,
    clock: ProcessClock,
    budget: Budget,
    /// What is left of it after a failure was found.
    rest: OnceLock<Budget>,
    known: Mutex<Known>,
    table: Mutex<Table>,
    host: Box<dyn Host>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Run {
    /// A run that starts now.
    pub fn new(budget: Budget, host: impl Host + 'static) -> Run {
        Run::since(Instant::now(), budget, host)
    }

    /// A run that started at this time.
    pub fn since(started: Instant, budget: Budget, host: impl Host + 'static) -> Run {
        let (known, table) = (Mutex::default(), Mutex::default());
        let (clock, rest) = (ProcessClock::start(), OnceLock::new());
        Run { started, clock, budget, rest, known, table, host: Box::new(host) }
    }

    /// How long it has taken so far.
    pub(crate) fn elapsed(&self) -> std::time::Duration {
        self.started.elapsed()
    }

    /// What the run may use.
    pub fn budget(&self) -> &Budget {
        self.rest.get().unwrap_or(&self.budget)
    }

    /// The same, for what is done about a failure that was found.
    pub(crate) fn whole_budget(&self) -> &Budget {
        &self.budget
    }

    /// From the first failure on, what is left is looked for with an effort that fits the one before: whoever has a
    /// failure to look at does not wait for the hardest place.
    pub(crate) fn limit_the_rest(&self) {
        self.rest.get_or_init(|| {
            let used = self.clock.elapsed();
            self.budget.child(Share::processor((used * REST_PER_USED).max(LEAST_REST)))
        });
    }

    /// Who is told.
    pub(crate) fn host(&self) -> &dyn Host {
        &*self.host
    }

    /// A phase begins.
    pub fn enter(&self, phase: Phase) {
        tracing::info!(phase = phase.word(), at = ?self.started.elapsed(), "begins");
        lock(&self.known).enter(phase);
    }

    /// Changes what is known.
    pub(crate) fn learn(&self, change: impl FnOnce(&mut Known)) {
        change(&mut lock(&self.known));
    }

    /// What is known now.
    pub fn known(&self) -> Known {
        lock(&self.known).clone()
    }

    /// Looks at the table of what is known about each place, or enters something.
    pub(crate) fn table<T>(&self, work: impl FnOnce(&mut Table) -> T) -> T {
        work(&mut lock(&self.table))
    }

    /// Why the work should stop, if it should.
    pub fn stop_reason(&self) -> Option<Reason> {
        let reason = self.budget.stopped().map(|stop| stop_in_words(stop, &self.budget));
        reason.or_else(|| {
            let text = "not looked for any longer after a failure (`--deepen` goes on)";
            let ended = self.rest.get().is_some_and(|rest| rest.stopped().is_some());
            ended.then(|| Reason::new(ReasonKind::StoppedAtFirst, text))
        })
    }

    /// Why a stage came back without an answer: because it was told to stop, otherwise for the reason it
    /// gives itself.
    pub(crate) fn explain(&self, own: Reason) -> Reason {
        self.stop_reason().unwrap_or(own)
    }

    /// The report, from what is known now: `ended` is how the work ended, if it did. However it ends, what was found
    /// out before counts.
    pub fn report(
        &self,
        question: &Question,
        files: &[String],
        ended: Option<Result<Answer, Failure>>,
    ) -> Result<Report, Failure> {
        let mut reason = self.stop_reason();
        let (search, mut warnings) = match ended {
            Some(Ok(Answer { stats, warnings, .. })) => (Some(stats), warnings),
            // A failure that was found stands, whatever broke afterwards.
            Some(Err(failure)) if self.table(|t| t.failed().is_empty()) => return Err(failure),
            Some(Err(failure)) => {
                (None, vec![format!("warning: the search ended early: {}", failure.in_words())])
            }
            None => {
                let why =
                    reason.get_or_insert_with(|| stop_in_words(Stop::Interrupted, &self.budget));
                self.table(|t| t.give_up(why));
                let so_far =
                    |search| RefineStats { search, cut_short: true, ..RefineStats::default() };
                (self.known().search.map(so_far), Vec::new())
            }
        };
        let known = self.known();
        let table = self.table(|t| t.clone());
        let candidate = table.candidate().cloned();
        let (verdict, executions) = table.finish(reason.as_ref()).map_err(Failure::Internal)?;
        if verdict.items.is_empty() && question.goal == Goal::Failure && reason.is_none() {
            warnings.push(NOTHING_CHECKED.to_owned());
        }
        Ok(Report {
            files: files.to_vec(),
            question: Asked {
                goal: question.goal,
                entry: known.entry.clone(),
                bound: question.search.recursion_bound,
                strategy: question.search.strategy,
                solver: known.solver.clone(),
            },
            verdict,
            executions: plain(executions),
            candidate,
            properties: question.properties.clone(),
            effort: Effort {
                wall: self.started.elapsed(),
                phases: known.phases(),
                last_phase: known.last_phase(),
                bound_done: known.bound_done(),
                snapshot: known.snapshot,
                promoted: known.promoted,
                all_bits: known.all_bits,
                search,
                peak_memory: None,
                cpu: None,
            },
            warnings,
            part: None,
        })
    }
}

/// A proof that says nothing should not look like one that does.
const NOTHING_CHECKED: &str = "warning: nothing was checked: the program has no assertion that its entry can call; \
    in C, `--check memory,overflow` looks at accesses and arithmetic";

/// A stop as the reason for having no answer.
pub fn stop_in_words(stop: Stop, budget: &Budget) -> Reason {
    let (kind, text) = match stop {
        Stop::TimeLimit => {
            let shown = show_duration(budget.time_limit().unwrap_or_default());
            (ReasonKind::TimeLimit, format!("the time limit of {shown} is over"))
        }
        Stop::MemoryLimit => {
            let shown = show_bytes(budget.memory_limit().unwrap_or_default());
            (ReasonKind::MemoryLimit, format!("the memory limit of {shown} is reached"))
        }
        Stop::Interrupted | Stop::NotNeeded => (ReasonKind::Interrupted, "interrupted".to_owned()),
    };
    Reason { kind, text }
}

impl Progress for Run {
    fn at(&self, snapshot: &Snapshot, stats: &SearchStats) {
        let mut known = lock(&self.known);
        known.snapshot = Some(*snapshot);
        known.search = Some(stats.clone());
    }

    fn bound_searched(&self, bound: u32, hits: &[BoundHit]) {
        self.learn(|known| known.bound_searched = Some((bound, hits.to_vec())));
        let cut = self.known().cut();
        self.table(|t| t.bound_searched(bound, cut));
    }
}
