//! What a program has: the functions that it defines, and the roles that it gives them.
//!
//! Found in the preprocessed text, by its tokens, before anything is parsed: models and harness depend on it. A role that is not
//! seen here costs coverage (an entry point that is not called, an event that does not happen), which verdicts show; it
//! never makes a wrong one.

use crate::manifest::Role;
use lariat_c::preprocess::line_marker;
use lariat_rules::lexer::{Kind, Token, lex};
use std::collections::{BTreeMap, BTreeSet};

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Functions that are defined, outside of the platform's and the system's headers.
    pub functions: BTreeSet<String>,
    /// Functions by role, and by role type, in the order of the source.
    pub roles: BTreeMap<String, Vec<String>>,
}

impl Found {
    /// Looks at one more file; `is_foreign` says of a header that it is not the program's.
    pub fn look(&mut self, text: &str, roles: &[Role], is_foreign: &dyn Fn(&str) -> bool) {
        let tokens = lex(text);
        let mut scan = Scan { text, tokens: &tokens, roles, found: self };
        scan.run(is_foreign);
    }

    /// Gives roles by name to functions that nothing else gives one.
    pub fn by_name(&mut self, roles: &[Role]) {
        for role in roles {
            let named = role.names.iter().find(|name| self.functions.contains(*name));
            if let (Some(name), None) = (named, self.roles.get(&role.name)) {
                self.roles.insert(role.name.clone(), vec![name.clone()]);
            }
        }
        // A function that is only declared is none that can be called.
        for functions in self.roles.values_mut() {
            functions.retain(|f| self.functions.contains(f));
        }
        self.roles.retain(|_, functions| !functions.is_empty());
    }

    /// Does the program have a function of this name, or one in this role?
    pub fn has(&self, need: &str) -> bool {
        self.functions.contains(need) || self.roles.contains_key(need)
    }

    /// The macros that say so.
    pub fn macros(&self) -> String {
        let mut out = String::new();
        for function in &self.functions {
            out.push_str(&format!("#define LARIAT_HAS_{function} 1\n"));
        }
        for (role, functions) in &self.roles {
            let count = functions.len();
            out.push_str(&format!("#define fun_{role} {}\n", functions[0]));
            out.push_str(&format!("#define fun_{role}_COUNT {count}\n"));
            for (n, function) in (1..).zip(functions) {
                out.push_str(&format!("#define fun_{role}_{n} {function}\n"));
            }
        }
        out
    }

    fn give(&mut self, role: &str, function: &str) {
        let known = self.roles.entry(role.to_owned()).or_default();
        if !known.iter().any(|f| f == function) {
            known.push(function.to_owned());
        }
    }
}

struct Scan<'s> {
    text: &'s str,
    tokens: &'s [Token],
    roles: &'s [Role],
    found: &'s mut Found,
}

