//! Z3 in process: the plain SMT core behind the C interface.
//!
//! One context and one solver per [`Z3Solver`]; formulas are only added, queries are checks under
//! assumptions, so that Z3 keeps what it has learned. Handles index a table of terms that are kept
//! alive until the solver goes: terms are shared by everything built later, and giving them back one
//! by one would cost more than it frees. A construction that Z3 refuses is noted, and every query from
//! then on reports it instead of answering.

mod build;
mod context;
mod ffi;
mod fixedpoint;
mod interrupt;
mod model;
mod read;
mod sorts;
mod theory;

pub use context::{Z3Options, version};
pub use fixedpoint::{HornSolver, Relation};

use crate::{Ast, GaveUp, Outcome, Solver, SolverError, Statistics};
use context::{Context, MAX_WORK_BY_MODELS, text};
use interrupt::Target;
use lariat_budget::{Budget, Stop};
use lariat_logic::{Binder, BinderKind, FunctionId, Op, SortId, Terms, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::time::Instant;
use z3_sys::*;

/// What matters about the form of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// A constant without interpretation.
    Constant,
    /// The negation of such.
    NegatedConstant,
    Other,
}

#[derive(Clone, Copy)]
struct Node {
    ast: Z3_ast,
    sort: SortId,
    shape: Shape,
}

/// Z3 in process.
pub struct Z3Solver {
    context: Context,
    nodes: Vec<Node>,
    /// Handles by Z3's own term numbers, which are dense: the same term gets the same handle.
    by_id: Vec<u32>,
    declared: sorts::Declarations,
    recipes: FxHashMap<theory::RecipeKey, theory::Recipe>,
    /// The elements of uninterpreted sorts that were named.
    elements: FxHashMap<SortId, Vec<(u64, Z3_ast)>>,
    /// Constants that stand for assumptions that are not literals.
    proxies: FxHashMap<Ast, Ast>,
    constants: i32,
    /// What stands for products and quotients of variables; `None` if these have their meaning.
    rough: Option<build::Rough>,
    /// Whether questions that quantifiers leave open are asked again by models.
    models_second: bool,
    /// Whether there are quantifiers.
    has_quantifiers: bool,
    /// The last query: each assumption with the term that Z3 saw for it.
    assumptions: Vec<(Ast, Z3_ast)>,
    outcome: Option<Outcome>,
    model: Option<Z3_model>,
    statistics: Statistics,
}

// SAFETY: a context may be used by one thread at a time, whichever it is; `&mut self` on everything
// that touches it (and no call into Z3 through `&self`) makes that so. Interrupts
// are the exception that Z3 makes (see `interrupt`).
unsafe impl Send for Z3Solver {}

impl Default for Z3Solver {
    fn default() -> Self {
        Self::new(&Z3Options::default())
    }
}

impl Z3Solver {
    /// A new context with an empty solver.
    pub fn new(options: &Z3Options) -> Self {
        let context = Context::new(options);
        Self {
            context,
            nodes: Vec::new(),
            by_id: Vec::new(),
            declared: sorts::Declarations::default(),
            recipes: FxHashMap::default(),
            elements: FxHashMap::default(),
            proxies: FxHashMap::default(),
            constants: 0,
            rough: options.unknown_products.then(build::Rough::default),
            models_second: options.models_second && !options.mbqi,
            has_quantifiers: false,
            assumptions: Vec::new(),
            outcome: None,
            model: None,
            statistics: Statistics::default(),
        }
    }

    /// Ends without giving back memory, which takes long after a long run: for programs about to end.
    pub fn abandon(self) {
        std::mem::forget(self);
    }

    /// The text of a term, for debugging.
    pub fn show(&mut self, term: Ast) -> String {
        self.context.print(self.nodes[term.index()].ast)
    }

    fn asts(&self, handles: &[Ast]) -> Vec<Z3_ast> {
        handles.iter().map(|h| self.nodes[h.index()].ast).collect()
    }

    fn forget_model(&mut self) {
        if let Some(model) = self.model.take() {
            // SAFETY: the model was counted when it was fetched.
            unsafe { Z3_model_dec_ref(self.context.ptr, model) };
        }
    }

