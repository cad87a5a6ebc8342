//! GNU C: functions inside of functions, and labels as values.
//!
//! A nested function is one of the program like any other; what it uses of the functions around it is marked as captured
//! and lives in memory. The address of a label is a number of its own, and `goto *e` a switch over the labels
//! of the function whose address is taken. A label that a nested function jumps to and does not have is one of the function
//! around it: that function marks the place behind the nested one with `__builtin_setjmp`, and the jump is a
//! `__builtin_longjmp` there, which is how GCC does it, and from there to the label.

use super::declaration::Declared;
use super::scope::Binding;
use super::{Parsed, Unit};
use crate::layout::DataModel;
use crate::program::*;
use crate::source::Place;
use crate::symbol::Symbol;
use crate::tree::*;
use crate::types::TypeId;

/// The size of GCC's buffers for jumps, in pointers.
const JUMP_BUFFER_WORDS: u64 = 5;

/// Jumps of a nested function to a label that it does not have.
pub(super) struct Outward {
    pub label: Symbol,
    pub place: Place,
    pub jumps: Vec<StmtId>,
}

/// How far addresses of labels are from each other.
const LABEL_STEP: i128 = 16;

impl Unit<'_> {
    /// A function definition in a block.
    pub(super) fn nested_function(&mut self, out: &mut Vec<StmtId>) -> Parsed<()> {
        let outer_first = self.first_var;
        let outer_pending = std::mem::take(&mut self.pending);
        let outer_outward = self.outward.replace(Vec::new());
        self.first_var = self.p.vars.len() as u32;
        let outer = self.function.take();
        let result = self.nested_definition();
        self.function = outer;
        self.first_var = outer_first;
        self.pending = outer_pending;
        let outward = std::mem::replace(&mut self.outward, outer_outward);
        for jumps in outward.into_iter().flatten() {
            self.landing(jumps, out);
        }
        result
    }

    /// Where jumps out of a nested function arrive.
    fn landing(&mut self, outward: Outward, out: &mut Vec<StmtId>) {
        let Outward { label, place, jumps } = outward;
        let Some(label) = self.use_label(label, place) else { return };
        let pointer = self.p.types.pointer_to(TypeId::VOID);
        let ty = self.p.types.array_of(pointer, JUMP_BUFFER_WORDS);
        let buffer = self.new_var(None, ty, VarRole::Local, place);
        let var = &mut self.p.vars[buffer.index()];
        (var.captured, var.address_taken) = (true, true);
        out.push(self.stmt(StmtKind::Declare(buffer, None), place));
        let arrived = self.jump_call("__builtin_setjmp", buffer, None, place);
        let go = self.stmt(StmtKind::Goto(label), place);
        if let Some(function) = &mut self.function {
            function.jumps.push((label, go));
        }
        let arrived = self.condition(arrived);
        out.push(self.stmt(StmtKind::If(arrived, go, None), place));
        for jump in jumps {
            let place = self.p.stmt(jump).place;
            let one = self.int(1, TypeId::INT, place);
            let call = self.jump_call("__builtin_longjmp", buffer, Some(one), place);
            self.p.stmts[jump.index()].kind = StmtKind::Expr(call);
        }
    }

    fn jump_call(
        &mut self,
        name: &str,
        buffer: VarId,
        value: Option<ExprId>,
        place: Place,
    ) -> ExprId {
        let name = self.p.names.intern(name);
        let function = self.implicit_function(name, place);
        let ty = self.p.functions[function.index()].ty;
        let callee = self.expr(ExprKind::Function(function), ty, place);
        let callee = self.function_pointer(callee);
        let buffer = self.expr(ExprKind::Var(buffer), self.p.vars[buffer.index()].ty, place);
        let args = [Some(buffer), value].into_iter().flatten().collect();
        self.call_of(callee, args, place)
    }

    fn nested_definition(&mut self) -> Parsed<()> {
        let s = self.specifiers()?;
        let before = self.attributes()?;
        let d = self.declarator(false)?;
        let mut attributes = self.trailing_attributes()?;
        attributes.merge(before);
        attributes.merge(s.attributes.clone());
        let ty = self.derive(s.ty, &d);
        let Some((name, place)) = d.name else { return Err(super::Failed) };
        // `auto int f(int);` may have declared it; other functions of the name are other functions.
        let known = self.scopes.names.get(name).filter(|e| e.depth == self.scopes.depth);
        match known.map(|e| e.what) {
            Some(Binding::Function(id)) => {
                self.p.functions[id.index()].linkage = Linkage::Internal;
                self.shared.externals.remove(&name);
            }
            _ => {
                let declared =
                    Declared { name, ty, place, specifiers: &s, attributes: &attributes };
                let id = self.new_function(&declared, Linkage::Internal);
                self.scopes.names.declare(name, Binding::Function(id), place, self.scopes.depth);
            }
        }
        let declared = Declared { name, ty, place, specifiers: &s, attributes: &attributes };
        self.function_definition(declared, d)
    }

    /// A variable is used; if it is one of a function around this one it must live in memory.
    pub(super) fn note_use(&mut self, id: VarId) {
        let var = &mut self.p.vars[id.index()];
        if id.0 < self.first_var && var.role != VarRole::Bound {
            var.captured = true;
            var.address_taken |= var.role != VarRole::Length;
        }
    }

    /// `&&label`
    pub(super) fn label_value(
        &mut self,
        name: crate::symbol::Symbol,
        place: Place,
    ) -> Option<ExprId> {
        let label = self.use_label(name, place)?;
        let base = match self.p.model() {
            DataModel::Ilp32 | DataModel::Win32 => 0xf000_0000,
            DataModel::Lp64 | DataModel::Llp64 => 0x7f00_0000_0000,
        };
        let next = base + i128::from(self.p.label_values) * LABEL_STEP;
        let function = self.function.as_mut()?;
        let known = function.addressed.iter().find(|(l, _)| *l == label).map(|&(_, value)| value);
        let value = known.unwrap_or(next);
        if known.is_none() {
            function.addressed.push((label, value));
            self.p.label_values += 1;
        }
        let size_type = self.p.types.model.size_type();
        let number = self.int(value, size_type, place);
        let pointer = self.p.types.pointer_to(TypeId::VOID);
        Some(self.convert(number, pointer))
    }

    /// `goto *e;`
    pub(super) fn computed_goto(&mut self, e: ExprId, place: Place) -> Option<StmtId> {
        let e = self.value(e);
        let value = self.convert(e, self.p.types.model.size_type());
        let function = self.function.as_mut()?;
        let elsewhere = function.new_label(None, place);
        let what = self.p.names.intern("goto to what is no label of the function");
        let label = self.stmt(StmtKind::Label(elsewhere), place);
        let open = self.stmt(StmtKind::Unsupported(what), place);
        let body = self.stmt(StmtKind::Block(vec![label, open]), place);
        let switch = Switch { value, cases: Vec::new(), default: Some(elsewhere), body };
        let jump = self.stmt(StmtKind::Switch(Box::new(switch)), place);
        self.function.as_mut()?.computed.push(jump);
        Some(jump)
    }
}
