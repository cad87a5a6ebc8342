//! The answer to a question, before it is written in any particular form: plain data.

use crate::known::Phase;
use crate::places::Location;
use crate::property::Property;
use lariat_passes::Goal;
use lariat_reach::{Snapshot, StrategyKind};
use lariat_refine::RefineStats;
use lariat_trace::{Detail, Trace};
use lariat_verdict::{Cut, Item, ItemId, Kind, Knowledge, Overall, Reason, ReasonKind, Verdict};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;

/// Everything there is to say about one run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Report {
    /// The files, as named by the user.
    pub files: Vec<String>,
    /// What was asked.
    pub question: Asked,
    /// What is known about each checked place.
    pub verdict: Verdict,
    /// The executions that the verdict refers to.
    pub executions: Vec<Bug>,
    /// If there is no answer: an execution that may be one, with the conditions that could not be checked.
    #[serde(default)]
    pub candidate: Option<Bug>,
    /// The properties asked for; each place belongs to one.
    pub properties: Vec<Property>,
    /// How it came about.
    pub effort: Effort,
    /// Warnings about the program, already in words (`file:line:col: …`).
    pub warnings: Vec<String>,
    /// The part of the program that it is about, if not all of it.
    pub part: Option<PartReport>,
}

/// Which part of which split a run is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartOf {
    /// The split.
    pub split: String,
    /// From 1.
    pub number: usize,
    /// How many there are.
    pub of: usize,
    /// The decisions: number and answer.
    pub decisions: Vec<(u32, bool)>,
}

/// What was found out about a part.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PartReport {
    /// Which one.
    pub of: PartOf,
    /// The verdict on it alone.
    pub verdict: Verdict,
}

impl Report {
    /// The same as an answer about a part only: the other parts may have any execution.
    pub fn about_part(mut self, of: PartOf) -> Report {
        let text = format!(
            "nothing found{} in part {} of {}; `lariat merge` puts parts together",
            match self.overall() {
                Overall::Bounded(cut, _) => format!(" {cut}"),
                _ => String::new(),
            },
            of.number,
            of.of
        );
        let rest = Knowledge::unknown(Reason::new(ReasonKind::Part, text));
        let unknown = |item: &Item| Item { known: rest.clone(), ..item.clone() };
        let others = Verdict::of(self.verdict.items.iter().map(unknown).collect());
        let whole = self.verdict.cover(&others);
        let verdict = std::mem::replace(&mut self.verdict, whole);
        self.part = Some(PartReport { of, verdict });
        self
    }

    /// The one answer.
    pub fn overall(&self) -> Overall {
        self.verdict.overall()
    }

    /// The executions that fail, with the place of each, the first one found first.
    pub fn bugs(&self) -> Vec<(&Item, &Bug)> {
        let mut bugs: Vec<(u32, &Item, &Bug)> = self
            .verdict
            .failures()
            .filter_map(|(item, e)| Some((e.id, item, self.executions.get(e.id as usize)?)))
            .collect();
        bugs.sort_by_key(|b| b.0);
        bugs.into_iter().map(|(_, item, bug)| (item, bug)).collect()
    }

    /// What is known about the places of one property. What was not understood concerns all.
    pub fn about_property(&self, property: &Property) -> Verdict {
        let belongs =
            |item: &&Item| item.property == property.name || item.kind == Kind::Unsupported;
        Verdict::of(self.verdict.items.iter().filter(belongs).cloned().collect())
    }
}

/// What was asked.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Asked {
    /// Does the entry return, or does an assertion fail?
    pub goal: Goal,
    /// The entry procedure, once it is known.
    pub entry: Option<String>,
    /// The recursion bound asked for.
    pub bound: u32,
    /// The strategy.
    pub strategy: StrategyKind,
    /// The solver, by name and version, once it is known.
    pub solver: Option<String>,
}

/// What one search found out about the places that it was asked about.
#[derive(Debug)]
pub(crate) enum Finding {
    /// An execution was found and replayed.
    Bug(Box<Bug>),
    /// No execution fails, whatever the bound.
    Unreachable,
    /// None does within the bound.
    Within(Cut),
    /// An execution was found that may be one: conditions on its path could not be checked.
    Perhaps(Box<Bug>, Reason),
    /// No answer.
    Unknown(Reason),
}

