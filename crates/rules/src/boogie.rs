//! Rules on Boogie programs: the same events, for handlers that use numbers and truth values only.
//!
//! A procedure `P` with events becomes `P__body`, where it is declared and implemented, and a new `P` calls the handlers and
//! `P__body` in between: callers are not touched, and no line of the program moves. Handlers and the new procedures are a second
//! source. A new entry procedure gives the state its initial values, under the preconditions that the entry had.

mod handler;

use crate::compile::Mode;
use crate::event::Event;
use crate::syntax::{Item, Rule, Watch};
use handler::{State, Translator, Wrong};
use lariat_boogie::ast::{Decl, ProcedureDecl, Spec};
use lariat_boogie::{Program, SourceMap, Span, print_expr, print_type};
use lariat_diagnostics::{Diagnostic, Excerpts, Place, Report};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// A Boogie program with a rule in it.
#[derive(Debug)]
pub struct Instrumented {
    /// The sources: those of the program, and the rule's.
    pub sources: SourceMap,
    /// The name of the rule's source; assertions in it are the rule's.
    pub rule_source: String,
    /// Where executions start.
    pub entry: String,
    /// Events that the program has a procedure for.
    pub placed: Vec<Event>,
}

const ENTRY: &str = "lariat_start";

/// Puts a rule into a program that parses; `entry` is where its executions start.
pub fn instrument(
    rule: &Rule,
    program: &Program,
    sources: &SourceMap,
    entry: &str,
    mode: Mode,
) -> Result<Instrumented, Report> {
    let (text, placed, wrapped) = Default::default();
    let mut weaver = Weaver { rule, program, mode, text, placed, wrapped };
    weaver.run(entry).map_err(|wrong| report(rule, &wrong))?;
    let Weaver { text, placed, wrapped, .. } = weaver;
    let mut all = SourceMap::new();
    let edited = renamed(program, sources, &wrapped);
    let rule_source = format!("{} (as Boogie)", rule.file);
    let mut add = |name: String, text: String| {
        all.add(name, text).map_err(|error| report(rule, &Wrong::nowhere(rule, error.to_string())))
    };
    for (name, text) in edited {
        add(name, text)?;
    }
    add(rule_source.clone(), text)?;
    Ok(Instrumented { sources: all, rule_source, entry: ENTRY.to_owned(), placed })
}

fn report(rule: &Rule, wrong: &Wrong) -> Report {
    let Wrong { span, message } = wrong;
    let place = Place {
        file: rule.file.clone(),
        line: span.at.line,
        column: span.at.column,
        length: (span.to - span.from).max(1) as u32,
    };
    let mut excerpts = Excerpts::default();
    let line = rule.text.lines().nth((span.at.line as usize).saturating_sub(1));
    excerpts.add(&rule.file, span.at.line, line.unwrap_or_default());
    Report { diagnostics: vec![Diagnostic::error("rule", place, message.clone())], excerpts }
}

struct Weaver<'r> {
    rule: &'r Rule,
    program: &'r Program,
    mode: Mode,
    text: String,
    placed: Vec<Event>,
    /// Procedures that have another name now.
    wrapped: BTreeSet<String>,
}

