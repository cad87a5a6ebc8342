//! Variables that are tracked when a path needs them: localization abstraction with assumption literals.
//!
//! Kurshan (*Computer-Aided Verification of Coordinating Processes*, 1994) leaves parts of a system out, checks the rest,
//! and adds what rules out a counterexample. Corral (Lal, Qadeer, Lahiri, CAV 2012) does that with the variables of a
//! program, and starts again after each refinement. Eén, Mishchenko and Amla (*A single-instance incremental SAT formulation
//! of proof- and counterexample-based abstraction*, FMCAD 2010) put every latch behind a literal of one SAT instance, so that
//! nothing starts again and what was learned stays. This is theirs, for programs:
//!
//! * What is behind a literal is not the next state of a latch but where a variable's value comes from ([`Relaxed::flow`]: joins,
//!   parameters, results, cells of maps), one literal (*switch*) for a variable in all instances. After a step with the switch
//!   off the variable may be anything, though the same thing wherever it is looked at: conditions on it still exclude
//!   each other, which leaving the variable out of the program loses.
//! * Abstraction is by counterexamples only: no proof throws a variable out again.
//! * A model's path is asked for once more with the switches of all variables on it ([`Relaxed::add_violated_lemmas`]), all
//!   its branches fixed, which is cheap. The unsatisfiable core names variables that rule it out, and these are tracked from
//!   then on, everywhere. Without them the same path is asked for again, until it is feasible or several sets were
//!   found, because a path is cheap to ask about and a query is not.
//!
//! Leaving out flows only adds executions, so `Unsat` can be trusted, and its core as well. A model is a candidate.

use crate::lemma::{Lemma, LemmaCounts};
use crate::relaxed::assert_flow;
use crate::{Ast, GaveUp, Outcome, Relaxed, Solver, SolverError, Statistics, Subject};
use lariat_budget::Budget;
use lariat_logic::{Binder, FunctionId, Op, SortId, Terms, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// So many disjoint sets of variables are looked for that rule out one path.
const MAX_CORES_PER_PATH: usize = 8;

/// So often a core is made smaller by asking with it alone.
const MAX_CORE_REDUCTIONS: usize = 3;

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
    /// The budget of the last query: questions about its path are part of it.
    budget: Budget,
    /// The path of the last model, as assumptions.
    path: Vec<Ast>,
    /// Switches of the variables on it.
    on_path: Vec<Ast>,
    /// Why a question about a path had no answer: then the query has no answer either.
    unknown: Option<GaveUp>,
    lemmas: LemmaCounts,
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
            unknown: None,
            lemmas: LemmaCounts::default(),
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

    /// If the path, with these further guards, is infeasible together with the suspects: a core over the suspects.
    fn refutation(
        &mut self,
        mut suspects: Vec<Ast>,
        guards: &[Ast],
    ) -> Result<Option<Vec<Ast>>, SolverError> {
        let mut found = None;
        for _ in 0..=MAX_CORE_REDUCTIONS {
            let certain = self.path.iter().chain(guards);
            let assumptions: Vec<Ast> = suspects.iter().chain(certain).copied().collect();
            let outcome = self.inner.check(&assumptions, &self.budget)?;
            if outcome != Outcome::Unsat {
                let gave_up = found.is_none() && !outcome.has_model();
                if let Outcome::Unknown(reason) = outcome
                    && gave_up
                {
                    self.unknown = Some(reason);
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
            self.unknown = Some(GaveUp::Other(why.to_owned()));
        }
        Ok(found)
    }

    /// [`Lemma::Variable`]: `switch`, so that `guard ⇒ to = from` for all flows of the variable.
    fn track(&mut self, switches: &[Ast]) {
        for switch in switches {
            if let Some(&variable) = self.switches.get(switch) {
                self.variables[variable].tracked = true;
                self.inner.assert(*switch);
                self.lemmas += Lemma::Variable;
            }
        }
    }
}

impl<S: Solver> Solver for Tracking<S> {
    pass_on!(self => self.inner; name, constant, literal, app, call, bind, assert, value, truths);

    fn check(&mut self, assumptions: &[Ast], budget: &Budget) -> Result<Outcome, SolverError> {
        if let Some(reason) = self.unknown.take() {
            return Ok(Outcome::Unknown(reason));
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

    fn statistics(&self) -> Statistics {
        let mut statistics = self.inner.statistics();
        let left_out = &mut statistics.left_out;
        left_out.variables = self.variables.len() as u64;
        left_out.tracked = self.variables.iter().filter(|v| v.tracked).count() as u64;
        left_out.lemmas.add(&self.lemmas);
        statistics
    }
}

impl<S: Solver> Relaxed for Tracking<S> {
    fn stands_for(&mut self, constant: Ast, subject: Subject) {
        self.subjects.insert(constant, subject);
    }

    fn flow(&mut self, terms: &Terms, guard: Ast, to: Ast, from: Ast, _: &[(Ast, Ast)]) {
        let number = self.guard(terms, guard);
        let variable = self.variable(terms, to).filter(|&v| !self.variables[v].tracked);
        let Some(variable) = variable else {
            return assert_flow(&mut self.inner, terms, guard, to, from);
        };
        self.untracked.push((number, variable));
        let switch = self.variables[variable].on;
        let both = self.inner.app(terms, &Op::And, &[switch, guard], Terms::BOOL);
        assert_flow(&mut self.inner, terms, both, to, from);
    }

    fn add_violated_lemmas(&mut self, terms: &Terms) -> Result<bool, SolverError> {
        let variables = &self.variables;
        self.untracked.retain(|&(_, v)| !variables[v].tracked);
        self.read_path(terms)?;
        let mut suspects = self.on_path.clone();
        let mut needed = Vec::new();
        for _ in 0..MAX_CORES_PER_PATH {
            let Some(core) = self.refutation(suspects.clone(), &[])? else { break };
            if core.is_empty() {
                break;
            }
            suspects.retain(|s| !core.contains(s));
            needed.extend(core);
        }
        self.track(&needed);
        Ok(!needed.is_empty() || self.unknown.is_some())
    }

    fn refutes_paths(&self) -> bool {
        true
    }

    fn refute_path(
        &mut self,
        suspects: &[Ast],
        guards: &[Ast],
    ) -> Result<Option<Vec<Ast>>, SolverError> {
        let all = suspects.iter().chain(&self.on_path).copied().collect();
        let Some(core) = self.refutation(all, guards)? else {
            // Without an answer there is no model either.
            return Ok(self.unknown.as_ref().map(|_| Vec::new()));
        };
        self.track(&core);
        Ok(Some(suspects.iter().copied().filter(|s| core.contains(s)).collect()))
    }
}
