//! Traces as the program was written: functions that weaving has put around others are not there.
//!
//! A function with events calls its old body under the name `f__body` between handlers. In the trace, the call of the
//! body, its return, and what else happens in the function around it are left out, and the body has the function's name. Handlers
//! have the name of their event, `f.entry`, and their parameters are `$1` and `$return`.

use lariat_rules::Handler;
use lariat_trace::{Binding, Step, StepKind, Trace};
use std::collections::BTreeSet;

const BEHIND: &str = "__body";

/// Takes the functions around others out of a trace.
pub fn tidy(trace: &mut Trace, handlers: &[Handler]) {
    let events = Events(handlers);
    let around: BTreeSet<String> = trace
        .steps
        .iter()
        .filter_map(|step| match &step.kind {
            StepKind::Call { callee, .. } => callee.strip_suffix(BEHIND).map(str::to_owned),
            _ => None,
        })
        .collect();
    // The depths of the functions around others that have not returned.
    let mut open: Vec<u32> = Vec::new();
    let mut kept: Vec<Step> = Vec::new();
    for mut step in std::mem::take(&mut trace.steps) {
        let is_around = around.contains(&step.procedure);
        while open
            .last()
            .is_some_and(|&depth| depth > step.depth || depth == step.depth && !is_around)
        {
            open.pop();
        }
        if is_around && open.last() != Some(&step.depth) {
            open.push(step.depth);
        }
        let outer = open.iter().filter(|&&depth| depth < step.depth).count() as u32;
        let is_handler = match &step.kind {
            StepKind::Call { callee, .. } => events.has(callee),
            StepKind::Return { from, .. } => events.has(from),
            _ => false,
        };
        // What the body returns is what the function returns, which is not a step of the program's.
        if is_around && !is_handler && !is_return_of_other(&step) {
            continue;
        }
        // The function around has no place of its own: it is where the program was last.
        if let (true, Some(last)) = (is_around, kept.last()) {
            step.place.clone_from(&last.place);
            step.source.clone_from(&last.source);
        }
        step.depth -= outer;
        events.rename(&mut step);
        kept.push(step);
    }
    trace.steps = kept;
    if let Some(failure) = &mut trace.failure {
        let outer = open.iter().filter(|&&depth| depth < failure.depth).count() as u32;
        failure.depth -= outer;
        failure.procedure = events.plain(&failure.procedure);
    }
}

fn is_return_of_other(step: &Step) -> bool {
    matches!(&step.kind, StepKind::Return { from, .. } if !from.ends_with(BEHIND) && *from != step.procedure)
}

/// The names of handlers, and what people read instead.
struct Events<'h>(&'h [Handler]);

impl Events<'_> {
    fn has(&self, name: &str) -> bool {
        self.0.iter().any(|handler| handler.symbol == name)
    }

    fn plain(&self, name: &str) -> String {
        match self.0.iter().find(|handler| handler.symbol == name) {
            Some(handler) => handler.event.to_string(),
            None => name.strip_suffix(BEHIND).unwrap_or(name).to_owned(),
        }
    }

    fn rename(&self, step: &mut Step) {
        step.procedure = self.plain(&step.procedure);
        match &mut step.kind {
            StepKind::Call { callee, args, .. } => {
                if self.has(callee) {
                    args.iter_mut().for_each(in_words_of_rules);
                }
                *callee = self.plain(callee);
            }
            StepKind::Return { from, .. } => *from = self.plain(from),
            _ => {}
        }
        if step.text.contains(BEHIND) {
            step.text = step.text.replace(BEHIND, "");
        }
        step.reads.iter_mut().chain(&mut step.writes).for_each(in_words_of_rules);
    }
}

/// `lariat_1` is `$1` in the rule.
fn in_words_of_rules(binding: &mut Binding) {
    if let Some(rest) = binding.name.strip_prefix("lariat_") {
        binding.name = format!("${rest}");
    }
}
