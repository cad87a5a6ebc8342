//! Declarators: what stands around a declared name.
//!
//! A declarator is read into the list of derivations to apply to the base type, in the
//! order of application.

use super::scope::Binding;
use super::{Failed, Parsed, Unit};
use crate::program::{ExprId, VarId, VarRole};
use crate::source::Place;
use crate::symbol::Symbol;
use crate::token::T;
use crate::tree::{Init, InitEntry, InitValue, StmtKind};
use crate::types::{ArrayLength, FunctionType, Qualifiers, Type, TypeId};

/// How deep types may nest before we give up.
const MAX_TYPE_DEPTH: u16 = 300;

/// A parameter of a function declarator.
#[derive(Clone, Debug)]
pub(crate) struct Param {
    pub name: Option<Symbol>,
    pub ty: TypeId,
    pub var: VarId,
    pub place: Place,
}

/// One step from the base type to the declared type.
#[derive(Clone, Debug)]
pub(crate) enum Derivation {
    Pointer(Qualifiers),
    Array { length: Option<ExprId>, place: Place },
    Function { params: Vec<Param>, variadic: bool, prototyped: bool },
}

/// A declarator.
#[derive(Clone, Debug, Default)]
pub(crate) struct Declarator {
    pub name: Option<(Symbol, Place)>,
    pub steps: Vec<Derivation>,
    pub aligned: Option<u32>,
    pub noreturn: bool,
}

impl Declarator {
    /// Does it make a pointer or function (so that the base type's alignment is moot)?
    pub fn is_pointer(&self) -> bool {
        self.steps.iter().any(|s| !matches!(s, Derivation::Array { .. }))
    }

    /// The parameters, if the declared thing itself is a function.
    pub fn params(&self) -> Option<(&[Param], bool)> {
        match self.steps.last() {
            Some(Derivation::Function { params, prototyped, .. }) => Some((params, *prototyped)),
            _ => None,
        }
    }
}

