//! Tokens to tree, by recursive descent; operators by precedence climbing.
//!
//! A syntax error is reported once and travels up as [`Reported`] to the next place where
//! reading can start afresh: the end of the statement, else the next declaration. Nesting
//! is bounded by [`MAX_DEPTH`], so no input exhausts the stack; chains of operators that
//! need no parentheses are read in a loop and may have any length.

mod attrs;
mod decl;
mod expr;
mod externs;
mod proc;
mod stmt;
mod types;

use crate::Parsed;
use crate::ast::{Name, Program};
use crate::diagnostic::Diagnostic;
use crate::interner::Symbol;
use crate::lexer::Lexer;
use crate::source::{SourceMap, Span};
use crate::token::{T, Token, Words, seeded_interner};

/// How deep brackets, statements and types may nest.
pub const MAX_DEPTH: u32 = 1000;

/// After so many errors the rest of the text is not looked at.
const MAX_ERRORS: usize = 50;

/// The error was reported; the caller only has to find its footing again.
pub(crate) struct Reported;

pub(crate) type Result<T> = std::result::Result<T, Reported>;

pub(crate) struct Parser<'s> {
    lexer: Lexer<'s>,
    /// The token to read next.
    tok: Token,
    /// End of the token read last.
    prev_end: u32,
    depth: u32,
    /// Braces of attributes and triggers that are open: after an error inside, that many
    /// closing braces belong to them.
    open_braces: u32,
    /// Problems of the lexer before the statement or declaration under way. A new one
    /// explains any error that follows in it.
    earlier_problems: usize,
    /// Whether a misplaced block was reported around the statement under way.
    in_stray_block: bool,
    /// Set when the rest of the text is given up.
    given_up: bool,
    program: Program,
    words: Words,
    diagnostics: Vec<Diagnostic>,
}

/// Reads the sources as one program. The tree is complete if there are no errors, and has
/// gaps where there are.
pub fn parse(sources: &SourceMap) -> Parsed {
    let (interner, words) = seeded_interner();
    let mut program = Program { interner, ..Program::default() };
    let mut diagnostics = Vec::new();
    for (number, file) in sources.files().iter().enumerate() {
        let lexer = Lexer::new(file.text(), file.start(), number);
        let start = file.start();
        let tok = Token { kind: T::Eof, start, end: start, symbol: Symbol(0) };
        let mut parser = Parser {
            lexer,
            tok,
            prev_end: start,
            depth: 0,
            open_braces: 0,
            earlier_problems: 0,
            in_stray_block: false,
            given_up: false,
            program,
            words,
            diagnostics,
        };
        parser.bump();
        parser.declarations();
        (program, diagnostics) = parser.finish();
    }
    externs::leave_out_duplicates(&mut program);
    diagnostics.sort_by_key(|d| d.place.start);
    Parsed { program, diagnostics }
}

impl<'s> Parser<'s> {
    fn finish(mut self) -> (Program, Vec<Diagnostic>) {
        for (start, end, message) in self.lexer.problems.drain(..).take(MAX_ERRORS) {
            self.diagnostics.push(Diagnostic::error("lexical", Span::new(start, end), message));
        }
        (self.program, self.diagnostics)
    }

    // ------------------------------------------------------------ tokens

    #[inline]
    fn bump(&mut self) -> Token {
        let read = self.tok;
        self.prev_end = read.end;
        if !self.given_up {
            self.tok = self.lexer.next(&mut self.program.interner);
        }
        read
    }

    /// The kind of the token after the next one.
    fn peek(&mut self) -> T {
        let position = self.lexer.position();
        let problems = self.lexer.problems.len();
        let token = self.lexer.next(&mut self.program.interner);
        self.lexer.rewind(position);
        self.lexer.problems.truncate(problems);
        token.kind
    }

    #[inline]
    fn at(&self, kind: T) -> bool {
        self.tok.kind == kind
    }

    /// Whether the next token is the name `word`, which means something here.
    #[inline]
    fn at_word(&self, word: Symbol) -> bool {
        self.tok.kind == T::Ident && self.tok.symbol == word
    }

