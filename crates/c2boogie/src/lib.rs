//! Typed C to Boogie.
//!
//! ```text
//! lariat_c::Program ── lower ──► flat program (ir) ── regions, memory ──► maps
//!                                       └──────────── encode ──────────► Boogie text
//! ```
//!
//! `lower` knows C, `memory` decides in which map each access lives (section 3 of the paper
//! "Powering the Static Driver Verifier using Corral"), `encode` decides how integers are
//! represented (section 4). What cannot be translated is an assertion that fails with a
//! message that starts with [`UNSUPPORTED`]: a path that gets there proves nothing, and only a
//! program where none gets there is correct.

mod assume;
mod bounds;
mod checks;
mod encode;
mod explain;
mod interpret;
mod interval;
mod ir;
mod items;
mod loose;
mod lower;
mod memory;
mod mistyped;
mod origins;
mod ranges;
mod regions;
mod represent;
mod symbols;
mod terms;
mod touched;
mod unsequenced;
mod walk;

pub use assume::Rules;
pub use checks::{Check, Checks};
pub use explain::ExplainedMap;
pub use items::{CheckedItem, Places};
pub use lower::{Meaning, Support, in_c, is_library, library_functions, meaning, show};
pub use represent::Promoted;
pub use symbols::{Origin, Placed, Symbols, Thing};

use items::Numbers;
use lariat_c::{Diagnostic, Program, Source};
use lariat_verdict::{Assumption, ItemId, What};
use std::collections::{BTreeMap, BTreeSet};

/// How the message of an assertion starts that is only there because of what we cannot do. For people: what is
/// such an assertion is known from [`Translation::items`] and the kind of its item.
pub const UNSUPPORTED: &str = "unsupported: ";

/// Models of library functions; to be read together with the program.
pub const LIBRARY: Source<'static> = Source {
    name: "<library>",
    text: concat!(
        include_str!("library/head.c"),
        include_str!("library/string.c"),
        include_str!("library/ctype.c"),
        include_str!("library/stdlib.c"),
        include_str!("library/stdio.c"),
        include_str!("library/posix.c"),
        include_str!("library/bits.c"),
        include_str!("library/math.c"),
        include_str!("library/wide.c"),
        include_str!("library/exit.c"),
        include_str!("library/threads.c"),
    ),
};

/// Settings.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Where execution starts; `main` if not named.
    pub entry: Option<String>,
    /// The memory model.
    pub memory: MemoryModelKind,
    /// May pointers of compatible type from outside of the program be equal?
    pub env_alias: bool,
    /// The encoding of integers.
    pub integers: IntegerEncoding,
    /// What solvers know about floats.
    pub floats: FloatEncoding,
    /// Do integers that are not bits wrap around as the machine's do?
    pub wrap: bool,
    /// Variables and maps that hold bits, whatever the encoding says.
    pub promoted: Vec<Promoted>,
    /// What unknown functions may do, if the user says so; otherwise they return anything.
    pub unknown_calls: Option<UnknownCalls>,
    /// Whether memory can always be allocated, if the user says so.
    pub allocation: Option<Allocation>,
    /// In which order operands are evaluated, if the user says so; otherwise in any that C allows.
    pub evaluation_order: Option<EvaluationOrder>,
    /// What `volatile` objects are, if the user says so; otherwise memory, where the program is alone with it.
    pub volatile: Option<Volatile>,
    /// Rules that the user named, under which some of what is assumed here is given.
    pub rules: Option<Rules>,
    /// What must not go wrong.
    pub checks: Checks,
    /// What does not go wrong: executions where it would are left out.
    pub assumed: Checks,
    /// Are executions left out that come to something that was not translated?
    pub without_unsupported: bool,
    /// Are assertions that need no search left out of it?
    pub discharge: Discharge,
    /// Items that are not checked: executions that fail there go on.
    pub skipped: BTreeSet<ItemId>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            entry: None,
            memory: MemoryModelKind::default(),
            env_alias: true,
            integers: IntegerEncoding::default(),
            floats: FloatEncoding::default(),
            wrap: true,
            promoted: Vec::new(),
            unknown_calls: None,
            allocation: None,
            evaluation_order: None,
            volatile: None,
            rules: None,
            checks: Checks::default(),
            assumed: Checks::NONE,
            without_unsupported: false,
            discharge: Discharge::Nothing,
            skipped: BTreeSet::new(),
        }
    }
}

