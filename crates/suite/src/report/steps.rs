//! The steps of a defect's trace as people go through them: with the lines that they are at, the state of the rule after
//! them, and which of them are the environment's.

use crate::result::{Defect, InstanceResult};
use lariat_trace::{Binding, Location, Step, StepKind};
use serde::Serialize;
use std::collections::BTreeMap;

/// What the library's models, which nobody wants to see, are called in places.
const LIBRARY: &str = "<library>";

/// What a step is called at which something happens that the rule watches.
const EVENT: &str = "event";

/// One step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Shown {
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub function: String,
    /// Calls around it.
    pub depth: u32,
    /// What happens.
    pub what: String,
    /// The line as written.
    pub text: String,
    /// Values that are written, or that a condition depends on.
    pub values: Vec<(String, String)>,
    /// The variables of the rule after it.
    pub state: Vec<(String, String)>,
    /// Whose step it is.
    pub who: Who,
}

/// Whose code a step is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Who {
    Program,
    Environment,
    Rule,
}

/// The steps of a defect; the last one is the violation.
pub fn steps(result: &InstanceResult, defect: &Defect) -> Vec<Shown> {
    let trace = &defect.bug.trace;
    let mut state: BTreeMap<String, String> = BTreeMap::new();
    let mut shown: Vec<Shown> = Vec::new();
    for step in &trace.steps {
        let Some(place) = step.source.as_ref().filter(|place| place.line > 0) else { continue };
        let who = who(result, place);
        if who == Who::Rule {
            for binding in step.writes.iter().filter(|b| b.global && is_plain(&b.name)) {
                state.insert(binding.name.clone(), binding.value.to_string());
            }
        }
        let Some((what, values)) = in_words(step) else { continue };
        // An event and its end are one line of the program.
        let again =
            |last: &Shown| last.what == what && last.line == place.line && last.file == place.file;
        let programs_last = shown.iter().rev().find(|s| s.who == Who::Program);
        if what == EVENT && (who != Who::Program || programs_last.is_some_and(again)) {
            continue;
        }
        shown.push(Shown {
            file: place.file.clone(),
            line: place.line,
            column: place.column,
            function: step.procedure.clone(),
            depth: step.depth,
            what,
            text: step.text.trim().to_owned(),
            values,
            state: state.clone().into_iter().collect(),
            who,
        });
    }
    if let Some(failure) = &trace.failure {
        let place = failure.source.as_ref().unwrap_or(&failure.place);
        shown.push(Shown {
            file: place.file.clone(),
            line: place.line,
            column: place.column,
            function: failure.procedure.clone(),
            depth: failure.depth,
            what: format!("violated: {}", defect.message),
            text: failure.text.trim().to_owned(),
            values: shown_values(&failure.values),
            state: state.into_iter().collect(),
            who: who(result, place),
        });
    }
    shown
}

fn who(result: &InstanceResult, place: &Location) -> Who {
    if place.file.ends_with(".slic") {
        Who::Rule
    } else if place.file == LIBRARY || result.environment.contains(&place.file) {
        Who::Environment
    } else {
        Who::Program
    }
}

/// What a step does; nothing if it only says where the execution is.
fn in_words(step: &Step) -> Option<(String, Vec<(String, String)>)> {
    Some(match &step.kind {
        // A handler is called where the program does what the rule watches.
        StepKind::Call { callee, args, .. } if is_handler(callee) => {
            (EVENT.to_owned(), shown_values(args))
        }
        StepKind::Call { callee, .. } if !is_plain(callee) => return None,
        StepKind::Call { callee, args, .. } => (format!("call {callee}"), shown_values(args)),
        StepKind::Return { from, .. } if is_handler(from) || !is_plain(from) => return None,
        StepKind::Return { from, results } => (format!("{from} returns"), shown_values(results)),
        StepKind::Assign | StepKind::Havoc | StepKind::Record => {
            let values = shown_values(&step.writes);
            if values.is_empty() {
                return None;
            }
            ("set".to_owned(), values)
        }
        StepKind::Assume => ("condition".to_owned(), shown_values(&step.reads)),
        StepKind::Assert => ("holds".to_owned(), shown_values(&step.reads)),
        StepKind::Iterate => ("next iteration".to_owned(), Vec::new()),
        StepKind::Ensures | StepKind::Branch { .. } | StepKind::Marker => return None,
    })
}

fn shown_values(bindings: &[Binding]) -> Vec<(String, String)> {
    let named = bindings.iter().filter(|b| is_plain(&b.name));
    named.map(|b| (b.name.clone(), b.value.to_string())).collect()
}

/// Is it an event of the rule, which its handler has the name of?
fn is_handler(function: &str) -> bool {
    function.contains('.')
}

/// Is it a name of the program's or the rule's, not one that weaving has made?
fn is_plain(name: &str) -> bool {
    !name.starts_with("lariat_")
}
