//! Intervals along the control flow: sweeps over a procedure until what is known at its labels is
//! stable, with widening where loops go on, and narrowing afterwards.

use super::{GIVE_UP_AFTER, Known, Ranges};
use crate::interval::Interval;
use crate::ir::*;
use rustc_hash::FxHashMap;

/// Changes of a fact, and sweeps over a procedure, before bounds are widened.
const WIDEN_AFTER: usize = 3;
/// Sweeps that take back what widening lost.
const NARROW: usize = 2;
/// Sweeps after which also bounds are widened that no loop seems to change.
const WIDEN_ALL_AFTER: usize = 12;

impl Ranges<'_> {
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
    pub fn procedure(&mut self, index: usize) {
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
pub fn readers(m: &Module) -> Vec<Vec<u32>> {
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
pub(crate) struct Loops {
    /// For each label, where it is and the last jump back to it.
    extent: Vec<(usize, usize)>,
    /// For each variable assigned, where.
    assigned: FxHashMap<VarId, Vec<usize>>,
    /// Is there any loop?
    any: bool,
}

impl Loops {
    pub fn new(proc: &Procedure) -> Loops {
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

    /// The variables that the loop at a label changes; none if there is no loop.
    pub fn changed_at(&self, label: LabelId) -> Vec<VarId> {
        let (from, to) = self.extent[label.index()];
        if from >= to {
            return Vec::new();
        }
        let mut vars: Vec<VarId> =
            self.assigned.keys().copied().filter(|&v| self.changes(label, v)).collect();
        vars.sort_unstable();
        vars
    }

    fn changes(&self, label: LabelId, var: VarId) -> bool {
        let (from, to) = self.extent[label.index()];
        let places = self.assigned.get(&var).map_or(&[][..], Vec::as_slice);
        let next = places.partition_point(|&at| at < from);
        places.get(next).is_some_and(|&at| at <= to)
    }
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
