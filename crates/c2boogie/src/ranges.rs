//! A cheap range analysis: which values the scalar variables can have.
//!
//! Inside a procedure, intervals flow along the control flow and guards narrow them; parameters,
//! results and global variables have one interval for the whole program. Values are what
//! two's complement execution computes, whatever the encoding, so the ranges say where
//! wrapping around and truncation do not matter.

mod flow;

pub(crate) use flow::Loops;

use crate::interval::Interval;
use crate::ir::*;
use rustc_hash::FxHashMap;

/// Rounds over the whole program before giving up. Widening ends them long before.
const GIVE_UP_AFTER: usize = 1000;

/// What is known about variables at one place; nothing more than its type about others.
pub(crate) type Known = FxHashMap<VarId, Interval>;

/// The ranges of a program.
pub(crate) struct Ranges<'a> {
    m: &'a Module,
    /// For parameters, results and globals: all values they ever get.
    facts: Vec<Option<Interval>>,
    /// How often that changed.
    changes: Vec<usize>,
    /// For each procedure and label, what is known there; `None` if execution never gets there.
    at: Vec<Vec<Option<Known>>>,
    /// Variables that get the result of arithmetic that may leave its type.
    wraps: Vec<bool>,
    /// For each variable, the procedures that depend on its fact.
    readers: Vec<Vec<u32>>,
    /// Procedures that are called, as far as is known.
    called: Vec<bool>,
    /// Procedures to be looked at again.
    dirty: Vec<bool>,
    rounds: usize,
}

