//! A path to an execution: one query to the solver finds the initial values, the havocked values and
//! the meaning of functions with which the program as written takes exactly this path.
//!
//! The search works on a program that passes have changed and finds only which blocks are visited
//! (Sec. 3 of the overview paper reads the path off the model of the query). Data is found here
//! again, on the unchanged program, so that a mistake of a pass cannot become a wrong trace.

use crate::candidates::Found;
use crate::instances::Instances;
use crate::path_walk::{PathError, check_path};
use crate::skolem::name_witnesses;
use crate::symbolic::{PathFormula, SymbolicExecution};
use crate::wishes::Wish;
use lariat_budget::Budget;
use lariat_logic::{MapValue, Op, Sort, SortId, Term, TermId, Terms, Value, VarId};
use lariat_program::interpreter::{At, Candidates, Point, Unknown, enumerate};
use lariat_program::{Frame, Program};
use lariat_solver::{Ast, GaveUp, Outcome, Solver, SolverError, TranslateError, Translator};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::Entry;
use thiserror::Error;

/// An unsatisfiable path is explained in terms of at most this many groups of consecutive commands.
const MAX_CORE_GROUPS: usize = 128;
/// Maps over index types with at most this many values are read at each of them.
const MAX_ENUMERATED_INDICES: usize = 128;
/// Larger groups of unique constants are kept apart by numbering them.
const MAX_PAIRWISE_DISTINCT: usize = 6;

/// The choices that make an execution take a path.
#[derive(Clone, Debug, Default)]
pub struct Concrete {
    /// The values of arbitrary variables by the moment since when they are arbitrary. What nobody
    /// reads on the path is not here.
    pub values: FxHashMap<(Point, VarId), Value>,
    /// Maps among these of which only the places that matter could be written down: everywhere else they have more than one
    /// value, and here one.
    pub partial: FxHashSet<(Point, VarId)>,
    /// Arbitrary variables that are read but whose value cannot be written down.
    pub nameless: FxHashSet<(Point, VarId)>,
    /// The meaning of functions, and of operators where their theory leaves it open.
    pub meanings: FxHashMap<Unknown, Value>,
    /// The assertion that fails.
    pub fails_at: Option<At>,
    /// What the solver thinks of where quantifiers range over too many values.
    pub candidates: Candidates,
}

/// What the solver says about a path.
#[derive(Clone, Debug)]
pub enum Feasibility {
    /// An execution takes it.
    Feasible(Concrete),
    /// No values do: these commands along it contradict each other (in order of execution; on long
    /// paths, the ranges of commands that contain them), if that was asked.
    Infeasible(Vec<At>),
    /// The solver gave up.
    Unknown {
        /// Why.
        why: String,
        /// What it had found until then. Replay tells whether it is an execution.
        candidate: Option<Concrete>,
        /// Whether it is only that there are too many values to try for quantifiers that all have triggers: the solver has
        /// looked at the instances that these name.
        left_to_triggers: bool,
    },
}

