//! Datatypes: constructors, selectors and testers of the new and the old syntax.

use super::Checker;
use super::scope::TypeEntry;
use crate::ast::{DatatypeDecl, Decl, DeclId, ExprId, FunctionDecl, Name, find_attr};
use crate::checked::{
    ConstructorInfo, DatatypeId, FunctionId, FunctionInfo, FunctionKind, Resolution, TyVarId,
};
use crate::diagnostic::Diagnostic;
use crate::interner::Symbol;
use crate::source::Span;
use crate::ty::{Ty, TyKind};
use rustc_hash::FxHashMap;

impl<'p> Checker<'p> {
    /// The datatype of a resolved type, and its type arguments.
    fn datatype_of(&self, ty: Ty) -> Option<(DatatypeId, Box<[Ty]>)> {
        match self.out.types.kind(self.shallow(ty)) {
            TyKind::Ctor(ctor, args) => {
                Some((self.out.type_ctors[ctor.index()].datatype?, args.clone()))
            }
            _ => None,
        }
    }

    /// Declares the constructors of `datatype T<a> { … }`.
    pub(super) fn declare_datatype(&mut self, decl: DeclId, d: &'p DatatypeDecl) {
        // A second type of the same name has been reported and gets no constructors.
        let TypeEntry::Ctor(ctor, _) = self.type_entry(d.name.symbol) else { return };
        let info = &self.out.type_ctors[ctor.index()];
        let Some(datatype) = info.datatype.filter(|_| info.decl == decl) else { return };
        let mark = self.scopes.mark();
        let type_params = self.enter_type_params(&d.type_params);
        let args = type_params.iter().map(|&v| self.out.types.intern(TyKind::Var(v))).collect();
        let result = self.out.types.intern(TyKind::Ctor(ctor, args));
        self.out.datatypes[datatype.index()].type_params = type_params.clone();
        let mut field_types: FxHashMap<Symbol, (Ty, Span)> = FxHashMap::default();
        for (i, constructor) in d.constructors.iter().enumerate() {
            let mut names: FxHashMap<Symbol, Span> = FxHashMap::default();
            let mut params = Vec::new();
            for field in &constructor.fields {
                let ty = self.resolve_type(field.ty);
                params.push(ty);
                if let Some(first) = names.insert(field.name.symbol, field.name.span) {
                    self.duplicate("field", field.name, first);
                }
                let (known, first) =
                    *field_types.entry(field.name.symbol).or_insert((ty, field.name.span));
                if known != ty {
                    let message = format!(
                        "field `{}` has two types in this datatype",
                        self.text(field.name.symbol)
                    );
                    self.report(
                        Diagnostic::error("type", field.name.span, message)
                            .with_note(first, "its first type is given here"),
                    );
                }
            }
            let function = self.declare_function_info(
                constructor.name,
                FunctionInfo {
                    decl,
                    name: constructor.name.symbol,
                    kind: FunctionKind::Constructor(datatype, i as u32),
                    type_params: type_params.clone(),
                    params,
                    result,
                },
            );
            self.out.datatypes[datatype.index()].constructors.push(ConstructorInfo {
                name: constructor.name.symbol,
                function,
                fields: constructor.fields.iter().map(|f| f.name.symbol).collect(),
            });
        }
        self.scopes.leave(mark);
    }

