//! Corral's trace: which places an execution comes to, and what happens there.
//!
//! Each procedure on the stack is at the place that it named last, or at none before its first. What happens (a call, a
//! return, a recorded value) where the procedure is at a place makes a line of its own. What happens before that is gathered, and
//! told in one line at the next place: VeriSol records the arguments of a function before its first place and
//! wants to read them beside the call. A call of a procedure without a body is nothing that happens.

use super::flags::Flags;
use lariat_trace::{Location, Shown, Step, StepKind};

/// A line of the trace: a place and what happens there.
#[derive(Debug, PartialEq, Eq)]
pub struct Event {
    pub place: Location,
    pub what: Vec<String>,
}

/// The start of the names of SMACK's values for its replay, which reads one in a line.
const ALONE: &str = "smack:";

/// The lines; `end` is where the execution fails, for what is left.
pub fn events(steps: &[Step], end: Option<&Location>, flags: &Flags) -> Vec<Event> {
    let mut told = Telling::default();
    // The place where each active procedure is, the innermost last.
    let mut places: Vec<Option<Location>> = vec![None];
    // Inside a procedure without a body: the depth around it.
    let mut outside: Option<usize> = None;
    for step in steps {
        let depth = step.depth as usize;
        if let Some(around) = outside {
            if depth == around + 1 && matches!(step.kind, StepKind::Return { .. }) {
                outside = None;
            }
            continue;
        }
        places.resize(depth + 1, None);
        let own = match flags.source_places {
            true => step.source.clone(),
            false => (step.place.line > 0).then(|| step.place.clone()),
        };
        if own.is_some() {
            places[depth] = own;
        }
        // A return is told where the caller is.
        let returns = matches!(step.kind, StepKind::Return { .. });
        let at = if returns { depth.saturating_sub(1) } else { depth };
        if matches!(step.kind, StepKind::Call { external: true, .. }) {
            outside = Some(depth);
        }
        told.at(places[at].as_ref(), happening(step, flags));
    }
    if !told.waiting.is_empty() {
        told.at(end, None);
    }
    told.events
}

#[derive(Default)]
struct Telling {
    events: Vec<Event>,
    waiting: Vec<String>,
}

impl Telling {
    fn at(&mut self, place: Option<&Location>, what: Option<String>) {
        self.waiting.extend(what);
        let Some(place) = place else { return };
        let mut lines: Vec<Vec<String>> = Vec::new();
        let mut ended = true;
        for what in std::mem::take(&mut self.waiting) {
            let alone = what.starts_with(ALONE);
            match lines.last_mut().filter(|_| !ended && !alone) {
                Some(line) => line.push(what),
                None => lines.push(vec![what]),
            }
            ended = alone;
        }
        if lines.is_empty() {
            lines.push(Vec::new());
        }
        let event = |what| Event { place: place.clone(), what };
        self.events.extend(lines.into_iter().map(event));
    }
}

fn happening(step: &Step, flags: &Flags) -> Option<String> {
    match &step.kind {
        StepKind::Call { external: true, .. } => None,
        StepKind::Call { callee, .. } => Some(format!("CALL {callee}")),
        StepKind::Return { from, .. } => Some(format!("RETURN from {from} ")),
        StepKind::Record if flags.data_values => {
            let values = step.writes.iter().chain(&step.reads);
            let shown: Vec<String> =
                values.map(|b| format!("{} = {}", b.name, value(&b.value))).collect();
            (!shown.is_empty()).then(|| shown.join(", "))
        }
        _ => step.printed.clone().filter(|p| !p.is_empty()),
    }
}

/// A value as Z3 names it, which is how Corral prints it.
fn value(value: &Shown) -> String {
    match value {
        Shown::Element { sort, number } => format!("T@{sort}!val!{number}"),
        other => other.to_string(),
    }
}