    #[inline]
    fn eat(&mut self, kind: T) -> bool {
        let found = self.at(kind);
        if found {
            self.bump();
        }
        found
    }

    fn eat_word(&mut self, word: Symbol) -> bool {
        let found = self.at_word(word);
        if found {
            self.bump();
        }
        found
    }

    #[inline]
    fn expect(&mut self, kind: T) -> Result<Token> {
        if self.at(kind) { Ok(self.bump()) } else { Err(self.expected(kind.describe())) }
    }

    #[inline]
    fn name(&mut self) -> Result<Name> {
        if self.at(T::Ident) {
            let token = self.bump();
            Ok(Name { symbol: token.symbol, span: token.span() })
        } else {
            Err(self.expected_name())
        }
    }

    /// One or more names with commas between.
    fn names(&mut self) -> Result<Vec<Name>> {
        let mut names = vec![self.name()?];
        while self.eat(T::Comma) {
            names.push(self.name()?);
        }
        Ok(names)
    }

    /// The span from `start` to the end of what was read last.
    #[inline]
    fn span_from(&self, start: u32) -> Span {
        Span::new(start, self.prev_end.max(start))
    }

    /// The text of a token, interned.
    fn intern_token(&mut self, token: Token) -> Symbol {
        let text = self.lexer.slice(token.start, token.end);
        self.program.interner.intern(text)
    }

    /// Runs `read` one level of nesting deeper.
    #[inline]
    fn nested<R>(&mut self, read: impl FnOnce(&mut Self) -> Result<R>) -> Result<R> {
        if self.depth >= MAX_DEPTH {
            return Err(self.too_deep());
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    // ------------------------------------------------------------ errors

    fn error(&mut self, span: Span, message: impl Into<String>) -> Reported {
        self.report(Diagnostic::error("syntax", span, message))
    }

    #[cold]
    fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        let explained = self.lexer.problems.len() > self.earlier_problems;
        if !self.given_up && !explained {
            self.diagnostics.push(diagnostic);
            if self.diagnostics.len() >= MAX_ERRORS {
                let span = self.tok.span();
                self.diagnostics.push(Diagnostic::error(
                    "syntax",
                    span,
                    "too many errors; the rest of the file was not looked at",
                ));
                self.give_up();
            }
        }
        Reported
    }

    /// Pretends that the text ends here.
    fn give_up(&mut self) {
        self.given_up = true;
        let at = self.tok.start;
        self.tok = Token { kind: T::Eof, start: at, end: at, symbol: Symbol(0) };
    }

    #[cold]
    fn too_deep(&mut self) -> Reported {
        let span = self.tok.span();
        self.report(
            Diagnostic::error("nesting", span, format!("nested deeper than {MAX_DEPTH} levels"))
                .with_help("give names to inner parts, by functions, variables or procedures"),
        );
        self.give_up();
        Reported
    }

    #[cold]
    fn expected(&mut self, what: &str) -> Reported {
        let found = self.found();
        let span = self.tok.span();
        self.error(span, format!("expected {what}, found {found}"))
    }

    #[cold]
    fn expected_name(&mut self) -> Reported {
        let found = self.found();
        let reserved = self.tok.kind as u8 >= T::Var as u8;
        let span = self.tok.span();
        let mut diagnostic =
            Diagnostic::error("syntax", span, format!("expected a name, found {found}"));
        if reserved {
            let word = self.lexer.slice(span.start, span.end).to_string();
            diagnostic =
                diagnostic.with_help(format!("`{word}` is a reserved word; write `\\{word}`"));
        }
        self.report(diagnostic)
    }

    /// The next token as a message calls it.
    fn found(&self) -> String {
        let text = self.lexer.slice(self.tok.start, self.tok.end);
        match self.tok.kind {
            T::Ident | T::Int | T::Real | T::Float | T::Bv if text.len() <= 60 => {
                format!("`{text}`")
            }
            kind => kind.describe().to_string(),
        }
    }

    /// Whether the next token starts a declaration and nothing else.
    fn at_declaration(&self) -> bool {
        matches!(
            self.tok.kind,
            T::Eof | T::Const | T::Function | T::Axiom | T::Type | T::Procedure | T::Implementation
        )
    }
}
