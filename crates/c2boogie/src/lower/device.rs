//! `volatile` objects: memory, devices, and which of the two it is.
//!
//! A `volatile` object may change between two reads of it, if somebody else has access to it. With `--volatile device`
//! everybody has: a read gives any value. With `--volatile memory` nobody has: it gives what was written last. Without
//! the option it is memory, and if the program is not alone with it (other threads, handlers of signals, functions
//! without a body, pointers from outside or from numbers, other files that can name it) that is an assumption which the
//! verdict names.
//!
//! Another file can name an object with external linkage. There is no other file if the program is complete: it has
//! `main`, and the compiler and the C library provide whatever it mentions and does not define.
//!
//! An access to a constant address through a pointer to `volatile` can only mean a register of a device: no object of the
//! program has an address that the program could know. Unless the option says `memory`, a read there gives any value,
//! a write goes nowhere, and that there is such a register is assumed.

use super::Lowering;
use super::lvalue::Lvalue;
use crate::Volatile;
use crate::checks::Check;
use crate::ir::*;
use lariat_c::{
    CastKind, ExprId, ExprKind, FunctionId, InitValue, Linkage, StmtKind as C, Type, TypeId,
};
use lariat_verdict::What;
use rustc_hash::FxHashSet;

/// Where an lvalue starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Root {
    /// A local variable.
    Local(lariat_c::VarId),
    /// A global variable.
    Global(lariat_c::GlobalId),
    /// A constant address.
    Fixed,
    /// Anything else.
    Pointer,
}