    /// The literal that stands for an assumption.
    fn assumption_literal(&mut self, assumption: Ast) -> Z3_ast {
        let node = self.nodes[assumption.index()];
        if node.shape != Shape::Other {
            return node.ast;
        }
        if let Some(proxy) = self.proxies.get(&assumption) {
            return self.nodes[proxy.index()].ast;
        }
        let c = self.context.ptr;
        // SAFETY: the terms are live; the proxy's reference is given back as that of every node.
        unsafe {
            let sort = Z3_mk_bool_sort(c).expect("Z3 has a Boolean sort");
            let symbol = Z3_mk_int_symbol(c, self.constants).expect("a symbol");
            self.constants += 1;
            let proxy = Z3_mk_const(c, symbol, sort).expect("a constant");
            Z3_inc_ref(c, proxy);
            let definition = Z3_mk_implies(c, proxy, node.ast).expect("an implication");
            self.context.keep(definition);
            Z3_solver_assert(c, self.context.solver, definition);
            let handle = Ast::from(self.nodes.len());
            self.nodes.push(Node { ast: proxy, sort: Terms::BOOL, shape: Shape::Constant });
            self.proxies.insert(assumption, handle);
            proxy
        }
    }

    /// What Z3 refused to build, if anything. It stays: a formula with a hole is not the formula, so
    /// no later query gets a verdict either.
    fn refusal(&self) -> Result<(), SolverError> {
        match &self.context.error {
            Some(reason) => {
                Err(SolverError::Rejected { name: self.name(), reason: reason.clone() })
            }
            None => Ok(()),
        }
    }

    fn ask(&mut self, literals: &[Z3_ast], budget: &Budget) -> Result<Outcome, SolverError> {
        let started = Instant::now();
        let (c, solver) = (self.context.ptr, self.context.solver);
        let count = literals.len() as u32;
        let (verdict, stop) = interrupt::under(budget, Target::Solver(c, solver), || {
            // SAFETY: the literals are live, and the array has the length given.
            unsafe { Z3_solver_check_assumptions(c, solver, count, literals.as_ptr()) }
        });
        self.statistics.time += started.elapsed();
        let outcome = self.answer(verdict, stop)?;
        self.statistics.count(&outcome);
        Ok(outcome)
    }

    /// Asks a question a second time that quantifiers have left open. `Sat` means then that Z3 has checked its model
    /// against every quantifier, and `Unsat` is as good as ever.
    fn ask_by_models(
        &mut self,
        literals: &[Z3_ast],
        first: Outcome,
        budget: &Budget,
    ) -> Result<Outcome, SolverError> {
        self.context.set_models(true, MAX_WORK_BY_MODELS);
        let second = self.ask(literals, budget);
        self.context.set_models(false, 0);
        match second? {
            outcome @ (Outcome::Sat | Outcome::Unsat) => Ok(outcome),
            outcome if outcome.has_model() || budget.stopped().is_some() => Ok(outcome),
            // The work was used up, which leaves no candidate for a model: the first answer had one.
            _ => self.ask(literals, budget).map(|o| if o.has_model() { o } else { first }),
        }
    }

    fn answer(&mut self, verdict: Z3_lbool, stop: Option<Stop>) -> Result<Outcome, SolverError> {
        Ok(match (verdict, stop) {
            (Z3_L_TRUE, _) if self.rough.as_ref().is_some_and(|r| r.matters) => {
                Outcome::Unknown(GaveUp::Incomplete("incomplete: a rough look".into()))
            }
            (Z3_L_TRUE, _) => Outcome::Sat,
            (Z3_L_FALSE, _) => Outcome::Unsat,
            (_, Some(stop)) => Outcome::Unknown(stop.into()),
            (_, None) => {
                if let Some(reason) = self.context.last_error() {
                    if reason.contains("out of memory") {
                        return Ok(Outcome::Unknown(GaveUp::Memory));
                    }
                    return Err(SolverError::Rejected { name: self.name(), reason });
                }
                // SAFETY: the string is copied before the next call.
                let reason = unsafe {
                    text(Z3_solver_get_reason_unknown(self.context.ptr, self.context.solver))
                };
                Outcome::Unknown(GaveUp::said(reason))
            }
        })
    }
}

impl Drop for Z3Solver {
    fn drop(&mut self) {
        self.forget_model();
        // Parents before children, so that no deletion reaches far down.
        for node in self.nodes.iter().rev() {
            // SAFETY: every node was counted once.
            unsafe { Z3_dec_ref(self.context.ptr, node.ast) };
        }
    }
}

impl Solver for Z3Solver {
    fn name(&self) -> String {
        format!("Z3 {}", version())
    }

    fn constant(&mut self, terms: &Terms, _name: &str, sort: SortId) -> Ast {
        let ast = self.fresh_constant(terms, sort);
        self.handle(terms, Some(ast), sort, Shape::Constant, String::new)
    }

    fn literal(&mut self, terms: &Terms, value: &Value, sort: SortId) -> Ast {
        let ast = self.build_literal(terms, value, sort);
        self.handle(terms, ast, sort, Shape::Other, || format!("the value {value}"))
    }

