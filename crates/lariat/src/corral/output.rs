//! Corral's lines: the failing assertion, the trace, the times.

use super::flags::Flags;
use lariat_trace::{Failure, Location, Shown, Step, StepKind};
use lariat_verify::{Bug, Effort};
use std::fmt::Write;
use std::time::Duration;

/// A line of the trace: a place and what happens there.
#[derive(Debug, PartialEq, Eq)]
struct Event {
    place: Location,
    what: Vec<String>,
}

/// The verdict, the failing assertion and the trace.
pub fn bug(out: &mut String, bug: &Bug, flags: &Flags) {
    out.push_str("Program has a potential bug: True bug\n");
    let failure = bug.trace.failure.as_ref();
    if let Some(failure) = failure {
        let place = failure_place(failure, flags);
        let _ = writeln!(out, "{}: error PF5001: This assertion can fail", position(place));
    }
    out.push('\n');
    if !flags.trace {
        return;
    }
    out.push_str("Execution trace:\n");
    let mut last = None;
    for event in events(&bug.trace.steps, flags) {
        let what = event.what.join(", ");
        let what = if what.is_empty() { what } else { format!("({what})") };
        let line = format!("{}: Trace: Thread=1  {what}", position(&event.place));
        if last.as_ref() != Some(&line) {
            let _ = writeln!(out, "{line}");
        }
        last = Some(line);
    }
    if let Some(failure) = failure {
        let place = position(failure_place(failure, flags));
        // The statement brings its own line break in Corral's output, and readers count on it.
        let _ = writeln!(out, "{place}: Trace: Thread=1  (ASSERTION FAILS {}", statement(failure));
        let _ = writeln!(out, " )");
        let _ = writeln!(out, "{place}: Trace: Thread=1  (Done)");
    }
}

fn failure_place<'a>(failure: &'a Failure, flags: &Flags) -> &'a Location {
    match &failure.source {
        Some(source) if flags.source_places => source,
        _ => &failure.place,
    }
}

/// The failing assertion as a statement; one that stands for a contract has its kind said after it.
fn statement(failure: &Failure) -> String {
    let mut text = failure.text.trim().to_owned();
    let is_statement = text.starts_with("assert");
    if !is_statement {
        text = format!("assert {text}");
    }
    if !text.ends_with(';') {
        text.push(';');
    }
    text
}

/// `file(line,column)`; Corral leaves the folders of Windows out.
fn position(place: &Location) -> String {
    let file = place.file.rsplit('\\').next().unwrap_or(&place.file);
    format!("{file}({},{})", place.line, place.column.max(1))
}

/// Steps at one place become one event; steps before the first place are left out.
fn events(steps: &[Step], flags: &Flags) -> Vec<Event> {
    let mut events: Vec<Event> = Vec::new();
    // The place where each active procedure is, the innermost last.
    let mut places: Vec<Option<Location>> = vec![None];
    for step in steps {
        let depth = step.depth as usize;
        places.resize(depth + 1, None);
        let own = match (&step.source, flags.source_places) {
            (Some(source), _) if flags.source_places => Some(source.clone()),
            (_, true) => None,
            (_, false) => (step.place.line > 0).then(|| step.place.clone()),
        };
        if own.is_some() {
            places[depth] = own;
        }
        // A return is told where the caller is.
        let returns = matches!(step.kind, StepKind::Return { .. });
        let told_in = if returns { depth.saturating_sub(1) } else { depth };
        let Some(place) = places[told_in].clone() else { continue };
        let what = happening(step, flags);
        match events.last_mut() {
            Some(last) if last.place == place => last.what.extend(what),
            _ => events.push(Event { place, what: what.into_iter().collect() }),
        }
    }
    events
}

fn happening(step: &Step, flags: &Flags) -> Option<String> {
    match &step.kind {
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

/// The lines about time. `Boogie verification time` must occur exactly once in the output.
pub fn statistics(out: &mut String, effort: &Effort) {
    let search = effort.search.as_ref();
    let solver = search.map_or(0.0, |s| s.search.solver_time.as_secs_f64());
    let instances = search.map_or(0, |s| s.search.instances);
    let time_of = |word: &str| {
        let times = effort.phases.iter().filter(|p| p.0.word() == word).map(|p| p.1);
        times.sum::<Duration>().as_secs_f64()
    };
    let reading = time_of("read") + time_of("parse") + time_of("check");
    let _ = writeln!(out, "\nBoogie verification time: {solver:.2} s");
    let _ = writeln!(out, "Time spent reading-writing programs: {reading:.2} s");
    let _ = writeln!(out, "\nTime spent checking a program (1): {:.2} s", time_of("search"));
    let replays = u32::from(time_of("replay") > 0.0);
    let _ = writeln!(out, "Time spent checking a path ({replays}): {:.2} s", time_of("replay"));
    let _ = writeln!(out, "\nNumber of procedures inlined: {instances}");
    let _ = writeln!(out, "Total Time: {:.3} s", effort.wall.as_secs_f64());
    if let Some(cpu) = effort.cpu {
        let _ = writeln!(out, "Total User CPU time: {:.3} s", cpu.as_secs_f64());
    }
}
