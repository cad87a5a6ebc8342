//! The answer to a question, before it is written in any particular form.

use crate::evidence::Evidence;
use crate::known::Known;
use lariat_program::{Place, Program};
use lariat_reach::StrategyKind;
use lariat_refine::RefineStats;
use lariat_trace::{Detail, Trace};
use std::time::Duration;

/// Everything there is to say about one run.
#[derive(Debug)]
pub struct Report {
    /// The files, as named by the user.
    pub files: Vec<String>,
    /// What was asked.
    pub question: Question,
    /// The answer.
    pub verdict: Verdict,
    /// The answers for each property, if several were asked for.
    pub properties: PropertyAnswers,
    /// How it came about.
    pub effort: Effort,
    /// Warnings about the program, already in words (`file:line:col: …`).
    pub warnings: Vec<String>,
    /// The part of the program that it is about, if not all of it.
    pub part: Option<PartReport>,
}

/// What was found out about a part. The verdict of the report never says more than "not known" when
/// nothing was found in a part.
#[derive(Clone, Debug)]
pub struct PartReport {
    /// Which one.
    pub of: crate::parts::PartOf,
    /// The verdict on it, in one word.
    pub result: &'static str,
    /// The bound searched, and what was cut off.
    pub bounded: Option<(u32, Vec<Hit>)>,
}

impl Report {
    /// The same as an answer about a part only.
    pub fn about_part(mut self, of: crate::parts::PartOf) -> Report {
        let result = crate::json::verdict_word(&self.verdict);
        let which = format!("part {} of {}", of.number, of.of);
        let nothing = |how: String| {
            let text = format!("nothing found{how} in {which}; `lariat merge` puts parts together");
            Verdict::Unknown(Doubt { kind: DoubtKind::Part, text })
        };
        let mut bounded = None;
        match &self.verdict {
            Verdict::Proved => self.verdict = nothing(String::new()),
            Verdict::Bounded { bound, hits } => {
                bounded = Some((*bound, hits.clone()));
                self.verdict = nothing(format!(" within recursion bound {bound}"));
            }
            Verdict::Bug(_) | Verdict::Unknown(_) => {}
        }
        self.part = Some(PartReport { of, result, bounded });
        self
    }
}

/// What is known about each property of a C program.
#[derive(Debug, Default)]
pub struct PropertyAnswers {
    /// Those with a bug.
    pub failed: Vec<Failed>,
    /// The others, with what their answer does not cover.
    pub open: Vec<(&'static str, Option<&'static str>)>,
    /// The verdict on the others; that of the whole if there is none of their own.
    pub rest: Option<Verdict>,
}

/// A property with a bug.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failed {
    /// The property.
    pub name: &'static str,
    /// What goes wrong.
    pub message: String,
    /// Where.
    pub place: Option<Location>,
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

/// The answer.
#[derive(Debug)]
pub enum Verdict {
    /// An execution was found and replayed.
    Bug(Box<Bug>),
    /// No execution meets the goal, whatever the bound.
    Proved,
    /// None does within the bound.
    Bounded {
        /// The bound.
        bound: u32,
        /// What was cut off, in words and place.
        hits: Vec<Hit>,
    },
    /// No answer.
    Unknown(Doubt),
}

/// A procedure or loop that was cut off by the bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Whether it is a loop.
    pub is_loop: bool,
    /// The procedure, or the one that has the loop.
    pub procedure: String,
    /// Where it stands.
    pub place: Option<Location>,
    /// How often it may be on the stack.
    pub bound: u32,
}

/// A place as people know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// File name.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1; 0 when it is not known.
    pub column: u32,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    /// In one word.
    pub kind: DoubtKind,
    /// In a sentence.
    pub text: String,
}

/// The reasons for not knowing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DoubtKind {
    /// The time limit was reached.
    TimeLimit,
    /// The memory limit was reached.
    MemoryLimit,
    /// Somebody pressed Ctrl-C, or asked the process to end.
    Interrupted,
    /// The solver gave up.
    Solver,
    /// A path was found, but its execution could not be confirmed.
    Replay,
    /// A path leads to something that was not translated.
    Unsupported,
    /// A path was found that relies on the abstraction of a loop.
    Abstraction,
    /// Only a part was searched, and it has no bug.
    Part,
}

impl DoubtKind {
    /// Whether a limit or the user ended the run.
    pub fn is_limit(self) -> bool {
        matches!(self, DoubtKind::TimeLimit | DoubtKind::MemoryLimit | DoubtKind::Interrupted)
    }

    /// The word used in JSON.
    pub fn word(self) -> &'static str {
        match self {
            DoubtKind::TimeLimit => "time-limit",
            DoubtKind::MemoryLimit => "memory-limit",
            DoubtKind::Interrupted => "interrupted",
            DoubtKind::Solver => "solver",
            DoubtKind::Replay => "replay",
            DoubtKind::Unsupported => "unsupported",
            DoubtKind::Abstraction => "loop-abstraction",
            DoubtKind::Part => "part",
        }
    }
}

/// An execution that meets the goal.
#[derive(Debug)]
pub struct Bug {
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

impl Location {
    /// The place of something in a core program, if it has one.
    pub fn of(program: &Program, place: Place) -> Option<Location> {
        let file = program.files.get(place.file as usize)?.clone();
        (place.line > 0).then_some(Location { file, line: place.line, column: place.column })
    }

    /// The same place as the trace knows it.
    pub fn of_trace(place: &lariat_trace::Location) -> Option<Location> {
        let lariat_trace::Location { file, line, column } = place.clone();
        (line > 0).then_some(Location { file, line, column })
    }

    /// `file:line:column`, or less when less is known.
    pub fn show(&self) -> String {
        match self.column {
            0 => format!("{}:{}", self.file, self.line),
            column => format!("{}:{}:{column}", self.file, self.line),
        }
    }
}

impl Hit {
    /// In words: `loop at f.bpl:12:3` or `procedure rec`.
    pub fn show(&self) -> String {
        match (&self.place, self.is_loop) {
            (Some(place), true) => format!("loop at {}", place.show()),
            (None, true) => format!("a loop in procedure {}", self.procedure),
            (_, false) => format!("procedure {}", self.procedure),
        }
    }
}

impl From<crate::cli::TraceArg> for Detail {
    fn from(trace: crate::cli::TraceArg) -> Detail {
        match trace {
            crate::cli::TraceArg::Full => Detail::Full,
            crate::cli::TraceArg::Short | crate::cli::TraceArg::None => Detail::Short,
        }
    }
}
