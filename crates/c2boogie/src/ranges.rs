//! A cheap range analysis: which values the scalar variables can have.
//!
//! Inside a procedure, intervals flow along the control flow and guards narrow them; parameters,
//! results and global variables have one interval for the whole program. Values are what
//! two's complement execution computes, whatever the encoding, so the ranges say where
//! wrapping around and truncation do not matter.

use crate::interval::Interval;
use crate::ir::*;
use rustc_hash::FxHashMap;

/// Changes of a fact, and sweeps over a procedure, before bounds are widened.
const WIDEN_AFTER: usize = 3;
/// Sweeps, and rounds over the whole program, before giving up. Widening ends both long before.
const GIVE_UP_AFTER: usize = 1000;
/// Sweeps that take back what widening lost.
const NARROW: usize = 2;
/// Sweeps after which also bounds are widened that no loop seems to change.
const WIDEN_ALL_AFTER: usize = 12;

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
            readers: readers(m),
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
    fn variable(&self, known: &Known, var: VarId) -> Interval {
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
            StmtKind::Assume(c) | StmtKind::Assert(c, _) => return self.guard(known, *c, true),
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
            Or(a, b) if !holds => {
                self.guard(known, a, false).and_then(|k| self.guard(k, b, false))
            }
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

    /// Adds to what a parameter, result or global can be.
    fn note(&mut self, var: VarId, range: Interval) {
        if var == ALLOCATION {
            return;
        }
        let ty = self.m.vars[var.index()].ty;
        let fact = &mut self.facts[var.index()];
        let new = match *fact {
            None => range,
            Some(old) if self.changes[var.index()] > WIDEN_AFTER => {
                old.join(range).widened(old, ty)
            }
            Some(old) => old.join(range),
        };
        if *fact != Some(new) {
            *fact = Some(new);
            self.changes[var.index()] += 1;
            for &reader in &self.readers[var.index()] {
                self.dirty[reader as usize] = true;
            }
        }
    }

    /// May an assignment to the variable need wrapping around?
    pub fn may_wrap(&self, var: VarId) -> bool {
        self.wraps[var.index()]
    }

    /// Does arithmetic at the top of a term stay in its type?
    fn stays(&self, known: &Known, id: TermId) -> bool {
        use TermKind::*;
        let Term { kind, ty } = self.m.term(id);
        match kind {
            Binary(op @ (BinOp::Add | BinOp::Sub | BinOp::Mul), a, b) => {
                let (x, y) = (self.of(known, a), self.of(known, b));
                let fits = Interval::binary(op, x, y, ty).fits(ty);
                fits && self.stays(known, a) && self.stays(known, b)
            }
            Negate(a) => self.of(known, a).negated().fits(ty) && self.stays(known, a),
            Cast(a) => self.of(known, a).fits(ty) && self.stays(known, a),
            _ => true,
        }
    }

    /// Effects of a statement on what holds for the whole program.
    fn note_effects(&mut self, known: &Known, stmt: &StmtKind, proc: &Procedure) {
        let m = self.m;
        let is_global = |v: VarId| m.vars[v.index()].owner.is_none();
        if let StmtKind::Assign(v, value) = stmt
            && !self.stays(known, *value)
        {
            self.wraps[v.index()] = true;
        }
        match stmt {
            StmtKind::Assign(v, value) if is_global(*v) => {
                let range = self.of(known, *value);
                self.note(*v, range);
            }
            StmtKind::Havoc(v) if is_global(*v) => {
                self.note(*v, Interval::of(m.vars[v.index()].ty));
            }
            StmtKind::Call(id, args, result) => {
                let callee = &m.procs[id.index()];
                if !std::mem::replace(&mut self.called[id.index()], true) {
                    self.dirty[id.index()] = true;
                }
                for (param, arg) in callee.params.iter().zip(args) {
                    let range = self.of(known, *arg);
                    self.note(*param, range);
                }
                if let (Some(r), Some(from)) = (result, callee.result)
                    && is_global(*r)
                    && let Some(range) = self.facts[from.index()]
                {
                    self.note(*r, range);
                }
            }
            StmtKind::Return => {
                if let Some(result) = proc.result {
                    let range = self.variable(known, result);
                    self.note(result, range);
                }
            }
            _ => {}
        }
    }

    /// Sweeps over a procedure until what is known at its labels is stable.
    fn procedure(&mut self, index: usize) {
        let m = self.m;
        let proc = &m.procs[index];
        let Some(entry) = self.on_entry(proc) else { return };
        let labels = proc.labels as usize;
        let loops = Loops::new(proc);
        let mut back: Vec<Option<Known>> = vec![None; labels];
        let mut before: Vec<Option<Known>> = vec![None; labels];
        // Without loops once is enough.
        let (mut sweep, mut narrowing) = (0, if loops.any { 0 } else { NARROW });
        loop {
            sweep += 1;
            let mut ahead: Vec<Option<Known>> = vec![None; labels];
            let mut behind: Vec<Option<Known>> = vec![None; labels];
            let mut passed = vec![false; labels];
            let mut now = Some(entry.clone());
            let mut stable = true;
            for stmt in &proc.body {
                match &stmt.kind {
                    StmtKind::Label(label) => {
                        let i = label.index();
                        passed[i] = true;
                        join_into(&mut ahead[i], now.take());
                        let mut here = ahead[i].take();
                        join_into(&mut here, back[i].take());
                        if narrowing == 0 && sweep > WIDEN_AFTER {
                            let all = sweep > WIDEN_ALL_AFTER;
                            let changes = |v| all || loops.changes(*label, v);
                            self.widen(&mut here, before[i].as_ref(), changes);
                        }
                        stable &= here == before[i];
                        before[i].clone_from(&here);
                        now = here;
                    }
                    StmtKind::Goto(targets) => {
                        for target in targets {
                            let i = target.index();
                            let list = if passed[i] { &mut behind } else { &mut ahead };
                            join_into(&mut list[i], now.clone());
                        }
                        now = None;
                    }
                    kind => {
                        let Some(known) = now.take() else { continue };
                        if narrowing == NARROW {
                            self.note_effects(&known, kind, proc);
                        }
                        now = match kind {
                            StmtKind::Return => None,
                            _ => self.after(known, kind),
                        };
                    }
                }
            }
            if let (Some(known), NARROW) = (now, narrowing) {
                self.note_effects(&known, &StmtKind::Return, proc);
            }
            back = behind;
            if stable || narrowing > 0 {
                narrowing += 1;
            }
            if narrowing > NARROW {
                break;
            }
            if sweep > GIVE_UP_AFTER {
                // Never seen; but then nothing may be claimed.
                self.rounds = GIVE_UP_AFTER;
                self.dirty[index] = true;
                break;
            }
        }
        self.at[index] = before;
    }

    fn widen(
        &self,
        here: &mut Option<Known>,
        before: Option<&Known>,
        changes: impl Fn(VarId) -> bool,
    ) {
        let (Some(here), Some(before)) = (here, before) else { return };
        here.retain(|v, range| match before.get(v) {
            Some(_) if !changes(*v) => true,
            Some(old) => {
                *range = range.join(*old).widened(*old, self.m.vars[v.index()].ty);
                true
            }
            None => false,
        });
    }
}

