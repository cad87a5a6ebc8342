//! Types to sorts.
//!
//! The checker has expanded synonyms and interned types, so this is a table by type index. A type
//! constructor becomes an uninterpreted sort named after the ground type. A datatype becomes one
//! datatype per ground instance. A map without indices is its element. A polymorphic map becomes a
//! record (a datatype with one constructor) that has one ordinary map for each ground instance at
//! which the program reads or writes it.

use crate::context::{Lower, Lowering};
use lariat_boogie::checked::{DatatypeId, TyVarId, TypeCtorId};
use lariat_boogie::{Checked, Span, Ty, TyKind, TyTable, ast};
use lariat_logic::{ConstructorId, Sort, SortId, Terms};
use rustc_hash::FxHashMap;
use std::fmt::Write;
use std::rc::Rc;

/// Types nested deeper than this are not translated: instances that grow without end run into it.
const NESTING_LIMIT: u32 = 100;

/// A datatype that has no constructors yet.
pub(crate) struct Hollow {
    ty: Ty,
    instance: lariat_logic::DatatypeId,
    /// The Boogie datatype; none for the record of a polymorphic map.
    datatype: Option<DatatypeId>,
}

impl Lowering<'_> {
    /// The sort of a ground type.
    pub fn sort(&mut self, ty: Ty, span: Span) -> Lower<SortId> {
        if let Some(Some(sort)) = self.sorts.get(ty.index()) {
            return Ok(*sort);
        }
        if self.nesting(ty) > NESTING_LIMIT {
            let shown: String = self.show(ty).chars().take(60).collect();
            return self.unsupported(
                span,
                format!("a type is nested too deeply: {shown}…"),
                "a polymorphic function that calls itself at ever larger types cannot be made monomorphic",
            );
        }
        let sort = match self.types.kind(ty).clone() {
            TyKind::Bool => Terms::BOOL,
            TyKind::Int => Terms::INT,
            TyKind::Real => Terms::REAL,
            TyKind::RMode => self.terms().sort(Sort::RoundingMode),
            TyKind::Str => self.terms().sort(Sort::String),
            TyKind::Regex => self.terms().sort(Sort::RegLan),
            TyKind::Bv(0) => {
                return self.unsupported(
                    span,
                    "a bit vector of width 0 has no SMT sort",
                    "leave the empty part out of the concatenation or extraction",
                );
            }
            TyKind::Bv(width) => self.terms().bv_sort(width),
            TyKind::Float { significand, exponent } => {
                self.terms().sort(Sort::Float { exponent, significand })
            }
            TyKind::Ctor(ctor, _) => match self.checked.type_ctors[ctor.index()].datatype {
                Some(datatype) => return self.datatype(ty, datatype, span),
                None => self.plain_type(ty, ctor, span)?,
            },
            TyKind::Opaque(_) => {
                let name = self.show(ty);
                self.terms().sort(Sort::Uninterpreted(name))
            }
            TyKind::Map { params: 0, indices, result } => {
                let element = self.sort(result, span)?;
                let mut sorts = Vec::with_capacity(indices.len());
                for &index in &indices {
                    sorts.push(self.sort(index, span)?);
                }
                if sorts.is_empty() {
                    element
                } else {
                    self.terms().sort(Sort::Map { indices: sorts, element })
                }
            }
            TyKind::Map { .. } => return self.polymorphic_map(ty, span),
            TyKind::Var(_) | TyKind::MapParam { .. } => {
                let shown = self.show(ty);
                return self.unsupported(
                    span,
                    format!("the type {shown} stays open"),
                    "use the polymorphic declaration at concrete types only",
                );
            }
            TyKind::Error | TyKind::Unknown(_) => {
                return self.error("internal", span, "an expression has no type");
            }
        };
        self.set_sort(ty, sort);
        Ok(sort)
    }

    /// A type without constructors: any set of values, or a sort of the solver with `{:builtin "…"}`.
    fn plain_type(&mut self, ty: Ty, ctor: TypeCtorId, span: Span) -> Lower<SortId> {
        let decl = &self.boogie[self.checked.type_ctors[ctor.index()].decl];
        let attrs = match decl {
            ast::Decl::TypeCtor(decl) => decl.attrs.as_slice(),
            _ => &[],
        };
        let Some(attr) = ast::find_attr(self.boogie, attrs, "builtin") else {
            let name = self.show(ty);
            return Ok(self.terms().sort(Sort::Uninterpreted(name)));
        };
        let text = match attr.args.first() {
            Some(ast::AttrArg::Str(text)) => self.boogie.text(*text).to_owned(),
            _ => String::new(),
        };
        let words: Vec<&str> = text.split(['(', ')', ' ']).filter(|w| !w.is_empty()).collect();
        if let (["Seq"], TyKind::Ctor(_, args)) = (words.as_slice(), self.types.kind(ty).clone())
            && let &[element] = args.as_ref()
        {
            let element = self.sort(element, span)?;
            return Ok(self.terms().sort(Sort::Seq(element)));
        }
        match self.builtin_sort(&words) {
            Some(sort) => Ok(sort),
            None => self.no_such_sort(span, &text),
        }
    }

    /// The sort of the solver with this name, as words without brackets.
    fn builtin_sort(&mut self, words: &[&str]) -> Option<SortId> {
        let sort = match words {
            ["Bool"] => Sort::Bool,
            ["Int"] => Sort::Int,
            ["Real"] => Sort::Real,
            ["String"] | ["Seq", "_", "Char" | "Unicode"] => Sort::String,
            ["RegLan"] | ["RegEx", "String"] => Sort::RegLan,
            ["RoundingMode"] => Sort::RoundingMode,
            ["_", "BitVec", width] => {
                Sort::Bv(width.parse().ok().filter(|&width: &u32| width > 0)?)
            }
            ["_", "FloatingPoint", exponent, significand] => Sort::Float {
                exponent: exponent.parse().ok()?,
                significand: significand.parse().ok()?,
            },
            ["Seq", element @ ..] => Sort::Seq(self.builtin_sort(element)?),
            _ => return None,
        };
        Some(self.terms().sort(sort))
    }

    fn no_such_sort(&mut self, span: Span, text: &str) -> Lower<SortId> {
        self.unsupported(
            span,
            format!("the built-in sort `{text}` is not known"),
            "leave the attribute out, and say what is needed of the type in axioms",
        )
    }

    fn set_sort(&mut self, ty: Ty, sort: SortId) {
        if self.sorts.len() <= ty.index() {
            self.sorts.resize(ty.index() + 1, None);
        }
        self.sorts[ty.index()] = Some(sort);
        self.types_in_use.push(ty);
    }

    fn nesting(&self, ty: Ty) -> u32 {
        let mut deepest = 0;
        let mut stack = vec![(ty, 1)];
        while let Some((ty, depth)) = stack.pop() {
            deepest = deepest.max(depth);
            if depth > NESTING_LIMIT {
                break;
            }
            match self.types.kind(ty) {
                TyKind::Ctor(_, args) => stack.extend(args.iter().map(|&a| (a, depth + 1))),
                TyKind::Map { indices, result, .. } => {
                    stack.extend(indices.iter().map(|&a| (a, depth + 1)));
                    stack.push((*result, depth + 1));
                }
                _ => {}
            }
        }
        deepest
    }

    fn datatype(&mut self, ty: Ty, datatype: DatatypeId, span: Span) -> Lower<SortId> {
        let name = self.show(ty);
        let instance = self.terms().declare_datatype(name);
        let sort = self.program.terms.datatype(instance).sort;
        self.set_sort(ty, sort);
        self.hollow.push(Hollow { ty, instance, datatype: Some(datatype) });
        self.fill(span)?;
        Ok(sort)
    }

    /// Gives constructors to the datatypes that have none yet. Their fields may bring in more of
    /// them, so this is a queue: chains of datatypes can be long.
    fn fill(&mut self, span: Span) -> Lower<()> {
        if std::mem::replace(&mut self.filling, true) {
            return Ok(());
        }
        let mut result = Ok(());
        let mut filled_now = Vec::new();
        while let Some(hollow) = self.hollow.pop() {
            filled_now.push((hollow.ty, hollow.instance));
            let filled = match hollow.datatype {
                Some(datatype) => self.fill_datatype(hollow.ty, hollow.instance, datatype, span),
                None => self.fill_polymorphic_map(hollow.ty, hollow.instance, span),
            };
            result = result.and(filled);
        }
        self.filling = false;
        let instances: Vec<lariat_logic::DatatypeId> = filled_now.iter().map(|f| f.1).collect();
        if result.is_ok()
            && let Some(empty) = self.program.terms.first_without_values(&instances)
        {
            let ty = filled_now.iter().find(|f| f.1 == empty).map(|f| self.show(f.0));
            let message = format!("the datatype `{}` has no values", ty.unwrap_or_default());
            let help = "give it a constructor that needs no value of the datatype itself";
            return self.unsupported(span, message, help);
        }
        result
    }

    fn fill_datatype(
        &mut self,
        ty: Ty,
        instance: lariat_logic::DatatypeId,
        datatype: DatatypeId,
        span: Span,
    ) -> Lower<()> {
        let checked = self.checked;
        let mut constructors = Vec::new();
        for constructor in &checked.datatypes[datatype.index()].constructors {
            let function = &checked.functions[constructor.function.index()];
            let mut bindings = FxHashMap::default();
            if !self.match_types(function.result, ty, &mut bindings) {
                return self.unsupported(
                    span,
                    format!(
                        "the constructor {} does not build every instance of its datatype",
                        self.boogie.text(constructor.name)
                    ),
                    "let the constructor have the datatype's own type parameters",
                );
            }
            let mut fields = Vec::new();
            for (&field, &param) in constructor.fields.iter().zip(&function.params) {
                let param = self.types.substitute(param, &bindings);
                let field_sort = self.sort(param, span)?;
                fields.push((self.boogie.text(field).to_string(), field_sort));
            }
            let name = self.instance_name(self.boogie.text(constructor.name), ty);
            constructors.push(self.terms().add_constructor(instance, name, fields));
        }
        self.constructors.insert(ty, constructors.into());
        Ok(())
    }

    /// A name for what belongs to an instance of a type: the plain name for the only instance.
    fn instance_name(&self, name: &str, ty: Ty) -> String {
        match self.types.kind(ty) {
            TyKind::Ctor(_, args) if !args.is_empty() => {
                let args: Vec<String> = args.iter().map(|&a| self.show(a)).collect();
                format!("{name}<{}>", args.join(","))
            }
            _ => name.to_string(),
        }
    }

    /// The constructors of a ground datatype.
    pub fn constructors_of(&mut self, ty: Ty, span: Span) -> Lower<Rc<[ConstructorId]>> {
        self.sort(ty, span)?;
        match self.constructors.get(&ty) {
            Some(constructors) => Ok(constructors.clone()),
            None => self.error("internal", span, "a datatype has no constructors yet"),
        }
    }

    /// The record that stands for a polymorphic map.
    fn polymorphic_map(&mut self, ty: Ty, span: Span) -> Lower<SortId> {
        let name = format!("Map{}", self.show(ty));
        let instance = self.terms().declare_datatype(name);
        let sort = self.program.terms.datatype(instance).sort;
        self.set_sort(ty, sort);
        self.hollow.push(Hollow { ty, instance, datatype: None });
        self.fill(span)?;
        Ok(sort)
    }

    fn fill_polymorphic_map(
        &mut self,
        ty: Ty,
        instance: lariat_logic::DatatypeId,
        span: Span,
    ) -> Lower<()> {
        let TyKind::Map { indices, result, .. } = self.types.kind(ty).clone() else {
            return self.error("internal", span, "a polymorphic map is no map");
        };
        let known = self.map_instances.known.get(&ty).cloned().unwrap_or_default();
        let mut fields = Vec::new();
        for args in &known {
            let (indices, result) = self.types.instantiate_map(&indices, result, args);
            let plain =
                self.types.intern(TyKind::Map { params: 0, indices: indices.into(), result });
            let args: Vec<String> = args.iter().map(|&a| self.show(a)).collect();
            fields.push((format!("at<{}>", args.join(",")), self.sort(plain, span)?));
        }
        let name = self.program.terms.datatype(instance).name.clone();
        let constructor = self.terms().add_constructor(instance, name, fields);
        self.constructors.insert(ty, Rc::from([constructor]));
        Ok(())
    }

    /// Which component of a polymorphic map holds the instance at `args`. `None` if the record does
    /// not have it yet: then lowering starts again.
    pub fn map_component(
        &mut self,
        ty: Ty,
        args: &[Ty],
        span: Span,
    ) -> Lower<Option<(ConstructorId, u32)>> {
        let constructor = self.constructors_of(ty, span)?[0];
        let fields = self.program.terms.constructor(constructor).fields.len();
        let known = self.map_instances.known.entry(ty).or_default();
        let position = known.iter().position(|a| **a == *args);
        if let Some(position) = position
            && position < fields
        {
            return Ok(Some((constructor, position as u32)));
        }
        if position.is_none() {
            if known.len() >= self.options.instance_limit {
                let shown = self.show(ty);
                return self.unsupported(
                    span,
                    format!("the polymorphic map type {shown} is used at too many types"),
                    "raise the instance limit, or use monomorphic maps",
                );
            }
            known.push(args.into());
        }
        self.map_instances.grown = true;
        Ok(None)
    }

    /// Finds types for the type variables of `pattern` that make it `ty`.
    pub fn match_types(&self, pattern: Ty, ty: Ty, bindings: &mut FxHashMap<TyVarId, Ty>) -> bool {
        let mut pairs = vec![(pattern, ty)];
        while let Some((pattern, ty)) = pairs.pop() {
            match (self.types.kind(pattern), self.types.kind(ty)) {
                (TyKind::Var(v), _) => {
                    if *bindings.entry(*v).or_insert(ty) != ty {
                        return false;
                    }
                }
                _ if pattern == ty => {}
                (TyKind::Ctor(c, args), TyKind::Ctor(d, others)) if c == d => {
                    pairs.extend(args.iter().copied().zip(others.iter().copied()));
                }
                (
                    TyKind::Map { params: p, indices: i, result: r },
                    TyKind::Map { params: q, indices: j, result: s },
                ) if p == q && i.len() == j.len() => {
                    pairs.extend(i.iter().copied().zip(j.iter().copied()));
                    pairs.push((*r, *s));
                }
                _ => return false,
            }
        }
        true
    }

    /// Whether no type variable occurs.
    pub fn is_ground(&self, ty: Ty) -> bool {
        let mut stack = vec![ty];
        while let Some(ty) = stack.pop() {
            match self.types.kind(ty) {
                TyKind::Var(_) | TyKind::Unknown(_) | TyKind::Error => return false,
                TyKind::Ctor(_, args) => stack.extend(args.iter().copied()),
                TyKind::Map { indices, result, .. } => {
                    stack.extend(indices.iter().copied());
                    stack.push(*result);
                }
                _ => {}
            }
        }
        true
    }
}

