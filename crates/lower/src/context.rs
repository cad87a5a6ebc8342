//! What every part of lowering works on: the two programs, and the tables that connect them.

use crate::LowerOptions;
use crate::candidates::{LoweredCandidate, Templates};
use crate::contracts::Contract;
use crate::expressions::Work;
use crate::functions::Instance;
use crate::items::Items;
use crate::places::Places;
use crate::types::Hollow;
use lariat_boogie::checked::{FunctionId, ProcId as BoogieProcId};
use lariat_boogie::{Checked, Diagnostic, SourceMap, Span, Ty, TyTable, ast};
use lariat_logic::{ConstructorId, IndexVec, SortId, TermId, Terms, VarId};
use lariat_program::{ProcId, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// An error was reported; what needed the result is given up.
#[derive(Debug)]
pub(crate) struct Reported;

/// A result whose error has been reported.
pub(crate) type Lower<T> = Result<T, Reported>;

/// The ground types at which each polymorphic map type is used. They make up its sort, so they must
/// be known before the first term is built: lowering starts again when it finds new ones.
#[derive(Default)]
pub(crate) struct MapInstances {
    pub known: FxHashMap<Ty, Vec<Box<[Ty]>>>,
    pub grown: bool,
    /// What was in use at the end of the last run: instances of polymorphic functions, and types. Conditions that speak
    /// about all types are instantiated at these, too, since uses may come after them.
    pub functions: Vec<(FunctionId, Box<[Ty]>)>,
    pub types: Vec<Ty>,
    /// The types at which an entry with type parameters is looked at, once they are known.
    pub entry_types: Option<Vec<Ty>>,
}

/// The state of lowering.
pub(crate) struct Lowering<'a> {
    pub boogie: &'a ast::Program,
    pub checked: &'a Checked,
    pub sources: &'a SourceMap,
    pub options: &'a LowerOptions,
    pub places: Places<'a>,
    pub program: Program,
    pub errors: Vec<Diagnostic>,
    pub warnings: Vec<Diagnostic>,

    /// The checker's types, to which instances are added.
    pub types: TyTable,
    /// The sort of each type, by index.
    pub sorts: Vec<Option<SortId>>,
    /// Ground types whose sort was asked for, in order.
    pub types_in_use: Vec<Ty>,
    /// The constructors of each ground datatype.
    pub constructors: FxHashMap<Ty, Rc<[ConstructorId]>>,
    pub map_instances: MapInstances,
    /// Datatypes that wait for their constructors, and whether they are being given them.
    pub hollow: Vec<Hollow>,
    pub filling: bool,

    /// Variables of globals and constants, by the checker's index.
    pub globals: Vec<VarId>,
    pub constants: Vec<VarId>,
    /// The where clause of each global.
    pub global_where: Vec<Option<TermId>>,
    /// What each bound variable stands for at the moment.
    pub bound: Vec<TermId>,

    /// Functions that depend on themselves.
    pub recursive: Vec<bool>,
    pub instances: Vec<Instance>,
    /// Instance of each function without type parameters.
    pub plain_instances: Vec<Option<u32>>,
    pub poly_instances: FxHashMap<(FunctionId, Box<[Ty]>), u32>,
    /// Instances of functions whose definition must become an axiom.
    pub undefined: Vec<u32>,
    pub expansion_depth: u32,
    /// Whether a condition in a procedure or contract speaks about all types.
    pub has_type_conditions: bool,
    /// Types whose order `<:` is used, with the function that stands for it.
    pub orders: Vec<(Ty, lariat_logic::FunctionId)>,

    /// Core procedures in order of creation, loops not included.
    pub procedure_instances: Vec<(BoogieProcId, Rc<[Ty]>)>,
    pub plain_procedures: Vec<Option<ProcId>>,
    pub poly_procedures: FxHashMap<(BoogieProcId, Rc<[Ty]>), ProcId>,
    pub contracts: IndexVec<ProcId, Rc<Contract<'a>>>,
    pub procedure_names: FxHashSet<String>,
    /// In modular verification, what is verified: one procedure, or one for each choice of types.
    pub verified: FxHashSet<ProcId>,
    /// The where clauses of locals, out-parameters and globals.
    pub where_clauses: crate::loops::WhereClauses,
    /// What starts the entry at any of its types, if it has type parameters.
    pub entry_choice: Option<(BoogieProcId, ProcId)>,

    /// Constants that wait for inference, what is claimed under them, and clauses for any procedure.
    pub existentials: FxHashMap<VarId, String>,
    pub candidates: Vec<LoweredCandidate>,
    pub templates: Templates,

    /// The predicates that stand for pools, by label and sort.
    pub pools: FxHashMap<(String, SortId), lariat_logic::FunctionId>,
    /// Whether a datatype says what holds of its variables.
    pub has_validity: bool,

    /// The checked places found so far.
    pub items: Items,

    /// Stacks of the expression translator.
    pub work: Vec<Work>,
    pub values: Vec<TermId>,
    pub int_literals: FxHashMap<lariat_boogie::Symbol, TermId>,
}

impl<'a> Lowering<'a> {
    pub fn new(
        boogie: &'a ast::Program,
        checked: &'a Checked,
        sources: &'a SourceMap,
        options: &'a LowerOptions,
        map_instances: MapInstances,
        types: TyTable,
    ) -> Self {
        let files = crate::places::names(sources);
        let program = Program { files, ..Program::default() };
        Lowering {
            boogie,
            checked,
            sources,
            options,
            places: Places::new(sources),
            program,
            errors: Vec::new(),
            warnings: Vec::new(),
            types,
            sorts: Vec::new(),
            types_in_use: Vec::new(),
            constructors: FxHashMap::default(),
            map_instances,
            hollow: Vec::new(),
            filling: false,
            globals: Vec::new(),
            constants: Vec::new(),
            global_where: Vec::new(),
            bound: vec![Terms::TRUE; checked.bound_vars.len()],
            recursive: Vec::new(),
            instances: Vec::new(),
            plain_instances: vec![None; checked.functions.len()],
            poly_instances: FxHashMap::default(),
            undefined: Vec::new(),
            expansion_depth: 0,
            has_type_conditions: false,
            orders: Vec::new(),
            procedure_instances: Vec::new(),
            plain_procedures: vec![None; checked.procedures.len()],
            poly_procedures: FxHashMap::default(),
            contracts: IndexVec::new(),
            procedure_names: FxHashSet::default(),
            verified: FxHashSet::default(),
            where_clauses: Default::default(),
            entry_choice: None,
            existentials: FxHashMap::default(),
            candidates: Vec::new(),
            templates: Templates::default(),
            pools: FxHashMap::default(),
            has_validity: Self::says_what_holds(boogie),
            items: Items::default(),
            work: Vec::new(),
            values: Vec::new(),
            int_literals: FxHashMap::default(),
        }
    }

    /// The terms of the core program.
    pub fn terms(&mut self) -> &mut Terms {
        &mut self.program.terms
    }

    /// Reports something that lowering does not do, and what to do about it.
    pub fn unsupported<T>(
        &mut self,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Lower<T> {
        self.errors.push(Diagnostic::error("unsupported", span, message).with_help(help));
        Err(Reported)
    }

    /// Reports an error.
    pub fn error<T>(
        &mut self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
    ) -> Lower<T> {
        self.errors.push(Diagnostic::error(code, span, message));
        Err(Reported)
    }

    /// A type for people.
    pub fn show(&self, ty: Ty) -> String {
        crate::types::show(self.boogie, self.checked, &self.types, ty)
    }
}
