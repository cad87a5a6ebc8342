//! Running the program: for a moment before it is searched, beside the search, and longer where a loop needs more
//! iterations than a search can unroll.
//!
//! One execution with zeros, and all executions at once, run in the interpreter; then a hunt makes thousands of runs with
//! values that change where earlier ones went new ways.
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
use lariat_execute::{
    Covered, Ended, Execution, Follow, Hunt, Limits, Strategy, cover, execute, in_cycles, unroll,
};
use lariat_lower::Peeling;
use lariat_passes::Goal;
use lariat_program::{ProcId, Program};
use lariat_refine::{ProvedBy, RefineStats};
use std::sync::Arc;
use std::time::Duration;

/// Programs with more commands are not run: preparing that takes longer than it is worth.
const MOST_COMMANDS: usize = 30_000;
/// Processor time for the attempt before the search.
const FIRST_ATTEMPT: Duration = Duration::from_millis(150);
/// Processor time for following all executions in sets before the search: before the hunt, and after it.
const QUICK_SETS: Duration = Duration::from_millis(200);
const FIRST_SETS: Duration = Duration::from_millis(800);
/// Processor time for the hunt before the search, which ends earlier if new runs bring nothing new.
const FIRST_HUNT: Duration = Duration::from_secs(1);
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
    cyclic: (Arc<Program>, ProcId),
}

impl Subject<'_> {
    /// The execution as a bug, if it replays: in the program with loop procedures, or where a loop has none (a jump leads
    /// into it) in the one that ran.
    fn show(&self, execution: Execution) -> Option<Finding> {
        let Subject { loaded, cyclic, .. } = self;
        unroll(&cyclic.0, &loaded.program, execution.clone())
            .and_then(|e| confirm_execution(&loaded.program, loaded.name(), e))
            .or_else(|| {
                let e = in_cycles(&cyclic.0, execution)?;
                confirm_execution(&cyclic.0, loaded.name(), e)
            })
    }
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
    /// So does one that has been replayed.
    Shown(Box<Finding>),
    /// None fails.
    All,
}

