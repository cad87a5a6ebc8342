//! A path that the abstraction has: is it one of the program, and if not, which sets of variables
//! show it?

use crate::abstraction::Abstraction;
use crate::solvers::Solvers;
use lariat_budget::{Budget, Stop};
use lariat_logic::{TermId, Terms, VarId};
use lariat_passes::Goal;
use lariat_program::{Frame, Program};
use lariat_solver::{Ast, Outcome, Solver};
use lariat_trace::{ConcretiseError, PathProgram, PathQuery, path_program};
use rustc_hash::{FxHashMap, FxHashSet};

/// A path with the variables that may be tracked beyond those that are.
pub struct Spurious<'a> {
    path: PathProgram,
    axioms: Vec<TermId>,
    /// Variables on the path that are not tracked yet, in order of declaration: `G - T`.
    pub candidates: Vec<VarId>,
    solvers: &'a dyn Solvers,
    budget: &'a Budget,
    /// How often the solver was asked whether a set of variables refutes the path.
    pub checks: u64,
    /// Answers that the solver was not sure of. They count as "no".
    pub unsure: u64,
}

/// Whether an execution of the whole program takes a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feasible {
    /// One does.
    Yes,
    /// The solver does not know.
    Perhaps,
    /// No values take it.
    No,
}

/// Looks at a path of the abstract program with all variables tracked.
pub fn examine(spurious: &mut Spurious<'_>) -> Result<Feasible, ConcretiseError> {
    let all = spurious.candidates.clone();
    let solver = spurious.solvers.for_doubted_path()?;
    let refuted = spurious.is_refuted_in(&all, solver)?;
    Ok(match refuted {
        true => Feasible::No,
        false if spurious.unsure > 0 => Feasible::Perhaps,
        false => Feasible::Yes,
    })
}

impl<'a> Spurious<'a> {
    /// A path of the program as it is, found while only `tracked` of the `abstractable` variables were.
    pub fn new(
        program: &Program,
        path: &Frame,
        abstractable: &FxHashSet<VarId>,
        tracked: &FxHashSet<VarId>,
        solvers: &'a dyn Solvers,
        budget: &'a Budget,
    ) -> Result<Self, ConcretiseError> {
        let path = path_program(program, path)?;
        let mut on_path = FxHashSet::default();
        let commands = path.program.procedures.iter().flat_map(|p| &p.body.blocks);
        for command in commands.flat_map(|b| &b.commands) {
            let read = path.program.terms.variables(command.kind.terms());
            on_path.extend(read.into_iter().map(|v| *path.stands_for.get(&v).unwrap_or(&v)));
        }
        let mut candidates: Vec<VarId> = on_path
            .into_iter()
            .filter(|v| abstractable.contains(v) && !tracked.contains(v))
            .collect();
        candidates.sort();
        let axioms = lariat_vc::relevant_axioms(&path.program);
        Ok(Spurious { path, axioms, candidates, solvers, budget, checks: 0, unsure: 0 })
    }

    /// `check(Abstract(P, T ∪ set))`, with a formula made for this question alone. True if the path is
    /// refuted (the path program is correct).
    pub fn is_refuted_by(&mut self, set: &[VarId]) -> Result<bool, ConcretiseError> {
        let solver = self.solvers.for_path()?;
        self.is_refuted_in(set, solver)
    }

    fn is_refuted_in(
        &mut self,
        set: &[VarId],
        mut solver: Box<dyn Solver>,
    ) -> Result<bool, ConcretiseError> {
        let set: FxHashSet<VarId> = set.iter().copied().collect();
        let hidden = self.candidates.iter().filter(|v| !set.contains(v));
        let hidden: FxHashMap<VarId, TermId> = hidden.map(|&v| (v, Terms::FALSE)).collect();
        let mut program = self.path.program.clone();
        self.apply(&mut program, &hidden);
        let mut query = PathQuery::new(&program, &self.path.path, &self.axioms, &mut *solver)?;
        let outcome = query.check(&[], self.budget)?;
        Ok(self.count(&outcome))
    }

