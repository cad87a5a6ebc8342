//! The procedure where execution starts: initial values of globals, then the entry.

use super::in_boogie;
use super::{Frame, Home, Lowering};
use crate::ir::*;
use crate::symbols::{Origin, Thing};
use lariat_c::{FunctionId, GlobalId, InitValue, Place};

impl Lowering<'_> {
    /// Lowers everything that the entry needs.
    pub fn start(&mut self, entry: FunctionId) {
        self.m.procs.push(Procedure {
            name: "$start".into(),
            is_entry: true,
            ..Procedure::default()
        });
        self.global_names.insert("$start".into(), 1);
        let main = self.procedure(entry);
        self.queue_start_and_end();
        self.queue_arguments(entry);
        while let Some(next) = self.queue.pop_front() {
            self.function_body(next);
        }
        self.frame = Frame::new(ProcId(0), None);
        if let Some(unfreed) = self.unfreed {
            let none = self.m.address(0);
            self.emit(StmtKind::Assign(unfreed, none));
        }
        self.start_jumps();
        self.start_exceptions();
        self.choose_weak_addresses();
        let mut done = Vec::new();
        loop {
            if let Some(global) = self.global_queue.pop_front() {
                self.initialise_global(global);
                done.push(global);
            } else if let Some(string) = self.string_queue.pop_front() {
                let object = self.strings[&string];
                let pointer = self.m.pointer_ty();
                let address = self.m.push(TermKind::Address(object), pointer);
                self.frame.place = Place::NOWHERE;
                self.fixed_is_born(object);
                self.store_string(address, string, None);
            } else {
                break;
            }
        }
        // The allocation counter starts behind the last object; see `lib`.
        self.frame.place = self.c.function(entry).place;
        let params = self.m.procs[main.index()].params.clone();
        let pointer = self.m.pointer_ty();
        let mut args = Vec::new();
        for (i, param) in params.into_iter().enumerate() {
            let ty = self.m.vars[param.index()].ty;
            if let Some(value) = self.argument_of_main(entry, i, &args) {
                args.push(value);
                continue;
            }
            let value = self.input(ty, Origin::Argument(i as u32));
            if i == 0 && ty == IntTy::INT && self.options.entry.is_none() {
                let zero = self.m.int(0, ty);
                let positive = self.m.compare(CmpOp::Lt, zero, value);
                self.emit(StmtKind::Assume(positive));
            }
            if ty == pointer {
                self.foreign_pointer();
            }
            args.push(value);
        }
        if let Some(object) = self.foreign_object {
            self.fixed_is_born(object);
        }
        let result = self.m.procs[main.index()].result.map(|r| {
            let ty = self.m.vars[r.index()].ty;
            self.local("$exit", ty)
        });
        self.run_constructors();
        self.emit(StmtKind::Call(main, args, result));
        self.after_call(entry);
        self.end_of_main();
        self.run_exit_handlers();
        self.the_end(true);
        self.emit(StmtKind::Return);
        if self.frame.leave.is_some() {
            self.land();
            self.emit(StmtKind::Return);
        }
        // Initialisers may have named functions that nothing else does.
        let frame = std::mem::replace(&mut self.frame, Frame::new(ProcId(0), None));
        let this = &mut self.m.procs[0];
        this.body = frame.body;
        this.labels = frame.labels;
    }

    /// Where a global lives.
    pub fn global_home(&mut self, id: GlobalId) -> Home {
        if let Some(&home) = self.globals.get(&id) {
            return home;
        }
        let global = self.c.global(id);
        let c_name = self.c.name(global.name).to_owned();
        let home = match self.ity(global.ty) {
            Some(ty) if !global.address_taken && !self.outside_may_point_to(id) => {
                let name = self.global_name(&in_boogie(&c_name));
                let origin = Some(Origin::Global(id));
                self.m.vars.push(Variable { name, ty, owner: None, origin });
                Home::Scalar(VarId(self.m.vars.len() as u32 - 1))
            }
            _ => {
                // What is in a variable of somebody else is theirs, if it can be pointers.
                let unknown = !global.defined && self.holds_pointers(global.ty);
                let followed = !(unknown && self.follows_objects());
                let size = self.c.types.size_of(global.ty).filter(|_| followed);
                let align = global.aligned.unwrap_or(1).max(self.c.types.align_of(global.ty));
                let object = self.object(c_name, size, u64::from(align), true);
                self.m.objects[object.index()].is_static = global.defined;
                self.m.objects[object.index()].thing = Some(Thing::Global(id));
                Home::Fixed(object)
            }
        };
        self.globals.insert(id, home);
        self.global_queue.push_back(id);
        home
    }

    /// A `_Bool` from outside is 0 or 1.
    fn holds_bool(&mut self, var: VarId, ty: lariat_c::TypeId) {
        if matches!(self.c.types.get(ty), lariat_c::Type::Bool) {
            let value = self.m.var(var);
            let two = self.m.int(2, self.m.ty(value));
            let small = self.m.compare(CmpOp::Lt, value, two);
            self.emit(StmtKind::Assume(small));
        }
    }

    fn initialise_global(&mut self, id: GlobalId) {
        let c = self.c;
        let global = c.global(id);
        self.frame.place = global.place;
        match self.global_home(id) {
            Home::Scalar(var) => {
                if !global.defined {
                    if let Some(value) = self.value_of_the_library(id) {
                        return self.emit(StmtKind::Assign(var, value));
                    }
                    self.emit(StmtKind::Havoc(var));
                    self.holds_bool(var, global.ty);
                    if self.c.types.is_pointer(global.ty) {
                        self.foreign_pointer();
                    }
                    return;
                }
                let ty = self.m.vars[var.index()].ty;
                let value = match global.init.as_ref().and_then(|i| i.entries.first()) {
                    Some(entry) if !matches!(entry.value, InitValue::Zero) => {
                        self.init_value(entry)
                    }
                    _ => self.m.int(0, ty),
                };
                self.emit(StmtKind::Assign(var, value));
            }
            Home::Fixed(object) => {
                self.fixed_is_born(object);
                if !global.defined {
                    return;
                }
                let pointer = self.m.pointer_ty();
                let address = self.m.push(TermKind::Address(object), pointer);
                let empty = lariat_c::Init { entries: Vec::new(), zero_rest: true };
                let init = global.init.as_ref().unwrap_or(&empty);
                // Static memory is zero first.
                let whole = lariat_c::Init { entries: init.entries.clone(), zero_rest: true };
                self.initialise(address, global.ty, &whole);
            }
            Home::Dynamic(..) => {}
        }
    }
}