impl Scan<'_> {
    fn word(&self, at: usize) -> &str {
        let token = self.tokens.get(at).filter(|t| t.kind == Kind::Word);
        token.map_or("", |t| t.text(self.text))
    }

    fn is(&self, at: usize, mark: u8) -> bool {
        self.tokens.get(at).is_some_and(|t| t.is(mark))
    }

    fn run(&mut self, is_foreign: &dyn Fn(&str) -> bool) {
        let mut depth = 0i32;
        let mut foreign = false;
        for at in 0..self.tokens.len() {
            let token = self.tokens[at];
            match token.kind {
                Kind::Directive => {
                    if let Some(file) = line_marker(token.text(self.text)).and_then(|m| m.file) {
                        foreign = is_foreign(&file);
                    }
                }
                Kind::Mark(b'{') => {
                    if depth == 0 && !foreign {
                        self.definition(at);
                    }
                    depth += 1;
                }
                Kind::Mark(b'}') => depth -= 1,
                Kind::Word if depth == 0 && !foreign => self.declaration(at),
                Kind::Word if !foreign => self.assignment(at),
                _ => {}
            }
        }
    }

    /// `name ( … ) {` at file scope, with attributes in between.
    fn definition(&mut self, brace: usize) {
        let mut at = brace;
        // Of an old-style definition, the declarations of its parameters stand in between.
        if at > 0 && self.is(at - 1, b';') {
            while at > 0 && (!self.is(at - 1, b')') || self.word(at).is_empty()) {
                at -= 1;
            }
        }
        loop {
            // Back over a parameter list, or a group of an attribute.
            if at == 0 || !self.is(at - 1, b')') {
                return;
            }
            let mut depth = 0;
            while at > 0 {
                at -= 1;
                depth += i32::from(self.is(at, b')')) - i32::from(self.is(at, b'('));
                if depth == 0 {
                    break;
                }
            }
            if at == 0 {
                return;
            }
            let name = self.word(at - 1).to_owned();
            if name.is_empty() {
                return;
            }
            if name.starts_with("__attribute") || name == "__declspec" {
                at -= 1;
                continue;
            }
            self.found.functions.insert(name);
            return;
        }
    }

    /// `ROLE f;` or `ROLE f, g;`
    fn declaration(&mut self, at: usize) {
        let word = self.word(at);
        let matching = |role: &&Role| role.types.iter().any(|ty| ty == word);
        let names: Vec<String> =
            self.roles.iter().filter(matching).map(|role| role.name.clone()).collect();
        if names.is_empty() || self.word(at.wrapping_sub(1)) == "typedef" {
            return;
        }
        let ty = word.to_owned();
        let mut at = at + 1;
        while !self.word(at).is_empty() && (self.is(at + 1, b';') || self.is(at + 1, b',')) {
            let function = self.word(at).to_owned();
            // A type that several roles share tells them apart no further.
            if let [role] = names.as_slice() {
                self.found.give(role, &function);
            }
            if names.first() != Some(&ty) {
                self.found.give(&ty, &function);
            }
            at += 2;
        }
    }

    /// `->Field = f;`, `->Field[index] = f`, also with `&` or a cast in front of the function, and for the whole of a chain.
    fn assignment(&mut self, at: usize) {
        let before_is_member = at > 0 && (self.is(at - 1, b'.') || self.is(at - 1, b'>'));
        if !before_is_member {
            return;
        }
        let field = self.word(at);
        let mut end = at + 1;
        let mut index = String::new();
        if self.is(end, b'[') {
            end += 1;
            while end < self.tokens.len() && !self.is(end, b']') {
                index.push_str(self.tokens[end].text(self.text));
                end += 1;
            }
            end += 1;
        }
        if !self.is(end, b'=') || self.is(end + 1, b'=') {
            return;
        }
        let written = if index.is_empty() { field.to_owned() } else { format!("{field}[{index}]") };
        let names: Vec<String> = self
            .roles
            .iter()
            .filter(|role| role.fields.iter().any(|f| same_field(f, &written)))
            .map(|role| role.name.clone())
            .collect();
        if names.is_empty() {
            return;
        }
        // The last name before the semicolon is the function; in a chain of assignments it stands at the end.
        let mut stop = end;
        while stop < self.tokens.len() && !self.is(stop, b';') {
            stop += 1;
        }
        let function = self.word(stop.saturating_sub(1)).to_owned();
        if function.is_empty() || function == "NULL" {
            return;
        }
        for role in names {
            self.found.give(&role, &function);
        }
    }
}

/// `MajorFunction[0x00]` is `MajorFunction[0]`, too.
fn same_field(a: &str, b: &str) -> bool {
    fn parts(field: &str) -> (&str, Option<String>) {
        match field.split_once('[') {
            None => (field, None),
            Some((name, index)) => {
                let index = index.trim_end_matches(']').trim();
                let bare = index.trim_matches(|c| c == '(' || c == ')').trim();
                let number = match bare.strip_prefix("0x").or_else(|| bare.strip_prefix("0X")) {
                    Some(hex) => u64::from_str_radix(hex, 16).ok(),
                    None => bare.parse().ok(),
                };
                (name, Some(number.map_or_else(|| bare.to_owned(), |n| n.to_string())))
            }
        }
    }
    parts(a) == parts(b)
}
