//! Expressions.
//!
//! Binding strength, weakest first: `<==>`; `==>` and `<==`; `&&` and `||`; comparisons;
//! `++`; `+ -`; `* / div mod`; `**`; `is`; prefix `! -`; `: T`; `[…]` and `->`.
//! Operators of one line may not be mixed where that would be ambiguous.

use super::{Parser, Reported, Result};
use crate::ast::*;
use crate::interner::Symbol;
use crate::source::Span;
use crate::token::{T, Token};

/// Levels of binary operators.
const IFF: u8 = 1;
const IMPLIES: u8 = 2;
const LOGICAL: u8 = 3;
const RELATION: u8 = 4;
const POWER: u8 = 8;

fn binary_op(kind: T) -> Option<(BinaryOp, u8)> {
    Some(match kind {
        T::Iff => (BinaryOp::Iff, IFF),
        T::Implies => (BinaryOp::Implies, IMPLIES),
        T::Explies => (BinaryOp::Explies, IMPLIES),
        T::And => (BinaryOp::And, LOGICAL),
        T::Or => (BinaryOp::Or, LOGICAL),
        T::Eq => (BinaryOp::Eq, RELATION),
        T::Neq => (BinaryOp::Neq, RELATION),
        T::Lt => (BinaryOp::Lt, RELATION),
        T::Le => (BinaryOp::Le, RELATION),
        T::Gt => (BinaryOp::Gt, RELATION),
        T::Ge => (BinaryOp::Ge, RELATION),
        T::Subtype => (BinaryOp::Subtype, RELATION),
        T::Concat => (BinaryOp::Concat, 5),
        T::Plus => (BinaryOp::Add, 6),
        T::Minus => (BinaryOp::Sub, 6),
        T::Star => (BinaryOp::Mul, 7),
        T::Slash => (BinaryOp::RealDiv, 7),
        T::Div => (BinaryOp::Div, 7),
        T::Mod => (BinaryOp::Mod, 7),
        T::Pow => (BinaryOp::Pow, POWER),
        _ => return None,
    })
}

