//! A trace as text. The short form tells the story: calls, what they return, values that globals
//! take, what the front end recorded, the conditions of branches, and the assertion that fails with
//! the values it depends on. The full form has every step.

use crate::select::{Line, lines};
use crate::trace::{Binding, Failure, Location, Step, StepKind, Trace};
use std::fmt::Write;

/// Longer values are cut in the short form.
const VALUE_WIDTH: usize = 100;
/// With more inputs, those in the middle are left out of the short form.
const MAX_SHOWN_INPUTS: usize = 40;
/// Deeper calls are not indented further.
const MAX_INDENT: u32 = 16;

/// How much to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// What a reader needs to understand the failure.
    Short,
    /// Every step.
    Full,
}

/// What a piece of text is; the command line decides how that looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Text without a role.
    Plain,
    /// A place in a file.
    Place,
    /// The name of a procedure.
    Procedure,
    /// Names with their values.
    Values,
    /// Something said in passing.
    Aside,
    /// What went wrong.
    Failure,
}

/// Gives text a look.
pub trait Style {
    /// Appends a piece of text.
    fn paint(&self, tone: Tone, text: &str, out: &mut String);
}

/// Text as it is.
pub struct Unstyled;

impl Style for Unstyled {
    fn paint(&self, _: Tone, text: &str, out: &mut String) {
        out.push_str(text);
    }
}

/// Renders a trace; every line ends in a newline.
pub fn render(trace: &Trace, detail: Detail, style: &dyn Style) -> String {
    let mut page = Page { style, out: String::new(), detail };
    page.start(trace);
    for line in lines(trace, detail) {
        match line {
            Line::Step(i) => page.step(&trace.steps[i]),
            Line::CallAndReturn(call, ret) => {
                page.call_and_return(&trace.steps[call], &trace.steps[ret]);
            }
            Line::HiddenIterations { step, first, last } => {
                let step = &trace.steps[step];
                let label = step.iteration.as_ref().map_or("", |i| &i.label);
                page.indent(step.depth);
                page.put(Tone::Aside, &format!("… iterations {first} to {last} of loop {label} …"));
                page.end_line();
            }
            Line::HiddenSteps(count) => {
                page.put(Tone::Aside, &format!("… {count} steps not shown …"));
                page.end_line();
            }
        }
    }
    if trace.left_out > 0 {
        let count = trace.left_out;
        page.put(Tone::Aside, &format!("({count} steps in the middle were not written down)"));
        page.end_line();
    }
    match &trace.failure {
        Some(failure) => page.failure(failure),
        None => {
            page.put(Tone::Procedure, &trace.entry);
            page.put(Tone::Plain, " returns");
            page.end_line();
        }
    }
    page.out
}

/// A statement without its attributes.
fn without_attributes(text: &str) -> String {
    let mut bare = String::with_capacity(text.len());
    let mut depth = 0;
    let mut quoted = false;
    let mut rest = text.char_indices().peekable();
    while let Some((i, c)) = rest.next() {
        match c {
            '"' if depth > 0 => quoted = !quoted,
            '{' if !quoted && (depth > 0 || text[i..].starts_with("{:")) => depth += 1,
            '}' if !quoted && depth > 0 => {
                depth -= 1;
                // One blank goes with the attribute.
                while depth == 0 && rest.next_if(|(_, c)| c.is_whitespace()).is_some() {}
            }
            _ if depth == 0 => bare.push(c),
            _ => {}
        }
    }
    bare
}

struct Page<'s> {
    style: &'s dyn Style,
    out: String,
    detail: Detail,
}

