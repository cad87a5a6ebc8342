//! Types as written to resolved types.

use super::Checker;
use super::scope::TypeEntry;
use crate::ast::{Decl, DeclId, Name, Type, TypeId, TypeKind};
use crate::checked::{DatatypeId, DatatypeInfo, TyVarId, TypeCtorId, TypeCtorInfo};
use crate::interner::Symbol;
use crate::source::Span;
use crate::ty::{Ty, TyKind};
use rustc_hash::FxHashMap;

/// A type synonym, expanded when first used.
pub(super) struct Synonym {
    decl: DeclId,
    state: SynonymState,
}

#[derive(Clone)]
enum SynonymState {
    New,
    /// Its body is being resolved: a use now is a cycle.
    Active,
    Done(Vec<TyVarId>, Ty),
}

/// `bv32`
fn bv_width(name: &str) -> Option<u32> {
    let digits = name.strip_prefix("bv")?;
    let number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    number.then(|| digits.parse().ok().filter(|&w: &u32| w <= i32::MAX as u32)).flatten()
}

/// `float24e8`
fn float_sizes(name: &str) -> Option<TyKind> {
    let (significand, exponent) = name.strip_prefix("float")?.split_once('e')?;
    let number = |s: &str| -> Option<u32> {
        let digits = !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
        digits.then(|| s.parse().ok()).flatten()
    };
    Some(TyKind::Float { significand: number(significand)?, exponent: number(exponent)? })
}

impl<'p> Checker<'p> {
    /// The first round: type constructors, datatypes and synonyms.
    pub(super) fn declare_types(&mut self) {
        for (id, decl) in self.program.decls() {
            match decl {
                Decl::TypeCtor(d) => {
                    let arity = d.params.len() as u32;
                    let datatype = crate::ast::find_attr(self.program, &d.attrs, "datatype");
                    self.declare_type_ctor(id, d.name, arity, datatype.is_some());
                }
                Decl::Datatype(d) => {
                    self.declare_type_ctor(id, d.name, d.type_params.len() as u32, true);
                }
                Decl::TypeSynonym(d) => {
                    if self.type_name_is_free(d.name) {
                        let entry = TypeEntry::Synonym(self.synonyms.len() as u32, d.name.span);
                        self.scopes.set_global_type(d.name.symbol, entry);
                    }
                    self.synonyms.push(Synonym { decl: id, state: SynonymState::New });
                }
                _ => {}
            }
        }
        for i in 0..self.synonyms.len() as u32 {
            self.expand_synonym(i);
        }
    }

    fn declare_type_ctor(&mut self, decl: DeclId, name: Name, arity: u32, datatype: bool) {
        let id = TypeCtorId(self.out.type_ctors.len() as u32);
        if self.type_name_is_free(name) {
            self.scopes.set_global_type(name.symbol, TypeEntry::Ctor(id, name.span));
        }
        let datatype = datatype.then(|| {
            let info = DatatypeInfo { ctor: id, type_params: Vec::new(), constructors: Vec::new() };
            self.out.datatypes.push(info);
            DatatypeId(self.out.datatypes.len() as u32 - 1)
        });
        self.out.type_ctors.push(TypeCtorInfo { decl, name: name.symbol, arity, datatype });
    }

    fn type_name_is_free(&mut self, name: Name) -> bool {
        if bv_width(self.text(name.symbol)).is_some() {
            let message = format!("`{}` is a bit-vector type", self.text(name.symbol));
            self.error("duplicate", name.span, message);
            return false;
        }
        match self.type_entry(name.symbol) {
            TypeEntry::Ctor(_, first) | TypeEntry::Synonym(_, first) => {
                self.duplicate("type", name, first);
                false
            }
            _ => true,
        }
    }

