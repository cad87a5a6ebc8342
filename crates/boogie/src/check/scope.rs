//! Scopes: what each name means at the moment.
//!
//! Variables and types have a table each, indexed by symbol. A scope is a mark in a log of
//! overwritten entries.

use super::Checker;
use crate::ast::{Name, Variable};
use crate::checked::{Resolution, TyVarId, TypeCtorId};
use crate::diagnostic::Diagnostic;
use crate::interner::Symbol;
use crate::source::Span;
use crate::ty::Ty;

/// What a variable name means.
#[derive(Clone, Copy)]
pub(super) struct VarEntry {
    pub resolution: Resolution,
    pub ty: Ty,
    pub span: Span,
}

const NO_VAR: VarEntry =
    VarEntry { resolution: Resolution::None, ty: Ty::ERROR, span: Span { start: 0, end: 0 } };

/// What a type name means.
#[derive(Clone, Copy)]
pub(super) enum TypeEntry {
    None,
    Ctor(TypeCtorId, Span),
    /// Index into the checker's synonyms.
    Synonym(u32, Span),
    Var(TyVarId),
}

pub(super) struct Scopes {
    vars: Vec<VarEntry>,
    var_log: Vec<(Symbol, VarEntry)>,
    types: Vec<TypeEntry>,
    type_log: Vec<(Symbol, TypeEntry)>,
}

/// A place in the logs to return to.
#[derive(Clone, Copy)]
pub(super) struct Mark(usize, usize);

impl Scopes {
    pub fn new(symbols: usize) -> Self {
        Scopes {
            vars: vec![NO_VAR; symbols],
            var_log: Vec::new(),
            types: vec![TypeEntry::None; symbols],
            type_log: Vec::new(),
        }
    }

    #[inline]
    pub fn var(&self, name: Symbol) -> VarEntry {
        self.vars[name.index()]
    }

    pub fn type_entry(&self, name: Symbol) -> TypeEntry {
        self.types[name.index()]
    }

    pub fn mark(&self) -> Mark {
        Mark(self.var_log.len(), self.type_log.len())
    }

    /// Leaves all scopes entered since the mark.
    pub fn leave(&mut self, mark: Mark) {
        for (name, entry) in self.var_log.drain(mark.0..).rev() {
            self.vars[name.index()] = entry;
        }
        for (name, entry) in self.type_log.drain(mark.1..).rev() {
            self.types[name.index()] = entry;
        }
    }

    pub fn set_global_var(&mut self, name: Symbol, entry: VarEntry) {
        self.vars[name.index()] = entry;
    }

    pub fn set_global_type(&mut self, name: Symbol, entry: TypeEntry) {
        self.types[name.index()] = entry;
    }

    pub fn enter_var(&mut self, name: Symbol, entry: VarEntry) {
        let old = std::mem::replace(&mut self.vars[name.index()], entry);
        self.var_log.push((name, old));
    }

    /// Makes a type parameter that was declared before visible again.
    pub fn reenter_type_param(&mut self, name: Symbol, var: TyVarId) {
        self.enter_type(name, TypeEntry::Var(var));
    }

    fn enter_type(&mut self, name: Symbol, entry: TypeEntry) {
        let old = std::mem::replace(&mut self.types[name.index()], entry);
        self.type_log.push((name, old));
    }
}

impl Checker<'_> {
    /// Enters a variable that is not global. It may hide a global variable or a constant, and a bound one whatever
    /// is declared outside of its binder.
    pub(super) fn enter_var(&mut self, name: Name, resolution: Resolution, ty: Ty) {
        let known = self.scopes.var(name.symbol);
        if !matches!(
            known.resolution,
            Resolution::None | Resolution::Global(_) | Resolution::Const(_)
        ) && !matches!(resolution, Resolution::Bound(_))
        {
            self.duplicate("variable", name, known.span);
        }
        self.scopes.enter_var(name.symbol, VarEntry { resolution, ty, span: name.span });
    }

    /// Enters variables in order, numbered from zero.
    pub(super) fn enter_vars(
        &mut self,
        vars: &[Variable],
        tys: &[Ty],
        resolution: fn(u32) -> Resolution,
    ) {
        for (i, (var, &ty)) in vars.iter().zip(tys).enumerate() {
            self.enter_var(var.name, resolution(i as u32), ty);
        }
    }

    /// Enters type parameters.
    pub(super) fn enter_type_params(&mut self, params: &[Name]) -> Vec<TyVarId> {
        params.iter().map(|&param| self.enter_type_param(param)).collect()
    }

    fn enter_type_param(&mut self, name: Name) -> TyVarId {
        match self.scopes.type_entry(name.symbol) {
            TypeEntry::None => {}
            TypeEntry::Var(_) => {
                let message =
                    format!("type parameter `{}` is declared twice", self.text(name.symbol));
                self.error("duplicate", name.span, message);
            }
            TypeEntry::Ctor(_, first) | TypeEntry::Synonym(_, first) => {
                let message = format!("`{}` is already the name of a type", self.text(name.symbol));
                self.report(
                    Diagnostic::error("duplicate", name.span, message)
                        .with_note(first, "declared here")
                        .with_help("choose another name for the type parameter"),
                );
            }
        }
        let var = TyVarId(self.out.type_vars.len() as u32);
        self.out.type_vars.push(name.symbol);
        self.scopes.enter_type(name.symbol, TypeEntry::Var(var));
        var
    }

    #[cold]
    pub(super) fn duplicate(&mut self, what: &str, name: Name, first: Span) {
        let message = format!("{what} `{}` is declared twice", self.text(name.symbol));
        self.report(
            Diagnostic::error("duplicate", name.span, message)
                .with_note(first, "first declared here"),
        );
    }
}
