//! The part of a program that an instance is about, and its fingerprint.
//!
//! Reachable is what executions may get to as far as names tell: functions and objects that are mentioned, from the entry on. The fingerprint is made of
//! their code as the front end understands it, without places: comments, white space and moved lines change nothing, nor does code that is
//! not reachable. Records are in it as a whole, since their layout decides what code means.

use lariat_c::{ExprKind, FunctionId, GlobalId, InitValue, Part, Program};
use lariat_rules::{Node, visit};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;

/// What is reachable.
#[derive(Clone, Debug, Default)]
pub struct Reachable {
    /// Functions, with or without a body.
    pub functions: BTreeSet<FunctionId>,
    /// Global objects.
    pub globals: BTreeSet<GlobalId>,
}

impl Reachable {
    /// From an entry on.
    pub fn of(program: &Program, entry: &str) -> Reachable {
        let mut reachable = Reachable::default();
        let entry = program.function_named(entry).filter(|f| program.function(*f).body.is_some());
        let Some(entry) = entry else { return reachable };
        let mut pending: Vec<FunctionId> = vec![entry];
        let all = (0..program.functions.len() as u32).map(FunctionId);
        pending.extend(all.filter(|&f| {
            let function = program.function(f);
            function.constructor.is_some() || function.destructor.is_some()
        }));
        while let Some(f) = pending.pop() {
            if !reachable.functions.insert(f) {
                continue;
            }
            let mut globals = Vec::new();
            visit(program, program.function(f), |node| {
                let Node::Expr(e) = node else { return };
                match program.expr(e).kind {
                    ExprKind::Function(g) => pending.push(g),
                    ExprKind::Global(g) => globals.push(g),
                    _ => {}
                }
            });
            while let Some(g) = globals.pop() {
                if reachable.globals.insert(g) {
                    mentioned_by(program, g, &mut pending, &mut globals);
                }
            }
        }
        reachable
    }

    /// Functions of the program that the environment mentions, or whose address is taken: what it may call.
    pub fn entry_points(&self, program: &Program, entry: &str) -> Vec<String> {
        let mut names = BTreeSet::new();
        for &f in &self.functions {
            let function = program.function(f);
            if program.part_of(f) == Some(Part::Environment) {
                visit(program, function, |node| {
                    if let Node::Expr(e) = node
                        && let ExprKind::Function(g) = program.expr(e).kind
                        && program.part_of(g) == Some(Part::Program)
                    {
                        names.insert(program.name(program.function(g).name).to_owned());
                    }
                });
            }
            let by_pointer = function.address_taken && program.part_of(f) == Some(Part::Program);
            let name = program.name(function.name);
            let is_first = name == entry && program.part_of(f) == Some(Part::Program);
            if (by_pointer || is_first) && !name.starts_with("__lariat") {
                names.insert(name.to_owned());
            }
        }
        names.into_iter().map(|name| name.trim_end_matches("__body").to_owned()).collect()
    }

    /// The names of the functions.
    pub fn names(&self, program: &Program) -> BTreeSet<String> {
        let name = |f: &FunctionId| program.name(program.function(*f).name).to_owned();
        self.functions.iter().map(name).collect()
    }

    /// Functions without a body that nobody knows.
    pub fn unmodelled(&self, program: &Program) -> Vec<String> {
        let mut names: BTreeSet<&str> = BTreeSet::new();
        for &f in &self.functions {
            let function = program.function(f);
            let name = program.name(function.name);
            let ours = name.starts_with("__lariat") || name.starts_with("__builtin_");
            let is_known = ours
                || lariat_c2boogie::meaning(name).is_some()
                || lariat_c2boogie::is_library(name);
            if function.body.is_none() && !is_known {
                names.insert(name);
            }
        }
        names.into_iter().map(str::to_owned).collect()
    }

