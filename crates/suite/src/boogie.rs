//! Rules on Boogie programs. There is no platform: the program is closed, and its entry is the harness.

use crate::args::VerifyArgs;
use crate::commands::finish;
use crate::instance::{counting, in_one_line, not_reached, supervised};
use crate::result::{
    Answer, Defect, EventState, Instance, InstanceResult, Reached, SCHEMA, SuiteResult,
};
use crate::rules::wanted;
use lariat_boogie::SourceMap;
use lariat_platform::Problem;
use lariat_process::exit::Exit;
use lariat_rules::boogie::instrument;
use lariat_rules::{Mode, Rule};
use lariat_verdict::{Item, Overall, Status, Verdict, in_words};
use lariat_verify::{Failure, Program, Question, Report, Source};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Verifies a Boogie program against rules and ends the process.
pub fn main(args: &VerifyArgs) -> ! {
    let started = Instant::now();
    let work = args.clone();
    // Parsing recurses.
    let thread = lariat_budget::spawn("rules", move || all(&work));
    let ended = thread.ok().and_then(|thread| thread.join().ok());
    let mut suite = match ended {
        Some(Ok(suite)) => suite,
        Some(Err(problem)) => {
            eprint!("{problem}");
            Exit::BadInput.now()
        }
        None => Exit::Internal.now(),
    };
    suite.seconds = started.elapsed().as_secs_f64();
    finish(&suite, args)
}

fn all(args: &VerifyArgs) -> Result<SuiteResult, Problem> {
    let mut sources = SourceMap::new();
    let mut names = Vec::new();
    for file in &args.files {
        let name = file.display().to_string();
        let text = std::fs::read_to_string(file)
            .map_err(|error| Problem::new(format!("cannot read `{name}`: {error}")))?;
        sources.add(name.clone(), text).map_err(|e| Problem::new(e.to_string()))?;
        names.push(name);
    }
    let sources = Arc::new(sources);
    let parsed = lariat_boogie::parse(&sources);
    let whole = Source::new(Arc::clone(&sources), true, |_| {})
        .map_err(|rejected| Problem::new(rejected.to_string()))?;
    let entry = whole.entry(None).map_err(|no| Problem::new(no.message))?;
    let driver = args.files.first().and_then(|f| f.file_stem());
    let driver = driver.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut suite = SuiteResult {
        schema: SCHEMA,
        command: std::env::args().collect(),
        ..SuiteResult::default()
    };
    for wanted in wanted(&args.rules, None)? {
        let instance =
            Instance { driver: driver.clone(), rule: wanted.name.clone(), harness: entry.clone() };
        let started = Instant::now();
        let answered = wanted.rule.and_then(|rule| {
            let subject = Subject {
                names: &names,
                program: &parsed.program,
                sources: &sources,
                entry: &entry,
            };
            one(&instance, &rule, &subject, args)
        });
        let mut result = answered.unwrap_or_else(|problem| {
            suite.problems.push(problem.to_string());
            InstanceResult::plain(instance, Answer::Error, problem.one_line())
        });
        result.seconds = started.elapsed().as_secs_f64();
        suite.results.push(result);
    }
    Ok(suite)
}

/// The program.
struct Subject<'a> {
    names: &'a [String],
    program: &'a lariat_boogie::Program,
    sources: &'a SourceMap,
    entry: &'a str,
}

