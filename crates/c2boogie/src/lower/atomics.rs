//! Built-ins that are generic in their types: atomic operations without threads, arithmetic with overflow.

use super::Lowering;
use crate::ir::*;
use lariat_c::{BinaryOp, ExprId, TypeId};

impl Lowering<'_> {
    /// `__atomic_…` without threads.
    pub fn atomic(
        &mut self,
        op: &str,
        args: &[ExprId],
        ty: Option<IntTy>,
    ) -> Option<Option<TermId>> {
        if matches!(op, "thread_fence" | "signal_fence") {
            return Some(None);
        }
        let pointer = *args.first()?;
        if matches!(op, "always_lock_free" | "is_lock_free") {
            return Some(ty.map(|ty| self.m.int(1, ty)));
        }
        let to = self.pointee(pointer)?;
        let values = self.arguments(args);
        let values: Vec<TermId> = values.into_iter().map(|v| self.save(v)).collect();
        let at = values[0];
        let old = self.load_from(at, to);
        let old = self.save(old);
        let int = self.m.ty(old);
        match op {
            "load_n" => return Some(Some(old)),
            "load" => self.store_to(*values.get(1)?, to, old),
            "store_n" => self.store_to(at, to, *values.get(1)?),
            "store" => {
                let value = self.load_from(*values.get(1)?, to);
                self.store_to(at, to, value);
            }
            "clear" => {
                let zero = self.m.int(0, int);
                self.store_to(at, to, zero);
            }
            "exchange_n" => {
                self.store_to(at, to, *values.get(1)?);
                return Some(Some(old));
            }
            "exchange" => {
                let value = self.load_from(*values.get(1)?, to);
                self.store_to(at, to, value);
                self.store_to(*values.get(2)?, to, old);
            }
            "test_and_set" => {
                let one = self.m.int(1, int);
                self.store_to(at, to, one);
                let set = self.m.is_true(old);
                return Some(ty.map(|ty| self.m.truth_as(set, ty)));
            }
            "compare_exchange_n" | "compare_exchange" => {
                let expected_at = *values.get(1)?;
                let expected = self.load_from(expected_at, to);
                let expected = self.save(expected);
                let desired = *values.get(2)?;
                let desired = match op {
                    "compare_exchange" => {
                        let value = self.load_from(desired, to);
                        self.save(value)
                    }
                    _ => self.m.cast(desired, int),
                };
                let equal = self.m.compare(CmpOp::Eq, old, expected);
                let new = self.m.ite(equal, desired, old);
                self.store_to(at, to, new);
                let seen = self.m.ite(equal, expected, old);
                self.store_to(expected_at, to, seen);
                return Some(ty.map(|ty| self.m.truth_as(equal, ty)));
            }
            _ => {
                let (op, before) = match op.strip_prefix("fetch_") {
                    Some(op) => (op, true),
                    None => (op.strip_suffix("_fetch")?, false),
                };
                return self.fetch(op, before, at, to, old, *values.get(1)?);
            }
        }
        Some(ty.map(|ty| self.m.int(0, ty)))
    }

    fn fetch(
        &mut self,
        op: &str,
        before: bool,
        at: TermId,
        to: TypeId,
        old: TermId,
        by: TermId,
    ) -> Option<Option<TermId>> {
        let int = self.m.ty(old);
        let by = self.m.cast(by, int);
        let (op, negated) = match op {
            "add" => (BinaryOp::Add, false),
            "sub" => (BinaryOp::Subtract, false),
            "and" => (BinaryOp::And, false),
            "nand" => (BinaryOp::And, true),
            "or" => (BinaryOp::Or, false),
            "xor" => (BinaryOp::Xor, false),
            _ => return None,
        };
        let mut new = self.operation(op, old, by, int);
        if negated {
            new = self.m.push(TermKind::Complement(new), int);
        }
        let new = self.save(new);
        self.store_to(at, to, new);
        Some(Some(if before { old } else { new }))
    }

    /// `__sync_…` without threads.
    pub fn sync(&mut self, op: &str, args: &[ExprId], ty: Option<IntTy>) -> Option<Option<TermId>> {
        if op == "synchronize" {
            return Some(None);
        }
        let to = self.pointee(*args.first()?)?;
        let values = self.arguments(args);
        let values: Vec<TermId> = values.into_iter().map(|v| self.save(v)).collect();
        let at = values[0];
        let old = self.load_from(at, to);
        let old = self.save(old);
        let int = self.m.ty(old);
        match op {
            "lock_release" => {
                let zero = self.m.int(0, int);
                self.store_to(at, to, zero);
                Some(None)
            }
            "lock_test_and_set" => {
                self.store_to(at, to, *values.get(1)?);
                Some(Some(old))
            }
            "bool_compare_and_swap" | "val_compare_and_swap" => {
                let expected = self.m.cast(*values.get(1)?, int);
                let desired = self.m.cast(*values.get(2)?, int);
                let equal = self.m.compare(CmpOp::Eq, old, expected);
                let new = self.m.ite(equal, desired, old);
                self.store_to(at, to, new);
                Some(match op {
                    "bool_compare_and_swap" => ty.map(|ty| self.m.truth_as(equal, ty)),
                    _ => Some(old),
                })
            }
            _ => {
                let (op, before) = match op.strip_prefix("fetch_and_") {
                    Some(op) => (op, true),
                    None => (op.strip_suffix("_and_fetch")?, false),
                };
                self.fetch(op, before, at, to, old, *values.get(1)?)
            }
        }
    }

    /// `__builtin_add_overflow` and its like: compute without bounds, then compare.
    pub fn overflow(&mut self, name: &str, args: &[ExprId]) -> Option<TermId> {
        let op = match name {
            _ if !name.contains("_overflow") => return None,
            _ if name.contains("add") => BinOp::Add,
            _ if name.contains("sub") => BinOp::Sub,
            _ => BinOp::Mul,
        };
        let [a, b, r] = *args else { return None };
        let only_test = name.ends_with("_p");
        let target = if only_test { self.type_of(r) } else { self.pointee(r)? };
        let int = self.ity(target)?;
        let values = self.arguments(args);
        let widest = [self.ity(self.type_of(a))?, self.ity(self.type_of(b))?, int];
        let widest = widest.iter().map(|t| t.width).max()?;
        let wide = IntTy { width: 2 * widest + 2, signed: true };
        let x = self.m.push(TermKind::Cast(values[0]), wide);
        let y = self.m.push(TermKind::Cast(values[1]), wide);
        let exact = self.m.push(TermKind::Binary(op, x, y), wide);
        let exact = self.save(exact);
        let cut = self.m.push(TermKind::Cast(exact), int);
        let cut = self.save(cut);
        let back = self.m.push(TermKind::Cast(cut), wide);
        let fits = self.m.compare(CmpOp::Ne, back, exact);
        if !only_test {
            self.store_to(values[2], target, cut);
        }
        Some(self.m.truth_as(fits, IntTy::unsigned(8)))
    }
}
