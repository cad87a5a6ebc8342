//! Functions and where their variables live.
//!
//! A scalar whose address nobody takes is a variable. Everything else is in memory: at a fixed
//! address if the function is not recursive, so that addresses are numbers; a variable that is
//! declared without initialiser then gets any content. Large objects, and those of recursive
//! functions, get new memory each time.

use super::in_boogie;
use super::objects::Mortal;
use super::{Frame, Home, Lowering};
use crate::checks::Check;
use crate::ir::*;
use crate::symbols::{Origin, Thing};
use lariat_c::{ExprKind, FunctionId, Program};
use lariat_verdict::What;

/// Objects above this many bytes get new memory instead of new content.
const SMALL: u64 = 512;

/// Which functions each body names, in whatever position: an over-approximation of calls. The
/// last entry stands for calls through pointers, which may go anywhere.
fn calls(c: &Program) -> Vec<Vec<u32>> {
    let n = c.functions.len();
    let mut names: Vec<Vec<u32>> = vec![Vec::new(); n + 1];
    let hub = n as u32;
    for (i, f) in c.functions.iter().enumerate() {
        if f.address_taken {
            names[n].push(i as u32);
        }
        if let Some(body) = f.body {
            collect_calls(c, body, &mut names[i], hub);
        } else if super::threads::calls_back(c, FunctionId(i as u32)) {
            names[i].push(hub);
        } else if c.name(f.name) == "exit" {
            names[i].extend(super::ending::destructors(c).iter().map(|f| f.0));
            names[i].extend(super::ending::has_exit_handlers(c).then_some(hub));
        }
    }
    names
}

/// For each function, can a call through a pointer lead there?
pub(crate) fn called_back(c: &Program) -> Vec<bool> {
    let n = c.functions.len();
    let calls = calls(c);
    let mut found = vec![false; n + 1];
    let mut pending = vec![n];
    while let Some(f) = pending.pop() {
        if !std::mem::replace(&mut found[f], true) {
            pending.extend(calls[f].iter().map(|&g| g as usize));
        }
    }
    found.truncate(n);
    found
}

/// For each function, can it be on the stack twice?
pub(crate) fn recursive(c: &Program) -> Vec<bool> {
    let n = c.functions.len();
    let names = calls(c);
    // Tarjan's algorithm, iteratively.
    let mut index = vec![u32::MAX; n + 1];
    let mut low = vec![0u32; n + 1];
    let mut on_stack = vec![false; n + 1];
    let mut component_stack: Vec<u32> = Vec::new();
    let mut result = vec![false; n + 1];
    let mut counter = 0;
    for root in 0..=n as u32 {
        if index[root as usize] != u32::MAX {
            continue;
        }
        let mut work: Vec<(u32, usize)> = vec![(root, 0)];
        while let Some(&mut (v, ref mut next)) = work.last_mut() {
            let at = v as usize;
            if *next == 0 {
                index[at] = counter;
                low[at] = counter;
                counter += 1;
                component_stack.push(v);
                on_stack[at] = true;
            }
            if let Some(&w) = names[at].get(*next) {
                *next += 1;
                let w_at = w as usize;
                if w == v {
                    result[at] = true;
                }
                if index[w_at] == u32::MAX {
                    work.push((w, 0));
                } else if on_stack[w_at] {
                    low[at] = low[at].min(index[w_at]);
                }
                continue;
            }
            // A node without successors must not be started again.
            work.pop();
            if let Some(&(parent, _)) = work.last() {
                low[parent as usize] = low[parent as usize].min(low[at]);
            }
            if low[at] == index[at] {
                let start = component_stack.iter().rposition(|&w| w == v).unwrap_or(0);
                let members = component_stack.split_off(start);
                let many = members.len() > 1;
                for w in members {
                    on_stack[w as usize] = false;
                    result[w as usize] |= many;
                }
            }
        }
    }
    result.truncate(n);
    result
}

fn collect_calls(c: &Program, body: lariat_c::StmtId, out: &mut Vec<u32>, hub: u32) {
    let mut stmts = vec![body];
    let mut exprs = Vec::new();
    while let Some(s) = stmts.pop() {
        crate::walk::children(c, s, &mut stmts, &mut exprs);
        while let Some(e) = exprs.pop() {
            match &c.expr(e).kind {
                ExprKind::Call(callee, _) => match c.direct_callee(*callee) {
                    Some(f) => out.push(f.0),
                    None => out.push(hub),
                },
                ExprKind::StmtExpr(s, _) => stmts.push(*s),
                _ => {}
            }
            c.expr(e).kind.for_each_child(|child| exprs.push(child));
        }
    }
    out.sort_unstable();
    out.dedup();
}