    /// For `function {:constructor} C(x: int): T;`: makes it a constructor and declares the
    /// selectors `x#C` and the tester `is#C`.
    pub(super) fn declare_old_constructor(&mut self, function: FunctionId, d: &'p FunctionDecl) {
        if find_attr(self.program, &d.attrs, "constructor").is_none() {
            return;
        }
        let info = self.out.functions[function.index()].clone();
        let Some((datatype, _)) = self.datatype_of(info.result) else {
            if info.result != Ty::ERROR {
                self.report(
                    Diagnostic::error(
                        "datatype",
                        self.program[d.result.ty].span,
                        "the result of a constructor must be a datatype",
                    )
                    .with_help("declare the type with `{:datatype}`"),
                );
            }
            return;
        };
        let index = self.out.datatypes[datatype.index()].constructors.len() as u32;
        self.out.functions[function.index()].kind = FunctionKind::Constructor(datatype, index);
        let fields: Vec<Symbol> = d.params.iter().filter_map(|p| Some(p.name?.symbol)).collect();
        if fields.len() != d.params.len() {
            self.error("datatype", d.name.span, "the parameters of a constructor need names");
        }
        let constructor = self.text(d.name.symbol);
        for (i, (&field, &ty)) in fields.iter().zip(&info.params).enumerate() {
            let name = format!("{}#{constructor}", self.text(field));
            let kind = FunctionKind::Selector(datatype, index, i as u32);
            self.declare_member(&name, d.name.span, kind, &info, ty);
        }
        let kind = FunctionKind::Tester(datatype, index);
        self.declare_member(&format!("is#{constructor}"), d.name.span, kind, &info, Ty::BOOL);
        self.out.datatypes[datatype.index()].constructors.push(ConstructorInfo {
            name: d.name.symbol,
            function,
            fields,
        });
    }

    /// A selector or tester; a name that the program never mentions needs no entry.
    fn declare_member(
        &mut self,
        name: &str,
        span: Span,
        kind: FunctionKind,
        constructor: &FunctionInfo,
        result: Ty,
    ) {
        let Some(symbol) = self.program.interner.lookup(name) else { return };
        let info = FunctionInfo {
            decl: constructor.decl,
            name: symbol,
            kind,
            type_params: constructor.type_params.clone(),
            params: vec![constructor.result],
            result,
        };
        self.declare_function_info(Name { symbol, span }, info);
    }

    /// Reports datatypes none of whose values could be built first. Datatypes without any constructor are left to whoever uses them,
    /// and what type arguments do to emptiness to whoever instantiates them.
    pub(super) fn datatypes_have_values(&mut self) {
        let datatypes = &self.out.datatypes;
        let mut has_values = vec![false; datatypes.len()];
        // For each constructor, how many of its fields still wait; for each datatype, the constructors that wait for it.
        let mut waiting: Vec<(usize, usize)> = Vec::new();
        let mut waits_for: Vec<Vec<usize>> = vec![Vec::new(); datatypes.len()];
        let mut buildable = Vec::new();
        for (d, info) in datatypes.iter().enumerate() {
            for constructor in &info.constructors {
                let fields = &self.out.functions[constructor.function.index()].params;
                let needed: Vec<DatatypeId> =
                    fields.iter().filter_map(|&f| self.element_datatype(f)).collect();
                if needed.is_empty() {
                    buildable.push(d);
                }
                for field in &needed {
                    waits_for[field.index()].push(waiting.len());
                }
                waiting.push((d, needed.len()));
            }
        }
        while let Some(d) = buildable.pop() {
            if std::mem::replace(&mut has_values[d], true) {
                continue;
            }
            for &constructor in &waits_for[d] {
                let (owner, left) = &mut waiting[constructor];
                *left -= 1;
                if *left == 0 {
                    buildable.push(*owner);
                }
            }
        }
        for (d, _) in has_values.iter().enumerate().filter(|h| !h.1) {
            let info = &self.out.datatypes[d];
            if info.constructors.is_empty() {
                continue;
            }
            let ctor = &self.out.type_ctors[info.ctor.index()];
            let span = match &self.program[ctor.decl] {
                Decl::Datatype(d) => d.name.span,
                Decl::TypeCtor(d) => d.name.span,
                _ => Span::default(),
            };
            let message = format!("the datatype `{}` has no values", self.program.text(ctor.name));
            self.report(
                Diagnostic::error("datatype", span, message)
                    .with_help("give it a constructor that needs no value of the datatype itself"),
            );
        }
    }

    /// The datatype with constructors whose values a value of this type is made of.
    fn element_datatype(&self, ty: Ty) -> Option<DatatypeId> {
        let mut ty = self.shallow(ty);
        while let TyKind::Map { result, .. } = self.out.types.kind(ty) {
            ty = self.shallow(*result);
        }
        let (datatype, _) = self.datatype_of(ty)?;
        (!self.out.datatypes[datatype.index()].constructors.is_empty()).then_some(datatype)
    }

