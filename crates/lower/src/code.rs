//! Code expressions: `|{ var t: int; A: t := x; goto B, C; B: assume t > 0; return t == 1; C: assume t <= 0; return false; }|`.
//!
//! The value is the weakest liberal precondition of the code for what it returns: every execution of it returns true. Front ends write
//! conditions with side conditions in this way (short-circuit evaluation), so the code has one execution from each state. Where
//! it might have several, it would mean one thing where it is asserted and another where it is assumed: such code is refused.

use crate::context::{Lower, Lowering, Reported};
use crate::expressions::Scope;
use lariat_boogie::ast::{CodeExpr, ExprId, ExprKind, Stmt, StmtKind};
use lariat_boogie::{Resolution, Span, Symbol};
use lariat_logic::{Substitution, TermId, Terms, VarId};
use rustc_hash::FxHashMap;

/// The blocks of a code expression, and what is known about them.
struct Code<'a> {
    /// The statements behind each label.
    blocks: Vec<(Symbol, &'a [Stmt])>,
    /// The precondition of each block, once it is known; `None` while it is being found.
    known: FxHashMap<Symbol, Option<TermId>>,
}

impl<'a> Lowering<'a> {
    /// The condition that a code expression stands for.
    pub fn code_expression(
        &mut self,
        scope: &mut Scope<'a>,
        expr: ExprId,
        code: &'a CodeExpr,
    ) -> Lower<TermId> {
        let mut locals: Vec<VarId> = Vec::with_capacity(code.locals.len());
        for (b, local) in self.checked.bound_vars_of(expr, code.locals.len()).zip(&code.locals) {
            let ty = self.ground(scope, self.checked.bound_vars[b.index()].ty);
            let sort = self.sort(ty, local.name.span)?;
            let var = self.program.terms.declare(self.boogie.text(local.name.symbol), sort);
            self.bound[b.index()] = self.program.terms.var(var);
            locals.push(var);
        }
        let mut blocks: Vec<(Symbol, &'a [Stmt])> = Vec::new();
        for (n, stmt) in code.body.stmts.iter().enumerate() {
            if let StmtKind::Label(name) = &stmt.kind {
                let rest = &code.body.stmts[n + 1..];
                let end = rest.iter().position(|s| matches!(s.kind, StmtKind::Label(_)));
                blocks.push((name.symbol, &rest[..end.unwrap_or(rest.len())]));
            }
        }
        let Some(&(first, _)) = blocks.first() else { return Err(Reported) };
        let mut code = Code { blocks, known: FxHashMap::default() };
        let span = self.boogie[expr].span;
        let value = self.before_block(scope, &mut code, first, span)?;
        let free = self.program.terms.variables([value]);
        if locals.iter().any(|local| free.contains(local)) {
            return self.ambiguous(span, "its variables are read before they are assigned");
        }
        Ok(value)
    }

    fn ambiguous<T>(&mut self, span: Span, why: &str) -> Lower<T> {
        self.unsupported(
            span,
            format!("this code expression may have several values: {why}"),
            "compute the condition in statements, or in a procedure",
        )
    }

    fn before_block(
        &mut self,
        scope: &mut Scope<'a>,
        code: &mut Code<'a>,
        label: Symbol,
        span: Span,
    ) -> Lower<TermId> {
        match code.known.get(&label) {
            Some(Some(known)) => return Ok(*known),
            Some(None) => {
                return self.unsupported(
                    span,
                    "loops in code expressions are not supported",
                    "compute the condition in a procedure",
                );
            }
            None => {}
        }
        code.known.insert(label, None);
        let Some(&(_, stmts)) = code.blocks.iter().find(|b| b.0 == label) else {
            return self.error("internal", span, "a code expression goes to no block of its own");
        };
        let Some((last, before)) = stmts.split_last() else { return Err(Reported) };
        let mut condition = match &last.kind {
            StmtKind::ReturnExpr(value) => self.expression(scope, *value)?,
            StmtKind::Goto(labels) => {
                let mut all = Vec::with_capacity(labels.len());
                for target in labels {
                    let is_guarded = code.blocks.iter().any(|(name, stmts)| {
                        *name == target.symbol
                            && matches!(stmts.first(), Some(s) if matches!(s.kind, StmtKind::Assume(_)))
                    });
                    if labels.len() > 1 && !is_guarded {
                        return self.ambiguous(last.span, "a goto has targets without conditions");
                    }
                    all.push(self.before_block(scope, code, target.symbol, target.span)?);
                }
                self.terms().and(&all)
            }
            _ => {
                return self.error(
                    "internal",
                    last.span,
                    "a block of a code expression has no end",
                );
            }
        };
        for stmt in before.iter().rev() {
            condition = self.before_statement(scope, stmt, condition)?;
        }
        code.known.insert(label, Some(condition));
        Ok(condition)
    }

    fn before_statement(
        &mut self,
        scope: &mut Scope<'a>,
        stmt: &'a Stmt,
        after: TermId,
    ) -> Lower<TermId> {
        match &stmt.kind {
            StmtKind::Assume(e) => {
                let assumed = self.expression(scope, *e)?;
                Ok(self.terms().implies(assumed, after))
            }
            StmtKind::Assert(e) => {
                let asserted = self.expression(scope, *e)?;
                Ok(self.terms().and(&[asserted, after]))
            }
            StmtKind::Assign { lhs, rhs } => {
                let mut values = Substitution::new();
                for (&target, &value) in lhs.iter().zip(rhs) {
                    let (var, value) = self.assigned_in_code(scope, target, value)?;
                    values.set(var, value);
                }
                Ok(self.terms().substitute(after, &mut values))
            }
            StmtKind::Havoc(_) => self.ambiguous(stmt.span, "a variable becomes arbitrary"),
            _ => self.unsupported(
                stmt.span,
                "this statement is not supported in a code expression",
                "compute the condition in a procedure",
            ),
        }
    }

    fn assigned_in_code(
        &mut self,
        scope: &mut Scope<'a>,
        target: ExprId,
        value: ExprId,
    ) -> Lower<(VarId, TermId)> {
        let mut term = self.expression(scope, value)?;
        let mut place = target;
        // From the outside in, as in other assignments.
        while let ExprKind::Select { map, indices } = &self.boogie[place].kind {
            let base = self.expression(scope, *map)?;
            let mut terms = Vec::with_capacity(indices.len());
            for &index in indices {
                terms.push(self.expression(scope, index)?);
            }
            term = self.store(scope, place, *map, base, terms, term)?;
            place = *map;
        }
        let bound = match self.checked.resolution(place) {
            Resolution::Bound(b) => self.bound[b.index()],
            _ => Terms::TRUE,
        };
        match self.program.terms.as_var(bound) {
            Some(var) => Ok((var, term)),
            None => {
                let span = self.boogie[place].span;
                self.error("assign", span, "code expressions assign only to variables of their own")
            }
        }
    }
}
