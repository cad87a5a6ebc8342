//! What a claim rests on, and who assumed it.

use crate::item::Kind;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A condition on executions under which a claim was shown. Executions that do not meet it were not looked at.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Assumption {
    /// The condition.
    pub what: What,
    /// Who assumed it.
    pub by: By,
}

/// Who made an assumption. Only what the tool assumed on its own weakens a proof.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// The user, by an option.
    Command(String),
    /// Rules that the user named, such as those of a competition whose property file was given.
    Rules(String),
    /// The documented meaning of the question that was asked.
    Semantics,
    /// The tool, because it knows no better.
    Tool,
}

/// The conditions there are. A name in them is of the source program.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum What {
    /// Integers that are not bit-vectors grow without bound.
    NoWrap,
    /// Threads run one after the other.
    NoInterruption,
    /// One map for each type and field: the same memory is not accessed through two of them.
    TypedMemory,
    /// Pointers that come from outside do not point to the same memory.
    NoEnvironmentAlias,
    /// Pointers that come from outside point to objects of their type, not to parts of others; untyped ones, to memory of
    /// their own.
    WholeObjects,
    /// Accesses stay inside of the object that their pointer was made for.
    InBounds,
    /// Accesses stay inside of the arrays in their objects, where these are parts of larger ones.
    InArrays,
    /// The access at this place stays inside of its object.
    AccessInside(String),
    /// A function without a body writes nothing, stores no pointer and calls nothing back.
    WritesNothing(String),
    /// A function without a body writes only what its arguments point to.
    WritesArgumentsOnly(String),
    /// Calls through pointers to unknown functions write nothing.
    UnknownPointersWriteNothing,
    /// Inline assembly at this place, which says that it writes memory, writes none that matters.
    AssemblyWritesNothing(String),
    /// Memory can always be allocated.
    AllocationSucceeds,
    /// The library can always do what it is asked for (open a file, find a variable, …).
    LibrarySucceeds(String),
    /// An entry other than `main` is called first: globals are as initialised.
    InitialGlobals(String),
    /// Operands and arguments are evaluated from left to right.
    LeftToRight,
    /// Operands and arguments are evaluated from right to left.
    RightToLeft,
    /// A `volatile` object has the value that was written last.
    VolatileIsMemory,
    /// Constant addresses that are accessed as `volatile` are registers of a device, not memory of the program.
    DeviceRegisters,
    /// Floating-point operations round to nearest.
    RoundToNearest,
    /// Objects lie where they lie in these executions: in this order, at these addresses.
    AddressLayout,
    /// A place that the program promises not to reach.
    NotReached(String),
    /// Installed handlers never run.
    NoSignal,
    /// Something in the source that has no effect here.
    Ignored(String),
    /// Reads of memory (arrays, allocations, variables whose address is taken) are not checked for a value.
    AddressTakenInitialised,
    /// Memory is looked at where the program ends, not before.
    LeaksAtEnd,
    /// A claim of the user's that is not checked (free or assumed contracts).
    Other(String),
}

impl Assumption {
    /// An assumption that the tool makes on its own.
    pub fn by_tool(what: What) -> Assumption {
        Assumption { what, by: By::Tool }
    }

    /// An assumption that an option asks for.
    pub fn by_option(what: What, option: &str) -> Assumption {
        Assumption { what, by: By::Command(option.to_owned()) }
    }

    /// An assumption that belongs to the question.
    pub fn by_semantics(what: What) -> Assumption {
        Assumption { what, by: By::Semantics }
    }

    /// Whether a proof under it is no longer plainly a proof.
    pub fn weakens(&self) -> bool {
        self.by == By::Tool
    }
}

/// Functions named in a list of assumptions; the rest is counted.
const FUNCTIONS_NAMED: usize = 6;
/// The same for constructs of the source, each of which has a place.
const CONSTRUCTS_NAMED: usize = 2;

/// Assumptions as they follow the word "if": each once, functions and constructs of which the same is assumed together.
pub fn in_words<'a>(all: impl IntoIterator<Item = &'a Assumption>) -> String {
    let mut silent: Vec<String> = Vec::new();
    let mut ignored: Vec<String> = Vec::new();
    let mut words: Vec<String> = Vec::new();
    for Assumption { what, .. } in all {
        match what {
            What::WritesNothing(function) => push_new(&mut silent, format!("`{function}`")),
            What::Ignored(construct) => push_new(&mut ignored, construct.clone()),
            what => push_new(&mut words, what.to_string()),
        }
    }
    match ignored.as_slice() {
        [] => {}
        [one] => words.push(format!("{one} has no effect")),
        all => words.push(format!("{} have no effect", enumerate(all, CONSTRUCTS_NAMED))),
    }
    match silent.as_slice() {
        [] => {}
        [one] => words.push(format!("{one} writes nothing")),
        names => words.push(format!("{} write nothing", enumerate(names, FUNCTIONS_NAMED))),
    }
    enumerate(&words, words.len())
}

