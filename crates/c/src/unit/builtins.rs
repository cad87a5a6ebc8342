//! Built-in forms and functions.
//!
//! Three sorts: forms with types as arguments (`va_arg`, `offsetof`, …), type-generic
//! functions (`__atomic_…`, `__sync_…`, overflow tests), which become
//! [`ExprKind::Builtin`], and library functions with one type each, which are declared from
//! the prelude when a program names them without declaring them.

use super::attributes::Attributes;
use super::specifiers::Specifiers;
use super::{Failed, Parsed, Unit};
use crate::lexer::lex;
use crate::program::*;
use crate::source::Place;
use crate::symbol::Symbol;
use crate::token::T;
use crate::tree::*;
use crate::types::{RecordKind, Type, TypeId};

static PRELUDE: &str = include_str!("prelude.txt");

/// Specifiers of a function that the prelude declares.
pub(super) fn plain_specifiers(noreturn: bool) -> Specifiers {
    Specifiers {
        ty: TypeId::INT,
        storage: None,
        thread_local: false,
        inline: false,
        attributes: Attributes { noreturn, ..Attributes::default() },
        type_aligned: None,
        auto_type: false,
        has_type: true,
        place: Place::NOWHERE,
    }
}

/// What a type-generic built-in returns.
enum Returns {
    /// What its first argument points to; the others are of that type.
    Pointee,
    Bool,
    Int,
    Void,
}

fn generic_result(name: &str) -> Option<Returns> {
    if let Some(op) = name.strip_prefix("__atomic_") {
        return Some(match op {
            "load" | "store" | "store_n" | "exchange" | "clear" => Returns::Void,
            "thread_fence" | "signal_fence" => Returns::Void,
            "compare_exchange" | "compare_exchange_n" | "test_and_set" => Returns::Bool,
            "always_lock_free" | "is_lock_free" => Returns::Bool,
            "load_n" | "exchange_n" => Returns::Pointee,
            _ if op.starts_with("fetch_") || op.ends_with("_fetch") => Returns::Pointee,
            _ => return None,
        });
    }
    if let Some(op) = name.strip_prefix("__sync_") {
        return Some(match op {
            "bool_compare_and_swap" => Returns::Bool,
            "synchronize" | "lock_release" => Returns::Void,
            "val_compare_and_swap" | "lock_test_and_set" => Returns::Pointee,
            _ if op.starts_with("fetch_and_") || op.ends_with("_and_fetch") => Returns::Pointee,
            _ => return None,
        });
    }
    let op = name.strip_prefix("__builtin_")?;
    Some(match op {
        "add_overflow" | "sub_overflow" | "mul_overflow" => Returns::Bool,
        "add_overflow_p" | "sub_overflow_p" | "mul_overflow_p" => Returns::Bool,
        "sadd_overflow" | "saddl_overflow" | "saddll_overflow" | "uadd_overflow"
        | "uaddl_overflow" | "uaddll_overflow" | "ssub_overflow" | "ssubl_overflow"
        | "ssubll_overflow" | "usub_overflow" | "usubl_overflow" | "usubll_overflow"
        | "smul_overflow" | "smull_overflow" | "smulll_overflow" | "umul_overflow"
        | "umull_overflow" | "umulll_overflow" => Returns::Bool,
        "isnan" | "isinf" | "isinf_sign" | "isfinite" | "isnormal" | "signbit" | "signbitf"
        | "signbitl" | "isgreater" | "isgreaterequal" | "isless" | "islessequal"
        | "islessgreater" | "isunordered" | "fpclassify" => Returns::Int,
        _ => return None,
    })
}

