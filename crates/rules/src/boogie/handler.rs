//! Handlers in Boogie: C statements over numbers and truth values.
//!
//! Numbers of C are mathematical here, as Boogie's are. What has no meaning under that reading (bits, division, pointers) is
//! refused with its place.

use crate::lexer::{Kind, Token, lex};
use crate::syntax::{Guard, Piece, PieceKind, Rule, Span};
use std::fmt::Write as _;

/// Why a rule cannot be used, and where.
#[derive(Clone, Debug)]
pub struct Wrong {
    /// Where.
    pub span: Span,
    /// Why.
    pub message: String,
}

impl Wrong {
    /// Something about the rule as a whole.
    pub fn nowhere(rule: &Rule, message: String) -> Wrong {
        let _ = rule;
        let at = crate::syntax::Position { line: 1, column: 1 };
        Wrong { span: Span { at, ..Span::default() }, message }
    }
}

/// The types there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A number.
    Int,
    /// A truth value.
    Bool,
}

impl Sort {
    /// In Boogie.
    pub fn word(self) -> &'static str {
        match self {
            Sort::Int => "int",
            Sort::Bool => "bool",
        }
    }
}

/// A variable of the rule.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name in the rule.
    c_name: String,
    /// Its name in the program.
    pub name: String,
    /// Its type.
    pub kind: Sort,
    /// Its initial value; any if there is none.
    pub initial: Option<String>,
}

/// The variables and constants of a rule.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// Variables.
    pub variables: Vec<Variable>,
    constants: Vec<(String, i64)>,
}

/// What the watched object is called.
const WATCHED: &str = "lariat_watched";

impl State {
    fn add(&mut self, name: &str, kind: Sort, initial: Option<String>) {
        let own = format!("lariat_rule_{name}");
        self.variables.push(Variable { c_name: name.to_owned(), name: own, kind, initial });
    }

    /// `watch T name;`
    pub fn watched(&mut self, rule: &Rule, ty: Span, name: &str) -> Result<(), Wrong> {
        let text = rule.source(ty);
        if text.contains('*') {
            return Err(Wrong { span: ty, message: "a Boogie program has no pointers".into() });
        }
        self.add(name, Sort::Int, None);
        self.watched_number();
        Ok(())
    }

    /// `watch f.$1;`
    pub fn watched_number(&mut self) {
        if !self.variables.iter().any(|v| v.initial.is_none()) {
            self.add(WATCHED, Sort::Int, None);
        }
    }

    fn watched_name(&self) -> Option<&str> {
        self.variables.iter().find(|v| v.initial.is_none()).map(|v| v.name.as_str())
    }

    /// A declaration of `state`, or of a constant type.
    pub fn declaration(&mut self, rule: &Rule, span: Span) -> Result<(), Wrong> {
        let mut parser = Parser::new(rule, span, &[]);
        let mut kind = None;
        while let Some(token) = parser.peek() {
            let word = parser.word().to_owned();
            match word.as_str() {
                "static" | "const" | "signed" | "unsigned" | "int" | "long" | "short" | "char" => {
                    if kind.is_none() && !matches!(word.as_str(), "static" | "const") {
                        kind = Some(Sort::Int);
                    }
                    parser.at += 1;
                }
                "_Bool" | "bool" => {
                    kind = Some(Sort::Bool);
                    parser.at += 1;
                }
                "enum" => {
                    parser.at += 1;
                    self.constants(&mut parser)?;
                    kind = Some(Sort::Int);
                }
                _ if kind.is_some() => break,
                _ => {
                    return Err(parser.wrong(
                        token,
                        "on a Boogie program, state is of numbers and truth values",
                    ));
                }
            }
        }
        let Some(kind) = kind else {
            return Err(Wrong { span, message: "this is no declaration".into() });
        };
        loop {
            if parser.accept(";") {
                return Ok(());
            }
            let token = parser.next()?;
            let name = token.text(&rule.text).to_owned();
            if token.kind != Kind::Word {
                return Err(parser
                    .wrong(token, "on a Boogie program, state is of numbers and truth values"));
            }
            let mut initial = if kind == Sort::Int { "0".to_owned() } else { "false".to_owned() };
            if parser.accept("=") {
                let scope = Scope { state: self, ins: &[], outs: &[], names: &[], locals: &[] };
                let value = parser.expression(&scope, 0)?;
                initial = if kind == Sort::Int { value.number() } else { value.truth() };
            }
            self.add(&name, kind, Some(initial));
            if !parser.accept(",") && parser.peek().is_none_or(|t| !t.is(b';')) {
                return Err(Wrong { span, message: "`;` is missing".into() });
            }
        }
    }

