//! Reads that are not connected: does a model violate a lemma about them?

use super::{Cells, Flow, Written};
use crate::{Ast, Relaxed, Solver, SolverError};
use lariat_logic::{Terms, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// What a model turns out to say while reads are looked at.
#[derive(Default)]
struct Look {
    model: Model,
    /// What the versions that come from nowhere hold: a value, and the read that says so if it is not connected.
    contents: FxHashMap<(Ast, Vec<Value>), (Value, Option<usize>)>,
    /// Versions whose connected cells are among the contents.
    known: FxHashSet<Ast>,
    wrong: Vec<usize>,
}

impl<S: Relaxed> Cells<S> {
    /// The reads that are not connected and whose lemmas the model violates.
    pub(super) fn wrong_reads(&mut self, terms: &Terms) -> Result<Vec<usize>, SolverError> {
        let mut look = Look::default();
        for r in 0..self.reads.len() {
            if !self.reads[r].connected && self.matters(terms, &mut look.model, r)? {
                self.examine(terms, &mut look, r)?;
            }
        }
        let mut wrong = look.wrong;
        wrong.sort_unstable();
        wrong.dedup();
        Ok(wrong)
    }

    /// Whether the execution in the model comes to a read.
    fn matters(&mut self, terms: &Terms, model: &mut Model, r: usize) -> Result<bool, SolverError> {
        for &guard in &self.reads[r].guards {
            if model.holds(&mut self.inner, terms, guard)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn examine(&mut self, terms: &Terms, look: &mut Look, r: usize) -> Result<(), SolverError> {
        let (map, index) = self.reads[r].place.clone();
        let value = look.model.value(&mut self.inner, terms, self.reads[r].cell)?;
        let at = look.model.values(&mut self.inner, terms, &index)?;
        let (Some(value), Some(at)) = (value, at) else {
            look.wrong.push(r);
            return Ok(());
        };
        match self.look_up(terms, &mut look.model, map, &at)? {
            Content::Written(written) if written.as_ref() == Some(&value) => {}
            Content::Written(_) | Content::Unclear => look.wrong.push(r),
            Content::Origin(origin) => {
                if look.known.insert(origin) {
                    self.note_contents(terms, look, origin)?;
                }
                match look.contents.get(&(origin, at.clone())) {
                    None => {
                        look.contents.insert((origin, at), (value, Some(r)));
                    }
                    Some((other, _)) if *other == value => {}
                    Some((_, said_by)) => {
                        look.wrong.extend(*said_by);
                        look.wrong.push(r);
                    }
                }
            }
        }
        Ok(())
    }

    /// What the connected cells of a version hold.
    fn note_contents(
        &mut self,
        terms: &Terms,
        look: &mut Look,
        origin: Ast,
    ) -> Result<(), SolverError> {
        for index in self.asked.get(&origin).cloned().unwrap_or_default() {
            let at = look.model.values(&mut self.inner, terms, &index)?;
            let cell = self.cells[&(origin, index)];
            let value = look.model.value(&mut self.inner, terms, cell)?;
            if let (Some(at), Some(value)) = (at, value) {
                look.contents.insert((origin, at), (value, None));
            }
        }
        Ok(())
    }

    /// The flows by which a version comes from others in the model.
    pub(super) fn flows_taken(
        &mut self,
        terms: &Terms,
        model: &mut Model,
        version: Ast,
    ) -> Result<Vec<Rc<Flow>>, SolverError> {
        let mut taken = Vec::new();
        for flow in self.flows.get(&version).cloned().unwrap_or_default() {
            if model.holds(&mut self.inner, terms, flow.guard)? {
                taken.push(flow);
            }
        }
        Ok(taken)
    }

    /// What the model's execution has written at an index, or the version that it goes back to.
    fn look_up(
        &mut self,
        terms: &Terms,
        model: &mut Model,
        mut map: Ast,
        index: &[Value],
    ) -> Result<Content, SolverError> {
        loop {
            match self.written.get(&map).cloned() {
                Some(Written::Store { map: before, at, value }) => {
                    let at = model.values(&mut self.inner, terms, &at)?;
                    if at.as_deref() == Some(index) {
                        return Ok(Content::Written(model.value(&mut self.inner, terms, value)?));
                    }
                    map = before;
                }
                Some(Written::Choice { condition, maps: [yes, no] }) => {
                    map = if model.holds(&mut self.inner, terms, condition)? { yes } else { no };
                }
                None => {
                    let flows = self.flows_taken(terms, model, map)?;
                    match &flows[..] {
                        [] if self.described.contains(&map) => return Ok(Content::Unclear),
                        [] => return Ok(Content::Origin(map)),
                        [flow] => map = flow.from,
                        _ => return Ok(Content::Unclear),
                    }
                }
            }
        }
    }
}

enum Content {
    Written(Option<Value>),
    /// Several flows are taken at once, or the history comes to what only a quantifier describes.
    Unclear,
    Origin(Ast),
}

/// Values in the last model, each asked for once.
#[derive(Default)]
pub(super) struct Model {
    values: FxHashMap<Ast, Option<Value>>,
    truths: FxHashMap<Ast, bool>,
}

impl Model {
    fn value(
        &mut self,
        solver: &mut dyn Solver,
        terms: &Terms,
        term: Ast,
    ) -> Result<Option<Value>, SolverError> {
        if let Some(value) = self.values.get(&term) {
            return Ok(value.clone());
        }
        let value = solver.value(terms, term)?;
        self.values.insert(term, value.clone());
        Ok(value)
    }

    fn values(
        &mut self,
        solver: &mut dyn Solver,
        terms: &Terms,
        all: &[Ast],
    ) -> Result<Option<Vec<Value>>, SolverError> {
        all.iter().map(|&t| self.value(solver, terms, t)).collect()
    }

    pub(super) fn holds(
        &mut self,
        solver: &mut dyn Solver,
        terms: &Terms,
        formula: Ast,
    ) -> Result<bool, SolverError> {
        if let Some(&truth) = self.truths.get(&formula) {
            return Ok(truth);
        }
        let truth = solver.truths(terms, &[formula])?[0];
        self.truths.insert(formula, truth);
        Ok(truth)
    }
}