    /// Enters a function under its name, which functions and procedures share.
    pub(super) fn declare_function_info(&mut self, name: Name, info: FunctionInfo) -> FunctionId {
        let id = FunctionId(self.out.functions.len() as u32);
        self.out.functions.push(info);
        if let Some(first) = self.callable_span(name.symbol) {
            self.duplicate("function", name, first);
        } else {
            self.out.functions_by_name.insert(name.symbol, id);
        }
        id
    }

    /// Where a function or procedure of this name is declared.
    pub(super) fn callable_span(&self, name: Symbol) -> Option<Span> {
        let decl = match self.out.functions_by_name.get(&name) {
            Some(f) => self.out.functions[f.index()].decl,
            None => self.out.procedures[self.out.procedures_by_name.get(&name)?.index()].decl,
        };
        Some(match &self.program[decl] {
            Decl::Function(d) => d.name.span,
            Decl::Procedure(d) => d.name.span,
            Decl::Datatype(d) => {
                let found = d.constructors.iter().find(|c| c.name.symbol == name);
                found.map_or(d.name.span, |c| c.name.span)
            }
            _ => Span::default(),
        })
    }

    /// `value is C`
    pub(super) fn tester(&mut self, id: ExprId, value: ExprId, constructor: Name) -> Ty {
        let ty = self.expr(value);
        let Some((datatype, _)) = self.datatype_of(ty) else {
            self.no_datatype(ty, self.program[value].span);
            return Ty::BOOL;
        };
        let info = &self.out.datatypes[datatype.index()];
        match info.constructors.iter().position(|c| c.name == constructor.symbol) {
            Some(i) => {
                self.out.resolutions[id.index()] = Resolution::Tester(datatype, i as u32);
            }
            None => {
                let message = format!(
                    "{} has no constructor `{}`",
                    self.show(ty),
                    self.text(constructor.symbol)
                );
                self.error("undeclared", constructor.span, message);
            }
        }
        Ty::BOOL
    }

    /// The type of a field of a value of type `value`; `id` is the access or update.
    pub(super) fn field(&mut self, id: ExprId, value: Ty, field: Name) -> Ty {
        let Some((datatype, args)) = self.datatype_of(value) else {
            self.no_datatype(value, self.program[id].span);
            return Ty::ERROR;
        };
        let info = &self.out.datatypes[datatype.index()];
        let found = info.constructors.iter().find_map(|c| {
            let i = c.fields.iter().position(|&f| f == field.symbol)?;
            Some((c.function, i))
        });
        let Some((function, i)) = found else {
            let message =
                format!("{} has no field `{}`", self.show(value), self.text(field.symbol));
            self.error("undeclared", field.span, message);
            return Ty::ERROR;
        };
        self.out.resolutions[id.index()] = Resolution::Field(datatype);
        let constructor = self.out.functions[function.index()].clone();
        let instance = self.match_args(&constructor, &args);
        self.out.types.substitute(constructor.params[i], &instance)
    }

    /// What the type parameters of a constructor are if its result has these arguments.
    fn match_args(&self, constructor: &FunctionInfo, args: &[Ty]) -> FxHashMap<TyVarId, Ty> {
        let TyKind::Ctor(_, own) = self.out.types.kind(constructor.result) else {
            return FxHashMap::default();
        };
        let pairs = own.iter().zip(args).filter_map(|(&o, &a)| match self.out.types.kind(o) {
            TyKind::Var(v) => Some((*v, a)),
            _ => None,
        });
        pairs.collect()
    }

    #[cold]
    fn no_datatype(&mut self, ty: Ty, span: Span) {
        let ty = self.shallow(ty);
        if ty != Ty::ERROR {
            let message = format!("this is no datatype: its type is {}", self.show(ty));
            self.error("type", span, message);
        }
    }
}
