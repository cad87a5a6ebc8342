//! The solver that searches talk to: what is about maps is kept here, the rest is passed on.

use super::{Cells, Flow, Index, Written};
use crate::{Ast, GaveUp, Outcome, Relaxed, Solver, SolverError, Statistics, Subject};
use lariat_budget::Budget;
use lariat_logic::{Binder, FunctionId, Op, Sort, SortId, Terms, Value};
use std::rc::Rc;

impl<S: Relaxed> Solver for Cells<S> {
    pass_on!(self => self.inner; name, unsat_core, value, truths);

    fn constant(&mut self, terms: &Terms, name: &str, sort: SortId) -> Ast {
        let handle = self.inner.constant(terms, name, sort);
        self.note_element(terms, handle, sort);
        handle
    }

    fn literal(&mut self, terms: &Terms, value: &Value, sort: SortId) -> Ast {
        let handle = self.inner.literal(terms, value, sort);
        self.literals.insert(handle);
        self.note_element(terms, handle, sort);
        handle
    }

    fn app(&mut self, terms: &Terms, op: &Op, args: &[Ast], sort: SortId) -> Ast {
        let is_map = matches!(terms.sort_of_id(sort), Sort::Map { .. });
        match (op, args) {
            (Op::Select, [map, index @ ..]) => {
                let index: Index = index.into();
                let cell = self.loose(terms, *map, &index);
                if !self.read_of.contains_key(&cell) {
                    self.note_read(terms, cell, (*map, index));
                }
                cell
            }
            (Op::Store, [map, at @ .., value]) => {
                let written = Written::Store { map: *map, at: at.into(), value: *value };
                self.hidden(terms, sort, written)
            }
            (Op::Ite, &[condition, yes, no]) if is_map => {
                self.hidden(terms, sort, Written::Choice { condition, maps: [yes, no] })
            }
            _ => {
                let handle = self.inner.app(terms, op, args, sort);
                self.note_element(terms, handle, sort);
                if let (Op::Add | Op::BvAdd, &[a, b]) = (op, args) {
                    self.sums.insert(handle, (op.clone(), [a, b], sort));
                }
                handle
            }
        }
    }

    fn call(&mut self, terms: &Terms, function: FunctionId, args: &[Ast]) -> Ast {
        let handle = self.inner.call(terms, function, args);
        self.note_element(terms, handle, terms.function(function).result);
        handle
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
        self.note_description(vars);
        self.inner.bind(terms, binder, vars, body, triggers, no_triggers)
    }

    fn assert(&mut self, formula: Ast) {
        self.asserted = self.reads.len();
        self.inner.assert(formula);
    }

    fn check(&mut self, assumptions: &[Ast], budget: &Budget) -> Result<Outcome, SolverError> {
        if self.cells.len() > self.limit {
            return Ok(Outcome::Unknown(GaveUp::TooManyCells));
        }
        Ok(match self.inner.check(assumptions, budget)? {
            Outcome::Sat if !self.reads.is_empty() => {
                Outcome::Unknown(GaveUp::Incomplete("incomplete: maps by their cells".into()))
            }
            outcome => outcome,
        })
    }

    fn statistics(&self) -> Statistics {
        let mut statistics = self.inner.statistics();
        let left_out = &mut statistics.left_out;
        left_out.reads = self.reads.len() as u64;
        left_out.connected = self.reads.iter().filter(|r| r.connected).count() as u64;
        left_out.lemmas.add(&self.lemmas);
        statistics
    }
}

impl<S: Relaxed> Relaxed for Cells<S> {
    fn stands_for(&mut self, constant: Ast, subject: Subject) {
        self.variables.insert(constant, subject.variable);
        self.inner.stands_for(constant, subject);
    }

    fn flow(&mut self, terms: &Terms, guard: Ast, to: Ast, from: Ast, renamed: &[(Ast, Ast)]) {
        if !self.elements.contains_key(&to) {
            return self.inner.flow(terms, guard, to, from, renamed);
        }
        // Where several pairs begin with the same name, the first is the one to use.
        let pairs = renamed.iter().rev().copied();
        let names = pairs.filter(|(a, b)| a != b && !self.elements.contains_key(a)).collect();
        let flow = Rc::new(Flow { guard, from, names });
        self.flows.entry(to).or_default().push(flow.clone());
        for index in self.asked.get(&to).cloned().unwrap_or_default() {
            self.follow(terms, to, &flow, &index);
        }
        self.connect_cells(terms);
    }

    fn used_under(&mut self, guard: Ast, term: Ast) {
        if let Some(&read) = self.read_of.get(&term) {
            self.reads[read].guards.push(guard);
        }
    }

    fn add_violated_lemmas(&mut self, terms: &Terms) -> Result<bool, SolverError> {
        if self.cells.len() > self.limit {
            return Ok(false);
        }
        if self.inner.add_violated_lemmas(terms)? {
            return Ok(true);
        }
        if self.inner.refutes_paths() {
            return self.connect_what_refutes(terms);
        }
        let wrong = self.wrong_reads(terms)?;
        for &read in &wrong {
            self.connect(terms, read);
        }
        self.connect_cells(terms);
        Ok(!wrong.is_empty())
    }
}
