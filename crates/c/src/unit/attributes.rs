//! GNU attributes, `__declspec`, calling conventions, `asm` labels and `#pragma pack`.
//!
//! Attributes that change the meaning of a program or the layout of its data are followed; some say nothing about what a
//! program does ([`HARMLESS`]); all others become part of the verdict, which then holds if they have no effect.

use super::{Failed, Parsed, Unit};
use crate::program::StringId;
use crate::source::Place;
use crate::token::T;
use crate::types::{IntKind, TypeId};

/// The priority of constructors and destructors that name none: those run between the others and `main`.
const NO_PRIORITY: u32 = 65_536;

/// Attributes that do not change what a program does: hints for optimisers and for warnings, calling conventions, placement.
const HARMLESS: &[&str] = &[
    "access",
    "alloc_align",
    "alloc_size",
    "always_inline",
    "artificial",
    "assume_aligned",
    "assume",
    "cdecl",
    "cf_check",
    "cold",
    "common",
    "copy",
    "counted_by",
    "deprecated",
    "designated_init",
    "dllexport",
    "dllimport",
    "error",
    "externally_visible",
    "fallthrough",
    "fastcall",
    "fd_arg",
    "fd_arg_read",
    "fd_arg_write",
    "flatten",
    "force_align_arg_pointer",
    "format",
    "format_arg",
    "gcc_struct",
    "hot",
    "leaf",
    "malloc",
    "may_alias",
    "maybe_unused",
    "ms_abi",
    "no_icf",
    "no_instrument_function",
    "no_profile_instrument_function",
    "no_reorder",
    "no_sanitize",
    "no_sanitize_address",
    "no_sanitize_thread",
    "no_sanitize_undefined",
    "no_split_stack",
    "no_stack_limit",
    "no_stack_protector",
    "nocf_check",
    "noclone",
    "nocommon",
    "nodiscard",
    "noinline",
    "noipa",
    "nonnull",
    "nonstring",
    "noplt",
    "nothrow",
    "null_terminated_string_arg",
    "optimize",
    "patchable_function_entry",
    "regparm",
    "reproducible",
    "retain",
    "returns_nonnull",
    "returns_twice",
    "section",
    "sentinel",
    "simd",
    "sseregparm",
    "stack_protect",
    "stdcall",
    "strict_flex_array",
    "symver",
    "sysv_abi",
    "tainted_args",
    "target",
    "target_clones",
    "thiscall",
    "tls_model",
    "unavailable",
    "uninitialized",
    "unsequenced",
    "unused",
    "used",
    "visibility",
    "warn_if_not_aligned",
    "warn_unused",
    "warn_unused_result",
    "warning",
    "zero_call_used_regs",
];

/// What attributes have to say about a declaration.
#[derive(Clone, Debug, Default)]
pub(crate) struct Attributes {
    pub aligned: Option<u32>,
    pub packed: bool,
    /// `mode(…)`: the machine mode's name without underscores.
    pub mode: Option<String>,
    pub noreturn: bool,
    pub weak: bool,
    /// `selectany`: one of several equal definitions.
    pub select_any: bool,
    /// `pure` or `const`: it changes nothing.
    pub pure: bool,
    pub transparent: bool,
    /// `cleanup(f)`: the function.
    pub cleanup: Option<crate::program::ExprId>,
    /// `vector_size(…)`, in bytes.
    pub vector: Option<u64>,
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
        self.select_any |= other.select_any;
        self.pure |= other.pure;
        self.transparent |= other.transparent;
        self.cleanup = self.cleanup.or(other.cleanup);
        self.vector = self.vector.or(other.vector);
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
                    self.attribute_list(&mut all)?;
                    self.expect(T::RBracket)?;
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
        while !matches!(self.peek(), T::RParen | T::RBracket) {
            let gives_vendor = self.peek_at(1) == T::Colon && self.peek_at(2) == T::Colon;
            if gives_vendor && matches!(&*self.token_text(self.token()), "gnu" | "__gnu__") {
                self.next();
                self.next();
                self.next();
            }
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
                "selectany" => all.select_any = true,
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
                "cleanup" if has_args => {
                    self.next();
                    all.cleanup = Some(self.primary()?);
                    self.expect(T::RParen)?;
                    continue;
                }
                "vector_size" if has_args => {
                    self.next();
                    let e = self.conditional()?;
                    let bytes = self.require_constant(e);
                    self.expect(T::RParen)?;
                    all.vector = Some(u64::try_from(bytes).unwrap_or(0));
                    continue;
                }
                "scalar_storage_order" if has_args => {
                    self.next();
                    let order = self.string_literal()?;
                    self.expect(T::RParen)?;
                    if self.p.string(order).text() != "little-endian" {
                        let message = "unsupported: attribute scalar_storage_order";
                        self.error("unsupported", token.place, message);
                    }
                    continue;
                }
                "ifunc" | "weakref" => {
                    let message = format!("unsupported: attribute {name}");
                    self.error("unsupported", token.place, &message);
                }
                "mode" if has_args => {
                    self.next();
                    let token = self.next();
                    all.mode = Some(self.token_text(token).trim_matches('_').to_owned());
                    self.expect(T::RParen)?;
                    continue;
                }
                _ if HARMLESS.contains(&name) => {}
                _ => self.p.ignored.push((format!("attribute `{name}`"), token.place)),
            }
            if has_args {
                self.next();
                self.skip_to_closing(T::LParen, T::RParen)?;
            }
        }
        Ok(())
    }

    /// The base type of a declaration, a vector if the attributes say so.
    pub(super) fn with_vector(
        &mut self,
        ty: TypeId,
        attributes: &Attributes,
        place: Place,
    ) -> TypeId {
        match attributes.vector {
            Some(bytes) if !self.is_error_type(ty) => self.vector_type(ty, bytes, place),
            _ => ty,
        }
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
