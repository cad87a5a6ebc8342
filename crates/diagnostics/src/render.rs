//! Shows diagnostics: place, source line, caret, help.
//!
//! A small renderer of our own: the whole start-up budget is a few milliseconds, and lines of many
//! megabytes must be cut to the part around the problem.

use crate::{Diagnostic, Place, Severity, Sources};
use std::fmt::Write;

/// At most this many diagnostics are shown; the rest are counted.
pub const SHOWN: usize = 20;
/// Characters of a source line that are shown.
const WIDTH: usize = 110;

/// How the parts of a message look.
pub trait Theme {
    /// The word `error` and what it marks.
    fn error(&self, text: &str) -> String;
    /// The word `warning` and what it marks.
    fn warning(&self, text: &str) -> String;
    /// The message.
    fn message(&self, text: &str) -> String;
    /// Line numbers, arrows, bars, and what notes mark.
    fn frame(&self, text: &str) -> String;
}

/// Text without colours.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain;

impl Theme for Plain {
    fn error(&self, text: &str) -> String {
        text.to_owned()
    }
    fn warning(&self, text: &str) -> String {
        text.to_owned()
    }
    fn message(&self, text: &str) -> String {
        text.to_owned()
    }
    fn frame(&self, text: &str) -> String {
        text.to_owned()
    }
}

/// All diagnostics, for people. Only the places of those that are shown are looked up.
pub fn render_all<P>(
    diagnostics: &[Diagnostic<P>],
    sources: &impl Sources<P>,
    theme: &impl Theme,
) -> String {
    let mut out = String::new();
    for diagnostic in diagnostics.iter().take(SHOWN) {
        let diagnostic = diagnostic.resolve(sources);
        let line = |place: &Place| sources.line(&place.file, place.line);
        render(&mut out, &diagnostic, &line, theme);
        out.push('\n');
    }
    if diagnostics.len() > SHOWN {
        let _ = writeln!(out, "… and {} more", diagnostics.len() - SHOWN);
    }
    let errors = diagnostics.iter().filter(|d| d.is_error()).count();
    if errors > 0 {
        let plural = if errors == 1 { "error" } else { "errors" };
        let _ = writeln!(out, "{}", theme.error(&format!("{errors} {plural}")));
    }
    out
}

fn render<'s>(
    out: &mut String,
    diagnostic: &Diagnostic,
    line: &dyn Fn(&Place) -> Option<&'s str>,
    theme: &impl Theme,
) {
    let Diagnostic { severity, code, message, place, notes, help } = diagnostic;
    let mark = |text: &str| match severity {
        Severity::Error => theme.error(text),
        Severity::Warning => theme.warning(text),
    };
    let kind = mark(&format!("{}[{code}]", severity.word()));
    let _ = writeln!(out, "{kind}: {}", theme.message(message));
    snippet(out, place, None, line(place), theme, &mark);
    for (place, note) in notes {
        snippet(out, place, Some(note), line(place), theme, &|text| theme.frame(text));
    }
    if let Some(help) = help {
        let _ = writeln!(out, "  {} {help}", theme.frame("= help:"));
    }
}

/// An arrow to the place, its line, and the part of the line that is meant.
fn snippet(
    out: &mut String,
    place: &Place,
    note: Option<&str>,
    text: Option<&str>,
    theme: &impl Theme,
    mark: &dyn Fn(&str) -> String,
) {
    let Some(text) = text.filter(|_| place.line > 0) else {
        return bare_place(out, place, note, theme);
    };
    let number = place.line.to_string();
    let margin = " ".repeat(number.len());
    let _ = writeln!(out, "{margin}{} {place}", theme.frame("-->"));
    let (column, length) = extent(place, text);
    let (shown, skipped) = window(text, column);
    let bar = theme.frame("|");
    let _ = writeln!(out, "{margin} {bar}");
    let _ = writeln!(out, "{} {bar} {shown}", theme.frame(&number));
    let before = column - skipped;
    let room = shown.chars().count().saturating_sub(before).max(1);
    let marks = "^".repeat(length.clamp(1, room));
    // Tabs keep their width when the marker line repeats them.
    let indent: String =
        shown.chars().take(before).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
    let note = note.map(|n| format!(" {n}")).unwrap_or_default();
    let _ = writeln!(out, "{margin} {bar} {indent}{}{note}", mark(&marks));
}

