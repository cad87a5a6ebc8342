//! Boogie to core program, and core program back to Boogie text.
//!
//! [`lower`] takes a checked Boogie program apart until only procedures of acyclic blocks are left:
//! types become sorts, polymorphism becomes instances, functions are expanded or stay uninterpreted,
//! contracts become assertions and assumptions, structured statements become blocks, and loops become
//! recursive procedures. [`print()`] goes the other way, so that every stage after this one can be
//! looked at and read again.
//!
//! [`Source`] is the way there from text: parsing, checking, finding the entry, lowering. Commands, tests and
//! experiments all take it, so that they mean the same program.
//!
//! **Invariants.** No panic on any checked program: what has no meaning here is an error with its
//! place and a way out. The result satisfies
//! [`Program::validate`](lariat_program::Program::validate). Same input, same output.

mod binders;
mod blocks;
mod body;
mod builtins;
mod candidates;
mod code;
mod commands;
mod context;
mod contracts;
mod datatypes;
mod declarations;
mod entry;
mod expressions;
mod functions;
mod items;
mod literals;
mod load;
mod loops;
mod modular;
mod order;
mod places;
mod polymorphic_entry;
mod polymorphism;
mod pools;
mod print;
mod procedures;
mod selective;
mod start;
mod statements;
mod types;
mod validity;

pub use candidates::{ClauseKind, LoweredCandidate, TemplateClause, TemplateVariable, Templates};
pub use entry::NoEntry;
pub use lariat_boogie::Diagnostic as LowerDiagnostic;
pub use load::{Rejected, Source, Stage, load};
pub use loops::Peeling;
pub use modular::{Implementation, Inline, Modular};
pub use print::{Summary, print, print_summaries, print_with_contracts};

use context::{Lowering, MapInstances};
use lariat_boogie::{Checked, SourceMap};
use lariat_logic::TermId;
use lariat_program::{ProcId, Program};

/// How [`lower`] shall work.
#[derive(Clone, Debug)]
pub struct LowerOptions {
    /// Keep the text of each statement in its [`Info`](lariat_program::Info).
    pub statement_text: bool,
    /// The most instances of polymorphic functions, procedures, quantifiers and maps.
    pub instance_limit: usize,
    /// Take clauses that wait for inference, `{:existential}` and `{:template}` ones, out of the
    /// program: they are in [`Lowered::candidates`] and [`Lowered::templates`] then. Otherwise the
    /// constants and variables in them are like any other.
    pub candidates: bool,
    /// Iterations of loops that are plain code.
    pub peeling: Peeling,
    /// The procedure that is executed, if it is known: one with type parameters is then there for all types.
    pub entry: Option<String>,
    /// Leave loops as cycles of blocks. The interpreter runs such a program, and nothing else can.
    pub keep_loops: bool,
    /// Take one implementation of the entry, and of everything else only the contract.
    pub modular: Option<Modular>,
}

impl Default for LowerOptions {
    fn default() -> Self {
        LowerOptions {
            statement_text: true,
            instance_limit: 2000,
            candidates: false,
            peeling: Peeling::default(),
            entry: None,
            keep_loops: false,
            modular: None,
        }
    }
}

/// What [`lower`] returns.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The core program.
    pub program: Program,
    /// The procedures of the Boogie program in order of declaration; a polymorphic one appears once
    /// per instance. Loop procedures are not listed.
    pub procedures: Vec<LoweredProcedure>,
    /// The where clauses of the globals: to be assumed where the whole program starts.
    pub global_where: Vec<TermId>,
    /// Clauses that may hold, under `{:existential}` constants.
    pub candidates: Vec<LoweredCandidate>,
    /// Clauses that may hold of any procedure.
    pub templates: Templates,
    /// What the user may want to know.
    pub warnings: Vec<LowerDiagnostic>,
}

/// A procedure of the Boogie program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoweredProcedure {
    /// Its name in the Boogie program.
    pub name: String,
    /// Its core procedure.
    pub id: ProcId,
    /// Whether it has at least one implementation.
    pub has_body: bool,
    /// Whether it or an implementation carries `{:entrypoint}`.
    pub entry_point: bool,
}

