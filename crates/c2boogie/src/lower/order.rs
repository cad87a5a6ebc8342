//! The order of evaluation, where C leaves it open and it matters (`unsequenced` finds out where).
//!
//! Evaluations that interfere are made first, each into a variable, and what is around them then uses these
//! variables; everything else below the same top interferes with nothing, so that it does not matter when it is
//! evaluated. With `--evaluation-order any` the program chooses: a state for each set of evaluations that have been
//! made, from which one may go on with any whose operands have been. Every order that C allows is a path through these
//! states, and they have no other paths. Where there would be too many the order is from left to right, and the
//! verdict says so.

use super::{Lowering, show};
use crate::ir::*;
use crate::unsequenced::{Listed, Open, bit, open};
use crate::{EvaluationOrder, Rules};
use lariat_c::{ExprId, ExprKind, FunctionId, VarId as CVarId};
use lariat_verdict::What;

/// Choices with more copies of evaluations than this are not made.
const MOST_COPIES: u32 = 48;

impl Lowering<'_> {
    /// Which order is the question about; none if it is that of the rules.
    fn evaluation_order(&self) -> Option<EvaluationOrder> {
        match (self.options.evaluation_order, self.options.rules) {
            (None, Some(Rules::SvComp)) => None,
            (given, _) => Some(given.unwrap_or_default()),
        }
    }

    /// Finds out what is open in a function that is about to be lowered. The models of the library are ours.
    pub fn find_open(&mut self, f: FunctionId) {
        let Some(body) = self.c.function(f).body.filter(|_| !self.is_model(f)) else { return };
        let order = self.evaluation_order();
        let listed = match order {
            Some(EvaluationOrder::Any) => Listed::Choices,
            Some(EvaluationOrder::Right) => Listed::FromRight,
            Some(EvaluationOrder::Left) | None => Listed::FromLeft,
        };
        let found = open(&self.touched, self.c, body, listed);
        let nothing = found.tops.is_empty() && found.initialisers.is_empty();
        match order {
            Some(EvaluationOrder::Any) => {}
            Some(EvaluationOrder::Right) if !nothing => self.assume(What::RightToLeft),
            _ if !nothing => self.assume(What::LeftToRight),
            _ => {}
        }
        if order.is_some() {
            self.open.extend(found.tops);
            self.open_initialisers.extend(found.initialisers);
        }
    }

    /// The value that an evaluation had which came first; nothing if it had none.
    pub fn evaluated(&self, e: ExprId) -> Option<Option<TermId>> {
        self.frame.evaluated.get(&e).copied()
    }

    /// Evaluates an expression, if something is open below it in one of the orders that it can have.
    pub fn in_order<T>(&mut self, e: ExprId, evaluate: impl FnOnce(&mut Self) -> T) -> T {
        match self.open.remove(&e) {
            None => evaluate(self),
            Some(open) => {
                let result = self.after_events(&open, evaluate);
                self.open.insert(e, open);
                result
            }
        }
    }

    /// The same for the values of an initialiser.
    pub fn initialise_in_order(&mut self, var: CVarId, initialise: impl FnOnce(&mut Self)) {
        match self.open_initialisers.get(&var).cloned() {
            None => initialise(self),
            Some(open) => self.after_events(&open, initialise),
        }
    }

    fn after_events<T>(&mut self, open: &Open, evaluate: impl FnOnce(&mut Self) -> T) -> T {
        let place = self.frame.place;
        let any = self.evaluation_order() == Some(EvaluationOrder::Any);
        if let Some(e) = open.undefined.filter(|_| any) {
            self.frame.place = self.c.expr(e).place;
            let what =
                format!("no order between `{}` and another use of its variable", show(self.c, e));
            self.unsupported(what);
            self.frame.place = place;
        }
        let copies = if any { copies(open) } else { Some(0) };
        if any && (open.assumes || copies.is_none()) {
            self.assume(What::LeftToRight);
        }
        let outer: Vec<Option<Option<TermId>>> =
            open.events.iter().map(|e| self.frame.evaluated.remove(e)).collect();
        let variables: Vec<Option<VarId>> =
            open.events.iter().map(|&e| self.variable_for(e)).collect();
        match copies.filter(|_| any) {
            Some(_) => components(open).into_iter().for_each(|c| self.choose(open, &variables, c)),
            None => (0..open.events.len()).for_each(|i| self.event(open, &variables, i)),
        }
        for (&e, &var) in open.events.iter().zip(&variables) {
            let value = var.map(|var| self.m.var(var));
            self.frame.evaluated.insert(e, value);
        }
        self.frame.place = place;
        let result = evaluate(self);
        for (&e, outer) in open.events.iter().zip(outer) {
            match outer {
                Some(value) => self.frame.evaluated.insert(e, value),
                None => self.frame.evaluated.remove(&e),
            };
        }
        result
    }

    /// Where the value of an evaluation is kept; a record is in memory.
    fn variable_for(&mut self, e: ExprId) -> Option<VarId> {
        let ty = self.type_of(e);
        let ty = match self.is_record(ty) {
            true => Some(self.m.pointer_ty()),
            false => self.ity(ty),
        };
        ty.map(|ty| self.local("$e", ty))
    }

    /// Makes the events of a set in all orders.
    fn choose(&mut self, open: &Open, variables: &[Option<VarId>], set: u64) {
        let states = states(open, set);
        let labels: Vec<LabelId> = states.iter().map(|_| self.new_label()).collect();
        for (n, &state) in states.iter().enumerate() {
            self.label(labels[n]);
            let next: Vec<usize> = next(open, set, state).collect();
            let starts: Vec<LabelId> = next.iter().map(|_| self.new_label()).collect();
            if !starts.is_empty() {
                self.emit(StmtKind::Goto(starts.clone()));
            }
            for (i, start) in next.into_iter().zip(starts) {
                self.label(start);
                self.event(open, variables, i);
                let after = states.iter().position(|&s| s == state | bit(i));
                self.goto(labels[after.unwrap_or(n)]);
            }
        }
    }

    /// Makes one event; those before it have been made.
    fn event(&mut self, open: &Open, variables: &[Option<VarId>], i: usize) {
        let before = (0..open.events.len()).filter(|&n| open.after[i] & bit(n) != 0 && n < i);
        for n in before.clone() {
            let value = variables[n].map(|var| self.m.var(var));
            self.frame.evaluated.insert(open.events[n], value);
        }
        let e = open.events[i];
        self.frame.place = self.c.expr(e).place;
        match variables[i] {
            None => self.effect(e),
            Some(var) if self.is_record(self.type_of(e)) => {
                let mut at = self.record(e);
                // The object may change; what a call returns is nobody else's.
                if !matches!(self.c.expr(e).kind, ExprKind::Call(..)) {
                    let copy = self.temporary(self.type_of(e));
                    self.copy_record(copy, at, self.type_of(e));
                    at = copy;
                }
                self.emit(StmtKind::Assign(var, at));
            }
            Some(var) => {
                let value = self.value(e);
                let value = self.m.cast(value, self.m.vars[var.index()].ty);
                self.emit(StmtKind::Assign(var, value));
            }
        }
        before.for_each(|n| {
            self.frame.evaluated.remove(&open.events[n]);
        });
    }
}

