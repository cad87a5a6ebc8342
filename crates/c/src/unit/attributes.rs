//! GNU attributes, `__declspec`, calling conventions, `asm` labels and `#pragma pack`.
//!
//! Attributes that change the meaning of a program or the layout of its data are kept, all
//! others are read and dropped.

use super::{Failed, Parsed, Unit};
use crate::program::StringId;
use crate::token::T;
use crate::types::{IntKind, TypeId};

/// The priority of constructors and destructors that name none: those run between the others and `main`.
const NO_PRIORITY: u32 = 65_536;

/// What attributes have to say about a declaration.
#[derive(Clone, Debug, Default)]
pub(crate) struct Attributes {
    pub aligned: Option<u32>,
    pub packed: bool,
    /// `mode(…)`: the machine mode's name without underscores.
    pub mode: Option<String>,
    pub noreturn: bool,
    pub weak: bool,
    /// `pure` or `const`: it changes nothing.
    pub pure: bool,
    pub transparent: bool,
    pub gnu_inline: bool,
    pub assembler_name: Option<StringId>,
    /// `alias`: another name of this.
    pub alias: Option<StringId>,
    /// `constructor`: runs before `main`, small numbers first.
    pub constructor: Option<u32>,
    /// `destructor`: runs when the program exits, small numbers last.
    pub destructor: Option<u32>,
    /// An attribute that changes the meaning in a way that we do not follow.
    pub unsupported: Option<&'static str>,
}

impl Attributes {
    pub fn merge(&mut self, other: Attributes) {
        self.aligned = self.aligned.max(other.aligned);
        self.packed |= other.packed;
        self.noreturn |= other.noreturn;
        self.weak |= other.weak;
        self.pure |= other.pure;
        self.transparent |= other.transparent;
        self.gnu_inline |= other.gnu_inline;
        self.constructor = self.constructor.or(other.constructor);
        self.destructor = self.destructor.or(other.destructor);
        self.mode = other.mode.or(self.mode.take());
        self.assembler_name = other.assembler_name.or(self.assembler_name);
        self.alias = other.alias.or(self.alias);
        self.unsupported = self.unsupported.or(other.unsupported);
    }
}

