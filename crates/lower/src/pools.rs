//! Pools: values that the program names for quantifiers to be instantiated with.
//!
//! `{:add_to_pool "L", e}` on an assertion or assumption puts the value of `e` into the pool `L`; a quantifier over `{:pool "L"} x`
//! is then instantiated with it. A pool is a predicate without a meaning: the statement assumes it of the value, and it is a trigger
//! of the quantifier. So nothing is true or false because of a pool.

use crate::body::BodyBuilder;
use crate::context::Lowering;
use lariat_boogie::Span;
use lariat_boogie::ast::{Attr, AttrArg, Variable};
use lariat_logic::{FunctionId, SortId, TermId, Terms, VarId};
use lariat_program::CommandKind;

impl<'a> Lowering<'a> {
    fn pool(&mut self, label: &str, sort: SortId) -> FunctionId {
        let key = (label.to_owned(), sort);
        if let Some(&pool) = self.pools.get(&key) {
            return pool;
        }
        let name = format!("pool {label} {}", self.pools.len());
        let pool = self.terms().declare_function(name, vec![sort], Terms::BOOL);
        self.pools.insert(key, pool);
        pool
    }

    /// Puts into pools what the attributes of a statement name.
    pub fn add_to_pools(&mut self, b: &mut BodyBuilder<'a>, attrs: &'a [Attr], span: Span) {
        let boogie = self.boogie;
        for attr in attrs.iter().filter(|a| boogie.text(a.name.symbol) == "add_to_pool") {
            let [AttrArg::Str(label), values @ ..] = attr.args.as_slice() else { continue };
            for value in values {
                let AttrArg::Expr(value) = value else { continue };
                let Ok(term) = self.expression(&mut b.scope, *value) else { continue };
                let sort = self.program.terms.sort_of(term);
                let pool = self.pool(boogie.text(*label), sort);
                let in_pool = self.terms().call(pool, &[term]);
                let info = self.info(&mut b.scope, span, &[]);
                b.emit(CommandKind::Assume(in_pool), info);
            }
        }
    }

    /// The triggers of a binder whose variables all have pools: one for each choice of labels.
    pub fn pool_triggers(&mut self, declared: &'a [Variable], vars: &[VarId]) -> Vec<Vec<TermId>> {
        let boogie = self.boogie;
        if declared.len() != vars.len() {
            return Vec::new();
        }
        let mut triggers: Vec<Vec<TermId>> = vec![Vec::new()];
        for (variable, &var) in declared.iter().zip(vars) {
            let labels: Vec<&str> = variable
                .attrs
                .iter()
                .filter(|a| boogie.text(a.name.symbol) == "pool")
                .flat_map(|a| &a.args)
                .filter_map(|arg| match arg {
                    AttrArg::Str(label) => Some(boogie.text(*label)),
                    AttrArg::Expr(_) => None,
                })
                .collect();
            let term = self.terms().var(var);
            let sort = self.program.terms.sort_of(term);
            let mut longer = Vec::new();
            for label in labels {
                let pool = self.pool(label, sort);
                let in_pool = self.terms().call(pool, &[term]);
                longer.extend(triggers.iter().map(|t| [t.as_slice(), &[in_pool]].concat()));
            }
            triggers = longer;
        }
        triggers.retain(|t| !t.is_empty());
        triggers
    }
}
