//! Functions that are replaced by their bodies (`{:inline}`) or defined by them (`{:define}`) do not depend on themselves.

use super::Checker;
use crate::ast::{AttrArg, Decl, ExprId, ExprKind, FunctionDecl, find_attr};
use crate::interner::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};

impl<'p> Checker<'p> {
    /// Reports the first function that its own body needs.
    pub(super) fn definitions_have_no_circles(&mut self) {
        let mut defined: FxHashMap<Symbol, &'p FunctionDecl> = FxHashMap::default();
        let program = self.program;
        let functions: Vec<&'p FunctionDecl> = program
            .decls
            .iter()
            .filter_map(|decl| match decl {
                Decl::Function(d) if d.body.is_some() && self.is_definition(d) => Some(d),
                _ => None,
            })
            .collect();
        defined.extend(functions.iter().map(|d| (d.name.symbol, *d)));
        let needs: FxHashMap<Symbol, Vec<Symbol>> =
            functions.iter().map(|d| (d.name.symbol, self.needed(d, &defined))).collect();
        for d in functions {
            let mut seen: FxHashSet<Symbol> = FxHashSet::default();
            let mut stack = needs[&d.name.symbol].clone();
            while let Some(next) = stack.pop() {
                if next == d.name.symbol {
                    let name = self.text(next);
                    let message = format!("the definition of the function `{name}` needs itself");
                    self.error("circle", d.name.span, message);
                    return;
                }
                if seen.insert(next) {
                    stack.extend(&needs[&next]);
                }
            }
        }
    }

    fn is_definition(&self, d: &FunctionDecl) -> bool {
        ["inline", "define"].iter().any(|name| {
            find_attr(self.program, &d.attrs, name).is_some_and(|attr| match attr.args.as_slice() {
                [AttrArg::Expr(e)] => !matches!(self.program[*e].kind, ExprKind::Bool(false)),
                _ => true,
            })
        })
    }

    fn needed(&self, d: &FunctionDecl, of: &FxHashMap<Symbol, &FunctionDecl>) -> Vec<Symbol> {
        let mut found = Vec::new();
        let mut stack: Vec<ExprId> = d.body.into_iter().collect();
        while let Some(id) = stack.pop() {
            let kind = &self.program[id].kind;
            if let ExprKind::App { function, .. } = kind
                && of.contains_key(&function.symbol)
            {
                found.push(function.symbol);
            }
            super::flow::for_each_child(kind, |child| stack.push(child));
        }
        found
    }
}