/// For each variable, the procedures whose analysis depends on what holds for it everywhere.
fn readers(m: &Module) -> Vec<Vec<u32>> {
    let mut readers: Vec<Vec<u32>> = vec![Vec::new(); m.vars.len()];
    let mut seen = vec![u32::MAX; m.terms.len()];
    let mut note = |var: VarId, proc: u32| {
        let list = &mut readers[var.index()];
        if list.last() != Some(&proc) {
            list.push(proc);
        }
    };
    for (i, proc) in m.procs.iter().enumerate() {
        let i = i as u32;
        proc.params.iter().for_each(|&p| note(p, i));
        let mut pending = Vec::new();
        for stmt in &proc.body {
            stmt.kind.terms(|t| pending.push(t));
            if let StmtKind::Call(callee, ..) = &stmt.kind
                && let Some(result) = m.procs[callee.index()].result
            {
                note(result, i);
            }
        }
        while let Some(id) = pending.pop() {
            if std::mem::replace(&mut seen[id.index()], i) == i {
                continue;
            }
            match m.term(id).kind {
                TermKind::Var(v) if m.vars[v.index()].owner.is_none() => note(v, i),
                _ => m.operands(id, |t| pending.push(t)),
            }
        }
    }
    readers
}

/// Which variables the loops of a procedure change, judged by where statements stand.
struct Loops {
    /// For each label, where it is and the last jump back to it.
    extent: Vec<(usize, usize)>,
    /// For each variable assigned, where.
    assigned: FxHashMap<VarId, Vec<usize>>,
    /// Is there any loop?
    any: bool,
}

impl Loops {
    fn new(proc: &Procedure) -> Loops {
        let mut extent = vec![(usize::MAX, 0); proc.labels as usize];
        let mut assigned: FxHashMap<VarId, Vec<usize>> = FxHashMap::default();
        for (i, stmt) in proc.body.iter().enumerate() {
            match &stmt.kind {
                StmtKind::Label(label) => extent[label.index()].0 = i,
                StmtKind::Goto(targets) => targets.iter().for_each(|t| extent[t.index()].1 = i),
                StmtKind::Assign(v, _) | StmtKind::Havoc(v) | StmtKind::Call(_, _, Some(v)) => {
                    assigned.entry(*v).or_default().push(i);
                }
                _ => {}
            }
        }
        let any = extent.iter().any(|&(from, to)| from < to);
        Loops { extent, assigned, any }
    }

    fn changes(&self, label: LabelId, var: VarId) -> bool {
        let (from, to) = self.extent[label.index()];
        let places = self.assigned.get(&var).map_or(&[][..], Vec::as_slice);
        let next = places.partition_point(|&at| at < from);
        places.get(next).is_some_and(|&at| at <= to)
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

/// What holds on both ways.
fn join_into(into: &mut Option<Known>, other: Option<Known>) {
    let Some(other) = other else { return };
    match into {
        None => *into = Some(other),
        Some(known) => known.retain(|v, range| match other.get(v) {
            Some(o) => {
                *range = range.join(*o);
                true
            }
            None => false,
        }),
    }
}
