//! A rule as C: its variables, its functions, and a function for each event.
//!
//! The text is meant to be read by people as well (`--emit`). Lines are those of the rule (`#line`), so that messages and
//! traces show the rule as it was written. The types of parameters are not written out: `__lariat_parameter(f, 1)` is the type
//! that the first parameter of `f` has in the program.

use crate::event::{Argument, Event, When};
use crate::syntax::{Guard, Item, Piece, PieceKind, Rule, Span, Watch};
use lariat_c::{Part, Program};
use lariat_diagnostics::{Diagnostic, Place, Report};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// What a program has that rules speak of.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// Functions that are declared, with the names of the parameters of those that are defined.
    pub functions: BTreeMap<String, Vec<Option<String>>>,
    /// The functions of each role.
    pub roles: BTreeMap<String, Vec<String>>,
}

impl Known {
    /// What a program has that was read.
    pub fn of(program: &Program, roles: BTreeMap<String, Vec<String>>) -> Known {
        let mut functions: BTreeMap<String, Vec<Option<String>>> = BTreeMap::new();
        for (n, function) in program.functions.iter().enumerate() {
            let part = program.part_of(lariat_c::FunctionId(n as u32));
            if part == Some(Part::Monitor) {
                continue;
            }
            let names = function.params.iter();
            let names: Vec<Option<String>> = names
                .map(|&p| program.var(p).name.map(|name| program.name(name).to_owned()))
                .collect();
            let known = functions.entry(program.name(function.name).to_owned()).or_default();
            if known.is_empty() {
                *known = names;
            }
        }
        Known { functions, roles }
    }

    /// The functions that an event is about.
    pub fn meant<'k>(&'k self, function: &'k str) -> Vec<&'k str> {
        let role = function.strip_prefix("fun_").and_then(|role| self.roles.get(role));
        let names: Vec<&str> = match role {
            Some(names) => names.iter().map(String::as_str).collect(),
            None => vec![function],
        };
        names.into_iter().filter(|name| self.functions.contains_key(*name)).collect()
    }
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Is the rule violated (does a property show)?
    Check,
    /// Which of its events happen?
    Reach,
}

/// A handler for one event of one function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Handler {
    /// The name of its function in the text.
    pub symbol: String,
    /// The event.
    pub event: Event,
    /// As the rule has it: with the role instead of the function.
    pub written: Event,
    /// What it gets.
    pub arguments: Vec<Argument>,
}

/// A rule as C.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The text, to be preprocessed.
    pub text: String,
    /// The handlers in it.
    pub handlers: Vec<Handler>,
    /// The function to call first, if there is one.
    pub start: Option<String>,
    /// Events that cannot happen, because the program has no such function.
    pub missing: Vec<Event>,
}

const WATCHED: &str = "lariat_watched";
const START: &str = "lariat_rule_start";

/// Makes C of a rule. `prelude` is put in front: headers and macros.
pub fn compile(rule: &Rule, known: &Known, mode: Mode, prelude: &str) -> Result<Compiled, Report> {
    let mut writer = Writer {
        rule,
        known,
        mode,
        watched: None,
        out: Compiled {
            text: String::new(),
            handlers: Vec::new(),
            start: None,
            missing: Vec::new(),
        },
        errors: Vec::new(),
    };
    writer.prelude(prelude);
    for item in &rule.items {
        writer.item(item);
    }
    if let Some((name, ty)) = writer.watched.clone() {
        // A variable that nobody has set has any value. An input would not do: a pointer from outside does not point to
        // what the program has never given away.
        let _ =
            writeln!(writer.out.text, "static void {START}(void) {{ {ty} any; {name} = any; }}");
        writer.out.start = Some(START.to_owned());
    }
    if writer.errors.is_empty() {
        return Ok(writer.out);
    }
    let mut report = Report { diagnostics: writer.errors, ..Report::default() };
    for error in &report.diagnostics {
        let line = error.place.line;
        let text = rule.text.lines().nth((line as usize).saturating_sub(1)).unwrap_or_default();
        report.excerpts.add(&rule.file, line, text);
    }
    Err(report)
}

struct Writer<'r> {
    rule: &'r Rule,
    known: &'r Known,
    mode: Mode,
    /// The variable that has the watched object, and its type, if that is known.
    watched: Option<(String, String)>,
    out: Compiled,
    errors: Vec<Diagnostic>,
}

