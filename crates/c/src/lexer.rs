//! Preprocessed text to tokens, in one go.
//!
//! Comments and blank lines vanish, line markers (`# 12 "file.c"` and `#line`) steer the
//! places, pragmas that mean something become tokens ([`PRAGMAS`]), others are dropped.
//! Names are interned as they are read; reserved words are the first entries of the
//! interner, so telling them from names is one comparison.

use crate::diagnostic::Diagnostic;
use crate::preprocess::{LineMarker, line_marker};
use crate::source::{FileId, FileNames, Place};
use crate::symbol::Interner;
use crate::token::{RESERVED, T, Token};

/// Pragmas that may change what a program means. Compilers ignore those that they do not know.
const PRAGMAS: [&str; 7] =
    ["pack", "lariat", "weak", "redefine_extname", "scalar_storage_order", "ms_struct", "options"];

const NAME: u8 = 1;
const DIGIT: u8 = 2;
const SPACE: u8 = 4;

static CLASS: [u8; 256] = {
    let mut class = [0; 256];
    let mut i = 0;
    while i < 256 {
        let b = i as u8;
        if b.is_ascii_alphabetic() || b == b'_' || b == b'$' || b >= 0x80 {
            class[i] = NAME;
        } else if b.is_ascii_digit() {
            class[i] = DIGIT;
        } else if matches!(b, b' ' | b'\t' | b'\r' | 0x0b | 0x0c) {
            class[i] = SPACE;
        }
        i += 1;
    }
    class
};

/// The tokens of a text, ending with [`T::End`].
pub(crate) struct Lexed {
    pub tokens: Vec<Token>,
    pub problems: Vec<Diagnostic>,
}

/// Tokenises one preprocessed text. `claims` turns on `==>` and `<==>`.
pub(crate) fn lex(
    file_name: &str,
    text: &str,
    files: &mut FileNames,
    names: &mut Interner,
    claims: bool,
) -> Lexed {
    let file = files.intern(file_name);
    let mut lexer = Lexer {
        text,
        bytes: text.as_bytes(),
        pos: 0,
        file,
        line: 1,
        line_start: 0,
        tokens: Vec::with_capacity(text.len() / 4),
        problems: Vec::new(),
        files,
        names,
        claims,
    };
    lexer.run();
    Lexed { tokens: lexer.tokens, problems: lexer.problems }
}

struct Lexer<'s> {
    text: &'s str,
    bytes: &'s [u8],
    pos: usize,
    file: FileId,
    line: u32,
    line_start: usize,
    tokens: Vec<Token>,
    problems: Vec<Diagnostic>,
    files: &'s mut FileNames,
    names: &'s mut Interner,
    claims: bool,
}

