//! Sizes that functions get from their callers.
//!
//! A function that allocates or fills memory of a size that is a parameter needs a loop over that memory, which a search has to
//! unroll. Mostly all callers are known and give constants: then each of them is a case of its own, without a loop. The loop stays for
//! what is none of them, so nothing depends on these sizes but the time that it takes.

use super::Lowering;
use crate::ir::*;
use lariat_c::{BinaryOp, CastKind, ExprId, ExprKind, FunctionId, Program, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// More sizes than this are no cases.
const MOST_SIZES: usize = 12;

/// Above this a range is better filled by a loop.
const LARGEST: i128 = 1024;

/// All cases together have at most so many bytes; the smaller sizes come first.
const MOST_BYTES: i128 = 4096;

/// Values of parameters; `None` if they may be anything.
#[derive(Clone, Debug, Default)]
pub struct Sizes {
    of: FxHashMap<VarId, Option<BTreeSet<i128>>>,
}

impl Sizes {
    /// Of all functions that are called by name only; the entry gets anything.
    pub fn of(p: &Program, entry: Option<FunctionId>) -> Sizes {
        let mut sizes = Sizes::default();
        let mut written: FxHashSet<VarId> = FxHashSet::default();
        let mut calls: Vec<(FunctionId, &[ExprId])> = Vec::new();
        for expr in &p.exprs {
            let target = match &expr.kind {
                ExprKind::Call(callee, args) => {
                    calls.extend(p.direct_callee(*callee).map(|f| (f, &**args)));
                    continue;
                }
                ExprKind::Assign(target, _) | ExprKind::AddressOf(target) => *target,
                ExprKind::CompoundAssign(assign) => assign.target,
                ExprKind::Increment { target, .. } => *target,
                _ => continue,
            };
            if let ExprKind::Var(var) = p.expr(target).kind {
                written.insert(var);
            }
        }
        for (n, function) in p.functions.iter().enumerate() {
            let is_open = function.address_taken || entry == Some(FunctionId(n as u32));
            for var in function.params.iter().filter(|_| function.body.is_some()) {
                let start = (!is_open && !written.contains(var)).then(BTreeSet::new);
                sizes.of.insert(*var, start);
            }
        }
        let mut changed = true;
        while changed {
            changed = false;
            for &(f, args) in &calls {
                for (n, var) in p.function(f).params.iter().enumerate() {
                    let Some(Some(known)) = sizes.of.get(var) else { continue };
                    let given = args.get(n).and_then(|&arg| sizes.values(p, arg));
                    let joined = given.map(|given| known.union(&given).copied().collect());
                    let joined: Option<BTreeSet<i128>> =
                        joined.filter(|all: &BTreeSet<i128>| all.len() <= MOST_SIZES);
                    if joined.as_ref() != Some(known) {
                        sizes.of.insert(*var, joined);
                        changed = true;
                    }
                }
            }
        }
        sizes
    }

    /// The values that an expression may have.
    pub fn values(&self, p: &Program, e: ExprId) -> Option<BTreeSet<i128>> {
        let fits = |all: &BTreeSet<i128>| all.iter().all(|n| (0..=LARGEST).contains(n));
        match &p.expr(e).kind {
            ExprKind::Int(n) => Some(BTreeSet::from([*n])).filter(fits),
            // These values fit into two bytes.
            ExprKind::Cast(CastKind::IntToInt, inner)
                if p.types.size_of(p.expr(e).ty) >= Some(2) =>
            {
                self.values(p, *inner).filter(fits)
            }
            ExprKind::Load(of) => match p.expr(*of).kind {
                ExprKind::Var(var) => self.of.get(&var)?.clone(),
                _ => None,
            },
            ExprKind::Conditional(_, a, b) => {
                let (a, b) = (self.values(p, *a)?, self.values(p, *b)?);
                Some(a.union(&b).copied().collect())
            }
            ExprKind::Binary(op @ (BinaryOp::Multiply | BinaryOp::Add), a, b) => {
                let (a, b) = (self.values(p, *a)?, self.values(p, *b)?);
                let both = |x: i128, y: i128| if *op == BinaryOp::Multiply { x * y } else { x + y };
                let all = a.iter().flat_map(|&x| b.iter().map(move |&y| both(x, y))).collect();
                Some(all).filter(fits)
            }
            _ => None,
        }
    }
}

impl Lowering<'_> {
    /// Does something with a range whose size is a term: once for each of the sizes that it may have, as a constant.
    pub fn by_size(
        &mut self,
        size: TermId,
        sizes: &BTreeSet<i128>,
        act: impl Fn(&mut Self, TermId),
    ) {
        if self.m.constant(size).is_some() || sizes.is_empty() {
            return act(self, size);
        }
        let size = self.save(size);
        let end = self.new_label();
        for &known in sizes {
            let constant = self.m.address(known);
            let is_it = self.m.compare(CmpOp::Eq, size, constant);
            let (yes, no) = (self.new_label(), self.new_label());
            self.branch(is_it, yes, no);
            self.label(yes);
            act(self, constant);
            self.goto(end);
            self.label(no);
        }
        act(self, size);
        self.goto(end);
        self.label(end);
    }

    /// The sizes of so many elements of some size.
    pub fn sizes_of_product(&mut self, count: ExprId, size: ExprId) -> BTreeSet<i128> {
        let (counts, sizes) = (self.sizes_of(count), self.sizes_of(size));
        let all: BTreeSet<i128> =
            counts.iter().flat_map(|a| sizes.iter().map(move |b| a * b)).collect();
        if all.len() > MOST_SIZES { BTreeSet::new() } else { all }
    }

    /// The sizes that an argument may have; none if they are not known.
    pub fn sizes_of(&mut self, e: ExprId) -> BTreeSet<i128> {
        let sizes = self.sizes.get_or_insert_with(|| Sizes::of(self.c, self.entry).into());
        let sizes = std::rc::Rc::clone(sizes);
        let mut all = sizes.values(self.c, e).unwrap_or_default();
        let mut bytes = 0;
        all.retain(|n| {
            bytes += n;
            bytes <= MOST_BYTES
        });
        all
    }
}
