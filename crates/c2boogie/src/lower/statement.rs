//! Statements become labels and jumps.

use super::Lowering;
use super::exceptions::Exit;
use super::lvalue::Lvalue;
use crate::ir::*;
use lariat_c::{StmtId, StmtKind as C};
use lariat_verdict::What;

impl Lowering<'_> {
    pub(super) fn c_label(&mut self, label: lariat_c::LabelId) -> LabelId {
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
                self.first_rounds(Some(*test), *body, None, end);
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
                let due = self.frame.dues.len();
                if let Some(init) = init {
                    self.statements(*init);
                }
                let (head, inside) = (self.new_label(), self.new_label());
                let (next, end) = (self.new_label(), self.new_label());
                self.first_rounds(*condition, *body, *step, end);
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
                self.clean_up(due);
            }
            C::Switch(switch) => self.switch(switch),
            C::Label(label) => {
                let label = self.c_label(*label);
                self.label(label);
            }
            C::Goto(label) => {
                self.go_to(*label);
            }
            C::Break => {
                if let Some(&(label, stay)) = self.frame.breaks.last() {
                    self.leave(Exit::Jump(label, stay));
                }
            }
            C::Continue => {
                if let Some(&(label, stay)) = self.frame.continues.last() {
                    self.leave(Exit::Jump(label, stay));
                }
            }
            C::Return(value) => self.return_(*value),
            C::Try(t) => self.try_(id, **t),
            C::Leave => self.leave_guarded(),
            C::Block(_) => {
                let stay = self.scope();
                self.statements(id);
                self.clean_up(stay.dues);
                self.end_block(stay.mortals);
            }
            C::Declare(var, init) => {
                self.declare(*var, init.as_deref());
                self.is_due(*var);
            }
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

    /// The iterations of a loop that are spelled out in front of it.
    fn first_rounds(
        &mut self,
        test: Option<lariat_c::ExprId>,
        body: StmtId,
        step: Option<lariat_c::ExprId>,
        end: LabelId,
    ) {
        for _ in 0..self.frame.rounds {
            let (inside, next) = (self.new_label(), self.new_label());
            match test {
                Some(test) => self.jump_on(test, inside, end),
                None => self.goto(inside),
            }
            self.label(inside);
            self.loop_body(body, end, next);
            self.goto(next);
            self.label(next);
            if let Some(step) = step {
                self.effect(step);
            }
        }
    }

    fn loop_body(&mut self, body: StmtId, end: LabelId, next: LabelId) {
        let stay = self.scope();
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
        self.frame.breaks.push((end, self.scope()));
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
        self.leave(Exit::Return);
    }

    /// Inline assembly: outputs get any value, memory is taken not to change, which a verdict then says. Without
    /// instructions it only moves values to where the constraints want them.
    fn asm(&mut self, asm: &lariat_c::Asm) {
        let is_empty = self.c.string(asm.template).text().trim().is_empty();
        let mut values = Vec::new();
        for input in &asm.inputs {
            let scalar = !input.is_lvalue && self.ity(self.type_of(input.expr)).is_some();
            values.push(match scalar {
                true => {
                    let value = self.value(input.expr);
                    Some(self.save(value))
                }
                false => {
                    self.operand_effects(input);
                    None
                }
            });
        }
        let clobbers_memory = asm.clobbers.iter().any(|&c| self.c.string(c).text() == "memory");
        if clobbers_memory && !is_empty {
            let at = self.c.files.show(self.frame.place);
            self.assume(What::AssemblyWritesNothing(at.to_string()));
        }
        for (n, output) in asm.outputs.iter().enumerate() {
            let constraint = self.c.string(output.constraint).text();
            if is_empty && constraint.starts_with('+') {
                self.operand_effects(output);
                continue;
            }
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
            // A matching constraint says in whose place an input is.
            let place = |input: &lariat_c::AsmOperand| self.c.string(input.constraint).text();
            let same = asm.inputs.iter().position(|input| place(input) == n.to_string());
            let given = same.and_then(|i| values[i]).filter(|_| is_empty);
            let value = match given {
                Some(value) => self.m.cast(value, ty),
                // The instructions compute something certain that is not known here.
                None if self.options.rules.is_none() => self.approximation(ty),
                None => self.any(ty),
            };
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

    /// An operand of inline assembly whose value does not matter is still evaluated.
    fn operand_effects(&mut self, operand: &lariat_c::AsmOperand) {
        if !operand.is_lvalue {
            self.effect(operand.expr);
        } else if self.has_effects(operand.expr) {
            self.lvalue(operand.expr);
        }
    }
}