impl Writer<'_> {
    fn prelude(&mut self, prelude: &str) {
        let about = self.rule.about.as_deref().unwrap_or("a rule").replace("*/", "* /");
        let _ = writeln!(self.out.text, "/* {}: {about} */", self.rule.name);
        self.out.text.push_str(prelude);
        self.out.text.push_str(
            "void __lariat_violation(const char *message);\nvoid __VERIFIER_assume(int condition);\n\
             int __VERIFIER_nondet_int(void);\n",
        );
    }

    /// The next line is this one of the rule.
    fn line(&mut self, line: u32) {
        let file = self.rule.file.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(self.out.text, "#line {line} \"{file}\"");
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Directive(span) => {
                self.line(span.at.line);
                let text = self.rule.source(*span);
                self.out.text.push_str(text);
                self.out.text.push('\n');
            }
            Item::C { span, needs_static, pieces } => {
                self.line(span.at.line);
                if *needs_static {
                    self.out.text.push_str("static ");
                }
                let text = self.substituted(*span, pieces, &[], &[]);
                self.out.text.push_str(&text);
                self.out.text.push('\n');
            }
            Item::Watch(watch) => self.watch(watch),
            Item::Handler { events, guard, body, pieces } => {
                for (event, names, at) in events {
                    self.event(event, names, *at, guard.as_ref(), *body, pieces);
                }
            }
        }
    }

    fn watch(&mut self, watch: &Watch) {
        let (ty, name, line) = match watch {
            Watch::Named { ty, name } => {
                let text = self.rule.source(*ty).trim().replace('\n', " ");
                (text, name.clone(), ty.at.line)
            }
            Watch::Parameters(all) => {
                let found = all.iter().find_map(|(function, number, span)| {
                    let name = *self.known.meant(function).first()?;
                    Some((type_of(name, *number), span.at.line))
                });
                let Some((ty, line)) = found else { return };
                (ty, WATCHED.to_owned(), line)
            }
        };
        self.line(line);
        let _ = writeln!(
            self.out.text,
            "static {ty} {name}; /* any object, the same for the whole execution */"
        );
        self.watched = Some((name, ty));
    }

    fn event(
        &mut self,
        written: &Event,
        names: &[String],
        at: Span,
        guard: Option<&Guard>,
        body: Span,
        pieces: &[Piece],
    ) {
        let functions: Vec<String> =
            self.known.meant(&written.function).into_iter().map(str::to_owned).collect();
        let unknown_object = guard.is_some_and(|g| g.is_object) && self.watched.is_none();
        if functions.is_empty() || unknown_object {
            let _ = writeln!(self.out.text, "/* {written}: there is no such function */");
            self.out.missing.push(written.clone());
            return;
        }
        for function in functions {
            let event = Event { function, when: written.when };
            self.handler(written, event, names, at, guard, body, pieces);
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one handler")]
    fn handler(
        &mut self,
        written: &Event,
        event: Event,
        names: &[String],
        at: Span,
        guard: Option<&Guard>,
        body: Span,
        pieces: &[Piece],
    ) {
        let declared = self.known.functions.get(&event.function).cloned().unwrap_or_default();
        let in_guard = guard.map_or(&[][..], |guard| &guard.pieces);
        let mut arguments: BTreeSet<Argument> =
            (1..=names.len()).map(Argument::Parameter).collect();
        for piece in pieces.iter().chain(in_guard) {
            match &piece.what {
                PieceKind::Parameter(n) => {
                    arguments.insert(Argument::Parameter(*n));
                }
                PieceKind::Result => {
                    arguments.insert(Argument::Result);
                }
                PieceKind::Named(name) => match parameter_named(name, names, &declared) {
                    Some(n) => {
                        arguments.insert(Argument::Parameter(n));
                    }
                    None => {
                        let message =
                            format!("`{}` has no parameter of the name `{name}`", event.function);
                        self.error(piece.span, message);
                    }
                },
                _ => {}
            }
        }
        let number = self.out.handlers.len() + 1;
        let symbol = format!("on_{}_{}_{number}", event.function, event.when.word());
        let parameters: Vec<String> = arguments
            .iter()
            .map(|argument| match argument {
                Argument::Parameter(n) => {
                    format!("{} {}", type_of(&event.function, *n), name_of(*n, names))
                }
                Argument::Result => format!("__lariat_result({}) lariat_return", event.function),
            })
            .collect();
        let parameters =
            if parameters.is_empty() { "void".to_owned() } else { parameters.join(", ") };
        let _ = writeln!(self.out.text, "/* {event} */");
        self.line(if guard.is_some() { at.at.line } else { body.at.line });
        let _ = write!(self.out.text, "static void {symbol}({parameters}) {{ ");
        if let Some(guard) = guard {
            let condition = self.substituted(guard.span, &guard.pieces, names, &declared);
            let condition = condition.trim().replace('\n', " ");
            let condition = match (guard.is_object, &self.watched) {
                (true, Some((watched, _))) => format!("({condition}) == {watched}"),
                _ => condition,
            };
            let _ = writeln!(self.out.text, "if (!({condition})) return;");
            self.line(body.at.line);
        }
        if self.mode == Mode::Reach {
            // Or it goes on: other events come later.
            let told = format!("__lariat_violation(\"{written}\")");
            let _ = write!(self.out.text, "if (__VERIFIER_nondet_int()) {told}; ");
        }
        // Without `halt`, and conditions that read the state, what a handler does has no influence on which events happen.
        let has_influence = self.rule.halts() || self.rule.conditions_read_state();
        if self.mode == Mode::Check || has_influence {
            let text = self.substituted(body, pieces, names, &declared);
            self.out.text.push_str(&text);
        }
        self.out.text.push_str(" }\n");
        self.out.handlers.push(Handler {
            symbol,
            event,
            written: written.clone(),
            arguments: arguments.into_iter().collect(),
        });
    }

    fn error(&mut self, span: Span, message: String) {
        let place = Place {
            file: self.rule.file.clone(),
            line: span.at.line,
            column: span.at.column,
            length: (span.to - span.from) as u32,
        };
        self.errors.push(Diagnostic::error("rule", place, message));
    }

    /// A part of the rule with its pieces in C. It has as many lines as before.
    fn substituted(
        &self,
        span: Span,
        pieces: &[Piece],
        names: &[String],
        declared: &[Option<String>],
    ) -> String {
        let mut out = String::new();
        let mut from = span.from;
        for piece in pieces.iter().filter(|p| span.from <= p.span.from && p.span.to <= span.to) {
            out.push_str(&self.rule.text[from..piece.span.from]);
            from = piece.span.to;
            match &piece.what {
                PieceKind::Parameter(n) => out.push_str(&name_of(*n, names)),
                PieceKind::Named(name) => match parameter_named(name, names, declared) {
                    Some(n) => out.push_str(&name_of(n, names)),
                    None => out.push_str(name),
                },
                PieceKind::Result => out.push_str("lariat_return"),
                PieceKind::Halt => out.push_str("__VERIFIER_assume(0);"),
                PieceKind::Abort(_) | PieceKind::Found if self.mode == Mode::Reach => {
                    out.push_str("(void)0;");
                }
                PieceKind::Abort(Some(message)) => {
                    let _ = write!(out, "__lariat_violation(\"{message}\");");
                }
                PieceKind::Abort(None) => {
                    let _ = write!(out, "__lariat_violation(\"{} is violated\");", self.rule.name);
                }
                PieceKind::Found => {
                    let _ = write!(out, "__lariat_violation(\"{} is found\");", self.rule.name);
                }
            }
            let written = &self.rule.text[piece.span.from..piece.span.to];
            out.extend(written.chars().filter(|&c| c == '\n'));
        }
        out.push_str(&self.rule.text[from..span.to]);
        out
    }
}

/// The type of a parameter, or of the result for 0.
fn type_of(function: &str, number: usize) -> String {
    match number {
        0 => format!("__lariat_result({function})"),
        n => format!("__lariat_parameter({function}, {n})"),
    }
}

/// What a parameter is called in a handler.
fn name_of(number: usize, names: &[String]) -> String {
    match names.get(number - 1) {
        Some(name) => name.clone(),
        None => format!("lariat_{number}"),
    }
}

fn parameter_named(name: &str, names: &[String], declared: &[Option<String>]) -> Option<usize> {
    let given = names.iter().position(|known| known == name);
    let at = given.or_else(|| declared.iter().position(|known| known.as_deref() == Some(name)));
    at.map(|at| at + 1)
}

impl Handler {
    /// When it is called.
    pub fn when(&self) -> When {
        self.event.when
    }
}
