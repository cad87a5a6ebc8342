//! Initialisers, flattened.
//!
//! A walk over the type and the list side by side (C11 6.7.9): braces open a sub-object,
//! without braces the list runs on through the sub-objects, designators jump.

use super::declaration::whole_entry;
use super::{Failed, Parsed, Unit};
use crate::program::*;
use crate::source::Place;
use crate::token::T;
use crate::tree::*;
use crate::types::{ArrayLength, BitField, RecordId, RecordKind, Type, TypeId};

/// The sub-object being initialised.
#[derive(Clone)]
struct Part {
    ty: TypeId,
    offset: u64,
    bits: Option<BitField>,
    path: Vec<PathStep>,
}

/// Where a list is in its aggregate.
struct Position {
    next: u64,
    /// One past the greatest element that was given.
    length: u64,
}

impl Unit<'_> {
    /// An initialiser for an object; returns the object's type, completed if it was an array
    /// of unknown length.
    pub(super) fn initializer(&mut self, ty: TypeId) -> Parsed<(Init, TypeId)> {
        let place = self.place();
        if self.p.types.is_variable_length(ty) {
            self.error("type", place, "a variable length array has no initialiser");
        }
        let mut init = Init { entries: Vec::new(), zero_rest: true };
        let root = Part { ty, offset: 0, bits: None, path: Vec::new() };
        let length = if self.peek() == T::LBrace {
            self.braced(&root, &mut init)?
        } else {
            let e = self.assignment()?;
            match *self.p.types.get(ty) {
                Type::Array(..) => match self.string_for(ty, e) {
                    Some(id) => {
                        let length = self.p.string(id).units.len() as u64;
                        self.entry(&root, InitValue::Str(id), place, &mut init);
                        length
                    }
                    None => return self.array_from_value(ty, e, place),
                },
                _ => {
                    let e = self.assign_convert(e, ty, "initialisation");
                    let is_literal = self.splice_literal(&root, e, &mut init);
                    if !is_literal {
                        init.entries.push(whole_entry(ty.unqualified(), e, place));
                        init.zero_rest = false;
                    }
                    0
                }
            }
        };
        let ty = self.with_length(ty, length);
        for entry in &mut init.entries {
            if entry.path.is_empty() && matches!(self.p.types.get(entry.ty), Type::Array(..)) {
                entry.ty = ty;
            }
        }
        Ok((init, ty))
    }

    /// GNU: an array initialised from a compound literal; all else is an error.
    fn array_from_value(&mut self, ty: TypeId, e: ExprId, place: Place) -> Parsed<(Init, TypeId)> {
        let source = self.ty(e);
        let literal = match self.kind(e) {
            ExprKind::CompoundLiteral(_, init) => Some((**init).clone()),
            ExprKind::Global(id) => self.p.globals[id.index()].init.clone(),
            _ => None,
        };
        if let Some(init) = literal
            && self.p.types.compatible_unqualified(ty, source)
        {
            let ty = self.p.types.composite(ty, source);
            return Ok((init, ty));
        }
        if !self.is_error_type(source) {
            self.error("type", place, "an array is initialised by a list or a string");
        }
        Ok((Init { entries: Vec::new(), zero_rest: true }, ty))
    }

    fn entry(&mut self, part: &Part, value: InitValue, place: Place, init: &mut Init) {
        init.entries.push(InitEntry {
            offset: part.offset,
            bits: part.bits,
            path: part.path.clone().into(),
            ty: part.ty.unqualified(),
            value,
            place,
        });
    }

    /// The string, if the expression is one that can initialise the array.
    fn string_for(&self, ty: TypeId, e: ExprId) -> Option<StringId> {
        let ExprKind::Str(id) = *self.kind(e) else { return None };
        let element = self.p.types.element(ty)?;
        let fits = self.p.types.is_integer(element)
            && self.p.types.size_of(element) == self.p.types.size_of(self.p.string(id).element);
        fits.then_some(id)
    }

    /// A static object initialised from a file-scope compound literal gets its parts.
    fn splice_literal(&mut self, part: &Part, e: ExprId, init: &mut Init) -> bool {
        let ExprKind::Load(object) = *self.kind(e) else { return false };
        if let (ExprKind::CompoundLiteral(_, literal), Some(_)) =
            (self.kind(object), self.constant_lanes(e))
        {
            let literal = (**literal).clone();
            self.splice(part, literal, init);
            return true;
        }
        let ExprKind::Global(id) = *self.kind(object) else { return false };
        let global = &self.p.globals[id.index()];
        let Some(literal) = global.init.clone() else { return false };
        if self.p.name(global.name) != "<literal>" || self.p.types.is_scalar(global.ty) {
            return false;
        }
        if !part.path.is_empty() {
            self.entry(part, InitValue::Zero, self.place_of(e), init);
        }
        self.splice(part, literal, init);
        true
    }

    /// The entries of a literal for a part.
    fn splice(&mut self, part: &Part, literal: Init, init: &mut Init) {
        for mut entry in literal.entries {
            entry.offset += part.offset;
            let mut path = part.path.clone();
            path.extend(entry.path.iter());
            entry.path = path.into();
            init.entries.push(entry);
        }
    }

    /// `{ … }` for a part; returns how many elements an array got.
    fn braced(&mut self, part: &Part, init: &mut Init) -> Parsed<u64> {
        self.enter_nested()?;
        let place = self.expect(T::LBrace)?.place;
        let mut position = Position { next: 0, length: 0 };
        match *self.p.types.get(part.ty) {
            Type::Array(..) if matches!(self.peek(), T::Str | T::FuncName) => {
                // `{"text"}` for a character array.
                let e = self.assignment()?;
                if let Some(id) = self.string_for(part.ty, e) {
                    position.length = self.p.string(id).units.len() as u64;
                    self.entry(part, InitValue::Str(id), place, init);
                    self.accept(T::Comma);
                } else {
                    self.list(part, true, Some(e), &mut position, init)?;
                }
            }
            Type::Array(..) | Type::Record(_) => {
                self.list(part, true, None, &mut position, init)?;
            }
            _ => {
                if self.peek() == T::LBrace {
                    self.braced(part, init)?;
                } else if self.peek() != T::RBrace {
                    self.element(part, None, init)?;
                }
                self.accept(T::Comma);
                if self.peek() != T::RBrace {
                    self.excess()?;
                }
            }
        }
        self.expect(T::RBrace)?;
        self.leave_nested();
        Ok(position.length)
    }

    fn at_designator(&self, ahead: usize) -> bool {
        match self.peek_at(ahead) {
            T::Dot | T::LBracket => true,
            T::Name => self.peek_at(ahead + 1) == T::Colon,
            _ => false,
        }
    }

    /// The parts of an aggregate, up to the closing brace or, without braces, until it is
    /// full. `first` is a value that was read already.
    fn list(
        &mut self,
        part: &Part,
        braces: bool,
        mut first: Option<ExprId>,
        position: &mut Position,
        init: &mut Init,
    ) -> Parsed<()> {
        let mut designated = !braces && first.is_none();
        let mut any_designator = false;
        loop {
            if braces && first.is_none() && self.peek() == T::RBrace {
                return Ok(());
            }
            if first.is_none() && self.at_designator(0) && (braces || designated) {
                any_designator = true;
                let sub = self.designator(part, position)?;
                if self.at_designator(0) && self.peek() != T::Name {
                    let mut inner = Position { next: 0, length: 0 };
                    self.list(&sub, false, None, &mut inner, init)?;
                } else {
                    self.accept(T::Assign);
                    self.sub_object(&sub, None, true, init)?;
                }
            } else {
                match self.part_at(part, position.next) {
                    Some(sub) => {
                        self.sub_object(&sub, first.take(), any_designator, init)?;
                        position.next = self.after(part, position.next);
                    }
                    None if braces => {
                        self.excess()?;
                        return Ok(());
                    }
                    None => return Ok(()),
                }
            }
            designated = false;
            position.length = position.length.max(position.next);
            if braces {
                if !self.accept(T::Comma) {
                    return Ok(());
                }
            } else {
                let more = self.peek() == T::Comma
                    && self.peek_at(1) != T::RBrace
                    && !self.at_designator(1)
                    && self.part_at(part, position.next).is_some();
                if !more {
                    return Ok(());
                }
                self.next();
            }
        }
    }

    /// Values that have no place: read and dropped.
    fn excess(&mut self) -> Parsed<()> {
        let place = self.place();
        self.warning("initializer", place, "more initialisers than the object has parts");
        while self.peek() != T::RBrace {
            if self.peek() == T::LBrace {
                self.next();
                self.skip_to_closing(T::LBrace, T::RBrace)?;
            } else {
                self.accept(T::Assign);
                self.assignment()?;
            }
            if !self.accept(T::Comma) {
                break;
            }
        }
        Ok(())
    }

    /// One designator (`.name`, `name:`, `[i]`, `[a ... b]`): the part, and the position
    /// moves past it.
    fn designator(&mut self, part: &Part, position: &mut Position) -> Parsed<Part> {
        let place = self.place();
        if self.accept(T::LBracket) {
            let low = self.conditional()?;
            let low = self.require_constant(low);
            let mut high = low;
            if self.accept(T::Ellipsis) {
                let e = self.conditional()?;
                high = self.require_constant(e);
            }
            self.expect(T::RBracket)?;
            let (Ok(low), Ok(high)) = (u64::try_from(low), u64::try_from(high)) else {
                self.error("type", place, "the index is negative");
                return Err(Failed);
            };
            if high >= 1 << 40 {
                self.error("type", place, "the index is too large");
                return Err(Failed);
            }
            let Some(mut sub) = self.part_at(part, low) else {
                self.error("type", place, "the index is out of bounds");
                return Err(Failed);
            };
            if matches!(self.p.types.get(part.ty), Type::Record(_)) || high < low {
                self.error("type", place, "this designator does not fit here");
                return Err(Failed);
            }
            if high > low
                && let Some(last) = sub.path.last_mut()
            {
                *last = PathStep::Range(low, high);
            }
            position.next = high + 1;
            return Ok(sub);
        }
        self.accept(T::Dot);
        let name = self.expect_name()?;
        self.accept(T::Colon);
        let path = self.p.types.record_of(part.ty).and_then(|r| self.find_member(r, name));
        let Some(path) = path else {
            let message = format!("`{}` is no member of {}", self.p.name(name), self.show(part.ty));
            self.error("type", place, message);
            return Err(Failed);
        };
        position.next = self.after(part, u64::from(path[0]));
        let mut sub = part.clone();
        for field in path {
            match self.part_at(&sub, u64::from(field)) {
                Some(next) => sub = next,
                None => return Err(Failed),
            }
        }
        Ok(sub)
    }

    /// The sub-object number so and so, skipping unnamed bit-fields.
    fn part_at(&self, part: &Part, index: u64) -> Option<Part> {
        let mut path = part.path.clone();
        match *self.p.types.get(part.ty) {
            Type::Array(element, length) => {
                if let ArrayLength::Fixed(n) = length
                    && index >= n
                {
                    return None;
                }
                path.push(PathStep::Index(index));
                let size = self.p.types.size_of(element)?;
                let offset = part.offset.checked_add(size.checked_mul(index)?)?;
                let ty = element.with(part.ty.qualifiers());
                Some(Part { ty, offset, bits: None, path })
            }
            Type::Record(id) => {
                let index = self.named_from(id, index)?;
                let field = self.p.types.record(id).fields.get(index as usize)?;
                path.push(PathStep::Field(index as u32));
                let offset = part.offset + field.offset;
                Some(Part { ty: field.ty, offset, bits: field.bits, path })
            }
            _ => None,
        }
    }

    /// The first member at or after an index that can be initialised.
    fn named_from(&self, id: RecordId, index: u64) -> Option<u64> {
        let fields = &self.p.types.record(id).fields;
        let rest = fields.get(index as usize..)?;
        let skip = rest.iter().position(|f| f.name.is_some() || f.bits.is_none())?;
        Some(index + skip as u64)
    }

    /// The position after a sub-object.
    fn after(&self, part: &Part, index: u64) -> u64 {
        match *self.p.types.get(part.ty) {
            Type::Record(id) => {
                let record = self.p.types.record(id);
                if record.kind == RecordKind::Union {
                    record.fields.len() as u64
                } else {
                    self.named_from(id, index).unwrap_or(index) + 1
                }
            }
            _ => index + 1,
        }
    }

    fn sub_object(
        &mut self,
        part: &Part,
        first: Option<ExprId>,
        reset: bool,
        init: &mut Init,
    ) -> Parsed<()> {
        if first.is_none() && self.peek() == T::LBrace {
            let aggregate = matches!(self.p.types.get(part.ty), Type::Array(..) | Type::Record(_));
            if reset && aggregate {
                let place = self.place();
                self.entry(part, InitValue::Zero, place, init);
            }
            self.braced(part, init)?;
            return Ok(());
        }
        self.element(part, first, init)
    }

    /// A part initialised by an expression, or by as many as it has parts.
    fn element(&mut self, part: &Part, first: Option<ExprId>, init: &mut Init) -> Parsed<()> {
        let e = match first {
            Some(e) => e,
            None => self.assignment()?,
        };
        let place = self.place_of(e);
        match *self.p.types.get(part.ty) {
            Type::Array(..) => {
                if let Some(id) = self.string_for(part.ty, e) {
                    self.entry(part, InitValue::Str(id), place, init);
                    return Ok(());
                }
            }
            Type::Record(_) => {
                let complex = self.lanes(part.ty).is_some_and(|l| l.complex);
                let e = if complex { self.assign_convert(e, part.ty, "initialisation") } else { e };
                let same = self.p.types.compatible_unqualified(self.ty(e), part.ty);
                if same || self.is_error_type(self.ty(e)) {
                    let e = self.value(e);
                    if !self.splice_literal(part, e, init) {
                        self.entry(part, InitValue::Expr(e), place, init);
                    }
                    return Ok(());
                }
            }
            _ => {
                let e = self.assign_convert(e, part.ty, "initialisation");
                self.entry(part, InitValue::Expr(e), place, init);
                return Ok(());
            }
        }
        self.enter_nested()?;
        let mut position = Position { next: 0, length: 0 };
        let before = init.entries.len();
        self.list(part, false, Some(e), &mut position, init)?;
        if init.entries.len() == before && position.next == 0 {
            self.warning("initializer", place, "a value for an object without parts");
        }
        self.leave_nested();
        Ok(())
    }
}
