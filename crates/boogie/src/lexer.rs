//! Bytes to tokens, on demand and without allocation.
//!
//! One table of 256 classes drives the choice for each first byte. Identifiers are
//! interned as they are read, and since the reserved words are the first entries of the
//! interner, telling a reserved word from a name is one comparison.

mod directives;

use crate::interner::{Interner, Symbol};
use crate::token::{T, Token, reserved_count, reserved_token};

/// Reads the tokens of one source text.
pub(crate) struct Lexer<'s> {
    text: &'s str,
    bytes: &'s [u8],
    pos: usize,
    /// Global offset of the text.
    base: u32,
    /// Which of the files of the program it is.
    file: usize,
    /// Problems found between or in tokens: start, end (global), what.
    pub problems: Vec<(u32, u32, String)>,
}

/// A byte's role as the first of a token and inside names.
const NAME: u8 = 1;
const DIGIT: u8 = 2;
const SPACE: u8 = 4;

static CLASS: [u8; 256] = {
    let mut class = [0; 256];
    let mut i = 0;
    while i < 256 {
        let b = i as u8;
        if b.is_ascii_alphabetic() {
            class[i] = NAME;
        } else if b.is_ascii_digit() {
            class[i] = DIGIT;
        } else if matches!(b, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c) {
            class[i] = SPACE;
        }
        i += 1;
    }
    let special = b"'~#$^_.?`";
    let mut i = 0;
    while i < special.len() {
        class[special[i] as usize] = NAME;
        i += 1;
    }
    class
};

impl<'s> Lexer<'s> {
    pub fn new(text: &'s str, base: u32, file: usize) -> Self {
        // A byte order mark is no part of the program.
        let pos = if text.starts_with('\u{feff}') { 3 } else { 0 };
        Lexer { text, bytes: text.as_bytes(), pos, base, file, problems: Vec::new() }
    }

    /// Place to return to with [`Lexer::rewind`].
    pub fn position(&self) -> usize {
        self.pos
    }

    pub fn rewind(&mut self, position: usize) {
        self.pos = position;
    }