impl Options {
    /// May `malloc` and its like return a null pointer?
    pub(crate) fn allocation_may_fail(&self) -> bool {
        match self.allocation {
            Some(Allocation::MayFail) => true,
            Some(Allocation::NeverFails) => false,
            None => self.rules.is_none(),
        }
    }
}

/// Which assertions are made trivial, because they hold without a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Discharge {
    /// None: the translation has what the program has.
    #[default]
    Nothing,
    /// Those that the abstract interpretation shows.
    Shown,
    /// The same with loops as fixed points from the start, which is what large programs get.
    Coarsely,
}

/// The memory models.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MemoryModelKind {
    /// One map of bytes.
    Unified,
    /// A map per type and field, whatever may alias.
    Split,
    /// As many maps as aliasing allows.
    #[default]
    Refined,
}

/// The encodings of integers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum IntegerEncoding {
    /// Integers, with `x & y` and its like left open.
    Int,
    /// Bit-vectors.
    Bv,
    /// Bit-vectors where bitwise operators need them, integers elsewhere.
    #[default]
    Mixed,
    /// Bit-vectors for all operators except those on addresses.
    MixedAllOps,
}

/// The encodings of operations on floats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FloatEncoding {
    /// As IEEE 754 and SMT's theory of floats define them.
    #[default]
    Smt,
    /// Functions of which nothing is known.
    Uninterpreted,
}

/// What functions without body and model do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UnknownCalls {
    /// Return anything.
    #[default]
    Pure,
    /// And write what they can reach.
    Havoc,
    /// Must not be called.
    Error,
}

/// What `malloc` and its like may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allocation {
    /// Return a null pointer.
    MayFail,
    /// Only return memory.
    NeverFails,
}

/// In which order operands and arguments are evaluated, where C leaves that open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EvaluationOrder {
    /// In any that C allows.
    #[default]
    Any,
    /// From left to right.
    Left,
    /// From right to left.
    Right,
}

/// What `volatile` objects are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Volatile {
    /// Memory: they hold what was written last.
    Memory,
    /// Devices: each read gives any value.
    Device,
}

/// A translated program.
#[derive(Clone, Debug)]
pub struct Translation {
    /// Boogie.
    pub text: String,
    /// Functions that are called without being known.
    pub unknown_calls: Vec<String>,
    /// What the user may want to know.
    pub warnings: Vec<Diagnostic>,
    /// Loops whose bound the source says.
    pub unwind: Vec<Unwind>,
    /// The checked places, by number; assertions of the text have `{:item n, "kind"}`.
    pub items: Vec<CheckedItem>,
    /// The checks that the messages of assertions belong to. Superseded by `items`: nothing should be decided by the
    /// text of a message, and this goes with its last user.
    pub failures: BTreeMap<String, Check>,
    /// Constructs that were not translated, with their places; paths must not get there.
    pub unsupported: Vec<Diagnostic>,
    /// Are there threads? Then only executions are meant in which none interrupts another.
    pub threads: bool,
    /// What executions that were left out are about, and on whose account.
    pub assumptions: BTreeSet<Assumption>,
    /// What its names and addresses mean in C.
    pub symbols: Symbols,
}

/// `#pragma lariat unwind N` in front of a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unwind {
    /// The file of the pragma.
    pub file: String,
    /// Its line; the next loop in the file is meant.
    pub line: u32,
    /// How many iterations.
    pub iterations: u32,
}

/// The pragmas of a program, and warnings about those that mean nothing.
fn pragmas(program: &Program, warnings: &mut Vec<Diagnostic>) -> Vec<Unwind> {
    let mut found = Vec::new();
    for stmt in &program.stmts {
        let lariat_c::StmtKind::Pragma(text) = stmt.kind else { continue };
        let text = program.names.text(text);
        let words: Vec<&str> = text.split_whitespace().collect();
        match words.as_slice() {
            ["unwind", n] if n.parse::<u32>().is_ok() => found.push(Unwind {
                file: program.files.name(stmt.place.file).to_owned(),
                line: stmt.place.line,
                iterations: n.parse().unwrap_or_default(),
            }),
            _ => {
                let message = format!(
                    "`#pragma lariat {text}` is not known; \
                     `#pragma lariat unwind N` in front of a loop is"
                );
                warnings.push(Diagnostic::warning("pragma", stmt.place, message));
            }
        }
    }
    found
}

