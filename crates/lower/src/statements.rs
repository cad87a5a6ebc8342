//! Statements to blocks.
//!
//! Structured statements are taken apart into blocks and gotos; the graph may still have cycles here.
//! Statements can be nested deeply, so what is left to do is a stack of [`Todo`]s rather than the
//! machine's.

use crate::body::{BodyBuilder, BreakTarget};
use crate::context::{Lower, Lowering};
use crate::expressions::Scope;
use lariat_boogie::Span;
use lariat_boogie::ast::{self, Attr, Else, ExprId, If, Name, Stmt, StmtKind, StmtList, While};
use lariat_boogie::checked::GlobalId;
use lariat_logic::{Substitution, Term, TermId, Terms};
use lariat_program::verdict::Kind;
use lariat_program::{BlockId, CommandKind, Exit, InfoId};

/// What is left to do.
enum Todo<'a> {
    Statements(&'a [Stmt]),
    If(&'a If, &'a [Attr], Span),
    /// Ends the current block with a goto.
    Jump(BlockId),
    /// Goes on in this block.
    Begin(BlockId),
    /// Assumes a guard or its negation.
    Assume(TermId, InfoId),
    LeaveTarget,
}

impl<'a> Lowering<'a> {
    /// Translates the statements of a body, from the current block to its returns.
    pub fn statements(&mut self, b: &mut BodyBuilder<'a>, list: &'a StmtList) {
        let mut todo = vec![Todo::Statements(&list.stmts)];
        while let Some(next) = todo.pop() {
            match next {
                Todo::Statements([]) => {}
                Todo::Statements([first, rest @ ..]) => {
                    todo.push(Todo::Statements(rest));
                    // What fails has been reported; later statements may have errors too.
                    _ = self.statement(b, first, &mut todo);
                    if !matches!(first.kind, StmtKind::Label(_)) {
                        b.pending_labels.clear();
                    }
                }
                Todo::If(node, attrs, span) => {
                    _ = self.if_statement(b, node, attrs, span, &mut todo)
                }
                Todo::Jump(block) => b.jump(vec![block]),
                Todo::Begin(block) => b.current = Some(block),
                Todo::Assume(condition, info) => b.emit(CommandKind::Assume(condition), info),
                Todo::LeaveTarget => _ = b.targets.pop(),
            }
        }
        if b.current.is_some() {
            self.return_from(b, list.end, &[]);
        }
    }

    fn statement(
        &mut self,
        b: &mut BodyBuilder<'a>,
        stmt: &'a Stmt,
        todo: &mut Vec<Todo<'a>>,
    ) -> Lower<()> {
        let attrs = &stmt.attrs;
        match &stmt.kind {
            StmtKind::Label(name) => {
                let block = b.label(name.symbol);
                b.blocks[block].label = self.boogie.text(name.symbol).to_string();
                b.jump(vec![block]);
                b.current = Some(block);
                b.pending_labels.push(name.symbol);
            }
            StmtKind::Assert(e) | StmtKind::Assume(e) => {
                let condition = self.condition(&mut b.scope, *e)?;
                self.add_to_pools(b, attrs, stmt.span);
                let info = self.info(&mut b.scope, stmt.span, attrs);
                let kind = match stmt.kind {
                    StmtKind::Assert(_) => {
                        self.checks(info, Kind::Assertion, stmt.span, stmt.span, attrs);
                        let verified = self.verified_under(b, attrs)?;
                        let to_check = self.terms().or(&[verified, condition]);
                        b.emit(CommandKind::Assert(to_check), info);
                        if to_check == condition {
                            return Ok(());
                        }
                        CommandKind::Assume(condition)
                    }
                    _ => {
                        self.stands_for(info, stmt.span, attrs);
                        CommandKind::Assume(condition)
                    }
                };
                b.emit(kind, info);
            }
            StmtKind::Havoc(targets) => self.havoc(b, stmt, targets)?,
            StmtKind::Assign { lhs, rhs } => self.assign(b, stmt, lhs, rhs)?,
            StmtKind::Unpack { pattern, value } => self.unpack(b, stmt, *pattern, *value)?,
            StmtKind::Call(call) => self.call(b, call, stmt)?,
            StmtKind::Par(_) => {
                return self.unsupported(
                    stmt.span,
                    "parallel calls are not supported",
                    "call the procedures one after the other",
                );
            }
            StmtKind::If(node) => self.if_statement(b, node, attrs, stmt.span, todo)?,
            StmtKind::While(node) => self.while_statement(b, node, stmt, todo)?,
            StmtKind::Break(label) => self.break_statement(b, *label, stmt.span)?,
            StmtKind::Goto(labels) => {
                let targets = labels.iter().map(|l| b.label(l.symbol)).collect();
                b.jump(targets);
            }
            StmtKind::Return => self.return_from(b, stmt.span, attrs),
            StmtKind::ReturnExpr(_) => {
                return self.error("internal", stmt.span, "a value is returned outside code");
            }
            StmtKind::Yield => {
                return self.unsupported(
                    stmt.span,
                    "yield is not supported",
                    "remove it, or make the program sequential first",
                );
            }
            StmtKind::Measure(measure) => self.not_measured(measure),
            // Hints about which axioms matter: leaving them out changes no meaning.
            StmtKind::Reveal { .. } | StmtKind::Scope(_) => {}
        }
        Ok(())
    }

