//! Running the program: a little before it is searched, beside the search, and longer where a loop needs more
//! iterations than a search can unroll.
//!
//! What runs is the program with every integer as bits, so a failure needs no second look: it is
//! replayed in the program as lowered and becomes a bug. An execution that leaves nothing open is
//! the only one there is, and its end is a proof.

use crate::answer::Answer;
use crate::conclude::conclude;
use crate::confirm::{confirm_execution, nothing_is_executed};
use crate::failure::Failure;
use crate::host::Use;
use crate::job::Job;
use crate::known::Phase;
use crate::load::Loaded;
use crate::question::Execute;
use crate::report::Finding;
use crate::run::Run;
use crate::solvers;
use lariat_budget::{Budget, POLL_INTERVAL, ProcessClock, Share, Stop, ThreadClock};
use lariat_execute::{Covered, Ended, Execution, Limits, Strategy, cover, execute, unroll};
use lariat_lower::Peeling;
use lariat_passes::Goal;
use lariat_program::{ProcId, Program};
use lariat_refine::{ProvedBy, RefineStats};
use std::time::Duration;

/// Programs with more commands are not run: preparing that takes longer than it is worth.
const MOST_COMMANDS: usize = 30_000;
/// Processor time for the attempt before the search.
const FIRST_ATTEMPT: Duration = Duration::from_millis(150);
/// Processor time for executions with random values when a search has ended with a bound.
const BEYOND_BOUND: Duration = Duration::from_millis(500);
/// Processor time for the last attempts at programs that executions are likely to answer, single ones and following
/// all of them: at least this, and as much as the run has taken so far.
const LAST_ATTEMPTS: Duration = Duration::from_secs(5);
/// The part of the time limit that they have if the user asks for executions.
const PART_IF_ASKED: u32 = 4;
/// Steps after which the first run is given up.
const FIRST_STEP_LIMIT: u64 = 20_000;

/// Processor time for the first attempt beside a search; each one begins anew and has so many times as much.
const FIRST_TURN: Duration = Duration::from_millis(100);
const GROWTH: u32 = 3;
/// Executions have their next turn when the search has used this much of what they will then have used: of programs
/// that they are likely to answer, and of others.
const SHARE_OF_SEARCH: f64 = 0.5;
const SHARE_OF_SEARCH_IF_UNLIKELY: f64 = 8.0;

/// What runs.
struct Subject<'a> {
    precise: Job<'a>,
    loaded: Loaded<'a>,
    cyclic: (Program, ProcId),
}

/// Executions of the program of a job.
pub struct Executions<'a> {
    job: &'a Job<'a>,
    subject: Option<Subject<'a>>,
    runs: Runs,
}

/// What executions have found out.
pub enum Ran {
    /// This one fails.
    Failed(Box<Execution>),
    /// None fails.
    All,
}

/// What has been tried, and what that says about further attempts.
#[derive(Clone, Copy)]
struct Runs {
    /// Whether running makes sense.
    wanted: bool,
    attempts: u64,
    /// Steps after which a run is given up.
    steps: u64,
    /// Whether a long run had nothing to choose.
    closed: bool,
    /// Whether some loop needs more iterations than a search can unroll.
    has_long_loops: bool,
    /// Whether all executions could be followed, as far as that was tried.
    coverable: bool,
    /// Whether random values are tried, too: not if the user says how far loops are looked into.
    at_random: bool,
    seed: u32,
}

impl<'a> Executions<'a> {
    /// Nothing runs yet.
    pub fn new(job: &'a Job<'a>, loaded: &Loaded<'_>) -> Self {
        let question = job.question;
        let wanted = !question.is_about_parts()
            && job.is_c()
            && question.loops.execute != Execute::Off
            && question.goal == Goal::Failure
            && loaded.program.command_count() <= MOST_COMMANDS;
        let runs = Runs {
            wanted,
            attempts: 0,
            steps: FIRST_STEP_LIMIT,
            closed: false,
            has_long_loops: false,
            coverable: true,
            at_random: question.loops.unwind.is_empty(),
            seed: question.seed,
        };
        Executions { job, subject: None, runs }
    }

    /// Says whether some loop needs more iterations than a search can unroll.
    pub fn has_long_loops(&mut self, yes: bool) {
        self.runs.has_long_loops = yes;
    }