impl Lexer<'_> {
    fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(0)
    }

    fn place(&self, at: usize) -> Place {
        let column = (at.saturating_sub(self.line_start) + 1).min(usize::from(u16::MAX)) as u16;
        Place { line: self.line, file: self.file, column }
    }

    fn problem(&mut self, at: usize, message: &str) {
        let place = self.place(at);
        self.problems.push(Diagnostic::error("syntax", place, message));
    }

    fn newline(&mut self) {
        self.pos += 1;
        self.line = self.line.saturating_add(1);
        self.line_start = self.pos;
    }

    fn run(&mut self) {
        if self.text.starts_with('\u{feff}') {
            self.pos = 3;
            self.line_start = 3;
        }
        let mut fresh_line = true;
        while self.pos < self.bytes.len() {
            let b = self.bytes[self.pos];
            match CLASS[b as usize] {
                SPACE => self.pos += 1,
                NAME => {
                    fresh_line = false;
                    self.name();
                }
                DIGIT => {
                    fresh_line = false;
                    self.number();
                }
                _ => match b {
                    b'\n' => {
                        self.newline();
                        fresh_line = true;
                    }
                    b'/' if self.byte(self.pos + 1) == b'*' => self.block_comment(),
                    b'/' if self.byte(self.pos + 1) == b'/' => self.skip_line(),
                    b'#' if fresh_line => self.directive(),
                    b'\\' if self.universal_character(self.pos).is_some() => {
                        fresh_line = false;
                        self.name();
                    }
                    b'\\' if matches!(self.byte(self.pos + 1), b'\n') => {
                        self.pos += 1;
                        self.newline();
                    }
                    b'\\' if self.bytes[self.pos + 1..].starts_with(b"\r\n") => {
                        self.pos += 2;
                        self.newline();
                    }
                    b'"' => {
                        fresh_line = false;
                        self.quoted(self.pos, b'"', T::Str);
                    }
                    b'\'' => {
                        fresh_line = false;
                        self.quoted(self.pos, b'\'', T::CharLit);
                    }
                    b'.' if CLASS[self.byte(self.pos + 1) as usize] == DIGIT => self.number(),
                    _ => {
                        fresh_line = false;
                        self.punctuation(b);
                    }
                },
            }
        }
        let place = self.place(self.pos);
        let end = self.text.len() as u32;
        self.tokens.push(Token { kind: T::End, place, start: end, value: end });
    }

    fn push(&mut self, kind: T, start: usize) {
        let token =
            Token { kind, place: self.place(start), start: start as u32, value: self.pos as u32 };
        self.tokens.push(token);
    }

    /// The letter that `\u00e4` or `\U000000e4` stands for, and the length of that.
    fn universal_character(&self, at: usize) -> Option<(char, usize)> {
        let digits = match (self.byte(at), self.byte(at + 1)) {
            (b'\\', b'u') => 4,
            (b'\\', b'U') => 8,
            _ => return None,
        };
        let number = self.text.get(at + 2..at + 2 + digits)?;
        let number = number.bytes().all(|b| b.is_ascii_hexdigit()).then_some(number)?;
        let letter = char::from_u32(u32::from_str_radix(number, 16).ok()?)?;
        (!letter.is_ascii() || letter == '$').then_some((letter, 2 + digits))
    }

    /// Moves behind a name; its text, if that is not what is written.
    fn skip_name(&mut self) -> Option<String> {
        let start = self.pos;
        let mut decoded: Option<String> = None;
        loop {
            if CLASS[self.byte(self.pos) as usize] & (NAME | DIGIT) != 0 {
                let from = self.pos;
                while CLASS[self.byte(self.pos) as usize] & (NAME | DIGIT) != 0 {
                    self.pos += 1;
                }
                if let Some(decoded) = &mut decoded {
                    decoded.push_str(&self.text[from..self.pos]);
                }
            } else if self.byte(self.pos) == b'\\'
                && let Some((letter, length)) = self.universal_character(self.pos)
            {
                let before = &self.text[start..self.pos];
                decoded.get_or_insert_with(|| before.to_owned()).push(letter);
                self.pos += length;
            } else {
                return decoded;
            }
        }
    }

    fn name(&mut self) {
        let start = self.pos;
        let decoded = self.skip_name();
        if self.pos - start <= 2
            && matches!(self.byte(self.pos), b'"' | b'\'')
            && matches!(&self.text[start..self.pos], "L" | "u" | "U" | "u8")
        {
            let quote = self.byte(self.pos);
            return self.quoted(start, quote, if quote == b'"' { T::Str } else { T::CharLit });
        }
        if &self.text[start..self.pos] == "L"
            && self.text[self.pos..].trim_start_matches(' ').starts_with('"')
        {
            // `L#x` in a macro: Microsoft's preprocessor makes one literal of it, gcc's two words.
            return self.quoted(start, b'"', T::Str);
        }
        let name = decoded.as_deref().unwrap_or(&self.text[start..self.pos]);
        let symbol = self.names.intern(name);
        let kind = RESERVED.get(symbol.0 as usize).map_or(T::Name, |r| r.1);
        let place = self.place(start);
        self.tokens.push(Token { kind, place, start: start as u32, value: symbol.0 });
    }

    fn number(&mut self) {
        let start = self.pos;
        self.pos += 1;
        loop {
            let b = self.byte(self.pos);
            if CLASS[b as usize] & (NAME | DIGIT) != 0 || b == b'.' {
                let exponent = matches!(b, b'e' | b'E' | b'p' | b'P');
                let hex = matches!(self.byte(start + 1), b'x' | b'X');
                self.pos += 1;
                let signed = exponent && (!hex || matches!(b, b'p' | b'P'));
                if signed && matches!(self.byte(self.pos), b'+' | b'-') {
                    self.pos += 1;
                }
            } else {
                break;
            }
        }
        self.push(T::Number, start);
    }

    fn quoted(&mut self, start: usize, quote: u8, kind: T) {
        while self.byte(self.pos) != quote {
            self.pos += 1;
        }
        self.pos += 1;
        let place = self.place(start);
        loop {
            match self.byte(self.pos) {
                b'\\' => {
                    self.pos += 1;
                    if self.byte(self.pos) == b'\n' {
                        self.newline();
                    } else {
                        self.pos += 1;
                    }
                }
                b if b == quote => break,
                b'\n' if kind == T::Str => self.newline(),
                b'\n' => {
                    self.problem(start, "unterminated character constant");
                    let value = self.pos as u32;
                    self.tokens.push(Token { kind, place, start: start as u32, value });
                    return;
                }
                _ if self.pos >= self.bytes.len() => {
                    self.pos = self.bytes.len();
                    self.problem(start, "unterminated literal");
                    let value = self.pos as u32;
                    self.tokens.push(Token { kind, place, start: start as u32, value });
                    return;
                }
                _ => self.pos += 1,
            }
        }
        self.pos += 1;
        let value = self.pos as u32;
        self.tokens.push(Token { kind, place, start: start as u32, value });
    }

    fn block_comment(&mut self) {
        let start = self.pos;
        self.pos += 2;
        loop {
            match self.byte(self.pos) {
                b'*' if self.byte(self.pos + 1) == b'/' => {
                    self.pos += 2;
                    return;
                }
                b'\n' => self.newline(),
                _ if self.pos >= self.bytes.len() => {
                    return self.problem(start, "unterminated comment");
                }
                _ => self.pos += 1,
            }
        }
    }

    fn skip_line(&mut self) {
        while self.pos < self.bytes.len() && self.bytes[self.pos] != b'\n' {
            if self.bytes[self.pos] == b'\\' && self.byte(self.pos + 1) == b'\n' {
                self.pos += 1;
                self.newline();
            } else {
                self.pos += 1;
            }
        }
    }

    /// A line that starts with `#`: a line marker or a pragma.
    fn directive(&mut self) {
        let start = self.pos;
        let place = self.place(start);
        self.skip_line();
        let text = self.text;
        let directive = &text[start..self.pos];
        let line = directive[1..].trim();
        let (word, rest) = line.split_at(
            line.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(line.len()),
        );
        match word {
            "line" => self.line_marker(directive),
            "pragma" => {
                let body = rest.trim();
                if PRAGMAS.iter().any(|word| body.starts_with(word)) {
                    let kind = T::Pragma;
                    let value = self.pos as u32;
                    self.tokens.push(Token { kind, place, start: start as u32, value });
                }
            }
            "" | "ident" | "sccs" | "warning" => {}
            _ if word.bytes().all(|b| b.is_ascii_digit()) => self.line_marker(directive),
            _ => self.problems.push(Diagnostic::error(
                "syntax",
                place,
                format!("directive `#{word}` in preprocessed text; preprocess the file first"),
            )),
        }
    }

    fn line_marker(&mut self, text: &str) {
        if let Some(LineMarker { line, file, system }) = line_marker(text) {
            // The marker names the line after it; the newline is still to come.
            self.line = line.wrapping_sub(1);
            if let Some(name) = file {
                self.file = self.files.intern(&name);
                if system {
                    self.files.set_system(self.file);
                }
            }
        }
        if self.pos >= self.bytes.len() {
            self.line = self.line.saturating_add(1);
        }
    }

    fn punctuation(&mut self, b: u8) {
        let start = self.pos;
        let (b1, b2) = (self.byte(start + 1), self.byte(start + 2));
        let (kind, len) = match (b, b1, b2) {
            (b'.', b'.', b'.') => (T::Ellipsis, 3),
            (b'<', b'=', b'=') if self.claims && self.byte(start + 3) == b'>' => (T::Iff, 4),
            (b'=', b'=', b'>') if self.claims => (T::Implies, 3),
            (b'<', b'<', b'=') => (T::ShlAssign, 3),
            (b'>', b'>', b'=') => (T::ShrAssign, 3),
            (b'-', b'>', _) => (T::Arrow, 2),
            (b'+', b'+', _) => (T::PlusPlus, 2),
            (b'-', b'-', _) => (T::MinusMinus, 2),
            (b'<', b'<', _) => (T::Shl, 2),
            (b'>', b'>', _) => (T::Shr, 2),
            (b'<', b'=', _) => (T::LessEq, 2),
            (b'>', b'=', _) => (T::GreaterEq, 2),
            (b'=', b'=', _) => (T::EqEq, 2),
            (b'!', b'=', _) => (T::NotEq, 2),
            (b'&', b'&', _) => (T::AmpAmp, 2),
            (b'|', b'|', _) => (T::PipePipe, 2),
            (b'*', b'=', _) => (T::StarAssign, 2),
            (b'/', b'=', _) => (T::SlashAssign, 2),
            (b'%', b'=', _) => (T::PercentAssign, 2),
            (b'+', b'=', _) => (T::PlusAssign, 2),
            (b'-', b'=', _) => (T::MinusAssign, 2),
            (b'&', b'=', _) => (T::AmpAssign, 2),
            (b'^', b'=', _) => (T::CaretAssign, 2),
            (b'|', b'=', _) => (T::PipeAssign, 2),
            (b'<', b':', _) => (T::LBracket, 2),
            (b':', b'>', _) => (T::RBracket, 2),
            (b'<', b'%', _) => (T::LBrace, 2),
            (b'%', b'>', _) => (T::RBrace, 2),
            (b'(', ..) => (T::LParen, 1),
            (b')', ..) => (T::RParen, 1),
            (b'{', ..) => (T::LBrace, 1),
            (b'}', ..) => (T::RBrace, 1),
            (b'[', ..) => (T::LBracket, 1),
            (b']', ..) => (T::RBracket, 1),
            (b';', ..) => (T::Semi, 1),
            (b',', ..) => (T::Comma, 1),
            (b'.', ..) => (T::Dot, 1),
            (b'&', ..) => (T::Amp, 1),
            (b'*', ..) => (T::Star, 1),
            (b'+', ..) => (T::Plus, 1),
            (b'-', ..) => (T::Minus, 1),
            (b'~', ..) => (T::Tilde, 1),
            (b'!', ..) => (T::Bang, 1),
            (b'/', ..) => (T::Slash, 1),
            (b'%', ..) => (T::Percent, 1),
            (b'<', ..) => (T::Less, 1),
            (b'>', ..) => (T::Greater, 1),
            (b'^', ..) => (T::Caret, 1),
            (b'|', ..) => (T::Pipe, 1),
            (b'?', ..) => (T::Question, 1),
            (b':', ..) => (T::Colon, 1),
            (b'=', ..) => (T::Assign, 1),
            _ => {
                self.problem(start, &format!("stray character `{}`", char::from(b)));
                self.pos += 1;
                return;
            }
        };
        self.pos += len;
        self.push(kind, start);
    }
}