    /// The text between two global offsets of this source.
    pub fn slice(&self, start: u32, end: u32) -> &'s str {
        let (start, end) = ((start - self.base) as usize, (end - self.base) as usize);
        self.text.get(start..end).unwrap_or("")
    }

    fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(0)
    }

    fn skip_space(&mut self) {
        loop {
            while self.pos < self.bytes.len() && CLASS[self.bytes[self.pos] as usize] == SPACE {
                self.pos += 1;
            }
            match self.byte(self.pos) {
                b'/' if self.byte(self.pos + 1) == b'/' => self.skip_line(),
                b'/' if self.byte(self.pos + 1) == b'*' => self.skip_block_comment(),
                b'#' if self.at_line_start() && self.directive() => {}
                _ => return,
            }
        }
    }

    fn skip_line(&mut self) {
        let rest = &self.bytes[self.pos..];
        self.pos += rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
    }

    fn at_line_start(&self) -> bool {
        self.pos == 0 || self.bytes[self.pos - 1] == b'\n'
    }

    fn skip_block_comment(&mut self) {
        let start = self.pos;
        let mut depth = 0u32;
        while self.pos < self.bytes.len() {
            match (self.bytes[self.pos], self.byte(self.pos + 1)) {
                (b'/', b'*') => {
                    depth += 1;
                    self.pos += 2;
                }
                (b'*', b'/') => {
                    depth -= 1;
                    self.pos += 2;
                    if depth == 0 {
                        return;
                    }
                }
                _ => self.pos += 1,
            }
        }
        let start = start as u32 + self.base;
        self.problems.push((start, start + 2, "this comment is not closed".into()));
    }

    /// The next token.
    pub fn next(&mut self, names: &mut Interner) -> Token {
        loop {
            self.skip_space();
            let start = self.pos;
            let Some(&first) = self.bytes.get(start) else {
                let end = self.bytes.len() as u32 + self.base;
                return Token { kind: T::Eof, start: end, end, symbol: Symbol(0) };
            };
            let (kind, symbol) = match CLASS[first as usize] {
                NAME => self.name(start, names),
                DIGIT => (self.number(), Symbol(0)),
                _ => match first {
                    b'\\' if CLASS[self.byte(start + 1) as usize] == NAME => {
                        self.pos += 1;
                        let (_, symbol) = self.name(start + 1, names);
                        (T::Ident, symbol)
                    }
                    b'"' => (self.string(), Symbol(0)),
                    _ => (self.punctuation(first), Symbol(0)),
                },
            };
            if kind == T::Bad {
                self.bad_character(start);
                continue;
            }
            return Token {
                kind,
                start: start as u32 + self.base,
                end: self.pos as u32 + self.base,
                symbol,
            };
        }
    }

    fn name(&mut self, start: usize, names: &mut Interner) -> (T, Symbol) {
        let mut end = start + 1;
        while end < self.bytes.len() && CLASS[self.bytes[end] as usize] & (NAME | DIGIT) != 0 {
            end += 1;
        }
        self.pos = end;
        let symbol = names.intern(&self.text[start..end]);
        if symbol.0 < reserved_count() {
            (reserved_token(symbol), symbol)
        } else {
            (T::Ident, symbol)
        }
    }

    /// End of the run of digits that starts at `at`.
    fn digits(&self, at: usize) -> usize {
        let mut end = at;
        while CLASS[self.byte(end) as usize] == DIGIT {
            end += 1;
        }
        end
    }

    fn number(&mut self) -> T {
        let start = self.pos;
        if self.byte(start) == b'0'
            && let Some(end) = self.float_end(start)
        {
            self.pos = end;
            return T::Float;
        }
        let end = self.digits(start);
        self.pos = end;
        if self.byte(end) == b'b' && self.byte(end + 1) == b'v' {
            let width_end = self.digits(end + 2);
            if width_end > end + 2 {
                self.pos = width_end;
                return T::Bv;
            }
        }
        let mut kind = T::Int;
        if self.byte(end) == b'.' && self.digits(end + 1) > end + 1 {
            self.pos = self.digits(end + 1);
            kind = T::Real;
        }
        if self.byte(self.pos) == b'e' {
            let sign = usize::from(self.byte(self.pos + 1) == b'-');
            let digits = self.pos + 1 + sign;
            let exponent_end = self.digits(digits);
            if exponent_end > digits {
                self.pos = exponent_end;
                kind = T::Real;
            }
        }
        kind
    }

    /// The end of a floating-point literal whose `0` stands at `at`, if one does.
    fn float_end(&self, at: usize) -> Option<usize> {
        let after = at + 1;
        let sizes = |from: usize| -> Option<usize> {
            let end = self.digits(from);
            let exponent_end = self.digits(end + 1);
            (end > from && self.byte(end) == b'e' && exponent_end > end + 1).then_some(exponent_end)
        };
        match self.byte(after) {
            b'x' => self.hex_float_end(after + 1, sizes),
            b'N' | b'n' if matches!(self.bytes.get(after..after + 3), Some(b"NaN" | b"nan")) => {
                sizes(after + 3)
            }
            b'+' | b'-' if self.byte(after + 1) == b'o' && self.byte(after + 2) == b'o' => {
                sizes(after + 3)
            }
            _ => None,
        }
    }

    fn hex_float_end(&self, from: usize, sizes: impl Fn(usize) -> Option<usize>) -> Option<usize> {
        let hex = |mut at: usize| {
            while self.byte(at).is_ascii_hexdigit() {
                at += 1;
            }
            at
        };
        let point = hex(from);
        if point == from || self.byte(point) != b'.' {
            return None;
        }
        // `e`, `f` and digits are hexadecimal digits too, so take the run apart from its
        // end: … e [-] exponent f significand e exponent-bits.
        let run = hex(point + 1);
        if self.byte(run) == b'-' && run > point + 2 && self.byte(run - 1) == b'e' {
            // The exponent may be negative: then the `e` before the minus ends the fraction.
            let digits = self.digits(run + 1);
            if digits > run + 1
                && self.byte(digits) == b'f'
                && let Some(end) = sizes(digits + 1)
            {
                return Some(end);
            }
        }
        let text = &self.bytes[point + 1..run];
        let f = text.iter().rposition(|&b| b == b'f')?;
        let e = text[..f].iter().rposition(|&b| b == b'e')?;
        let exponent_is_decimal = e + 1 < f && text[e + 1..f].iter().all(u8::is_ascii_digit);
        let end = sizes(point + 1 + f + 1)?;
        (e > 0 && exponent_is_decimal).then_some(end)
    }

    fn string(&mut self) -> T {
        let start = self.pos;
        let mut at = start + 1;
        // `\"` does not end a string, unless no other quote on the line does.
        let mut escaped_quote = None;
        while at < self.bytes.len() {
            match self.bytes[at] {
                b'"' => {
                    self.pos = at + 1;
                    return T::Str;
                }
                b'\\' if self.byte(at + 1) == b'"' => {
                    escaped_quote = Some(at + 2);
                    at += 2;
                }
                b'\n' | b'\r' => break,
                _ => at += 1,
            }
        }
        self.pos = escaped_quote.unwrap_or(at);
        if escaped_quote.is_none() {
            let start = start as u32 + self.base;
            self.problems.push((start, start + 1, "this string is not closed on its line".into()));
        }
        T::Str
    }

    fn punctuation(&mut self, first: u8) -> T {
        let (b1, b2, b3) =
            (self.byte(self.pos + 1), self.byte(self.pos + 2), self.byte(self.pos + 3));
        let (kind, len) = match (first, b1, b2) {
            (b'(', ..) => (T::LParen, 1),
            (b')', ..) => (T::RParen, 1),
            (b'[', ..) => (T::LBracket, 1),
            (b']', ..) => (T::RBracket, 1),
            (b'{', ..) => (T::LBrace, 1),
            (b'}', b'|', c) if c != b'|' => (T::CodeEnd, 2),
            (b'}', ..) => (T::RBrace, 1),
            (b';', ..) => (T::Semicolon, 1),
            (b',', ..) => (T::Comma, 1),
            (b':', b':', _) => (T::ColonColon, 2),
            (b':', b'=', _) => (T::Assign, 2),
            (b':', ..) => (T::Colon, 1),
            (b'=', b'=', b'>') => (T::Implies, 3),
            (b'=', b'=', _) => (T::Eq, 2),
            (b'=', ..) => (T::Is, 1),
            (b'!', b'=', _) => (T::Neq, 2),
            (b'!', ..) => (T::Not, 1),
            (b'<', b'=', b'=') if b3 == b'>' => (T::Iff, 4),
            (b'<', b'=', b'=') => (T::Explies, 3),
            (b'<', b'=', _) => (T::Le, 2),
            (b'<', b':', _) => (T::Subtype, 2),
            (b'<', ..) => (T::Lt, 1),
            (b'>', b'=', _) => (T::Ge, 2),
            (b'>', ..) => (T::Gt, 1),
            (b'&', b'&', _) => (T::And, 2),
            (b'|', b'|', _) => (T::Or, 2),
            (b'|', b'{', _) => (T::CodeStart, 2),
            (b'|', ..) => (T::Bar, 1),
            (b'+', b'+', _) => (T::Concat, 2),
            (b'+', ..) => (T::Plus, 1),
            (b'-', b'>', _) => (T::Arrow, 2),
            (b'-', b'0', b'x') => match self.float_end(self.pos + 1) {
                Some(end) => (T::Float, end - self.pos),
                None => (T::Minus, 1),
            },
            (b'-', ..) => (T::Minus, 1),
            (b'*', b'*', _) => (T::Pow, 2),
            (b'*', ..) => (T::Star, 1),
            (b'/', ..) => (T::Slash, 1),
            _ => self.symbol_character(),
        };
        self.pos += len;
        kind
    }

    /// The mathematical forms of operators.
    fn symbol_character(&self) -> (T, usize) {
        let Some(c) = self.text.get(self.pos..).and_then(|rest| rest.chars().next()) else {
            return (T::Bad, 1);
        };
        let kind = match c {
            '\u{21d4}' => T::Iff,
            '\u{21d2}' => T::Implies,
            '\u{21d0}' => T::Explies,
            '\u{2227}' => T::And,
            '\u{2228}' => T::Or,
            '\u{2260}' => T::Neq,
            '\u{2264}' => T::Le,
            '\u{2265}' => T::Ge,
            '\u{ac}' => T::Not,
            '\u{2200}' => T::Forall,
            '\u{2203}' => T::Exists,
            '\u{3bb}' => T::Lambda,
            '\u{2022}' => T::ColonColon,
            _ => T::Bad,
        };
        (kind, c.len_utf8())
    }

    /// Reports a run of characters that start no token, as one problem.
    fn bad_character(&mut self, start: usize) {
        let c = self.text.get(start..).and_then(|rest| rest.chars().next()).unwrap_or('\u{fffd}');
        let (from, to) = (start as u32 + self.base, self.pos as u32 + self.base);
        if let Some(last) = self.problems.last_mut()
            && last.1 == from
            && last.2.starts_with("unexpected character")
        {
            last.1 = to;
            return;
        }
        self.problems.push((from, to, format!("unexpected character {c:?}")));
    }
}
