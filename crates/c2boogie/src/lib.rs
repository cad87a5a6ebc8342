//! Typed C to Boogie.
//!
//! ```text
//! lariat_c::Program ── lower ──► flat program (ir) ── regions, memory ──► maps
//!                                       └──────────── encode ──────────► Boogie text
//! ```
//!
//! `lower` knows C, `memory` decides in which map each access lives (section 3 of the paper
//! "Powering the Static Driver Verifier using Corral"), `encode` decides how integers are
//! represented (section 4). What cannot be translated is an assertion that fails, an item of kind
//! `unsupported`: a path that gets there proves nothing, and only a program where none gets there is correct.

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
mod settings;
mod shared;
mod symbols;
mod terms;
mod touched;
mod unsequenced;
mod walk;

pub use assume::Rules;
pub use checks::{Check, Checks};
pub use explain::ExplainedMap;
pub use items::CheckedItem;
pub use lower::{Meaning, Support, in_c, is_library, library_functions, meaning, show};
pub use memory::MemoryModelKind;
pub use represent::Promoted;
pub use settings::{
    Allocation, Discharge, EvaluationOrder, FloatEncoding, IntegerEncoding, Options, UnknownCalls,
    Volatile,
};
pub use shared::Shared;
pub use symbols::{Origin, Placed, Symbols, Thing};

use items::Numbers;
use lariat_c::{Diagnostic, Program, Source};
use lariat_verdict::{Assumption, What};
use std::collections::{BTreeMap, BTreeSet};

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
    translate_again(program, options, &Shared::of(program, options))
}

/// The same for a program that was translated before, with what its translations share.
pub fn translate_again(
    program: &Program,
    options: &Options,
    shared: &Shared,
) -> Result<Translation, Diagnostic> {
    let mut lowering = lower::lower(program, options)?;
    lowering.assume_about_calls();
    let mut m = lowering.m;
    mistyped::resolve(&mut m, program, options.env_alias);
    let numbers = Numbers::new(&m, program, &shared.places);
    let functions: BTreeMap<usize, &str> = lowering
        .procs
        .iter()
        .map(|(&f, proc)| (proc.index(), program.name(program.function(f).name)))
        .collect();
    let items = numbers.items(&m, program, |n| {
        functions.get(&n).map_or_else(|| m.procs[n].name.clone(), |&name| name.to_owned())
    });
    numbers.skip(&mut m, program, &options.skipped);
    let findings = shared.findings(&m, options);
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
    let asserted = m.procs.iter().flat_map(|p| &p.body);
    let unsupported = asserted
        .filter_map(|stmt| match &stmt.kind {
            ir::StmtKind::Assert(_, ir::Failure::Unsupported(what)) => {
                Some(Diagnostic::warning("unsupported", stmt.place, what.clone()))
            }
            _ => None,
        })
        .collect();
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
        unsupported,
        threads: lowering.threads,
        assumptions,
        symbols,
    })
}