    fn count(&mut self, outcome: &Outcome) -> bool {
        self.checks += 1;
        self.unsure += u64::from(matches!(outcome, Outcome::Unknown(_)));
        *outcome == Outcome::Unsat
    }

    /// Puts the path program under these conditions of its original variables.
    fn apply(&self, program: &mut Program, conditions: &FxHashMap<VarId, TermId>) {
        let mut all = conditions.clone();
        for (&copy, original) in &self.path.stands_for {
            if let Some(&condition) = conditions.get(original) {
                all.insert(copy, condition);
            }
        }
        Abstraction::new(all).apply(program, Goal::Failure);
    }

    /// One formula for all sets of variables: a Boolean constant per variable says whether it is
    /// tracked (Fig. 5). The solver should be a new one.
    pub fn parameterised<'s>(
        &mut self,
        solver: &'s mut dyn Solver,
    ) -> Result<Parameterised<'s>, ConcretiseError> {
        let mut program = self.path.program.clone();
        let mut conditions = FxHashMap::default();
        let mut constants = Vec::new();
        for &v in &self.candidates {
            let name = format!("tracked@{}", program.terms.variable(v).name);
            let constant = program.terms.declare(name, Terms::BOOL);
            conditions.insert(v, program.terms.var(constant));
            constants.push(constant);
        }
        program.constants.extend(constants.iter().copied());
        self.apply(&mut program, &conditions);
        let mut query = PathQuery::new(&program, &self.path.path, &self.axioms, solver)?;
        let mut literals = FxHashMap::default();
        let mut variables = FxHashMap::default();
        for (&v, &constant) in self.candidates.iter().zip(&constants) {
            let yes = query.assumption(constant);
            let no = query.negation(yes);
            literals.insert(v, (yes, no));
            variables.insert(yes, v);
        }
        Ok(Parameterised { query, literals, variables })
    }

    /// Asks a parameterised formula whether this set refutes the path, all others being untracked.
    pub fn ask(
        &mut self,
        formula: &mut Parameterised<'_>,
        set: &[VarId],
    ) -> Result<bool, ConcretiseError> {
        let set: FxHashSet<VarId> = set.iter().copied().collect();
        let assumptions: Vec<Ast> = self
            .candidates
            .iter()
            .map(|v| {
                let (yes, no) = formula.literals[v];
                if set.contains(v) { yes } else { no }
            })
            .collect();
        let outcome = formula.query.check(&assumptions, self.budget)?;
        Ok(self.count(&outcome))
    }

    /// Asks a parameterised formula whether this set refutes the path, and if so, which part of it
    /// was used. Nothing is said of the other variables: untracked only allows more.
    pub fn core(
        &mut self,
        formula: &mut Parameterised<'_>,
        set: &[VarId],
    ) -> Result<Option<Vec<VarId>>, ConcretiseError> {
        let assumptions: Vec<Ast> = set.iter().map(|v| formula.literals[v].0).collect();
        let outcome = formula.query.check(&assumptions, self.budget)?;
        if !self.count(&outcome) {
            return Ok(None);
        }
        let core = formula.query.unsat_core();
        let mut used: Vec<VarId> = core.iter().map(|a| formula.variables[a]).collect();
        used.sort();
        Ok(Some(used))
    }

    /// A solver for a parameterised formula.
    pub fn solver(&self) -> Result<Box<dyn Solver>, ConcretiseError> {
        Ok(self.solvers.for_path()?)
    }

    /// A reason to stop, if there is one.
    pub fn stopped(&self) -> Option<Stop> {
        self.budget.stopped()
    }
}

/// The formula of a path with a Boolean per variable.
pub struct Parameterised<'s> {
    query: PathQuery<'s>,
    /// "Tracked" and "not tracked", per variable.
    literals: FxHashMap<VarId, (Ast, Ast)>,
    variables: FxHashMap<Ast, VarId>,
}
