//! Globals, constants and axioms.

use crate::context::{Lower, Lowering};
use crate::expressions::{OverTypes, Scope};
use lariat_boogie::ast::{AxiomDecl, Decl};
use lariat_boogie::{Span, Ty};
use lariat_logic::VarId;
use lariat_program::Axiom;

/// How often axioms over types are instantiated anew before giving up.
const ROUND_LIMIT: usize = 20;

impl<'a> Lowering<'a> {
    /// Declares globals and constants.
    pub fn variables(&mut self) -> Lower<()> {
        let checked = self.checked;
        for global in &checked.globals {
            let span = match &self.boogie[global.decl] {
                Decl::Var(v) => v.name.span,
                _ => continue,
            };
            let sort = self.sort(global.ty, span)?;
            let name = self.boogie.text(global.name);
            let var = self.program.terms.declare(name, sort);
            self.globals.push(var);
        }
        let mut groups: Vec<(Ty, Vec<VarId>)> = Vec::new();
        for constant in &checked.constants {
            let span = match &self.boogie[constant.decl] {
                Decl::Const(c) => c.name.span,
                _ => continue,
            };
            let sort = self.sort(constant.ty, span)?;
            let name = self.boogie.text(constant.name);
            let var = self.program.terms.declare(name, sort);
            self.constants.push(var);
            if constant.unique {
                match groups.iter_mut().find(|g| g.0 == constant.ty) {
                    Some(group) => group.1.push(var),
                    None => groups.push((constant.ty, vec![var])),
                }
            }
        }
        self.program.globals.clone_from(&self.globals);
        self.program.constants.clone_from(&self.constants);
        self.program.unique =
            groups.into_iter().map(|g| g.1).filter(|group| group.len() > 1).collect();
        Ok(())
    }

    /// Translates the where clauses of globals.
    pub fn global_where_clauses(&mut self) {
        for global in &self.checked.globals {
            let (formula, span) = match &self.boogie[global.decl] {
                Decl::Var(v) => (v.where_clause, v.name.span),
                _ => (None, Span::default()),
            };
            let formula = formula.and_then(|e| self.condition(&mut Scope::default(), e).ok());
            let var = self.globals[self.global_where.len()];
            let formula = self.with_validity(formula, global.ty, var, span).unwrap_or(formula);
            self.where_clauses.extend(formula.map(|clause| (var, clause)));
            self.global_where.push(formula);
        }
    }

    /// Translates the axioms that speak about no type parameter.
    pub fn axioms(&mut self) {
        self.valid_constants();
        for decl in &self.boogie.decls {
            if let Decl::Axiom(axiom) = decl
                && !self.quantifies_types(axiom.expr)
            {
                self.axiom(axiom, OverTypes::Refused);
            }
        }
    }

    fn valid_constants(&mut self) {
        for (n, constant) in self.checked.constants.iter().enumerate() {
            let Decl::Const(decl) = &self.boogie[constant.decl] else { continue };
            let Some(&var) = self.constants.get(n) else { continue };
            if let Ok(Some(formula)) = self.validity(constant.ty, var, decl.name.span) {
                let info = self.info(&mut Scope::default(), decl.name.span, &[]);
                self.program.axioms.push(Axiom { formula, info });
            }
        }
    }

    fn axiom(&mut self, axiom: &'a AxiomDecl, over_types: OverTypes) {
        let mut scope = Scope { over_types, ..Scope::default() };
        if let Ok(formula) = self.expression(&mut scope, axiom.expr)
            && formula != lariat_logic::Terms::TRUE
        {
            let info = self.info(&mut scope, axiom.span, &axiom.attrs);
            self.program.axioms.push(Axiom { formula, info });
        }
    }

    /// Adds what follows from uses: definitions of recursive functions and instances of axioms over
    /// types, until there is nothing new.
    pub fn close_axioms(&mut self) {
        let over_types: Vec<&'a AxiomDecl> = self
            .boogie
            .decls
            .iter()
            .filter_map(|decl| match decl {
                Decl::Axiom(axiom) if self.quantifies_types(axiom.expr) => Some(axiom),
                _ => None,
            })
            .collect();
        if over_types.iter().any(|axiom| self.check_polarity(axiom.expr).is_err()) {
            return;
        }
        self.define_functions();
        for _ in 0..ROUND_LIMIT {
            let (axioms, infos) = (self.program.axioms.len(), self.program.infos.len());
            let (instances, types) = (self.instances.len(), self.types_in_use.len());
            for axiom in &over_types {
                self.axiom(axiom, OverTypes::Known);
            }
            let stable = self.instances.len() == instances && self.types_in_use.len() == types;
            if stable || !self.errors.is_empty() {
                return;
            }
            // New instances: the axioms of this round may lack some, so they are made again.
            debug_assert!(self.program.infos.len() >= infos);
            let mut kept: Vec<Axiom> = std::mem::take(&mut self.program.axioms);
            kept.truncate(axioms);
            self.program.axioms = kept;
            self.define_functions();
        }
        if let Some(axiom) = over_types.first() {
            _ = self.unsupported::<()>(
                axiom.span,
                "the instances of the axioms over types do not come to an end",
                "use the polymorphic functions at fewer types",
            );
        }
    }
}
