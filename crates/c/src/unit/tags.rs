//! Struct, union and enum specifiers.

use super::attributes::Attributes;
use super::scope::Binding;
use super::{Failed, Parsed, Unit};
use crate::layout::{Member, lay_out};
use crate::source::Place;
use crate::symbol::Symbol;
use crate::token::T;
use crate::tree::StmtKind;
use crate::types::{ArrayLength, Enum, Field, IntKind, Record, RecordId, RecordKind, Type, TypeId};
use rustc_hash::FxHashMap;

impl Unit<'_> {
    pub(super) fn record_specifier(&mut self) -> Parsed<TypeId> {
        let place = self.place();
        let kind =
            if self.next().kind == T::Struct { RecordKind::Struct } else { RecordKind::Union };
        let mut attributes = self.attributes()?;
        let tag = (self.peek() == T::Name).then(|| Symbol(self.next().value));
        if let Some(_tag) = tag {
            let more = self.attributes()?;
            attributes.merge(more);
        }
        if tag.is_none() && self.peek() != T::LBrace {
            self.syntax_error("expected a tag or `{`");
            return Err(Failed);
        }
        let defines = self.peek() == T::LBrace;
        let ty = self.record_type(kind, tag, place, defines);
        if !defines {
            return Ok(ty);
        }
        let Some(id) = self.p.types.record_of(ty) else { return Err(Failed) };
        self.enter_nested()?;
        self.next();
        let mut members = Vec::new();
        while self.peek() != T::RBrace {
            if self.peek() == T::End {
                self.syntax_error("expected `}`");
                return Err(Failed);
            }
            self.member_declaration(&mut members)?;
        }
        self.next();
        let more = self.attributes()?;
        attributes.merge(more);
        self.complete_record(id, kind, members, &attributes);
        self.leave_nested();
        Ok(ty)
    }

    /// The record of a tag: the visible one, or a new one.
    fn record_type(
        &mut self,
        kind: RecordKind,
        tag: Option<Symbol>,
        place: Place,
        defines: bool,
    ) -> TypeId {
        let known = tag.and_then(|t| self.scopes.tags.get(t)).copied();
        let forward = !defines && self.peek() == T::Semi;
        if let Some(entry) = known
            && (entry.depth == self.scopes.depth || !(defines || forward))
        {
            match self.p.types.record_of(entry.what) {
                Some(id) if self.p.types.record(id).kind == kind => {
                    if !(defines && self.p.types.record(id).complete) {
                        return entry.what;
                    }
                    let name = tag.map_or("", |t| self.p.name(t)).to_owned();
                    let message = format!("`{name}` is defined twice");
                    self.report(
                        crate::diagnostic::Diagnostic::error("redefinition", place, message)
                            .with_note(entry.place, "first defined here"),
                    );
                }
                _ => {
                    let name = tag.map_or("", |t| self.p.name(t)).to_owned();
                    self.error("type", place, format!("`{name}` is another kind of tag"));
                }
            }
        }
        let ty = self.p.types.add_record(Record {
            kind,
            tag,
            tagged: tag.is_some(),
            place,
            complete: false,
            fields: Vec::new(),
            size: 0,
            align: 1,
            transparent: false,
            lanes: None,
            unit: self.unit,
        });
        if let Some(tag) = tag {
            self.scopes.tags.declare(tag, ty, place, self.scopes.depth);
        }
        ty
    }

    fn member_declaration(&mut self, members: &mut Vec<Member>) -> Parsed<()> {
        match self.peek() {
            T::Semi => {
                self.next();
                return Ok(());
            }
            T::Pragma => {
                self.pragma()?;
                return Ok(());
            }
            T::StaticAssert => return self.static_assert(),
            T::Extension if self.peek_at(1) == T::StaticAssert => {
                self.next();
                return self.static_assert();
            }
            _ => {}
        }
        if !self.starts_type_name(0) {
            self.syntax_error("expected a member");
            return Err(Failed);
        }
        let s = self.specifiers()?;
        if self.peek() == T::Semi {
            // An anonymous record; a tagged one only if its body is elsewhere (as Microsoft's
            // compilers have it, gcc ignores both).
            let body_here = self.tokens[self.at - 1].kind == T::RBrace;
            let anonymous = self
                .p
                .types
                .record_of(s.ty)
                .is_some_and(|id| !(body_here && self.p.types.record(id).tagged));
            if anonymous {
                let field = Field { name: None, ty: s.ty, offset: 0, bits: None, place: s.place };
                members.push(Member {
                    field,
                    width: None,
                    aligned: s.attributes.aligned,
                    type_aligned: s.type_aligned,
                    packed: s.attributes.packed,
                });
            }
            self.next();
            return Ok(());
        }
        loop {
            let mut place = self.place();
            let mut before = self.attributes()?;
            let mut name = None;
            let mut ty = s.ty;
            let mut derived = false;
            if self.peek() != T::Colon {
                let declarator = self.declarator(false)?;
                if let Some((symbol, at)) = declarator.name {
                    name = Some(symbol);
                    place = at;
                }
                derived = declarator.is_pointer();
                // An attribute behind the name may change the base type.
                let behind = self.trailing_attributes()?;
                before.merge(behind);
                before.merge(Attributes { vector: s.attributes.vector, ..Attributes::default() });
                ty = self.with_vector(ty, &before, place);
                ty = self.derive(ty, &declarator);
            }
            let mut width = None;
            if self.accept(T::Colon) {
                let e = self.conditional()?;
                width = Some(self.bit_field_width(ty, name, e, place));
            }
            let mut attributes = self.trailing_attributes()?;
            attributes.merge(before);
            attributes.merge(Attributes { mode: None, ..s.attributes.clone() });
            if let Some(mode) = attributes.mode.take() {
                ty = self.apply_mode(ty, &mode);
            }
            ty = self.fixed_member(ty, place);
            if matches!(self.p.types.get(ty), Type::Function(_)) {
                self.error("type", place, "a member cannot be a function");
                ty = TypeId::ERROR;
            }
            if !self.p.types.is_complete(ty)
                && !matches!(self.p.types.get(ty), Type::Array(_, ArrayLength::Unknown))
            {
                self.error("type", place, format!("member of incomplete type {}", self.show(ty)));
                ty = TypeId::ERROR;
            }
            let field = Field { name, ty, offset: 0, bits: None, place };
            members.push(Member {
                field,
                width,
                aligned: attributes.aligned,
                type_aligned: if derived { None } else { s.type_aligned },
                packed: attributes.packed,
            });
            if !self.accept(T::Comma) {
                break;
            }
        }
        if self.peek() != T::RBrace {
            self.expect(T::Semi)?;
        }
        Ok(())
    }

    /// GNU C has members of variable length. A layout of ours has none: the declaration is a point that is not
    /// supported, and nothing behind it in its function is reached, whatever stands for the type there.
    fn fixed_member(&mut self, ty: TypeId, place: Place) -> TypeId {
        if !self.p.types.is_variable_length(ty) {
            return ty;
        }
        let what = self.p.names.intern("a member of variable length");
        let stmt = self.stmt(StmtKind::Unsupported(what), place);
        self.pending.push(stmt);
        self.p.types.array_of(TypeId::CHAR, 0)
    }

    fn bit_field_width(
        &mut self,
        ty: TypeId,
        name: Option<Symbol>,
        e: crate::program::ExprId,
        place: Place,
    ) -> u32 {
        let width = self.require_constant(e);
        if !self.p.types.is_integer(ty) {
            self.error("type", place, "a bit-field needs an integer type");
            return 1;
        }
        let max = i128::from(self.p.types.int_width(ty));
        if width < 0 || width > max || (width == 0 && name.is_some()) {
            self.error("type", place, format!("a bit-field of {width} bits does not fit"));
            return 1;
        }
        width as u32
    }

    fn complete_record(
        &mut self,
        id: RecordId,
        kind: RecordKind,
        mut members: Vec<Member>,
        attributes: &Attributes,
    ) {
        if attributes.packed {
            for member in &mut members {
                member.packed = true;
            }
        }
        let mut seen = FxHashMap::default();
        let mut clashes = Vec::new();
        for member in &members {
            if let Some(name) = member.field.name
                && let Some(first) = seen.insert(name, member.field.place)
            {
                clashes.push((name, member.field.place, first));
            }
        }
        for (name, place, first) in clashes {
            let message = format!("member `{}` is declared twice", self.p.name(name));
            self.report(
                crate::diagnostic::Diagnostic::error("redefinition", place, message)
                    .with_note(first, "first declared here"),
            );
        }
        let layout = lay_out(&self.p.types, kind, members, self.pack, attributes.aligned);
        let record = &mut self.p.types.records[id.0 as usize];
        record.fields = layout.fields;
        record.size = layout.size;
        record.align = layout.align;
        record.transparent = attributes.transparent;
        record.complete = true;
    }

    pub(super) fn enum_specifier(&mut self) -> Parsed<TypeId> {
        let place = self.next().place;
        let mut attributes = self.attributes()?;
        let tag = (self.peek() == T::Name).then(|| Symbol(self.next().value));
        let more = self.attributes()?;
        attributes.merge(more);
        // In a record, what follows a colon may be the width of a bit-field.
        let fixed = match self.peek() == T::Colon && self.starts_type_name(1) {
            true => {
                self.next();
                Some(self.fixed_underlying()?)
            }
            false => None,
        };
        if tag.is_none() && self.peek() != T::LBrace {
            self.syntax_error("expected a tag or `{`");
            return Err(Failed);
        }
        let defines = self.peek() == T::LBrace;
        let known = tag.and_then(|t| self.scopes.tags.get(t)).copied();
        let mut ty = None;
        if let Some(entry) = known
            && (entry.depth == self.scopes.depth || !defines)
        {
            match *self.p.types.get(entry.what) {
                Type::Enum(id) if !(defines && self.p.types.enumeration(id).complete) => {
                    ty = Some(entry.what);
                }
                Type::Enum(_) => self.error("redefinition", place, "enum is defined twice"),
                _ => self.error("type", place, "the tag is not that of an enum"),
            }
        }
        let ty = ty.unwrap_or_else(|| {
            let microsoft = self.p.types.model.is_microsoft();
            let underlying = fixed.unwrap_or(if microsoft { IntKind::Int } else { IntKind::UInt });
            let is_fixed = fixed.is_some();
            let constants = Vec::new();
            let e = Enum { tag, place, complete: false, underlying, is_fixed, constants };
            let ty = self.p.types.add_enum(e);
            if let Some(tag) = tag {
                self.scopes.tags.declare(tag, ty, place, self.scopes.depth);
            }
            ty
        });
        if let (Some(fixed), &Type::Enum(id)) = (fixed, self.p.types.get(ty)) {
            let known = self.p.types.enumeration(id);
            if !known.is_fixed || known.underlying != fixed {
                self.error("type", place, "the enum was declared with another type");
            }
        }
        if defines {
            self.next();
            self.enum_body(ty, attributes.packed)?;
        }
        Ok(ty)
    }

    /// The type behind `enum e :` (C23).
    fn fixed_underlying(&mut self) -> Parsed<IntKind> {
        let place = self.place();
        let ty = self.type_name()?;
        match *self.p.types.get(ty) {
            Type::Int(kind) => return Ok(kind),
            Type::Enum(id) => return Ok(self.p.types.enumeration(id).underlying),
            Type::Bool => self.error("unsupported", place, "unsupported: an enum of `bool`"),
            _ if self.p.types.is_error(ty) => {}
            _ => self.error("type", place, "the type of an enum is not an integer type"),
        }
        Ok(IntKind::Int)
    }

    fn enum_body(&mut self, ty: TypeId, mut packed: bool) -> Parsed<()> {
        let Type::Enum(id) = *self.p.types.get(ty) else { return Err(Failed) };
        let Enum { is_fixed, underlying, .. } = *self.p.types.enumeration(id);
        let mut constants: Vec<(Symbol, i128)> = Vec::new();
        let mut next = 0i128;
        while self.peek() != T::RBrace {
            let place = self.place();
            let name = self.expect_name()?;
            self.attributes()?;
            if self.accept(T::Assign) {
                let e = self.conditional()?;
                next = self.require_constant(e);
            }
            if !is_fixed && self.p.types.model.is_microsoft() {
                // Every constant is an `int`, whatever its value was.
                next = self.p.types.wrap(TypeId::INT, next);
            }
            self.check_fresh_name(name, place);
            constants.push((name, next));
            // Inside the enum a constant has type `int` if it fits.
            let own = if is_fixed { ty } else { constant_type(next) };
            if is_fixed && !self.fits(underlying, next, next) {
                self.error("type", place, "the constant does not fit the type of the enum");
            }
            let binding = Binding::EnumConstant { value: next, ty: own };
            self.scopes.names.declare(name, binding, place, self.scopes.depth);
            next = next.wrapping_add(1);
            if !self.accept(T::Comma) {
                break;
            }
        }
        self.expect(T::RBrace)?;
        packed |= self.attributes()?.packed;
        let low = constants.iter().map(|c| c.1).min().unwrap_or(0);
        let high = constants.iter().map(|c| c.1).max().unwrap_or(0);
        let underlying = match is_fixed {
            true => underlying,
            false => self.underlying(low, high, packed),
        };
        // If some constant does not fit `int`, all of them have the enum's wide type.
        if !is_fixed && (low < i128::from(i32::MIN) || high > i128::from(i32::MAX)) {
            for &(name, value) in &constants {
                let wide = underlying.type_id();
                self.scopes.names.update(name, Binding::EnumConstant { value, ty: wide });
            }
        }
        let e = &mut self.p.types.enums[id.0 as usize];
        e.constants = constants;
        e.underlying = underlying;
        e.complete = true;
        Ok(())
    }

    fn underlying(&self, low: i128, high: i128, packed: bool) -> IntKind {
        use IntKind::*;
        if self.p.types.model.is_microsoft() {
            return Int;
        }
        let small = [UChar, SChar, UShort, Short];
        let wide = [UInt, Int, ULong, Long, ULongLong, LongLong];
        let candidates = if packed { &small[..] } else { &[] };
        let mut all = candidates.iter().chain(&wide).copied();
        all.find(|&kind| self.fits(kind, low, high)).unwrap_or(LongLong)
    }

    /// Does an integer type have all these values?
    fn fits(&self, kind: IntKind, low: i128, high: i128) -> bool {
        let bits = self.p.types.width_of(kind).min(126);
        let (least, greatest) = match kind.is_signed() {
            true => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
            false => (0, (1i128 << bits) - 1),
        };
        low >= least && high <= greatest
    }
}

fn constant_type(value: i128) -> TypeId {
    if i32::try_from(value).is_ok() {
        TypeId::INT
    } else if u32::try_from(value).is_ok() {
        TypeId::UINT
    } else {
        TypeId::LONG_LONG
    }
}