impl Lowering<'_> {
    /// The procedure of a function with a body.
    pub fn procedure(&mut self, id: FunctionId) -> ProcId {
        if let Some(&proc) = self.procs.get(&id) {
            return proc;
        }
        let f = self.c.function(id);
        let name = self.global_name(&in_boogie(self.c.name(f.name)));
        let proc = ProcId(self.m.procs.len() as u32);
        self.m.procs.push(Procedure { name, ..Procedure::default() });
        self.procs.insert(id, proc);
        // Parameters and results are known to callers before the body is.
        let saved = std::mem::replace(&mut self.frame, Frame::new(proc, Some(id)));
        let result = self.c.types.function(f.ty).map(|t| t.result);
        let mut params = Vec::new();
        let pointer = self.m.pointer_ty();
        if let Some(result) = result {
            if self.is_record(result) {
                params.push(self.local("$into", pointer));
            } else if let Some(ty) = self.ity(result) {
                let var = self.local_of("$result", ty, Origin::Result(id));
                self.m.procs[proc.index()].result = Some(var);
            }
        }
        for &p in &f.params {
            let var = self.c.var(p);
            let name = var.name.map_or("$p".into(), |n| in_boogie(self.c.name(n)));
            let ty = self.ity(var.ty).unwrap_or(pointer);
            // A record arrives as an address.
            params.push(match self.ity(var.ty) {
                Some(_) => self.local_of(&name, ty, Origin::Local(p)),
                None => self.local(&name, ty),
            });
        }
        if self.is_variadic(id) {
            params.push(self.local("$more", pointer));
        }
        let this = &mut self.m.procs[proc.index()];
        this.locals.clear();
        this.params = params;
        let names = std::mem::take(&mut self.frame.names);
        self.frame = saved;
        self.param_names.insert(proc, names);
        self.queue.push_back(id);
        proc
    }

    /// Lowers the body of a function.
    pub fn function_body(&mut self, id: FunctionId) {
        let f = self.c.function(id);
        let Some(body) = f.body else { return };
        let proc = self.procedure(id);
        let mut frame = Frame::new(proc, Some(id));
        frame.names = self.param_names.remove(&proc).unwrap_or_default();
        frame.place = f.place;
        frame.recursive = self.recursive[id.index()];
        frame.result = self.m.procs[proc.index()].result;
        self.frame = frame;
        self.find_open(id);
        if self.wants(Check::Lifetime) {
            self.frame.epilogue = Some(self.new_label());
        }
        let mut params = self.m.procs[proc.index()].params.clone();
        let returns_record = self.c.types.function(f.ty).is_some_and(|t| self.is_record(t.result));
        if returns_record {
            self.frame.result_pointer = Some(params.remove(0));
        }
        if self.is_variadic(id) {
            self.frame.more = params.pop();
        }
        for (&c_var, var) in f.params.iter().zip(params) {
            self.parameter(c_var, var);
        }
        if crate::walk::has_jumps(self.c, body) {
            // Scopes may be entered other than by their declarations.
            for &local in &f.locals {
                if self.c.types.is_variable_length(self.c.var(local).ty) {
                    continue;
                }
                if let Home::Scalar(var) = self.home(local) {
                    self.begins(local, var, false);
                }
            }
        }
        self.statements(body);
        self.clean_up(0);
        self.ends_without_value(id);
        let c = self.c;
        let captured = self.frame.homes.iter().filter(|(var, _)| c.var(**var).captured);
        self.captured.extend(captured.map(|(var, home)| (*var, *home)));
        if let Some(epilogue) = self.frame.epilogue {
            self.label(epilogue);
        }
        let leave = self.frame.leave.is_some();
        let mortals = leave.then(|| (self.frame.mortals.clone(), self.frame.transient.clone()));
        self.bury();
        self.emit(StmtKind::Return);
        if let Some((mortals, transient)) = mortals {
            (self.frame.mortals, self.frame.transient) = (mortals, transient);
            self.land();
            self.bury();
            self.emit(StmtKind::Return);
        }
        let frame = std::mem::replace(&mut self.frame, Frame::new(ProcId(0), None));
        let this = &mut self.m.procs[proc.index()];
        this.body = frame.body;
        this.labels = frame.labels;
    }

    /// A parameter that needs memory is copied there.
    pub fn parameter(&mut self, c_var: lariat_c::VarId, var: VarId) {
        let info = self.c.var(c_var);
        let scalar = self.ity(info.ty).is_some();
        if scalar && !info.address_taken {
            self.frame.homes.insert(c_var, Home::Scalar(var));
            return;
        }
        let address = self.new_home(c_var);
        let value = self.m.var(var);
        if scalar {
            let access = self.access(info.ty, None);
            self.emit(StmtKind::Store(access, address, value));
        } else {
            self.copy_record(address, value, info.ty);
        }
    }

    /// Where a variable lives; decided when it is first asked for.
    pub fn home(&mut self, c_var: lariat_c::VarId) -> Home {
        if let Some(&home) = self.frame.homes.get(&c_var) {
            return home;
        }
        let info = self.c.var(c_var);
        // The variables of a copied model are those of another function, too, but live here.
        if let (Some(owner), Some(current)) = (info.owner, self.frame.function)
            && owner != current
            && info.captured
        {
            return self.captured_home(c_var);
        }
        let name = info.name.map_or("$v".into(), |n| in_boogie(self.c.name(n)));
        if let (Some(ty), false) = (self.ity(info.ty), info.address_taken) {
            let var = self.variable_of(c_var, &name, ty, Origin::Local(c_var));
            self.frame.homes.insert(c_var, Home::Scalar(var));
            return Home::Scalar(var);
        }
        self.new_home(c_var);
        self.frame.homes[&c_var]
    }

    /// A variable for something of the current function. Nested functions see it if they use that, and there is never
    /// more than one activation that they could mean: it is global.
    fn variable_of(
        &mut self,
        c_var: lariat_c::VarId,
        name: &str,
        ty: IntTy,
        origin: Origin,
    ) -> VarId {
        if !self.c.var(c_var).captured || self.frame.recursive {
            return self.local_of(name, ty, origin);
        }
        let name = self.global_name(&format!("captured.{name}"));
        self.m.vars.push(Variable { name, ty, owner: None, origin: Some(origin) });
        VarId(self.m.vars.len() as u32 - 1)
    }

    /// Where a variable of a function around this one lives. That function was lowered before this one, which nothing else
    /// names. A fixed address and a global variable are those of every activation, since there is never more than one.
    fn captured_home(&mut self, c_var: lariat_c::VarId) -> Home {
        let is_global = |var: VarId| self.m.vars[var.index()].owner.is_none();
        let home = match self.captured.get(&c_var) {
            Some(&home @ Home::Fixed(_)) => home,
            Some(&home @ (Home::Scalar(var) | Home::Dynamic(var, _))) if is_global(var) => home,
            _ => {
                self.unsupported("a nested function that uses a variable of a recursive function");
                let ty = self.ity_or_int(self.c.var(c_var).ty);
                Home::Scalar(self.local("$captured", ty))
            }
        };
        self.frame.homes.insert(c_var, home);
        home
    }

    /// Memory for a variable; its address.
    pub fn new_home(&mut self, c_var: lariat_c::VarId) -> TermId {
        let info = self.c.var(c_var);
        let name = info.name.map_or("$v", |n| self.c.name(n)).to_owned();
        let size = self.c.types.size_of(info.ty);
        let pointer = self.m.pointer_ty();
        let fixed = !self.frame.recursive && size.is_some_and(|s| s <= SMALL);
        if fixed {
            if let Some(&Home::Fixed(object)) = self.frame.homes.get(&c_var) {
                self.fixed_is_born(object);
                return self.m.push(TermKind::Address(object), pointer);
            }
            let owner = self.frame.function.map_or("", |f| self.c.name(self.c.function(f).name));
            let align =
                u64::from(info.aligned.unwrap_or(1)).max(u64::from(self.c.types.align_of(info.ty)));
            let object = self.object(format!("{owner}::{name}"), size, align, true);
            self.m.objects[object.index()].thing = Some(Thing::Local(c_var));
            self.frame.homes.insert(c_var, Home::Fixed(object));
            self.fixed_is_born(object);
            self.is_mortal(Mortal::Fixed(object));
            return self.m.push(TermKind::Address(object), pointer);
        }
        let bytes = match size {
            Some(size) => self.m.address(i128::from(size)),
            None => {
                self.variable_size_fits(info.ty);
                self.variable_size(info.ty)
            }
        };
        let (var, object) = match self.frame.homes.get(&c_var) {
            Some(Home::Dynamic(var, object)) => (*var, *object),
            _ => {
                let align = u64::from(self.c.types.align_of(info.ty));
                let object = self.object(name.clone(), size, align, false);
                self.m.objects[object.index()].thing = Some(Thing::Local(c_var));
                let origin = Origin::AddressOf(c_var);
                let name = format!("addr.{}", in_boogie(&name));
                let var = self.variable_of(c_var, &name, pointer, origin);
                self.is_mortal(Mortal::Dynamic(var));
                (var, object)
            }
        };
        self.frame.homes.insert(c_var, Home::Dynamic(var, object));
        self.m.sizes.insert(object, bytes);
        let fresh = self.m.push(TermKind::Fresh(object), pointer);
        // The one of the round before.
        self.dynamic_is_gone(var);
        self.emit(StmtKind::Assign(var, fresh));
        self.bump(bytes);
        let address = self.m.var(var);
        self.is_born(address, bytes);
        address
    }

    /// The size in bytes of a type that may depend on values.
    pub fn variable_size(&mut self, ty: lariat_c::TypeId) -> TermId {
        use lariat_c::{ArrayLength, Type};
        match *self.c.types.get(ty) {
            Type::Array(element, ArrayLength::Variable(count)) => {
                let size = self.variable_size(element);
                let pointer = self.m.pointer_ty();
                let count = match self.home(count) {
                    Home::Scalar(var) => self.m.var(var),
                    _ => return self.m.address(0),
                };
                let count = self.m.cast(count, pointer);
                self.m.binary(BinOp::Mul, count, size)
            }
            Type::Array(element, ArrayLength::Fixed(n)) => {
                let size = self.variable_size(element);
                let count = self.m.address(i128::from(n));
                self.m.binary(BinOp::Mul, size, count)
            }
            _ => self.m.address(i128::from(self.c.types.size_of(ty).unwrap_or(0))),
        }
    }

    /// `T x;` or `T x = …;`
    pub fn declare(&mut self, c_var: lariat_c::VarId, init: Option<&lariat_c::Init>) {
        self.initialise_in_order(c_var, |this| this.declare_now(c_var, init));
    }

    fn declare_now(&mut self, c_var: lariat_c::VarId, init: Option<&lariat_c::Init>) {
        let info = self.c.var(c_var);
        let ty = info.ty;
        if let (Some(_), false) = (self.ity(ty), info.address_taken) {
            let Home::Scalar(var) = self.home(c_var) else { return };
            match init.and_then(|i| i.entries.first()) {
                Some(entry) => {
                    let value = self.init_value(entry);
                    self.emit(StmtKind::Assign(var, value));
                    self.begins(c_var, var, true);
                }
                None => {
                    self.emit(StmtKind::Havoc(var));
                    self.begins(c_var, var, false);
                }
            }
            return;
        }
        let address = self.new_home(c_var);
        match init {
            Some(init) => self.initialise(address, ty, init),
            None => {
                if self.options.checks.has(Check::Uninitialised) {
                    self.assume(What::AddressTakenInitialised);
                }
                if let Some(Home::Fixed(_)) = self.frame.homes.get(&c_var) {
                    self.forget(address, ty, c_var);
                }
            }
        }
    }

    /// Any content for an object of a small type.
    fn forget(&mut self, address: TermId, ty: lariat_c::TypeId, of: lariat_c::VarId) {
        match self.ity(ty) {
            Some(int) => {
                let value = self.input(int, Origin::Uninitialised(of));
                let access = self.access(ty, None);
                self.emit(StmtKind::Store(access, address, value));
            }
            None => {
                let size = self.c.types.size_of(ty).unwrap_or(0);
                let from = self.m.address(i128::from(size));
                // Memory that was never written has any content.
                let from = self.allocate("unknown content", from, Thing::UnknownContent(of));
                self.copy_record(address, from, ty);
            }
        }
    }

    /// Copies an object of a known type.
    pub fn copy_record(&mut self, to: TermId, from: TermId, ty: lariat_c::TypeId) {
        let size = self.c.types.size_of(ty).unwrap_or(0);
        if size == 0 {
            return;
        }
        let size = self.m.address(i128::from(size));
        let a = self.raw_access(0, ty, None);
        let b = self.raw_access(0, ty, None);
        self.emit(StmtKind::Copy(a, to, b, from, size));
    }
}
