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

mod encode;
mod ir;
mod lower;
mod memory;
mod regions;
mod symbols;
mod terms;
mod walk;

pub use lower::is_library;
pub use memory::{MapInfo, MemoryModel, Part};
pub use symbols::{Origin, Placed, Symbols, Thing};

use lariat_c::{Program, Source};

/// How the message of an assertion starts that is only there because of what we cannot do.
pub const UNSUPPORTED: &str = "unsupported: ";

/// Models of library functions; to be read together with the program.
pub const LIBRARY: Source<'static> = Source { name: "<library>", text: include_str!("library.c") };

/// Settings.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Where execution starts; `main` if not named.
    pub entry: Option<String>,
    /// The memory model.
    pub memory: MemoryModelKind,
    /// The encoding of integers.
    pub integers: IntegerEncoding,
    /// What unknown functions may do.
    pub unknown_calls: UnknownCalls,
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
    /// Mathematical.
    Int,
    /// Bit-vectors.
    #[default]
    Bv,
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

/// A translated program.
#[derive(Clone, Debug)]
pub struct Translation {
    /// Boogie.
    pub text: String,
    /// Functions that are called without being known.
    pub unknown_calls: Vec<String>,
    /// What the user may want to know.
    pub warnings: Vec<String>,
    /// Constructs that were not translated, with their places; paths must not get there.
    pub unsupported: Vec<String>,
    /// What its names and addresses mean in C.
    pub symbols: Symbols,
}

/// Translates a program without errors, read together with [`LIBRARY`].
pub fn translate(program: &Program, options: &Options) -> Result<Translation, String> {
    let lowering = lower::lower(program, options)?;
    let m = lowering.m;
    let memory = memory::model(options.memory, &m, program);
    // A page behind the last object.
    let heap = (lowering.next_address + 0x1000).div_ceil(0x1000) * 0x1000;
    let text = encode::encode(&m, program, &*memory, options.integers, heap);
    let mut unsupported: Vec<String> = Vec::new();
    for stmt in m.procs.iter().flat_map(|p| &p.body) {
        if let ir::StmtKind::Assert(_, ir::Failure::Unsupported(what)) = &stmt.kind {
            unsupported.push(format!("{}: {what}", program.files.show(stmt.place)));
        }
    }
    let mut symbols = Symbols::new(&m, &*memory, program);
    for (&function, proc) in &lowering.procs {
        symbols.procedures.insert(m.procs[proc.index()].name.clone(), function);
    }
    symbols.entry = lowering.entry;
    Ok(Translation {
        text,
        unknown_calls: lowering.unknown_calls,
        warnings: lowering.warnings,
        unsupported,
        symbols,
    })
}
