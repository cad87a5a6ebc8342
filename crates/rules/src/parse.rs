//! Reads rules.
//!
//! Only the outside of a rule has a grammar of its own. What is inside of braces is C, which the front end for C reads
//! later; here it is a text with a few pieces (`$1`, `abort`, …) that are found by their tokens.

use crate::event::{Event, When};
use crate::lexer::{Kind, Token, lex};
use crate::syntax::{Guard, Item, Piece, PieceKind, Rule, Span, Watch};
use lariat_diagnostics::{Diagnostic, Excerpts, Place, Report};

/// Reads a rule; `name` is what it is called.
pub fn parse(name: &str, file: &str, text: &str) -> Result<Rule, Report> {
    let mut parser = Parser { file, text, tokens: lex(text), at: 0, errors: Vec::new() };
    let mut rule = Rule {
        name: name.to_owned(),
        file: file.to_owned(),
        text: text.to_owned(),
        about: None,
        is_property: false,
        requires: Vec::new(),
        harnesses: Vec::new(),
        items: Vec::new(),
    };
    parser.wrong_tokens();
    while parser.at < parser.tokens.len() && parser.errors.is_empty() {
        if parser.item(&mut rule).is_none() {
            break;
        }
    }
    if parser.errors.is_empty() {
        parser.check(&rule);
    }
    match parser.errors.is_empty() {
        true => Ok(rule),
        false => Err(parser.report()),
    }
}

struct Parser<'t> {
    file: &'t str,
    text: &'t str,
    tokens: Vec<Token>,
    at: usize,
    errors: Vec<Diagnostic>,
}

/// `None`: an error was reported.
type Read<X> = Option<X>;

