//! One instance, answered: in a process of its own, so that nothing that happens here costs the answers of others.
//!
//! Two questions are asked. Is the rule violated? And if not, do its events happen at all? A proof that rests on events
//! that never happen is none: the rule is not applicable then. What an execution shows is believed first: a violation is
//! an event that has happened.

use crate::ladder::{LADDER, Rung};
use crate::reachable::{Reachable, hex};
use crate::result::{Answer, Defect, EventState, Instance, InstanceResult, Reached};
use crate::tidy::tidy;
use lariat_budget::{Budget, Limits, MemoryLimit, POLL_INTERVAL};
use lariat_c::{DataModel, Part};
use lariat_c2boogie::{Check, Checks};
use lariat_platform::Unit;
use lariat_rules::{Compiled, Handler};
use lariat_trace::StepKind;
use lariat_verdict::{Assumption, By, Overall, Place, Status, in_words};
use lariat_verify::{
    Bug, CProgram, Failure, Failures, Program, Property, Question, Report, Run, Silent, UnitText,
    answer,
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

/// How long work may take to stop when it is told to.
const GRACE: Duration = Duration::from_millis(700);

/// A rule as a unit of C.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RuleUnit {
    /// The unit.
    pub unit: Unit,
    /// Its handlers.
    pub handlers: Vec<Handler>,
    /// What is called first.
    pub start: Option<String>,
}

impl RuleUnit {
    /// A compiled rule, preprocessed.
    pub fn new(unit: Unit, compiled: &Compiled) -> RuleUnit {
        RuleUnit { unit, handlers: compiled.handlers.clone(), start: compiled.start.clone() }
    }

    fn compiled(&self) -> Compiled {
        Compiled {
            text: String::new(),
            handlers: self.handlers.clone(),
            start: self.start.clone(),
            missing: Vec::new(),
        }
    }
}

/// All that an instance needs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Spec {
    /// Which.
    pub instance: Instance,
    /// What the rule says.
    pub about: Option<String>,
    /// Is it a property rule?
    pub is_property: bool,
    /// The program, models and harness.
    pub units: Arc<Vec<Unit>>,
    /// The widths of types.
    pub model: String,
    /// Where executions start.
    pub entry: String,
    /// The rule that aborts.
    pub check: RuleUnit,
    /// The rule that tells its events.
    pub reach: RuleUnit,
    /// All events of the rule, as written.
    pub events: Vec<String>,
    /// Time for the first question; the second has half of it.
    pub seconds: f64,
    /// Memory in bytes.
    pub memory: Option<u64>,
    /// The recursion bound, if the user says one.
    pub bound: Option<u32>,
    /// Are assertions of the program checked, too?
    pub assertions: bool,
    /// What the platform leaves out. Who names a platform asks about executions in it, so this is part of the question.
    pub assumes: Vec<String>,
    /// The fingerprint of the answer that there is: the same question is not answered again.
    pub known: Option<String>,
}

impl Spec {
    /// A hash of the texts and settings, without places. If it is the same, so is the fingerprint, which costs more.
    pub fn text_hash(&self) -> String {
        let mut hasher = Sha256::new();
        for unit in self.units.iter().chain([&self.check.unit]) {
            for line in unit.text.lines().filter(|line| !line.starts_with('#')) {
                // White space between tokens is one blank; where there are literals it stays as it is.
                if line.contains(['"', '\'']) {
                    hasher.update(line.trim().as_bytes());
                    hasher.update(b" ");
                    continue;
                }
                for word in line.split_whitespace() {
                    hasher.update(word.as_bytes());
                    hasher.update(b" ");
                }
            }
            hasher.update([0]);
        }
        let rest = format!("{} {} {}", self.model, self.entry, self.settings());
        hasher.update(rest.as_bytes());
        hex(&hasher.finalize())
    }

    /// What an answer depends on besides the program.
    fn settings(&self) -> String {
        let Spec { seconds, memory, bound, assertions, .. } = self;
        format!("{} {seconds} {memory:?} {bound:?} {assertions}", build())
    }
}

/// Which Lariat this is: another one may answer differently.
fn build() -> &'static str {
    static BUILD: LazyLock<String> = LazyLock::new(|| {
        let file = std::env::current_exe().and_then(std::fs::metadata);
        let when = file.as_ref().ok().and_then(|file| file.modified().ok());
        let when = when.and_then(|when| when.duration_since(std::time::UNIX_EPOCH).ok());
        let length = file.map_or(0, |file| file.len());
        format!("{} {length} {when:?}", env!("CARGO_PKG_VERSION"))
    });
    &BUILD
}

