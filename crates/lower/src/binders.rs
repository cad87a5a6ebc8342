//! Quantifiers and lambdas, with the patterns that tell a solver when to instantiate them.

use crate::context::{Lower, Lowering, Reported};
use crate::expressions::{Scope, Work, for_each_child};
use lariat_boogie::ast::{self, ExprId, ExprKind};
use lariat_logic::{BinderKind, Op, Term, TermId, VarId};

impl<'a> Lowering<'a> {
    /// Declares the variables of a binder and visits its parts.
    pub fn visit_binder(&mut self, scope: &mut Scope<'a>, expr: ExprId) -> Lower<()> {
        let boogie = self.boogie;
        let ExprKind::Binder(binder) = &boogie[expr].kind else { return Err(Reported) };
        for (b, var) in self.checked.bound_vars_of(expr, binder.vars.len()).zip(&binder.vars) {
            let ty = self.ground(scope, self.checked.bound_vars[b.index()].ty);
            let sort = self.sort(ty, var.name.span)?;
            let name = boogie.text(var.name.symbol);
            let var = self.program.terms.declare(name, sort);
            self.bound[b.index()] = self.program.terms.var(var);
        }
        self.work.push(Work::Build(expr));
        let start = self.work.len();
        for_each_child(boogie, expr, |c| self.work.push(Work::Visit(c)));
        self.work[start..].reverse();
        Ok(())
    }

    /// Its parts are on the value stack: makes the quantifier or lambda.
    pub fn build_binder(
        &mut self,
        scope: &Scope<'a>,
        expr: ExprId,
        binder: &'a ast::Binder,
    ) -> Lower<TermId> {
        let count: usize = binder.triggers.iter().map(|t| t.exprs.len()).sum();
        let mut patterns = self.values.split_off(self.values.len() - count).into_iter();
        let mut body = self.pop()?;
        let vars: Vec<VarId> = self
            .checked
            .bound_vars_of(expr, binder.vars.len())
            .filter_map(|b| self.program.terms.as_var(self.bound[b.index()]))
            .collect();
        if vars.is_empty() {
            return Ok(body);
        }
        let mut triggers = Vec::new();
        let mut no_triggers = Vec::new();
        for trigger in &binder.triggers {
            let terms: Vec<TermId> = patterns.by_ref().take(trigger.exprs.len()).collect();
            if trigger.negative {
                no_triggers.extend(terms);
            } else if self.is_pattern(&terms, &vars) {
                triggers.push(terms);
            }
        }
        let kind = match binder.kind {
            ast::BinderKind::Forall => BinderKind::Forall,
            ast::BinderKind::Exists => BinderKind::Exists,
            ast::BinderKind::Lambda => BinderKind::Lambda,
        };
        let text =
            |name: &str| match ast::find_attr(self.boogie, &binder.attrs, name)?.args.first()? {
                ast::AttrArg::Str(symbol) => Some(self.boogie.text(*symbol).to_string()),
                ast::AttrArg::Expr(e) => match self.boogie[*e].kind {
                    ExprKind::Int(digits) => Some(self.boogie.text(digits).to_string()),
                    _ => None,
                },
            };
        let name = text("qid");
        let weight = text("weight").and_then(|w| w.parse().ok());
        if self.has_validity && kind != BinderKind::Lambda {
            let valid = self.bound_variables_valid(scope, expr, binder)?;
            body = match kind {
                BinderKind::Exists => self.terms().and(&[valid, body]),
                _ => self.terms().implies(valid, body),
            };
        }
        let in_pools = match kind {
            BinderKind::Lambda => Vec::new(),
            _ => self.pool_triggers(&binder.vars, &vars),
        };
        let own = !triggers.is_empty();
        if own {
            triggers.extend(in_pools.iter().cloned());
        }
        let made = lariat_logic::Binder { kind, vars, body, triggers, no_triggers, name, weight };
        if own || in_pools.is_empty() {
            return Ok(self.terms().bind(made));
        }
        // The solver chooses triggers where there are none: it shall go on to.
        let pooled = lariat_logic::Binder { triggers: in_pools, ..made.clone() };
        let both = [self.terms().bind(made), self.terms().bind(pooled)];
        Ok(match kind {
            BinderKind::Exists => self.terms().or(&both),
            _ => self.terms().and(&both),
        })
    }

    fn bound_variables_valid(
        &mut self,
        scope: &Scope<'a>,
        expr: ExprId,
        binder: &'a ast::Binder,
    ) -> Lower<TermId> {
        let mut bound = Vec::new();
        for b in self.checked.bound_vars_of(expr, binder.vars.len()) {
            let ty = self.ground(scope, self.checked.bound_vars[b.index()].ty);
            bound.extend(self.program.terms.as_var(self.bound[b.index()]).map(|var| (ty, var)));
        }
        self.bound_validity(&bound, self.boogie[expr].span)
    }

    /// Whether a solver can match these terms: function applications that together have all
    /// variables. Functions that were expanded can leave something else.
    fn is_pattern(&self, patterns: &[TermId], vars: &[VarId]) -> bool {
        let terms = &self.program.terms;
        let mut good = patterns.iter().all(|&p| match terms.get(p) {
            Term::Call(..) => true,
            Term::App(op, _) => matches!(
                op,
                Op::Select
                    | Op::Store
                    | Op::Construct(_)
                    | Op::Field(..)
                    | Op::IsConstructor(_)
                    | Op::Smt(_)
            ),
            _ => false,
        });
        let mut seen = rustc_hash::FxHashSet::default();
        terms.for_each_subterm(patterns.iter().copied(), |_, term| match term {
            Term::Var(v) => _ = seen.insert(*v),
            Term::Bind(_) => good = false,
            Term::App(op, _) => {
                good &= !matches!(
                    op,
                    Op::Not | Op::And | Op::Or | Op::Implies | Op::Eq | Op::Ite | Op::Le | Op::Lt
                );
            }
            _ => {}
        });
        good && vars.iter().all(|v| seen.contains(v))
    }
}
