//! Where things stand in the source, what was said about them, and what they look like there.
//!
//! Every command of the core program refers to an [`Info`]. Places are asked for in ascending order
//! almost always, so the last answer is kept: a file that is one long line costs no more than others.

use crate::context::Lowering;
use crate::expressions::Scope;
use lariat_boogie::ast::{Attr, AttrArg, ExprId, ExprKind};
use lariat_boogie::{Resolution, SourceMap, Span, Ty};
use lariat_program::{Attribute, AttributeArg, Info, InfoId, Place};

/// The longest statement text that is kept, in bytes.
const TEXT_LIMIT: usize = 200;

/// Turns offsets into places.
pub(crate) struct Places<'a> {
    sources: &'a SourceMap,
    line_starts: Vec<Vec<u32>>,
    /// The files, and behind them those that `#line` names.
    names: Vec<String>,
    /// The last question: file, line index, offset in the file, column.
    last: (usize, usize, u32, u32),
}

impl<'a> Places<'a> {
    pub fn new(sources: &'a SourceMap) -> Self {
        let line_starts = sources
            .files()
            .iter()
            .map(|file| {
                let breaks = file.text().bytes().enumerate().filter(|&(_, b)| b == b'\n');
                std::iter::once(0).chain(breaks.map(|(i, _)| i as u32 + 1)).collect()
            })
            .collect();
        Places { sources, line_starts, names: names(sources), last: (usize::MAX, 0, 0, 0) }
    }

    /// The place of a global offset.
    pub fn place(&mut self, offset: u32) -> Place {
        let files = self.sources.files();
        let Some(file) = files.partition_point(|f| f.start() <= offset).checked_sub(1) else {
            return Place::default();
        };
        let text = files[file].text();
        let local = (offset - files[file].start()).min(text.len() as u32);
        let starts = &self.line_starts[file];
        let line = starts.partition_point(|&s| s <= local).saturating_sub(1);
        let (mut from, mut column) = (starts[line], 1);
        if self.last.0 == file && self.last.1 == line && self.last.2 <= local {
            (from, column) = (self.last.2, self.last.3);
        }
        let between = &text.as_bytes()[from as usize..local as usize];
        // Characters, not bytes: continuation bytes do not count.
        column += between.iter().filter(|&&b| b & 0xC0 != 0x80).count() as u32;
        self.last = (file, line, local, column);
        let (name, number) = files[file].origin(line as u32);
        let file = match name == files[file].name() {
            true => file,
            false => self.names.iter().position(|n| n == name).unwrap_or(file),
        };
        Place { file: file as u32, line: number, column }
    }
}

/// The names of the files that places are in: those of the program, and those that `#line` names.
pub(crate) fn names(sources: &SourceMap) -> Vec<String> {
    let files = sources.files();
    let mut names: Vec<String> = files.iter().map(|file| file.name().to_owned()).collect();
    for origin in files.iter().flat_map(|file| file.origins()) {
        if !names[..].iter().any(|name| name == origin) {
            names.push(origin.to_owned());
        }
    }
    names
}

/// The text on one line, cut to a sensible length.
fn one_line(text: &str) -> String {
    let text = text.trim();
    if text.len() <= TEXT_LIMIT && !text.contains(['\n', '\r', '\t']) {
        return text.to_string();
    }
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        if line.len() + word.len() > TEXT_LIMIT {
            let room = TEXT_LIMIT.saturating_sub(line.len());
            let cut = (0..=room.min(word.len())).rev().find(|&i| word.is_char_boundary(i));
            line.push_str(&word[..cut.unwrap_or(0)]);
            line.push('…');
            break;
        }
        line.push_str(word);
    }
    line
}

/// Attributes whose meaning is in the core program: it would have it twice if it was printed with them and read again.
const APPLIED: [&str; 2] = ["verified_under", "selective_checking"];

impl<'a> Lowering<'a> {
    /// The source text of a span, on one line.
    pub fn source_text(&self, span: Span) -> String {
        if self.options.statement_text { one_line(self.sources.text(span)) } else { String::new() }
    }

    /// Records where something stands, its attributes and its text.
    pub fn info(&mut self, scope: &mut Scope<'a>, span: Span, attrs: &'a [Attr]) -> InfoId {
        let text = self.source_text(span);
        self.info_with_text(scope, span, attrs, text)
    }

    /// As [`Lowering::info`], with a text of its own.
    pub fn info_with_text(
        &mut self,
        scope: &mut Scope<'a>,
        span: Span,
        attrs: &'a [Attr],
        text: String,
    ) -> InfoId {
        let attributes = self.attributes(scope, attrs);
        let place = self.places.place(span.start);
        self.program.add_info(Info { place, attributes, text, item: None })
    }

    /// Attributes as the core program has them. An argument that has no meaning here stays text.
    pub fn attributes(&mut self, scope: &mut Scope<'a>, attrs: &'a [Attr]) -> Vec<Attribute> {
        let boogie = self.boogie;
        let mut result = Vec::with_capacity(attrs.len());
        for attr in attrs {
            let name = boogie.text(attr.name.symbol).to_string();
            if APPLIED.contains(&name.as_str()) {
                continue;
            }
            let mut args = Vec::with_capacity(attr.args.len());
            for arg in &attr.args {
                args.push(match *arg {
                    AttrArg::Str(symbol) => AttributeArg::Text(boogie.text(symbol).to_string()),
                    AttrArg::Expr(e) => self.attribute_expression(scope, e),
                });
            }
            result.push(Attribute { name, args });
        }
        result
    }

    fn attribute_expression(&mut self, scope: &mut Scope<'a>, expr: ExprId) -> AttributeArg {
        if self.has_meaning(expr) {
            let errors = self.errors.len();
            if let Ok(term) = self.expression(scope, expr) {
                return AttributeArg::Term(term);
            }
            // What cannot be translated in an attribute is no error of the program.
            self.errors.truncate(errors);
        }
        AttributeArg::Text(one_line(self.sources.text(self.boogie[expr].span)).replace('"', "'"))
    }

    /// Whether the checker understood every part of the expression.
    fn has_meaning(&self, root: ExprId) -> bool {
        if matches!(self.boogie[root].kind, ExprKind::Int(_) | ExprKind::Bool(_)) {
            return true;
        }
        let mut stack = vec![root];
        while let Some(expr) = stack.pop() {
            if self.checked.ty(expr) == Ty::ERROR {
                return false;
            }
            let named = matches!(
                self.boogie[expr].kind,
                ExprKind::Var(_)
                    | ExprKind::App { .. }
                    | ExprKind::Is { .. }
                    | ExprKind::Field { .. }
                    | ExprKind::FieldUpdate { .. }
            );
            if named && self.checked.resolution(expr) == Resolution::None {
                return false;
            }
            crate::expressions::for_each_child(self.boogie, expr, |c| stack.push(c));
        }
        true
    }
}