impl Page<'_> {
    fn put(&mut self, tone: Tone, text: &str) {
        self.style.paint(tone, text, &mut self.out);
    }

    fn end_line(&mut self) {
        self.out.push('\n');
    }

    fn indent(&mut self, depth: u32) {
        for _ in 0..=depth.min(MAX_INDENT) {
            self.out.push_str("  ");
        }
    }

    fn start(&mut self, trace: &Trace) {
        self.inputs(trace);
        self.put(Tone::Procedure, &trace.entry);
        self.put(Tone::Plain, " starts");
        if !trace.initial.is_empty() {
            self.put(Tone::Plain, " with ");
            self.values(&trace.initial);
        }
        self.end_line();
    }

    /// What came from outside, and what is taken for granted.
    fn inputs(&mut self, trace: &Trace) {
        if !trace.inputs.is_empty() {
            self.put(Tone::Plain, "inputs:");
            self.end_line();
        }
        let (first, last) = match trace.inputs.len() {
            n if self.detail == Detail::Short && n > MAX_SHOWN_INPUTS => {
                (MAX_SHOWN_INPUTS / 2, n - MAX_SHOWN_INPUTS / 2)
            }
            n => (n, n),
        };
        for (i, input) in trace.inputs.iter().enumerate() {
            if i == first {
                self.put(Tone::Aside, &format!("  … {} more …", last - first));
                self.end_line();
            }
            if (first..last).contains(&i) {
                continue;
            }
            self.indent(0);
            let name = input.name.as_ref().map(|n| format!("{n} = ")).unwrap_or_default();
            self.put(Tone::Values, &format!("{name}{}", input.value));
            let line = input.source.as_ref().filter(|s| s.line > 0);
            let line = line.map(|s| format!("line {}: ", s.line)).unwrap_or_default();
            self.put(Tone::Aside, &format!("  ({line}{})", input.from));
            self.end_line();
        }
        for assumption in &trace.assumptions {
            self.put(Tone::Plain, assumption);
            self.end_line();
        }
    }

    fn place(&mut self, place: &Location) {
        let mut text = String::new();
        if place.line > 0 {
            let _ = write!(text, "{}:{}", place.file, place.line);
            if place.column > 0 {
                let _ = write!(text, ":{}", place.column);
            }
            text.push_str("  ");
        }
        self.put(Tone::Place, &text);
    }

    fn values(&mut self, values: &[Binding]) {
        let text: Vec<String> = values.iter().map(|b| self.binding(b)).collect();
        self.put(Tone::Values, &text.join(", "));
    }

    fn binding(&self, binding: &Binding) -> String {
        let value = binding.value.to_string();
        if self.detail == Detail::Short && value.chars().count() > VALUE_WIDTH {
            let cut: String = value.chars().take(VALUE_WIDTH).collect();
            return format!("{} = {cut}…", binding.name);
        }
        format!("{} = {value}", binding.name)
    }

    /// A statement as it is shown.
    fn statement(&self, text: &str) -> String {
        let text = text.trim_end_matches(';');
        match self.detail {
            Detail::Short => without_attributes(text),
            Detail::Full => text.to_string(),
        }
    }

    fn begin(&mut self, step: &Step) {
        self.indent(step.depth);
        self.place(step.source.as_ref().unwrap_or(&step.place));
    }

    fn step(&mut self, step: &Step) {
        self.begin(step);
        match &step.kind {
            StepKind::Call { callee, args, .. } => self.call(callee, args),
            StepKind::Return { from, results } => {
                self.put(Tone::Procedure, from);
                self.put(Tone::Plain, " returns");
                if !results.is_empty() {
                    self.put(Tone::Plain, " ");
                    self.values(results);
                }
            }
            StepKind::Iterate => {
                let iteration = step.iteration.as_ref();
                let (label, number) = iteration.map_or(("", 0), |i| (&i.label, i.number));
                self.put(Tone::Aside, &format!("loop {label}, iteration {number}"));
            }
            StepKind::Record => self.values(&step.writes),
            StepKind::Branch { .. } | StepKind::Marker => {
                let text = self.statement(&step.text);
                self.put(Tone::Aside, &text);
            }
            StepKind::Assign
            | StepKind::Havoc
            | StepKind::Assume
            | StepKind::Assert
            | StepKind::Ensures => {
                let text = self.statement(&step.text);
                self.put(Tone::Plain, if text.is_empty() { step.kind.name() } else { &text });
                let values = if step.writes.is_empty() { &step.reads } else { &step.writes };
                if !values.is_empty() {
                    self.put(Tone::Aside, "  ▸ ");
                    self.values(values);
                }
            }
        }
        self.printed(step.printed.as_deref());
        self.end_line();
    }

    fn printed(&mut self, printed: Option<&str>) {
        if let Some(text) = printed {
            self.put(Tone::Aside, "  prints: ");
            self.put(Tone::Values, text);
        }
    }

    fn call(&mut self, callee: &str, args: &[Binding]) {
        self.put(Tone::Plain, "call ");
        self.put(Tone::Procedure, callee);
        self.put(Tone::Plain, "(");
        self.values(args);
        self.put(Tone::Plain, ")");
    }

    fn call_and_return(&mut self, call: &Step, ret: &Step) {
        self.begin(call);
        if let StepKind::Call { callee, args, .. } = &call.kind {
            self.call(callee, args);
        }
        if let StepKind::Return { results, .. } = &ret.kind
            && !results.is_empty()
        {
            self.put(Tone::Plain, " returns ");
            self.values(results);
        }
        self.end_line();
    }

    fn failure(&mut self, failure: &Failure) {
        self.indent(failure.depth);
        self.place(failure.source.as_ref().unwrap_or(&failure.place));
        let text = self.statement(&failure.text);
        self.put(Tone::Failure, &text);
        self.put(Tone::Failure, "  fails");
        if let Some(message) = &failure.message {
            self.put(Tone::Plain, &format!(": {message}"));
        }
        self.printed(failure.printed.as_deref());
        self.end_line();
        for value in &failure.values {
            self.indent(failure.depth + 2);
            let text = self.binding(value);
            self.put(Tone::Values, &text);
            self.end_line();
        }
    }
}
