//! Multiples: by which steps a pointer moves if a number is added to it.

use super::layout::gcd;
use crate::ir::*;

/// What variables are assigned.
pub(super) struct Steps {
    /// `None` if it is not known.
    assigned: Vec<Option<Vec<TermId>>>,
}

/// Variables are followed so far.
const DEPTH: u32 = 3;

impl Steps {
    pub fn new(m: &Module) -> Steps {
        let of = |v: &Variable| v.owner.map(|_| Vec::new());
        let mut assigned: Vec<Option<Vec<TermId>>> = m.vars.iter().map(of).collect();
        for proc in &m.procs {
            let open = proc.params.iter().chain(&proc.result).copied();
            open.for_each(|v| assigned[v.index()] = None);
            for stmt in &proc.body {
                match &stmt.kind {
                    StmtKind::Assign(v, value) => {
                        if let Some(list) = &mut assigned[v.index()] {
                            list.push(*value);
                        }
                    }
                    StmtKind::Call(_, _, Some(v)) => assigned[v.index()] = None,
                    // The value of a local variable that was never set is nobody's offset.
                    StmtKind::Havoc(v)
                        if !matches!(
                            m.vars[v.index()].origin,
                            Some(crate::symbols::Origin::Local(_))
                        ) =>
                    {
                        assigned[v.index()] = None;
                    }
                    _ => {}
                }
            }
        }
        Steps { assigned }
    }

    /// A number that the value of a term is a multiple of (as long as nothing overflows).
    pub fn of(&self, m: &Module, id: TermId) -> i64 {
        self.step(m, id, DEPTH)
    }

    fn step(&self, m: &Module, id: TermId, depth: u32) -> i64 {
        use TermKind::*;
        match m.term(id).kind {
            Const(v) => {
                let v = lariat_c::wrap_to(v, m.pointer_width, true);
                i64::try_from(v).unwrap_or(1)
            }
            Binary(BinOp::Mul, a, b) => {
                let product = self.step(m, a, depth).saturating_mul(self.step(m, b, depth));
                if product == i64::MAX || product == i64::MIN { 1 } else { product }
            }
            Binary(BinOp::Add | BinOp::Sub, a, b) => {
                gcd(self.step(m, a, depth), self.step(m, b, depth))
            }
            Binary(BinOp::Shl, a, b) => match m.constant(b) {
                Some(by @ 0..=30) => self.step(m, a, depth).saturating_mul(1 << by),
                _ => 1,
            },
            Negate(a) | Cast(a) => self.step(m, a, depth),
            Var(v) => match &self.assigned[v.index()] {
                Some(list) if depth > 0 && !list.is_empty() => {
                    let steps = list.iter().map(|&t| self.step(m, t, depth - 1));
                    steps.fold(0, gcd)
                }
                _ => 1,
            },
            _ => 1,
        }
    }
}