/// What comes of a [`Spec`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// The question is the one whose answer is known.
    Unchanged,
    /// An answer.
    Answered(Box<InstanceResult>),
}

/// A program with a rule woven into it.
struct Instrumented {
    program: Program,
    /// Handlers that something reachable calls.
    live: BTreeSet<String>,
    entry_points: Vec<String>,
    unmodelled: Vec<String>,
    /// Functions whose events are not seen through pointers.
    unseen: Vec<String>,
    fingerprint: String,
}

fn model(name: &str) -> DataModel {
    let found = DataModel::TABLE.iter().find(|m| m.1 == name);
    found.map_or(DataModel::Lp64, |m| m.0)
}

/// Reads the units with a rule.
fn instrument(spec: &Spec, rule: &RuleUnit) -> Result<Instrumented, Failure> {
    let unit = |unit: &Unit| {
        let text =
            UnitText { original: unit.original.clone(), preprocessed: Some(unit.text.clone()) };
        (unit.name.clone(), text, unit.part)
    };
    let units = spec.units.iter().chain([&rule.unit]).map(unit).collect();
    let mut woven = None;
    let headers = |file: &str| std::fs::read_to_string(file).ok();
    let c =
        CProgram::read_parts(
            units,
            model(&spec.model),
            headers,
            |program| match lariat_rules::weave(program, &rule.compiled(), &spec.entry) {
                Ok(done) => {
                    woven = Some(done);
                    Vec::new()
                }
                Err(problems) => problems,
            },
        )?;
    let reachable = Reachable::of(&c.program, &spec.entry);
    let name = |f| c.program.name(c.program.function(f).name).to_owned();
    let monitors = reachable.functions.iter().copied();
    let live =
        monitors.filter(|&f| c.program.part_of(f) == Some(Part::Monitor)).map(name).collect();
    let settings = spec.settings();
    let more = [spec.model.as_str(), &spec.entry, &settings];
    let names = spec.units.iter().filter(|u| u.part == Part::Program).map(|u| u.name.clone());
    Ok(Instrumented {
        live,
        entry_points: reachable.entry_points(&c.program, &spec.entry),
        unmodelled: reachable.unmodelled(&c.program),
        unseen: woven.into_iter().flat_map(|w| w.unseen).collect(),
        fingerprint: reachable.fingerprint(&c.program, &more),
        program: Program::c_files(names.collect(), c),
    })
}

/// Answers an instance, unless its answer is known.
pub fn run(spec: &Spec) -> Outcome {
    let started = Instant::now();
    let mut result = InstanceResult {
        about: spec.about.clone(),
        environment: environment(spec),
        ..InstanceResult::plain(spec.instance.clone(), Answer::Unknown, "")
    };
    match ask(spec, &mut result) {
        Ok(true) => {}
        Ok(false) => return Outcome::Unchanged,
        Err(failure) => {
            result.answer = Answer::Error;
            result.reason = in_one_line(&failure);
        }
    }
    result.seconds = started.elapsed().as_secs_f64();
    Outcome::Answered(Box::new(result))
}

fn environment(spec: &Spec) -> Vec<String> {
    let around = spec.units.iter().filter(|u| u.part != Part::Program).map(|u| u.name.clone());
    around.chain([spec.check.unit.name.clone()]).collect()
}

/// A failure with its place, on one line.
pub fn in_one_line(failure: &Failure) -> String {
    match failure {
        Failure::C(report) => match report.diagnostics.first() {
            Some(first) => first.as_lines(&report.excerpts).replace('\n', "; "),
            None => failure.in_words(),
        },
        other => other.in_words(),
    }
}

