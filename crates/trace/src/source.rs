//! Where front ends say that a statement comes from: the attributes of SMACK
//! (`{:sourceloc "f.c", 12, 3}`), VeriSol (`{:sourceFile "x.sol"} {:sourceLine 12}`) and the Static
//! Driver Verifier (`{:sourcefile "f.c"} {:sourceline 12}`).

use crate::trace::Location;
use lariat_logic::{Terms, Value};
use lariat_program::{Attribute, AttributeArg, Info, Place, Program};

/// A place in the program.
pub(crate) fn location(program: &Program, place: Place) -> Location {
    let file = match place.line {
        0 => String::new(),
        _ => program.files.get(place.file as usize).cloned().unwrap_or_default(),
    };
    Location { file, line: place.line, column: place.column }
}

/// The place in the source that the attributes name. A line without a file is in the file of the
/// place before it.
pub fn source_location(terms: &Terms, info: &Info, before: Option<&Location>) -> Option<Location> {
    if info.attributes.is_empty() {
        return None;
    }
    if let Some(loc) = info.attribute("sourceloc") {
        return Some(Location {
            file: loc.text(0)?.to_string(),
            line: number(terms, loc, 1)?,
            column: number(terms, loc, 2).unwrap_or(0),
        });
    }
    let either = |a: &str, b: &str| info.attribute(a).or_else(|| info.attribute(b));
    let file = either("sourcefile", "sourceFile").and_then(|a| a.text(0));
    let line = either("sourceline", "sourceLine").and_then(|a| number(terms, a, 0));
    let column = either("sourcecolumn", "sourceColumn").and_then(|a| number(terms, a, 0));
    let same_file = || before.map(|b| b.file.clone());
    match (file, line) {
        (None, None) => None,
        (_, None) => None,
        (file, Some(line)) => Some(Location {
            file: file.map(str::to_string).or_else(same_file).unwrap_or_default(),
            line,
            column: column.unwrap_or(0),
        }),
    }
}

fn number(terms: &Terms, attribute: &Attribute, n: usize) -> Option<u32> {
    match attribute.args.get(n)? {
        AttributeArg::Text(text) => text.parse().ok(),
        AttributeArg::Term(term) => match terms.as_literal(*term)? {
            Value::Int(n) => n.try_into().ok(),
            Value::Bv { bits, .. } => bits.word()?.try_into().ok(),
            _ => None,
        },
    }
}
