//! Rules in one style: two spaces for each brace, no blanks at the ends of lines, at most one empty line.
//!
//! Lines stay lines, and what is in them stays as it is but for the blanks in front: the text has the same tokens.

use crate::lexer::{Kind, lex};

/// Blanks for each level.
const STEP: usize = 2;

/// The text in our style.
pub fn format(text: &str) -> String {
    let depths = depths(text);
    let mut out = String::new();
    let mut empty = 0;
    for (n, line) in text.lines().enumerate() {
        let trimmed = line.trim();
        if trimmed.is_empty() {
            empty += 1;
            continue;
        }
        if empty > 0 && !out.is_empty() {
            out.push('\n');
        }
        empty = 0;
        match depths.get(n).copied().flatten() {
            // The inside of a comment keeps its own shape, and directives stand in front.
            None => out.push_str(line.trim_end()),
            Some(depth) => {
                out.extend(std::iter::repeat_n(' ', depth * STEP));
                out.push_str(trimmed);
            }
        }
        out.push('\n');
    }
    out
}

/// How deep each line is; `None` for lines that are left alone.
fn depths(text: &str) -> Vec<Option<usize>> {
    let count = text.lines().count();
    let mut depths: Vec<Option<usize>> = vec![None; count];
    let mut depth = 0usize;
    let mut tokens = lex(text).into_iter().peekable();
    let mut offset = 0;
    let mut in_comment = false;
    // A statement that goes on in the next line is deeper there.
    let mut open_statement = false;
    let mut round = 0i32;
    for (n, line) in text.split_inclusive('\n').enumerate() {
        let end = offset + line.len();
        let was_in_comment = in_comment;
        let first = tokens.peek().filter(|t| t.span.from < end).copied();
        let starts_in_comment = was_in_comment;
        in_comment = comment_state(line, in_comment);
        let closes = first.is_some_and(|t| t.is(b'}'));
        let mut here = depth.saturating_sub(usize::from(closes));
        if !closes
            && first.is_some()
            && (open_statement || round > 0)
            && !first.is_some_and(|t| t.is(b'{'))
        {
            here += 2;
        }
        depths[n] = match first.map(|t| t.kind) {
            _ if starts_in_comment => None,
            Some(Kind::Directive) => Some(0),
            _ => Some(here),
        };
        while let Some(token) = tokens.peek().filter(|t| t.span.from < end).copied() {
            tokens.next();
            match token.kind {
                Kind::Mark(b'{') => {
                    depth += 1;
                    open_statement = false;
                }
                Kind::Mark(b'}') => {
                    depth = depth.saturating_sub(1);
                    open_statement = false;
                }
                Kind::Mark(b'(' | b'[') => round += 1,
                Kind::Mark(b')' | b']') => {
                    round -= 1;
                    open_statement = false;
                }
                Kind::Mark(b';' | b',' | b':') | Kind::Directive => open_statement = false,
                Kind::Word => open_statement = false,
                Kind::Mark(b'=' | b'+' | b'-' | b'*' | b'/' | b'&' | b'|' | b'?') => {
                    open_statement = true;
                }
                _ => open_statement = false,
            }
        }
        offset = end;
    }
    depths
}

/// Is the end of a line inside of a comment?
fn comment_state(line: &str, mut inside: bool) -> bool {
    let bytes = line.as_bytes();
    let mut at = 0;
    let mut quote = None;
    while at < bytes.len() {
        let rest = &bytes[at..];
        if inside {
            if rest.starts_with(b"*/") {
                inside = false;
                at += 1;
            }
        } else if let Some(q) = quote {
            if bytes[at] == b'\\' {
                at += 1;
            } else if bytes[at] == q {
                quote = None;
            }
        } else if rest.starts_with(b"//") {
            return false;
        } else if rest.starts_with(b"/*") {
            inside = true;
            at += 1;
        } else if bytes[at] == b'"' || bytes[at] == b'\'' {
            quote = Some(bytes[at]);
        }
        at += 1;
    }
    inside
}
