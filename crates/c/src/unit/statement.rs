//! Statements.

use super::function::{PendingLabel, PendingSwitch};
use super::{Failed, MAX_ERRORS, Parsed, Unit};
use crate::program::*;
use crate::source::Place;
use crate::symbol::Symbol;
use crate::token::T;
use crate::tree::*;
use crate::types::TypeId;

impl Unit<'_> {
    /// Declarations and statements up to the closing brace, which is left.
    pub(super) fn block_items(&mut self, out: &mut Vec<StmtId>) -> Parsed<()> {
        loop {
            match self.peek() {
                T::RBrace => return Ok(()),
                T::End => {
                    self.syntax_error("expected `}`");
                    return Err(Failed);
                }
                _ => {}
            }
            let (at, scope, depth) = (self.at, self.scopes.depth, self.depth);
            let unevaluated = self.unevaluated;
            let (loops, breakable, guarded, switches) = self
                .function
                .as_ref()
                .map_or((0, 0, 0, 0), |f| (f.loops, f.breakable, f.guarded, f.switches.len()));
            if self.block_item(out).is_err() {
                if self.errors >= MAX_ERRORS || self.peek() == T::End {
                    return Err(Failed);
                }
                while self.scopes.depth > scope {
                    self.scopes.leave();
                }
                self.depth = depth;
                self.unevaluated = unevaluated;
                self.pending.clear();
                if let Some(f) = &mut self.function {
                    f.loops = loops;
                    f.breakable = breakable;
                    f.guarded = guarded;
                    f.switches.truncate(switches);
                }
                self.skip_statement(at);
            }
        }
    }

    /// After a syntax error in a block: past the statement, by its brackets.
    fn skip_statement(&mut self, start: usize) {
        let mut open = 0i64;
        for token in &self.tokens[start..self.at] {
            match token.kind {
                T::LBrace => open += 1,
                T::RBrace => open -= 1,
                _ => {}
            }
        }
        loop {
            match self.peek() {
                T::End => return,
                T::RBrace if open <= 0 => return,
                T::RBrace => {
                    open -= 1;
                    self.next();
                    if open <= 0 {
                        return;
                    }
                }
                T::Semi if open <= 0 => {
                    self.next();
                    return;
                }
                kind => {
                    if kind == T::LBrace {
                        open += 1;
                    }
                    self.next();
                }
            }
        }
    }

    fn block_item(&mut self, out: &mut Vec<StmtId>) -> Parsed<()> {
        match self.peek() {
            T::StaticAssert => return self.static_assert(),
            T::Extension if self.peek_at(1) == T::StaticAssert => {
                self.next();
                return self.static_assert();
            }
            T::Label => return self.local_labels(),
            T::Attribute if self.attribute_statement() => {
                self.attributes()?;
                self.accept(T::Semi);
                return Ok(());
            }
            // The form of C23; one bracket alone is an error of the statement.
            T::LBracket if self.peek_at(1) == T::LBracket && self.attribute_statement() => {
                self.attributes()?;
                self.accept(T::Semi);
                return Ok(());
            }
            _ => {}
        }
        if self.starts_declaration() {
            return if self.nested_function_follows() {
                self.nested_function(out)
            } else {
                self.declaration(Some(out))
            };
        }
        let stmt = self.statement()?;
        out.push(stmt);
        Ok(())
    }

    /// `__attribute__((fallthrough));` rather than a declaration.
    fn attribute_statement(&self) -> bool {
        let mut ahead = 0;
        let mut depth = 0;
        loop {
            match self.peek_at(ahead) {
                T::LParen | T::LBracket => depth += 1,
                T::RParen | T::RBracket => {
                    depth -= 1;
                    if depth == 0 {
                        return matches!(self.peek_at(ahead + 1), T::Semi | T::RBrace | T::Case);
                    }
                }
                T::End => return false,
                _ => {}
            }
            ahead += 1;
        }
    }

    fn local_labels(&mut self) -> Parsed<()> {
        self.next();
        // The labels of a statement expression's block: we keep one name space per function.
        loop {
            let name = self.expect_name()?;
            if let Some(f) = &mut self.function {
                f.named.remove(&name);
            }
            if !self.accept(T::Comma) {
                break;
            }
        }
        self.expect(T::Semi)?;
        Ok(())
    }

    /// Does a nested function definition (GNU) start here? Looks for `) {`.
    fn nested_function_follows(&self) -> bool {
        let mut ahead = 0;
        loop {
            match self.peek_at(ahead) {
                T::RParen if self.peek_at(ahead + 1) == T::LBrace => return true,
                T::Semi | T::Assign | T::LBrace | T::Comma | T::End => return false,
                T::LParen => {
                    // Skip the parameters (or anything bracketed).
                    let mut depth = 0;
                    loop {
                        match self.peek_at(ahead) {
                            T::LParen => depth += 1,
                            T::RParen => depth -= 1,
                            T::End | T::LBrace => return false,
                            _ => {}
                        }
                        if depth == 0 {
                            break;
                        }
                        ahead += 1;
                    }
                    if self.peek_at(ahead + 1) == T::LBrace {
                        return true;
                    }
                    ahead += 1;
                }
                _ => ahead += 1,
            }
        }
    }

    /// A statement; lengths of arrays that it mentions are computed in front of it.
    pub(super) fn statement(&mut self) -> Parsed<StmtId> {
        self.enter_nested()?;
        let outer = std::mem::take(&mut self.pending);
        let place = self.place();
        let mut stmt = self.statement_inner()?;
        if !self.pending.is_empty() {
            let mut all = std::mem::take(&mut self.pending);
            all.push(stmt);
            stmt = self.stmt(StmtKind::Block(all), place);
        }
        self.pending = outer;
        self.leave_nested();
        Ok(stmt)
    }

    fn statement_inner(&mut self) -> Parsed<StmtId> {
        let place = self.place();
        match self.peek() {
            T::LBrace => self.block(),
            T::Semi => {
                self.next();
                Ok(self.stmt(StmtKind::Block(Vec::new()), place))
            }
            T::If => self.if_statement(),
            T::While => {
                self.next();
                self.expect(T::LParen)?;
                let condition = self.expression()?;
                let condition = self.condition(condition);
                self.expect(T::RParen)?;
                let body = self.loop_body()?;
                Ok(self.stmt(StmtKind::While(condition, body), place))
            }
            T::Do => {
                self.next();
                let body = self.loop_body()?;
                self.expect(T::While)?;
                self.expect(T::LParen)?;
                let condition = self.expression()?;
                let condition = self.condition(condition);
                self.expect(T::RParen)?;
                self.expect(T::Semi)?;
                Ok(self.stmt(StmtKind::DoWhile(body, condition), place))
            }
            T::For => self.for_statement(),
            T::Switch => self.switch_statement(),
            T::Case | T::Default => self.labelled(),
            T::Goto => self.goto_statement(),
            T::Leave => {
                self.next();
                self.expect(T::Semi)?;
                if self.function.as_ref().is_some_and(|f| f.guarded == 0) {
                    self.error("type", place, "__leave outside of a __try block");
                }
                Ok(self.stmt(StmtKind::Leave, place))
            }
            T::Break => {
                self.next();
                self.expect(T::Semi)?;
                if self.function.as_ref().is_some_and(|f| f.breakable == 0) {
                    self.error("type", place, "break outside of a loop or switch");
                }
                Ok(self.stmt(StmtKind::Break, place))
            }
            T::Continue => {
                self.next();
                self.expect(T::Semi)?;
                if self.function.as_ref().is_some_and(|f| f.loops == 0) {
                    self.error("type", place, "continue outside of a loop");
                }
                Ok(self.stmt(StmtKind::Continue, place))
            }
            T::Return => self.return_statement(),
            T::Asm => self.asm_statement(),
            T::Try => self.try_statement(),
            T::Pragma => {
                let text = self.pragma()?;
                let kind = match text {
                    Some(text) => StmtKind::Pragma(self.p.names.intern(&text)),
                    None => StmtKind::Block(Vec::new()),
                };
                Ok(self.stmt(kind, place))
            }
            T::Name if self.peek_at(1) == T::Colon => self.labelled(),
            T::Attribute | T::LBracket => {
                self.attributes()?;
                self.statement()
            }
            T::Else => {
                self.syntax_error("expected a statement");
                Err(Failed)
            }
            _ => {
                let e = self.expression()?;
                self.expect(T::Semi)?;
                let e = self.value(e);
                Ok(self.stmt(StmtKind::Expr(e), place))
            }
        }
    }

    pub(super) fn block(&mut self) -> Parsed<StmtId> {
        let place = self.expect(T::LBrace)?.place;
        self.scopes.enter();
        let mut stmts = Vec::new();
        self.block_items(&mut stmts)?;
        self.expect(T::RBrace)?;
        self.scopes.leave();
        Ok(self.stmt(StmtKind::Block(stmts), place))
    }

    /// A chain of `else if` is read in a loop and built from its end.
    fn if_statement(&mut self) -> Parsed<StmtId> {
        let mut chain = Vec::new();
        let mut otherwise = None;
        loop {
            let place = self.next().place;
            self.expect(T::LParen)?;
            let condition = self.expression()?;
            let condition = self.condition(condition);
            self.expect(T::RParen)?;
            let then = self.statement()?;
            chain.push((condition, then, place));
            if !self.accept(T::Else) {
                break;
            }
            if self.peek() != T::If {
                otherwise = Some(self.statement()?);
                break;
            }
        }
        while let Some((condition, then, place)) = chain.pop() {
            otherwise = Some(self.stmt(StmtKind::If(condition, then, otherwise), place));
        }
        otherwise.ok_or(Failed)
    }

    fn loop_body(&mut self) -> Parsed<StmtId> {
        if let Some(f) = &mut self.function {
            f.loops += 1;
            f.breakable += 1;
        }
        let body = self.statement();
        if let Some(f) = &mut self.function {
            f.loops = f.loops.saturating_sub(1);
            f.breakable = f.breakable.saturating_sub(1);
        }
        body
    }

    fn for_statement(&mut self) -> Parsed<StmtId> {
        let place = self.next().place;
        self.expect(T::LParen)?;
        self.scopes.enter();
        let start = self.place();
        let mut init = None;
        if self.starts_declaration() {
            let mut stmts = Vec::new();
            self.declaration(Some(&mut stmts))?;
            init = Some(self.stmt(StmtKind::Block(stmts), start));
        } else if !self.accept(T::Semi) {
            let e = self.expression()?;
            let e = self.value(e);
            self.expect(T::Semi)?;
            init = Some(self.stmt(StmtKind::Expr(e), start));
        }
        let mut condition = None;
        if self.peek() != T::Semi {
            let e = self.expression()?;
            condition = Some(self.condition(e));
        }
        self.expect(T::Semi)?;
        let mut step = None;
        if self.peek() != T::RParen {
            let e = self.expression()?;
            step = Some(self.value(e));
        }
        self.expect(T::RParen)?;
        let body = self.loop_body()?;
        self.scopes.leave();
        Ok(self.stmt(StmtKind::For { init, condition, step, body }, place))
    }

    fn switch_statement(&mut self) -> Parsed<StmtId> {
        let place = self.next().place;
        self.expect(T::LParen)?;
        let value = self.expression()?;
        let value = self.value(value);
        self.expect(T::RParen)?;
        let is_integer = self.p.types.is_integer(self.ty(value));
        if !is_integer && !self.is_error_type(self.ty(value)) {
            self.error("type", place, "switch needs an integer");
        }
        let value = if is_integer { self.promote(value) } else { value };
        let ty = self.ty(value);
        if let Some(f) = &mut self.function {
            f.switches.push(PendingSwitch { ty, cases: Vec::new(), default: None });
            f.breakable += 1;
        }
        let body = self.statement()?;
        let mut cases = Vec::new();
        let mut default = None;
        if let Some(f) = &mut self.function {
            f.breakable = f.breakable.saturating_sub(1);
            if let Some(switch) = f.switches.pop() {
                cases = switch.cases;
                default = switch.default;
            }
        }
        self.check_cases(&cases);
        Ok(self.stmt(StmtKind::Switch(Box::new(Switch { value, cases, default, body })), place))
    }

    fn check_cases(&mut self, cases: &[Case]) {
        let mut sorted: Vec<&Case> = cases.iter().collect();
        sorted.sort_by_key(|c| c.low);
        let clashes: Vec<(Place, Place)> = sorted
            .windows(2)
            .filter(|w| w[0].high >= w[1].low)
            .map(|w| (w[1].place, w[0].place))
            .collect();
        for (place, first) in clashes {
            self.report(
                crate::diagnostic::Diagnostic::error("redefinition", place, "duplicate case")
                    .with_note(first, "first here"),
            );
        }
    }

    fn case_label(&mut self) -> Parsed<Option<StmtId>> {
        let token = self.next();
        let place = token.place;
        let range = if token.kind == T::Case {
            let low = self.conditional()?;
            let low = self.require_constant(low);
            let mut high = low;
            if self.accept(T::Ellipsis) {
                let e = self.conditional()?;
                high = self.require_constant(e);
            }
            Some((low, high))
        } else {
            None
        };
        self.expect(T::Colon)?;
        let ty = self.function.as_ref().and_then(|f| f.switches.last()).map(|s| s.ty);
        let Some(ty) = ty else {
            self.error("type", place, "case outside of a switch");
            return Ok(None);
        };
        let wrapped = range.map(|(l, h)| (self.p.types.wrap(ty, l), self.p.types.wrap(ty, h)));
        let mut twice = false;
        let Some(f) = &mut self.function else { return Err(Failed) };
        let label = f.new_label(None, place);
        if let Some(switch) = f.switches.last_mut() {
            match wrapped {
                // An empty range matches nothing.
                Some((low, high)) if low <= high => {
                    switch.cases.push(Case { low, high, label, place });
                }
                Some(_) => {}
                None => twice = switch.default.replace(label).is_some(),
            }
        }
        if twice {
            self.error("redefinition", place, "a switch has one default");
        }
        Ok(Some(self.stmt(StmtKind::Label(label), place)))
    }

    /// Labels and the statement that they stand before.
    fn labelled(&mut self) -> Parsed<StmtId> {
        let place = self.place();
        let mut stmts = Vec::new();
        loop {
            match self.peek() {
                T::Case | T::Default => stmts.extend(self.case_label()?),
                T::Name if self.peek_at(1) == T::Colon => stmts.push(self.label()?),
                _ => break,
            }
        }
        // C23 (and CIL's output) allow a label at the end of a block or before a declaration.
        let ends =
            self.peek() == T::RBrace || (self.starts_declaration() && self.peek() != T::Attribute);
        if !ends {
            let stmt = self.statement()?;
            stmts.push(stmt);
        }
        Ok(self.stmt(StmtKind::Block(stmts), place))
    }

    /// The label of a name, defined or not yet.
    pub(super) fn use_label(&mut self, name: Symbol, place: Place) -> Option<LabelId> {
        let f = self.function.as_mut()?;
        if let Some(known) = f.named.get(&name) {
            return Some(known.id);
        }
        let id = f.new_label(Some(name), place);
        f.named.insert(name, PendingLabel { id, defined: false, used: place });
        Some(id)
    }

    fn label(&mut self) -> Parsed<StmtId> {
        let place = self.place();
        let name = self.expect_name()?;
        self.next();
        self.attributes()?;
        let Some(id) = self.use_label(name, place) else {
            self.error("type", place, "label outside of a function");
            return Err(Failed);
        };
        let mut twice = None;
        if let Some(f) = &mut self.function {
            f.labels[id.index()].place = place;
            if let Some(known) = f.named.get_mut(&name) {
                if known.defined {
                    twice = Some(known.used);
                }
                known.defined = true;
                known.used = place;
            }
        }
        if let Some(first) = twice {
            let message = format!("label `{}` is defined twice", self.p.name(name));
            self.report(
                crate::diagnostic::Diagnostic::error("redefinition", place, message)
                    .with_note(first, "first here"),
            );
        }
        Ok(self.stmt(StmtKind::Label(id), place))
    }

    fn goto_statement(&mut self) -> Parsed<StmtId> {
        let place = self.next().place;
        if self.accept(T::Star) {
            let e = self.expression()?;
            self.expect(T::Semi)?;
            return self.computed_goto(e, place).ok_or(Failed);
        }
        let name = self.expect_name()?;
        self.expect(T::Semi)?;
        match self.use_label(name, place) {
            Some(label) => {
                let jump = self.stmt(StmtKind::Goto(label), place);
                self.function.as_mut().ok_or(Failed)?.jumps.push((label, jump));
                Ok(jump)
            }
            None => Err(Failed),
        }
    }

    fn return_statement(&mut self) -> Parsed<StmtId> {
        let place = self.next().place;
        let result = self.function.as_ref().map_or(TypeId::VOID, |f| f.result);
        let mut value = None;
        if self.peek() != T::Semi {
            let e = self.expression()?;
            let e = self.value(e);
            if self.p.types.is_void(result) {
                // `return f();` in a void function: evaluate, then return.
                self.expect(T::Semi)?;
                let e = self.convert(e, TypeId::VOID);
                let first = self.stmt(StmtKind::Expr(e), place);
                let then = self.stmt(StmtKind::Return(None), place);
                return Ok(self.stmt(StmtKind::Block(vec![first, then]), place));
            }
            value = Some(self.assign_convert(e, result, "return"));
        }
        self.expect(T::Semi)?;
        Ok(self.stmt(StmtKind::Return(value), place))
    }

    /// Microsoft's structured exceptions.
    fn try_statement(&mut self) -> Parsed<StmtId> {
        let place = self.next().place;
        let body = self.guarded_block()?;
        let handler = if self.accept(T::Finally) {
            Handler::Finally(self.block()?)
        } else {
            self.expect(T::Except)?;
            self.expect(T::LParen)?;
            let filter = self.expression()?;
            let filter = self.value(filter);
            self.expect(T::RParen)?;
            if !self.p.types.is_integer(self.ty(filter)) && !self.is_error_type(self.ty(filter)) {
                self.error("type", place, "the filter of __except is not an integer");
            }
            Handler::Except(filter, self.block()?)
        };
        Ok(self.stmt(StmtKind::Try(Box::new(Try { body, handler })), place))
    }

    fn guarded_block(&mut self) -> Parsed<StmtId> {
        if let Some(f) = &mut self.function {
            f.guarded += 1;
        }
        let body = self.block();
        if let Some(f) = &mut self.function {
            f.guarded = f.guarded.saturating_sub(1);
        }
        body
    }
}