/// Why the question could not be asked.
#[derive(Debug, Error)]
pub enum ConcretiseError {
    /// This is not a path of the program.
    #[error(transparent)]
    Path(#[from] PathError),
    /// The solver failed.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// A formula cannot be given to the solver.
    #[error(transparent)]
    Translate(#[from] TranslateError),
}

/// Finds an execution of the program along the path: one that fails if the path does, and otherwise
/// one that returns. `axioms` are those that matter; the solver should be a new one.
pub fn concretise(
    program: &Program,
    path: &Frame,
    axioms: &[TermId],
    solver: &mut dyn Solver,
    budget: &Budget,
) -> Result<Feasibility, ConcretiseError> {
    let wanted = FxHashMap::default();
    concretise_wishing(program, path, axioms, solver, budget, &wanted, Blame::Commands)
}

/// What is said of a path that no execution takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blame {
    /// Which commands contradict each other. The solver has to keep them apart for that, which
    /// makes it slower, also if there is an execution.
    Commands,
    /// Nothing.
    Nothing,
}

/// The same, with wishes for some of the variables.
pub fn concretise_wishing(
    program: &Program,
    path: &Frame,
    axioms: &[TermId],
    solver: &mut dyn Solver,
    budget: &Budget,
    wanted: &FxHashMap<VarId, Wish>,
    blame: Blame,
) -> Result<Feasibility, ConcretiseError> {
    check_path(program, path)?;
    let mut query = Query { solver, translator: Translator::new() };
    let mut formula = query.state(program, path, axioms)?;
    let wishes = query.wishes(&formula, wanted);
    let constraints = formula.constraints.clone();
    let size = constraints.len().div_ceil(MAX_CORE_GROUPS).max(1);
    let mut guards: Vec<(Ast, &[(At, TermId)])> = Vec::new();
    if blame == Blame::Nothing {
        for &(_, constraint) in &constraints {
            query.assert(&formula.terms, constraint)?;
        }
    }
    let guarded = if blame == Blame::Commands { &constraints[..] } else { &[] };
    for group in guarded.chunks(size) {
        let guard = query.guard(&formula.terms, group)?;
        guards.push((guard, group));
    }
    let assumptions: Vec<Ast> = guards.iter().map(|g| g.0).collect();
    let mut instances = Instances::default();
    loop {
        let outcome = query.solver.check(&assumptions, budget)?;
        let Outcome::Unknown(why) = outcome else {
            break query.conclude(
                outcome,
                (program, path, axioms),
                &formula,
                &guards,
                wishes,
                budget,
            );
        };
        // Most often quantifiers that it could not satisfy for sure; there is a model then.
        let candidate = query.read(program, &formula, axioms).ok();
        let more = match &candidate {
            Some(candidate) if budget.stopped().is_none() => {
                instances.next(&mut formula, axioms, &candidate.candidates)
            }
            _ => Vec::new(),
        };
        let left_to_triggers = matches!(why, GaveUp::Incomplete(_))
            && instances.are_left_to_triggers(&formula, axioms);
        let confirmed = |c: &Concrete| crate::repair::confirmed(program, path, axioms, c);
        let settled = candidate.as_ref().filter(|_| !left_to_triggers).and_then(confirmed);
        if more.is_empty() || settled.is_some() {
            let candidate = settled.or(candidate);
            return Ok(Feasibility::Unknown { why: why.to_string(), candidate, left_to_triggers });
        }
        for instance in more {
            query.assert(&formula.terms, instance)?;
        }
    }
}

impl Query<'_> {
    /// What an answer means.
    fn conclude(
        &mut self,
        outcome: Outcome,
        (program, path, axioms): (&Program, &Frame, &[TermId]),
        formula: &PathFormula,
        guards: &[(Ast, &[(At, TermId)])],
        wishes: Vec<Ast>,
        budget: &Budget,
    ) -> Result<Feasibility, ConcretiseError> {
        let query = self;
        let assumptions: Vec<Ast> = guards.iter().map(|g| g.0).collect();
        match outcome {
            Outcome::Unknown(why) => Ok(Feasibility::Unknown {
                why: why.to_string(),
                candidate: None,
                left_to_triggers: false,
            }),
            Outcome::Unsat => {
                let core: FxHashSet<Ast> = query.solver.unsat_core().into_iter().collect();
                let blamed = guards.iter().filter(|g| core.contains(&g.0));
                Ok(Feasibility::Infeasible(blamed.flat_map(|g| g.1).map(|c| c.0).collect()))
            }
            Outcome::Sat => {
                query.grant(&assumptions, wishes, budget)?;
                let concrete = query.read(program, formula, axioms)?;
                Ok(Feasibility::Feasible(crate::repair::without_guesses(
                    program, path, axioms, concrete,
                )))
            }
        }
    }
}

/// A path's formula in a solver, to be asked about under assumptions.
pub struct PathQuery<'s> {
    query: Query<'s>,
    terms: Terms,
}

impl<'s> PathQuery<'s> {
    /// Asserts the formula of the path; the solver should be a new one.
    pub fn new(
        program: &Program,
        path: &Frame,
        axioms: &[TermId],
        solver: &'s mut dyn Solver,
    ) -> Result<Self, ConcretiseError> {
        check_path(program, path)?;
        let mut query = Query { solver, translator: Translator::new() };
        let formula = query.state(program, path, axioms)?;
        for &(_, constraint) in &formula.constraints {
            query.assert(&formula.terms, constraint)?;
        }
        Ok(PathQuery { query, terms: formula.terms })
    }

    /// A Boolean constant of the program, as an assumption.
    pub fn assumption(&mut self, constant: VarId) -> Ast {
        self.query.translator.var_or_new(self.query.solver, &self.terms, constant)
    }

    /// The negation of such an assumption.
    pub fn negation(&mut self, assumption: Ast) -> Ast {
        self.query.solver.app(&self.terms, &Op::Not, &[assumption], Terms::BOOL)
    }

