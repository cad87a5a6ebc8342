//! Witnesses in the format of SV-COMP, version 2.0 (YAML): a violation as the sequence of values
//! that calls returned, up to the statement that goes wrong; a proof as a set of invariants.
//!
//! Positions are those in the input file, whatever line markers in it say.

use crate::inputs::inputs;
use crate::lines::SourceLines;
use crate::sha256::sha256;
use crate::{Execution, bits};
use lariat_c2boogie::Origin;
use lariat_trace::Location;
use std::fmt::Write as _;

/// What a witness is about.
#[derive(Clone, Debug)]
pub struct Task<'a> {
    /// The input files with their content.
    pub files: &'a [(String, Vec<u8>)],
    /// The property, as SV-COMP writes it.
    pub specification: &'a str,
    /// `ILP32` or `LP64`.
    pub data_model: &'a str,
    /// When the witness is made, in ISO 8601.
    pub time: &'a str,
    /// The version of Lariat.
    pub version: &'a str,
}

/// The witness of a violation.
pub fn violation_witness(execution: Execution<'_>, lines: &SourceLines, task: &Task<'_>) -> String {
    let mut content = String::from("  content:\n");
    let program = execution.program;
    for input in inputs(execution) {
        let (Origin::ResultOf(_), Some(value)) = (input.origin, input.bits) else { continue };
        let Some(ty) = execution.type_of(input.origin) else { continue };
        let Some(place) = input.place.as_ref().and_then(|p| position(lines, p)) else { continue };
        if !program.types.is_integer(ty) {
            continue;
        }
        let width = program.types.int_width(ty);
        let n = bits::number(value, width, program.types.is_signed(ty));
        let function = function_of(execution, input.step);
        let constraint = Some(("ext_c_expression", format!("\\result == {n}")));
        let column = closing(lines, &place);
        segment(&mut content, "function_return", &place, column, &function, constraint);
    }
    let failure = execution.trace.failure.as_ref();
    let place = failure.and_then(|f| f.source.as_ref()).and_then(|p| position(lines, p));
    if let (Some(place), Some(failure)) = (place, failure) {
        let name = execution.symbols.procedures.get(&failure.procedure);
        let function = name.map(|&f| program.name(program.function(f).name).to_owned());
        let column = call_start(lines, &place);
        segment(&mut content, "target", &place, column, &function, None);
    }
    format!("{}{content}", head("violation_sequence", task, &content))
}

/// The witness of a proof. The invariants that were found speak of the translated program, and
/// none are given: the empty set is a witness.
pub fn correctness_witness(task: &Task<'_>) -> String {
    let content = "  content: []\n";
    format!("{}{content}", head("invariant_set", task, content))
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn head(entry: &str, task: &Task<'_>, content: &str) -> String {
    let id = sha256(format!("{entry} {} {content}", task.time).as_bytes());
    let mut out = String::new();
    let _ = writeln!(
        out,
        "- entry_type: {}\n  metadata:\n    format_version: \"2.0\"\n    \
         uuid: \"{}-{}-4{}-a{}-{}\"\n    creation_time: {}\n    producer:\n      \
         name: \"Lariat\"\n      version: {}\n    task:\n      input_files:",
        quoted(entry),
        &id[..8],
        &id[8..12],
        &id[13..16],
        &id[17..20],
        &id[20..32],
        quoted(task.time),
        quoted(task.version),
    );
    for (name, _) in task.files {
        let _ = writeln!(out, "        - {}", quoted(name));
    }
    out.push_str("      input_file_hashes:\n");
    for (name, bytes) in task.files {
        let _ = writeln!(out, "        {}: \"{}\"", quoted(name), sha256(bytes));
    }
    let _ = writeln!(
        out,
        "      specification: {}\n      data_model: {}\n      language: \"C\"",
        quoted(task.specification),
        quoted(task.data_model)
    );
    out
}

fn segment(
    out: &mut String,
    kind: &str,
    place: &Location,
    column: Option<u32>,
    function: &Option<String>,
    constraint: Option<(&str, String)>,
) {
    let _ = writeln!(
        out,
        "    - segment:\n        - waypoint:\n            type: \"{kind}\"\n            \
         action: \"follow\"\n            location:\n              file_name: {}\n              line: {}",
        quoted(&place.file),
        place.line
    );
    if let Some(column) = column {
        let _ = writeln!(out, "              column: {column}");
    }
    if let Some(function) = function {
        let _ = writeln!(out, "              function: {}", quoted(function));
    }
    if let Some((format, value)) = constraint {
        let _ = writeln!(
            out,
            "            constraint:\n              value: {}\n              format: \"{format}\"",
            quoted(&value)
        );
    }
}

/// The place in the input file.
fn position(lines: &SourceLines, place: &Location) -> Option<Location> {
    let (file, line) = lines.position(&place.file, place.line)?;
    Some(Location { file: file.to_owned(), line, column: place.column })
}

fn function_of(execution: Execution<'_>, step: usize) -> Option<String> {
    let procedure = &execution.trace.steps.get(step)?.procedure;
    let program = execution.program;
    let function = execution.symbols.procedures.get(procedure)?;
    Some(program.name(program.function(*function).name).to_owned())
}

/// The column of the bracket that closes the call whose opening bracket is at the place.
fn closing(lines: &SourceLines, place: &Location) -> Option<u32> {
    let text = lines.input_line(&place.file, place.line)?;
    let start = place.column.checked_sub(1)? as usize;
    let mut depth = 0i32;
    for (i, byte) in text.bytes().enumerate().skip(start) {
        depth += i32::from(byte == b'(') - i32::from(byte == b')');
        match depth {
            0 if byte == b')' => return Some(i as u32 + 1),
            // There is no call here: the text is not what was parsed.
            0 => return None,
            _ => {}
        }
    }
    None
}

/// The column where the call starts whose opening bracket is at the place.
fn call_start(lines: &SourceLines, place: &Location) -> Option<u32> {
    let text = lines.input_line(&place.file, place.line)?.as_bytes();
    let open = place.column.checked_sub(1)? as usize;
    let part = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_' || *b == b' ';
    if text.get(open) != Some(&b'(') {
        return Some(place.column).filter(|_| open < text.len());
    }
    let name = text[..open].iter().rev().take_while(|b| part(b)).count();
    let blanks = text[open - name..].iter().take_while(|b| **b == b' ').count();
    Some((open - name + blanks) as u32 + 1)
}
