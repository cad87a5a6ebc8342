//! `setjmp` and `longjmp`: jumps out of functions, to a function that is still active.
//!
//! `setjmp` puts a number that nobody else has into its buffer and keeps it in a variable of its function. `longjmp`
//! takes the number out of the buffer and leaves its function; whoever called it finds the number and leaves, too,
//! until it is one of the function's own: then control is behind that `setjmp`. If it is nobody's, the function that
//! called `setjmp` has ended, which is undefined: a point that is not followed.
//!
//! Variables of that function which are not `volatile` and were changed in between have any value afterwards
//! (C11 7.13.2.1p3). Whole arrays and structures are taken to keep theirs, and the verdict says so.
//!
//! GCC's `__builtin_setjmp` is where its function is entered again, with no register as it was: variables are in memory and
//! keep what they had when `__builtin_longjmp` was called. The buffers of the two families are different: only the numbers
//! of GCC's have their highest bit.

use super::objects::Mortal;
use super::{Home, Lowering};
use crate::ir::*;
use crate::touched::Cell;
use lariat_c::{ExprId, ExprKind, FunctionId, Program, TypeId};
use lariat_verdict::What;

const SETS: [&str; 4] = ["setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp"];
const JUMPS: [&str; 4] = ["longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"];

/// Does a function with this name leave the function that calls it?
pub(crate) fn leaves(name: &str) -> bool {
    JUMPS.contains(&name)
}

/// What a program that jumps has to keep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Jumps {
    /// The number of the jump that is under way, or zero.
    target: VarId,
    /// What `setjmp` is to return then.
    value: VarId,
    /// The last number that was given out.
    last: VarId,
}

/// A call of `setjmp`.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    number: VarId,
    result: VarId,
    label: LabelId,
    /// Variables, and what they held.
    kept: Vec<(Kept, VarId)>,
    /// Objects of the blocks around it.
    alive: Vec<ObjectId>,
}

#[derive(Clone, Copy, Debug)]
enum Kept {
    Variable(VarId),
    Memory(TermId, TypeId),
}

/// A variable of a block that is in memory.
fn fixed(mortal: &Mortal) -> Option<ObjectId> {
    match mortal {
        Mortal::Fixed(object) => Some(*object),
        Mortal::Dynamic(_) => None,
    }
}

/// Does the program call `longjmp`?
fn jumps(c: &Program) -> bool {
    c.exprs.iter().any(|e| match e.kind {
        ExprKind::Function(f) => {
            let name = c.name(c.function(f).name);
            c.function(f).body.is_none() && leaves(name.strip_prefix(BUILTIN).unwrap_or(name))
        }
        _ => false,
    })
}

const BUILTIN: &str = "__builtin_";

/// What the number of a jump has if it is one of GCC's built-ins.
const OF_BUILTINS: i128 = 1 << 31;