impl Parser<'_> {
    /// An expression.
    pub(super) fn expr(&mut self) -> Result<ExprId> {
        self.nested(|p| p.binary(IFF))
    }

    /// One or more expressions with commas between, up to `close`, which is read too.
    fn exprs_until(&mut self, close: T) -> Result<Vec<ExprId>> {
        let mut exprs = Vec::new();
        if self.eat(close) {
            return Ok(exprs);
        }
        exprs.push(self.expr()?);
        while self.eat(T::Comma) {
            exprs.push(self.expr()?);
        }
        self.expect(close)?;
        Ok(exprs)
    }

    /// Operators of level `min` and above.
    fn binary(&mut self, min: u8) -> Result<ExprId> {
        let mut lhs = self.unary()?;
        // The operator of the top node of `lhs`, if it was read in this loop.
        let mut top: Option<(BinaryOp, u8)> = None;
        while let Some((op, level)) = binary_op(self.tok.kind) {
            if level < min {
                break;
            }
            if let Some((previous, previous_level)) = top
                && previous_level == level
            {
                self.forbid_mixture(previous, op, level)?;
            }
            if op == BinaryOp::Implies || op == BinaryOp::Pow {
                lhs = self.right_associative(lhs, op, level)?;
            } else {
                self.bump();
                let rhs = self.binary(level + 1)?;
                lhs = self.add_binary(op, lhs, rhs);
            }
            top = Some((op, level));
        }
        Ok(lhs)
    }

    fn add_binary(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> ExprId {
        let span = self.program[lhs].span.to(self.program[rhs].span);
        self.program.add_expr(ExprKind::Binary(op, lhs, rhs), span)
    }

    /// `a ==> b ==> c`, `a ** b ** c`: reads all operands, then folds from the right.
    fn right_associative(&mut self, first: ExprId, op: BinaryOp, level: u8) -> Result<ExprId> {
        let kind = self.tok.kind;
        let mut operands = vec![first];
        while self.at(kind) {
            self.bump();
            operands.push(self.binary(level + 1)?);
        }
        let mut result = operands.pop().unwrap_or(first);
        while let Some(lhs) = operands.pop() {
            result = self.add_binary(op, lhs, result);
        }
        Ok(result)
    }

    fn forbid_mixture(&mut self, previous: BinaryOp, op: BinaryOp, level: u8) -> Result<()> {
        let span = self.tok.span();
        let message = match level {
            IMPLIES | LOGICAL if previous != op => {
                format!("`{}` and `{}` need parentheses to be mixed", previous.text(), op.text())
            }
            RELATION => format!(
                "comparisons do not chain: `{}` after `{}` needs parentheses",
                op.text(),
                previous.text()
            ),
            _ => return Ok(()),
        };
        Err(self.error(span, message))
    }

    /// Prefix operators, then `is`.
    fn unary(&mut self) -> Result<ExprId> {
        let start = self.tok.start;
        let expr = match self.tok.kind {
            T::Not | T::Minus => self.prefix()?,
            _ => self.coercion()?,
        };
        if self.at_word(self.words.is) {
            self.bump();
            let constructor = self.name()?;
            let span = self.span_from(start);
            return Ok(self.program.add_expr(ExprKind::Is { value: expr, constructor }, span));
        }
        Ok(expr)
    }

    fn prefix(&mut self) -> Result<ExprId> {
        let op = match self.tok.kind {
            T::Not => UnaryOp::Not,
            T::Minus => UnaryOp::Neg,
            _ => return self.coercion(),
        };
        self.nested(|p| {
            let start = p.bump().start;
            let operand = p.prefix()?;
            let span = p.span_from(start);
            Ok(p.program.add_expr(ExprKind::Unary(op, operand), span))
        })
    }

    #[inline]
    fn coercion(&mut self) -> Result<ExprId> {
        let start = self.tok.start;
        let mut expr = self.postfix()?;
        while self.at(T::Colon) {
            self.bump();
            let ty = self.ty()?;
            let span = self.span_from(start);
            expr = self.program.add_expr(ExprKind::Coerce(expr, ty), span);
        }
        Ok(expr)
    }

    #[inline]
    fn postfix(&mut self) -> Result<ExprId> {
        let start = self.tok.start;
        let mut expr = self.atom()?;
        loop {
            match self.tok.kind {
                T::LBracket => expr = self.index(expr, start)?,
                T::Arrow => expr = self.field(expr, start)?,
                _ => return Ok(expr),
            }
        }
    }

    /// `m[i]`, `m[i := v]` or `b[8:0]`.
    fn index(&mut self, base: ExprId, start: u32) -> Result<ExprId> {
        self.bump();
        if self.at(T::Int)
            && self.peek() == T::Colon
            && let Some(extract) = self.extract(base, start)?
        {
            return Ok(extract);
        }
        let mut indices = Vec::new();
        if !self.at(T::RBracket) && !self.at(T::Assign) {
            indices.push(self.expr()?);
            while self.eat(T::Comma) {
                indices.push(self.expr()?);
            }
        }
        let indices: Box<[ExprId]> = indices.into();
        let kind = if self.eat(T::Assign) {
            let value = self.expr()?;
            ExprKind::Update { map: base, indices, value }
        } else {
            ExprKind::Select { map: base, indices }
        };
        self.expect(T::RBracket)?;
        let span = self.span_from(start);
        Ok(self.program.add_expr(kind, span))
    }

    /// `8:0]` after `b[`. `None`, with nothing read, if a type follows the colon.
    fn extract(&mut self, bits: ExprId, start: u32) -> Result<Option<ExprId>> {
        let (position, high) = (self.lexer.position(), self.tok);
        self.bump();
        self.bump();
        if !self.at(T::Int) {
            self.lexer.rewind(position);
            self.tok = high;
            return Ok(None);
        }
        let low = self.bump();
        let (Some(high), Some(low)) = (self.bit_number(high), self.bit_number(low)) else {
            let span = high.span().to(low.span());
            return Err(self.error(span, "this bit number is too large"));
        };
        self.expect(T::RBracket)?;
        let span = self.span_from(start);
        Ok(Some(self.program.add_expr(ExprKind::Extract { bits, high, low }, span)))
    }

    fn bit_number(&self, token: Token) -> Option<u32> {
        let number: u32 = self.lexer.slice(token.start, token.end).parse().ok()?;
        (number <= i32::MAX as u32).then_some(number)
    }

    fn field(&mut self, value: ExprId, start: u32) -> Result<ExprId> {
        self.bump();
        let kind = if self.eat(T::LParen) {
            let field = self.name()?;
            self.expect(T::Assign)?;
            let with = self.expr()?;
            self.expect(T::RParen)?;
            ExprKind::FieldUpdate { value, field, with }
        } else {
            ExprKind::Field { value, field: self.name()? }
        };
        let span = self.span_from(start);
        Ok(self.program.add_expr(kind, span))
    }

    fn atom(&mut self) -> Result<ExprId> {
        let token = self.tok;
        let kind = match token.kind {
            T::Ident => {
                self.bump();
                if self.at(T::LParen) {
                    return self.application(token);
                }
                return Ok(self.program.add_expr(ExprKind::Var(token.symbol), token.span()));
            }
            T::Int => {
                let text = self.intern_token(token);
                ExprKind::Int(text)
            }
            T::True => ExprKind::Bool(true),
            T::False => ExprKind::Bool(false),
            T::LParen => return self.parenthesized(),
            T::Old => return self.keyword_application(ExprKind::Old),
            T::IntType => return self.keyword_application(ExprKind::ToInt),
            T::RealType => return self.keyword_application(ExprKind::ToReal),
            T::If => return self.if_then_else(),
            T::Real => ExprKind::Real(self.intern_token(token)),
            T::Float => ExprKind::Float(self.intern_token(token)),
            T::Bv => self.bv_literal(token)?,
            T::Str => ExprKind::Str(self.string_text(token)),
            T::CodeStart => return self.code_expr(),
            T::Rne | T::RneLong => ExprKind::RoundingMode(RoundingMode::NearestTiesToEven),
            T::Rna | T::RnaLong => ExprKind::RoundingMode(RoundingMode::NearestTiesToAway),
            T::Rtp | T::RtpLong => ExprKind::RoundingMode(RoundingMode::TowardPositive),
            T::Rtn | T::RtnLong => ExprKind::RoundingMode(RoundingMode::TowardNegative),
            T::Rtz | T::RtzLong => ExprKind::RoundingMode(RoundingMode::TowardZero),
            T::Forall | T::Exists | T::Lambda => return Err(self.bare_binder()),
            _ => return Err(self.expected("an expression")),
        };
        self.bump();
        Ok(self.program.add_expr(kind, token.span()))
    }

    #[cold]
    fn bare_binder(&mut self) -> Reported {
        let what = self.tok.kind.describe();
        let span = self.tok.span();
        self.error(span, format!("{what} stands in parentheses of its own"))
    }

    fn application(&mut self, function: Token) -> Result<ExprId> {
        self.bump();
        let args = self.exprs_until(T::RParen)?.into();
        let function = Name { symbol: function.symbol, span: function.span() };
        let span = self.span_from(function.span.start);
        Ok(self.program.add_expr(ExprKind::App { function, args }, span))
    }

    fn keyword_application(&mut self, make: fn(ExprId) -> ExprKind) -> Result<ExprId> {
        let start = self.bump().start;
        self.expect(T::LParen)?;
        let inner = self.expr()?;
        self.expect(T::RParen)?;
        let span = self.span_from(start);
        Ok(self.program.add_expr(make(inner), span))
    }

    fn bv_literal(&mut self, token: Token) -> Result<ExprKind> {
        let text = self.lexer.slice(token.start, token.end);
        let (value, width) = text.split_once("bv").unwrap_or((text, ""));
        match width.parse::<u32>() {
            Ok(width) if width <= i32::MAX as u32 => {
                Ok(ExprKind::Bv { value: self.program.interner.intern(value), width })
            }
            _ => Err(self.error(token.span(), "this bit-vector is too wide")),
        }
    }

    /// The text of a string token without its quotes.
    pub(super) fn string_text(&mut self, token: Token) -> Symbol {
        let text = self.lexer.slice(token.start, token.end);
        let text = text.strip_prefix('"').unwrap_or(text);
        let text = text.strip_suffix('"').unwrap_or(text);
        self.program.interner.intern(text)
    }

    /// `if c then a else b`; a chain of `else if` is read in a loop.
    fn if_then_else(&mut self) -> Result<ExprId> {
        let mut pending = Vec::new();
        let mut last = loop {
            let start = self.bump().start;
            let cond = self.expr()?;
            self.expect(T::Then)?;
            let then = self.expr()?;
            self.expect(T::Else)?;
            pending.push((start, cond, then));
            if !self.at(T::If) {
                break self.expr()?;
            }
        };
        while let Some((start, cond, then)) = pending.pop() {
            let span = self.span_from(start);
            last = self.program.add_expr(ExprKind::Ite(cond, then, last), span);
        }
        Ok(last)
    }

    /// What stands in parentheses: an expression, a binder or a let.
    fn parenthesized(&mut self) -> Result<ExprId> {
        let start = self.bump().start;
        let kind = match self.tok.kind {
            T::Forall => self.binder(BinderKind::Forall)?,
            T::Exists => self.binder(BinderKind::Exists)?,
            T::Lambda => self.binder(BinderKind::Lambda)?,
            T::Var => self.let_expr()?,
            _ => {
                let inner = self.expr()?;
                self.expect(T::RParen)?;
                return Ok(inner);
            }
        };
        self.expect(T::RParen)?;
        let span = self.span_from(start);
        Ok(self.program.add_expr(kind, span))
    }

    fn binder(&mut self, kind: BinderKind) -> Result<ExprKind> {
        self.bump();
        let type_params = self.type_params()?;
        let mut vars = Vec::new();
        if type_params.is_empty() || !self.at(T::ColonColon) {
            self.typed_names(&mut vars, super::decl::Where::Forbidden("bound variables"))?;
        }
        self.expect(T::ColonColon)?;
        let (attrs, triggers) = self.attrs_and_triggers()?;
        if kind == BinderKind::Lambda
            && let Some(trigger) = triggers.first()
        {
            let span = trigger.span;
            self.error(span, "a lambda has no triggers");
        }
        let body = self.expr()?;
        let binder = Binder { kind, type_params, vars, attrs, triggers, body };
        Ok(ExprKind::Binder(Box::new(binder)))
    }

    fn let_expr(&mut self) -> Result<ExprKind> {
        self.bump();
        let mut vars = Vec::new();
        loop {
            let attrs = self.attrs()?;
            let name = self.name()?;
            vars.push(LetVar { attrs, name });
            if !self.eat(T::Comma) {
                break;
            }
        }
        let assign = self.expect(T::Assign)?.span();
        let mut values = vec![self.expr()?];
        while self.eat(T::Comma) {
            values.push(self.expr()?);
        }
        if vars.len() != values.len() {
            self.count_mismatch(assign, vars.len(), values.len());
        }
        self.expect(T::Semicolon)?;
        let attrs = self.attrs()?;
        let body = self.expr()?;
        Ok(ExprKind::Let(Box::new(Let { vars, values, attrs, body })))
    }

    pub(super) fn count_mismatch(&mut self, span: Span, left: usize, right: usize) -> Reported {
        self.error(span, format!("{left} on the left of `:=`, but {right} on its right"))
    }

    /// `|{ var x: int; A: …; goto B; B: return e; }|`
    fn code_expr(&mut self) -> Result<ExprId> {
        let start = self.bump().start;
        self.open_braces += 1;
        let mut locals = Vec::new();
        while self.at(T::Var) {
            self.local_vars(&mut locals)?;
        }
        let mut stmts = Vec::new();
        while !self.at(T::CodeEnd) {
            self.code_block(&mut stmts)?;
        }
        if stmts.is_empty() {
            return Err(self.expected("a label"));
        }
        let end = self.bump().span();
        self.open_braces -= 1;
        let code = CodeExpr { locals, body: StmtList { stmts, end } };
        let span = self.span_from(start);
        Ok(self.program.add_expr(ExprKind::Code(Box::new(code)), span))
    }

    /// `L: commands` up to `goto …;` or `return e;`.
    fn code_block(&mut self, stmts: &mut Vec<Stmt>) -> Result<()> {
        let label = self.name()?;
        self.expect(T::Colon)?;
        stmts.push(Stmt { kind: StmtKind::Label(label), attrs: Vec::new(), span: label.span });
        loop {
            let start = self.tok.start;
            match self.tok.kind {
                T::Goto => {
                    stmts.push(self.goto()?);
                    return Ok(());
                }
                T::Return => {
                    self.bump();
                    let attrs = self.attrs()?;
                    let value = self.expr()?;
                    self.expect(T::Semicolon)?;
                    let kind = StmtKind::ReturnExpr(value);
                    stmts.push(Stmt { kind, attrs, span: self.span_from(start) });
                    return Ok(());
                }
                _ => match self.command()? {
                    Some(Stmt { kind: StmtKind::Label(_), span, .. }) => {
                        return Err(self.error(span, "a block of a code expression has one label"));
                    }
                    Some(stmt) => stmts.push(stmt),
                    None => return Err(self.expected("a command, `goto` or `return`")),
                },
            }
        }
    }
}
