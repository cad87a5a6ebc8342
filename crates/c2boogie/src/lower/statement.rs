//! Statements become labels and jumps.

use super::Lowering;
use super::lvalue::Lvalue;
use crate::ir::*;
use lariat_c::{StmtId, StmtKind as C};
use lariat_verdict::What;

impl Lowering<'_> {
    fn c_label(&mut self, label: lariat_c::LabelId) -> LabelId {
        if let Some(&known) = self.frame.c_labels.get(&label) {
            return known;
        }
        let new = self.new_label();
        self.frame.c_labels.insert(label, new);
        new
    }

    /// Lowers a statement.
    pub fn statement(&mut self, id: StmtId) {
        let c = self.c;
        let stmt = c.stmt(id);
        if stmt.place.line != 0 {
            self.frame.place = stmt.place;
        }
        match &stmt.kind {
            C::Expr(e) => self.effect(*e),
            C::If(test, yes, no) => {
                let (on_yes, on_no, end) = (self.new_label(), self.new_label(), self.new_label());
                self.jump_on(*test, on_yes, on_no);
                self.label(on_yes);
                self.statement(*yes);
                self.goto(end);
                self.label(on_no);
                if let Some(no) = no {
                    self.statement(*no);
                }
                self.label(end);
            }
            C::While(test, body) => {
                let (head, inside, end) = (self.new_label(), self.new_label(), self.new_label());
                self.label(head);
                self.jump_on(*test, inside, end);
                self.label(inside);
                self.loop_body(*body, end, head);
                self.goto(head);
                self.label(end);
            }
            C::DoWhile(body, test) => {
                let (head, next, end) = (self.new_label(), self.new_label(), self.new_label());
                self.label(head);
                self.loop_body(*body, end, next);
                self.label(next);
                self.jump_on(*test, head, end);
                self.label(end);
            }
            C::For { init, condition, step, body }
                if self.fills_with_inputs(*init, *condition, *step, *body) => {}
            C::For { init, condition, step, body } => {
                if let Some(init) = init {
                    self.statements(*init);
                }
                let (head, inside) = (self.new_label(), self.new_label());
                let (next, end) = (self.new_label(), self.new_label());
                self.label(head);
                if let Some(condition) = condition {
                    self.jump_on(*condition, inside, end);
                }
                self.label(inside);
                self.loop_body(*body, end, next);
                self.label(next);
                self.frame.place = stmt.place;
                if let Some(step) = step {
                    self.effect(*step);
                }
                self.goto(head);
                self.label(end);
            }
            C::Switch(switch) => self.switch(switch),
            C::Label(label) => {
                let label = self.c_label(*label);
                self.label(label);
            }
            C::Goto(label) => {
                let label = self.c_label(*label);
                self.goto(label);
            }
            C::Break => {
                if let Some(&(label, stay)) = self.frame.breaks.last() {
                    self.leave_blocks(stay);
                    self.goto(label);
                }
            }
            C::Continue => {
                if let Some(&(label, stay)) = self.frame.continues.last() {
                    self.leave_blocks(stay);
                    self.goto(label);
                }
            }
            C::Return(value) => self.return_(*value),
            C::Block(_) => {
                let stay = self.frame.mortals.len();
                self.statements(id);
                self.end_block(stay);
            }
            C::Declare(var, init) => self.declare(*var, init.as_deref()),
            C::Asm(asm) => self.asm(asm),
            C::Pragma(_) => {}
            C::Unsupported(what) => {
                let what = c.name(*what).to_owned();
                self.unsupported(what);
            }
        }
    }

    /// The statements of a block, whose objects live on behind it.
    pub fn statements(&mut self, id: StmtId) {
        match &self.c.stmt(id).kind {
            C::Block(list) => {
                for &s in list {
                    self.statement(s);
                }
            }
            _ => self.statement(id),
        }
    }

    fn loop_body(&mut self, body: StmtId, end: LabelId, next: LabelId) {
        let stay = self.frame.mortals.len();
        self.frame.breaks.push((end, stay));
        self.frame.continues.push((next, stay));
        self.statement(body);
        self.frame.breaks.pop();
        self.frame.continues.pop();
    }

    fn switch(&mut self, switch: &lariat_c::Switch) {
        let value = self.value(switch.value);
        let value = self.save(value);
        let ty = self.m.ty(value);
        let end = self.new_label();
        let mut targets = Vec::new();
        let mut other = self.m.truth(true);
        let mut blocks = Vec::new();
        for case in &switch.cases {
            let low = self.m.int(case.low, ty);
            let matches = if case.low == case.high {
                self.m.compare(CmpOp::Eq, value, low)
            } else {
                let high = self.m.int(case.high, ty);
                let above = self.m.compare(CmpOp::Le, low, value);
                let below = self.m.compare(CmpOp::Le, value, high);
                self.m.and(above, below)
            };
            let contrary = self.m.not(matches);
            other = self.m.and(other, contrary);
            let target = self.c_label(case.label);
            blocks.push((self.new_label(), matches, target));
        }
        let default = match switch.default {
            Some(label) => self.c_label(label),
            None => end,
        };
        blocks.push((self.new_label(), other, default));
        targets.extend(blocks.iter().map(|b| b.0));
        self.emit(StmtKind::Goto(targets));
        for (label, condition, target) in blocks {
            self.label(label);
            self.emit(StmtKind::Assume(condition));
            self.goto(target);
        }
        self.frame.breaks.push((end, self.frame.mortals.len()));
        self.statement(switch.body);
        self.frame.breaks.pop();
        self.label(end);
    }

    pub fn return_(&mut self, value: Option<lariat_c::ExprId>) {
        if let Some(e) = value {
            let ty = self.type_of(e);
            if let (true, Some(into)) = (self.is_record(ty), self.frame.result_pointer) {
                let from = self.record(e);
                let to = self.m.var(into);
                self.copy_record(to, from, ty);
            } else if let (Some(_), Some(result)) = (self.ity(ty), self.frame.result) {
                let value = self.value(e);
                let to = self.m.vars[result.index()].ty;
                let value = self.m.cast(value, to);
                self.emit(StmtKind::Assign(result, value));
            } else {
                self.effect(e);
            }
        }
        match self.frame.epilogue {
            Some(epilogue) => self.goto(epilogue),
            None => self.emit(StmtKind::Return),
        }
    }

    /// Inline assembly: outputs get any value. Instructions that say that they change memory may change all that they
    /// can get at; without instructions it is a barrier for the compiler only.
    fn asm(&mut self, asm: &lariat_c::Asm) {
        let text = |id| -> String {
            let units = self.c.string(id).units.iter();
            units.filter_map(|&u| char::from_u32(u)).filter(|&c| c != '\0').collect()
        };
        let changes_memory = asm.clobbers.iter().any(|&c| text(c) == "memory");
        if changes_memory && !text(asm.template).trim().is_empty() {
            self.assume(What::WritesNothing("asm".into()));
        }
        for input in &asm.inputs {
            if !input.is_lvalue {
                self.effect(input.expr);
            }
        }
        for output in &asm.outputs {
            let ty = self.type_of(output.expr);
            if self.ity(ty).is_none() {
                self.unsupported("inline assembly that writes an aggregate");
                continue;
            }
            let lvalue = self.lvalue(output.expr);
            let ty = match lvalue {
                Lvalue::Bits { ty, .. } | Lvalue::Nothing(ty) => ty,
                _ => self.ity_or_int(ty),
            };
            let value = self.any(ty);
            self.write(&lvalue, value);
        }
        if !asm.labels.is_empty() {
            let next = self.new_label();
            let mut targets = vec![next];
            for &label in &asm.labels {
                targets.push(self.c_label(label));
            }
            self.emit(StmtKind::Goto(targets));
            self.label(next);
        }
    }
}