fn push_new(list: &mut Vec<String>, word: String) {
    if !list.contains(&word) {
        list.push(word);
    }
}

/// `a`, `a and b`, `a, b and c`, or the first few and how many more there are.
fn enumerate(words: &[String], most: usize) -> String {
    let more = words.len().saturating_sub(most);
    let mut shown: Vec<String> = words.iter().take(most).cloned().collect();
    if more > 0 {
        shown.push(format!("{more} more"));
    }
    match shown.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}

impl What {
    /// Whether it is about places of this kind: some assumptions are about what a single check looks at.
    pub fn concerns(&self, kind: Kind) -> bool {
        match self {
            What::LeaksAtEnd => matches!(kind, Kind::Leak | Kind::Lost),
            What::AddressTakenInitialised => kind == Kind::Uninitialised,
            _ => true,
        }
    }
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            What::NoWrap => f.write_str("no integer overflows or is truncated"),
            What::NoInterruption => f.write_str("no thread interrupts another"),
            What::TypedMemory => f.write_str("no memory is accessed through two types or fields"),
            What::NoEnvironmentAlias => {
                f.write_str("pointers from outside point to different memory")
            }
            What::InBounds => f.write_str("accesses stay inside their objects"),
            What::InArrays => {
                f.write_str("accesses stay inside the arrays that are parts of objects")
            }
            What::AccessInside(place) => write!(f, "the access at {place} stays inside"),
            What::WritesNothing(function) => write!(f, "`{function}` writes nothing"),
            What::AssemblyWritesNothing(place) => {
                write!(f, "inline assembly at {place} writes no memory")
            }
            What::WritesArgumentsOnly(function) => {
                write!(f, "`{function}` writes only what its arguments point to")
            }
            What::UnknownPointersWriteNothing => {
                f.write_str("functions called through unknown pointers write nothing")
            }
            What::AllocationSucceeds => f.write_str("allocation never fails"),
            What::LibrarySucceeds(function) => write!(f, "`{function}` never fails"),
            What::InitialGlobals(entry) => {
                write!(f, "globals have their initial values when `{entry}` is called")
            }
            What::LeftToRight => f.write_str("operands are evaluated from left to right"),
            What::DeviceRegisters => {
                f.write_str("constant addresses of `volatile` accesses are device registers")
            }
            What::RightToLeft => f.write_str("operands are evaluated from right to left"),
            What::VolatileIsMemory => f.write_str("`volatile` memory keeps its value"),
            What::WholeObjects => {
                f.write_str("pointers from outside point to whole objects of their type")
            }
            What::AddressLayout => f.write_str("objects lie where Lariat puts them"),
            What::RoundToNearest => f.write_str("floating point rounds to nearest"),
            What::NotReached(place) => write!(f, "{place} is not reached"),
            What::NoSignal => f.write_str("no signal arrives"),
            What::Ignored(construct) => write!(f, "{construct} has no effect"),
            What::AddressTakenInitialised => {
                f.write_str("variables in memory have values when they are read")
            }
            What::LeaksAtEnd => f.write_str("memory counts as lost where the program ends"),
            What::Other(text) => f.write_str(text),
        }
    }
}

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            By::Command(option) => f.write_str(option),
            By::Rules(rules) => write!(f, "rules of {rules}"),
            By::Semantics => f.write_str("documented semantics"),
            By::Tool => f.write_str("Lariat"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_assumed_of_several_is_said_once() {
        let functions = ["f", "g"].map(|f| What::WritesNothing(f.into()));
        let constructs = ["x at a.c:1:2", "x at a.c:3:4", "y at a.c:5:6", "z at a.c:7:8"];
        let constructs = constructs.map(|c| What::Ignored(c.into()));
        let all = functions.into_iter().chain(constructs).chain([What::InBounds]);
        let all: Vec<Assumption> = all.map(Assumption::by_tool).collect();
        assert_eq!(
            in_words(&all),
            "accesses stay inside their objects, x at a.c:1:2, x at a.c:3:4 and 2 more have no effect and `f` and `g` write nothing"
        );
        assert_eq!(in_words(&all[2..3]), "x at a.c:1:2 has no effect");
    }
}