    /// `{ a, b = 3 }` of an enum.
    fn constants(&mut self, parser: &mut Parser<'_>) -> Result<(), Wrong> {
        if parser.peek().is_some_and(|t| t.kind == Kind::Word) {
            parser.at += 1;
        }
        if !parser.accept("{") {
            return Ok(());
        }
        let mut next = 0;
        while !parser.accept("}") {
            let token = parser.next()?;
            let name = token.text(&parser.rule.text).to_owned();
            if parser.accept("=") {
                let token = parser.next()?;
                let number = token.text(&parser.rule.text).parse();
                next = number.map_err(|_| parser.wrong(token, "expected a number"))?;
            }
            self.constants.push((name, next));
            next += 1;
            let _ = parser.accept(",");
        }
        Ok(())
    }
}

/// A value in Boogie.
#[derive(Clone, Debug)]
struct Value {
    text: String,
    sort: Sort,
}

impl Value {
    fn number(&self) -> String {
        match self.sort {
            Sort::Int => self.text.clone(),
            Sort::Bool => format!("(if {} then 1 else 0)", self.text),
        }
    }

    fn truth(&self) -> String {
        match self.sort {
            Sort::Int => format!("({} != 0)", self.text),
            Sort::Bool => self.text.clone(),
        }
    }
}

/// Names and what they mean.
struct Scope<'s> {
    state: &'s State,
    ins: &'s [(String, String)],
    outs: &'s [(String, String)],
    names: &'s [String],
    locals: &'s [Variable],
}

/// Translates the handlers of a procedure.
pub struct Translator<'r> {
    /// The rule.
    pub rule: &'r Rule,
    /// Its variables.
    pub state: &'r State,
    /// The parameters with their types.
    pub ins: Vec<(String, String)>,
    /// The results with their types.
    pub outs: Vec<(String, String)>,
    /// Names that the handler gives to parameters.
    pub names: &'r [String],
    /// The event, if it is asked whether it happens.
    pub told: Option<String>,
}

impl Translator<'_> {
    /// The statements of a handler.
    pub fn handler(
        &self,
        guard: Option<&Guard>,
        body: Span,
        pieces: &[Piece],
    ) -> Result<String, Wrong> {
        let scope = Scope {
            state: self.state,
            ins: &self.ins,
            outs: &self.outs,
            names: self.names,
            locals: &[],
        };
        let mut parser = Parser::new(self.rule, body, pieces);
        let mut out = String::new();
        if let Some(event) = &self.told {
            let _ = writeln!(out, "  if (*) {{ assert {{:msg \"{event}\"}} false; }}");
            parser.aborts = false;
        }
        parser.statement(&scope, 1, &mut out)?;
        let Some(guard) = guard else { return Ok(out) };
        let value = Parser::new(self.rule, guard.span, &guard.pieces).expression(&scope, 0)?;
        let condition = match (guard.is_object, self.state.watched_name()) {
            (true, Some(watched)) => format!("{} == {watched}", value.number()),
            _ => value.truth(),
        };
        Ok(format!("  if ({condition}) {{\n{out}  }}\n"))
    }
}

struct Parser<'r> {
    rule: &'r Rule,
    span: Span,
    tokens: Vec<Token>,
    pieces: Vec<Piece>,
    at: usize,
    /// Are violations assertions, or nothing?
    aborts: bool,
}

/// Binary operators: C's, strength, Boogie's.
const OPERATORS: &[(&str, u8, &str)] = &[
    ("||", 1, "||"),
    ("&&", 2, "&&"),
    ("==", 3, "=="),
    ("!=", 3, "!="),
    ("<=", 4, "<="),
    (">=", 4, ">="),
    ("<", 4, "<"),
    (">", 4, ">"),
    ("+", 5, "+"),
    ("-", 5, "-"),
    ("*", 6, "*"),
];

impl<'r> Parser<'r> {
    fn new(rule: &'r Rule, span: Span, pieces: &[Piece]) -> Parser<'r> {
        let inside = |t: &Token| span.from <= t.span.from && t.span.to <= span.to;
        let tokens = lex(&rule.text).into_iter().filter(inside).collect();
        Parser { rule, span, tokens, pieces: pieces.to_vec(), at: 0, aborts: true }
    }

    fn peek(&self) -> Option<Token> {
        self.tokens.get(self.at).copied()
    }

    fn word(&self) -> &'r str {
        let token = self.tokens.get(self.at).filter(|t| t.kind == Kind::Word);
        token.map_or("", |t| t.text(&self.rule.text))
    }

    fn next(&mut self) -> Result<Token, Wrong> {
        let token = self
            .peek()
            .ok_or_else(|| Wrong { span: self.span, message: "the text ends too early".into() })?;
        self.at += 1;
        Ok(token)
    }

