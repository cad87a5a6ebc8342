//! Which variables need not be brought back into the range of their type.
//!
//! Adding, subtracting and multiplying commute with wrapping around, and whether two values are
//! equal can be told from any numbers that differ from them by multiples of 2 to the power of
//! the width. So a variable that is used for nothing else holds any such number: it is *loose*.
//! Its assignments are exact integer arithmetic, which is what provers are good at, though the
//! program may overflow; only comparisons look at remainders.

use crate::ir::*;
use crate::ranges::Ranges;
use crate::represent::Representation;
use rustc_hash::FxHashSet;

struct Uses<'a> {
    m: &'a Module,
    /// Variables with a use that needs the value itself.
    tight: Vec<bool>,
    /// For each variable, those that it is computed from without being brought into range.
    sources: Vec<Vec<VarId>>,
}

/// For each variable, whether it is loose.
pub(crate) fn loose(m: &Module, representation: &Representation, ranges: &Ranges<'_>) -> Vec<bool> {
    let mut tight = vec![true; m.vars.len()];
    for (i, var) in m.vars.iter().enumerate() {
        let is_integer = !representation.variable(VarId(i as u32));
        tight[i] = !is_integer || var.ty.width == 0 || var.ty.width > 64;
    }
    tight[ALLOCATION.index()] = true;
    for proc in &m.procs {
        for var in proc.params.iter().chain(&proc.result) {
            tight[var.index()] = true;
        }
    }
    let mut uses = Uses { m, tight, sources: vec![Vec::new(); m.vars.len()] };
    for stmt in m.procs.iter().flat_map(|p| &p.body) {
        match &stmt.kind {
            StmtKind::Assign(v, value) => {
                let mut found = Vec::new();
                uses.ring(*value, &mut found);
                uses.sources[v.index()].extend(found);
            }
            StmtKind::Call(_, args, result) => {
                args.iter().for_each(|a| uses.tight(*a));
                if let Some(r) = result {
                    uses.tight[r.index()] = true;
                }
            }
            kind => kind.terms(|t| uses.tight(t)),
        }
    }
    uses.solve(|v| ranges.may_wrap(v))
}

impl Uses<'_> {
    /// A use of the value itself.
    fn tight(&mut self, id: TermId) {
        match self.m.term(id).kind {
            TermKind::Var(v) => self.tight[v.index()] = true,
            TermKind::Compare(CmpOp::Eq | CmpOp::Ne, a, b) => {
                self.ring(a, &mut Vec::new());
                self.ring(b, &mut Vec::new());
            }
            // Brought into range as a whole: but the remainder of a loose variable is no
            // shorter than one computed at its assignments.
            _ => {
                let mut operands = Vec::new();
                self.m.operands(id, |t| operands.push(t));
                operands.into_iter().for_each(|t| self.tight(t));
            }
        }
    }

    /// A use up to multiples of 2 to the power of the width.
    fn ring(&mut self, id: TermId, found: &mut Vec<VarId>) {
        let m = self.m;
        let Term { kind, ty } = m.term(id);
        match kind {
            TermKind::Var(v) => found.push(v),
            TermKind::Binary(BinOp::Add | BinOp::Sub, a, b) => {
                self.ring(a, found);
                self.ring(b, found);
            }
            TermKind::Binary(BinOp::Mul, a, b) if m.constant(a).or(m.constant(b)).is_some() => {
                self.ring(a, found);
                self.ring(b, found);
            }
            TermKind::Negate(a) => self.ring(a, found),
            TermKind::Cast(a) if ty.width <= m.ty(a).width => self.ring(a, found),
            _ => self.tight(id),
        }
    }

    /// Is a variable computed from itself? Where it is not, one correction is enough.
    fn grows(&self, var: usize) -> bool {
        let mut seen = FxHashSet::default();
        let mut pending = vec![var];
        while let Some(v) = pending.pop() {
            for from in self.sources[v].iter().map(|f| f.index()) {
                if from == var {
                    return true;
                }
                if !self.tight[from] && seen.insert(from) {
                    pending.push(from);
                }
            }
        }
        false
    }

    /// Tight uses spread to what a value is computed from; of the rest, those are loose that
    /// overflow again and again, or are computed from one that does.
    fn solve(mut self, may_wrap: impl Fn(VarId) -> bool) -> Vec<bool> {
        let mut targets: Vec<Vec<usize>> = vec![Vec::new(); self.m.vars.len()];
        for (to, sources) in self.sources.iter().enumerate() {
            for from in sources {
                targets[from.index()].push(to);
            }
        }
        let mut pending: Vec<usize> = (0..self.tight.len()).filter(|&v| self.tight[v]).collect();
        while let Some(v) = pending.pop() {
            for from in &self.sources[v] {
                if !std::mem::replace(&mut self.tight[from.index()], true) {
                    pending.push(from.index());
                }
            }
        }
        let mut loose = vec![false; self.tight.len()];
        pending = (0..loose.len())
            .filter(|&v| !self.tight[v] && may_wrap(VarId(v as u32)) && self.grows(v))
            .collect();
        while let Some(v) = pending.pop() {
            if !std::mem::replace(&mut loose[v], true) {
                pending.extend(&targets[v]);
            }
        }
        loose
    }
}
