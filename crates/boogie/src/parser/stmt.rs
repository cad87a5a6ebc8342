//! Statements.

use super::{Parser, Result};
use crate::ast::*;
use crate::token::T;

impl Parser<'_> {
    /// Statements up to `}`, which is read too. The opening brace has been read.
    pub(super) fn stmt_list(&mut self) -> Result<StmtList> {
        self.nested(|p| {
            let mut stmts = Vec::new();
            loop {
                if p.at(T::RBrace) {
                    let end = p.bump().span();
                    return Ok(StmtList { stmts, end });
                }
                let before = p.tok.start;
                p.open_braces = 0;
                p.earlier_problems = p.lexer.problems.len();
                match p.stmt() {
                    Ok(stmt) => stmts.push(stmt),
                    Err(reported) => {
                        if !p.resume_statements(before) {
                            return Err(reported);
                        }
                    }
                }
            }
        })
    }

    fn stmt(&mut self) -> Result<Stmt> {
        let start = self.tok.start;
        match self.tok.kind {
            T::Goto => self.goto(),
            T::Return => {
                self.bump();
                let attrs = self.attrs()?;
                if !self.at(T::Semicolon) && !self.at(T::RBrace) {
                    let span = self.tok.span();
                    return Err(self.error(
                        span,
                        "`return` takes no value: assign to the out-parameters instead",
                    ));
                }
                self.expect(T::Semicolon)?;
                Ok(Stmt { kind: StmtKind::Return, attrs, span: self.span_from(start) })
            }
            T::If => {
                let (inner, attrs, span) = self.if_stmt()?;
                Ok(Stmt { kind: StmtKind::If(Box::new(inner)), attrs, span })
            }
            T::While => self.while_stmt(),
            T::Break => {
                self.bump();
                let label = if self.at(T::Semicolon) { None } else { Some(self.name()?) };
                self.expect(T::Semicolon)?;
                Ok(Stmt {
                    kind: StmtKind::Break(label),
                    attrs: Vec::new(),
                    span: self.span_from(start),
                })
            }
            T::Var => {
                let span = self.tok.span();
                Err(self.error(span, "local variables are declared before the first statement"))
            }
            T::LBrace => self.stray_block(),
            _ => match self.command()? {
                Some(stmt) => Ok(stmt),
                None => Err(self.expected("a statement or `}`")),
            },
        }
    }

    /// Braces without `if` or `while`: reports that, and reads what is in them.
    fn stray_block(&mut self) -> Result<Stmt> {
        let span = self.tok.span();
        let inside_another = std::mem::replace(&mut self.in_stray_block, true);
        if !inside_another {
            self.error(span, "a block stands after `if`, `else` or `while` only");
        }
        self.bump();
        let then = self.stmt_list();
        self.in_stray_block = inside_another;
        let then = then?;
        let inner = If { guard: None, then, otherwise: Else::None };
        Ok(Stmt { kind: StmtKind::If(Box::new(inner)), attrs: Vec::new(), span })
    }

    pub(super) fn goto(&mut self) -> Result<Stmt> {
        let start = self.bump().start;
        let attrs = self.attrs()?;
        let labels = self.names()?;
        self.expect(T::Semicolon)?;
        Ok(Stmt { kind: StmtKind::Goto(labels), attrs, span: self.span_from(start) })
    }

    /// A label or a simple command. `None`, with nothing read, if none starts here.
    pub(super) fn command(&mut self) -> Result<Option<Stmt>> {
        let start = self.tok.start;
        let (kind, attrs) = match self.tok.kind {
            T::Assert | T::Assume => {
                let token = self.bump();
                let attrs = self.attrs()?;
                let expr = self.expr()?;
                let make =
                    if token.kind == T::Assert { StmtKind::Assert } else { StmtKind::Assume };
                (make(expr), attrs)
            }
            T::Havoc => {
                self.bump();
                let mut vars = vec![self.variable()?];
                while self.eat(T::Comma) {
                    vars.push(self.variable()?);
                }
                (StmtKind::Havoc(vars), Vec::new())
            }
            T::Call | T::Async | T::Free => (StmtKind::Call(self.call()?), Vec::new()),
            T::Par => {
                self.bump();
                let mut calls = vec![self.call_params(start, CallMode::Plain)?];
                while self.eat(T::Bar) {
                    let start = self.tok.start;
                    calls.push(self.call_params(start, CallMode::Plain)?);
                }
                (StmtKind::Par(calls), Vec::new())
            }
            T::Yield => {
                self.bump();
                (StmtKind::Yield, Vec::new())
            }
            T::Ident => {
                if !self.at_word(self.words.measure) || !self.begins_measure() {
                    return self.label_or_assignment().map(Some);
                }
                let measure = self.measure()?;
                let span = self.span_from(start);
                return Ok(Some(Stmt {
                    kind: StmtKind::Measure(measure),
                    attrs: Vec::new(),
                    span,
                }));
            }
            _ => return Ok(None),
        };
        self.expect(T::Semicolon)?;
        Ok(Some(Stmt { kind, attrs, span: self.span_from(start) }))
    }

    /// Whether the word `measure` begins a statement about termination: elsewhere it is a name.
    fn begins_measure(&mut self) -> bool {
        !matches!(
            self.peek(),
            T::Colon | T::Assign | T::Comma | T::LBracket | T::Arrow | T::LParen | T::Semicolon
        )
    }

    /// A name as an expression of its own.
    fn variable(&mut self) -> Result<ExprId> {
        let name = self.name()?;
        Ok(self.program.add_expr(ExprKind::Var(name.symbol), name.span))
    }

    fn label_or_assignment(&mut self) -> Result<Stmt> {
        let token = self.bump();
        let start = token.start;
        let first = Name { symbol: token.symbol, span: token.span() };
        let (kind, attrs) = match self.tok.kind {
            T::Colon => {
                self.bump();
                let kind = StmtKind::Label(first);
                return Ok(Stmt { kind, attrs: Vec::new(), span: first.span });
            }
            T::LParen => self.unpack(first)?,
            T::Ident | T::Star if first.symbol == self.words.reveal => (self.reveal(true)?, vec![]),
            T::Ident | T::Star if first.symbol == self.words.hide => (self.reveal(false)?, vec![]),
            T::Semicolon if [self.words.push, self.words.pushScope].contains(&first.symbol) => {
                (StmtKind::Scope(true), vec![])
            }
            T::Semicolon if [self.words.pop, self.words.popScope].contains(&first.symbol) => {
                (StmtKind::Scope(false), vec![])
            }
            _ => self.assignment(first)?,
        };
        self.expect(T::Semicolon)?;
        Ok(Stmt { kind, attrs, span: self.span_from(start) })
    }

    fn reveal(&mut self, reveal: bool) -> Result<StmtKind> {
        let function = if self.eat(T::Star) { None } else { Some(self.name()?) };
        Ok(StmtKind::Reveal { reveal, function })
    }

    /// `C(x, y) := e`, after `C`.
    fn unpack(&mut self, constructor: Name) -> Result<(StmtKind, Attrs)> {
        self.bump();
        let mut args = Vec::new();
        if !self.at(T::RParen) {
            args.push(self.variable()?);
            while self.eat(T::Comma) {
                args.push(self.variable()?);
            }
        }
        self.expect(T::RParen)?;
        let span = self.span_from(constructor.span.start);
        let kind = ExprKind::App { function: constructor, args: args.into() };
        let pattern = self.program.add_expr(kind, span);
        if !self.at(T::Assign) {
            let what = self.program.text(constructor.symbol).to_string();
            return Err(self.error(span, format!("to call a procedure write `call {what}(…);`")));
        }
        self.bump();
        let attrs = self.attrs()?;
        let value = self.expr()?;
        Ok((StmtKind::Unpack { pattern, value }, attrs))
    }

    fn assignment(&mut self, first: Name) -> Result<(StmtKind, Attrs)> {
        let mut lhs = vec![self.target(first)?];
        while self.eat(T::Comma) {
            let name = self.name()?;
            lhs.push(self.target(name)?);
        }
        if !self.at(T::Assign) {
            let what = if lhs.len() == 1 { "`:=` or `:`" } else { "`:=`" };
            return Err(self.expected(what));
        }
        let assign = self.bump().span();
        let attrs = self.attrs()?;
        let mut rhs = vec![self.expr()?];
        while self.eat(T::Comma) {
            rhs.push(self.expr()?);
        }
        if lhs.len() != rhs.len() {
            self.count_mismatch(assign, lhs.len(), rhs.len());
        }
        Ok((StmtKind::Assign { lhs, rhs }, attrs))
    }

    /// `x`, `m[i][j]`, `r->f`, after its first name.
    fn target(&mut self, name: Name) -> Result<ExprId> {
        let mut target = self.program.add_expr(ExprKind::Var(name.symbol), name.span);
        loop {
            let kind = if self.eat(T::LBracket) {
                let mut indices = Vec::new();
                if !self.at(T::RBracket) {
                    indices.push(self.expr()?);
                    while self.eat(T::Comma) {
                        indices.push(self.expr()?);
                    }
                }
                self.expect(T::RBracket)?;
                ExprKind::Select { map: target, indices: indices.into() }
            } else if self.eat(T::Arrow) {
                ExprKind::Field { value: target, field: self.name()? }
            } else {
                return Ok(target);
            };
            let span = self.span_from(name.span.start);
            target = self.program.add_expr(kind, span);
        }
    }

    fn call(&mut self) -> Result<Call> {
        let start = self.tok.start;
        let mut mode = CallMode::Plain;
        if self.eat(T::Async) {
            mode = CallMode::Async;
        }
        if self.eat(T::Free) {
            mode = CallMode::Free;
        }
        self.expect(T::Call)?;
        self.call_params(start, mode)
    }

    fn call_params(&mut self, start: u32, mut mode: CallMode) -> Result<Call> {
        let attrs = self.attrs()?;
        if mode == CallMode::Plain && self.eat(T::Forall) {
            mode = CallMode::Forall;
        }
        let mut outs = Vec::new();
        let mut callee = None;
        if self.at(T::Star) {
            self.bump();
            outs.push(None);
        } else {
            let name = self.name()?;
            if self.at(T::LParen) {
                callee = Some(name);
            } else {
                outs.push(Some(self.program.add_expr(ExprKind::Var(name.symbol), name.span)));
            }
        }
        let callee = match callee {
            Some(callee) => callee,
            None => {
                while self.eat(T::Comma) {
                    let out = if self.eat(T::Star) { None } else { Some(self.variable()?) };
                    outs.push(out);
                }
                self.expect(T::Assign)?;
                self.name()?
            }
        };
        let args = self.call_args()?;
        let id = self.program.add_call();
        Ok(Call { id, mode, attrs, outs, callee, args, span: self.span_from(start) })
    }

    fn call_args(&mut self) -> Result<Vec<Option<ExprId>>> {
        self.expect(T::LParen)?;
        let mut args = Vec::new();
        if !self.at(T::RParen) {
            loop {
                args.push(if self.eat(T::Star) { None } else { Some(self.expr()?) });
                if !self.eat(T::Comma) {
                    break;
                }
            }
        }
        self.expect(T::RParen)?;
        Ok(args)
    }

    /// `(*)` or `(e)`.
    fn guard(&mut self) -> Result<Option<ExprId>> {
        self.expect(T::LParen)?;
        let guard = if self.eat(T::Star) { None } else { Some(self.expr()?) };
        self.expect(T::RParen)?;
        Ok(guard)
    }

    fn if_stmt(&mut self) -> Result<(If, Attrs, crate::Span)> {
        let start = self.bump().start;
        let attrs = self.attrs()?;
        let guard = self.guard()?;
        let header = self.span_from(start);
        self.expect(T::LBrace)?;
        let then = self.stmt_list()?;
        let otherwise = if !self.eat(T::Else) {
            Else::None
        } else if self.at(T::If) {
            let (inner, attrs, span) = self.nested(Self::if_stmt)?;
            Else::If(Box::new(inner), attrs, span)
        } else {
            self.expect(T::LBrace)?;
            Else::Block(self.stmt_list()?)
        };
        Ok((If { guard, then, otherwise }, attrs, header))
    }

    fn while_stmt(&mut self) -> Result<Stmt> {
        let start = self.bump().start;
        let attrs = self.attrs()?;
        let guard = self.guard()?;
        let header = self.span_from(start);
        let mut invariants = Vec::new();
        let mut measures = Vec::new();
        loop {
            if self.at(T::Invariant) || self.at(T::Free) {
                invariants.push(self.condition(T::Invariant)?);
            } else if self.at_word(self.words.measure) {
                measures.push(self.measure()?);
            } else {
                break;
            }
        }
        self.expect(T::LBrace)?;
        let body = self.stmt_list()?;
        let kind = StmtKind::While(Box::new(While { guard, invariants, measures, body }));
        Ok(Stmt { kind, attrs, span: header })
    }

    /// `[free] keyword attributes e;`
    pub(super) fn condition(&mut self, keyword: T) -> Result<Condition> {
        let start = self.tok.start;
        let free = self.eat(T::Free);
        self.expect(keyword)?;
        let attrs = self.attrs()?;
        let expr = self.expr()?;
        self.expect(T::Semicolon)?;
        Ok(Condition { free, attrs, expr, span: self.span_from(start) })
    }

    /// After an error: skips to where a statement may start or the list ends. False if
    /// there is no such place before the next declaration.
    fn resume_statements(&mut self, before: u32) -> bool {
        loop {
            match self.tok.kind {
                T::Eof => return false,
                _ if self.at_declaration() => return false,
                T::Semicolon => {
                    self.bump();
                    if self.open_braces == 0 {
                        return true;
                    }
                }
                T::LBrace | T::CodeStart => {
                    self.open_braces += 1;
                    self.bump();
                }
                T::RBrace | T::CodeEnd => {
                    if self.open_braces == 0 {
                        if self.at(T::CodeEnd) {
                            self.bump();
                            continue;
                        }
                        return true;
                    }
                    self.open_braces -= 1;
                    self.bump();
                }
                T::Assert
                | T::Assume
                | T::Havoc
                | T::Call
                | T::Goto
                | T::Return
                | T::While
                | T::Break
                    if self.tok.start > before =>
                {
                    self.open_braces = 0;
                    return true;
                }
                _ => _ = self.bump(),
            }
        }
    }
}
