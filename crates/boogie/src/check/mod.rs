//! Names and types: the tree of [`crate::parse`] to the tables of [`Checked`].
//!
//! Three rounds: declare all types, then all other names, then look into expressions and
//! bodies. Names are looked up by indexing a table with their symbol; entering a scope
//! overwrites entries and leaving it restores them, so a look-up costs one memory access.
//! Types are inferred bottom-up; only polymorphic functions, maps and calls need
//! unification.

mod assumptions;
mod binders;
mod body;
mod calls;
mod circles;
mod datatypes;
mod decls;
mod expr;
mod flow;
mod modifies;
mod operators;
mod scope;
mod triggers;
mod types;
mod unify;

use crate::CheckOptions;
use crate::ast::{Attr, AttrArg, Program};
use crate::checked::{CallInfo, Checked, GlobalId, ProcId, Resolution};
use crate::diagnostic::Diagnostic;
use crate::interner::Symbol;
use crate::source::Span;
use crate::ty::Ty;
use rustc_hash::{FxHashMap, FxHashSet};
use scope::{Scopes, TypeEntry};

/// After so many errors the rest of the program is not looked at.
const MAX_ERRORS: usize = 100;

/// What an expression may mention where it stands.
#[derive(Clone, Copy)]
struct Context {
    /// Global variables.
    globals: bool,
    /// `old(…)`.
    old: bool,
}

/// For axioms and functions.
const STATELESS: Context = Context { globals: false, old: false };
/// For preconditions and where clauses.
const ONE_STATE: Context = Context { globals: true, old: false };
/// For postconditions and bodies.
const TWO_STATE: Context = Context { globals: true, old: true };

pub(crate) struct Checker<'p> {
    program: &'p Program,
    options: CheckOptions,
    out: Checked,
    scopes: Scopes,
    context: Context,
    /// Whether what is checked belongs to a pure procedure.
    pure: bool,
    inference: unify::Inference,
    /// Stack of expressions under way, shared by all loops over chains.
    work: Vec<crate::ast::ExprId>,
    synonyms: Vec<types::Synonym>,
    synonym_depth: u32,
    /// Resolved types by `TypeId`.
    type_cache: Vec<Option<Ty>>,
    flow: flow::Flow,
    modified: modifies::Modified,
    /// The body under way.
    current: Option<(ProcId, u32)>,
    /// What `{:id "…"}` of statements says.
    statement_ids: FxHashSet<Symbol>,
    /// Global variables with `{:assumption}`, and how often they are assigned.
    assumption_globals: FxHashMap<Symbol, u32>,
    /// Errors are counted but not kept: what is looked at need not be right.
    silent: bool,
}

/// Resolves names and checks types. The tree should have parsed without errors.
pub fn check(program: &Program, options: &CheckOptions) -> Checked {
    let out = Checked {
        expr_types: vec![Ty::ERROR; program.exprs.len()],
        resolutions: vec![Resolution::None; program.exprs.len()],
        calls: vec![CallInfo::default(); program.call_count as usize],
        ..Checked::default()
    };
    let mut checker = Checker {
        program,
        options: *options,
        out,
        scopes: Scopes::new(program.interner.len()),
        context: STATELESS,
        pure: false,
        inference: unify::Inference::default(),
        work: Vec::new(),
        synonyms: Vec::new(),
        synonym_depth: 0,
        type_cache: vec![None; program.types.len()],
        flow: flow::Flow::new(program.interner.len()),
        modified: modifies::Modified::default(),
        current: None,
        statement_ids: FxHashSet::default(),
        assumption_globals: FxHashMap::default(),
        silent: false,
    };
    checker.declare_types();
    checker.declare_names();
    checker.datatypes_have_values();
    checker.global_assumption_variables();
    checker.definitions_have_no_circles();
    checker.check_declarations();
    checker.finish_modifies();
    let mut out = checker.out;
    out.diagnostics.sort_by_key(|d| d.place.start);
    out
}

impl<'p> Checker<'p> {
    fn text(&self, symbol: Symbol) -> &'p str {
        self.program.text(symbol)
    }

    fn show(&self, ty: Ty) -> String {
        self.out.show(&self.program.interner, self.resolved_ty(ty))
    }

    #[cold]
    fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::error(code, span, message));
    }

    #[cold]
    fn report(&mut self, diagnostic: Diagnostic) {
        if !self.silent && self.out.diagnostics.len() < MAX_ERRORS {
            self.out.diagnostics.push(diagnostic);
        }
    }

    fn given_up(&self) -> bool {
        self.out.diagnostics.len() >= MAX_ERRORS
    }

    fn in_context<R>(&mut self, context: Context, run: impl FnOnce(&mut Self) -> R) -> R {
        let context = Context { globals: context.globals && !self.pure, ..context };
        let saved = std::mem::replace(&mut self.context, context);
        let result = run(self);
        self.context = saved;
        result
    }

    /// Checks the expressions among the arguments of attributes.
    #[inline]
    fn attrs(&mut self, attrs: &[Attr]) {
        for attr in attrs {
            for arg in &attr.args {
                if let AttrArg::Expr(expr) = *arg {
                    self.whole_expr(expr);
                }
            }
        }
    }

    /// As [`Checker::attrs`], but what cannot be resolved is no error.
    fn attrs_if_possible(&mut self, attrs: &[Attr]) {
        if !attrs.is_empty() {
            let saved = std::mem::replace(&mut self.silent, true);
            self.attrs(attrs);
            self.silent = saved;
        }
    }

    fn type_entry(&self, name: Symbol) -> TypeEntry {
        self.scopes.type_entry(name)
    }

    fn global_name(&self, global: GlobalId) -> &'p str {
        self.text(self.out.globals[global.index()].name)
    }
}