impl Unit<'_> {
    /// Reads a declarator; an abstract one has no name.
    pub(super) fn declarator(&mut self, may_be_abstract: bool) -> Parsed<Declarator> {
        self.enter_nested()?;
        let mut pointers = Vec::new();
        let mut d = Declarator::default();
        loop {
            match self.peek() {
                T::Star | T::Caret => {
                    self.next();
                    pointers.push(Derivation::Pointer(self.pointer_qualifiers(&mut d)?));
                }
                T::Attribute | T::Declspec | T::CallConv | T::Extension => {
                    let attributes = self.attributes()?;
                    d.aligned = d.aligned.max(attributes.aligned);
                    d.noreturn |= attributes.noreturn;
                }
                _ => break,
            }
        }
        let mut inner = Vec::new();
        match self.peek() {
            T::Name => {
                d.name = Some((self.symbol(), self.place()));
                self.next();
            }
            T::LParen if !may_be_abstract || self.nested_declarator_follows() => {
                self.next();
                let nested = self.declarator(may_be_abstract)?;
                self.expect(T::RParen)?;
                d.name = nested.name;
                inner = nested.steps;
                d.aligned = d.aligned.max(nested.aligned);
            }
            _ if may_be_abstract => {}
            _ => {
                self.syntax_error("expected a name");
                return Err(Failed);
            }
        }
        let mut suffixes = Vec::new();
        loop {
            match self.peek() {
                T::LBracket if self.peek_at(1) != T::LBracket => {
                    suffixes.push(self.array_suffix()?);
                }
                T::LParen => suffixes.push(self.function_suffix()?),
                _ => break,
            }
        }
        d.steps = pointers;
        d.steps.extend(suffixes.into_iter().rev());
        d.steps.extend(inner);
        self.leave_nested();
        Ok(d)
    }

    fn pointer_qualifiers(&mut self, d: &mut Declarator) -> Parsed<Qualifiers> {
        let mut qualifiers = Qualifiers::NONE;
        loop {
            let more = match self.peek() {
                T::Const => Qualifiers::CONST,
                T::Volatile => Qualifiers::VOLATILE,
                T::Restrict => Qualifiers::RESTRICT,
                T::Atomic => Qualifiers::ATOMIC,
                T::Attribute | T::Declspec | T::CallConv | T::Extension => {
                    let attributes = self.attributes()?;
                    d.aligned = d.aligned.max(attributes.aligned);
                    continue;
                }
                _ => return Ok(qualifiers),
            };
            self.next();
            qualifiers = qualifiers.and(more);
        }
    }

    /// After `(`: a nested declarator rather than parameters?
    fn nested_declarator_follows(&self) -> bool {
        let mut ahead = 1;
        loop {
            match self.peek_at(ahead) {
                T::CallConv | T::Extension => ahead += 1,
                T::Attribute | T::Declspec => {
                    ahead += 1;
                    let mut depth = 0;
                    loop {
                        match self.peek_at(ahead) {
                            T::LParen => depth += 1,
                            T::RParen => depth -= 1,
                            T::End => return false,
                            _ => {}
                        }
                        ahead += 1;
                        if depth == 0 {
                            break;
                        }
                    }
                }
                T::Star | T::Caret | T::LParen | T::LBracket => return true,
                T::Name => return !self.starts_type_name(ahead),
                _ => return false,
            }
        }
    }

    fn array_suffix(&mut self) -> Parsed<Derivation> {
        let place = self.next().place;
        while matches!(
            self.peek(),
            T::Static | T::Const | T::Volatile | T::Restrict | T::Atomic | T::Attribute
        ) {
            if self.peek() == T::Attribute {
                self.attributes()?;
            } else {
                self.next();
            }
        }
        let length = if self.peek() == T::RBracket {
            None
        } else if self.peek() == T::Star && self.peek_at(1) == T::RBracket {
            self.next();
            None
        } else {
            Some(self.assignment()?)
        };
        self.expect(T::RBracket)?;
        Ok(Derivation::Array { length, place })
    }

    fn function_suffix(&mut self) -> Parsed<Derivation> {
        self.next();
        let mut params = Vec::new();
        let mut variadic = false;
        if self.accept(T::RParen) {
            return Ok(Derivation::Function { params, variadic, prototyped: false });
        }
        if self.peek() == T::Void && self.peek_at(1) == T::RParen {
            self.next();
            self.next();
            return Ok(Derivation::Function { params, variadic, prototyped: true });
        }
        self.scopes.enter();
        let before = self.pending.len();
        let prototyped = self.starts_type_name(0) || self.peek() == T::Ellipsis;
        loop {
            if self.accept(T::Ellipsis) {
                variadic = true;
                break;
            }
            let place = self.place();
            if prototyped {
                params.push(self.parameter()?);
            } else {
                let name = self.expect_name()?;
                let var = self.new_var(Some(name), TypeId::INT, VarRole::Param, place);
                params.push(Param { name: Some(name), ty: TypeId::INT, var, place });
            }
            if !self.accept(T::Comma) {
                break;
            }
        }
        self.scopes.leave();
        self.expect(T::RParen)?;
        // Only a definition evaluates the lengths of its parameters.
        if matches!(self.peek(), T::Semi | T::Comma | T::RParen) {
            self.pending.truncate(before);
        }
        // `f(T)` with `typedef void T`.
        if let [only] = &params[..]
            && self.p.types.is_void(only.ty)
        {
            params.clear();
        }
        Ok(Derivation::Function { params, variadic, prototyped })
    }

    fn parameter(&mut self) -> Parsed<Param> {
        if !self.starts_type_name(0) {
            self.syntax_error("expected a parameter");
            return Err(Failed);
        }
        let s = self.specifiers()?;
        let mut d = self.declarator(true)?;
        let mut attributes = self.trailing_attributes()?;
        attributes.merge(s.attributes.clone());
        let base = self.with_vector(s.ty, &attributes, s.place);
        // The outermost array is a pointer; its length does not matter, but what computing
        // it does happens when the function starts (`int a[n++]`).
        if let Some(last @ Derivation::Array { .. }) = d.steps.last_mut() {
            let array = std::mem::replace(last, Derivation::Pointer(Qualifiers::NONE));
            if let Derivation::Array { length: Some(length), place } = array
                && self.p.changes_something(length)
            {
                let length = self.value(length);
                let effect = self.stmt(StmtKind::Expr(length), place);
                self.pending.push(effect);
            }
        }
        let ty = self.derive(base, &d);
        let ty = self.adjust_parameter(ty);
        let (name, place) = d.name.map_or((None, s.place), |(n, p)| (Some(n), p));
        let var = self.new_var(name, ty, VarRole::Param, place);
        if let Some(name) = name {
            self.scopes.names.declare(name, Binding::Var(var), place, self.scopes.depth);
        }
        Ok(Param { name, ty, var, place })
    }

    /// Arrays and functions as parameters are pointers.
    pub(super) fn adjust_parameter(&mut self, ty: TypeId) -> TypeId {
        match self.p.types.get(ty) {
            Type::Array(element, _) => {
                let element = *element;
                self.p.types.pointer_to(element)
            }
            Type::Function(_) => self.p.types.pointer_to(ty),
            _ => ty,
        }
    }

    /// Applies a declarator to a base type.
    pub(super) fn derive(&mut self, base: TypeId, d: &Declarator) -> TypeId {
        let mut ty = base;
        for step in &d.steps {
            if self.p.types.depth(ty) > MAX_TYPE_DEPTH {
                let place = d.name.map_or(self.place(), |n| n.1);
                self.error("limit", place, "the type is nested too deeply");
                return TypeId::ERROR;
            }
            ty = match step {
                Derivation::Pointer(qualifiers) => self.p.types.pointer_to(ty).with(*qualifiers),
                Derivation::Array { length, place } => self.derive_array(ty, *length, *place),
                Derivation::Function { params, variadic, prototyped } => {
                    if matches!(self.p.types.get(ty), Type::Array(..) | Type::Function(_)) {
                        let place = d.name.map_or(self.place(), |n| n.1);
                        self.error("type", place, "a function cannot return an array or function");
                        return TypeId::ERROR;
                    }
                    let shown: Box<[TypeId]> = if *prototyped {
                        params.iter().map(|p| p.ty.unqualified()).collect()
                    } else {
                        Box::default()
                    };
                    self.p.types.intern(Type::Function(FunctionType {
                        result: ty.unqualified(),
                        params: shown,
                        variadic: *variadic,
                        prototyped: *prototyped,
                    }))
                }
            };
        }
        ty
    }

    fn derive_array(&mut self, element: TypeId, length: Option<ExprId>, place: Place) -> TypeId {
        if matches!(self.p.types.get(element), Type::Function(_) | Type::Void)
            || (!self.p.types.is_complete(element) && self.p.types.record_of(element).is_none())
        {
            self.error("type", place, format!("array of incomplete type {}", self.show(element)));
            return TypeId::ERROR;
        }
        let Some(length) = length else {
            return self.p.types.intern(Type::Array(element, ArrayLength::Unknown));
        };
        let length = self.value(length);
        if self.is_error_type(self.ty(length)) {
            return TypeId::ERROR;
        }
        if !self.p.types.is_integer(self.ty(length)) {
            self.error("type", place, "the length of an array is an integer");
            return TypeId::ERROR;
        }
        if let Some(n) = self.constant_int(length) {
            let size = self.p.types.size_of(element).unwrap_or(1);
            let n = u64::try_from(n)
                .ok()
                .filter(|n| n.checked_mul(size.max(1)).is_some_and(|bytes| bytes < 1 << 62));
            let Some(n) = n else {
                self.error("type", place, "the length of an array is negative or too large");
                return TypeId::ERROR;
            };
            return self.p.types.array_of(element, n);
        }
        if self.scopes.depth == 0 {
            self.error("type", place, "the length of this array is not constant");
            return TypeId::ERROR;
        }
        // A variable length: evaluated once, here, into a hidden variable.
        let size_type = self.p.types.model.size_type();
        let var = self.new_var(None, size_type, VarRole::Length, place);
        let value = self.convert(length, size_type);
        let entry = InitEntry {
            offset: 0,
            bits: None,
            path: Box::default(),
            ty: size_type,
            value: InitValue::Expr(value),
            place,
        };
        let init = Init { entries: vec![entry], zero_rest: false };
        let declare = self.stmt(StmtKind::Declare(var, Some(Box::new(init))), place);
        self.pending.push(declare);
        self.p.types.intern(Type::Array(element, ArrayLength::Variable(var)))
    }
}
