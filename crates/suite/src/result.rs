//! What is found out about instances: plain data, for the database, tables and reports.

use lariat_verdict::Place;
use lariat_verify::Bug;
use serde::{Deserialize, Serialize};

/// A rule, checked on a program that is called in one way.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Instance {
    /// The program.
    pub driver: String,
    /// The rule.
    pub rule: String,
    /// The way to be called.
    pub harness: String,
}

/// The answer, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// An execution violates the rule.
    Defect,
    /// No execution does, and events of the rule happen.
    Proved,
    /// None does if something holds that was assumed.
    HoldsIf,
    /// None does within a bound.
    Bounded,
    /// Nothing that the rule watches can happen, or the program lacks what the harness or the rule needs.
    NotApplicable,
    /// A property rule: the program has the property.
    Found,
    /// A property rule: it has it not, or was not seen to have it.
    NotFound,
    /// No answer.
    Unknown,
    /// Something is wrong with the program, the platform or the rule.
    Error,
}

impl Answer {
    /// All, with their words and what people read in tables.
    pub const TABLE: [(Answer, &'static str, &'static str); 9] = [
        (Answer::Defect, "defect", "DEFECT"),
        (Answer::Proved, "proved", "proved"),
        (Answer::HoldsIf, "holds-if", "holds if …"),
        (Answer::Bounded, "bounded", "bounded"),
        (Answer::NotApplicable, "not-applicable", "not applicable"),
        (Answer::Found, "found", "found"),
        (Answer::NotFound, "not-found", "not found"),
        (Answer::Unknown, "unknown", "unknown"),
        (Answer::Error, "error", "ERROR"),
    ];

    /// The word in data.
    pub fn word(self) -> &'static str {
        Answer::TABLE[self as usize].1
    }

    /// The word in tables.
    pub fn shown(self) -> &'static str {
        Answer::TABLE[self as usize].2
    }

    /// Is there nothing left to do about it?
    pub fn is_settled(self) -> bool {
        matches!(self, Answer::Proved | Answer::NotApplicable | Answer::Found | Answer::NotFound)
    }
}

/// Whether an event happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reached {
    /// In an execution that was found.
    Yes,
    /// In none.
    No,
    /// Nobody knows.
    Unknown,
}

/// An event of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventState {
    /// `f.entry`
    pub event: String,
    /// Does it happen?
    pub reached: Reached,
}

/// A violation.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Defect {
    /// What the rule says.
    pub message: String,
    /// Where the rule says it.
    pub rule_place: Option<Place>,
    /// Where the program was then: the last step of its own.
    pub place: Option<Place>,
    /// The function of the program that it was in.
    pub function: Option<String>,
    /// The same for the same defect in a program whose lines have moved.
    pub fingerprint: String,
    /// The execution: `bug.trace` in C's words, with the steps of models, harness and rule.
    pub bug: Bug,
}

/// What is known about an instance.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct InstanceResult {
    /// Which.
    pub instance: Instance,
    /// What the rule says, in a sentence.
    pub about: Option<String>,
    /// The answer.
    pub answer: Answer,
    /// Why, or under which conditions, in a line; empty if there is nothing to add.
    pub reason: String,
    /// Functions of the program that the environment calls.
    pub entry_points: Vec<String>,
    /// The events of the rule.
    pub events: Vec<EventState>,
    /// Functions that are called and have neither a body nor a model: they return anything and write nothing.
    pub unmodelled: Vec<String>,
    /// What the answer rests on.
    pub assumptions: Vec<String>,
    /// The settings that gave it, if they were not the first.
    pub configuration: Option<String>,
    /// Violations.
    pub defects: Vec<Defect>,
    /// Files whose steps in traces are the environment's: models, harness, rule.
    pub environment: Vec<String>,
    /// The program that was looked at: equal for equal questions.
    pub fingerprint: String,
    /// How long it took.
    pub seconds: f64,
    /// Was the answer in the database?
    #[serde(default)]
    pub reused: bool,
}

impl InstanceResult {
    /// An answer without a search.
    pub fn plain(instance: Instance, answer: Answer, reason: impl Into<String>) -> InstanceResult {
        InstanceResult {
            instance,
            about: None,
            answer,
            reason: reason.into(),
            entry_points: Vec::new(),
            events: Vec::new(),
            unmodelled: Vec::new(),
            assumptions: Vec::new(),
            configuration: None,
            defects: Vec::new(),
            environment: Vec::new(),
            fingerprint: String::new(),
            seconds: 0.0,
            reused: false,
        }
    }
}

/// How a defect compares with the last run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// It was not there.
    New,
    /// It was there.
    StillThere,
    /// It is gone.
    Fixed,
}

/// A defect of this run or the last one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Changed {
    /// The instance.
    pub instance: Instance,
    /// The fingerprint of the defect.
    pub fingerprint: String,
    /// What the rule says.
    pub message: String,
    /// How it compares.
    pub change: Change,
}

/// All that a run found out. `results.json` in the folder of `--report` has it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct SuiteResult {
    /// The version of this format.
    pub schema: u32,
    /// The command.
    pub command: Vec<String>,
    /// Every instance, by program, rule and harness.
    pub results: Vec<InstanceResult>,
    /// Difference to the last run that ended; empty if there was none.
    pub changes: Vec<Changed>,
    /// Was there a run before?
    pub has_baseline: bool,
    /// What is wrong with programs, rules or the platform, a message each.
    pub problems: Vec<String>,
    /// How long the run took.
    pub seconds: f64,
}

impl SuiteResult {
    /// How a defect of this run compares with the last one.
    pub fn change_of(&self, instance: &Instance, defect: &Defect) -> Option<Change> {
        let same = |c: &&Changed| c.instance == *instance && c.fingerprint == defect.fingerprint;
        self.changes.iter().find(same).map(|c| c.change)
    }
}

/// The version of [`SuiteResult`].
pub const SCHEMA: u32 = 1;
