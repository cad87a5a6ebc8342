//! Calls: of functions with a body, through pointers, of the library, of the unknown.

use super::Lowering;
use crate::UnknownCalls;
use crate::checks::Check;
use crate::ir::*;
use crate::symbols::Origin;
use lariat_c::{ExprId, FunctionId, FunctionType, Type, TypeId};

impl Lowering<'_> {
    /// A call; `into` is where a record result goes. The value of a scalar result.
    pub fn call(
        &mut self,
        e: ExprId,
        callee: ExprId,
        args: &[ExprId],
        into: Option<TermId>,
    ) -> Option<TermId> {
        let c = self.c;
        self.frame.place = c.expr(e).place;
        let place = self.frame.place;
        let result_ty = self.type_of(e);
        let Some(f) = c.direct_callee(callee) else {
            return self.call_pointer(callee, args, result_ty, into);
        };
        let f = self.definition(f);
        if c.function(f).body.is_some() {
            if let Some(result) = self.special(f, args) {
                return result;
            }
            let values = self.arguments(args);
            self.frame.place = place;
            if self.is_copied(f) {
                let value = self.copy_of(f, &values)?;
                return self.ity(result_ty).map(|ty| self.m.cast(value, ty));
            }
            let types: Vec<TypeId> = args.iter().map(|&a| self.type_of(a)).collect();
            return self.call_function(f, &values, &types, result_ty, into);
        }
        if let Some(result) = self.library_call(f, args, result_ty) {
            return result;
        }
        let values = self.arguments(args);
        self.frame.place = place;
        self.guard_weak_call(f);
        self.note_call(Some(f), None, args);
        let result = self.call_unknown(f, &values, result_ty, into);
        self.written_by_the_system(f, args, &values);
        result
    }

    /// The function that a name means: a definition elsewhere, or a model of ours.
    fn definition(&self, f: FunctionId) -> FunctionId {
        let c = self.c;
        if c.function(f).body.is_some() {
            return f;
        }
        let find = |name: &str| self.functions_by_name.get(name).copied();
        let name = c.name(c.function(f).name);
        let model = super::inline::model_of(c, name, find);
        // A function of the same name and another type is not that of the library.
        let fits = |model: &FunctionId| {
            let declared = c.types.function(c.function(f).ty);
            match (declared, c.types.function(c.function(*model).ty)) {
                (Some(a), Some(b)) => {
                    let same_count = !a.prototyped || a.params.len() == b.params.len();
                    // A declaration with a shorter integer as result gets its lower part.
                    let bits = |ty| self.c.types.is_integer(ty).then(|| self.c.types.int_width(ty));
                    // Tags differ, layouts do not.
                    let records = self.same_layout(a.result, b.result);
                    let shorter = bits(a.result) < bits(b.result) && bits(a.result).is_some();
                    let result = if shorter || records { b.result } else { a.result };
                    let a = FunctionType { result, ..a.clone() };
                    same_count && self.call_fits(&a, b, b.params.len())
                }
                _ => false,
            }
        };
        model.filter(|model| name.starts_with("__") || fits(model)).unwrap_or(f)
    }

    /// Are these records of the same integers at the same places?
    fn same_layout(&self, a: TypeId, b: TypeId) -> bool {
        let types = &self.c.types;
        let fields = |ty: TypeId| match *types.get(ty) {
            Type::Record(id) => Some(&types.record(id).fields),
            _ => None,
        };
        let alike = |x: TypeId, y: TypeId| self.ity(x).is_some() && self.ity(x) == self.ity(y);
        match (fields(a), fields(b)) {
            (Some(a), Some(b)) => {
                a.len() == b.len()
                    && a.iter().zip(b).all(|(x, y)| x.offset == y.offset && alike(x.ty, y.ty))
            }
            _ => false,
        }
    }

    /// Evaluates arguments from left to right. Records are addresses of objects.
    pub fn arguments(&mut self, args: &[ExprId]) -> Vec<TermId> {
        let mut values = Vec::with_capacity(args.len());
        for (i, &arg) in args.iter().enumerate() {
            let value =
                if self.is_record(self.type_of(arg)) { self.record(arg) } else { self.value(arg) };
            let later = args[i + 1..].iter().any(|&a| self.has_effects(a));
            values.push(if later { self.save(value) } else { value });
        }
        values
    }

    /// A call of a function with a body.
    pub fn call_function(
        &mut self,
        f: FunctionId,
        values: &[TermId],
        types: &[TypeId],
        result_ty: lariat_c::TypeId,
        into: Option<TermId>,
    ) -> Option<TermId> {
        let proc = self.procedure(f);
        let params = self.m.procs[proc.index()].params.clone();
        let mut args = Vec::new();
        let returns_record =
            self.c.types.function(self.c.function(f).ty).is_some_and(|t| self.is_record(t.result));
        if returns_record {
            let into = into.unwrap_or_else(|| self.temporary(result_ty));
            args.push(into);
        }
        let skip = args.len();
        let fixed = params.len() - skip - usize::from(self.is_variadic(f));
        for (i, &param) in params.iter().skip(skip).take(fixed).enumerate() {
            let ty = self.m.vars[param.index()].ty;
            let value = match values.get(i) {
                Some(&value) => self.passed(value, types.get(i).copied(), f, i, ty),
                None => self.any(ty),
            };
            args.push(value);
        }
        if self.is_variadic(f) {
            let (values, types) = (values.get(fixed..), types.get(fixed..));
            args.push(self.more_arguments(values.unwrap_or(&[]), types.unwrap_or(&[])));
        }
        let result = self.m.procs[proc.index()].result.map(|r| {
            let ty = self.m.vars[r.index()].ty;
            self.local("$t", ty)
        });
        self.emit(StmtKind::Call(proc, args, result));
        self.after_call(f);
        let value = result.map(|r| self.m.var(r));
        match (value, self.ity(result_ty)) {
            (Some(value), Some(ty)) => Some(self.m.cast(value, ty)),
            (None, Some(ty)) => Some(self.any(ty)),
            (value, None) => value,
        }
    }

    /// An argument as the function gets it. An old-style function with a `float` as parameter gets a `double`.
    fn passed(
        &mut self,
        value: TermId,
        from: Option<TypeId>,
        f: FunctionId,
        i: usize,
        ty: IntTy,
    ) -> TermId {
        let to = self.c.function(f).params.get(i).map(|&param| self.c.var(param).ty);
        match (from, to) {
            (Some(from), Some(to)) if self.format(from).is_some() && self.format(to).is_some() => {
                self.float_conversion(value, from, to)
            }
            _ => self.m.cast(value, ty),
        }
    }

    /// Dispatches over the functions that the pointer can point to.
    fn call_pointer(
        &mut self,
        callee: ExprId,
        args: &[ExprId],
        result_ty: lariat_c::TypeId,
        into: Option<TermId>,
    ) -> Option<TermId> {
        let c = self.c;
        let pointer = self.value(callee);
        let pointer = self.save(pointer);
        let zero = self.m.address(0);
        let present = self.m.compare(CmpOp::Ne, pointer, zero);
        self.require(Check::Null, present, || "call through a null pointer".into());
        // Whatever a call of NULL does, the program does not go on from there.
        self.emit(StmtKind::Assume(present));
        let place = self.frame.place;
        let values = self.arguments(args);
        let values: Vec<TermId> = values.into_iter().map(|v| self.save(v)).collect();
        self.frame.place = place;
        let ty = c.types.pointee(self.type_of(callee)).and_then(|t| c.types.function(t)).cloned();
        let result = self.ity(result_ty).map(|ty| self.local("$t", ty));
        let end = self.new_label();
        let mut blocks = Vec::new();
        let mut other = self.m.truth(true);
        let mut mistyped = Vec::new();
        let types: Vec<TypeId> = args.iter().map(|&a| self.type_of(a)).collect();
        for (i, f) in c.functions.iter().enumerate() {
            let fits = match (&ty, c.types.function(f.ty)) {
                (Some(a), Some(b)) => self.call_fits(a, b, args.len()),
                _ => false,
            };
            let id = FunctionId(i as u32);
            if f.address_taken && !fits && self.loses_its_type(id) {
                mistyped.push(id);
            }
            if !f.address_taken || !fits {
                continue;
            }
            let address = self.function_address(id);
            let equal = self.m.compare(CmpOp::Eq, pointer, address);
            let contrary = self.m.not(equal);
            other = self.m.and(other, contrary);
            blocks.push((self.new_label(), equal, id));
        }
        let default = self.new_label();
        let mut targets: Vec<LabelId> = blocks.iter().map(|b| b.0).collect();
        targets.push(default);
        self.emit(StmtKind::Goto(targets));
        for (label, condition, id) in blocks {
            self.label(label);
            self.emit(StmtKind::Assume(condition));
            let f = self.definition(id);
            let value = if c.function(f).body.is_some() {
                self.call_function(f, &values, &types, result_ty, into)
            } else if let Some(value) = self.library_through_pointer(f, args, &values, result_ty) {
                value
            } else {
                self.note_call(Some(f), None, args);
                self.call_unknown(f, &values, result_ty, into)
            };
            if let (Some(result), Some(value)) = (result, value) {
                self.emit(StmtKind::Assign(result, value));
            }
            self.goto(end);
        }
        self.label(default);
        self.emit(StmtKind::Assume(other));
        if !mistyped.is_empty() {
            let open = self.m.truth(true);
            self.emit(StmtKind::Assert(open, Failure::Mistyped(pointer, mistyped)));
        }
        self.note_call(None, Some(pointer), args);
        let value = self.call_foreign(callee, pointer, &values, result_ty);
        if let (Some(result), Some(value)) = (result, value) {
            self.emit(StmtKind::Assign(result, value));
        }
        self.label(end);
        result.map(|r| self.m.var(r))
    }

    /// Can a function of type `b` be called as one of type `a`?
    pub fn call_fits(&self, a: &FunctionType, b: &FunctionType, args: usize) -> bool {
        let width = |t| self.ity(t).map(|i| i.width);
        let same = |x: lariat_c::TypeId, y: lariat_c::TypeId| {
            x.unqualified() == y.unqualified() || width(x).is_some() && width(x) == width(y)
        };
        let void = |t| matches!(self.c.types.get(t), Type::Void);
        let results = same(a.result, b.result) || void(a.result);
        let counts = if b.prototyped {
            args == b.params.len() || b.variadic && args >= b.params.len()
        } else {
            true
        };
        let params = !a.prototyped
            || !b.prototyped
            || a.params.iter().zip(b.params.iter()).all(|(&x, &y)| same(x, y));
        results && counts && params
    }

    /// A call of a function about which nothing is known.
    fn call_unknown(
        &mut self,
        f: FunctionId,
        values: &[TermId],
        result_ty: lariat_c::TypeId,
        into: Option<TermId>,
    ) -> Option<TermId> {
        let c = self.c;
        let name = c.name(c.function(f).name).to_owned();
        if !self.unknown_calls.contains(&name) {
            self.unknown_calls.push(name.clone());
        }
        if name.starts_with("__builtin_") {
            self.unsupported(format!("the built-in {name}"));
        }
        if super::verifier::is_known(&name) && !super::verifier::is_input(&name) {
            self.unsupported(format!("a call of {name} through a pointer"));
        }
        self.unknown_effects(&format!("a call of the unknown function `{name}`"), values);
        if c.function(f).noreturn {
            self.stop();
        }
        let result = self.ity(result_ty).map(|ty| self.result_of_unknown(f, ty));
        if into.is_some() && self.is_of_the_system(f) {
            self.unsupported(format!("the structure that {name} returns"));
        }
        if result.is_some() && c.types.is_pointer(result_ty) {
            self.foreign_pointer();
        }
        result
    }

    /// A call through a pointer from outside, to a function that is not part of the program.
    fn call_foreign(
        &mut self,
        callee: ExprId,
        pointer: TermId,
        values: &[TermId],
        result_ty: lariat_c::TypeId,
    ) -> Option<TermId> {
        let shown = super::show::show(self.c, callee);
        let at = self.c.files.show(self.frame.place);
        let name = format!("*{} at {at}", shown.trim_start_matches('*'));
        let is_model = self.c.files.name(self.frame.place.file) == crate::LIBRARY.name;
        if !is_model && !self.unknown_calls.contains(&name) {
            self.unknown_calls.push(name);
        }
        let first = self.m.address(i128::from(super::FIRST_ADDRESS));
        let last = super::address_of_function(FunctionId(self.c.functions.len() as u32));
        let last = self.m.address(i128::from(last));
        let below = self.m.compare(CmpOp::Lt, pointer, first);
        let above = self.m.compare(CmpOp::Le, last, pointer);
        let foreign = self.m.or(below, above);
        self.emit(StmtKind::Assume(foreign));
        self.unknown_effects("a call through a pointer to an unknown function", values);
        let ty = self.ity_or_int(result_ty);
        let value = self.input(ty, Origin::ResultThrough(callee));
        if self.c.types.is_pointer(result_ty) {
            self.foreign_pointer();
        }
        self.ity(result_ty).map(|_| value)
    }

    /// What the option says that functions do about which nothing is known.
    fn unknown_effects(&mut self, what: &str, values: &[TermId]) {
        if self.unknown_calls_are(UnknownCalls::Error) {
            self.unsupported(what);
        }
        values.iter().for_each(|&value| self.escapes(value));
        self.set_errno(None);
        if self.unknown_calls_are(UnknownCalls::Havoc) {
            for &value in values {
                if self.m.ty(value) == self.m.pointer_ty() {
                    let access = self.raw_access(0, lariat_c::TypeId::CHAR, None);
                    self.emit(StmtKind::HavocMemory(access, value));
                }
            }
        }
    }
}