/// A type in Boogie's syntax. Unlike [`Checked::show`] it knows the types that instances added.
pub(crate) fn show(boogie: &ast::Program, checked: &Checked, types: &TyTable, ty: Ty) -> String {
    let mut out = String::new();
    write_type(&mut out, boogie, checked, types, ty, 0);
    out
}

/// A name for a parameter of a polymorphic map.
fn map_parameter(depth: u32, index: u32) -> String {
    let letter = char::from(b'a' + (index % 26) as u8);
    if depth == 0 && index < 26 { letter.to_string() } else { format!("{letter}{depth}.{index}") }
}

fn write_type(
    out: &mut String,
    boogie: &ast::Program,
    checked: &Checked,
    types: &TyTable,
    ty: Ty,
    depth: u32,
) {
    if depth > NESTING_LIMIT {
        out.push('…');
        return;
    }
    let part = |out: &mut String, ty: Ty| write_type(out, boogie, checked, types, ty, depth + 1);
    match types.kind(ty) {
        TyKind::Bool => out.push_str("bool"),
        TyKind::Int => out.push_str("int"),
        TyKind::Real => out.push_str("real"),
        TyKind::RMode => out.push_str("rmode"),
        TyKind::Str => out.push_str("string"),
        TyKind::Regex => out.push_str("regex"),
        TyKind::Bv(n) => _ = write!(out, "bv{n}"),
        TyKind::Float { significand, exponent } => _ = write!(out, "float{significand}e{exponent}"),
        TyKind::Var(v) => out.push_str(boogie.text(checked.type_vars[v.index()])),
        TyKind::Opaque(n) => _ = write!(out, "any#{n}"),
        TyKind::MapParam { depth, index } => out.push_str(&map_parameter(*depth, *index)),
        TyKind::Ctor(c, args) => {
            out.push_str(boogie.text(checked.type_ctors[c.index()].name));
            for &arg in args {
                let parens = match types.kind(arg) {
                    TyKind::Ctor(_, args) => !args.is_empty(),
                    kind => matches!(kind, TyKind::Map { .. }),
                };
                out.push_str(if parens { " (" } else { " " });
                part(out, arg);
                out.push_str(if parens { ")" } else { "" });
            }
        }
        TyKind::Map { params, indices, result } => {
            if *params > 0 {
                let names: Vec<String> = (0..*params).map(|i| map_parameter(0, i)).collect();
                _ = write!(out, "<{}>", names.join(","));
            }
            out.push('[');
            for (i, &index) in indices.iter().enumerate() {
                out.push_str(if i > 0 { "," } else { "" });
                part(out, index);
            }
            out.push(']');
            part(out, *result);
        }
        TyKind::Error | TyKind::Unknown(_) => out.push('?'),
    }
}