/// A place whose line is not known.
fn bare_place(out: &mut String, place: &Place, note: Option<&str>, theme: &impl Theme) {
    let arrow = theme.frame("-->");
    let _ = match (place.is_nowhere(), note) {
        (false, Some(note)) => writeln!(out, " {arrow} {place}: {note}"),
        (false, None) => writeln!(out, " {arrow} {place}"),
        (true, Some(note)) => writeln!(out, "  {} {note}", theme.frame("= note:")),
        (true, None) => Ok(()),
    };
}

/// How many characters come before what is meant, and how many it has: without a column the line
/// from its first character that is no space.
fn extent(place: &Place, line: &str) -> (usize, usize) {
    match place.column {
        0 => {
            let blank = line.chars().take_while(|c| c.is_whitespace()).count();
            (blank, line.trim().chars().take(WIDTH).count())
        }
        column => (column as usize - 1, place.length as usize),
    }
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
    use crate::Excerpts;

    fn shown(text: &str, diagnostics: &[Diagnostic]) -> String {
        let mut excerpts = Excerpts::default();
        for (number, line) in (1..).zip(text.lines()) {
            excerpts.add("f.c", number, line);
        }
        render_all(diagnostics, &excerpts, &Plain)
    }

    fn at(line: u32, column: u32, length: u32) -> Place {
        Place { file: "f.c".into(), line, column, length }
    }

    #[test]
    fn shows_place_line_caret_note_and_help() {
        let d = Diagnostic::error("undeclared", at(2, 5, 4), "there is no type `innt`")
            .with_note(at(1, 1, 3), "this one there is")
            .with_help("did you mean `int`?");
        let expected = "\
error[undeclared]: there is no type `innt`
 --> f.c:2:5
  |
2 | \tx: innt;
  | \t   ^^^^
 --> f.c:1:1
  |
1 | int
  | ^^^ this one there is
  = help: did you mean `int`?

1 error
";
        assert_eq!(shown("int\n\tx: innt;\n", &[d]), expected);
    }

    #[test]
    fn cuts_long_lines_around_the_problem() {
        let text = format!("{}?{}", "a".repeat(5000), "b".repeat(5000));
        let shown = shown(&text, &[Diagnostic::error("syntax", at(1, 5001, 1), "unexpected")]);
        assert!(shown.lines().all(|l| l.chars().count() < 140), "{shown}");
        let lines: Vec<&str> = shown.lines().collect();
        let mark = lines[3].find('?').unwrap() - lines[3].find('|').unwrap();
        let caret = lines[4].find('^').unwrap() - lines[4].find('|').unwrap();
        assert_eq!(mark, caret);
    }

    #[test]
    fn places_without_column_line_or_file() {
        let warning = |place| Diagnostic::warning("w", place, "hm");
        let all = [
            warning(Place::line("f.c", 1)),
            warning(Place::file("g.c")),
            warning(Place::line("g.c", 7)).with_note(Place::nowhere(), "so"),
            warning(Place::nowhere()),
        ];
        let expected = "\
warning[w]: hm
 --> f.c:1
  |
1 |   a b
  |   ^^^

warning[w]: hm
 --> g.c

warning[w]: hm
 --> g.c:7
  = note: so

warning[w]: hm

";
        assert_eq!(shown("  a b\n", &all), expected);
    }

    #[test]
    fn counts_what_is_not_shown() {
        let all = vec![Diagnostic::error("e", at(1, 1, 1), "no"); SHOWN + 3];
        let shown = shown("x\n", &all);
        assert_eq!(shown.matches("error[e]").count(), SHOWN);
        assert!(shown.ends_with("… and 3 more\n23 errors\n"), "{shown}");
    }

    #[test]
    fn a_column_behind_the_line_is_no_problem() {
        assert!(shown("x\n", &[Diagnostic::error("e", at(1, 900, 9), "no")]).contains('^'));
        assert!(shown("\n", &[Diagnostic::error("e", at(1, 1, 0), "no")]).contains("f.c:1:1"));
    }
}