    /// Runs the program for a moment, with all values zero.
    pub fn run_first(
        &mut self,
        run: &Run,
        warnings: &mut Vec<String>,
    ) -> Result<Option<Answer>, Failure> {
        self.run(run, warnings, |runs, cyclic| {
            let budget = run.budget().child(Share::processor(FIRST_ATTEMPT));
            runs.follow_all(cyclic, &budget)
                .or_else(|| runs.single(cyclic, Strategy::Zero, &budget))
        })
    }

    /// Runs the program when a search has not answered, or when that is asked for.
    pub fn run_last(
        &mut self,
        run: &Run,
        warnings: &mut Vec<String>,
    ) -> Result<Option<Answer>, Failure> {
        let asked = self.job.question.loops.execute == Execute::On;
        if !asked && !self.runs.may_go_on() {
            return Ok(None);
        }
        self.run(run, warnings, |runs, cyclic| {
            let limit = run.budget().time_limit().filter(|_| asked);
            let share = match limit {
                Some(limit) => Share::time(limit / PART_IF_ASKED),
                None if runs.may_answer() => Share::processor(run.elapsed().max(LAST_ATTEMPTS)),
                None => Share::processor(BEYOND_BOUND),
            };
            let found = runs.follow_all(cyclic, &run.budget().child(share));
            found.or_else(|| runs.several(cyclic, &run.budget().child(share)))
        })
    }

    fn run(
        &mut self,
        run: &Run,
        warnings: &mut Vec<String>,
        how: impl FnOnce(&mut Runs, &(Program, ProcId)) -> Option<Ran>,
    ) -> Result<Option<Answer>, Failure> {
        if !self.runs.wanted {
            return Ok(None);
        }
        run.enter(Phase::Execute);
        if self.subject.is_none() {
            self.subject = Some(subject(self.job, run)?);
        }
        let Some(subject) = &self.subject else { return Ok(None) };
        match how(&mut self.runs, &subject.cyclic) {
            Some(found) => self.answer(found, run, warnings),
            None => Ok(None),
        }
    }

    /// Runs the program in a second thread while something else is done in this one, in turns by processor time. What it
    /// finds out stops the other.
    pub fn beside<T>(&mut self, budget: &Budget, other: impl FnOnce() -> T) -> (T, Option<Ran>) {
        let Some(subject) = self.subject.as_ref().filter(|_| self.runs.wanted) else {
            return (other(), None);
        };
        let here = budget.child(Share::ALL);
        let runs = &mut self.runs;
        std::thread::scope(|scope| {
            let work = || {
                let found = runs.in_turns(&subject.cyclic, &here);
                if found.is_some() {
                    budget.stop(Stop::NotNeeded);
                }
                found
            };
            let thread = lariat_budget::spawn_scoped(scope, "executions", work);
            let result = other();
            here.stop(Stop::NotNeeded);
            (result, thread.ok().and_then(|t| t.join().ok()).flatten())
        })
    }

    /// What the table learns from it; nothing if the execution cannot be shown.
    pub fn answer(
        &self,
        found: Ran,
        run: &Run,
        warnings: &mut Vec<String>,
    ) -> Result<Option<Answer>, Failure> {
        let Some(Subject { precise, loaded, cyclic }) = &self.subject else { return Ok(None) };
        let finding = match found {
            Ran::Failed(execution) => {
                let new_solver = || solvers::start(precise.question, Use::Replay, run);
                match nothing_is_executed(&loaded.program, &new_solver, run)? {
                    true => Some(Finding::Unreachable),
                    false => unroll(&cyclic.0, &loaded.program, *execution)
                        .and_then(|e| confirm_execution(&loaded.program, loaded.name(), e)),
                }
            }
            Ran::All => Some(Finding::Unreachable),
        };
        let Some(finding) = finding else { return Ok(None) };
        let proved_by = matches!(finding, Finding::Unreachable).then_some(ProvedBy::Execution);
        let stats = RefineStats { proved_by, ..RefineStats::default() };
        let answer = Answer { stats, warnings: std::mem::take(warnings), ..Answer::default() };
        conclude(precise, loaded, finding, (ENGINE, None), answer, run).map(Some)
    }
}