    /// The condition under which an assertion has been verified elsewhere (`{:verified_under e}`).
    fn verified_under(&mut self, b: &mut BodyBuilder<'a>, attrs: &'a [Attr]) -> Lower<TermId> {
        match ast::find_attr(self.boogie, attrs, "verified_under").map(|a| a.args.as_slice()) {
            Some([ast::AttrArg::Expr(e)]) => self.expression(&mut b.scope, *e),
            _ => Ok(Terms::FALSE),
        }
    }

    /// Asserts the postconditions and returns.
    pub fn return_from(&mut self, b: &mut BodyBuilder<'a>, span: Span, attrs: &'a [Attr]) {
        let contract = b.contract.clone();
        for (clause, formula) in b.postconditions.clone() {
            let clause = &contract.ensures[clause];
            if clause.always_assumed {
                let info = self.info(&mut b.scope, clause.span, clause.attrs);
                b.emit(CommandKind::Assume(formula), info);
                continue;
            }
            let info =
                self.clause_info(&mut b.scope, "postcondition", &contract, clause, span, attrs);
            // One item, however many returns there are.
            self.checks(info, Kind::Postcondition, clause.span, clause.span, clause.attrs);
            b.emit(CommandKind::Assert(formula), info);
        }
        let block = match b.current {
            Some(block) => block,
            None => b.new_block("dead"),
        };
        b.blocks[block].exit = Exit::Return;
        b.current = None;
    }

    /// A formula of the contract as a body sees it: `old` refers to saved values.
    pub fn in_body(&mut self, scope: &mut Scope<'a>, formula: TermId) -> TermId {
        let mut globals = Vec::new();
        let terms = &self.program.terms;
        terms.for_each_subterm([formula], |_, term| {
            if let Term::Old(inner) = term {
                globals.extend(terms.as_var(*inner));
            }
        });
        if globals.is_empty() {
            return formula;
        }
        let mut substitution = Substitution::new();
        for var in globals {
            let position = self.globals.iter().position(|&g| g == var).unwrap_or(0);
            let saved = self.old_global(scope, GlobalId(position as u32));
            substitution.set_old(var, saved);
        }
        self.terms().substitute(formula, &mut substitution)
    }

    fn guard(
        &mut self,
        b: &mut BodyBuilder<'a>,
        word: &str,
        guard: Option<ExprId>,
        attrs: &'a [Attr],
        span: Span,
    ) -> Lower<(Option<TermId>, InfoId)> {
        let (condition, text) = match guard {
            Some(e) => (
                Some(self.expression(&mut b.scope, e)?),
                format!("{word} ({})", self.source_text(self.boogie[e].span)),
            ),
            None => (None, format!("{word} (*)")),
        };
        let info = self.info_with_text(&mut b.scope, span, attrs, text);
        Ok((condition, info))
    }

