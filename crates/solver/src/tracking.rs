//! Variables that are tracked when a path needs them.
//!
//! Corral leaves variables out, searches, looks at the path found, and starts again with the variables that rule it
//! out. Here nothing starts again. A formula is told where values come from ([`Solver::flow`]: joins, parameters,
//! results, cells of maps), and for a variable that is not tracked this is said behind a switch. Queries leave the switch off:
//! after such a step the variable may be anything, though the same thing wherever it is looked at. When there is a
//! model, its path is asked for once more with the switches of all variables on it ([`Solver::correct`]). If it cannot be
//! taken then, the unsatisfiable core names variables that are to blame, and these are tracked from then on,
//! everywhere; without them the path is asked for again, until it can be taken or several sets were found, because
//! a path is cheap to ask about and a query is not.
//!
//! Leaving out flows only adds executions, so `Unsat` can be trusted, and its core as well. A model is a candidate.

use crate::{Ast, GaveUp, Outcome, Solver, SolverError, Statistics, Subject};
use lariat_budget::Budget;
use lariat_logic::{Binder, FunctionId, Op, SortId, Terms, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// So many sets of variables are looked for that rule out one path.
const SETS: usize = 8;

/// So often a set is made smaller by asking with it alone.
const SHRINKS: usize = 3;

/// A solver that is told of a variable only if it matters.
pub struct Tracking<S> {
    inner: S,
    /// What constants are values of.
    subjects: FxHashMap<Ast, Subject>,
    variables: Vec<Variable>,
    known: FxHashMap<Subject, usize>,
    switches: FxHashMap<Ast, usize>,
    /// The conditions of all flows. Together they say which path a model takes.
    guards: Vec<Guard>,
    guard_of: FxHashMap<Ast, usize>,
    /// Flows that are switched off: under which guard, of which variable.
    untracked: Vec<(usize, usize)>,
    assumptions: Vec<Ast>,
    /// That of the last query: questions about its path are part of it.
    budget: Budget,
    /// The path of the last model, as assumptions.
    path: Vec<Ast>,
    /// Switches of the variables on it.
    on_path: Vec<Ast>,
    /// Why a question about a path had no answer: the query has none either.
    doubt: Option<GaveUp>,
}

struct Variable {
    on: Ast,
    off: Ast,
    tracked: bool,
}

struct Guard {
    yes: Ast,
    no: Ast,
}

impl<S: Solver> Tracking<S> {
    /// Tracks nothing yet.
    pub fn new(inner: S) -> Self {
        Tracking {
            inner,
            subjects: FxHashMap::default(),
            variables: Vec::new(),
            known: FxHashMap::default(),
            switches: FxHashMap::default(),
            guards: Vec::new(),
            guard_of: FxHashMap::default(),
            untracked: Vec::new(),
            assumptions: Vec::new(),
            budget: Budget::unlimited(),
            path: Vec::new(),
            on_path: Vec::new(),
            doubt: None,
        }
    }

    /// The variable of which this is a value.
    fn variable(&mut self, terms: &Terms, value: Ast) -> Option<usize> {
        let subject = *self.subjects.get(&value)?;
        if let Some(&known) = self.known.get(&subject) {
            return Some(known);
        }
        let on = self.inner.constant(terms, "tracked", Terms::BOOL);
        let off = self.inner.app(terms, &Op::Not, &[on], Terms::BOOL);
        let new = self.variables.len();
        self.variables.push(Variable { on, off, tracked: false });
        self.known.insert(subject, new);
        self.switches.insert(on, new);
        Some(new)
    }

    fn guard(&mut self, terms: &Terms, yes: Ast) -> usize {
        if let Some(&known) = self.guard_of.get(&yes) {
            return known;
        }
        let no = self.inner.app(terms, &Op::Not, &[yes], Terms::BOOL);
        self.guards.push(Guard { yes, no });
        self.guard_of.insert(yes, self.guards.len() - 1);
        self.guards.len() - 1
    }

    /// Reads the path off the model.
    fn read_path(&mut self, terms: &Terms) -> Result<(), SolverError> {
        let guards: Vec<Ast> = self.guards.iter().map(|g| g.yes).collect();
        let truths = self.inner.truths(terms, &guards)?;
        let on_path: FxHashSet<usize> =
            self.untracked.iter().filter(|&&(guard, _)| truths[guard]).map(|&(_, v)| v).collect();
        let passed = self.guards.iter().zip(&truths);
        self.path.clone_from(&self.assumptions);
        self.path.extend(passed.map(|(guard, &taken)| if taken { guard.yes } else { guard.no }));
        self.on_path.clear();
        for (number, variable) in self.variables.iter().enumerate().filter(|(_, v)| !v.tracked) {
            if on_path.contains(&number) {
                self.on_path.push(variable.on);
            } else {
                self.path.push(variable.off);
            }
        }
        Ok(())
    }

    /// Those of the suspects because of which the path cannot be taken, if so.
    fn refutation(
        &mut self,
        mut suspects: Vec<Ast>,
        ways: &[Ast],
    ) -> Result<Option<Vec<Ast>>, SolverError> {
        let mut found = None;
        for _ in 0..=SHRINKS {
            let certain = self.path.iter().chain(ways);
            let assumptions: Vec<Ast> = suspects.iter().chain(certain).copied().collect();
            let outcome = self.inner.check(&assumptions, &self.budget)?;
            if outcome != Outcome::Unsat {
                let gave_up = found.is_none() && !outcome.has_model();
                if let Outcome::Unknown(reason) = outcome
                    && gave_up
                {
                    self.doubt = Some(reason);
                }
                break;
            }
            let core: FxHashSet<Ast> = self.inner.unsat_core().into_iter().collect();
            let before = suspects.len();
            // Another order gives another core.
            suspects.reverse();
            suspects.retain(|s| core.contains(s));
            found = Some(suspects.clone());
            if suspects.len() <= 2 || suspects.len() * 10 > before * 9 {
                break;
            }
        }
        if found.as_ref().is_some_and(Vec::is_empty) {
            let why = "the solver takes back a path that it found";
            self.doubt = Some(GaveUp::Other(why.to_owned()));
        }
        Ok(found)
    }

    fn track_those(&mut self, switches: &[Ast]) {
        for switch in switches {
            if let Some(&variable) = self.switches.get(switch) {
                self.variables[variable].tracked = true;
                self.inner.assert(*switch);
            }
        }
    }
}

impl<S: Solver> Solver for Tracking<S> {
    fn name(&self) -> String {
        self.inner.name()
    }

    fn constant(&mut self, terms: &Terms, name: &str, sort: SortId) -> Ast {
        self.inner.constant(terms, name, sort)
    }

    fn literal(&mut self, terms: &Terms, value: &Value, sort: SortId) -> Ast {
        self.inner.literal(terms, value, sort)
    }

    fn app(&mut self, terms: &Terms, op: &Op, args: &[Ast], sort: SortId) -> Ast {
        self.inner.app(terms, op, args, sort)
    }

    fn call(&mut self, terms: &Terms, function: FunctionId, args: &[Ast]) -> Ast {
        self.inner.call(terms, function, args)
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
        self.inner.bind(terms, binder, vars, body, triggers, no_triggers)
    }

    fn assert(&mut self, formula: Ast) {
        self.inner.assert(formula);
    }

    fn stands_for(&mut self, constant: Ast, subject: Subject) {
        self.subjects.insert(constant, subject);
    }

    fn flow(&mut self, terms: &Terms, guard: Ast, to: Ast, from: Ast, renamed: &[(Ast, Ast)]) {
        let number = self.guard(terms, guard);
        let variable = self.variable(terms, to).filter(|&v| !self.variables[v].tracked);
        let Some(variable) = variable else {
            return self.inner.flow(terms, guard, to, from, renamed);
        };
        self.untracked.push((number, variable));
        let switch = self.variables[variable].on;
        let both = self.inner.app(terms, &Op::And, &[switch, guard], Terms::BOOL);
        self.inner.flow(terms, both, to, from, renamed);
    }

    fn used_under(&mut self, guard: Ast, term: Ast) {
        self.inner.used_under(guard, term);
    }

    fn correct(&mut self, terms: &Terms) -> Result<bool, SolverError> {
        let variables = &self.variables;
        self.untracked.retain(|&(_, v)| !variables[v].tracked);
        self.read_path(terms)?;
        let mut suspects = self.on_path.clone();
        let mut needed = Vec::new();
        for _ in 0..SETS {
            let Some(blamed) = self.refutation(suspects.clone(), &[])? else { break };
            if blamed.is_empty() {
                break;
            }
            suspects.retain(|s| !blamed.contains(s));
            needed.extend(blamed);
        }
        self.track_those(&needed);
        Ok(!needed.is_empty() || self.doubt.is_some())
    }

    fn refutes_paths(&self) -> bool {
        true
    }

    fn refute(&mut self, suspects: &[Ast], ways: &[Ast]) -> Result<Option<Vec<Ast>>, SolverError> {
        let all = suspects.iter().chain(&self.on_path).copied().collect();
        let Some(blamed) = self.refutation(all, ways)? else {
            // Without an answer there is no model either.
            return Ok(self.doubt.as_ref().map(|_| Vec::new()));
        };
        self.track_those(&blamed);
        Ok(Some(suspects.iter().copied().filter(|s| blamed.contains(s)).collect()))
    }

    fn check(&mut self, assumptions: &[Ast], budget: &Budget) -> Result<Outcome, SolverError> {
        if let Some(doubt) = self.doubt.take() {
            return Ok(Outcome::Unknown(doubt));
        }
        self.assumptions = assumptions.to_vec();
        self.budget = budget.clone();
        let left_out = self.variables.iter().filter(|v| !v.tracked).map(|v| v.off);
        let all: Vec<Ast> = assumptions.iter().copied().chain(left_out).collect();
        Ok(match self.inner.check(&all, budget)? {
            Outcome::Sat if all.len() > assumptions.len() => {
                let why = "incomplete: not all variables are tracked";
                Outcome::Unknown(GaveUp::Incomplete(why.to_owned()))
            }
            outcome => outcome,
        })
    }

    fn unsat_core(&mut self) -> Vec<Ast> {
        let asked: FxHashSet<Ast> = self.assumptions.iter().copied().collect();
        let mut core = self.inner.unsat_core();
        core.retain(|a| asked.contains(a));
        core
    }

    fn value(&mut self, terms: &Terms, term: Ast) -> Result<Option<Value>, SolverError> {
        self.inner.value(terms, term)
    }

    fn truths(&mut self, terms: &Terms, formulas: &[Ast]) -> Result<Vec<bool>, SolverError> {
        self.inner.truths(terms, formulas)
    }

    fn statistics(&self) -> Statistics {
        let mut statistics = self.inner.statistics();
        statistics.left_out.variables = self.variables.len() as u64;
        statistics.left_out.tracked = self.variables.iter().filter(|v| v.tracked).count() as u64;
        statistics
    }
}