    fn wrong(&self, token: Token, message: &str) -> Wrong {
        Wrong { span: token.span, message: message.to_owned() }
    }

    /// Is this operator here? Its characters stand beside each other.
    fn is(&self, mark: &str) -> bool {
        let mut end = None;
        mark.bytes().enumerate().all(|(n, byte)| {
            let token = self.tokens.get(self.at + n).filter(|t| t.is(byte));
            let beside = end.is_none_or(|end| token.is_some_and(|t| t.span.from == end));
            end = token.map(|t| t.span.to);
            token.is_some() && beside
        })
    }

    fn accept(&mut self, mark: &str) -> bool {
        let found = self.is(mark);
        if found {
            self.at += mark.len();
        }
        found
    }

    fn expect(&mut self, mark: &str) -> Result<(), Wrong> {
        let token = self.peek();
        match (self.accept(mark), token) {
            (true, _) => Ok(()),
            (false, Some(token)) => Err(self.wrong(token, &format!("expected `{mark}`"))),
            (false, None) => Err(Wrong { span: self.span, message: format!("expected `{mark}`") }),
        }
    }

    /// The piece that starts at a token.
    fn piece(&self, token: Token) -> Option<Piece> {
        self.pieces.iter().find(|piece| piece.span.from == token.span.from).cloned()
    }

    /// Goes behind a piece.
    fn skip(&mut self, piece: &Piece) {
        while self.peek().is_some_and(|t| t.span.from < piece.span.to) {
            self.at += 1;
        }
    }

    fn statement(
        &mut self,
        scope: &Scope<'_>,
        depth: usize,
        out: &mut String,
    ) -> Result<(), Wrong> {
        let pad = "  ".repeat(depth);
        let token = self
            .peek()
            .ok_or_else(|| Wrong { span: self.span, message: "a statement is missing".into() })?;
        if self.accept("{") {
            while !self.accept("}") {
                self.statement(scope, depth, out)?;
            }
            return Ok(());
        }
        if self.accept(";") {
            return Ok(());
        }
        if let Some(piece) = self.piece(token) {
            let text = match &piece.what {
                PieceKind::Abort(_) | PieceKind::Found if !self.aborts => Some(String::new()),
                PieceKind::Abort(message) => {
                    let default = format!("{} is violated", self.rule.name);
                    let message = message.as_deref().unwrap_or(&default);
                    Some(format!("assert {{:msg \"{message}\"}} false;"))
                }
                PieceKind::Found => {
                    Some(format!("assert {{:msg \"{} is found\"}} false;", self.rule.name))
                }
                PieceKind::Halt => Some("assume false;".to_owned()),
                _ => None,
            };
            if let Some(text) = text {
                self.skip(&piece);
                let _ = writeln!(out, "{pad}{text}");
                return Ok(());
            }
        }
        if self.word() == "if" {
            self.at += 1;
            self.expect("(")?;
            let condition = self.expression(scope, 0)?.truth();
            self.expect(")")?;
            let _ = writeln!(out, "{pad}if ({condition}) {{");
            self.statement(scope, depth + 1, out)?;
            if self.word() == "else" {
                self.at += 1;
                let _ = writeln!(out, "{pad}}} else {{");
                self.statement(scope, depth + 1, out)?;
            }
            let _ = writeln!(out, "{pad}}}");
            return Ok(());
        }
        self.assignment(scope, &pad, out)
    }

    /// `x = e;`, `x += e;`, `x++;`, `++x;`
    fn assignment(&mut self, scope: &Scope<'_>, pad: &str, out: &mut String) -> Result<(), Wrong> {
        let first = self.is("++").then_some("+").or_else(|| self.is("--").then_some("-"));
        if first.is_some() {
            self.at += 2;
        }
        let token = self.next()?;
        let name = token.text(&self.rule.text);
        let variable = scope.state.variables.iter().find(|v| v.c_name == name);
        let Some(variable) = variable.filter(|_| token.kind == Kind::Word) else {
            return Err(
                self.wrong(token, "on a Boogie program, handlers assign variables of the rule")
            );
        };
        let x = &variable.name;
        let step = first.or_else(|| {
            let found = self.is("++").then_some("+").or_else(|| self.is("--").then_some("-"));
            self.at += if found.is_some() { 2 } else { 0 };
            found
        });
        let value = if let Some(operator) = step {
            Value { text: format!("{x} {operator} 1"), sort: Sort::Int }
        } else if self.accept("+=") {
            Value {
                text: format!("{x} + {}", self.expression(scope, 0)?.number()),
                sort: Sort::Int,
            }
        } else if self.accept("-=") {
            Value {
                text: format!("{x} - ({})", self.expression(scope, 0)?.number()),
                sort: Sort::Int,
            }
        } else {
            self.expect("=")?;
            self.expression(scope, 0)?
        };
        self.expect(";")?;
        let value = if variable.kind == Sort::Int { value.number() } else { value.truth() };
        let _ = writeln!(out, "{pad}{x} := {value};");
        Ok(())
    }