impl Lowering<'_> {
    /// Is the lvalue, or something that it is a part of, `volatile`, and where does it start?
    fn volatile_root(&self, lvalue: ExprId) -> Option<Root> {
        let c = self.c;
        let (mut e, mut found) = (lvalue, false);
        loop {
            found |= self.is_volatile(self.type_of(e));
            let root = match &c.expr(e).kind {
                ExprKind::Member(base, _) => {
                    e = *base;
                    continue;
                }
                ExprKind::Var(v) => Root::Local(*v),
                ExprKind::Global(g) => Root::Global(*g),
                ExprKind::Deref(p) if self.is_fixed_pointer(*p) => Root::Fixed,
                _ => Root::Pointer,
            };
            return found.then_some(root);
        }
    }

    fn is_volatile(&self, mut ty: TypeId) -> bool {
        while let Type::Array(element, _) = self.c.types.get(ty) {
            if ty.is_volatile() {
                return true;
            }
            ty = *element;
        }
        ty.is_volatile()
    }

    /// Is a pointer computed from a constant address, other than null?
    fn is_fixed_pointer(&self, pointer: ExprId) -> bool {
        let c = self.c;
        match &c.expr(pointer).kind {
            ExprKind::Cast(CastKind::IntToPointer, number) => {
                c.constant_int(*number).is_some_and(|address| address != 0)
            }
            ExprKind::Cast(CastKind::PointerToPointer | CastKind::Same, inner) => {
                self.is_fixed_pointer(*inner)
            }
            ExprKind::PointerOffset { pointer, .. } => self.is_fixed_pointer(*pointer),
            ExprKind::Decay(lvalue) | ExprKind::AddressOf(lvalue) => self.is_fixed_place(*lvalue),
            ExprKind::Load(variable) => match c.expr(*variable).kind {
                ExprKind::Var(v) => self.fixed_pointers.0.contains(&v),
                ExprKind::Global(g) => self.fixed_pointers.1.contains(&g),
                _ => false,
            },
            _ => false,
        }
    }

    fn is_fixed_place(&self, lvalue: ExprId) -> bool {
        match self.c.expr(lvalue).kind {
            ExprKind::Member(base, _) => self.is_fixed_place(base),
            ExprKind::Deref(pointer) => self.is_fixed_pointer(pointer),
            _ => false,
        }
    }

    /// Pointers that have a constant address from the start and are never changed. Variables that are initialised by
    /// others are found in the next round.
    pub fn find_fixed_pointers(&mut self) {
        let c = self.c;
        let mut changed = FxHashSet::default();
        for e in &c.exprs {
            match &e.kind {
                ExprKind::Assign(target, _) | ExprKind::Increment { target, .. } => {
                    changed.insert(*target);
                }
                ExprKind::CompoundAssign(assign) => {
                    changed.insert(assign.target);
                }
                _ => {}
            }
        }
        let kinds: Vec<&ExprKind> = changed.iter().map(|&e| &c.expr(e).kind).collect();
        let locals: FxHashSet<_> = kinds
            .iter()
            .filter_map(|k| if let ExprKind::Var(v) = k { Some(*v) } else { None })
            .collect();
        let globals: FxHashSet<_> = kinds
            .iter()
            .filter_map(|k| if let ExprKind::Global(g) = k { Some(*g) } else { None })
            .collect();
        loop {
            let before = (self.fixed_pointers.0.len(), self.fixed_pointers.1.len());
            for stmt in &c.stmts {
                let C::Declare(var, Some(init)) = &stmt.kind else { continue };
                let [entry] = init.entries.as_slice() else { continue };
                let InitValue::Expr(value) = entry.value else { continue };
                let info = c.var(*var);
                let steady = !info.address_taken && !locals.contains(var);
                if steady && c.types.is_pointer(info.ty) && self.is_fixed_pointer(value) {
                    self.fixed_pointers.0.insert(*var);
                }
            }
            for (i, global) in c.globals.iter().enumerate() {
                let id = lariat_c::GlobalId(i as u32);
                let Some([entry]) = global.init.as_ref().map(|init| init.entries.as_slice()) else {
                    continue;
                };
                let InitValue::Expr(value) = entry.value else { continue };
                let steady = !global.address_taken && !globals.contains(&id);
                if steady && c.types.is_pointer(global.ty) && self.is_fixed_pointer(value) {
                    self.fixed_pointers.1.insert(id);
                }
            }
            if before == (self.fixed_pointers.0.len(), self.fixed_pointers.1.len()) {
                return;
            }
        }
    }

    fn volatile_is(&self, what: Volatile) -> bool {
        self.options.volatile == Some(what)
    }

    /// The rules of SV-COMP know no devices.
    fn knows_devices(&self) -> bool {
        match self.options.volatile {
            Some(Volatile::Memory) => false,
            Some(Volatile::Device) => true,
            None => self.options.rules.is_none(),
        }
    }

    /// The register that an lvalue of scalar type designates, if it is one.
    pub fn register(&mut self, lvalue: ExprId) -> Option<Lvalue> {
        if !self.knows_devices() || self.volatile_root(lvalue) != Some(Root::Fixed) {
            return None;
        }
        let mut children = Vec::new();
        self.c.expr(lvalue).kind.for_each_child(|child| children.push(child));
        children.into_iter().for_each(|child| self.effect(child));
        self.assume(What::DeviceRegisters);
        // A place that fails if there is no register.
        for check in [Check::Null, Check::Bounds] {
            if self.options.checks.has(check) {
                let (there, what) = (self.m.truth(true), "access to a constant address");
                self.emit(StmtKind::Assert(there, Failure::Property(check, what.into())));
            }
        }
        Some(Lvalue::Nothing(self.ity_or_int(self.type_of(lvalue))))
    }

    /// The value of an object that an lvalue designates: any, if a device can have changed it.
    pub fn read_object(&mut self, e: ExprId, lvalue: &Lvalue) -> TermId {
        let value = self.read(lvalue);
        let changes = self.volatile_is(Volatile::Device)
            && match self.volatile_root(e) {
                None => false,
                Some(Root::Local(v)) => self.c.var(v).address_taken,
                Some(_) => true,
            };
        let ty = self.type_of(e);
        if !changes || matches!(lvalue, Lvalue::Nothing(_)) {
            return value;
        }
        if self.c.types.is_pointer(ty) {
            // Where a pointer from a device points to is not known here.
            self.assume(What::VolatileIsMemory);
            return value;
        }
        match lvalue {
            Lvalue::Bits { width, ty, .. } => {
                let (width, ty) = (*width, *ty);
                let value = self.any(ty);
                let narrow = self.m.cast(value, IntTy { width, ..ty });
                self.m.cast(narrow, ty)
            }
            _ if matches!(self.c.types.get(ty), Type::Bool) => {
                let value = self.any(IntTy::unsigned(8));
                let truth = self.m.is_true(value);
                self.m.truth_as(truth, IntTy::unsigned(8))
            }
            _ => self.any(self.ity_or_int(ty)),
        }
    }

    /// That `volatile` objects are memory is assumed where the program is not alone with one that it reads.
    pub fn assume_about_volatile(&mut self, functions: &[FunctionId]) {
        if self.volatile_is(Volatile::Device) {
            return;
        }
        let alone = self.is_alone();
        let makes_pointers = self.c.exprs.iter().any(|e| match e.kind {
            ExprKind::Cast(CastKind::IntToPointer, number) => {
                self.c.constant_int(number) != Some(0)
            }
            _ => false,
        });
        let complete = self.is_complete();
        let named = |g: lariat_c::GlobalId| {
            let global = self.c.global(g);
            !global.defined || global.linkage == Linkage::External && !complete
        };
        let pointed_to = self.c.globals.iter().enumerate().any(|(i, global)| {
            global.address_taken
                && self.is_volatile(global.ty)
                && named(lariat_c::GlobalId(i as u32))
        });
        let shared =
            functions.iter().flat_map(|&f| self.volatile_roots(f)).any(|root| match root {
                Root::Local(v) => self.c.var(v).address_taken && !alone,
                Root::Global(g) => !alone || named(g),
                Root::Fixed => !self.knows_devices(),
                Root::Pointer => !alone || makes_pointers || pointed_to,
            });
        if shared {
            self.assume(What::VolatileIsMemory);
        }
    }

    /// Is there no code but this, the compiler's and the C library's? Names with two underscores are theirs.
    fn is_complete(&self) -> bool {
        let c = self.c;
        let provided = |name: &str| name.starts_with("__") || super::is_library(name);
        let is_main = |entry| c.name(c.function(entry).name) == "main";
        self.entry.is_some_and(is_main)
            && c.exprs.iter().all(|e| match e.kind {
                ExprKind::Function(f) => {
                    let function = c.function(f);
                    function.body.is_some() || provided(c.name(function.name))
                }
                ExprKind::Global(g) => {
                    let global = c.global(g);
                    global.defined || super::world::is_library_object(c.name(global.name))
                }
                _ => true,
            })
    }

    /// Does nobody else run, and know an address?
    fn is_alone(&self) -> bool {
        let c = self.c;
        let gets_pointers = self.entry.is_some_and(|entry| {
            let function = c.function(entry);
            let pointer = |&p: &lariat_c::VarId| !c.types.is_arithmetic(c.var(p).ty);
            c.name(function.name) != "main" && function.params.iter().any(pointer)
        });
        !self.has_threads
            && self.m.escapes.is_empty()
            && self.outside_calls.is_empty()
            && !self.assumed.contains(&What::NoSignal)
            && !gets_pointers
            && !self.asks_assembly()
    }

    /// Is there inline assembly that does something? An empty text is a barrier for the compiler.
    fn asks_assembly(&self) -> bool {
        self.c.stmts.iter().any(|s| match &s.kind {
            C::Asm(asm) => !self.c.string(asm.template).text().trim().is_empty(),
            _ => false,
        })
    }

    /// Where the `volatile` objects start that a function reads.
    fn volatile_roots(&self, f: FunctionId) -> Vec<Root> {
        let c = self.c;
        let Some(body) = c.function(f).body else { return Vec::new() };
        let (mut stmts, mut exprs, mut found) = (vec![body], Vec::new(), Vec::new());
        while let Some(s) = stmts.pop() {
            crate::walk::children(c, s, &mut stmts, &mut exprs);
            while let Some(e) = exprs.pop() {
                let kind = &c.expr(e).kind;
                let read = match kind {
                    ExprKind::Load(lvalue) => Some(*lvalue),
                    ExprKind::CompoundAssign(assign) => Some(assign.target),
                    ExprKind::Increment { target, .. } => Some(*target),
                    ExprKind::StmtExpr(s, _) => {
                        stmts.push(*s);
                        None
                    }
                    _ => None,
                };
                found.extend(read.and_then(|lvalue| self.volatile_root(lvalue)));
                kind.for_each_child(|child| exprs.push(child));
            }
        }
        found
    }
}