    /// Does an execution take the path under these assumptions?
    pub fn check(&mut self, assumptions: &[Ast], budget: &Budget) -> Result<Outcome, SolverError> {
        self.query.solver.check(assumptions, budget)
    }

    /// After `Unsat`: assumptions that are enough for it.
    pub fn unsat_core(&mut self) -> Vec<Ast> {
        self.query.solver.unsat_core()
    }
}

/// Says of the unique constants in the formula that they differ.
fn unique_constants(
    program: &Program,
    formula: &mut PathFormula,
    axioms: &[TermId],
) -> Vec<TermId> {
    if program.unique.is_empty() {
        return Vec::new();
    }
    let roots = formula.roots().chain(axioms.iter().copied()).collect::<Vec<_>>();
    let used: FxHashSet<VarId> = formula.terms.variables(roots).into_iter().collect();
    let mut facts = Vec::new();
    for group in &program.unique {
        let group: Vec<VarId> = group.iter().copied().filter(|c| used.contains(c)).collect();
        let terms = &mut formula.terms;
        let members: Vec<TermId> = group.iter().map(|&c| terms.var(c)).collect();
        if members.len() <= MAX_PAIRWISE_DISTINCT {
            for (i, &a) in members.iter().enumerate() {
                for &b in &members[i + 1..] {
                    let equal = terms.eq(a, b);
                    facts.push(terms.not(equal));
                }
            }
        } else {
            let sort = terms.sort_of(members[0]);
            let name = format!("unique@{}", terms.functions().len());
            let number = terms.declare_function(name, vec![sort], Terms::INT);
            for (i, &member) in members.iter().enumerate() {
                let called = terms.call(number, &[member]);
                let which = terms.int(i);
                facts.push(terms.eq(called, which));
            }
        }
    }
    facts
}

impl PathFormula {
    /// Gives names to what conditions say to exist.
    fn name_witnesses(&mut self) {
        let conditions = self.constraints.iter_mut().chain(&mut self.failures);
        for (_, condition) in conditions {
            *condition = name_witnesses(&mut self.terms, *condition, &mut self.witnesses);
        }
    }

    /// A condition for each assertion that may fail, such that the model tells which one does.
    fn name_failures(&mut self) -> Vec<TermId> {
        if let [(_, fails)] = self.failures[..] {
            return vec![fails];
        }
        let mut named = Vec::new();
        for (_, fails) in &mut self.failures {
            let name = self.terms.declare("fails", Terms::BOOL);
            let name = self.terms.var(name);
            let definition = self.terms.app(Op::Implies, &[name, *fails]);
            self.failing.push(definition);
            named.push(name);
            *fails = name;
        }
        named
    }

    fn roots(&self) -> impl Iterator<Item = TermId> + '_ {
        let conditions = self.constraints.iter().chain(&self.failures).map(|c| c.1);
        let named = self.definitions.iter().chain(&self.failing).copied();
        named.chain(conditions).chain(self.computed.iter().copied())
    }
}

pub(crate) struct Query<'s> {
    pub solver: &'s mut dyn Solver,
    pub translator: Translator,
}