    /// An expression whose operators are at least this strong.
    fn expression(&mut self, scope: &Scope<'_>, least: u8) -> Result<Value, Wrong> {
        let mut left = self.operand(scope)?;
        while let Some(&(c, strength, boogie)) =
            OPERATORS.iter().find(|(c, strength, _)| *strength >= least && self.is(c))
        {
            if self.is("++") || self.is("--") {
                break;
            }
            self.at += c.len();
            let right = self.expression(scope, strength + 1)?;
            left = match strength {
                1 | 2 => Value {
                    text: format!("({} {boogie} {})", left.truth(), right.truth()),
                    sort: Sort::Bool,
                },
                3 if left.sort == Sort::Bool && right.sort == Sort::Bool => Value {
                    text: format!("({} {boogie} {})", left.text, right.text),
                    sort: Sort::Bool,
                },
                3 | 4 => Value {
                    text: format!("({} {boogie} {})", left.number(), right.number()),
                    sort: Sort::Bool,
                },
                _ => Value {
                    text: format!("({} {boogie} {})", left.number(), right.number()),
                    sort: Sort::Int,
                },
            };
        }
        Ok(left)
    }

    fn operand(&mut self, scope: &Scope<'_>) -> Result<Value, Wrong> {
        let token = self.next()?;
        let text = token.text(&self.rule.text);
        match token.kind {
            Kind::Mark(b'!') => {
                let value = self.operand(scope)?;
                Ok(Value { text: format!("!{}", value.truth()), sort: Sort::Bool })
            }
            Kind::Mark(b'-') => {
                let value = self.operand(scope)?;
                Ok(Value { text: format!("(-{})", value.number()), sort: Sort::Int })
            }
            Kind::Mark(b'(') => {
                let value = self.expression(scope, 0)?;
                self.expect(")")?;
                Ok(value)
            }
            Kind::Number => {
                let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
                let number = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
                    Some(hex) => i64::from_str_radix(hex, 16).ok(),
                    None => digits.parse().ok(),
                };
                let number = number.ok_or_else(|| self.wrong(token, "this is no whole number"))?;
                Ok(Value { text: number.to_string(), sort: Sort::Int })
            }
            Kind::Dollar => self.parameter(scope, token),
            Kind::Word => self.named(scope, token, text),
            _ => Err(self
                .wrong(token, "on a Boogie program, rules compute with numbers and truth values")),
        }
    }

    fn parameter(&self, scope: &Scope<'_>, token: Token) -> Result<Value, Wrong> {
        let piece = self.piece(token).ok_or_else(|| self.wrong(token, "this is no parameter"))?;
        let found = match &piece.what {
            PieceKind::Parameter(n) => scope.ins.get(n - 1),
            PieceKind::Result => scope.outs.first(),
            PieceKind::Named(name) => scope.ins.iter().chain(scope.outs).find(|(n, _)| n == name),
            _ => None,
        };
        let found =
            found.ok_or_else(|| self.wrong(token, "the procedure has no such parameter"))?;
        self.typed(token, found)
    }

    fn typed(&self, token: Token, (name, ty): &(String, String)) -> Result<Value, Wrong> {
        let sort = match ty.as_str() {
            "int" => Sort::Int,
            "bool" => Sort::Bool,
            other => {
                let message = format!("it is of type {other}, and rules compute with int and bool");
                return Err(self.wrong(token, &message));
            }
        };
        Ok(Value { text: name.clone(), sort })
    }

    fn named(&self, scope: &Scope<'_>, token: Token, name: &str) -> Result<Value, Wrong> {
        if let Some(n) = scope.names.iter().position(|known| known == name)
            && let Some(parameter) = scope.ins.get(n)
        {
            return self.typed(token, parameter);
        }
        let all = scope.locals.iter().chain(&scope.state.variables);
        if let Some(variable) = all.into_iter().find(|v| v.c_name == name) {
            return Ok(Value { text: variable.name.clone(), sort: variable.kind });
        }
        if let Some((_, number)) = scope.state.constants.iter().find(|(known, _)| known == name) {
            return Ok(Value { text: number.to_string(), sort: Sort::Int });
        }
        match name {
            "true" | "false" => Ok(Value { text: name.to_owned(), sort: Sort::Bool }),
            _ => Err(self.wrong(token, &format!("`{name}` is no variable of the rule"))),
        }
    }
}