    /// Resolves the body of a synonym, once.
    fn expand_synonym(&mut self, index: u32) {
        let synonym = &mut self.synonyms[index as usize];
        let decl = synonym.decl;
        let (SynonymState::New, Decl::TypeSynonym(d)) = (&synonym.state, &self.program[decl])
        else {
            return;
        };
        synonym.state = SynonymState::Active;
        if self.synonym_depth >= crate::MAX_DEPTH {
            let message =
                format!("synonyms stand for each other over more than {} steps", crate::MAX_DEPTH);
            self.error("nesting", d.name.span, message);
            self.synonyms[index as usize].state = SynonymState::Done(Vec::new(), Ty::ERROR);
            return;
        }
        self.synonym_depth += 1;
        let mark = self.scopes.mark();
        let params = self.enter_type_params(&d.params);
        let body = self.resolve_type(d.body);
        self.scopes.leave(mark);
        self.synonym_depth -= 1;
        self.synonyms[index as usize].state = SynonymState::Done(params, body);
    }

    /// The resolved form of a type. Variables declared together share their type, so
    /// results are kept.
    pub(super) fn resolve_type(&mut self, id: TypeId) -> Ty {
        let Some(Some(ty)) = self.type_cache.get(id.index()).copied() else {
            let Some(written) = self.program.types.get(id.index()) else { return Ty::ERROR };
            let ty = self.resolve_written(written);
            let ty = self.of_bounded_size(ty, written.span);
            self.type_cache[id.index()] = Some(ty);
            return ty;
        };
        ty
    }

    /// The type, unless it is too large to be worked with.
    pub(super) fn of_bounded_size(&mut self, ty: Ty, span: Span) -> Ty {
        if !self.out.types.is_too_large(ty) {
            return ty;
        }
        self.error("nesting", span, "this type is too large");
        Ty::ERROR
    }

    fn resolve_written(&mut self, written: &'p Type) -> Ty {
        match &written.kind {
            TypeKind::Bool => Ty::BOOL,
            TypeKind::Int => Ty::INT,
            TypeKind::Real => Ty::REAL,
            TypeKind::Named { name, args } => self.resolve_named(*name, args, written.span),
            TypeKind::Map { params, indices, result } => {
                let mark = self.scopes.mark();
                let vars = self.enter_type_params(params);
                let indices: Vec<Ty> = indices.iter().map(|&t| self.resolve_type(t)).collect();
                let result = self.resolve_type(*result);
                self.scopes.leave(mark);
                let (ty, unused) = self.map_type(&vars, &indices, result);
                if let Some(var) = unused {
                    let name = self.text(self.out.type_vars[var.index()]);
                    let message = format!("type parameter `{name}` does not occur in the map type");
                    self.error("type-parameter", written.span, message);
                }
                ty
            }
        }
    }

    fn resolve_named(&mut self, name: Symbol, args: &'p [TypeId], span: Span) -> Ty {
        let resolved: Box<[Ty]> = args.iter().map(|&a| self.resolve_type(a)).collect();
        match self.type_entry(name) {
            TypeEntry::Ctor(id, _) => {
                let arity = self.out.type_ctors[id.index()].arity;
                if arity as usize != args.len() {
                    self.wrong_type_arguments(name, arity as usize, args.len(), span);
                    return Ty::ERROR;
                }
                self.out.types.intern(TyKind::Ctor(id, resolved))
            }
            TypeEntry::Var(var) => {
                if !args.is_empty() {
                    self.wrong_type_arguments(name, 0, args.len(), span);
                }
                self.out.types.intern(TyKind::Var(var))
            }
            TypeEntry::Synonym(index, _) => self.resolve_synonym(index, name, &resolved, span),
            TypeEntry::None => self.resolve_built_in(name, args.len(), span),
        }
    }

    fn resolve_synonym(&mut self, index: u32, name: Symbol, args: &[Ty], span: Span) -> Ty {
        self.expand_synonym(index);
        match self.synonyms[index as usize].state.clone() {
            SynonymState::Done(params, body) => {
                if params.len() != args.len() {
                    self.wrong_type_arguments(name, params.len(), args.len(), span);
                    return Ty::ERROR;
                }
                let map: FxHashMap<_, _> =
                    params.iter().copied().zip(args.iter().copied()).collect();
                self.out.types.substitute(body, &map)
            }
            _ => {
                let message = format!("type synonym `{}` is defined by itself", self.text(name));
                self.error("cycle", span, message);
                Ty::ERROR
            }
        }
    }