impl Query<'_> {
    fn translate(&mut self, terms: &Terms, term: TermId) -> Result<Ast, ConcretiseError> {
        Ok(self.translator.translate(self.solver, terms, term)?)
    }

    fn assert(&mut self, terms: &Terms, fact: TermId) -> Result<(), ConcretiseError> {
        let fact = self.translate(terms, fact)?;
        self.solver.assert(fact);
        Ok(())
    }

    /// The formula of the path; all but its constraints is asserted.
    fn state(
        &mut self,
        program: &Program,
        path: &Frame,
        axioms: &[TermId],
    ) -> Result<PathFormula, ConcretiseError> {
        let mut formula = SymbolicExecution::run(program, path);
        let facts = unique_constants(program, &mut formula, axioms);
        for &fact in axioms.iter().chain(&facts).chain(&formula.definitions) {
            self.assert(&formula.terms, fact)?;
        }
        formula.name_witnesses();
        if path.fails {
            let options = formula.name_failures();
            let some = formula.terms.or(&options);
            for &definition in &formula.failing {
                self.assert(&formula.terms, definition)?;
            }
            let at = formula.failures.last().or(formula.constraints.last()).map(|f| f.0);
            let whole = At { procedure: path.procedure, block: path.visits[0], command: 0 };
            formula.constraints.push((at.unwrap_or(whole), some));
        }
        Ok(formula)
    }

    /// A Boolean that implies all constraints of a group.
    fn guard(&mut self, terms: &Terms, group: &[(At, TermId)]) -> Result<Ast, ConcretiseError> {
        let guard = self.solver.constant(terms, "group", Terms::BOOL);
        for &(_, constraint) in group {
            let constraint = self.translate(terms, constraint)?;
            let guarded = self.solver.app(terms, &Op::Implies, &[guard, constraint], Terms::BOOL);
            self.solver.assert(guarded);
        }
        Ok(guard)
    }

    fn value(&mut self, terms: &Terms, term: TermId) -> Result<Option<Value>, ConcretiseError> {
        if let Some(literal) = terms.as_literal(term) {
            return Ok(Some(literal.clone()));
        }
        let ast = self.translate(terms, term)?;
        Ok(self.solver.value(terms, ast)?)
    }

    /// Reads the execution off the model.
    fn read(
        &mut self,
        program: &Program,
        formula: &PathFormula,
        axioms: &[TermId],
    ) -> Result<Concrete, ConcretiseError> {
        let mut concrete = Concrete::default();
        let terms = &formula.terms;
        let roots: Vec<TermId> = formula.roots().chain(axioms.iter().copied()).collect();
        let constants: FxHashSet<VarId> = program.constants.iter().copied().collect();
        let used = terms.variables(roots.iter().copied());
        let used = used.into_iter().filter(|v| constants.contains(v)).map(|v| (Point(0), v, v));
        for (since, var, unknown) in formula.unknowns.iter().copied().chain(used) {
            let value = match self.variable(terms, unknown)? {
                None => {
                    let map = self.map_by_places(terms, unknown, &roots)?;
                    if map.is_some() {
                        concrete.partial.insert((since, var));
                    }
                    map
                }
                known => known,
            };
            match value {
                Some(value) => {
                    concrete.values.insert((since, var), value);
                }
                None => {
                    concrete.nameless.insert((since, var));
                }
            }
        }
        for (at, fails) in &formula.failures {
            if formula.failures.len() == 1 {
                concrete.fails_at = Some(*at);
            } else if self.value(terms, *fails)? == Some(Value::Bool(true)) {
                concrete.fails_at = Some(*at);
                break;
            }
        }
        self.read_meanings(terms, &roots, &mut concrete)?;
        self.read_candidates(formula, &mut concrete)?;
        Ok(concrete)
    }

    fn variable(&mut self, terms: &Terms, var: VarId) -> Result<Option<Value>, ConcretiseError> {
        let ast = self.translator.var_or_new(self.solver, terms, var);
        Ok(self.solver.value(terms, ast)?)
    }

    /// A map that cannot be written down as a whole: what it has at the places that matter.
    fn map_by_places(
        &mut self,
        terms: &Terms,
        var: VarId,
        roots: &[TermId],
    ) -> Result<Option<Value>, ConcretiseError> {
        let sort = terms.variable(var).sort;
        let Sort::Map { indices, element } = terms.sort_of_id(sort) else { return Ok(None) };
        let Some(default) = terms.default_value(*element) else { return Ok(None) };
        let mut places: Vec<Vec<Value>> = Vec::new();
        if let [index] = indices[..]
            && let Some(all) = enumerate(terms, index, MAX_ENUMERATED_INDICES)
        {
            places.extend(all.into_iter().map(|v| vec![v]));
        } else {
            for used in used_places(terms, sort, roots) {
                let known = used.iter().map(|&i| self.value(terms, i));
                let known: Result<Option<Vec<Value>>, ConcretiseError> = known.collect();
                places.extend(known?);
            }
        }
        let map = self.translator.var_or_new(self.solver, terms, var);
        let mut result = MapValue::constant(default);
        for place in places {
            let mut args = vec![map];
            for (value, &index) in place.iter().zip(indices) {
                args.push(self.solver.literal(terms, value, index));
            }
            let select = self.solver.app(terms, &Op::Select, &args, *element);
            match self.solver.value(terms, select)? {
                Some(value) => result = result.store(place, value),
                None => return Ok(None),
            }
        }
        Ok(Some(Value::Map(result)))
    }

    /// What to try where quantifiers range over too many values: what was named, what maps list and functions are asked about,
    /// and the neighbours of these.
    fn read_candidates(
        &mut self,
        formula: &PathFormula,
        concrete: &mut Concrete,
    ) -> Result<(), ConcretiseError> {
        let terms = &formula.terms;
        let mut found = Found::default();
        for &witness in &formula.witnesses {
            if let Some(value) = self.variable(terms, witness)? {
                found.add(terms.variable(witness).sort, value);
            }
        }
        for ((_, var), value) in &concrete.values {
            found.add_places(terms, terms.variable(*var).sort, value);
        }
        for unknown in concrete.meanings.keys() {
            if let Unknown::Function { function, args } = unknown {
                for (value, &sort) in args.iter().zip(&terms.function(*function).params) {
                    found.add(sort, value.clone());
                }
            }
        }
        concrete.candidates = found.with_neighbours();
        Ok(())
    }

    /// Asks for every application, outside of binders, that only the solver can evaluate.
    fn read_meanings(
        &mut self,
        terms: &Terms,
        roots: &[TermId],
        concrete: &mut Concrete,
    ) -> Result<(), ConcretiseError> {
        let mut values: FxHashMap<TermId, Option<Value>> = FxHashMap::default();
        for id in open_applications(terms, roots) {
            let (Term::App(_, args) | Term::Call(_, args)) = terms.get(id) else { continue };
            for &part in args.iter().chain([&id]) {
                if let Entry::Vacant(place) = values.entry(part) {
                    place.insert(self.value(terms, part)?);
                }
            }
            let known = args.iter().map(|a| values[a].clone()).collect::<Option<Vec<_>>>();
            let (Some(args), Some(value)) = (known, values[&id].clone()) else { continue };
            let unknown = match terms.get(id) {
                Term::Call(function, _) => Unknown::Function { function: *function, args },
                Term::App(op, _) => Unknown::Operator { op: op.clone(), args },
                _ => continue,
            };
            concrete.meanings.insert(unknown, value);
        }
        Ok(())
    }
}