/// An execution that meets the goal.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Bug {
    /// The place where it fails, if it was numbered.
    pub item: Option<ItemId>,
    /// What is wrong, in one sentence without full stop.
    pub message: String,
    /// The bound at which it was found.
    pub bound: u32,
    /// Whether the solver was sure of the path before it was replayed.
    pub certain: bool,
    /// The execution; the place of the failing assertion is in it.
    pub trace: Trace,
    /// Conditions on the path that the interpreter could not evaluate. The solver is sure of those of a bug, and not of
    /// those of a candidate.
    pub trusted: Vec<Trusted>,
    /// What the prover for C says about the path, if it was asked.
    pub bits: Option<BitAnswer>,
    /// What else there is, if it is a bug in C and was asked for.
    pub evidence: Evidence,
}

/// What the prover for C says about a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BitAnswer {
    /// The execution is one bit by bit, too.
    Confirmed,
    /// It does not know, for this reason.
    Unknown(String),
}

/// A condition that was taken on trust.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Trusted {
    /// Where it stands.
    pub place: Option<Location>,
    /// As written.
    pub text: String,
    /// Why it could not be evaluated.
    pub reason: String,
}

/// What there is about a bug beyond its trace.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Evidence {
    /// What was seen of the failure in the compiled program, or why nothing was.
    pub confirmed: Option<Result<String, String>>,
    /// Inputs that the harness cannot set.
    pub unset: Vec<String>,
    /// What the C library seldom does, and the harness brings about.
    pub brought_about: Vec<String>,
    /// What the compiled program could reach outside of its folder, if it could.
    pub not_isolated: Option<String>,
    /// Variables that are set in a copy of the program.
    pub patched: Vec<String>,
    /// The witness of the violation, if it was asked for.
    pub witness: Option<String>,
    /// The trace of the translated program, if the bug's trace is in C's words.
    pub translated: Option<Trace>,
}

/// What a run cost.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Effort {
    /// From the start of the run.
    pub wall: Duration,
    /// The phases in order of their first beginning, with the time spent in each.
    pub phases: Vec<(Phase, Duration)>,
    /// What was being done at the end.
    pub last_phase: Option<Phase>,
    /// Where the search was when it last said so.
    pub snapshot: Option<Snapshot>,
    /// The largest bound that was searched to its end without finding anything.
    pub bound_done: Option<u32>,
    /// Variables and maps that became bits because a path was spurious without.
    pub promoted: Vec<String>,
    /// Whether in the end everything had to become bits.
    pub all_bits: bool,
    /// What the search did, if it came to its end.
    pub search: Option<RefineStats>,
    /// Most memory ever used, in bytes, if the caller knows.
    pub peak_memory: Option<u64>,
    /// Processor time, with that of child processes, if the caller knows.
    pub cpu: Option<Duration>,
}

impl Effort {
    /// How far the run had got when it was ended, in words.
    pub fn in_words(&self) -> String {
        let Some(phase) = self.last_phase else { return "nothing was done yet".into() };
        match (phase, &self.snapshot) {
            (Phase::Search, Some(s)) => {
                let done = self
                    .bound_done
                    .map(|b| format!("nothing found within recursion bound {b}; "))
                    .unwrap_or_default();
                format!(
                    "{done}searching bound {}: {} instances, {} queries, {} open call sites",
                    s.bound, s.instances, s.queries, s.open
                )
            }
            _ => format!("while {}", phase.doing()),
        }
    }
}

impl Bug {
    /// The execution, in the words of the source unless every step is wanted.
    pub fn trace_in(&self, detail: Detail) -> &Trace {
        match (&self.evidence.translated, detail) {
            (Some(translated), Detail::Full) => translated,
            _ => &self.trace,
        }
    }
}

/// The executions that a table holds, as data.
pub(crate) fn plain(executions: Vec<Arc<Bug>>) -> Vec<Bug> {
    executions.into_iter().map(Arc::unwrap_or_clone).collect()
}
