//! S-expressions: cutting a solver's output into answers, and reading them.

use std::fmt;

/// An S-expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sexp {
    /// A symbol (without its bars), a number, a keyword.
    Atom(String),
    /// A string literal, as it is written, with its quotes.
    Text(String),
    /// A list.
    List(Vec<Sexp>),
}

impl Sexp {
    /// The atom, if it is one.
    pub fn atom(&self) -> Option<&str> {
        match self {
            Sexp::Atom(a) => Some(a),
            _ => None,
        }
    }

    /// The elements, if it is a list.
    pub fn list(&self) -> Option<&[Sexp]> {
        match self {
            Sexp::List(items) => Some(items),
            _ => None,
        }
    }
}

impl fmt::Display for Sexp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // An explicit stack, for values as deep as solvers print them.
        enum Step<'a> {
            Show(&'a Sexp),
            Write(&'static str),
        }
        let mut stack = vec![Step::Show(self)];
        while let Some(step) = stack.pop() {
            match step {
                Step::Write(text) => f.write_str(text)?,
                Step::Show(Sexp::Atom(a)) if a.contains([' ', '(']) => {
                    write!(f, "|{a}|")?;
                }
                Step::Show(Sexp::Atom(a) | Sexp::Text(a)) => f.write_str(a)?,
                Step::Show(Sexp::List(items)) => {
                    f.write_str("(")?;
                    stack.push(Step::Write(")"));
                    for (i, item) in items.iter().enumerate().rev() {
                        stack.push(Step::Show(item));
                        if i > 0 {
                            stack.push(Step::Write(" "));
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

/// Reads one S-expression; `None` if the text is not exactly one.
pub fn parse(text: &str) -> Option<Sexp> {
    let bytes = text.as_bytes();
    let mut open: Vec<Vec<Sexp>> = Vec::new();
    let mut done: Option<Sexp> = None;
    let mut i = 0;
    while i < bytes.len() {
        let start = i;
        let item = match bytes[i] {
            b' ' | b'\t' | b'\r' | b'\n' => {
                i += 1;
                continue;
            }
            b';' => {
                i += bytes[i..].iter().position(|&b| b == b'\n').unwrap_or(bytes.len() - i);
                continue;
            }
            b'(' => {
                open.push(Vec::new());
                i += 1;
                continue;
            }
            b')' => {
                i += 1;
                Sexp::List(open.pop()?)
            }
            b'"' => {
                i = end_of_text(bytes, i)?;
                Sexp::Text(text[start..i].to_owned())
            }
            b'|' => {
                i += 1 + bytes[i + 1..].iter().position(|&b| b == b'|')? + 1;
                Sexp::Atom(text[start + 1..i - 1].to_owned())
            }
            _ => {
                let ends = |b: &u8| b" \t\r\n()\";|".contains(b);
                i += bytes[i..].iter().position(ends).unwrap_or(bytes.len() - i);
                Sexp::Atom(text[start..i].to_owned())
            }
        };
        match open.last_mut() {
            Some(list) => list.push(item),
            None if done.is_none() => done = Some(item),
            None => return None,
        }
    }
    if open.is_empty() { done } else { None }
}

/// The position after a string literal, in which two quotes stand for one.
fn end_of_text(bytes: &[u8], start: usize) -> Option<usize> {
    let mut i = start + 1;
    loop {
        i += bytes.get(i..)?.iter().position(|&b| b == b'"')? + 1;
        if bytes.get(i) != Some(&b'"') {
            return Some(i);
        }
        i += 1;
    }
}

/// Cuts a stream into answers: complete S-expressions.
#[derive(Default)]
pub(super) struct Framer {
    answer: Vec<u8>,
    depth: usize,
    state: State,
}

#[derive(Default, PartialEq)]
enum State {
    #[default]
    Plain,
    Text,
    Quoted,
    Comment,
}

impl Framer {
    /// Takes a byte; returns an answer when one is complete.
    pub fn push(&mut self, byte: u8) -> Option<String> {
        match self.state {
            State::Comment => {
                if byte == b'\n' {
                    self.state = State::Plain;
                }
                return None;
            }
            State::Text | State::Quoted => {
                self.answer.push(byte);
                let end = if self.state == State::Text { b'"' } else { b'|' };
                if byte == end {
                    self.state = State::Plain;
                }
                return None;
            }
            State::Plain => {}
        }
        match byte {
            b';' => {
                self.state = State::Comment;
                return self.finish_atom();
            }
            b'(' => {
                self.depth += 1;
                self.answer.push(byte);
            }
            b')' => {
                self.answer.push(byte);
                self.depth = self.depth.saturating_sub(1);
                if self.depth == 0 {
                    return self.finish();
                }
            }
            b' ' | b'\t' | b'\r' | b'\n' => {
                if self.depth == 0 {
                    return self.finish_atom();
                }
                self.answer.push(byte);
            }
            b'"' => {
                self.state = State::Text;
                self.answer.push(byte);
            }
            b'|' => {
                self.state = State::Quoted;
                self.answer.push(byte);
            }
            _ => self.answer.push(byte),
        }
        None
    }

    fn finish_atom(&mut self) -> Option<String> {
        if self.depth == 0 && !self.answer.is_empty() { self.finish() } else { None }
    }

    /// What is left at the end of the stream.
    pub fn finish(&mut self) -> Option<String> {
        if self.answer.is_empty() {
            return None;
        }
        self.depth = 0;
        Some(String::from_utf8_lossy(&std::mem::take(&mut self.answer)).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frames(text: &str) -> Vec<String> {
        let mut framer = Framer::default();
        let mut found: Vec<String> = text.bytes().filter_map(|b| framer.push(b)).collect();
        found.extend(framer.finish());
        found
    }

    #[test]
    fn answers_are_cut_at_their_ends() {
        assert_eq!(
            frames("sat\n((x 1)\n (y |a ) b|))\nunsat"),
            ["sat", "((x 1)\n (y |a ) b|))", "unsat"]
        );
        assert_eq!(
            frames("(error \"bad ) \"\"thing\"\"\") ; more\nsat "),
            ["(error \"bad ) \"\"thing\"\"\")", "sat"]
        );
    }

    #[test]
    fn expressions_are_read() {
        for text in ["x", "(a (b c) \"d \"\"e\")", "()", "(|a b| ((_ bv5 8)))"] {
            assert_eq!(parse(text).unwrap().to_string(), text);
        }
        for text in ["", "(", ")", "a b", "(a", "\"a"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