/// The memory maps of a program and why they are as they are.
pub fn explain_memory(
    program: &Program,
    options: &Options,
) -> Result<Vec<ExplainedMap>, Diagnostic> {
    let m = lower::lower(program, options)?.m;
    let memory = memory::model(options, &m, program);
    Ok(explain::explain(&m, program, &*memory))
}

/// Translates a program without errors, read together with [`LIBRARY`].
pub fn translate(program: &Program, options: &Options) -> Result<Translation, Diagnostic> {
    translate_numbered(program, options, &Places::of(program, options))
}

/// The same for a program whose places are known.
pub fn translate_numbered(
    program: &Program,
    options: &Options,
    places: &Places,
) -> Result<Translation, Diagnostic> {
    let mut lowering = lower::lower(program, options)?;
    lowering.assume_about_calls();
    let mut m = lowering.m;
    mistyped::resolve(&mut m, program, options);
    let numbers = Numbers::new(&m, program, places);
    let functions: BTreeMap<usize, &str> = lowering
        .procs
        .iter()
        .map(|(&f, proc)| (proc.index(), program.name(program.function(f).name)))
        .collect();
    let items = numbers.items(&m, program, |n| {
        functions.get(&n).map_or_else(|| m.procs[n].name.clone(), |&name| name.to_owned())
    });
    numbers.skip(&mut m, program, &options.skipped);
    let findings = interpret::interpret(&m, options.discharge);
    if options.discharge != Discharge::Nothing
        && let Some(findings) = &findings
    {
        findings.discharge(&mut m);
    }
    // A page behind the last object.
    let heap = match m.segments {
        Some(_) => lowering.next_address,
        None => (lowering.next_address + 0x1000).div_ceil(0x1000) * 0x1000,
    };
    let layout = origins::Layout { heap, foreign: lowering.foreign_object };
    origins::restrict(&mut m, program, options, &layout);
    let memory = memory::model(options, &m, program);
    let mut assumed = lowering.assumed;
    // Functions of the library whose writes are not part of the program.
    let writes_too_much = assumed.contains(&What::InBounds);
    assumed.extend(memory.assumptions(options));
    // Checks of bounds look after objects, not after arrays in them.
    let checked = options.checks.has(Check::Bounds);
    let left = if checked { What::InArrays } else { What::InBounds };
    if let Some(findings) = &findings {
        if findings.all_inside() && !writes_too_much {
            assumed.remove(&What::InBounds);
        } else if findings.may_leave(checked) {
            assumed.insert(left);
        }
    } else if bounds::keeps_inner_arrays(&m) {
        assumed.insert(left);
    }
    assumed.extend(options.integers.assumptions(options, &m));
    assumed.extend(options.floats.assumptions());
    let assumptions = assume::assumptions(&assumed, options);
    // Segments of addresses are groups of bits.
    let bits = Options { integers: IntegerEncoding::Bv, ..options.clone() };
    let options = if m.segments.is_some() { &bits } else { options };
    let text = encode::encode(&m, program, &*memory, options, heap, &numbers);
    let mut unsupported: Vec<Diagnostic> = Vec::new();
    let mut failures = BTreeMap::new();
    for stmt in m.procs.iter().flat_map(|p| &p.body) {
        match &stmt.kind {
            ir::StmtKind::Assert(_, ir::Failure::Unsupported(what)) => {
                unsupported.push(Diagnostic::warning("unsupported", stmt.place, what.clone()));
            }
            ir::StmtKind::Assert(_, ir::Failure::Property(check, what)) => {
                failures.insert(what.clone(), *check);
            }
            _ => {}
        }
    }
    let mut warnings = lowering.warnings;
    let mut symbols = Symbols::new(&m, &*memory, program);
    for (&function, proc) in &lowering.procs {
        symbols.procedures.insert(m.procs[proc.index()].name.clone(), function);
    }
    symbols.entry = lowering.entry;
    Ok(Translation {
        text,
        unknown_calls: lowering.unknown_calls,
        unwind: pragmas(program, &mut warnings),
        warnings,
        items,
        failures,
        unsupported,
        threads: lowering.threads,
        assumptions,
        symbols,
    })
}