impl Lowering<'_> {
    /// Variables for jumps, if there are any.
    pub fn prepare_jumps(&mut self) {
        if !jumps(self.c) {
            return;
        }
        let mut global = |name: &str, ty: IntTy| {
            self.m.vars.push(Variable { name: name.into(), ty, owner: None, origin: None });
            self.global_names.insert(name.into(), 1);
            VarId(self.m.vars.len() as u32 - 1)
        };
        let number = IntTy::unsigned(32);
        let (target, value) = (global("$jump", number), global("$jump_value", IntTy::INT));
        self.jumps = Some(Jumps { target, value, last: global("$jump_last", number) });
    }

    /// No jump is under way when the program starts.
    pub fn start_jumps(&mut self) {
        let Some(jumps) = self.jumps else { return };
        for var in [jumps.target, jumps.value, jumps.last] {
            let zero = self.m.int(0, self.m.vars[var.index()].ty);
            self.emit(StmtKind::Assign(var, zero));
        }
    }

    /// A call of `setjmp` or `longjmp`; `None` if it is something else.
    pub fn jump_call(
        &mut self,
        full: &str,
        args: &[ExprId],
        result: TypeId,
    ) -> Option<Option<TermId>> {
        let (name, builtin) = match full.strip_prefix(BUILTIN) {
            Some(name) => (name, true),
            None => (full, false),
        };
        if SETS.contains(&name) {
            let value = self.set_jump(args, builtin)?;
            let ty = self.ity_or_int(result);
            return Some(Some(self.m.cast(value, ty)));
        }
        let jumps = self.jumps.filter(|_| leaves(name))?;
        let [buffer, value] = *args else { return None };
        let values = self.arguments(&[buffer, value]);
        if self.has_threads {
            self.unsupported("longjmp in a program with threads");
        }
        if self.exceptions.is_some() || !self.frame.dues.is_empty() {
            self.unsupported("longjmp in a program with structured exceptions");
        }
        let number = self.load_from(values[0], TypeId::UINT);
        let number = self.save(number);
        let zero = self.m.int(0, IntTy::unsigned(32));
        let set = self.m.compare(CmpOp::Ne, number, zero);
        let other = self.m.int(OF_BUILTINS, IntTy::unsigned(32));
        let is_builtins = self.m.compare(CmpOp::Le, other, number);
        let same = if builtin { is_builtins } else { self.m.not(is_builtins) };
        let filled = self.m.and(set, same);
        let what = match builtin {
            true => "__builtin_longjmp with a buffer that __builtin_setjmp has not filled",
            false => "longjmp with a buffer that setjmp has not filled",
        };
        self.supported(filled, what);
        self.emit(StmtKind::Assign(jumps.target, number));
        let value = self.m.cast(values[1], IntTy::INT);
        let (none, one) = (self.m.int(0, IntTy::INT), self.m.int(1, IntTy::INT));
        let is_zero = self.m.compare(CmpOp::Eq, value, none);
        let value = self.m.ite(is_zero, one, value);
        self.emit(StmtKind::Assign(jumps.value, value));
        let leave = self.leave_label();
        self.goto(leave);
        // What follows in the text is not reached from here.
        let unreached = self.new_label();
        self.label(unreached);
        self.stop();
        Some(None)
    }

    fn set_jump(&mut self, args: &[ExprId], builtin: bool) -> Option<TermId> {
        self.sets_jumps = true;
        let values = self.arguments(args);
        let (buffer, zero) = (*values.first()?, self.m.int(0, IntTy::INT));
        let Some(jumps) = self.jumps else { return Some(zero) };
        let number_ty = IntTy::unsigned(32);
        let (last, one) = (self.m.var(jumps.last), self.m.int(1, number_ty));
        let next = self.m.binary(BinOp::Add, last, one);
        self.emit(StmtKind::Assign(jumps.last, next));
        let next = self.m.var(jumps.last);
        let most = self.m.int(OF_BUILTINS, number_ty);
        let few = self.m.compare(CmpOp::Lt, next, most);
        self.supported(few, "more calls of setjmp than there are numbers");
        let next = if builtin { self.m.binary(BinOp::Add, next, most) } else { next };
        let number = self.local("$jump_number", number_ty);
        self.emit(StmtKind::Assign(number, next));
        let next = self.m.var(number);
        self.store_to(buffer, TypeId::UINT, next);
        let result = self.local("$setjmp", IntTy::INT);
        self.emit(StmtKind::Assign(result, zero));
        let kept = if builtin { Vec::new() } else { self.keep_variables() };
        let label = self.new_label();
        self.goto(label);
        self.label(label);
        let alive = self.frame.mortals.iter().filter_map(fixed).collect();
        self.frame.sites.push(Site { number, result, label, kept, alive });
        self.leave_label();
        Some(self.m.var(result))
    }

    /// Remembers what the variables hold.
    fn keep_variables(&mut self) -> Vec<(Kept, VarId)> {
        let c = self.c;
        let mut homes: Vec<(lariat_c::VarId, Home)> =
            self.frame.homes.iter().map(|(&var, &home)| (var, home)).collect();
        homes.sort_by_key(|(var, _)| var.index());
        let mut kept = Vec::new();
        for (c_var, home) in homes {
            let ty = c.var(c_var).ty;
            if ty.is_volatile() {
                continue;
            }
            let pointer = self.m.pointer_ty();
            let address = match home {
                Home::Scalar(var) => {
                    let copy = self.local("$kept", self.m.vars[var.index()].ty);
                    let value = self.m.var(var);
                    self.emit(StmtKind::Assign(copy, value));
                    kept.push((Kept::Variable(var), copy));
                    continue;
                }
                Home::Fixed(object) => self.m.push(TermKind::Address(object), pointer),
                Home::Dynamic(var, _) => self.m.var(var),
            };
            match self.ity(ty) {
                Some(int) => {
                    let copy = self.local("$kept", int);
                    let access = self.access(ty, None);
                    let value = self.m.push(TermKind::Load(access, address), int);
                    self.emit(StmtKind::Assign(copy, value));
                    kept.push((Kept::Memory(address, ty), copy));
                }
                None if self.is_jump_buffer(ty) => {}
                None => self.assume(What::Other(
                    "local arrays and structures keep their values when `longjmp` comes back"
                        .into(),
                )),
            }
        }
        kept
    }

    /// The library's type of buffers.
    fn is_jump_buffer(&self, ty: TypeId) -> bool {
        let types = &self.c.types;
        let record = types.element(ty).and_then(|element| types.record_of(element));
        let tag = record.and_then(|r| types.record(r).tag);
        tag.is_some_and(|tag| self.c.name(tag).contains("jmp_buf"))
    }

    /// Where a function goes on that is left by a jump.
    pub(super) fn leave_label(&mut self) -> LabelId {
        if let Some(label) = self.frame.leave {
            return label;
        }
        let label = self.new_label();
        self.frame.leave = Some(label);
        label
    }

    /// Behind a call of a function: is a jump under way?
    pub fn after_call(&mut self, f: FunctionId) {
        if !self.touched.of_function(f).writes.contains(&Cell::Jump) {
            return;
        }
        self.after_raising_call();
        let Some(jumps) = self.jumps else { return };
        let (target, zero) = (self.m.var(jumps.target), self.m.int(0, IntTy::unsigned(32)));
        let none = self.m.compare(CmpOp::Eq, target, zero);
        let (next, leave) = (self.new_label(), self.leave_label());
        self.branch(none, next, leave);
        self.label(next);
    }

    /// The end of a function for jumps: behind one of its own calls of `setjmp`, or back to the caller. Whoever starts
    /// the program has no caller. To be called behind the last statement.
    pub fn land(&mut self) {
        let Some(leave) = self.frame.leave else { return };
        let place = self.frame.place;
        self.label(leave);
        if self.frame.function.is_none() {
            self.no_exception_is_left();
        }
        let Some(jumps) = self.jumps else { return };
        let mut start = Vec::new();
        for site in std::mem::take(&mut self.frame.sites) {
            let none = self.m.int(0, IntTy::unsigned(32));
            start.push(Stmt { kind: StmtKind::Assign(site.number, none), place });
            let (own, target) = (self.m.var(site.number), self.m.var(jumps.target));
            let here = self.m.compare(CmpOp::Eq, own, target);
            let (land, next) = (self.new_label(), self.new_label());
            self.branch(here, land, next);
            self.label(land);
            self.emit(StmtKind::Assign(jumps.target, none));
            let value = self.m.var(jumps.value);
            self.emit(StmtKind::Assign(site.result, value));
            let left: Vec<Mortal> =
                self.frame.mortals.iter().chain(&self.frame.transient).copied().collect();
            for mortal in left {
                if fixed(&mortal).is_some_and(|object| !site.alive.contains(&object)) {
                    self.is_gone(mortal);
                }
            }
            for (what, copy) in site.kept {
                self.forget_changed(what, copy);
            }
            self.goto(site.label);
            self.label(next);
        }
        self.frame.body.splice(0..0, start);
        if self.frame.function.is_none() {
            self.unsupported("longjmp to a function that has returned");
        }
    }

    /// What was changed has any value.
    fn forget_changed(&mut self, what: Kept, copy: VarId) {
        let copy = self.m.var(copy);
        let any = self.any(self.m.ty(copy));
        let (now, access) = match what {
            Kept::Variable(var) => (self.m.var(var), None),
            Kept::Memory(address, ty) => {
                let access = self.access(ty, None);
                let ty = self.ity_or_int(ty);
                (self.m.push(TermKind::Load(access, address), ty), Some((access, address)))
            }
        };
        let same = self.m.compare(CmpOp::Eq, now, copy);
        let value = self.m.ite(same, now, any);
        match (what, access) {
            (Kept::Variable(var), _) => self.emit(StmtKind::Assign(var, value)),
            (_, Some((access, address))) => self.emit(StmtKind::Store(access, address, value)),
            _ => {}
        }
    }
}