impl Unit<'_> {
    /// A call of a type-generic built-in, if the name is one.
    /// The only argument of a built-in that does not evaluate it, from the parenthesis on.
    fn unevaluated_argument(&mut self) -> Parsed<ExprId> {
        self.next();
        self.unevaluated += 1;
        let e = self.assignment();
        self.unevaluated -= 1;
        let e = self.value(e?);
        self.expect(T::RParen)?;
        Ok(e)
    }

    /// The number that gcc has for types of a kind, after promotion.
    fn type_class(&self, ty: TypeId) -> i128 {
        let types = &self.p.types;
        match types.get(ty.unqualified()) {
            Type::Void => 0,
            Type::Float(_) => 8,
            Type::Record(_) if self.lanes(ty).is_some() => {
                if self.lanes(ty).is_some_and(|lanes| lanes.complex) { 9 } else { -1 }
            }
            Type::Record(id) if types.record(*id).kind == RecordKind::Union => 13,
            Type::Record(_) => 12,
            _ if types.is_pointer(ty) => 5,
            _ => 1,
        }
    }

    pub(super) fn generic_builtin(&mut self, name: Symbol, place: Place) -> Parsed<Option<ExprId>> {
        let text = self.p.name(name);
        if !text.starts_with("__") {
            return Ok(None);
        }
        if text == "__builtin_constant_p" {
            let e = self.unevaluated_argument()?;
            let constant = self.p.constant(e).is_some_and(|c| {
                !matches!(c, crate::constant::Constant::Address(base, _)
                    if !matches!(base, crate::constant::AddressBase::Str(_)))
            });
            return Ok(Some(self.int(i128::from(constant), TypeId::INT, place)));
        }
        if text == "__builtin_classify_type" {
            let e = self.unevaluated_argument()?;
            let class = self.type_class(self.ty(e));
            return Ok(Some(self.int(class, TypeId::INT, place)));
        }
        if text == "__builtin_shuffle" {
            self.next();
            let mut args = Vec::new();
            loop {
                let e = self.assignment()?;
                args.push(self.value(e));
                if !self.accept(T::Comma) {
                    break;
                }
            }
            self.expect(T::RParen)?;
            return Ok(Some(self.shuffle(&args, place)));
        }
        let Some(returns) = generic_result(text) else { return Ok(None) };
        let by_value = !matches!(text, "__atomic_load" | "__atomic_store" | "__atomic_exchange");
        let is_atomic = text.starts_with("__sync_") || text.starts_with("__atomic_");
        let compare = text == "__atomic_compare_exchange_n";
        self.next();
        let mut args = Vec::new();
        while self.peek() != T::RParen {
            let e = self.assignment()?;
            args.push(self.value(e));
            if !self.accept(T::Comma) {
                break;
            }
        }
        self.expect(T::RParen)?;
        let pointee = args.first().and_then(|&p| self.p.types.pointee(self.ty(p)));
        if is_atomic
            && by_value
            && let Some(ty) = pointee
        {
            // Operands take the type of the object; memory orders are integers anyway.
            let operands = if compare { 2..3 } else { 1..3 };
            for i in operands {
                if let Some(&arg) = args.get(i)
                    && !self.p.types.is_pointer(self.ty(arg)) | self.p.types.is_pointer(ty)
                    && self.p.types.is_scalar(ty)
                {
                    let is_order = self.p.name(name).starts_with("__atomic_") && i == 2 && !compare;
                    if !is_order {
                        args[i] = self.convert(arg, ty);
                    }
                }
            }
        }
        let ty = match returns {
            Returns::Pointee => pointee.map_or(TypeId::ERROR, TypeId::unqualified),
            Returns::Bool => TypeId::BOOL,
            Returns::Int => TypeId::INT,
            Returns::Void => TypeId::VOID,
        };
        if self.is_error_type(ty) {
            return Ok(Some(self.type_error(place, "the first argument is no pointer")));
        }
        Ok(Some(self.expr(ExprKind::Builtin(name, args.into()), ty, place)))
    }

    /// Forms with types among their arguments.
    pub(super) fn builtin_form(&mut self) -> Parsed<ExprId> {
        let token = self.next();
        let place = token.place;
        let name = Symbol(token.value);
        self.expect(T::LParen)?;
        let e = match token.kind {
            T::VaArg => {
                let list = self.assignment()?;
                let list = self.va_list_operand(list);
                self.expect(T::Comma)?;
                let ty = self.type_name()?.unqualified();
                if !self.p.types.is_complete(ty) {
                    self.type_error(place, "va_arg of an incomplete type")
                } else {
                    self.expr(ExprKind::VaArg(list), ty, place)
                }
            }
            T::VaStart | T::VaEnd | T::VaCopy => {
                let list = self.assignment()?;
                let mut args = vec![self.va_list_operand(list)];
                while self.accept(T::Comma) {
                    let e = self.assignment()?;
                    let e = if token.kind == T::VaCopy {
                        self.va_list_operand(e)
                    } else {
                        self.value(e)
                    };
                    args.push(e);
                }
                self.expr(ExprKind::Builtin(name, args.into()), TypeId::VOID, place)
            }
            T::Offsetof => self.offset_of(place)?,
            T::TypesCompatible => {
                let a = self.type_name()?;
                self.expect(T::Comma)?;
                let b = self.type_name()?;
                let same = self.p.types.compatible_unqualified(a, b);
                self.int(i128::from(same), TypeId::INT, place)
            }
            _ => {
                let condition = self.conditional()?;
                let condition = self.require_constant(condition);
                self.expect(T::Comma)?;
                let a = self.assignment()?;
                self.expect(T::Comma)?;
                let b = self.assignment()?;
                if condition != 0 { a } else { b }
            }
        };
        self.expect(T::RParen)?;
        Ok(e)
    }

    /// A `va_list` as the built-ins see it: a pointer to its record, or the object itself.
    fn va_list_operand(&mut self, e: ExprId) -> ExprId {
        if matches!(self.p.types.get(self.ty(e)), Type::Array(..)) {
            return self.value(e);
        }
        let is_object = self.p.types.model.pointer_size() == 4;
        if is_object {
            self.mark_address_taken(e);
            e
        } else {
            self.value(e)
        }
    }

    fn offset_of(&mut self, place: Place) -> Parsed<ExprId> {
        let mut ty = self.type_name()?;
        self.expect(T::Comma)?;
        let size_type = self.p.types.model.size_type();
        let mut offset = self.int(0, size_type, place);
        let mut fixed = 0i128;
        let mut first = true;
        while self.peek() != T::RParen {
            if self.accept(T::LBracket) {
                let index = self.expression()?;
                self.expect(T::RBracket)?;
                let Some(element) = self.p.types.element(ty) else {
                    return Ok(self.type_error(place, "offsetof: not an array"));
                };
                ty = element;
                let index = self.value(index);
                let size = i128::from(self.p.types.size_of(ty).unwrap_or(0));
                match self.p.constant_int(index) {
                    Some(i) => fixed = fixed.wrapping_add(i.wrapping_mul(size)),
                    None => {
                        let index = self.convert(index, size_type);
                        let size = self.int(size, size_type, place);
                        let part = self.binary_operator(BinaryOp::Multiply, index, size, place);
                        offset = self.binary_operator(BinaryOp::Add, offset, part, place);
                    }
                }
                continue;
            }
            if !first {
                self.expect(T::Dot)?;
            }
            first = false;
            let name = self.expect_name()?;
            let Some(record) = self.p.types.record_of(ty) else {
                return Ok(self.type_error(place, "offsetof: not a record"));
            };
            let Some(path) = self.find_member(record, name) else {
                let message = format!("`{}` is no member", self.p.name(name));
                return Ok(self.type_error(place, message));
            };
            for field in path {
                let Some(record) = self.p.types.record_of(ty) else { return Err(Failed) };
                let field = &self.p.types.record(record).fields[field as usize];
                fixed = fixed.wrapping_add(i128::from(field.offset));
                ty = field.ty;
            }
        }
        let fixed = self.p.types.wrap(size_type, fixed);
        let fixed = self.int(fixed, size_type, place);
        if self.p.constant_int(offset) == Some(0) {
            return Ok(fixed);
        }
        Ok(self.binary_operator(BinaryOp::Add, offset, fixed, place))
    }

    /// The type of a library function that the prelude knows.
    pub(super) fn prelude_type(&mut self, name: Symbol) -> Option<(TypeId, bool)> {
        if self.prelude.is_empty() {
            for line in PRELUDE.lines() {
                if let Some(open) = line.find('(') {
                    let start = line[..open].rfind([' ', '*']).map_or(0, |i| i + 1);
                    self.prelude.insert(&line[start..open], line);
                }
            }
        }
        let text = self.p.name(name);
        let line = match self.prelude.get(text) {
            Some(line) => line,
            None => self.prelude.get(text.strip_prefix("__builtin_")?)?,
        };
        let noreturn = line.ends_with("noreturn");
        let size_type = self.show(self.p.types.model.size_type());
        let text = line.trim_end_matches("noreturn").replace("size_t", &size_type);
        let lexed = lex("<built-in>", &text, &mut self.p.files, &mut self.p.names, false);
        let tokens = std::mem::replace(&mut self.tokens, lexed.tokens);
        let at = std::mem::replace(&mut self.at, 0);
        let parsed = self.specifiers().and_then(|s| {
            let d = self.declarator(false)?;
            Ok(self.derive(s.ty, &d))
        });
        self.tokens = tokens;
        self.at = at;
        Some((parsed.ok()?, noreturn))
    }
}
