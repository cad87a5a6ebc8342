//! `--confirm-bits`: the path of a bug in a C program, asked again bit by bit.
//!
//! The bug becomes a question to the prover for C, which shares nothing with the search: the program
//! is executed along the path with the machine's integers and memory as objects.

use crate::c;
use crate::pipeline::Job;
use crate::report::{Bug, Finding};
use crate::supervise::Shared;
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
pub fn settle(job: &Job, finding: &mut Finding, shared: &Shared) {
    if !job.c.confirm_bits || !job.is_c() {
        return;
    }
    let Finding::Bug(bug) = finding else { return };
    match ask(job, bug, shared) {
        Confirmation::Refuted => {
            let text = "a path was found, but refuted bit by bit";
            *finding = Finding::Unknown(Reason::new(ReasonKind::Replay, text));
        }
        answer => bug.bits = Some(answer),
    }
}

fn ask(job: &Job, bug: &Bug, shared: &Shared) -> Confirmation {
    let unknown = |why: &str| Confirmation::Unknown(why.to_owned());
    let Ok(parsed) = c::parsed(&job.files, &job.c) else {
        return unknown("the program cannot be read again");
    };
    let program = &parsed.program;
    let entry = job.entry.as_deref().unwrap_or("main");
    let Some(entry) = program.function_named(entry) else {
        return unknown("the entry is no function");
    };
    let Some(path) = reached(program, &bug.trace) else {
        return unknown("the failing statement has no place in the C text");
    };
    let limit = shared.time_left().map_or(MAX_TIME, |left| MAX_TIME.min(left / 2));
    let options = Options {
        model: job.c.data_model.into(),
        arch: Arch::TwosComplement,
        unions: UnionReads::Bytes,
        small_array: 4096,
        time_limit: Some(limit),
        budget: shared.budget().clone(),
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

/// The answer in words.
pub fn in_words(answer: &Confirmation) -> String {
    match answer {
        Confirmation::Confirmed(_) => "confirmed bit by bit".to_owned(),
        Confirmation::Refuted => "refuted bit by bit".to_owned(),
        Confirmation::Unknown(why) => format!("neither confirmed nor refuted bit by bit: {why}"),
    }
}

/// The answer in JSON.
pub fn in_json(answer: &Confirmation) -> serde_json::Value {
    match answer {
        Confirmation::Confirmed(_) => serde_json::json!({ "verdict": "confirmed" }),
        Confirmation::Refuted => serde_json::json!({ "verdict": "refuted" }),
        Confirmation::Unknown(why) => {
            serde_json::json!({ "verdict": "unknown", "reason": why })
        }
    }
}