impl Lowered {
    /// The core procedure of this name.
    pub fn procedure(&self, name: &str) -> Option<ProcId> {
        self.procedures.iter().find(|p| p.name == name).map(|p| p.id)
    }

    /// The procedures that carry `{:entrypoint}`.
    pub fn entry_points(&self) -> impl Iterator<Item = &LoweredProcedure> {
        self.procedures.iter().filter(|p| p.entry_point)
    }
}

/// How often lowering starts again because a polymorphic map or function is used at new types.
const RESTART_LIMIT: usize = 20;

/// Turns a checked Boogie program into a core program.
///
/// The program must have been accepted by the checker.
pub fn lower(
    boogie: &lariat_boogie::Program,
    checked: &Checked,
    sources: &SourceMap,
    options: &LowerOptions,
) -> Result<Lowered, Vec<LowerDiagnostic>> {
    let mut types = checked.types.clone();
    let mut known = MapInstances::default();
    for _ in 0..RESTART_LIMIT {
        let mut lowering = Lowering::new(boogie, checked, sources, options, known, types);
        lowering.run();
        if !lowering.errors.is_empty() {
            return Err(lowering.errors);
        }
        let functions: Vec<_> =
            lowering.poly_instances.keys().map(|(f, types)| (*f, types.clone())).collect();
        let used_later = lowering.has_type_conditions
            && (functions.len() > lowering.map_instances.functions.len()
                || lowering.types_in_use.len() > lowering.map_instances.types.len());
        let entry_types = lowering.types_for_entry();
        let entry_waits = lowering.map_instances.entry_types != entry_types;
        if !lowering.map_instances.grown && !used_later && !entry_waits {
            return Ok(lowering.finish());
        }
        types = lowering.types;
        let in_use = lowering.types_in_use;
        let maps = lowering.map_instances.known;
        known = MapInstances { known: maps, grown: false, functions, types: in_use, entry_types };
    }
    let message = "polymorphic maps and functions are used at ever new types";
    Err(vec![
        LowerDiagnostic::error("unsupported", lariat_boogie::Span::default(), message)
            .with_help("use monomorphic maps"),
    ])
}

impl Lowering<'_> {
    fn run(&mut self) {
        self.find_recursive_functions();
        if self.variables().is_err() {
            return;
        }
        self.global_where_clauses();
        self.axioms();
        self.find_existentials();
        let entries = match self.options.modular {
            None => {
                self.declare_procedures();
                self.entry_instances()
            }
            Some(_) => self.verified_procedure(),
        };
        self.template_clauses();
        let mut next = 0;
        while next < self.procedure_instances.len() {
            // What fails has been reported.
            _ = self.procedure_body(ProcId::from(next));
            next += 1;
        }
        self.choose_entry(&entries);
        self.refuse_recursion();
        self.cut_loops();
        self.number_items();
        self.close_axioms();
        self.order_axioms();
        self.unused_polymorphic_procedures();
        if self.errors.is_empty() {
            let mut names = self.taken_names();
            let with_loops = self.program.procedures.ids().filter(|_| !self.options.keep_loops);
            for id in with_loops {
                loops::extract(&mut self.program, id, &mut names, &self.options.peeling);
            }
            self.take_candidates_from_bodies();
        }
    }

    fn unused_polymorphic_procedures(&mut self) {
        if self.options.modular.is_some() {
            return;
        }
        for (i, info) in self.checked.procedures.iter().enumerate() {
            if !info.type_params.is_empty()
                && !self.procedure_instances.iter().any(|p| p.0.index() == i)
                && let Some(decl) = self.procedure_decl(lariat_boogie::checked::ProcId(i as u32))
            {
                let name = self.boogie.text(info.name);
                let message = format!("the polymorphic procedure {name} is never called: left out");
                self.warn(decl.name.span, message);
            }
        }
    }

    fn finish(self) -> Lowered {
        debug_assert!(self.options.keep_loops || self.program.validate() == Ok(()));
        Lowered {
            procedures: self.lowered_procedures(),
            global_where: self.global_where.iter().flatten().copied().collect(),
            candidates: self.candidates,
            templates: self.templates,
            program: self.program,
            warnings: self.warnings,
        }
    }
}