    fn app(&mut self, terms: &Terms, op: &Op, args: &[Ast], sort: SortId) -> Ast {
        // Most operators have few operands: no allocation for those.
        let mut few = [self.context.ptr.cast(); 4];
        let many;
        let asts: &[Z3_ast] = if args.len() <= few.len() {
            for (slot, arg) in few.iter_mut().zip(args) {
                *slot = self.nodes[arg.index()].ast;
            }
            &few[..args.len()]
        } else {
            many = self.asts(args);
            &many
        };
        let ast = self.build(terms, op, asts, sort);
        let shape = match (op, args) {
            (Op::Not, [a]) if self.nodes[a.index()].shape == Shape::Constant => {
                Shape::NegatedConstant
            }
            _ => Shape::Other,
        };
        self.handle(terms, ast, sort, shape, || format!("{op:?} of {} operands", args.len()))
    }

    fn call(&mut self, terms: &Terms, function: FunctionId, args: &[Ast]) -> Ast {
        let decl = self.function(terms, function);
        let asts = self.asts(args);
        // SAFETY: the arguments are live, and Z3 checks number and sorts.
        let ast = unsafe { Z3_mk_app(self.context.ptr, decl, asts.len() as u32, asts.as_ptr()) };
        let function = terms.function(function);
        let shape = if args.is_empty() { Shape::Constant } else { Shape::Other };
        self.handle(terms, ast, function.result, shape, || format!("a call of {}", function.name))
    }

    fn bind(
        &mut self,
        terms: &Terms,
        binder: &Binder,
        vars: &[Ast],
        body: Ast,
        triggers: &[Vec<Ast>],
        no_triggers: &[Ast],
    ) -> Ast {
        let bound = self.asts(vars);
        let patterns: Vec<Vec<Z3_ast>> = triggers.iter().map(|t| self.asts(t)).collect();
        let barred = self.asts(no_triggers);
        let body = self.nodes[body.index()];
        let sort = match binder.kind {
            BinderKind::Forall | BinderKind::Exists => Terms::BOOL,
            BinderKind::Lambda => {
                let indices = vars.iter().map(|v| self.nodes[v.index()].sort).collect();
                self.map_sort(terms, indices, body.sort).unwrap_or(Terms::BOOL)
            }
        };
        self.has_quantifiers |= binder.kind != BinderKind::Lambda;
        let ast = self.build_binder(binder, &bound, body.ast, &patterns, &barred);
        self.handle(terms, ast, sort, Shape::Other, || "a quantifier".to_owned())
    }

    fn assert(&mut self, formula: Ast) {
        let ast = self.nodes[formula.index()].ast;
        self.statistics.assertions += 1;
        // SAFETY: the formula is live.
        unsafe { Z3_solver_assert(self.context.ptr, self.context.solver, ast) };
        self.context.check_error("an assertion");
    }

    fn check(&mut self, assumptions: &[Ast], budget: &Budget) -> Result<Outcome, SolverError> {
        self.forget_model();
        self.outcome = None;
        let literals: Vec<Z3_ast> =
            assumptions.iter().map(|&a| self.assumption_literal(a)).collect();
        self.assumptions = assumptions.iter().copied().zip(literals.iter().copied()).collect();
        self.refusal()?;
        let mut outcome = self.ask(&literals, budget)?;
        if self.models_second
            && self.has_quantifiers
            && matches!(outcome, Outcome::Unknown(GaveUp::Incomplete(_)))
        {
            outcome = self.ask_by_models(&literals, outcome, budget)?;
        }
        self.outcome = Some(outcome.clone());
        Ok(outcome)
    }

    fn unsat_core(&mut self) -> Vec<Ast> {
        if self.outcome != Some(Outcome::Unsat) {
            return Vec::new();
        }
        let c = self.context.ptr;
        // SAFETY: the vector is live while counted.
        let core: FxHashSet<Z3_ast> = unsafe {
            let Some(vector) = Z3_solver_get_unsat_core(c, self.context.solver) else {
                return self.assumptions.iter().map(|a| a.0).collect();
            };
            Z3_ast_vector_inc_ref(c, vector);
            let core = (0..Z3_ast_vector_size(c, vector))
                .filter_map(|i| Z3_ast_vector_get(c, vector, i))
                .collect();
            Z3_ast_vector_dec_ref(c, vector);
            core
        };
        self.assumptions.iter().filter(|a| core.contains(&a.1)).map(|a| a.0).collect()
    }

    fn value(&mut self, terms: &Terms, term: Ast) -> Result<Option<Value>, SolverError> {
        self.model_value(terms, term)
    }

    fn truths(&mut self, _: &Terms, formulas: &[Ast]) -> Result<Vec<bool>, SolverError> {
        self.model_truths(formulas)
    }

    fn statistics(&self) -> Statistics {
        self.statistics
    }
}