impl Runs {
    /// Whether it is likely that running the program longer answers: some loop is long, or it ran for long without
    /// anything to choose that matters; then it may have only one execution, or few that differ.
    fn may_answer(&self) -> bool {
        self.has_long_loops || self.closed || self.coverable
    }

    /// Whether anything is left to try.
    fn may_go_on(&self) -> bool {
        self.wanted && (self.at_random || self.may_answer())
    }

    /// Follows all executions, if they can be followed.
    fn follow_all(&mut self, (program, entry): &(Program, ProcId), budget: &Budget) -> Option<Ran> {
        if !self.coverable {
            return None;
        }
        let stop = || budget.stopped().is_some();
        let (covered, made) = cover(program, *entry, &Limits { steps: u64::MAX, stop: &stop });
        tracing::debug!(?covered, steps = made, "all executions");
        self.coverable = covered == Covered::Stopped;
        // Where it depends on values, an execution with values gets there, too.
        self.steps = self.steps.max(made.saturating_mul(2));
        (covered == Covered::All).then_some(Ran::All)
    }

    /// One execution after the other: the first one to its end, as far as there is time.
    fn several(&mut self, cyclic: &(Program, ProcId), budget: &Budget) -> Option<Ran> {
        while self.wanted && budget.stopped().is_none() {
            let strategy = match self.attempts {
                0 => Strategy::Apart,
                1 => Strategy::Zero,
                n => Strategy::Random(n.wrapping_add(u64::from(self.seed))),
            };
            let steps = self.steps;
            if self.attempts == 0 {
                self.steps = u64::MAX;
            }
            let found = self.single(cyclic, strategy, budget);
            self.steps = if self.attempts == 0 { steps } else { self.steps };
            self.attempts += 1;
            if found.is_some() {
                return found;
            }
        }
        // Later attempts follow the first ones further.
        self.attempts = 0;
        None
    }

    fn single(
        &mut self,
        (program, entry): &(Program, ProcId),
        strategy: Strategy,
        budget: &Budget,
    ) -> Option<Ran> {
        let stop = || budget.stopped().is_some();
        let (ended, made) =
            execute(program, *entry, strategy, &Limits { steps: self.steps, stop: &stop });
        tracing::debug!(?strategy, ended = ended.word(), steps = made, "execution");
        match ended {
            Ended::Failed(execution) => return Some(Ran::Failed(execution)),
            Ended::Only => return Some(Ran::All),
            Ended::Stuck => self.wanted = false,
            Ended::Stopped { open } => {
                self.closed = !open;
                self.steps = self.steps.saturating_mul(2);
            }
            // Others are about as long.
            Ended::Fine => self.steps = self.steps.max(made.saturating_mul(2)),
        }
        None
    }

    /// Attempts that take twice as long each time, whenever the others have used enough processor time.
    fn in_turns(&mut self, cyclic: &(Program, ProcId), budget: &Budget) -> Option<Ran> {
        let (own, all) = (ThreadClock::start(), ProcessClock::start());
        let mut turn = FIRST_TURN;
        loop {
            let share = match self.may_answer() {
                true => SHARE_OF_SEARCH,
                false => SHARE_OF_SEARCH_IF_UNLIKELY,
            };
            let due =
                |used: Duration| all.elapsed().saturating_sub(used) >= (used + turn).mul_f64(share);
            while !due(own.elapsed()) {
                if !self.may_go_on() || budget.stopped().is_some() {
                    return None;
                }
                std::thread::sleep(POLL_INTERVAL);
            }
            let found = self.follow_all(cyclic, &budget.child(Share::processor(turn)));
            let found =
                found.or_else(|| self.several(cyclic, &budget.child(Share::processor(turn))));
            if found.is_some() || !self.may_go_on() || budget.stopped().is_some() {
                return found;
            }
            turn *= GROWTH;
        }
    }
}

/// What answers of this engine are signed with.
const ENGINE: &str = "execution";

fn subject<'a>(job: &Job<'a>, run: &Run) -> Result<Subject<'a>, Failure> {
    let precise = job.precise();
    let loaded = precise.load(&Peeling::default(), run, &mut Vec::new())?;
    let cyclic = loaded.with_cycles()?;
    Ok(Subject { precise, loaded, cyclic })
}