/// Fills in the answer; `false` if it is known.
fn ask(spec: &Spec, result: &mut InstanceResult) -> Result<bool, Failure> {
    let check = instrument(spec, &spec.check)?;
    result.fingerprint.clone_from(&check.fingerprint);
    if spec.known.as_ref() == Some(&check.fingerprint) {
        return Ok(false);
    }
    result.entry_points.clone_from(&check.entry_points);
    result.unmodelled.clone_from(&check.unmodelled);
    let is_live = |handler: &&Handler| check.live.contains(&handler.symbol);
    let live: BTreeSet<String> = spec
        .check
        .handlers
        .iter()
        .filter(is_live)
        .map(|handler| handler.written.to_string())
        .collect();
    if live.is_empty() {
        let events = spec.events.iter();
        result.events =
            events.map(|event| EventState { event: event.clone(), reached: Reached::No }).collect();
        result.answer = no_events(spec.is_property);
        result.reason = not_called(&spec.events);
        return Ok(true);
    }
    let best = climb(spec, &check.program)?;
    conclude(spec, result, &best);
    result
        .assumptions
        .extend(check.unseen.iter().map(|f| format!("`{f}` is not called through pointers")));
    if !check.unseen.is_empty() && result.answer == Answer::Proved {
        result.answer = Answer::HoldsIf;
    }
    let is_defect = matches!(result.answer, Answer::Defect | Answer::Found);
    result.events = match is_defect {
        true => events_on_path(spec, &live, &best.report),
        false => events_reached(spec, &live)?,
    };
    if is_defect || matches!(result.answer, Answer::NotFound) {
        return Ok(true);
    }
    let counting = counting(&result.events);
    let reached = |how: Reached| counting.iter().any(|event| event.reached == how);
    if reached(Reached::Yes) {
        return Ok(true);
    }
    if reached(Reached::Unknown) {
        if matches!(result.answer, Answer::Proved | Answer::HoldsIf) {
            result.reason =
                "not violated, but whether an event of the rule happens is not known".into();
            result.answer = Answer::Unknown;
        }
        return Ok(true);
    }
    result.reason = not_reached(&counting);
    result.answer = Answer::NotApplicable;
    Ok(true)
}

/// The events of which one has to happen so that a proof is not empty: those of the interface. That the program begins or
/// ends, or is called by the harness, happens always; it counts for rules that are about nothing else.
pub fn counting(events: &[EventState]) -> Vec<&EventState> {
    let is_boundary = |event: &str| {
        let function = event.rsplit_once('.').map_or(event, |(function, _)| function);
        function == "main" || function.starts_with("lariat_") || function.starts_with("fun_")
    };
    let of_interface: Vec<&EventState> =
        events.iter().filter(|event| !is_boundary(&event.event)).collect();
    match of_interface.is_empty() {
        true => events.iter().collect(),
        false => of_interface,
    }
}

fn no_events(is_property: bool) -> Answer {
    if is_property { Answer::NotFound } else { Answer::NotApplicable }
}

/// Why a rule says nothing about a program that has its events.
pub fn not_reached(events: &[&EventState]) -> String {
    let names: Vec<&str> = events.iter().map(|event| event.event.as_str()).collect();
    let (_, text) = functions(&names);
    format!("no execution gets to {text}")
}

/// What the program lacks so that an event could happen.
pub fn not_called(events: &[String]) -> String {
    let names: Vec<&str> = events.iter().map(String::as_str).collect();
    match functions(&names) {
        (1, text) => format!("{text} is not called here"),
        (_, text) => format!("none of {text} is called here"),
    }
}

/// How many functions events are about, and the first of them.
fn functions(events: &[&str]) -> (usize, String) {
    let mut functions: Vec<&str> = Vec::new();
    for event in events {
        let function = event.rsplit_once('.').map_or(*event, |(function, _)| function);
        if !functions.contains(&function) {
            functions.push(function);
        }
    }
    const SHOWN: usize = 5;
    let more = functions.len().saturating_sub(SHOWN);
    let mut text = functions.iter().take(SHOWN).copied().collect::<Vec<_>>().join(", ");
    if more > 0 {
        text.push_str(&format!(" and {more} more"));
    }
    (functions.len(), text)
}

/// What one rung gave.
struct Climbed {
    report: Report,
    rung: &'static Rung,
}

/// Asks with the settings of each rung until one gives a useful answer; the best one otherwise.
fn climb(spec: &Spec, program: &Program) -> Result<Climbed, Failure> {
    let mut best: Option<Climbed> = None;
    for rung in LADDER {
        let question = question(spec, rung);
        let time = Duration::from_secs_f64(spec.seconds * rung.share);
        let report = supervised(program, &question, time, spec.memory)?;
        let value = rank(&report.overall());
        let climbed = Climbed { report, rung };
        if value == 0 {
            return Ok(climbed);
        }
        if best.as_ref().is_none_or(|known| value < rank(&known.report.overall())) {
            best = Some(climbed);
        }
    }
    best.ok_or_else(|| Failure::Internal("no settings were tried".into()))
}

/// Zero is as good as it gets.
fn rank(overall: &Overall) -> u32 {
    match overall {
        Overall::Bug | Overall::Proved(_) | Overall::NoBugIf(_) => 0,
        Overall::Bounded(cut, _) => 1000 - cut.recursion.unwrap_or(999).min(999),
        Overall::Behind(_) | Overall::Unknown(_) => 2000,
    }
}