    fn if_statement(
        &mut self,
        b: &mut BodyBuilder<'a>,
        node: &'a If,
        attrs: &'a [Attr],
        span: Span,
        todo: &mut Vec<Todo<'a>>,
    ) -> Lower<()> {
        let (condition, info) = self.guard(b, "if", node.guard, attrs, span)?;
        let (then, otherwise) = (b.new_block("Then"), b.new_block("Else"));
        let join = b.new_block("join");
        if b.current.is_none() {
            b.current = Some(b.new_block("dead"));
        }
        b.jump(vec![then, otherwise]);
        let labels = std::mem::take(&mut b.pending_labels);
        b.targets.push(BreakTarget { labels, is_loop: false, after: join });
        // In reverse order of execution.
        todo.push(Todo::Begin(join));
        todo.push(Todo::LeaveTarget);
        todo.push(Todo::Jump(join));
        match &node.otherwise {
            Else::None => {}
            Else::Block(list) => todo.push(Todo::Statements(&list.stmts)),
            Else::If(inner, attrs, span) => todo.push(Todo::If(inner, attrs, *span)),
        }
        if let Some(condition) = condition {
            todo.push(Todo::Assume(self.terms().not(condition), info));
        }
        todo.push(Todo::Begin(otherwise));
        todo.push(Todo::Jump(join));
        todo.push(Todo::Statements(&node.then.stmts));
        if let Some(condition) = condition {
            todo.push(Todo::Assume(condition, info));
        }
        todo.push(Todo::Begin(then));
        Ok(())
    }

    fn while_statement(
        &mut self,
        b: &mut BodyBuilder<'a>,
        node: &'a While,
        stmt: &'a Stmt,
        todo: &mut Vec<Todo<'a>>,
    ) -> Lower<()> {
        let (head, body, done) = (b.new_block("head"), b.new_block("body"), b.new_block("done"));
        if b.current.is_none() {
            b.current = Some(b.new_block("dead"));
        }
        b.jump(vec![head]);
        b.current = Some(head);
        let (condition, info) = self.guard(b, "while", node.guard, &stmt.attrs, stmt.span)?;
        for measure in &node.measures {
            self.not_measured(measure);
        }
        for invariant in &node.invariants {
            let Ok(formula) = self.condition(&mut b.scope, invariant.expr) else { continue };
            self.add_to_pools(b, &invariant.attrs, invariant.span);
            let info = self.info(&mut b.scope, invariant.span, &invariant.attrs);
            if invariant.free {
                b.emit(CommandKind::Assume(formula), info);
            } else {
                let span = invariant.span;
                self.checks(info, Kind::Invariant, span, span, &invariant.attrs);
                b.emit(CommandKind::Assert(formula), info);
            }
        }
        b.jump(vec![body, done]);
        let labels = std::mem::take(&mut b.pending_labels);
        let after = b.new_block("after");
        b.targets.push(BreakTarget { labels, is_loop: true, after });
        todo.push(Todo::Begin(after));
        todo.push(Todo::Jump(after));
        if let Some(condition) = condition {
            todo.push(Todo::Assume(self.terms().not(condition), info));
        }
        todo.push(Todo::Begin(done));
        todo.push(Todo::LeaveTarget);
        todo.push(Todo::Jump(head));
        todo.push(Todo::Statements(&node.body.stmts));
        if let Some(condition) = condition {
            todo.push(Todo::Assume(condition, info));
        }
        todo.push(Todo::Begin(body));
        Ok(())
    }

    fn break_statement(
        &mut self,
        b: &mut BodyBuilder<'a>,
        label: Option<Name>,
        span: Span,
    ) -> Lower<()> {
        let target = b.targets.iter().rev().find(|t| match label {
            Some(name) => t.labels.contains(&name.symbol),
            None => t.is_loop,
        });
        match target.map(|t| t.after) {
            Some(after) => {
                b.jump(vec![after]);
                Ok(())
            }
            None => self.error("break", span, "there is no such loop to leave"),
        }
    }
}