/// The events of a set that may come next.
fn next(open: &Open, set: u64, state: u64) -> impl Iterator<Item = usize> {
    let ready = move |i: &usize| {
        set & bit(*i) != 0 && state & bit(*i) == 0 && open.after[*i] & set & !state == 0
    };
    (0..open.events.len()).filter(ready)
}

/// The states of a set of events: which of them have been made. A state comes before those that follow it.
fn states(open: &Open, set: u64) -> Vec<u64> {
    let mut states = std::collections::BTreeSet::from([0]);
    let mut pending = vec![0];
    while let Some(state) = pending.pop() {
        for i in next(open, set, state) {
            if states.insert(state | bit(i)) {
                pending.push(state | bit(i));
            }
        }
    }
    states.into_iter().collect()
}

/// Sets of events that have nothing to do with each other.
fn components(open: &Open) -> Vec<u64> {
    let mut sets: Vec<u64> = Vec::new();
    for i in 0..open.events.len() {
        let linked = bit(i) | open.after[i] | open.conflicts[i];
        let (mut merged, mut others) = (linked, Vec::new());
        for set in sets {
            match set & linked {
                0 => others.push(set),
                _ => merged |= set,
            }
        }
        others.push(merged);
        sets = others;
    }
    sets
}

/// How many copies of evaluations the choice of an order takes; none if they are too many.
fn copies(open: &Open) -> Option<u32> {
    let mut copies = 0;
    for set in components(open) {
        if set.count_ones() > 6 {
            return None;
        }
        for state in states(open, set) {
            copies += next(open, set, state).count() as u32;
        }
    }
    (copies <= MOST_COPIES).then_some(copies)
}