impl Weaver<'_> {
    fn procedure(&self, name: &str) -> Option<&ProcedureDecl> {
        self.program.decls.iter().find_map(|decl| match decl {
            Decl::Procedure(p) if self.program.text(p.name.symbol) == name => Some(p),
            _ => None,
        })
    }

    fn run(&mut self, entry: &str) -> Result<(), Wrong> {
        let mut state = State::default();
        for item in &self.rule.items {
            match item {
                Item::C { span, .. } => state.declaration(self.rule, *span)?,
                Item::Watch(Watch::Named { ty, name }) => state.watched(self.rule, *ty, name)?,
                Item::Watch(Watch::Parameters(_)) => state.watched_number(),
                Item::Directive(span) => {
                    let message = "a Boogie program has no preprocessor";
                    return Err(Wrong { span: *span, message: message.into() });
                }
                Item::Handler { .. } => {}
            }
        }
        let _ = writeln!(
            self.text,
            "// The rule {}, for the program that it is checked on.",
            self.rule.name
        );
        for variable in &state.variables {
            let _ = writeln!(self.text, "var {}: {};", variable.name, variable.kind.word());
        }
        let mut functions: Vec<String> = Vec::new();
        for (event, _) in self.rule.events() {
            if !functions.contains(&event.function) {
                functions.push(event.function.clone());
            }
        }
        for function in functions {
            if let Some(procedure) = self.procedure(&function).cloned() {
                self.wrap(&function, &procedure, &state)?;
            }
        }
        self.start(entry, &state);
        Ok(())
    }

    /// `P` between its handlers.
    fn wrap(&mut self, name: &str, procedure: &ProcedureDecl, state: &State) -> Result<(), Wrong> {
        let (before, after) = (
            self.handlers(name, procedure, state, true)?,
            self.handlers(name, procedure, state, false)?,
        );
        let (head, ins, outs) = self.signature(name, procedure);
        let _ = writeln!(
            self.text,
            "\nprocedure {head}\n{{\n{before}  call {}{name}__body({});\n{after}}}",
            assigned(&outs),
            ins.join(", ")
        );
        self.wrapped.insert(name.to_owned());
        Ok(())
    }

    /// Signature of a procedure as text, and the names of its parameters.
    fn signature(
        &self,
        name: &str,
        procedure: &ProcedureDecl,
    ) -> (String, Vec<String>, Vec<String>) {
        let list = |variables: &[lariat_boogie::ast::Variable]| {
            let one = |v: &lariat_boogie::ast::Variable| {
                let ty = print_type(self.program, v.ty);
                format!("{}: {ty}", self.program.text(v.name.symbol))
            };
            variables.iter().map(one).collect::<Vec<_>>().join(", ")
        };
        let names = |variables: &[lariat_boogie::ast::Variable]| {
            variables.iter().map(|v| self.program.text(v.name.symbol).to_owned()).collect()
        };
        let types: Vec<&str> =
            procedure.type_params.iter().map(|n| self.program.text(n.symbol)).collect();
        let types =
            if types.is_empty() { String::new() } else { format!("<{}>", types.join(", ")) };
        let head =
            format!("{name}{types}({}) returns ({})", list(&procedure.ins), list(&procedure.outs));
        (head, names(&procedure.ins), names(&procedure.outs))
    }

    /// The bodies of the handlers of a procedure, in order.
    fn handlers(
        &mut self,
        name: &str,
        procedure: &ProcedureDecl,
        state: &State,
        before: bool,
    ) -> Result<String, Wrong> {
        let mut out = String::new();
        for item in &self.rule.items {
            let Item::Handler { events, guard, body, pieces } = item else { continue };
            for (event, names, _) in events {
                if event.function != name || event.when.is_before() != before {
                    continue;
                }
                let typed = |v: &lariat_boogie::ast::Variable| {
                    (self.program.text(v.name.symbol).to_owned(), print_type(self.program, v.ty))
                };
                let translator = Translator {
                    rule: self.rule,
                    state,
                    ins: procedure.ins.iter().map(typed).collect(),
                    outs: procedure.outs.iter().map(typed).collect(),
                    names,
                    told: (self.mode == Mode::Reach).then(|| event.to_string()),
                };
                out.push_str(&translator.handler(guard.as_ref(), *body, pieces)?);
                let placed = Event { function: name.to_owned(), when: event.when };
                if !self.placed.contains(&placed) {
                    self.placed.push(placed);
                }
            }
        }
        Ok(out)
    }

    /// The entry, with the state as it is at the start.
    fn start(&mut self, entry: &str, state: &State) {
        let Some(procedure) = self.procedure(entry).cloned() else { return };
        let (head, ins, outs) = self.signature(ENTRY, &procedure);
        let _ = writeln!(self.text, "\nprocedure {head}");
        for spec in &procedure.specs {
            if let Spec::Requires(condition) = spec {
                let _ =
                    writeln!(self.text, "  requires {};", print_expr(self.program, condition.expr));
            }
        }
        self.text.push_str("{\n");
        for variable in state.variables.iter().filter(|v| v.initial.is_some()) {
            let initial = variable.initial.as_deref().unwrap_or_default();
            let _ = writeln!(self.text, "  {} := {initial};", variable.name);
        }
        let _ = writeln!(self.text, "  call {}{entry}({});\n}}", assigned(&outs), ins.join(", "));
    }
}

fn assigned(outs: &[String]) -> String {
    if outs.is_empty() { String::new() } else { format!("{} := ", outs.join(", ")) }
}

/// The texts with other names for some procedures, where they are declared and implemented.
fn renamed(
    program: &Program,
    sources: &SourceMap,
    wrapped: &BTreeSet<String>,
) -> Vec<(String, String)> {
    let mut places: Vec<Span> = Vec::new();
    for decl in &program.decls {
        let name = match decl {
            Decl::Procedure(p) => p.name,
            Decl::Implementation(i) => i.name,
            _ => continue,
        };
        if wrapped.contains(program.text(name.symbol)) {
            places.push(name.span);
        }
    }
    // From the end to the start, so that places before stay what they are.
    places.sort_by_key(|span| std::cmp::Reverse(span.start));
    let files = sources.files().iter();
    files
        .map(|file| {
            let mut text = file.text().to_owned();
            let (start, end) = (file.start(), file.start() + file.text().len() as u32);
            for span in places.iter().filter(|s| start <= s.start && s.end <= end) {
                text.insert_str((span.end - start) as usize, "__body");
            }
            (file.name().to_owned(), text)
        })
        .collect()
}
