//! Weak functions without a definition: the linker makes them null pointers, unless a file that we have not seen
//! defines them. So their address is one of two numbers, chosen before the program starts.

use super::{Lowering, in_boogie};
use crate::checks::Check;
use crate::ir::*;
use lariat_c::FunctionId;

impl Lowering<'_> {
    fn is_open_weak(&self, id: FunctionId) -> bool {
        let f = self.c.function(id);
        f.weak && f.body.is_none() && !super::is_library(self.c.name(f.name))
    }

    /// The address of a weak function that is not defined.
    pub fn weak_address(&mut self, id: FunctionId) -> Option<TermId> {
        if !self.is_open_weak(id) {
            return None;
        }
        if let Some(&var) = self.weak.get(&id) {
            return Some(self.m.var(var));
        }
        let name = in_boogie(self.c.name(self.c.function(id).name)).into_owned();
        let name = self.global_name(&format!("$weak.{name}"));
        let ty = self.m.pointer_ty();
        self.m.vars.push(Variable { name, ty, owner: None, origin: None });
        let var = VarId(self.m.vars.len() as u32 - 1);
        self.weak.insert(id, var);
        if self.frame.function.is_none() {
            self.choose_weak(id, var);
        }
        Some(self.m.var(var))
    }

    /// Chooses the addresses that function bodies name.
    pub fn choose_weak_addresses(&mut self) {
        let mut named: Vec<(FunctionId, VarId)> = self.weak.iter().map(|(f, v)| (*f, *v)).collect();
        named.sort_unstable();
        for (id, var) in named {
            self.choose_weak(id, var);
        }
    }

    fn choose_weak(&mut self, id: FunctionId, var: VarId) {
        self.emit(StmtKind::Havoc(var));
        let value = self.m.var(var);
        let pointer = self.m.pointer_ty();
        let there = self.m.push(TermKind::FunctionAddress(id), pointer);
        let zero = self.m.address(0);
        let none = self.m.compare(CmpOp::Eq, value, zero);
        let some = self.m.compare(CmpOp::Eq, value, there);
        let either = self.m.or(none, some);
        self.emit(StmtKind::Assume(either));
    }

    /// A function is called by its name.
    pub fn guard_weak_call(&mut self, id: FunctionId) {
        let Some(address) = self.weak_address(id) else { return };
        let zero = self.m.address(0);
        let present = self.m.compare(CmpOp::Ne, address, zero);
        let name = self.c.name(self.c.function(id).name).to_owned();
        let what = || format!("call of the weak function `{name}`, which is not defined");
        self.require(Check::Null, present, what);
        // Whatever a call of NULL does, the program does not go on from there.
        self.emit(StmtKind::Assume(present));
    }
}