/// The index terms with which maps of a sort are read and written, outside of binders.
fn used_places(terms: &Terms, sort: SortId, roots: &[TermId]) -> Vec<Vec<TermId>> {
    let mut places = Vec::new();
    let mut seen = FxHashSet::default();
    let mut stack = roots.to_vec();
    while let Some(id) = stack.pop() {
        if !seen.insert(id) {
            continue;
        }
        let (Term::App(_, args) | Term::Call(_, args)) = terms.get(id) else { continue };
        stack.extend(args.iter().copied());
        match terms.get(id) {
            Term::App(Op::Select, args) if terms.sort_of(args[0]) == sort => {
                places.push(args[1..].to_vec());
            }
            Term::App(Op::Store, args) if terms.sort_of(args[0]) == sort => {
                places.push(args[1..args.len() - 1].to_vec());
            }
            _ => {}
        }
    }
    places.sort();
    places.dedup();
    places
}

/// Applications whose value operators and operands alone do not tell, operands first.
fn open_applications(terms: &Terms, roots: &[TermId]) -> Vec<TermId> {
    let mut open = Vec::new();
    let mut seen = FxHashSet::default();
    let mut stack: Vec<(TermId, bool)> = roots.iter().rev().map(|&r| (r, false)).collect();
    while let Some((id, operands_done)) = stack.pop() {
        if operands_done {
            open.push(id);
            continue;
        }
        if !seen.insert(id) {
            continue;
        }
        // Bound variables have no value, so what is inside a binder is not asked for.
        if let Term::App(_, args) | Term::Call(_, args) = terms.get(id) {
            if is_open(terms, id) {
                stack.push((id, true));
            }
            stack.extend(args.iter().rev().map(|&a| (a, false)));
        }
    }
    open
}

fn is_open(terms: &Terms, id: TermId) -> bool {
    match terms.get(id) {
        Term::Call(..) | Term::App(Op::Pow, _) => true,
        Term::App(op @ Op::Smt(_), _) => op.is_foreign(),
        Term::App(Op::IntDiv | Op::IntMod | Op::RealDiv, args) => {
            terms.as_literal(args[1]).is_none_or(is_zero)
        }
        Term::App(Op::Field(..), _) => true,
        Term::App(Op::Eq, args) => is_foreign(terms, terms.sort_of(args[0])),
        _ => false,
    }
}

fn is_zero(value: &Value) -> bool {
    *value == Value::int(0) || value.to_string() == "0.0"
}

/// Sorts whose values are known to solvers only.
fn is_foreign(terms: &Terms, sort: SortId) -> bool {
    matches!(
        terms.sort_of_id(sort),
        Sort::Float { .. } | Sort::RoundingMode | Sort::String | Sort::RegLan | Sort::Seq(_)
    )
}
