//! Modular verification, as Boogie does it: every implementation on its own, against the contracts of what it calls and the
//! invariants of its loops, several at a time.
//!
//! An implementation is a question about a program without loops and without calls to look into (`lower/modular.rs`), which the verifier
//! answers as it answers others: a proof, an execution that was replayed, or neither. An execution starts in
//! any state that the precondition allows, and contracts stand for calls: what fails may be the code or a contract that says
//! too little. [`explain`] tells the two apart by asking about the code itself.

mod explain;
mod infer;
mod settings;

pub use explain::{Explanation, explain};
pub use infer::{Inferred, infer};
pub use settings::{Choice, Settings};

use lariat_budget::{Budget, Share};
use lariat_verdict::{Item, Overall, Reason, ReasonKind, Status};
use lariat_verify::{Bug, Failure, Implementation, Program, Question, Report, Silent, check};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// What came of one implementation.
#[derive(Debug)]
pub struct Verified {
    /// Which one.
    pub implementation: Implementation,
    /// All that is known, or why nothing is.
    pub report: Result<Report, Failure>,
    /// How long it took.
    pub time: Duration,
}

/// The answer about one implementation.
#[derive(Debug)]
pub enum Outcome<'a> {
    /// Nothing in it can fail. With [`Inline`](lariat_verify::Inline) or unrolling, up to the depth that was asked for.
    Verified,
    /// These places fail, in the order of the text, or cannot be shown to hold.
    Errors(Vec<Error<'a>>),
    /// There is no answer.
    Unknown(Reason),
    /// It could not be asked about.
    Failed(&'a Failure),
}

/// A place that fails.
#[derive(Debug)]
pub struct Error<'a> {
    /// The place.
    pub item: &'a Item,
    /// An execution that fails there; if it is not `certain`, conditions on it could not be checked.
    pub bug: &'a Bug,
    /// Whether the execution was replayed to its end.
    pub certain: bool,
}

impl Verified {
    /// The answer.
    pub fn outcome(&self) -> Outcome<'_> {
        let report = match &self.report {
            Ok(report) => report,
            Err(failure) => return Outcome::Failed(failure),
        };
        let mut errors: Vec<Error<'_>> = report
            .bugs()
            .into_iter()
            .map(|(item, bug)| Error { item, bug, certain: true })
            .collect();
        if let Some(bug) = &report.candidate
            && let Some(item) = bug.item.and_then(|id| report.verdict.item(id))
            && errors.iter().all(|e| e.item.id != item.id)
        {
            errors.push(Error { item, bug, certain: false });
        }
        if !errors.is_empty() {
            errors.sort_by_key(|e| (e.item.place.clone(), e.item.kind));
            return Outcome::Errors(errors);
        }
        match report.overall() {
            // What is cut off was to be cut off.
            Overall::Proved(_) | Overall::Bounded(..) => Outcome::Verified,
            Overall::Unknown(reason) => Outcome::Unknown(reason),
            Overall::NoBugIf(_) | Overall::Behind(_) | Overall::Bug => {
                Outcome::Unknown(Reason::new(ReasonKind::NotAsked, "no answer"))
            }
        }
    }

    /// Places without an answer, beside those that fail.
    pub fn open(&self) -> Vec<(&Item, Option<&Reason>)> {
        let Ok(report) = &self.report else { return Vec::new() };
        let open = report.verdict.items.iter().filter_map(|item| match item.known.status() {
            Status::Unknown(reason) => Some((item, reason)),
            _ => None,
        });
        open.collect()
    }
}

/// Verifies implementations, so many at a time, and tells of each as soon as all before it are done.
pub fn verify(
    program: &Program,
    implementations: &[Implementation],
    settings: &Settings,
    budget: &Budget,
    mut done: impl FnMut(&Verified),
) -> Vec<Verified> {
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<Option<Verified>>> =
        Mutex::new((0..implementations.len()).map(|_| None).collect());
    let (sender, receiver) = std::sync::mpsc::channel();
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(implementation) = implementations.get(number) else { return };
            let verified = one(program, implementation, settings, budget);
            results.lock().unwrap_or_else(PoisonError::into_inner)[number] = Some(verified);
            let _ = sender.send(());
        }
    };
    let workers = settings.jobs.clamp(1, implementations.len().max(1));
    let mut told = 0;
    std::thread::scope(|scope| {
        for _ in 0..workers {
            let thread = std::thread::Builder::new().stack_size(lariat_budget::STACK_BYTES);
            // Without a thread the work is done by the others, or below.
            let _ = thread.spawn_scoped(scope, work);
        }
        while told < implementations.len() && receiver.recv().is_ok() {
            let known = results.lock().unwrap_or_else(PoisonError::into_inner);
            while let Some(Some(verified)) = known.get(told) {
                done(verified);
                told += 1;
            }
        }
    });
    let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.into_iter().flatten().collect()
}

/// Verifies one implementation.
fn one(
    program: &Program,
    implementation: &Implementation,
    settings: &Settings,
    budget: &Budget,
) -> Verified {
    let started = std::time::Instant::now();
    let own = implementation.time_limit.map(|seconds| Duration::from_secs(seconds.into()));
    let limit = own.or(settings.time_limit).filter(|limit| !limit.is_zero());
    let budget = budget.child(Share { time: limit, ..Share::ALL });
    let question: Question = settings.question(implementation);
    let report = check(program, &question, &budget, Silent);
    Verified { implementation: implementation.clone(), report, time: started.elapsed() }
}