fn question(spec: &Spec, rung: &Rung) -> Question {
    let mut question = Question::assertions();
    let mut checks = Checks::of(&[Check::Rule]);
    if spec.assertions {
        checks = checks.with(Checks::of(&[Check::Assertion]));
    }
    let name = spec.instance.rule.clone().into();
    let property = Property { name, ..Property::named("", checks) };
    question.properties = vec![property];
    question.failures = Failures::One;
    question.entry = Some(spec.entry.clone());
    match spec.bound {
        Some(bound) => question.search.recursion_bound = bound,
        // There is a limit: its time is used.
        None => question.deepen = true,
    }
    question.prover.deeper = spec.bound.is_none();
    rung.apply(&mut question);
    question
}

/// Answers a question within a time, and comes back whatever happens.
pub fn supervised(
    program: &Program,
    question: &Question,
    time: Duration,
    memory: Option<u64>,
) -> Result<Report, Failure> {
    let started = Instant::now();
    let in_use = lariat_process::resources::memory_in_use;
    let budget = Budget::new(Limits {
        time: Some((started, time)),
        memory: memory.map(|bytes| MemoryLimit::new(bytes, in_use)),
        interrupt: None,
    });
    let run = Arc::new(Run::since(started, budget, Silent));
    let (sender, receiver) = channel();
    let work = (program.clone(), question.clone(), Arc::clone(&run));
    lariat_budget::spawn("work", move || {
        let (program, question, run) = work;
        let _ = sender.send(answer(&program, &question, &run));
    })
    .map_err(|error| Failure::Internal(format!("cannot start a thread: {error}")))?;
    let mut stopped: Option<Instant> = None;
    let ended = loop {
        match receiver.recv_timeout(POLL_INTERVAL) {
            Ok(ended) => break Some(ended),
            Err(RecvTimeoutError::Disconnected) => {
                break Some(Err(Failure::Internal("the search broke off".into())));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        if run.budget().stopped().is_some()
            && stopped.get_or_insert_with(Instant::now).elapsed() >= GRACE
        {
            break None;
        }
    };
    run.report(question, program.names(), ended)
}

fn conclude(spec: &Spec, result: &mut InstanceResult, best: &Climbed) {
    let Climbed { report, rung } = best;
    let weaker = rung.weaker;
    result.configuration = (!rung.name.is_empty()).then(|| rung.name.to_owned());
    let overall = report.overall();
    if let Overall::Proved(under) | Overall::NoBugIf(under) | Overall::Bounded(_, under) = &overall
    {
        result.assumptions = under.iter().map(|a| a.what.to_string()).collect();
        let more = spec.assumes.iter().filter(|a| !result.assumptions.contains(a));
        let more: Vec<String> = more.cloned().collect();
        result.assumptions.extend(more);
    }
    // What the platform assumes of all programs belongs to the question, and is named with the answer.
    let belongs = |under: &BTreeSet<Assumption>| {
        let mut own = under.iter().filter(|assumption| assumption.by == By::Tool);
        own.all(|assumption| spec.assumes.contains(&assumption.what.to_string()))
    };
    (result.answer, result.reason) = match &overall {
        Overall::Bug if spec.is_property => (Answer::Found, String::new()),
        Overall::Bug => {
            for (item, bug) in report.bugs() {
                result.defects.push(defect(spec, &item.message, item.place.clone(), bug));
            }
            let at = result.defects.first().and_then(|d| d.place.as_ref());
            let at = at.map(|place| format!(" ({})", place.show())).unwrap_or_default();
            let said = result.defects.first().map(|d| d.message.clone()).unwrap_or_default();
            (Answer::Defect, format!("{said}{at}"))
        }
        Overall::Proved(_) | Overall::NoBugIf(_) if spec.is_property => {
            (Answer::NotFound, String::new())
        }
        Overall::Proved(_) if weaker.is_none() => (Answer::Proved, String::new()),
        Overall::NoBugIf(under) if weaker.is_none() && belongs(under) => {
            (Answer::Proved, String::new())
        }
        Overall::Proved(under) | Overall::NoBugIf(under) => {
            (Answer::HoldsIf, format!("if {}", in_words(under)))
        }
        Overall::Bounded(cut, _) => (Answer::Bounded, cut.to_string()),
        Overall::Behind(_) => (Answer::Unknown, "only behind a failure".into()),
        Overall::Unknown(reason) => (Answer::Unknown, reason.text.clone()),
    };
}

fn defect(spec: &Spec, message: &str, rule_place: Option<Place>, bug: &Bug) -> Defect {
    let mut bug = bug.clone();
    tidy(&mut bug.trace, &spec.check.handlers);
    // Nobody looks for Boogie here, and it is most of the data.
    bug.evidence.translated = None;
    let around = environment(spec);
    let own = |file: &str| !around.iter().any(|known| known == file) && !file.starts_with('<');
    let steps = &bug.trace.steps;
    // The last step in the program's own files; a header is not where people look first.
    let last = steps.iter().rev().find(|step| {
        let file = step.source.as_ref().map_or(step.place.file.as_str(), |s| s.file.as_str());
        spec.units.iter().any(|u| u.part == Part::Program && u.name == file)
    });
    let last = last.or_else(|| steps.iter().rev().find(|step| own(&step.place.file)));
    let place = last.map(|step| {
        let at = step.source.as_ref().unwrap_or(&step.place);
        Place { file: at.file.clone(), line: at.line, column: at.column }
    });
    let function = last.map(|step| step.procedure.clone());
    let mut hasher = Sha256::new();
    for part in [
        spec.instance.rule.as_str(),
        message,
        function.as_deref().unwrap_or_default(),
        last.map_or("", |step| step.text.as_str()),
    ] {
        hasher.update(part.as_bytes());
        hasher.update([0]);
    }
    let fingerprint = hex(&hasher.finalize()[..8]);
    let message = message.to_owned();
    Defect { message, rule_place, place, function, fingerprint, bug }
}

/// The events that an execution passes.
fn events_on_path(spec: &Spec, live: &BTreeSet<String>, report: &Report) -> Vec<EventState> {
    let mut passed = BTreeSet::new();
    for (_, bug) in report.bugs() {
        let calls = bug.trace.steps.iter().filter_map(|step| match &step.kind {
            StepKind::Call { callee, .. } => Some(callee.as_str()),
            _ => None,
        });
        let inside = bug.trace.steps.iter().map(|step| step.procedure.as_str());
        let last = bug.trace.failure.iter().map(|failure| failure.procedure.as_str());
        for name in calls.chain(inside).chain(last) {
            let handler = spec.check.handlers.iter().find(|h| h.symbol == name);
            passed.extend(handler.map(|h| h.written.to_string()));
        }
    }
    let state = |event: &String| EventState {
        event: event.clone(),
        reached: match (passed.contains(event), live.contains(event)) {
            (true, _) => Reached::Yes,
            (false, true) => Reached::Unknown,
            (false, false) => Reached::No,
        },
    };
    spec.events.iter().map(state).collect()
}

/// Asks which events happen. An execution is one whatever the settings: where the usual ones find none in time, weaker ones are tried.
fn events_reached(spec: &Spec, live: &BTreeSet<String>) -> Result<Vec<EventState>, Failure> {
    let reach = instrument(spec, &spec.reach)?;
    let mut states = events_within(spec, live, &reach.program, &LADDER[0], spec.seconds / 2.0)?;
    let open = counting(&states).iter().all(|event| event.reached != Reached::Yes)
        && counting(&states).iter().any(|event| event.reached == Reached::Unknown);
    if let (true, Some(last)) = (open, LADDER.last()) {
        let more = events_within(spec, live, &reach.program, last, spec.seconds / 4.0)?;
        for (state, more) in states.iter_mut().zip(more) {
            if more.reached == Reached::Yes {
                state.reached = Reached::Yes;
            }
        }
    }
    Ok(states)
}

/// What one set of settings finds out about events.
fn events_within(
    spec: &Spec,
    live: &BTreeSet<String>,
    program: &Program,
    rung: &Rung,
    seconds: f64,
) -> Result<Vec<EventState>, Failure> {
    let mut asked = question(spec, rung);
    asked.failures = Failures::All;
    let time = Duration::from_secs_f64(seconds);
    let report = supervised(program, &asked, time, spec.memory)?;
    let weaker = rung.weaker.is_some();
    let state = |event: &String| {
        let items = report.verdict.items.iter().filter(|item| &item.message == event);
        let mut reached = if live.contains(event) { Reached::Unknown } else { Reached::No };
        let mut excluded = false;
        for item in items {
            match item.known.status() {
                Status::Reachable(_) => reached = Reached::Yes,
                Status::Unreachable(_) => excluded = !weaker,
                _ => {}
            }
        }
        if reached == Reached::Unknown && excluded {
            reached = Reached::No;
        }
        EventState { event: event.clone(), reached }
    };
    Ok(spec.events.iter().map(state).collect())
}