impl<'a> Ranges<'a> {
    /// Analyses a program.
    pub fn new(m: &'a Module) -> Ranges<'a> {
        let mut ranges = Ranges::without(m);
        ranges.start();
        while ranges.dirty.contains(&true) {
            ranges.rounds += 1;
            if ranges.rounds > GIVE_UP_AFTER {
                return ranges.nothing_known();
            }
            for index in 0..m.procs.len() {
                if std::mem::replace(&mut ranges.dirty[index], false) {
                    ranges.procedure(index);
                }
            }
        }
        ranges
    }

    /// Without any analysis: no use is made of it where everything is bits.
    pub fn without(m: &'a Module) -> Ranges<'a> {
        Ranges {
            m,
            facts: vec![None; m.vars.len()],
            changes: vec![0; m.vars.len()],
            at: m.procs.iter().map(|p| vec![None; p.labels as usize]).collect(),
            wraps: vec![false; m.vars.len()],
            readers: flow::readers(m),
            called: vec![false; m.procs.len()],
            dirty: m.procs.iter().map(|p| p.is_entry).collect(),
            rounds: 0,
        }
    }

    /// Globals that the entry does not set, and everything passed to it, may have any value.
    fn start(&mut self) {
        let m = self.m;
        let mut set = vec![false; m.vars.len()];
        for proc in m.procs.iter().filter(|p| p.is_entry) {
            for &param in &proc.params {
                self.facts[param.index()] = Some(Interval::of(m.vars[param.index()].ty));
            }
            for stmt in &proc.body {
                if let StmtKind::Assign(v, _) | StmtKind::Havoc(v) = &stmt.kind {
                    set[v.index()] = true;
                }
            }
        }
        for (i, var) in m.vars.iter().enumerate() {
            if var.owner.is_none() && !set[i] {
                self.facts[i] = Some(Interval::of(var.ty));
            }
        }
        self.facts[ALLOCATION.index()] = Some(allocation(m));
    }

    fn nothing_known(mut self) -> Ranges<'a> {
        self.wraps.fill(true);
        for (fact, var) in self.facts.iter_mut().zip(&self.m.vars) {
            *fact = Some(Interval::of(var.ty));
        }
        self.facts[ALLOCATION.index()] = Some(allocation(self.m));
        for known in self.at.iter_mut().flatten() {
            *known = Some(Known::default());
        }
        self
    }

    /// What is known where a procedure starts; `None` if it is never called.
    pub fn on_entry(&self, proc: &Procedure) -> Option<Known> {
        let mut known = Known::default();
        for &param in &proc.params {
            self.set(&mut known, param, self.facts[param.index()]?);
        }
        Some(known)
    }

    /// What is known at a label.
    pub fn at_label(&self, proc: usize, label: LabelId) -> Option<&Known> {
        self.at[proc][label.index()].as_ref()
    }

    /// The values of a variable.
    pub fn variable(&self, known: &Known, var: VarId) -> Interval {
        let v = &self.m.vars[var.index()];
        if let Some(range) = known.get(&var) {
            return *range;
        }
        match (v.owner, self.facts[var.index()]) {
            (None, Some(fact)) => fact,
            _ => Interval::of(v.ty),
        }
    }

    /// The values of a term.
    pub fn of(&self, known: &Known, id: TermId) -> Interval {
        use TermKind::*;
        let Term { kind, ty } = self.m.term(id);
        match kind {
            Const(v) => Interval::constant(v, ty),
            Var(v) => self.variable(known, v),
            Fresh(_) => self.variable(known, ALLOCATION),
            Binary(op, a, b) => {
                let (a, b) = (self.of(known, a), self.of(known, b));
                Interval::binary(op, a, b, ty).wrapped(ty)
            }
            Negate(a) => self.of(known, a).negated().wrapped(ty),
            Complement(a) => {
                let a = self.of(known, a).negated();
                let most = if ty.signed { -1 } else { ty.max() };
                a.plus(Interval::new(most, most)).wrapped(ty)
            }
            Cast(a) => self.of(known, a).wrapped(ty),
            FromBool(_) => Interval::new(0, 1),
            Ite(_, a, b) => self.of(known, a).join(self.of(known, b)),
            Array { pointer, .. } => self.of(known, pointer),
            _ => Interval::of(ty),
        }
    }

    /// Notes the range of a variable, unless it says nothing.
    fn set(&self, known: &mut Known, var: VarId, range: Interval) {
        match range == Interval::of(self.m.vars[var.index()].ty) {
            true => known.remove(&var),
            false => known.insert(var, range),
        };
    }

    /// What is known after a statement that does not jump; `None` if execution ends there.
    pub fn after(&self, mut known: Known, stmt: &StmtKind) -> Option<Known> {
        match stmt {
            StmtKind::Assign(v, value) => {
                let range = match *v {
                    ALLOCATION => allocation(self.m),
                    _ => self.of(&known, *value),
                };
                self.set(&mut known, *v, range);
            }
            StmtKind::Havoc(v) => {
                known.remove(v);
            }
            StmtKind::Call(callee, _, result) => {
                let vars = &self.m.vars;
                known.retain(|v, _| vars[v.index()].owner.is_some());
                let callee = &self.m.procs[callee.index()];
                if let Some(r) = result {
                    let range = match callee.result {
                        Some(from) => self.facts[from.index()]?,
                        None => Interval::of(vars[r.index()].ty),
                    };
                    self.set(&mut known, *r, range);
                }
            }
            StmtKind::Assume(c) | StmtKind::Bound(c) | StmtKind::Assert(c, _) => {
                return self.guard(known, *c, true);
            }
            _ => {}
        }
        Some(known)
    }

    /// What is known where a condition has a truth value.
    fn guard(&self, known: Known, c: TermId, holds: bool) -> Option<Known> {
        use TermKind::*;
        match self.m.term(c).kind {
            Const(v) => ((v != 0) == holds).then_some(known),
            Not(a) => self.guard(known, a, !holds),
            And(a, b) if holds => self.guard(known, a, true).and_then(|k| self.guard(k, b, true)),
            Or(a, b) if !holds => self.guard(known, a, false).and_then(|k| self.guard(k, b, false)),
            Compare(op, a, b) => {
                let (op, a, b) = match (op, holds) {
                    (op, true) => (op, a, b),
                    (CmpOp::Eq, false) => (CmpOp::Ne, a, b),
                    (CmpOp::Ne, false) => (CmpOp::Eq, a, b),
                    (CmpOp::Lt, false) => (CmpOp::Le, b, a),
                    (CmpOp::Le, false) => (CmpOp::Lt, b, a),
                };
                self.compared(known, op, a, b)
            }
            _ => Some(known),
        }
    }

    fn compared(&self, mut known: Known, op: CmpOp, a: TermId, b: TermId) -> Option<Known> {
        let (x, y) = (self.of(&known, a), self.of(&known, b));
        if !x.is_bounded() || !y.is_bounded() {
            return Some(known);
        }
        let strict = i128::from(op == CmpOp::Lt);
        let (left, right) = match op {
            CmpOp::Eq => (y, x),
            CmpOp::Lt | CmpOp::Le => (
                Interval::new(i128::MIN, y.high - strict),
                Interval::new(x.low + strict, i128::MAX),
            ),
            CmpOp::Ne => (without(x, y)?, without(y, x)?),
        };
        self.narrow(&mut known, a, left)?;
        self.narrow(&mut known, b, right)?;
        Some(known)
    }

    /// A term is in an interval.
    fn narrow(&self, known: &mut Known, id: TermId, to: Interval) -> Option<()> {
        match self.m.term(id).kind {
            TermKind::Var(v) => {
                let range = self.variable(known, v).meet(to)?;
                self.set(known, v, range);
            }
            // A conversion that keeps the value.
            TermKind::Cast(inner) if self.of(known, inner).fits(self.m.ty(id)) => {
                self.narrow(known, inner, to)?;
            }
            TermKind::Binary(op @ (BinOp::Add | BinOp::Sub), x, c) => {
                let by = self.m.constant(c);
                let by = by.and_then(|v| if op == BinOp::Add { Some(v) } else { v.checked_neg() });
                if let Some(by) = by
                    && let inner = self.of(known, x)
                    && inner.plus(Interval::new(by, by)).fits(self.m.ty(id))
                {
                    let back = |end: i128| match end {
                        i128::MIN | i128::MAX => end,
                        end => end.saturating_sub(by),
                    };
                    self.narrow(known, x, Interval::new(back(to.low), back(to.high)))?;
                }
            }
            _ => {}
        }
        Some(())
    }

    /// May an assignment to the variable need wrapping around?
    pub fn may_wrap(&self, var: VarId) -> bool {
        self.wraps[var.index()]
    }
}

/// The allocation counter: no execution gets to the upper half of the address space.
fn allocation(m: &Module) -> Interval {
    Interval::new(0, 1 << (m.pointer_width - 1))
}

/// Values different from the only value of another interval.
fn without(x: Interval, y: Interval) -> Option<Interval> {
    if y.low != y.high {
        return Some(x);
    }
    let low = if x.low == y.low { x.low + 1 } else { x.low };
    let high = if x.high == y.low { x.high - 1 } else { x.high };
    (low <= high).then_some(Interval::new(low, high))
}
