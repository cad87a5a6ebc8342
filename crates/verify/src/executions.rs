//! Running the program before searching it: a little at first, and longer where a loop needs more
//! iterations than a search can unroll.
//!
//! What runs is the program with every integer as bits, so a failure needs no second look: it is
//! replayed in the program as lowered and becomes a bug. An execution that leaves nothing open is
//! the only one there is, and its end is a proof.

use crate::answer::Answer;
use crate::conclude::conclude;
use crate::confirm::confirm_execution;
use crate::failure::Failure;
use crate::job::Job;
use crate::known::Phase;
use crate::load::Loaded;
use crate::question::Execute;
use crate::report::Finding;
use crate::run::Run;
use lariat_budget::Share;
use lariat_execute::{Covered, Ended, Limits, Strategy, cover, execute, unroll};
use lariat_lower::Peeling;
use lariat_passes::Goal;
use lariat_program::{ProcId, Program};
use lariat_refine::{ProvedBy, RefineStats};
use std::time::Duration;

/// Programs with more commands are not run: preparing that takes longer than it is worth.
const MOST_COMMANDS: usize = 30_000;
/// Time for the first attempts.
const FIRST_ATTEMPT: Duration = Duration::from_millis(150);
/// Time for later attempts, if there is no time limit.
const LATER_ATTEMPTS: Duration = Duration::from_secs(5);
/// The part of the time limit that single executions have then, and that following all of them has.
const PART_FOR_SINGLE: u32 = 5;
const PART_FOR_ALL: u32 = 3;
/// Steps after which the first run is given up.
const FIRST_STEP_LIMIT: u64 = 20_000;

/// How long to try.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// At most [`FIRST_ATTEMPT`].
    Little,
    /// A good part of the time that there is.
    More,
}

/// What runs.
struct Subject<'a> {
    precise: Job<'a>,
    loaded: Loaded<'a>,
    cyclic: (Program, ProcId),
}

/// Executions of the program of a job.
pub struct Executions<'a> {
    job: &'a Job<'a>,
    /// Whether running makes sense.
    wanted: bool,
    subject: Option<Subject<'a>>,
    attempts: u64,
    closed: bool,
    /// Whether all executions could be followed, as far as that was tried.
    coverable: bool,
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
        Executions { job, wanted, subject: None, attempts: 0, closed: false, coverable: true }
    }

    /// Whether the program ran for long without anything to choose that matters: then it may have only one
    /// execution, or few that differ.
    pub fn seems_closed(&self) -> bool {
        self.closed || self.wanted && self.coverable
    }

    /// Runs the program for a while.
    pub fn run(
        &mut self,
        effort: Effort,
        run: &Run,
        warnings: &mut Vec<String>,
    ) -> Result<Option<Answer>, Failure> {
        if !self.wanted {
            return Ok(None);
        }
        run.enter(Phase::Execute);
        if self.subject.is_none() {
            self.subject = Some(subject(self.job, run)?);
        }
        let Some(subject) = &self.subject else { return Ok(None) };
        let time = |part: u32| match effort {
            Effort::Little => FIRST_ATTEMPT,
            Effort::More => run.budget().time_limit().map_or(LATER_ATTEMPTS, |limit| limit / part),
        };
        let budget = run.budget().child(Share::time(time(PART_FOR_ALL)));
        let stop = || budget.stopped().is_some();
        let (cyclic, entry) = &subject.cyclic;
        let mut steps = FIRST_STEP_LIMIT;
        if self.coverable {
            let (covered, made) = cover(cyclic, *entry, &Limits { steps: u64::MAX, stop: &stop });
            tracing::debug!(?covered, steps = made, "all executions");
            self.coverable = covered == Covered::Stopped;
            // Where it depends on values, an execution with values gets there, too.
            steps = steps.max(made.saturating_mul(2));
            if covered == Covered::All {
                return self.answer(Finding::Unreachable, run, warnings).map(Some);
            }
        }
        let budget = run.budget().child(Share::time(time(PART_FOR_SINGLE)));
        let stop = || budget.stopped().is_some();
        while !stop() {
            let strategy = match (effort, self.attempts) {
                (Effort::Little, _) | (Effort::More, 1) => Strategy::Zero,
                (Effort::More, 0) => Strategy::Apart,
                (Effort::More, n) => {
                    Strategy::Random(n.wrapping_add(u64::from(self.job.question.seed)))
                }
            };
            // The first long one is not cut off.
            let most = if effort == Effort::More && self.attempts == 0 { u64::MAX } else { steps };
            let limits = Limits { steps: most, stop: &stop };
            let (ended, made) = execute(cyclic, *entry, strategy, &limits);
            tracing::debug!(?strategy, ended = ended.word(), steps = made, "execution");
            self.attempts += 1;
            let little = effort == Effort::Little;
            let finding = match ended {
                Ended::Failed(execution) => unroll(cyclic, &subject.loaded.program, *execution)
                    .and_then(|e| {
                        confirm_execution(&subject.loaded.program, subject.loaded.name(), e)
                    }),
                Ended::Only => Some(Finding::Unreachable),
                Ended::Stuck => break,
                Ended::Stopped { open } => {
                    self.closed = !open;
                    steps = steps.saturating_mul(2);
                    None
                }
                // Others are about as long.
                Ended::Fine => {
                    steps = steps.max(made.saturating_mul(2));
                    None
                }
            };
            if let Some(finding) = finding {
                return self.answer(finding, run, warnings).map(Some);
            }
            if little {
                break;
            }
        }
        // Later attempts follow zeros further.
        self.attempts = 0;
        Ok(None)
    }

    fn answer(
        &self,
        finding: Finding,
        run: &Run,
        warnings: &mut Vec<String>,
    ) -> Result<Answer, Failure> {
        let proved_by = matches!(finding, Finding::Unreachable).then_some(ProvedBy::Execution);
        let stats = RefineStats { proved_by, ..RefineStats::default() };
        let answer = Answer { stats, warnings: std::mem::take(warnings), ..Answer::default() };
        let Some(subject) = &self.subject else { return Ok(answer) };
        conclude(&subject.precise, &subject.loaded, finding, (ENGINE, None), answer, run)
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
