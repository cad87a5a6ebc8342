//! `malloc` and its like.

use super::Lowering;
use crate::checks::Check;
use crate::ir::*;
use crate::symbols::{Origin, Thing};
use lariat_c::FunctionId;
use lariat_verdict::What;
use std::collections::BTreeSet;

/// The error of allocations that fail.
const ENOMEM: i128 = 12;

impl Lowering<'_> {
    /// A function that allocates or frees; `None` if it is another one.
    pub fn heap_call(&mut self, name: &str, values: &[TermId]) -> Option<Option<TermId>> {
        self.sized_heap_call(name, values, &BTreeSet::new())
    }

    /// The same, with the sizes that it may be asked for, if they are known.
    pub fn sized_heap_call(
        &mut self,
        name: &str,
        values: &[TermId],
        sizes: &BTreeSet<i128>,
    ) -> Option<Option<TermId>> {
        let pointer = self.m.pointer_ty();
        self.frees |= matches!(name, "free" | "cfree" | "realloc" | "reallocarray");
        let mut number = |i: usize| {
            let value = self.m.cast(*values.get(i)?, pointer);
            Some(self.save(value))
        };
        let no_room = |this: &mut Self| this.m.truth(false);
        Some(match name {
            "malloc" | "valloc" | "pvalloc" => {
                let size = number(0)?;
                let never = no_room(self);
                Some(self.allocation(name, size, never, |_, _| {}))
            }
            "aligned_alloc" | "memalign" => {
                let (_, size) = (number(0)?, number(1)?);
                let never = no_room(self);
                Some(self.allocation(name, size, never, |_, _| {}))
            }
            "calloc" => {
                let (count, size) = (number(0)?, number(1)?);
                let (bytes, wraps) = self.product(count, size);
                let sizes = sizes.clone();
                Some(self.allocation(name, bytes, wraps, |this, p| {
                    this.by_size(bytes, &sizes, |this, bytes| this.fill(p, 0, bytes));
                }))
            }
            "realloc" => {
                let (old, size) = (number(0)?, number(1)?);
                let never = no_room(self);
                Some(self.reallocation(name, old, size, never))
            }
            "reallocarray" => {
                let (old, count, size) = (number(0)?, number(1)?, number(2)?);
                let (bytes, wraps) = self.product(count, size);
                Some(self.reallocation(name, old, bytes, wraps))
            }
            "free" | "cfree" => {
                self.free(*values.first()?);
                None
            }
            _ => return None,
        })
    }

    /// A number of bytes, and whether it is too large for a number.
    fn product(&mut self, count: TermId, size: TermId) -> (TermId, TermId) {
        let bytes = self.m.binary(BinOp::Mul, count, size);
        let bytes = self.save(bytes);
        let pointer = self.m.pointer_ty();
        let wraps = match (self.m.constant(count), self.m.constant(size)) {
            (Some(a), Some(b)) => {
                let fits = a.checked_mul(b).is_some_and(|n| 0 <= n && n <= pointer.max());
                self.m.truth(!fits)
            }
            (known, other) => {
                // `a * n` wraps around if `a` is more than the largest number by `n`.
                let (by, number) = match (known, other) {
                    (Some(n), _) => (n, size),
                    (_, Some(n)) => (n, count),
                    _ => {
                        let wide = IntTy::unsigned(2 * pointer.width);
                        let a = self.m.push(TermKind::Cast(count), wide);
                        let b = self.m.push(TermKind::Cast(size), wide);
                        let exact = self.m.push(TermKind::Binary(BinOp::Mul, a, b), wide);
                        let back = self.m.push(TermKind::Cast(bytes), wide);
                        return (bytes, self.m.compare(CmpOp::Ne, exact, back));
                    }
                };
                let most = pointer.max().checked_div(by).unwrap_or(pointer.max());
                let most = self.m.address(most);
                self.m.compare(CmpOp::Lt, most, number)
            }
        };
        (bytes, wraps)
    }

    /// `realloc`: new memory with the old content, and the old one is gone if there is new memory. With size 0 the
    /// old memory is freed and nothing returned, as glibc has it.
    fn reallocation(&mut self, name: &str, old: TermId, size: TermId, wraps: TermId) -> TermId {
        let zero = self.m.address(0);
        let empty = self.m.compare(CmpOp::Eq, size, zero);
        let there = self.m.compare(CmpOp::Ne, old, zero);
        let frees = self.m.and(empty, there);
        let result = self.local("$t", self.m.pointer_ty());
        let (yes, no, end) = (self.new_label(), self.new_label(), self.new_label());
        self.branch(frees, yes, no);
        self.label(yes);
        self.free(old);
        self.emit(StmtKind::Assign(result, zero));
        self.goto(end);
        self.label(no);
        let p = self.allocation(name, size, wraps, |this, p| {
            this.free(old);
            let read = this.copy(p, old, size);
            // As much as the old memory has.
            this.m.clipped.insert(read);
        });
        self.emit(StmtKind::Assign(result, p));
        self.goto(end);
        self.label(end);
        self.m.var(result)
    }

    /// Memory from `malloc` and its like, or a null pointer if there may be none, or if the size `wraps` around;
    /// `fill` is done with new memory.
    fn allocation(
        &mut self,
        name: &str,
        size: TermId,
        wraps: TermId,
        fill: impl FnOnce(&mut Self, TermId),
    ) -> TermId {
        let may_fail = self.options.allocation_may_fail();
        if !may_fail {
            self.assume(What::AllocationSucceeds);
            if self.m.constant(wraps) == Some(0) {
                return self.allocated(name, size, fill);
            }
        }
        let result = self.local("$t", self.m.pointer_ty());
        let (succeeds, fails, end) = (self.new_label(), self.new_label(), self.new_label());
        self.emit(StmtKind::Goto(vec![succeeds, fails]));
        self.label(succeeds);
        let fits = self.m.not(wraps);
        self.emit(StmtKind::Assume(fits));
        let p = self.allocated(name, size, fill);
        self.emit(StmtKind::Assign(result, p));
        self.goto(end);
        self.label(fails);
        if !may_fail {
            self.emit(StmtKind::Assume(wraps));
        }
        let code = self.m.int(ENOMEM, IntTy::INT);
        self.set_errno(Some(code));
        let null = self.no_memory(name);
        self.emit(StmtKind::Assign(result, null));
        self.label(end);
        self.m.var(result)
    }

    /// The null pointer of an allocation that fails, in a variable that says so to who reads a trace.
    fn no_memory(&mut self, name: &str) -> TermId {
        let null = self.m.address(0);
        let is_called = |f: &lariat_c::Function| self.c.name(f.name) == name;
        let Some(n) = self.c.functions.iter().position(is_called) else { return null };
        let origin = Origin::NoMemory(FunctionId(n as u32));
        let var = self.local_of("$none", self.m.pointer_ty(), origin);
        self.emit(StmtKind::Assign(var, null));
        self.m.var(var)
    }

    fn allocated(
        &mut self,
        name: &str,
        size: TermId,
        fill: impl FnOnce(&mut Self, TermId),
    ) -> TermId {
        let p = self.allocate(name, size, Thing::Heap);
        self.is_heap_object(p);
        if self.options.checks.any(&[Check::Leak, Check::Lost]) {
            self.assume(What::LeaksAtEnd);
        }
        if self.options.checks.has(Check::Uninitialised) && name != "calloc" {
            self.assume(What::AddressTakenInitialised);
        }
        fill(self, p);
        p
    }
}
