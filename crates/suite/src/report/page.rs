//! One page for people, which needs nothing else: the table, and a viewer for each defect.
//!
//! The data stands in the page as JSON; `page.js` shows it.

use super::command_for;
use super::steps::{Shown, steps};
use crate::result::{Answer, Change, Defect, InstanceResult, SuiteResult};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::io;

const FRAME: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// What the page shows.
#[derive(Serialize)]
struct Page<'a> {
    version: &'static str,
    command: String,
    seconds: f64,
    has_baseline: bool,
    problems: &'a [String],
    /// Words for answers, what matters most first.
    answers: Vec<&'static str>,
    rows: Vec<Row<'a>>,
    changes: Vec<ChangeRow<'a>>,
    /// Lines of the files that traces go through, from 1 on.
    files: BTreeMap<String, Vec<String>>,
}

#[derive(Serialize)]
struct Row<'a> {
    driver: &'a str,
    rule: &'a str,
    harness: &'a str,
    about: Option<&'a str>,
    answer: &'static str,
    shown: &'static str,
    reason: &'a str,
    seconds: f64,
    reused: bool,
    entry_points: &'a [String],
    reached: Vec<&'a str>,
    not_reached: Vec<&'a str>,
    undecided: Vec<&'a str>,
    unmodelled: &'a [String],
    assumptions: &'a [String],
    configuration: Option<&'a str>,
    command: String,
    defects: Vec<DefectView<'a>>,
}

#[derive(Serialize)]
struct DefectView<'a> {
    message: &'a str,
    at: String,
    function: Option<&'a str>,
    rule_at: String,
    change: Option<&'static str>,
    inputs: Vec<Input<'a>>,
    left_out: usize,
    steps: Vec<Shown>,
}

#[derive(Serialize)]
struct Input<'a> {
    from: &'a str,
    name: Option<&'a str>,
    value: &'a str,
    at: String,
    /// Is it the object that the rule has chosen to watch?
    watched: bool,
}

#[derive(Serialize)]
struct ChangeRow<'a> {
    driver: &'a str,
    rule: &'a str,
    harness: &'a str,
    message: &'a str,
    change: &'static str,
}

/// The page of a run.
pub fn write(suite: &SuiteResult) -> io::Result<String> {
    let rows: Vec<Row<'_>> = suite.results.iter().map(|result| row(suite, result)).collect();
    let files = files(&rows);
    let changes = suite.changes.iter().map(|c| ChangeRow {
        driver: &c.instance.driver,
        rule: &c.instance.rule,
        harness: &c.instance.harness,
        message: &c.message,
        change: word(c.change),
    });
    let page = Page {
        version: env!("CARGO_PKG_VERSION"),
        command: suite.command.join(" "),
        seconds: suite.seconds,
        has_baseline: suite.has_baseline,
        problems: &suite.problems,
        answers: Answer::TABLE.iter().map(|(_, word, _)| *word).collect(),
        changes: changes.collect(),
        rows,
        files,
    };
    // In a script, nothing of the program's can end the script.
    let data = serde_json::to_string(&page)?.replace('<', "\\u003c");
    Ok(FRAME.replace("/*STYLE*/", STYLE).replace("/*SCRIPT*/", SCRIPT).replace("/*DATA*/", &data))
}

fn word(change: Change) -> &'static str {
    match change {
        Change::New => "new",
        Change::StillThere => "still there",
        Change::Fixed => "fixed",
    }
}

fn row<'a>(suite: &SuiteResult, result: &'a InstanceResult) -> Row<'a> {
    use crate::result::Reached;
    let events = |wanted: Reached| {
        let which = result.events.iter().filter(|e| e.reached == wanted);
        which.map(|e| e.event.as_str()).collect()
    };
    Row {
        driver: &result.instance.driver,
        rule: &result.instance.rule,
        harness: &result.instance.harness,
        about: result.about.as_deref(),
        answer: result.answer.word(),
        shown: result.answer.shown(),
        reason: &result.reason,
        seconds: result.seconds,
        reused: result.reused,
        entry_points: &result.entry_points,
        reached: events(Reached::Yes),
        not_reached: events(Reached::No),
        undecided: events(Reached::Unknown),
        unmodelled: &result.unmodelled,
        assumptions: &result.assumptions,
        configuration: result.configuration.as_deref(),
        command: command_for(suite, &result.instance),
        defects: result.defects.iter().map(|d| view(suite, result, d)).collect(),
    }
}

fn view<'a>(suite: &SuiteResult, result: &'a InstanceResult, defect: &'a Defect) -> DefectView<'a> {
    let at = |place: &lariat_verdict::Place| format!("{}:{}", place.file, place.line);
    let change = suite.change_of(&result.instance, defect);
    let trace = &defect.bug.trace;
    DefectView {
        message: &defect.message,
        at: defect.place.as_ref().map(at).unwrap_or_default(),
        function: defect.function.as_deref(),
        rule_at: defect.rule_place.as_ref().map(at).unwrap_or_default(),
        change: change.map(word),
        inputs: trace
            .inputs
            .iter()
            .map(|input| Input {
                from: &input.from,
                name: input.name.as_deref(),
                value: &input.value,
                at: input
                    .source
                    .as_ref()
                    .map(|p| format!("{}:{}", p.file, p.line))
                    .unwrap_or_default(),
                watched: input.source.as_ref().is_some_and(|p| p.file.ends_with(".slic")),
            })
            .collect(),
        left_out: trace.left_out,
        steps: steps(result, defect),
    }
}

/// The files of the program that are there, whole; of others what steps know of them.
fn files(rows: &[Row<'_>]) -> BTreeMap<String, Vec<String>> {
    let all = || rows.iter().flat_map(|row| &row.defects).flat_map(|defect| &defect.steps);
    let names: BTreeSet<&str> = all().map(|step| step.file.as_str()).collect();
    names
        .into_iter()
        .map(|name| {
            let text =
                std::fs::read(name).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
            let lines = match text {
                Ok(text) => text.lines().map(str::to_owned).collect(),
                Err(_) => {
                    let mut lines = Vec::new();
                    for step in all().filter(|step| step.file == name) {
                        let at = step.line.max(1) as usize - 1;
                        lines.resize(lines.len().max(at + 1), String::new());
                        lines[at].clone_from(&step.text);
                    }
                    lines
                }
            };
            (name.to_owned(), lines)
        })
        .collect()
}