fn one(
    instance: &Instance,
    rule: &Rule,
    subject: &Subject<'_>,
    args: &VerifyArgs,
) -> Result<InstanceResult, Problem> {
    let mut result = InstanceResult {
        about: rule.about.clone(),
        entry_points: vec![subject.entry.to_owned()],
        ..InstanceResult::plain(instance.clone(), Answer::Unknown, "")
    };
    let ask = |mode: Mode, time: Duration| {
        let with = instrument(rule, subject.program, subject.sources, subject.entry, mode)?;
        let (file, placed) = (with.rule_source, with.placed);
        if placed.is_empty() {
            return Ok(None);
        }
        let program = Program::boogie_files(subject.names.to_vec(), with.sources);
        let mut question = Question::assertions().entry(&with.entry);
        question.infer_modifies = true;
        question.deepen = args.recursion_bound.is_none();
        if let Some(bound) = args.recursion_bound {
            question.search.recursion_bound = bound;
        }
        let report = supervised(&program, &question, time, args.memory_limit)
            .map_err(|failure: Failure| Problem::new(in_one_line(&failure)))?;
        Ok::<_, Problem>(Some((report, file)))
    };
    let Some((report, file)) = ask(Mode::Check, args.time_limit)? else {
        result.answer = if rule.is_property { Answer::NotFound } else { Answer::NotApplicable };
        result.reason = "the program has no procedure that the rule watches".into();
        return Ok(result);
    };
    result.environment.push(file.clone());
    conclude(rule, &mut result, &report, &file);
    let Some((reach, file)) = ask(Mode::Reach, args.time_limit / 2)? else { return Ok(result) };
    for (event, _) in rule.events() {
        let event = event.to_string();
        if result.events.iter().any(|known| known.event == event) {
            continue;
        }
        let items: Vec<&Item> =
            about(&reach, &file).filter(|item| item.message.contains(&event)).collect();
        let reached = if items.iter().any(|i| matches!(i.known.status(), Status::Reachable(_))) {
            Reached::Yes
        } else if items.iter().all(|i| matches!(i.known.status(), Status::Unreachable(_))) {
            Reached::No
        } else {
            Reached::Unknown
        };
        result.events.push(EventState { event, reached });
    }
    let counting = counting(&result.events);
    let any = |how: Reached| counting.iter().any(|event| event.reached == how);
    let holds = matches!(result.answer, Answer::Proved | Answer::HoldsIf | Answer::Bounded);
    if holds && !any(Reached::Yes) && !any(Reached::Unknown) {
        result.answer = Answer::NotApplicable;
        result.reason = not_reached(&counting);
    } else if matches!(result.answer, Answer::Proved | Answer::HoldsIf) && !any(Reached::Yes) {
        result.answer = Answer::Unknown;
        result.reason =
            "not violated, but whether an event of the rule happens is not known".into();
    }
    Ok(result)
}

/// The places of the rule; those of the program are not what is asked about.
fn about<'r>(report: &'r Report, file: &'r str) -> impl Iterator<Item = &'r Item> {
    let of_rule = move |item: &&Item| item.place.as_ref().is_some_and(|place| place.file == file);
    report.verdict.items.iter().filter(of_rule)
}

fn conclude(rule: &Rule, result: &mut InstanceResult, report: &Report, file: &str) {
    let verdict = Verdict::of(about(report, file).cloned().collect());
    for (item, bug) in report.bugs() {
        if item.place.as_ref().is_none_or(|place| place.file != file) {
            continue;
        }
        let last = bug.trace.steps.iter().rev().find(|step| step.place.file != file);
        result.defects.push(Defect {
            message: item.message.clone(),
            rule_place: item.place.clone(),
            place: last.and_then(|step| lariat_verify::location_in_trace(&step.place)),
            function: last.map(|step| step.procedure.trim_end_matches("__body").to_owned()),
            fingerprint: format!("{}: {}", rule.name, item.message),
            bug: bug.clone(),
        });
    }
    (result.answer, result.reason) = match verdict.overall() {
        Overall::Bug if rule.is_property => (Answer::Found, String::new()),
        Overall::Bug => {
            let first = result.defects.first();
            (Answer::Defect, first.map(|d| d.message.clone()).unwrap_or_default())
        }
        Overall::Proved(_) | Overall::NoBugIf(_) if rule.is_property => {
            (Answer::NotFound, String::new())
        }
        Overall::Proved(_) => (Answer::Proved, String::new()),
        Overall::NoBugIf(under) => (Answer::HoldsIf, format!("if {}", in_words(&under))),
        Overall::Bounded(cut, _) => (Answer::Bounded, cut.to_string()),
        Overall::Behind(_) => {
            (Answer::HoldsIf, "if no assertion of the program fails before".into())
        }
        Overall::Unknown(reason) => (Answer::Unknown, reason.text),
    };
    if rule.is_property {
        result.defects.clear();
    }
}
