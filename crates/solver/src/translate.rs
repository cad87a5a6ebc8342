//! Terms to solver terms.
//!
//! A [`Translator`] carries one environment (which solver term stands for which variable) and the
//! table of what it has translated, so that shared subterms are built once. The walk keeps its own
//! stack: chains of stores and sums can be as long as the program.

use crate::{Ast, Solver};
use lariat_logic::{Term, TermId, Terms, VarId};
use rustc_hash::FxHashMap;

/// Why a term has no translation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TranslateError {
    /// `old` has a meaning only in contracts; substitute it away before.
    #[error("`old` in a formula (term {0:?})")]
    Old(TermId),
}

/// Translates terms under an environment.
#[derive(Clone, Debug, Default)]
pub struct Translator {
    vars: FxHashMap<VarId, Ast>,
    memo: FxHashMap<TermId, Ast>,
    stack: Vec<(TermId, bool)>,
}

impl Translator {
    /// An empty environment.
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes a solver term stand for a variable. Binding a variable anew forgets the translations
    /// made so far.
    pub fn bind_var(&mut self, var: VarId, ast: Ast) {
        if self.vars.insert(var, ast).is_some_and(|old| old != ast) {
            self.memo.clear();
        }
    }

    /// What stands for a variable so far.
    pub fn var(&self, var: VarId) -> Option<Ast> {
        self.vars.get(&var).copied()
    }

    /// Forgets environment and translations, and keeps the space they took.
    pub fn clear(&mut self) {
        self.vars.clear();
        self.memo.clear();
    }

    /// What stands for a variable; if nothing does yet, a new constant of that name.
    pub fn var_or_new(&mut self, solver: &mut dyn Solver, terms: &Terms, var: VarId) -> Ast {
        *self.vars.entry(var).or_insert_with(|| {
            let variable = terms.variable(var);
            solver.constant(terms, &variable.name, variable.sort)
        })
    }

    /// Translates a term. Variables without a binding get a new constant each.
    pub fn translate(
        &mut self,
        solver: &mut dyn Solver,
        terms: &Terms,
        root: TermId,
    ) -> Result<Ast, TranslateError> {
        if let Some(&ast) = self.memo.get(&root) {
            return Ok(ast);
        }
        let mut args: Vec<Ast> = Vec::new();
        self.stack.clear();
        self.stack.push((root, false));
        while let Some((id, children_done)) = self.stack.pop() {
            if !children_done && self.memo.contains_key(&id) {
                continue;
            }
            let ast = match terms.get(id) {
                Term::Literal(value) => solver.literal(terms, value, terms.sort_of(id)),
                Term::Var(var) => self.var_or_new(solver, terms, *var),
                Term::Old(_) => return Err(TranslateError::Old(id)),
                _ if !children_done => {
                    self.stack.push((id, true));
                    self.push_children(terms, id);
                    continue;
                }
                Term::App(op, operands) => {
                    args.clear();
                    args.extend(operands.iter().map(|a| self.memo[a]));
                    solver.app(terms, op, &args, terms.sort_of(id))
                }
                Term::Call(function, operands) => {
                    args.clear();
                    args.extend(operands.iter().map(|a| self.memo[a]));
                    solver.call(terms, *function, &args)
                }
                Term::Bind(binder) => {
                    let done = |t: &TermId| self.memo[t];
                    let triggers: Vec<Vec<Ast>> =
                        binder.triggers.iter().map(|t| t.iter().map(done).collect()).collect();
                    let no_triggers: Vec<Ast> = binder.no_triggers.iter().map(done).collect();
                    let body = self.memo[&binder.body];
                    let vars: Vec<Ast> =
                        binder.vars.iter().map(|&v| self.var_or_new(solver, terms, v)).collect();
                    solver.bind(terms, binder, &vars, body, &triggers, &no_triggers)
                }
            };
            self.memo.insert(id, ast);
        }
        Ok(self.memo[&root])
    }

    fn push_children(&mut self, terms: &Terms, id: TermId) {
        let memo = &self.memo;
        let stack = &mut self.stack;
        let mut push = |t: &TermId| {
            if !memo.contains_key(t) {
                stack.push((*t, false));
            }
        };
        match terms.get(id) {
            Term::Literal(_) | Term::Var(_) | Term::Old(_) => {}
            Term::App(_, args) | Term::Call(_, args) => args.iter().rev().for_each(&mut push),
            Term::Bind(binder) => {
                binder.no_triggers.iter().rev().for_each(&mut push);
                binder.triggers.iter().rev().flatten().for_each(&mut push);
                push(&binder.body);
            }
        }
    }
}
