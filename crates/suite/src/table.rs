//! Results on a terminal: the table, the defects, the counts.

use crate::result::{Answer, Change, Defect, InstanceResult, Reached, SuiteResult};
use lariat_trace::{Detail, StepKind, Trace, Unstyled, render};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Longer notes are cut in the table.
const NOTE_WIDTH: usize = 100;

/// The table, with a line for each instance.
pub fn table(results: &[InstanceResult]) -> String {
    let drivers: Vec<&str> = results.iter().map(|r| r.instance.driver.as_str()).collect();
    let several = drivers.iter().any(|driver| Some(driver) != drivers.first());
    let head = ["program", "rule", "harness", "answer", "note"];
    let mut rows: Vec<[String; 5]> = vec![head.map(str::to_owned)];
    for result in results {
        rows.push([
            result.instance.driver.clone(),
            result.instance.rule.clone(),
            result.instance.harness.clone(),
            result.answer.shown().to_owned(),
            note(result),
        ]);
    }
    let first = usize::from(!several);
    let width =
        |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let mut out = String::new();
    for row in &rows {
        let mut line = String::new();
        for (n, cell) in row.iter().enumerate().skip(first) {
            let _ = write!(line, "{cell:<width$}  ", width = widths[n]);
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

fn note(result: &InstanceResult) -> String {
    let mut note = result.reason.clone();
    if let Some(configuration) = &result.configuration {
        let _ = write!(note, " [{configuration}]");
    }
    if result.reused {
        note.push_str(" (unchanged)");
    }
    let note = note.trim().to_owned();
    match note.chars().count() > NOTE_WIDTH {
        true => note.chars().take(NOTE_WIDTH - 1).chain(['…']).collect(),
        false => note,
    }
}

/// A defect with its execution: the program's steps, and those of the environment folded.
pub fn defect(result: &InstanceResult, defect: &Defect) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "\n{} ({}, {}): {}",
        result.instance.rule, result.instance.driver, result.instance.harness, defect.message
    );
    if let Some(about) = &result.about {
        let _ = writeln!(out, "  rule: {about}");
    }
    if let Some(place) = &defect.place {
        let within = defect.function.as_deref().map(|f| format!(" in {f}")).unwrap_or_default();
        let _ = writeln!(out, "  at {}{within}", place.show());
    }
    if let Some(place) = &defect.rule_place {
        let _ = writeln!(out, "  violates {}", place.show());
    }
    let trace = folded(&defect.bug.trace, &result.environment);
    for line in render(&trace, Detail::Short, &Unstyled).lines() {
        let _ = writeln!(out, "  {line}");
    }
    out
}

/// The trace without what happens inside of models, harness and rule.
fn folded(trace: &Trace, environment: &[String]) -> Trace {
    let mut trace = trace.clone();
    trace.steps.retain(|step| {
        let file = step.source.as_ref().map_or(&step.place.file, |source| &source.file);
        // An event is seen once.
        let back = matches!(&step.kind, StepKind::Return { from, .. } if from.contains('.'));
        !environment.contains(file) && !file.starts_with("<library>") && !back
    });
    trace
}

/// What every verdict rests on, for those that are not plain.
pub fn details(result: &InstanceResult) -> String {
    let mut out = String::new();
    let instance = &result.instance;
    let _ = writeln!(out, "\n{} ({}, {})", instance.rule, instance.driver, instance.harness);
    let mut line = |what: &str, list: &[String]| {
        if !list.is_empty() {
            let _ = writeln!(out, "  {what}: {}", list.join(", "));
        }
    };
    line("entry points", &result.entry_points);
    let events = |how: Reached| -> Vec<String> {
        let all = result.events.iter().filter(|event| event.reached == how);
        all.map(|event| event.event.clone()).collect()
    };
    line("events reached", &events(Reached::Yes));
    line("events not reached", &events(Reached::No));
    line("events not known to be reached", &events(Reached::Unknown));
    line("functions without a model", &result.unmodelled);
    line("assumed", &result.assumptions);
    out
}

/// The counts by answer, and the difference to the last run.
pub fn summary(suite: &SuiteResult) -> String {
    let counts: Vec<String> = Answer::TABLE
        .iter()
        .filter_map(|(answer, _, shown)| {
            let count = suite.results.iter().filter(|r| r.answer == *answer).count();
            (count > 0).then(|| format!("{count} {}", shown.to_lowercase()))
        })
        .collect();
    let reused = suite.results.iter().filter(|r| r.reused).count();
    let mut out = format!("{} instances: {}", suite.results.len(), counts.join(", "));
    if reused > 0 {
        let _ = write!(out, "; {reused} unchanged since they were answered");
    }
    out.push('\n');
    let holds = |r: &&InstanceResult| {
        matches!(r.answer, Answer::Proved | Answer::HoldsIf | Answer::Bounded)
    };
    let of_all = suite.results.iter().filter(holds);
    let assumed: BTreeSet<&str> = of_all.flat_map(|r| &r.assumptions).map(String::as_str).collect();
    if !assumed.is_empty() {
        let assumed: Vec<&str> = assumed.into_iter().collect();
        let _ = writeln!(out, "answers without a defect assume that {}", assumed.join("; "));
    }
    if suite.has_baseline {
        let count = |change| suite.changes.iter().filter(|c| c.change == change).count();
        let _ = writeln!(
            out,
            "compared with the last run: {} new, {} fixed, {} still there",
            count(Change::New),
            count(Change::Fixed),
            count(Change::StillThere)
        );
    }
    out
}
