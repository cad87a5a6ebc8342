//! Why something is not known.

use serde::{Deserialize, Serialize};

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Reason {
    /// In one word.
    pub kind: ReasonKind,
    /// In a sentence.
    pub text: String,
}

/// The reasons for not knowing; of several, the first in this order is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReasonKind {
    /// An execution leads to something that was not translated.
    Unsupported,
    /// A path was found with values for it, but conditions on it could not be checked: perhaps a bug.
    Unchecked,
    /// A path was found, but its execution could not be confirmed.
    Replay,
    /// A path was found that needs a result of the library which is only known roughly.
    Approximation,
    /// A path was found that relies on the abstraction of a loop.
    LoopAbstraction,
    /// The user pressed Ctrl-C, or the system asked the process to end.
    Interrupted,
    /// The memory limit was reached.
    MemoryLimit,
    /// The time limit was reached.
    TimeLimit,
    /// The solver gave up.
    Solver,
    /// Only a part of the executions was searched.
    Part,
    /// It was found out about another place first, and nothing else was asked for.
    StoppedAtFirst,
    /// Nothing was asked.
    NotAsked,
}

impl ReasonKind {
    /// Whether a limit or the user ended the run.
    pub fn is_limit(self) -> bool {
        matches!(self, ReasonKind::TimeLimit | ReasonKind::MemoryLimit | ReasonKind::Interrupted)
    }

    /// The word used in JSON.
    pub fn word(self) -> &'static str {
        match self {
            ReasonKind::Unsupported => "unsupported",
            ReasonKind::Unchecked => "unchecked",
            ReasonKind::Replay => "replay",
            ReasonKind::Approximation => "approximation",
            ReasonKind::LoopAbstraction => "loop-abstraction",
            ReasonKind::Interrupted => "interrupted",
            ReasonKind::MemoryLimit => "memory-limit",
            ReasonKind::TimeLimit => "time-limit",
            ReasonKind::Solver => "solver",
            ReasonKind::Part => "part",
            ReasonKind::StoppedAtFirst => "stopped-at-first",
            ReasonKind::NotAsked => "not-asked",
        }
    }
}

impl Reason {
    /// A reason with its sentence.
    pub fn new(kind: ReasonKind, text: impl Into<String>) -> Reason {
        Reason { kind, text: text.into() }
    }
}