/// What has been tried, and what that says about further attempts.
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
    /// Whether other values are tried, too: not if the user says how far loops are looked into, or leaves out executions
    /// in which integers wrap around.
    at_random: bool,
    seed: u32,
    /// Runs with changing values.
    hunt: Option<Hunt>,
    /// All executions in sets, as long as they can be followed.
    sets: Option<Follow>,
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
            at_random: question.loops.unwind.is_empty() && question.c.wrap,
            seed: question.seed,
            hunt: None,
            sets: None,
        };
        Executions { job, subject: None, runs }
    }

    /// Says whether some loop needs more iterations than a search can unroll.
    pub fn has_long_loops(&mut self, yes: bool) {
        self.runs.has_long_loops = yes;
    }

    /// Runs the program for a moment: with all values zero, then with others as long as that brings something new.
    pub fn run_first(
        &mut self,
        run: &Run,
        warnings: &mut Vec<String>,
    ) -> Result<Option<Answer>, Failure> {
        self.run(run, warnings, |runs, subject| {
            let share = Share::processor;
            let budget = run.budget().child(share(FIRST_ATTEMPT));
            runs.follow_all(&subject.cyclic, &budget)
                .or_else(|| runs.single(&subject.cyclic, Strategy::Zero, &budget))
                .or_else(|| runs.follow_sets(subject, &run.budget().child(share(QUICK_SETS))))
                .or_else(|| runs.hunt(subject, &run.budget().child(share(FIRST_HUNT)), true))
                .or_else(|| runs.follow_sets(subject, &run.budget().child(share(FIRST_SETS))))
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
        self.run(run, warnings, |runs, subject| {
            let limit = run.budget().time_limit().filter(|_| asked);
            let share = match limit {
                Some(limit) => Share::time(limit / PART_IF_ASKED),
                None if runs.may_answer() => Share::processor(run.elapsed().max(LAST_ATTEMPTS)),
                None => Share::processor(BEYOND_BOUND),
            };
            let found = runs.follow_all(&subject.cyclic, &run.budget().child(share));
            let found = found.or_else(|| runs.follow_sets(subject, &run.budget().child(share)));
            found.or_else(|| runs.several(subject, &run.budget().child(share)))
        })
    }

    fn run(
        &mut self,
        run: &Run,
        warnings: &mut Vec<String>,
        how: impl FnOnce(&mut Runs, &Subject<'a>) -> Option<Ran>,
    ) -> Result<Option<Answer>, Failure> {
        if !self.runs.wanted {
            return Ok(None);
        }
        run.enter(Phase::Execute);
        if self.subject.is_none() {
            let subject = self.subject.insert(subject(self.job, run)?);
            if self.runs.at_random {
                let (program, entry) = (Arc::clone(&subject.cyclic.0), subject.cyclic.1);
                self.runs.hunt = Some(Hunt::new(program, entry, u64::from(self.runs.seed)));
            }
            let (program, entry) = (Arc::clone(&subject.cyclic.0), subject.cyclic.1);
            self.runs.sets = Some(Follow::new(program, entry));
        }
        let Some(subject) = &self.subject else { return Ok(None) };
        match how(&mut self.runs, subject) {
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
                let found = runs.in_turns(subject, &here);
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
        let Some(subject) = &self.subject else { return Ok(None) };
        let Subject { precise, loaded, .. } = subject;
        let finding = match found {
            Ran::Failed(execution) => {
                let new_solver = || solvers::start(precise.question, Use::Replay, run);
                match nothing_is_executed(&loaded.program, &new_solver, run)? {
                    true => Some(Finding::Unreachable),
                    false => subject.show(*execution),
                }
            }
            Ran::Shown(finding) => Some(*finding),
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
        self.has_long_loops || self.closed || self.coverable || self.sets.is_some()
    }

    /// Whether anything is left to try.
    fn may_go_on(&self) -> bool {
        self.wanted && (self.at_random || self.may_answer())
    }

    /// Follows all executions, if they can be followed.
    fn follow_all(
        &mut self,
        (program, entry): &(Arc<Program>, ProcId),
        budget: &Budget,
    ) -> Option<Ran> {
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

    /// Makes runs with changing values until one fails; a hurried hunt ends when it brings nothing new.
    fn hunt(&mut self, subject: &Subject<'_>, budget: &Budget, hurried: bool) -> Option<Ran> {
        let hunt = self.hunt.as_mut().filter(|_| self.wanted)?;
        let stop = |hunt: &Hunt| budget.stopped().is_some() || hurried && hunt.seems_done();
        let found = loop {
            let Some(execution) = hunt.go_on(&stop) else { break None };
            match subject.show(execution) {
                Some(finding) => break Some(Ran::Shown(Box::new(finding))),
                None => hunt.leave_out_last(),
            }
        };
        tracing::debug!(
            runs = hunt.runs(),
            blocks = hunt.blocks(),
            found = found.is_some(),
            "hunt"
        );
        if hunt.is_hopeless() {
            self.hunt = None;
        }
        found
    }

    /// Goes on following all executions in sets, if they can be followed.
    fn follow_sets(&mut self, subject: &Subject<'_>, budget: &Budget) -> Option<Ran> {
        let sets = self.sets.as_mut()?;
        let covered = sets.go_on(&|| budget.stopped().is_some());
        let program = &subject.cyclic.0;
        let doubt = match covered {
            Covered::Unsure(at) => at.command(program).map(|c| &program.infos[c.info].text),
            _ => None,
        };
        tracing::debug!(?covered, doubt, steps = sets.steps(), "all executions in sets");
        if covered != Covered::Stopped {
            self.sets = None;
        }
        (covered == Covered::All).then_some(Ran::All)
    }

    /// One execution after the other: the first one to its end, as far as there is time.
    fn several(&mut self, subject: &Subject<'_>, budget: &Budget) -> Option<Ran> {
        let cyclic = &subject.cyclic;
        while self.wanted && budget.stopped().is_none() {
            if self.attempts >= 2 && self.hunt.is_some() {
                if let Some(found) = self.hunt(subject, budget, false) {
                    return Some(found);
                }
                continue;
            }
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
        (program, entry): &(Arc<Program>, ProcId),
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
    fn in_turns(&mut self, subject: &Subject<'_>, budget: &Budget) -> Option<Ran> {
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
            let found = self.follow_all(&subject.cyclic, &budget.child(Share::processor(turn)));
            let found =
                found.or_else(|| self.follow_sets(subject, &budget.child(Share::processor(turn))));
            let found =
                found.or_else(|| self.several(subject, &budget.child(Share::processor(turn))));
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
    let (program, entry) = loaded.with_cycles()?;
    let cyclic = (Arc::new(program), entry);
    Ok(Subject { precise, loaded, cyclic })
}
