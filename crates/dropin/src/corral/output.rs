//! Corral's lines: the failing assertion, the trace, the times.

use super::flags::Flags;
use super::trace::events;
use lariat_trace::{Failure, Location};
use lariat_verify::{Bug, Effort};
use std::fmt::Write;
use std::time::Duration;

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
    let end = failure.map(|failure| failure_place(failure, flags));
    let mut last = None;
    for event in events(&bug.trace.steps, end, flags) {
        let what = event.what.join(", ");
        let line = format!("{}: Trace: Thread=1  ({what})", position(&event.place));
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
