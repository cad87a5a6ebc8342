//! `--confirm-bits`: the path of a bug in a C program, asked again bit by bit.
//!
//! The bug becomes a question to the prover for C, which shares nothing with the search: the program
//! is executed along the path with the machine's integers and memory as objects.

use crate::job::Job;
use crate::program::CProgram;
use crate::report::{BitAnswer, Bug, Finding};
use crate::run::Run;
use lariat_c::{Place, Program};
use lariat_cogent::{Arch, Confirmation, Options, Reached, UnionReads};
use lariat_trace::{StepKind, Trace};
use lariat_verdict::{Reason, ReasonKind};
use rustc_hash::FxHashMap;
use std::time::Duration;

/// The prover gets no longer than this.
const MAX_TIME: Duration = Duration::from_secs(60);

/// Asks the prover about a bug and writes its answer into the finding. What it refutes is no bug
/// until somebody knows why.
pub fn settle(job: &Job<'_>, finding: &mut Finding, run: &Run) {
    let Some(c) = job.program().as_c().filter(|_| job.question.confirm_bits) else { return };
    let Finding::Bug(bug) = finding else { return };
    bug.bits = match ask(job, c, bug, run) {
        Confirmation::Refuted => {
            let text = "a path was found, but refuted bit by bit";
            *finding = Finding::Unknown(Reason::new(ReasonKind::Replay, text));
            return;
        }
        Confirmation::Confirmed(_) => Some(BitAnswer::Confirmed),
        Confirmation::Unknown(why) => Some(BitAnswer::Unknown(why)),
    };
}

fn ask(job: &Job<'_>, parsed: &CProgram, bug: &Bug, run: &Run) -> Confirmation {
    let unknown = |why: &str| Confirmation::Unknown(why.to_owned());
    let program = &parsed.program;
    let entry = job.question.entry.as_deref().unwrap_or("main");
    let Some(entry) = program.function_named(entry) else {
        return unknown("the entry is no function");
    };
    let Some(path) = reached(program, &bug.trace) else {
        return unknown("the failing statement has no place in the C text");
    };
    let limit = run.budget().left().map_or(MAX_TIME, |left| MAX_TIME.min(left / 2));
    let options = Options {
        model: parsed.model,
        arch: Arch::TwosComplement,
        unions: UnionReads::Bytes,
        small_array: 4096,
        time_limit: Some(limit),
        budget: run.budget().clone(),
        ..Options::default()
    };
    lariat_cogent::confirm(program, entry, &path, &options)
}

/// The path in terms of the C text.
fn reached(program: &Program, trace: &Trace) -> Option<Reached> {
    let mut files = program.files.clone();
    let mut place = |at: &lariat_trace::Location| Place {
        line: at.line,
        file: files.intern(&at.file),
        column: u16::try_from(at.column).unwrap_or(u16::MAX),
    };
    let failure = place(trace.failure.as_ref()?.source.as_ref()?);
    let visited: Vec<Place> =
        trace.steps.iter().filter_map(|s| s.source.as_ref()).map(place).collect();
    // Iterations that became plain code show as places that come again.
    let mut times: FxHashMap<(u32, u16), usize> = FxHashMap::default();
    for at in &visited {
        *times.entry((at.line, at.column)).or_default() += 1;
    }
    let mut rounds = times.values().copied().max().unwrap_or(1);
    let mut stack: Vec<&str> = Vec::new();
    for step in &trace.steps {
        if let Some(iteration) = &step.iteration {
            rounds = rounds.max(iteration.number as usize);
        }
        match &step.kind {
            StepKind::Call { callee, .. } => {
                stack.push(callee);
                rounds = rounds.max(stack.iter().filter(|c| *c == callee).count());
            }
            StepKind::Return { .. } => {
                stack.pop();
            }
            _ => {}
        }
    }
    Some(Reached { failure, visited, rounds })
}
