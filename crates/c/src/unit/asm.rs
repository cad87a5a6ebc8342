//! Inline assembly.

use super::{Parsed, Unit};
use crate::program::*;
use crate::source::Place;
use crate::symbol::Symbol;
use crate::token::T;
use crate::tree::*;
use crate::types::TypeId;

impl Unit<'_> {
    /// `asm volatile goto ("…" : outputs : inputs : clobbers : labels);`
    pub(super) fn asm_statement(&mut self) -> Parsed<StmtId> {
        let place = self.next().place;
        if self.peek() == T::LBrace {
            // Microsoft's block form.
            self.next();
            self.skip_to_closing(T::LBrace, T::RBrace)?;
            self.accept(T::Semi);
            let what = self.p.names.intern("__asm block");
            return Ok(self.stmt(StmtKind::Unsupported(what), place));
        }
        let mut volatile = false;
        loop {
            match self.peek() {
                T::Volatile => volatile = true,
                T::Inline | T::Goto | T::Const => {}
                _ => break,
            }
            self.next();
        }
        self.expect(T::LParen)?;
        let template = self.string_literal()?;
        let mut asm = Asm {
            template,
            outputs: Vec::new(),
            inputs: Vec::new(),
            clobbers: Vec::new(),
            labels: Vec::new(),
            volatile,
        };
        if self.accept(T::Colon) {
            asm.outputs = self.asm_operands(true)?;
            if self.accept(T::Colon) {
                asm.inputs = self.asm_operands(false)?;
                if self.accept(T::Colon) {
                    while self.peek() == T::Str {
                        asm.clobbers.push(self.string_literal()?);
                        if !self.accept(T::Comma) {
                            break;
                        }
                    }
                    if self.accept(T::Colon) {
                        asm.labels = self.asm_labels()?;
                    }
                }
            }
        }
        asm.volatile |= asm.outputs.is_empty();
        self.expect(T::RParen)?;
        self.expect(T::Semi)?;
        Ok(self.stmt(StmtKind::Asm(Box::new(asm)), place))
    }

    fn asm_labels(&mut self) -> Parsed<Vec<LabelId>> {
        let mut labels = Vec::new();
        while self.peek() == T::Name {
            let place = self.place();
            let name = self.expect_name()?;
            if let Some(label) = self.use_label(name, place) {
                labels.push(label);
            }
            if !self.accept(T::Comma) {
                break;
            }
        }
        Ok(labels)
    }

    fn asm_operands(&mut self, outputs: bool) -> Parsed<Vec<AsmOperand>> {
        let mut operands = Vec::new();
        while matches!(self.peek(), T::Str | T::LBracket) {
            let mut name = None;
            if self.accept(T::LBracket) {
                name = Some(Symbol(self.next().value));
                self.expect(T::RBracket)?;
            }
            let place = self.place();
            let constraint = self.string_literal()?;
            self.expect(T::LParen)?;
            let e = self.expression()?;
            self.expect(T::RParen)?;
            operands.push(self.asm_operand(name, constraint, e, outputs, place));
            if !self.accept(T::Comma) {
                break;
            }
        }
        Ok(operands)
    }

    fn asm_operand(
        &mut self,
        name: Option<Symbol>,
        constraint: StringId,
        e: ExprId,
        output: bool,
        place: Place,
    ) -> AsmOperand {
        let text = self.p.string(constraint).text();
        let memory = text.contains('m') && !text.contains(['r', 'q', 'i', 'g', 'a']);
        let mut is_lvalue = self.is_lvalue(e);
        // GNU lets a cast of an object stand for the object.
        let mut expr = e;
        if output && !is_lvalue {
            expr = self.under_casts(e);
            is_lvalue = self.is_lvalue(expr);
            if !is_lvalue && self.ty(e) != TypeId::ERROR {
                self.error("type", place, "an output of asm must be an object");
            }
        }
        if is_lvalue && (output || memory) {
            if memory {
                self.mark_address_taken(expr);
            }
            return AsmOperand { name, constraint, expr, is_lvalue: true };
        }
        let expr = self.value(e);
        AsmOperand { name, constraint, expr, is_lvalue: false }
    }

    fn under_casts(&self, mut e: ExprId) -> ExprId {
        while let ExprKind::Cast(_, inner) | ExprKind::Load(inner) = *self.kind(e) {
            e = inner;
        }
        e
    }
}
