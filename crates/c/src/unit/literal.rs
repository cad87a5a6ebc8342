//! Numbers, characters and strings.

use super::{Failed, Parsed, Unit};
use crate::program::{ExprId, StringId, StringLiteral};
use crate::source::{Place, raw_byte};
use crate::token::T;
use crate::tree::ExprKind;
use crate::types::{IntKind, TypeId};

impl Unit<'_> {
    pub(super) fn number(&mut self) -> ExprId {
        let token = self.next();
        let text = self.text.get(token.start as usize..token.value as usize).unwrap_or("");
        let place = token.place;
        let hex = text.starts_with("0x") || text.starts_with("0X");
        let is_float = if hex {
            text.contains(['.', 'p', 'P'])
        } else {
            text.contains(['.', 'e', 'E']) && !text.starts_with("0b") && !text.starts_with("0B")
        };
        let read = if is_float { self.float(text, hex, place) } else { self.integer(text, place) };
        read.unwrap_or_else(|| self.type_error(place, format!("bad number `{text}`")))
    }

    fn integer(&mut self, text: &str, place: Place) -> Option<ExprId> {
        let lower = text.to_ascii_lowercase();
        let (digits, radix) = if let Some(hex) = lower.strip_prefix("0x") {
            (hex, 16)
        } else if let Some(binary) = lower.strip_prefix("0b") {
            (binary, 2)
        } else if lower.len() > 1 && lower.starts_with('0') {
            (&lower[1..], 8)
        } else {
            (&lower[..], 10)
        };
        let end = digits.find(|c: char| !c.is_digit(radix)).unwrap_or(digits.len());
        let (digits, suffix) = digits.split_at(end);
        let value = if digits.is_empty() && radix == 8 {
            0
        } else {
            u128::from_str_radix(digits, radix).ok()?
        };
        let (unsigned, long) = match suffix {
            "" => (false, 0),
            "u" => (true, 0),
            "l" => (false, 1),
            "ul" | "lu" => (true, 1),
            "ll" | "i64" => (false, 2),
            "ull" | "llu" | "ui64" => (true, 2),
            "i8" | "i16" | "i32" => (false, 0),
            "ui8" | "ui16" | "ui32" => (true, 0),
            "i" | "j" => {
                let part = self.int(i128::try_from(value).ok()?, TypeId::INT, place);
                return Some(self.imaginary(part, place));
            }
            _ => return None,
        };
        use IntKind::*;
        let candidates: &[IntKind] = match (unsigned, radix == 10) {
            (true, _) => &[UInt, ULong, ULongLong],
            (false, true) => &[Int, Long, LongLong, Int128],
            (false, false) => &[Int, UInt, Long, ULong, LongLong, ULongLong],
        };
        let rank = [Int, Long, LongLong][long].rank();
        let kind = candidates.iter().copied().find(|&kind| {
            let bits = self.p.types.width_of(kind) - u32::from(kind.is_signed());
            kind.rank() >= rank && value >> bits == 0
        })?;
        Some(self.int(value as i128, kind.type_id(), place))
    }

    fn float(&mut self, text: &str, hex: bool, place: Place) -> Option<ExprId> {
        let suffix_at = if hex {
            let exponent = text.find(['p', 'P']).map_or(0, |p| p + 1);
            let tail = text.get(exponent..)?;
            let digits = tail.find(|c: char| !c.is_ascii_digit() && c != '+' && c != '-');
            exponent + digits.unwrap_or(tail.len())
        } else {
            // `1e5f`: the suffix starts at the last run of letters other than the exponent.
            let bytes = text.as_bytes();
            let mut at = bytes.len();
            while at > 0 && !matches!(bytes[at - 1], b'0'..=b'9' | b'.') {
                at -= 1;
            }
            // `_Float128` suffixes end in digits: f128, f64, f32, F32x.
            match text[..at].rfind(['f', 'F']) {
                Some(f) => f,
                None => at,
            }
        };
        let (digits, suffix) = text.split_at_checked(suffix_at)?;
        let ty = match &suffix.to_ascii_lowercase()[..] {
            "" | "f64" | "f32x" => TypeId::DOUBLE,
            "f16" => TypeId::HALF,
            "f" | "f32" => TypeId::FLOAT,
            "l" | "w" => TypeId::LONG_DOUBLE,
            "q" | "f128" | "f64x" => TypeId::FLOAT128,
            "i" | "j" | "if" | "fi" | "jf" | "fj" | "il" | "li" | "jl" | "lj" => {
                let real: String = suffix.chars().filter(|c| !"ijIJ".contains(*c)).collect();
                let part = self.float(&format!("{digits}{real}"), hex, place)?;
                return Some(self.imaginary(part, place));
            }
            _ => return None,
        };
        let value = if hex { hex_float(digits)? } else { digits.parse::<f64>().ok()? };
        let value = if ty == TypeId::FLOAT {
            let single =
                if hex { value as f32 } else { digits.parse::<f32>().unwrap_or(value as f32) };
            f64::from(single)
        } else if ty == TypeId::HALF {
            crate::constant::nearest_half(value)
        } else {
            value
        };
        let spelling = self.p.names.intern(text);
        Some(self.expr(ExprKind::Float(value, spelling), ty, place))
    }

    pub(super) fn character(&mut self) -> ExprId {
        let token = self.next();
        let text = self.text.get(token.start as usize..token.value as usize).unwrap_or("");
        let (prefix, body) = split_literal(text, '\'');
        let place = token.place;
        let wide = self.element_type(prefix);
        let Some(units) = self.units(body, wide) else {
            return self.type_error(place, "bad escape sequence");
        };
        if units.is_empty() {
            return self.type_error(place, "empty character constant");
        }
        if wide != TypeId::CHAR {
            let value = self.p.types.wrap(wide, i128::from(units[units.len() - 1]));
            return self.int(value, wide, place);
        }
        // Several characters: four bytes, the first one highest, as gcc does.
        let value = if units.len() == 1 {
            i128::from(units[0] as u8 as i8)
        } else {
            let packed = units.iter().fold(0u32, |acc, &u| (acc << 8) | (u & 0xff));
            i128::from(packed as i32)
        };
        self.int(value, TypeId::INT, place)
    }

    fn element_type(&self, prefix: &str) -> TypeId {
        match prefix {
            "L" => self.p.types.model.wchar_type(),
            "u" => TypeId::USHORT,
            "U" => TypeId::UINT,
            _ => TypeId::CHAR,
        }
    }

    /// The code units between the quotes.
    fn units(&self, body: &str, element: TypeId) -> Option<Vec<u32>> {
        let width = self.p.types.int_width(element);
        let mut units = Vec::with_capacity(body.len() + 1);
        let mut rest = body;
        while let Some(c) = rest.chars().next() {
            rest = &rest[c.len_utf8()..];
            if c != '\\' {
                push_char(&mut units, c, width);
                continue;
            }
            let escape = rest.chars().next()?;
            rest = &rest[escape.len_utf8()..];
            let simple = match escape {
                'n' => 10,
                't' => 9,
                'r' => 13,
                'a' => 7,
                'b' => 8,
                'f' => 12,
                'v' => 11,
                'e' | 'E' => 27,
                '\n' => continue,
                '\r' => {
                    rest = rest.strip_prefix('\n').unwrap_or(rest);
                    continue;
                }
                '0'..='7' => {
                    let mut value = escape as u32 - 48;
                    for _ in 0..2 {
                        let Some(d) = rest.chars().next().and_then(|c| c.to_digit(8)) else {
                            break;
                        };
                        value = value * 8 + d;
                        rest = &rest[1..];
                    }
                    value
                }
                'x' => {
                    let mut value = 0u32;
                    while let Some(d) = rest.chars().next().and_then(|c| c.to_digit(16)) {
                        value = (value << 4) | d;
                        rest = &rest[1..];
                    }
                    value
                }
                'u' | 'U' => {
                    let count = if escape == 'u' { 4 } else { 8 };
                    let value = u32::from_str_radix(rest.get(..count)?, 16).ok()?;
                    rest = &rest[count..];
                    push_char(&mut units, char::from_u32(value)?, width);
                    continue;
                }
                other => other as u32,
            };
            units.push(if width < 32 { simple & ((1 << width) - 1) } else { simple });
        }
        Some(units)
    }

    /// One or more adjacent string literals; the name of the function counts as one beside others.
    pub(super) fn string_literal(&mut self) -> Parsed<StringId> {
        if !matches!(self.peek(), T::Str | T::FuncName) {
            self.syntax_error("expected a string literal");
            return Err(Failed);
        }
        let first = self.at;
        let mut element = TypeId::CHAR;
        while matches!(self.peek(), T::Str | T::FuncName) {
            let token = self.next();
            if token.kind == T::FuncName {
                continue;
            }
            let text = self.text.get(token.start as usize..token.value as usize).unwrap_or("");
            let own = self.element_type(split_literal(text, '"').0);
            if own != TypeId::CHAR {
                element = own;
            }
        }
        let mut units = Vec::new();
        for at in first..self.at {
            let token = self.tokens[at];
            if token.kind == T::FuncName {
                // Microsoft's `__FUNCTION__` is a literal.
                let name = self.function.as_ref().map(|f| f.name);
                let name = name.map_or("", |n| self.p.name(n));
                name.chars()
                    .for_each(|c| push_char(&mut units, c, self.p.types.int_width(element)));
                continue;
            }
            let text = self.text.get(token.start as usize..token.value as usize).unwrap_or("");
            match self.units(split_literal(text, '"').1, element) {
                Some(more) => units.extend(more),
                None => self.error("syntax", token.place, "bad escape sequence"),
            }
        }
        units.push(0);
        Ok(self.intern_string(StringLiteral { units: units.into(), element }))
    }

    pub(super) fn intern_string(&mut self, literal: StringLiteral) -> StringId {
        if let Some(id) = self.shared.strings.get(&literal) {
            return *id;
        }
        let id = StringId(self.p.strings.len() as u32);
        self.p.strings.push(literal.clone());
        self.shared.strings.insert(literal, id);
        id
    }

    /// A string literal as an expression: an array.
    pub(super) fn string_expr(&mut self, id: StringId, place: Place) -> ExprId {
        let literal = self.p.string(id);
        let (element, length) = (literal.element, literal.units.len() as u64);
        let ty = self.p.types.array_of(element, length);
        self.expr(ExprKind::Str(id), ty, place)
    }
}

