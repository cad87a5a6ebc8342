//! The tokens of a rule: those of C, `$1`, and lines for the preprocessor.

use crate::syntax::{Position, Span};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A name or keyword.
    Word,
    /// `$1`, `$return`, `$name`.
    Dollar,
    /// A number.
    Number,
    /// A string literal.
    Text,
    /// A character constant.
    Character,
    /// Any other character.
    Mark(u8),
    /// A line that starts with `#`, with those that continue it.
    Directive,
    /// Text that never ends, or a character that C does not have.
    Wrong(&'static str),
}

/// A token.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Where it is.
    pub span: Span,
}

impl Token {
    /// Its text.
    pub fn text<'t>(&self, text: &'t str) -> &'t str {
        &text[self.span.from..self.span.to]
    }

    /// Is it this character?
    pub fn is(&self, mark: u8) -> bool {
        self.kind == Kind::Mark(mark)
    }
}

/// The tokens of a text, without comments.
pub fn lex(text: &str) -> Vec<Token> {
    let mut lexer = Lexer { bytes: text.as_bytes(), at: 0, line: 1, start: 0 };
    let mut tokens = Vec::new();
    while let Some(token) = lexer.next() {
        tokens.push(token);
    }
    tokens
}

struct Lexer<'t> {
    bytes: &'t [u8],
    at: usize,
    line: u32,
    /// Where the line starts.
    start: usize,
}

impl Lexer<'_> {
    fn next(&mut self) -> Option<Token> {
        if let Some(wrong) = self.skip_blanks() {
            return Some(wrong);
        }
        let first = *self.bytes.get(self.at)?;
        let (from, position) = (self.at, self.position());
        let kind = match first {
            b'#' if self.is_first_of_line() => {
                self.directive();
                Kind::Directive
            }
            b'"' => self.quoted(b'"', Kind::Text),
            b'\'' => self.quoted(b'\'', Kind::Character),
            b'$' => {
                self.step();
                self.word();
                Kind::Dollar
            }
            b'0'..=b'9' => {
                self.word();
                Kind::Number
            }
            _ if is_letter(first) => {
                self.word();
                Kind::Word
            }
            _ => {
                self.step();
                Kind::Mark(first)
            }
        };
        Some(Token { kind, span: Span { from, to: self.at, at: position } })
    }

    fn position(&self) -> Position {
        let before = &self.bytes[self.start..self.at];
        // Characters, not bytes.
        let column = before.iter().filter(|&&b| b & 0xc0 != 0x80).count() as u32 + 1;
        Position { line: self.line, column }
    }

    fn step(&mut self) {
        if self.bytes.get(self.at) == Some(&b'\n') {
            self.line += 1;
            self.start = self.at + 1;
        }
        self.at += 1;
    }

    fn starts_with(&self, text: &[u8]) -> bool {
        self.bytes[self.at..].starts_with(text)
    }

    fn is_first_of_line(&self) -> bool {
        self.bytes[self.start..self.at].iter().all(u8::is_ascii_whitespace)
    }

    /// Skips white space and comments.
    fn skip_blanks(&mut self) -> Option<Token> {
        loop {
            if self.starts_with(b"//") {
                while self.at < self.bytes.len() && self.bytes[self.at] != b'\n' {
                    self.step();
                }
            } else if self.starts_with(b"/*") {
                let (from, position) = (self.at, self.position());
                self.step();
                self.step();
                while self.at < self.bytes.len() && !self.starts_with(b"*/") {
                    self.step();
                }
                if self.at >= self.bytes.len() {
                    let span = Span { from, to: self.at, at: position };
                    return Some(Token { kind: Kind::Wrong("this comment does not end"), span });
                }
                self.step();
                self.step();
            } else if self.bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
                self.step();
            } else {
                return None;
            }
        }
    }

    fn directive(&mut self) {
        while let Some(&byte) = self.bytes.get(self.at) {
            if byte == b'\n' && self.bytes[self.at - 1] != b'\\' {
                return;
            }
            self.step();
        }
    }

    fn quoted(&mut self, quote: u8, kind: Kind) -> Kind {
        self.step();
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b'\n' => return Kind::Wrong("this text does not end"),
                b'\\' => self.step(),
                _ if byte == quote => {
                    self.step();
                    return kind;
                }
                _ => {}
            }
            if self.at < self.bytes.len() {
                self.step();
            }
        }
        Kind::Wrong("this text does not end")
    }

    fn word(&mut self) {
        while self.bytes.get(self.at).is_some_and(|&b| is_letter(b) || b.is_ascii_digit()) {
            self.step();
        }
    }
}

fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80
}