    /// A hash of the code; `more` is what else the question depends on.
    pub fn fingerprint(&self, program: &Program, more: &[&str]) -> String {
        let mut hasher = Sha256::new();
        let mut add = |text: &str| {
            hasher.update((text.len() as u64).to_le_bytes());
            hasher.update(text.as_bytes());
        };
        more.iter().for_each(|text| add(text));
        // By name: numbers depend on what else there is.
        let mut texts: Vec<String> = Vec::new();
        for &f in &self.functions {
            let function = program.function(f);
            let dump = match function.body {
                Some(_) => renumbered(&program.dump_function(function)),
                None => program.show_declaration(function.ty, program.name(function.name)),
            };
            texts.push(dump);
        }
        for &g in &self.globals {
            let global = program.global(g);
            let mut text = program.show_declaration(global.ty, program.name(global.name));
            if !global.defined {
                text.push_str(" extern");
            }
            if let Some(init) = &global.init {
                text.push_str(&renumbered(&program.dump_init(init)));
            }
            texts.push(text);
        }
        for (_, record) in program.types.records().filter(|r| r.1.complete) {
            let mut text = format!("{:?} {:?}", record.kind, record.tag.map(|t| program.name(t)));
            for field in &record.fields {
                let name = field.name.map(|n| program.name(n)).unwrap_or_default();
                let shown = program.show_type(field.ty);
                text.push_str(&format!(";{shown} {name}@{}{:?}", field.offset, field.bits));
            }
            texts.push(text);
        }
        texts.sort();
        texts.dedup();
        texts.iter().for_each(|text| add(text));
        hex(&hasher.finalize())
    }
}

/// Bytes as text.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn mentioned_by(
    program: &Program,
    g: GlobalId,
    functions: &mut Vec<FunctionId>,
    globals: &mut Vec<GlobalId>,
) {
    let entries = program.global(g).init.iter().flat_map(|init| &init.entries);
    let mut pending: Vec<_> = entries
        .filter_map(|entry| match entry.value {
            InitValue::Expr(e) => Some(e),
            _ => None,
        })
        .collect();
    while let Some(e) = pending.pop() {
        let kind = &program.expr(e).kind;
        match kind {
            ExprKind::Function(f) => functions.push(*f),
            ExprKind::Global(g) => globals.push(*g),
            _ => {}
        }
        kind.for_each_child(|child| pending.push(child));
    }
}

/// The text with the numbers of variables (`x%12`) and globals (`y$7`) in the order in which they appear. Literals stay as they are.
fn renumbered(text: &str) -> String {
    let mut seen: Vec<&str> = Vec::new();
    let mut out = String::with_capacity(text.len());
    let bytes = text.as_bytes();
    let (mut at, mut quoted) = (0, false);
    while at < bytes.len() {
        let byte = bytes[at];
        let start = at;
        at += 1;
        match byte {
            b'\\' if quoted => at = (at + 1).min(bytes.len()),
            b'"' => quoted = !quoted,
            b'%' | b'$' if !quoted => {
                let digits = bytes[at..].iter().take_while(|b| b.is_ascii_digit()).count();
                let number = &text[at..at + digits];
                out.push(char::from(byte));
                if digits > 0 {
                    let position = seen.iter().position(|known| *known == number);
                    let position = position.unwrap_or_else(|| {
                        seen.push(number);
                        seen.len() - 1
                    });
                    out.push_str(&position.to_string());
                }
                at += digits;
                continue;
            }
            _ => {}
        }
        // Characters of several bytes are copied as a whole.
        while at < bytes.len() && bytes[at] & 0xc0 == 0x80 {
            at += 1;
        }
        out.push_str(&text[start..at]);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::renumbered;

    #[test]
    fn numbers_of_variables_follow_their_order() {
        assert_eq!(renumbered("x%12 = y$7 + x%12;"), "x%0 = y$1 + x%0;");
        assert_eq!(renumbered("a%3 % 5 \"%5d\\\"%7\" é%3"), "a%0 % 5 \"%5d\\\"%7\" é%0");
    }
}
