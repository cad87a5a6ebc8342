//! The answer to a question, before it is written in any particular form.

use crate::evidence::Evidence;
use crate::known::Known;
use crate::property::Property;
use lariat_program::{Place, Program};
use lariat_reach::StrategyKind;
use lariat_refine::RefineStats;
use lariat_trace::{Detail, Trace};
use lariat_verdict::{Cut, Item, ItemId, Kind, Knowledge, Overall, Reason, ReasonKind, Verdict};
use std::sync::Arc;
use std::time::Duration;

/// Everything there is to say about one run.
#[derive(Debug)]
pub struct Report {
    /// The files, as named by the user.
    pub files: Vec<String>,
    /// What was asked.
    pub question: Question,
    /// What is known about each checked place.
    pub verdict: Verdict,
    /// The executions that the verdict refers to.
    pub executions: Vec<Arc<Bug>>,
    /// The properties asked for; each place belongs to one.
    pub properties: Vec<Property>,
    /// How it came about.
    pub effort: Effort,
    /// Warnings about the program, already in words (`file:line:col: …`).
    pub warnings: Vec<String>,
    /// The part of the program that it is about, if not all of it.
    pub part: Option<PartReport>,
}

/// What was found out about a part.
#[derive(Clone, Debug)]
pub struct PartReport {
    /// Which one.
    pub of: crate::parts::PartOf,
    /// The verdict on it alone.
    pub verdict: Verdict,
}

impl Report {
    /// The same as an answer about a part only: the other parts may have any execution.
    pub fn about_part(mut self, of: crate::parts::PartOf) -> Report {
        let text = format!(
            "nothing found{} in part {} of {}; `lariat merge` puts parts together",
            match self.overall() {
                Overall::Bounded(cut, _) => format!(" {}", crate::text::within(&cut)),
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
            .filter_map(|(item, e)| Some((e.id, item, &**self.executions.get(e.id as usize)?)))
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
#[derive(Clone, Debug)]
pub struct Question {
    /// Does the entry return, or does an assertion fail?
    pub goal: lariat_passes::Goal,
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
pub enum Finding {
    /// An execution was found and replayed.
    Bug(Box<Bug>),
    /// No execution fails, whatever the bound.
    Unreachable,
    /// None does within the bound.
    Within(Cut),
    /// No answer.
    Unknown(Reason),
}

/// A procedure or loop that was cut off by the bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// What was cut off.
    pub what: lariat_verdict::CutOff,
    /// How often it may be on the stack.
    pub bound: u32,
}

/// The bound up to which was searched, from what it cut off.
pub fn cut(bound: u32, hits: &[Hit]) -> Cut {
    // A search that goes on until nothing but bounds of single loops stops it ends with the largest number.
    let recursion = (bound != u32::MAX).then_some(bound);
    let own = hits.iter().filter(|h| Some(h.bound) != recursion);
    Cut {
        recursion,
        own: own.map(|h| (h.what.clone(), h.bound)).collect(),
        hit: hits.iter().map(|h| h.what.clone()).collect(),
    }
}

/// An execution that meets the goal.
#[derive(Clone, Debug)]
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
    /// Conditions on the path that the interpreter could not evaluate and took from the solver.
    pub trusted: Vec<Trusted>,
    /// What the prover for C says about the path, if it was asked.
    pub bits: Option<lariat_cogent::Confirmation>,
    /// What else there is, if it is a bug in C and was asked for.
    pub evidence: Evidence,
}

/// A condition that was taken on trust.
#[derive(Clone, Debug)]
pub struct Trusted {
    /// Where it stands.
    pub place: Option<Location>,
    /// As written.
    pub text: String,
    /// Why it could not be evaluated.
    pub reason: String,
}

/// What a run cost.
#[derive(Clone, Debug, Default)]
pub struct Effort {
    /// From process start.
    pub wall: Duration,
    /// What was known at the end: phases and the last snapshot of the search.
    pub known: Known,
    /// What the search did, if it came to its end.
    pub search: Option<RefineStats>,
    /// Most memory ever used, in bytes.
    pub peak_memory: Option<u64>,
    /// Processor time of this process and its children.
    pub cpu: Option<Duration>,
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

/// A place as people know it.
pub use lariat_verdict::Place as Location;

/// The place of something in a core program, if it has one.
pub fn location(program: &Program, place: Place) -> Option<Location> {
    let file = program.files.get(place.file as usize)?.clone();
    (place.line > 0).then_some(Location { file, line: place.line, column: place.column })
}

/// The same place as the trace knows it.
pub fn location_in_trace(place: &lariat_trace::Location) -> Option<Location> {
    let lariat_trace::Location { file, line, column } = place.clone();
    (line > 0).then_some(Location { file, line, column })
}

impl From<crate::cli::TraceArg> for Detail {
    fn from(trace: crate::cli::TraceArg) -> Detail {
        match trace {
            crate::cli::TraceArg::Full => Detail::Full,
            crate::cli::TraceArg::Short | crate::cli::TraceArg::None => Detail::Short,
        }
    }
}
