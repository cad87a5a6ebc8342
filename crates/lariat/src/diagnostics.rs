//! Shows diagnostics: place, source line, caret, help.
//!
//! A small renderer of our own: the whole start-up budget is a few milliseconds, and lines of many
//! megabytes must be cut to the part around the problem.

use crate::style::Paint;
use lariat_boogie::{Diagnostic, Severity, SourceMap, Span};
use std::fmt::Write;

/// At most this many diagnostics are shown; the rest are counted.
const SHOWN: usize = 20;
/// Characters of a source line that are shown.
const WIDTH: usize = 110;

/// All diagnostics, for people.
pub fn render_all(diagnostics: &[Diagnostic], sources: &SourceMap, paint: Paint) -> String {
    let mut out = String::new();
    for diagnostic in diagnostics.iter().take(SHOWN) {
        render(&mut out, diagnostic, sources, paint);
        out.push('\n');
    }
    let errors = diagnostics.iter().filter(|d| d.is_error()).count();
    if diagnostics.len() > SHOWN {
        let _ = writeln!(out, "… and {} more", diagnostics.len() - SHOWN);
    }
    if errors > 0 {
        let plural = if errors == 1 { "error" } else { "errors" };
        let _ = writeln!(out, "{}", paint.bad(&format!("{errors} {plural}")));
    }
    out
}

fn render(out: &mut String, diagnostic: &Diagnostic, sources: &SourceMap, paint: Paint) {
    let kind = match diagnostic.severity {
        Severity::Error => paint.bad(&format!("error[{}]", diagnostic.code)),
        Severity::Warning => paint.unsure(&format!("warning[{}]", diagnostic.code)),
    };
    let _ = writeln!(out, "{kind}: {}", paint.strong(&diagnostic.message));
    let caret = match diagnostic.severity {
        Severity::Error => Paint::bad,
        Severity::Warning => Paint::unsure,
    };
    snippet(out, diagnostic.span, None, sources, paint, caret);
    for (span, note) in &diagnostic.notes {
        snippet(out, *span, Some(note), sources, paint, Paint::frame);
    }
    if let Some(help) = &diagnostic.help {
        let _ = writeln!(out, "  {} {help}", paint.frame("= help:"));
    }
}

fn snippet(
    out: &mut String,
    span: Span,
    note: Option<&str>,
    sources: &SourceMap,
    paint: Paint,
    caret: fn(Paint, &str) -> String,
) {
    let at = sources.locate(span.start);
    let number = at.line.to_string();
    let margin = " ".repeat(number.len());
    let _ = writeln!(out, "{margin}{} {}:{}:{}", paint.frame("-->"), at.file, at.line, at.column);
    let length = sources.text(span).split('\n').next().unwrap_or("").chars().take(WIDTH).count();
    let (line, skipped) = window(at.text, at.column as usize - 1);
    let bar = paint.frame("|");
    let _ = writeln!(out, "{margin} {bar}");
    let _ = writeln!(out, "{} {bar} {line}", paint.frame(&number));
    let before = at.column as usize - 1 - skipped;
    let room = line.chars().count().saturating_sub(before).max(1);
    let marks = "^".repeat(length.clamp(1, room));
    // Tabs keep their width when the marker line repeats them.
    let indent: String =
        line.chars().take(before).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
    let note = note.map(|n| format!(" {n}")).unwrap_or_default();
    let _ = writeln!(out, "{margin} {bar} {indent}{}{note}", caret(paint, &marks));
}

/// The part of a line around a column, and how many characters were left out before it.
fn window(line: &str, column: usize) -> (String, usize) {
    let clean = |c: char| if c.is_control() && c != '\t' { '\u{fffd}' } else { c };
    let start = if column < WIDTH - 30 { 0 } else { column - WIDTH / 2 };
    (line.chars().skip(start).take(WIDTH).map(clean).collect(), start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_place_line_caret_and_help() {
        let sources = SourceMap::single("f.bpl", "var x: int;\nvar y: innt;\n").unwrap();
        let d = Diagnostic::error("undeclared", Span::new(19, 23), "there is no type `innt`")
            .with_help("did you mean `int`?");
        let shown = render_all(&[d], &sources, Paint::PLAIN);
        let expected = "\
error[undeclared]: there is no type `innt`
 --> f.bpl:2:8
  |
2 | var y: innt;
  |        ^^^^
  = help: did you mean `int`?

1 error
";
        assert_eq!(shown, expected);
    }

    #[test]
    fn cuts_long_lines_around_the_problem() {
        let text = format!("{}?{}", "a".repeat(5000), "b".repeat(5000));
        let sources = SourceMap::single("long.bpl", text).unwrap();
        let d = Diagnostic::error("syntax", Span::new(5000, 5001), "unexpected character");
        let shown = render_all(&[d], &sources, Paint::PLAIN);
        assert!(shown.lines().all(|l| l.chars().count() < 140), "{shown}");
        let lines: Vec<&str> = shown.lines().collect();
        let mark = lines[3].find('?').unwrap() - lines[3].find('|').unwrap();
        let caret = lines[4].find('^').unwrap() - lines[4].find('|').unwrap();
        assert_eq!(mark, caret);
    }
}
