//! Lines that start with `#`: `#line N FILE` says where the text came from (see [`SourceMap`](crate::SourceMap)), `#if`, `#elsif`, `#else` and
//! `#endif` leave text out. The only names that are defined are `FILE_0`, `FILE_1`, …: in the first file of the program the first, and so on.
//!
//! Whether a branch counts is found out by looking for the line where it ends, not by remembering what was open: the
//! parser goes back in the text at times.

use super::Lexer;

/// The lines that matter to a condition.
#[derive(Clone, Copy, PartialEq)]
enum Directive<'s> {
    If(&'s str),
    ElseIf(&'s str),
    Else,
    EndIf,
}

fn read(line: &str) -> Option<Directive<'_>> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match word {
        "#if" => Some(Directive::If(rest.trim())),
        "#elsif" => Some(Directive::ElseIf(rest.trim())),
        "#else" => Some(Directive::Else),
        "#endif" => Some(Directive::EndIf),
        _ => None,
    }
}

impl<'s> Lexer<'s> {
    /// At the start of a line with `#`: passes over a directive and what it leaves out; false if it is none.
    pub(super) fn directive(&mut self) -> bool {
        let line = self.line_at(self.pos);
        match read(line) {
            Some(Directive::If(condition)) => {
                self.skip_line();
                if !self.holds(condition) {
                    self.next_branch(true);
                }
                true
            }
            // The branch before was read.
            Some(Directive::ElseIf(_) | Directive::Else) => {
                self.skip_line();
                self.next_branch(false);
                true
            }
            Some(Directive::EndIf) => {
                self.skip_line();
                true
            }
            None if line == "#line"
                || line.starts_with("#line ")
                || line.starts_with("#line\t") =>
            {
                self.skip_line();
                true
            }
            None => false,
        }
    }

    fn line_at(&self, pos: usize) -> &'s str {
        let rest = self.text.get(pos..).unwrap_or("");
        rest.split('\n').next().unwrap_or("").trim_end()
    }

    fn holds(&self, condition: &str) -> bool {
        let (name, wanted) = match condition.strip_prefix('!') {
            Some(name) => (name.trim(), false),
            None => (condition, true),
        };
        (name == format!("FILE_{}", self.file)) == wanted
    }

    /// Goes behind the line that ends this branch: the one where the next branch that counts begins, or `#endif`.
    fn next_branch(&mut self, may_count: bool) {
        let start = self.pos;
        let mut depth = 0u32;
        while self.pos < self.bytes.len() {
            // Behind the line break.
            self.pos += 1;
            let directive = read(self.line_at(self.pos));
            self.skip_line();
            match directive {
                Some(Directive::If(_)) => depth += 1,
                Some(Directive::EndIf) if depth == 0 => return,
                Some(Directive::EndIf) => depth -= 1,
                Some(Directive::Else) if depth == 0 && may_count => return,
                Some(Directive::ElseIf(c)) if depth == 0 && may_count && self.holds(c) => return,
                _ => {}
            }
        }
        self.pos = self.bytes.len();
        let at = start.min(self.bytes.len()) as u32 + self.base;
        self.problems.push((at, at, "there is no `#endif` for this".into()));
    }
}