impl Unit<'_> {
    /// Any number of attributes, `__declspec`s, calling conventions and `__extension__`s.
    pub(super) fn attributes(&mut self) -> Parsed<Attributes> {
        let mut all = Attributes::default();
        loop {
            match self.peek() {
                T::Attribute => {
                    self.next();
                    self.expect(T::LParen)?;
                    self.expect(T::LParen)?;
                    self.attribute_list(&mut all)?;
                    self.expect(T::RParen)?;
                    self.expect(T::RParen)?;
                }
                T::Declspec => {
                    self.next();
                    self.expect(T::LParen)?;
                    self.attribute_list(&mut all)?;
                    self.expect(T::RParen)?;
                }
                T::CallConv | T::Extension => {
                    self.next();
                }
                // C23 attributes.
                T::LBracket if self.peek_at(1) == T::LBracket => {
                    self.next();
                    self.next();
                    self.skip_to_closing(T::LBracket, T::RBracket)?;
                    self.expect(T::RBracket)?;
                }
                _ => return Ok(all),
            }
        }
    }

    /// Attributes and an `asm("name")` after a declarator.
    pub(super) fn trailing_attributes(&mut self) -> Parsed<Attributes> {
        let mut all = self.attributes()?;
        if self.peek() == T::Asm {
            self.next();
            while self.accept(T::Volatile) {}
            self.expect(T::LParen)?;
            let name = self.string_literal()?;
            self.expect(T::RParen)?;
            all.assembler_name = Some(name);
            let more = self.attributes()?;
            all.merge(more);
        }
        Ok(all)
    }

    fn attribute_list(&mut self, all: &mut Attributes) -> Parsed<()> {
        while self.peek() != T::RParen {
            if self.peek() == T::Comma {
                self.next();
                continue;
            }
            if self.peek() == T::End {
                self.syntax_error("expected an attribute");
                return Err(Failed);
            }
            let token = self.next();
            let text = self.token_text(token);
            let name = text.trim_matches('_');
            let has_args = self.peek() == T::LParen;
            match name {
                "aligned" | "align" if has_args => {
                    self.next();
                    let place = self.place();
                    let e = self.conditional()?;
                    let value = self.constant_int(e).unwrap_or(0);
                    self.expect(T::RParen)?;
                    if value > 0 && value <= 1 << 28 && value.count_ones() == 1 {
                        all.aligned = all.aligned.max(Some(value as u32));
                    } else {
                        self.error("type", place, "the alignment is not a power of two");
                    }
                    continue;
                }
                "aligned" => all.aligned = all.aligned.max(Some(16)),
                "packed" => all.packed = true,
                "noreturn" => all.noreturn = true,
                "weak" => all.weak = true,
                "pure" | "const" => all.pure = true,
                "transparent_union" => all.transparent = true,
                "gnu_inline" => all.gnu_inline = true,
                "alias" if has_args => {
                    self.next();
                    all.alias = Some(self.string_literal()?);
                    self.expect(T::RParen)?;
                    continue;
                }
                "constructor" => {
                    all.constructor = Some(self.priority()?);
                    continue;
                }
                "destructor" => {
                    all.destructor = Some(self.priority()?);
                    continue;
                }
                "cleanup" => all.unsupported = Some("attribute cleanup"),
                "vector_size" | "ext_vector_type" => {
                    all.unsupported = Some("attribute vector_size");
                }
                "scalar_storage_order" => all.unsupported = Some("attribute scalar_storage_order"),
                "mode" if has_args => {
                    self.next();
                    let token = self.next();
                    all.mode = Some(self.token_text(token).trim_matches('_').to_owned());
                    self.expect(T::RParen)?;
                    continue;
                }
                _ => {}
            }
            if has_args {
                self.next();
                self.skip_to_closing(T::LParen, T::RParen)?;
            }
        }
        Ok(())
    }

    /// `(priority)` behind `constructor` or `destructor`, or nothing.
    fn priority(&mut self) -> Parsed<u32> {
        if !self.accept(T::LParen) {
            return Ok(NO_PRIORITY);
        }
        let place = self.place();
        let e = self.conditional()?;
        let value = self.constant_int(e).and_then(|value| u32::try_from(value).ok());
        self.expect(T::RParen)?;
        match value.filter(|&value| value < NO_PRIORITY) {
            Some(value) => Ok(value),
            None => {
                self.error("type", place, "the priority is not a number from 0 to 65535");
                Ok(NO_PRIORITY)
            }
        }
    }

    /// Skips past the bracket that closes the one just read.
    pub(super) fn skip_to_closing(&mut self, open: T, close: T) -> Parsed<()> {
        let mut depth = 1;
        while depth > 0 {
            let kind = self.peek();
            if kind == T::End {
                self.syntax_error(&format!("expected `{}`", close.spelling()));
                return Err(Failed);
            }
            if kind == open {
                depth += 1;
            } else if kind == close {
                depth -= 1;
            }
            self.next();
        }
        Ok(())
    }

    /// Applies `mode(…)` to an integer type.
    pub(super) fn apply_mode(&mut self, ty: TypeId, mode: &str) -> TypeId {
        let types = &self.p.types;
        let signed = types.is_signed(ty);
        let word = if types.model.pointer_size() == 4 { IntKind::Int } else { IntKind::Long };
        let kind = match mode {
            "QI" | "byte" => IntKind::SChar,
            "HI" => IntKind::Short,
            "SI" => IntKind::Int,
            "DI" if types.model.pointer_size() == 4 => IntKind::LongLong,
            "DI" => IntKind::Long,
            "TI" => IntKind::Int128,
            "word" | "pointer" => word,
            "SF" => return TypeId::FLOAT,
            "DF" => return TypeId::DOUBLE,
            "XF" => return TypeId::LONG_DOUBLE,
            "TF" => return TypeId::FLOAT128,
            _ => {
                self.error("unsupported", self.place(), format!("unsupported: mode {mode}"));
                return ty;
            }
        };
        let kind = if signed { kind } else { kind.to_unsigned() };
        kind.type_id().with(ty.qualifiers())
    }

    /// `#pragma pack(…)`.
    pub(super) fn pragma_pack(&mut self, text: &str) {
        let place = self.place();
        let args = text.trim_start_matches("pack").trim();
        let args = args.trim_start_matches('(').trim_end_matches(')');
        if args.trim().is_empty() {
            self.pack = None;
        }
        for arg in args.split(',').map(str::trim).filter(|a| !a.is_empty()) {
            match arg {
                "push" => self.pack_stack.push(self.pack),
                "pop" => match self.pack_stack.pop() {
                    Some(pack) => self.pack = pack,
                    None => self.warning("pragma", place, "pack(pop) without a push"),
                },
                number => match number.parse::<u32>() {
                    Ok(0) => self.pack = None,
                    Ok(n) if n.is_power_of_two() && n <= 16 => self.pack = Some(n),
                    Ok(_) => self.warning("pragma", place, "pack expects 1, 2, 4, 8 or 16"),
                    // The name that Microsoft's push may have.
                    Err(_) => {}
                },
            }
        }
    }
}