    fn resolve_built_in(&mut self, name: Symbol, args: usize, span: Span) -> Ty {
        let text = self.text(name);
        let ty = if let Some(width) = bv_width(text) {
            self.out.types.bv(width)
        } else if let Some(float) = float_sizes(text) {
            self.out.types.intern(float)
        } else {
            match text {
                "rmode" => Ty::RMODE,
                "string" => Ty::STRING,
                "regex" => Ty::REGEX,
                _ => {
                    let message = format!("there is no type `{text}`");
                    self.error("undeclared", span, message);
                    return Ty::ERROR;
                }
            }
        };
        if args > 0 {
            self.wrong_type_arguments(name, 0, args, span);
        }
        ty
    }

    #[cold]
    fn wrong_type_arguments(&mut self, name: Symbol, wanted: usize, given: usize, span: Span) {
        let message = format!(
            "type `{}` takes {wanted} argument{}, {given} given",
            self.text(name),
            if wanted == 1 { "" } else { "s" }
        );
        self.error("arity", span, message);
    }

    /// The map type with some type variables made its parameters, in the order in which they
    /// first occur, and one that does not occur.
    pub(super) fn map_type(
        &mut self,
        vars: &[TyVarId],
        indices: &[Ty],
        result: Ty,
    ) -> (Ty, Option<TyVarId>) {
        if vars.is_empty() {
            let kind = TyKind::Map { params: 0, indices: indices.into(), result };
            return (self.out.types.intern(kind), None);
        }
        let mut order = Vec::new();
        for &ty in indices.iter().chain([&result]) {
            self.collect_vars(ty, vars, &mut order);
        }
        let unused = vars.iter().find(|v| !order.contains(v)).copied();
        let indices = indices.iter().map(|&t| self.close(t, 0, &order)).collect();
        let result = self.close(result, 0, &order);
        let params = order.len() as u32;
        (self.out.types.intern(TyKind::Map { params, indices, result }), unused)
    }

    /// Appends those of `vars` that occur in `ty` to `found`, in order of occurrence.
    pub(super) fn collect_vars(&self, ty: Ty, vars: &[TyVarId], found: &mut Vec<TyVarId>) {
        if !vars.is_empty() {
            self.collect_vars_if(ty, |v| vars.contains(&v), found);
        }
    }

    /// Appends the type variables of `ty` that are wanted to `found`, without repetition.
    pub(super) fn collect_vars_if(
        &self,
        ty: Ty,
        wanted: impl Fn(TyVarId) -> bool + Copy,
        found: &mut Vec<TyVarId>,
    ) {
        if !self.out.types.has_var[ty.index()] {
            return;
        }
        match self.out.types.kind(ty) {
            TyKind::Var(v) if wanted(*v) && !found.contains(v) => found.push(*v),
            TyKind::Ctor(_, args) => {
                args.iter().for_each(|&a| self.collect_vars_if(a, wanted, found));
            }
            TyKind::Map { indices, result, .. } => {
                indices.iter().for_each(|&a| self.collect_vars_if(a, wanted, found));
                self.collect_vars_if(*result, wanted, found);
            }
            _ => {}
        }
    }

    /// Turns type variables into parameters of the map type at `level` polymorphic maps
    /// outwards.
    fn close(&mut self, ty: Ty, level: u32, vars: &[TyVarId]) -> Ty {
        if !self.out.types.has_var[ty.index()] {
            return ty;
        }
        match self.out.types.kind(ty).clone() {
            TyKind::Var(v) => match vars.iter().position(|&x| x == v) {
                Some(i) => {
                    self.out.types.intern(TyKind::MapParam { depth: level, index: i as u32 })
                }
                None => ty,
            },
            TyKind::Ctor(c, args) => {
                let args = args.iter().map(|&a| self.close(a, level, vars)).collect();
                self.out.types.intern(TyKind::Ctor(c, args))
            }
            TyKind::Map { params, indices, result } => {
                let inner = level + u32::from(params > 0);
                let indices = indices.iter().map(|&a| self.close(a, inner, vars)).collect();
                let result = self.close(result, inner, vars);
                self.out.types.intern(TyKind::Map { params, indices, result })
            }
            _ => ty,
        }
    }
}