fn push_char(units: &mut Vec<u32>, c: char, width: u32) {
    if let Some(byte) = raw_byte(c) {
        units.push(u32::from(byte));
        return;
    }
    match width {
        8 => {
            let mut buffer = [0; 4];
            units.extend(c.encode_utf8(&mut buffer).bytes().map(u32::from));
        }
        16 => {
            let mut buffer = [0; 2];
            units.extend(c.encode_utf16(&mut buffer).iter().map(|&u| u32::from(u)));
        }
        _ => units.push(c as u32),
    }
}

/// The prefix and what is between the quotes.
fn split_literal(text: &str, quote: char) -> (&str, &str) {
    let Some(open) = text.find(quote) else { return ("", "") };
    let body = &text[open + 1..];
    (text[..open].trim_end(), body.strip_suffix(quote).unwrap_or(body))
}

fn hex_float(text: &str) -> Option<f64> {
    let body = text.get(2..)?;
    let (mantissa, exponent) = body.split_at(body.find(['p', 'P'])?);
    let mut exponent: i32 = exponent.get(1..)?.parse().ok()?;
    let mut value = 0.0f64;
    let mut after_point = false;
    for c in mantissa.chars() {
        if c == '.' {
            after_point = true;
            continue;
        }
        value = value * 16.0 + f64::from(c.to_digit(16)?);
        if after_point {
            exponent = exponent.checked_sub(4)?;
        }
    }
    Some(value * 2f64.powi(exponent))
}
