//! Declaration specifiers and type names.

use super::attributes::Attributes;
use super::scope::Binding;
use super::{Failed, Parsed, Unit};
use crate::source::Place;
use crate::symbol::Symbol;
use crate::token::T;
use crate::types::{ArrayLength, Field, Qualifiers, Record, RecordKind, Type, TypeId};

/// A storage class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Storage {
    Typedef,
    Extern,
    Static,
    Auto,
    Register,
}

/// What the specifiers of a declaration say.
#[derive(Clone, Debug)]
pub(crate) struct Specifiers {
    pub ty: TypeId,
    pub storage: Option<Storage>,
    pub thread_local: bool,
    pub inline: bool,
    pub attributes: Attributes,
    /// The alignment of the typedef that names the type.
    pub type_aligned: Option<u32>,
    /// `__auto_type`
    pub auto_type: bool,
    /// Was there any type specifier?
    pub has_type: bool,
    pub place: Place,
}

/// The basic type words seen so far.
#[derive(Clone, Default)]
struct Words {
    signed: bool,
    unsigned: bool,
    short: bool,
    long: u8,
    base: Option<T>,
    complex: bool,
}

impl Unit<'_> {
    /// Does a declaration start here? (A name followed by `:` is a label.)
    pub(super) fn starts_declaration(&self) -> bool {
        match self.peek() {
            T::Extension => {
                let mut ahead = 1;
                while self.peek_at(ahead) == T::Extension {
                    ahead += 1;
                }
                self.kind_starts_type(self.at + ahead) || self.peek_at(ahead) == T::StaticAssert
            }
            T::StaticAssert => true,
            T::Name => self.is_type_name(self.symbol()) && self.peek_at(1) != T::Colon,
            _ => self.kind_starts_type(self.at),
        }
    }

    /// Does a type name (for a cast, `sizeof` or a parameter) start here?
    pub(super) fn starts_type_name(&self, ahead: usize) -> bool {
        self.kind_starts_type(self.at + ahead)
    }

    fn kind_starts_type(&self, at: usize) -> bool {
        let Some(token) = self.tokens.get(at) else { return false };
        match token.kind {
            T::Name => self.is_type_name(Symbol(token.value)),
            T::Typedef | T::Extern | T::Static | T::Auto | T::Register | T::ThreadLocal => true,
            T::Inline | T::Noreturn | T::Alignas | T::Attribute | T::Declspec => true,
            T::Const | T::Volatile | T::Restrict | T::Atomic | T::CallConv => true,
            T::Void | T::Char | T::Short | T::Int | T::Long | T::Float | T::Double => true,
            T::Signed | T::Unsigned | T::Bool | T::Complex | T::Struct | T::Union => true,
            T::Enum | T::Typeof | T::AutoType | T::Int128 | T::UInt128 | T::Float128 => true,
            T::Float16 | T::Float32 | T::Float64 | T::Decimal | T::Int8 | T::Int16 | T::Int32 => {
                true
            }
            T::Int64 | T::VaList | T::BitInt => true,
            T::Extension => self.kind_starts_type(at + 1),
            // C23 attributes: nothing else starts with two brackets.
            T::LBracket if self.tokens.get(at + 1).is_some_and(|t| t.kind == T::LBracket) => {
                let mut depth = 0;
                let rest = self.tokens[at..].iter().position(|token| {
                    depth += i32::from(token.kind == T::LBracket);
                    depth -= i32::from(token.kind == T::RBracket);
                    depth == 0
                });
                rest.is_some_and(|length| self.kind_starts_type(at + length + 1))
            }
            _ => false,
        }
    }

    /// Reads declaration specifiers; stops before the declarator.
    pub(super) fn specifiers(&mut self) -> Parsed<Specifiers> {
        let place = self.place();
        let mut s = Specifiers {
            ty: TypeId::INT,
            storage: None,
            thread_local: false,
            inline: false,
            attributes: Attributes::default(),
            type_aligned: None,
            auto_type: false,
            has_type: false,
            place,
        };
        let mut words = Words::default();
        let mut qualifiers = Qualifiers::NONE;
        let mut whole: Option<TypeId> = None;
        loop {
            let kind = self.peek();
            match kind {
                T::Typedef => s.storage = Some(Storage::Typedef),
                T::Extern => s.storage = Some(Storage::Extern),
                T::Static => s.storage = Some(Storage::Static),
                T::Auto => s.storage = s.storage.or(Some(Storage::Auto)),
                T::Register => s.storage = s.storage.or(Some(Storage::Register)),
                T::ThreadLocal => s.thread_local = true,
                T::Inline => s.inline = true,
                T::Noreturn => s.attributes.noreturn = true,
                T::Const => qualifiers = qualifiers.and(Qualifiers::CONST),
                T::Volatile => qualifiers = qualifiers.and(Qualifiers::VOLATILE),
                T::Restrict => qualifiers = qualifiers.and(Qualifiers::RESTRICT),
                T::Attribute | T::Declspec | T::CallConv | T::Extension | T::LBracket
                    if self.peek() != T::LBracket || self.peek_at(1) == T::LBracket =>
                {
                    let more = self.attributes()?;
                    s.attributes.merge(more);
                    continue;
                }
                T::Alignas => {
                    self.alignas(&mut s.attributes)?;
                    continue;
                }
                T::Atomic => {
                    self.next();
                    if self.peek() == T::LParen && whole.is_none() && words.base.is_none() {
                        self.next();
                        whole = Some(self.type_name()?.with(Qualifiers::ATOMIC));
                        self.expect(T::RParen)?;
                    } else {
                        qualifiers = qualifiers.and(Qualifiers::ATOMIC);
                    }
                    continue;
                }
                T::Signed => words.signed = true,
                T::Unsigned => words.unsigned = true,
                T::Short => words.short = true,
                T::Long => words.long = words.long.saturating_add(1),
                T::Complex => words.complex = true,
                T::Void
                | T::Char
                | T::Int
                | T::Float
                | T::Double
                | T::Bool
                | T::Int128
                | T::UInt128
                | T::Float128
                | T::Float16
                | T::Float32
                | T::Float64
                | T::Decimal
                | T::Int8
                | T::Int16
                | T::Int32
                | T::Int64 => {
                    if words.base.is_some_and(|b| b != T::Int || kind == T::Int) || whole.is_some()
                    {
                        self.syntax_error("expected one type only");
                        return Err(Failed);
                    }
                    words.base = Some(kind);
                }
                T::BitInt if whole.is_none() && words.base.is_none() => {
                    let place = self.next().place;
                    self.expect(T::LParen)?;
                    self.conditional()?;
                    self.expect(T::RParen)?;
                    self.error("unsupported", place, "unsupported: integers of any width");
                    whole = Some(TypeId::ERROR);
                    continue;
                }
                T::VaList if whole.is_none() => whole = Some(self.va_list_type()),
                T::AutoType => s.auto_type = true,
                T::Struct | T::Union if whole.is_none() => {
                    whole = Some(self.record_specifier()?);
                    continue;
                }
                T::Enum if whole.is_none() => {
                    whole = Some(self.enum_specifier()?);
                    continue;
                }
                T::Typeof if whole.is_none() => {
                    whole = Some(self.typeof_specifier()?);
                    continue;
                }
                T::Name if whole.is_none() && !s.auto_type && words.none() => {
                    let symbol = self.symbol();
                    match self.scopes.names.get(symbol).map(|e| e.what) {
                        Some(Binding::Typedef { ty, aligned }) => {
                            whole = Some(ty);
                            s.type_aligned = aligned;
                        }
                        _ => match self.type_of_signature(symbol)? {
                            Some(ty) => {
                                whole = Some(ty);
                                continue;
                            }
                            None => break,
                        },
                    }
                }
                _ => break,
            }
            self.next();
        }
        s.has_type = whole.is_some() || !words.none() || s.auto_type;
        let ty = match whole {
            Some(ty) => ty,
            None => self.basic_type(&words, place),
        };
        s.ty = self.qualify(ty, qualifiers);
        if let Some(mode) = s.attributes.mode.take() {
            s.ty = self.apply_mode(s.ty, &mode);
        }
        Ok(s)
    }

    /// Adds qualifiers; those of an array belong to its elements.
    pub(super) fn qualify(&mut self, ty: TypeId, qualifiers: Qualifiers) -> TypeId {
        if qualifiers == Qualifiers::NONE {
            return ty;
        }
        if let Type::Array(element, length) = *self.p.types.get(ty) {
            let element = self.qualify(element, qualifiers);
            return self.p.types.intern(Type::Array(element, length));
        }
        ty.with(qualifiers)
    }

    fn alignas(&mut self, attributes: &mut Attributes) -> Parsed<()> {
        self.next();
        self.expect(T::LParen)?;
        let align = if self.starts_type_name(0) {
            let ty = self.type_name()?;
            i128::from(self.p.types.member_align_of(ty))
        } else {
            let e = self.conditional()?;
            self.require_constant(e)
        };
        self.expect(T::RParen)?;
        if align > 0 && align <= 1 << 28 && align.count_ones() == 1 {
            attributes.aligned = attributes.aligned.max(Some(align as u32));
        }
        Ok(())
    }

    fn basic_type(&mut self, words: &Words, place: Place) -> TypeId {
        use TypeId as Ty;
        if words.complex {
            let plain = Words { complex: false, ..words.clone() };
            let element = if plain.none() { Ty::DOUBLE } else { self.basic_type(&plain, place) };
            return self.complex_type(element);
        }
        let unsigned = words.unsigned;
        let pick = |signed_type, unsigned_type| if unsigned { unsigned_type } else { signed_type };
        match words.base {
            Some(T::Void) => Ty::VOID,
            Some(T::Bool) => Ty::BOOL,
            Some(T::Float16) => Ty::HALF,
            Some(T::Float | T::Float32) => Ty::FLOAT,
            Some(T::Double | T::Float64) if words.long > 0 => Ty::LONG_DOUBLE,
            Some(T::Double | T::Float64) => Ty::DOUBLE,
            Some(T::Float128) => Ty::FLOAT128,
            Some(T::Decimal) => {
                self.error("unsupported", place, "unsupported: decimal floats");
                Ty::ERROR
            }
            Some(T::Char) if words.signed => Ty::SCHAR,
            Some(T::Char) => pick(Ty::CHAR, Ty::UCHAR),
            Some(T::Int8) => pick(Ty::CHAR, Ty::UCHAR),
            Some(T::Int16) => pick(Ty::SHORT, Ty::USHORT),
            Some(T::Int32) => pick(Ty::INT, Ty::UINT),
            Some(T::Int64) => pick(Ty::LONG_LONG, Ty::ULONG_LONG),
            Some(T::Int128) => pick(Ty::INT128, Ty::UINT128),
            Some(T::UInt128) => Ty::UINT128,
            _ if words.short => pick(Ty::SHORT, Ty::USHORT),
            _ => match words.long {
                0 => pick(Ty::INT, Ty::UINT),
                1 => pick(Ty::LONG, Ty::ULONG),
                _ => pick(Ty::LONG_LONG, Ty::ULONG_LONG),
            },
        }
    }

    fn typeof_specifier(&mut self) -> Parsed<TypeId> {
        let unqualified = self.p.name(self.symbol()) == "typeof_unqual";
        self.next();
        self.expect(T::LParen)?;
        let ty = if self.starts_type_name(0) {
            self.type_name()?
        } else {
            self.unevaluated += 1;
            let e = self.expression();
            self.unevaluated -= 1;
            self.written_type(e?)
        };
        self.expect(T::RParen)?;
        Ok(if unqualified { ty.unqualified() } else { ty })
    }

    /// Specifiers and an abstract declarator.
    pub(super) fn type_name(&mut self) -> Parsed<TypeId> {
        let s = self.specifiers()?;
        if !s.has_type && s.ty == TypeId::INT {
            self.syntax_error("expected a type");
            return Err(Failed);
        }
        let declarator = self.declarator(true)?;
        if let Some((_, place)) = declarator.name {
            self.error("syntax", place, "a type name declares no name");
        }
        let mut attributes = self.attributes()?;
        attributes.merge(s.attributes.clone());
        let base = self.with_vector(s.ty, &attributes, s.place);
        Ok(self.derive(base, &declarator))
    }

    /// `va_list` as gcc has it: a character pointer, or an array of one record.
    pub(super) fn va_list_type(&mut self) -> TypeId {
        if self.p.types.model.pointer_size() == 4 {
            return self.p.types.pointer_to(TypeId::CHAR);
        }
        if let Some(ty) = self.va_list {
            return ty;
        }
        let tag = self.p.names.intern("__va_list_tag");
        let pointer = self.p.types.pointer_to(TypeId::VOID);
        let parts = [
            ("gp_offset", TypeId::UINT, 0),
            ("fp_offset", TypeId::UINT, 4),
            ("overflow_arg_area", pointer, 8),
            ("reg_save_area", pointer, 16),
        ];
        let fields = parts.map(|(name, ty, offset)| Field {
            name: Some(self.p.names.intern(name)),
            ty,
            offset,
            bits: None,
            place: Place::NOWHERE,
        });
        let record = self.p.types.add_record(Record {
            kind: RecordKind::Struct,
            tag: Some(tag),
            tagged: true,
            place: Place::NOWHERE,
            complete: true,
            fields: fields.into(),
            size: 24,
            align: 8,
            transparent: false,
            lanes: None,
            unit: self.unit,
        });
        let ty = self.p.types.intern(Type::Array(record, ArrayLength::Fixed(1)));
        self.va_list = Some(ty);
        ty
    }
}

impl Words {
    fn none(&self) -> bool {
        !self.signed
            && !self.unsigned
            && !self.short
            && self.long == 0
            && self.base.is_none()
            && !self.complex
    }
}