impl Parser<'_> {
    fn place(&self, span: Span) -> Place {
        let length = self.text[span.from..span.to].lines().next().unwrap_or("").chars().count();
        Place {
            file: self.file.to_owned(),
            line: span.at.line,
            column: span.at.column,
            length: length as u32,
        }
    }

    fn error(&mut self, span: Span, message: impl Into<String>) -> &mut Diagnostic {
        let error = Diagnostic::error("rule", self.place(span), message);
        self.errors.push(error);
        let last = self.errors.len() - 1;
        &mut self.errors[last]
    }

    fn report(self) -> Report {
        let mut excerpts = Excerpts::default();
        for error in &self.errors {
            let line = error.place.line;
            let text = (line as usize).checked_sub(1).and_then(|n| self.text.lines().nth(n));
            excerpts.add(self.file, line, text.unwrap_or_default());
        }
        Report { diagnostics: self.errors, excerpts }
    }

    fn wrong_tokens(&mut self) {
        for token in self.tokens.clone() {
            if let Kind::Wrong(why) = token.kind {
                self.error(token.span, why);
            }
        }
    }

    /// Where the text ends.
    fn end(&self) -> Span {
        match self.tokens.last() {
            Some(last) => last.span,
            None => Span { at: crate::syntax::Position { line: 1, column: 1 }, ..Span::default() },
        }
    }

    fn peek(&self, ahead: usize) -> Option<Token> {
        self.tokens.get(self.at + ahead).copied()
    }

    fn word(&self, ahead: usize) -> &str {
        let token = self.tokens.get(self.at + ahead).filter(|t| t.kind == Kind::Word);
        token.map_or("", |t| t.text(self.text))
    }

    fn is(&self, ahead: usize, mark: u8) -> bool {
        self.peek(ahead).is_some_and(|t| t.is(mark))
    }

    fn next(&mut self, what: &str) -> Read<Token> {
        let Some(token) = self.peek(0) else {
            let end = self.end();
            self.error(end, format!("expected {what}, and the text ends here"));
            return None;
        };
        self.at += 1;
        Some(token)
    }

    fn expect(&mut self, mark: u8) -> Read<Token> {
        let what = format!("`{}`", mark as char);
        let token = self.next(&what)?;
        if !token.is(mark) {
            let found = token.text(self.text).to_owned();
            self.error(token.span, format!("expected {what}, not `{found}`"));
            return None;
        }
        Some(token)
    }

    fn name(&mut self, what: &str) -> Read<(String, Span)> {
        let token = self.next(what)?;
        if token.kind != Kind::Word {
            let found = token.text(self.text).to_owned();
            self.error(token.span, format!("expected {what}, not `{found}`"));
            return None;
        }
        Some((token.text(self.text).to_owned(), token.span))
    }

    fn item(&mut self, rule: &mut Rule) -> Read<()> {
        let first = self.peek(0)?;
        if first.kind == Kind::Directive {
            self.at += 1;
            rule.items.push(Item::Directive(first.span));
            return Some(());
        }
        let next_is_text = self.peek(1).is_some_and(|t| t.kind == Kind::Text);
        match self.word(0).to_owned().as_str() {
            word @ ("rule" | "property") if next_is_text => {
                self.at += 1;
                rule.about = self.texts();
                rule.is_property = word == "property";
                self.expect(b';')?;
            }
            "requires" => rule.requires.extend(self.names("the name of a property rule")?),
            "harness" => rule.harnesses.extend(self.names("the name of a harness")?),
            "state" if self.is(1, b'{') => self.state(rule)?,
            "watch" => self.watch(rule)?,
            _ if self.starts_handler() => self.handler(rule)?,
            _ => {
                let item = self.c_item()?;
                rule.items.push(item);
            }
        }
        Some(())
    }

    /// String literals beside each other, as one text.
    fn texts(&mut self) -> Option<String> {
        let mut whole = None;
        while let Some(token) = self.peek(0).filter(|t| t.kind == Kind::Text) {
            self.at += 1;
            let text = token.text(self.text);
            whole.get_or_insert_with(String::new).push_str(&text[1..text.len() - 1]);
        }
        whole
    }

    fn names(&mut self, what: &str) -> Read<Vec<(String, Span)>> {
        self.at += 1;
        let mut names = vec![self.name(what)?];
        while self.is(0, b',') {
            self.at += 1;
            names.push(self.name(what)?);
        }
        self.expect(b';')?;
        Some(names)
    }

    fn state(&mut self, rule: &mut Rule) -> Read<()> {
        self.at += 1;
        self.expect(b'{')?;
        loop {
            let Some(token) = self.peek(0) else {
                self.expect(b'}')?;
                return None;
            };
            if token.is(b'}') {
                self.at += 1;
                break;
            }
            let item = match token.kind {
                Kind::Directive => {
                    self.at += 1;
                    Item::Directive(token.span)
                }
                _ => self.c_item()?,
            };
            if let Item::C { pieces, .. } = &item
                && let Some(piece) = pieces.first()
            {
                self.error(piece.span, "this belongs in a handler, not in `state`");
                return None;
            }
            rule.items.push(item);
        }
        if self.is(0, b';') {
            self.at += 1;
        }
        Some(())
    }

    fn watch(&mut self, rule: &mut Rule) -> Read<()> {
        let start = self.next("`watch`")?;
        if self.is(1, b'.') {
            let mut all = vec![self.watched_parameter()?];
            while self.is(0, b',') {
                self.at += 1;
                all.push(self.watched_parameter()?);
            }
            self.expect(b';')?;
            rule.items.push(Item::Watch(Watch::Parameters(all)));
            return Some(());
        }
        let first = self.at;
        while self.peek(0).is_some_and(|t| !t.is(b';') && !t.is(b'{') && !t.is(b'}')) {
            self.at += 1;
        }
        let tokens = &self.tokens[first..self.at];
        let (Some(name), [from, .., _]) = (tokens.last().filter(|t| t.kind == Kind::Word), tokens)
        else {
            let error = self.error(start.span, "what is watched?");
            error.help = Some("`watch f.$1;` or `watch T *name;`".into());
            return None;
        };
        let ty = Span { to: name.span.from, ..from.span };
        let name = name.text(self.text).to_owned();
        self.expect(b';')?;
        rule.items.push(Item::Watch(Watch::Named { ty, name }));
        Some(())
    }

    /// `f.$1`, `f.exit.$1`, `f.$return`
    fn watched_parameter(&mut self) -> Read<(String, usize, Span)> {
        let (function, span) = self.name("a function")?;
        self.expect(b'.')?;
        if When::from_word(self.word(0)).is_some() && self.is(1, b'.') {
            self.at += 2;
        }
        let token = self.next("`$1`")?;
        let text = token.text(self.text);
        let number = match text {
            "$return" => Some(0),
            _ => text.strip_prefix('$').and_then(|n| n.parse().ok()).filter(|&n| n > 0),
        };
        let Some(number) = number else {
            let found = text.to_owned();
            self.error(token.span, format!("expected `$1` or `$return`, not `{found}`"));
            return None;
        };
        Some((function, number, span))
    }

    /// `f.entry`, `f(a, b).entry`
    fn starts_handler(&self) -> bool {
        if self.word(0).is_empty() {
            return false;
        }
        let mut ahead = 1;
        if self.is(1, b'(') {
            while self.peek(ahead).is_some_and(|t| !t.is(b')') && !t.is(b'{') && !t.is(b';')) {
                ahead += 1;
            }
            ahead += 1;
        }
        self.is(ahead, b'.')
    }

    fn event(&mut self) -> Read<(Event, Vec<String>, Span)> {
        let (function, span) = self.name("a function")?;
        let mut names = Vec::new();
        if self.is(0, b'(') {
            self.at += 1;
            while !self.is(0, b')') {
                names.push(self.name("the name of a parameter")?.0);
                if !self.is(0, b')') {
                    self.expect(b',')?;
                }
            }
            self.at += 1;
        }
        self.expect(b'.')?;
        let token = self.next("`entry`, `exit`, `call` or `return`")?;
        let Some(when) = When::from_word(token.text(self.text)) else {
            let found = token.text(self.text).to_owned();
            let message = format!("`{found}` is no event of a function");
            self.error(token.span, message).help =
                Some("`entry`, `exit`, `call` and `return` are".into());
            return None;
        };
        Some((Event { function, when }, names, span))
    }

    fn handler(&mut self, rule: &mut Rule) -> Read<()> {
        let mut events = vec![self.event()?];
        while self.is(0, b',') {
            self.at += 1;
            events.push(self.event()?);
        }
        let guard = if self.is(0, b'[') { Some(self.guard()?) } else { None };
        let open = self.expect(b'{')?;
        let first = self.at;
        self.skip_to_matching(open)?;
        let close = self.tokens[self.at - 1];
        let pieces = self.pieces(first, self.at - 1)?;
        let body = Span { to: close.span.to, ..open.span };
        rule.items.push(Item::Handler { events, guard, body, pieces });
        Some(())
    }

    fn guard(&mut self) -> Read<Guard> {
        let open = self.next("`[`")?;
        let is_object = self.word(0) == "guard";
        if is_object {
            self.at += 1;
        }
        let first = self.at;
        let mut depth = 0;
        loop {
            let Some(token) = self.peek(0).filter(|t| !t.is(b'{') && !t.is(b'}')) else {
                self.error(open.span, "`]` is missing behind this condition");
                return None;
            };
            match token.kind {
                Kind::Mark(b'[') => depth += 1,
                Kind::Mark(b']') if depth == 0 => break,
                Kind::Mark(b']') => depth -= 1,
                _ => {}
            }
            self.at += 1;
        }
        let pieces = self.pieces(first, self.at)?;
        let close = self.next("`]`")?;
        if first + 1 == self.at {
            self.error(open.span, "the condition is empty");
            return None;
        }
        let from = self.tokens[first].span;
        Some(Guard { is_object, span: Span { to: close.span.from, ..from }, pieces })
    }

    /// Goes behind the brace that closes the one before.
    fn skip_to_matching(&mut self, open: Token) -> Read<()> {
        let mut depth = 1;
        while depth > 0 {
            let Some(token) = self.peek(0) else {
                self.error(open.span, "this brace is not closed");
                return None;
            };
            depth += i32::from(token.is(b'{')) - i32::from(token.is(b'}'));
            self.at += 1;
        }
        Some(())
    }

    /// A declaration or function of C.
    fn c_item(&mut self) -> Read<Item> {
        let first = self.at;
        let start = self.peek(0)?;
        let word = self.word(0).to_owned();
        loop {
            let token = self.next("`;`")?;
            if token.is(b';') {
                break;
            }
            if token.is(b'}') {
                self.error(token.span, "this brace closes nothing");
                return None;
            }
            if token.is(b'{') {
                let is_body = self.at >= first + 2 && self.tokens[self.at - 2].is(b')');
                self.skip_to_matching(token)?;
                if is_body {
                    break;
                }
            }
        }
        let pieces = self.pieces(first, self.at)?;
        let last = self.tokens[self.at - 1];
        let span = Span { to: last.span.to, ..start.span };
        let needs_static =
            !matches!(word.as_str(), "static" | "extern" | "typedef" | "_Static_assert");
        // A type alone is no object.
        let text = &self.text[span.from..span.to];
        let is_type = matches!(word.as_str(), "struct" | "union" | "enum")
            && text.trim_end_matches(';').trim_end().ends_with('}');
        Some(Item::C { span, needs_static: needs_static && !is_type && !word.is_empty(), pieces })
    }

    /// What is not C among some tokens.
    fn pieces(&mut self, first: usize, end: usize) -> Read<Vec<Piece>> {
        let after = std::mem::replace(&mut self.at, first);
        let mut pieces = Vec::new();
        while self.at < end {
            let token = self.tokens[self.at];
            let is_member = self.at > first
                && (self.tokens[self.at - 1].is(b'.') || self.tokens[self.at - 1].is(b'>'));
            let word = self.word(0).to_owned();
            let what = match token.kind {
                Kind::Dollar => {
                    self.at += 1;
                    self.dollar(token)?
                }
                Kind::Word if !is_member && self.is_statement(&word) => {
                    self.at += 1;
                    let text = self.texts();
                    if word != "abort" && text.is_some() {
                        self.error(token.span, format!("`{word}` has no message"));
                        return None;
                    }
                    if self.at >= end || !self.is(0, b';') {
                        self.error(token.span, format!("expected `;` behind `{word}`"));
                        return None;
                    }
                    self.at += 1;
                    match word.as_str() {
                        "abort" => PieceKind::Abort(text),
                        "halt" => PieceKind::Halt,
                        _ => PieceKind::Found,
                    }
                }
                _ => {
                    self.at += 1;
                    continue;
                }
            };
            let to = self.tokens[self.at - 1].span.to;
            pieces.push(Piece { span: Span { to, ..token.span }, what });
        }
        self.at = after;
        Some(pieces)
    }

    /// `abort`, `halt` and `found` are statements where a text or `;` follows; `abort()` is C's.
    fn is_statement(&self, word: &str) -> bool {
        let follows = self.is(1, b';') || self.peek(1).is_some_and(|t| t.kind == Kind::Text);
        matches!(word, "abort" | "halt" | "found") && follows
    }

    fn dollar(&mut self, token: Token) -> Read<PieceKind> {
        let name = token.text(self.text)[1..].to_owned();
        if name == "return" {
            return Some(PieceKind::Result);
        }
        match name.parse::<usize>() {
            Ok(number) if number > 0 => Some(PieceKind::Parameter(number)),
            Err(_) if name.starts_with(|c: char| c.is_alphabetic() || c == '_') => {
                Some(PieceKind::Named(name))
            }
            _ => {
                let error = self.error(token.span, "this is no parameter");
                error.help = Some("`$1` is the first, `$return` the result".into());
                None
            }
        }
    }

    /// What can be said without a program.
    fn check(&mut self, rule: &Rule) {
        let mut watches = 0;
        let has_watch = rule.items.iter().any(|item| matches!(item, Item::Watch(_)));
        for item in &rule.items {
            match item {
                Item::Watch(_) => watches += 1,
                Item::C { pieces, .. } => {
                    for piece in pieces {
                        let wrong = matches!(
                            piece.what,
                            PieceKind::Parameter(_) | PieceKind::Named(_) | PieceKind::Result
                        );
                        if wrong {
                            self.error(
                                piece.span,
                                "there are no parameters of events in a function",
                            );
                        }
                    }
                }
                Item::Handler { events, guard, pieces, .. } => {
                    self.check_handler(events, guard.as_ref(), pieces, has_watch);
                }
                Item::Directive(_) => {}
            }
        }
        let end = self.end();
        if watches > 1 {
            self.error(end, "more than one object is watched");
        }
        if rule.events().next().is_none() {
            self.error(end, "the rule has no handler: nothing happens in it");
        }
        let (aborts, finds) = rule.pieces().fold((false, false), |(aborts, finds), piece| {
            let what = &piece.what;
            (aborts || matches!(what, PieceKind::Abort(_)), finds || *what == PieceKind::Found)
        });
        if rule.is_property && (!finds || aborts) {
            self.error(
                end,
                "a property rule says `found;` where the property shows, and never `abort`",
            );
        } else if !rule.is_property && (finds || !aborts) {
            self.error(end, "a rule says `abort \"…\";` where it is violated, and never `found`");
        }
    }

    fn check_handler(
        &mut self,
        events: &[(Event, Vec<String>, Span)],
        guard: Option<&Guard>,
        pieces: &[Piece],
        has_watch: bool,
    ) {
        let early = events.iter().find(|(event, ..)| event.when.is_before());
        let in_guard = guard.map_or(&[][..], |guard| &guard.pieces);
        for piece in pieces.iter().chain(in_guard) {
            if let (PieceKind::Result, Some((event, ..))) = (&piece.what, early) {
                let message = format!("there is no result at `{event}` yet");
                self.error(piece.span, message);
            }
        }
        if let Some(piece) = in_guard.iter().find(|piece| {
            matches!(piece.what, PieceKind::Abort(_) | PieceKind::Halt | PieceKind::Found)
        }) {
            self.error(piece.span, "a condition is an expression");
        }
        if let Some(guard) = guard.filter(|guard| guard.is_object && !has_watch) {
            let error = self.error(guard.span, "no object is watched that this could be");
            error.help = Some("`state { … } watch f.$1;`".into());
        }
    }
}
