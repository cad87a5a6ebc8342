//! `--check` and property files: which properties are asked for.

use super::c::CArgs;
use crate::input::plain_reason;
use clap::ValueEnum;
use lariat_c2boogie::{Check, Checks};
use lariat_diagnostics::Report;
use lariat_verify::{Failure, Property};
use std::path::Path;

/// What `--check` can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CheckArg {
    /// Dereference of a null pointer
    Null,
    /// Access outside of the object that the pointer belongs to
    Bounds,
    /// Division or remainder by zero
    Div0,
    /// Signed arithmetic whose result does not fit the type
    Overflow,
    /// Shift by a negative amount, or by the width or more
    Shift,
    /// Double free, free of what is not from malloc, use after free or after return
    Free,
    /// Memory that is not freed when the program ends
    Leak,
    /// Read of a variable before it has a value
    Uninit,
    /// null, bounds, free, leak
    Memory,
    /// All of the above
    All,
    /// SV-COMP: an error function is called
    UnreachCall,
    /// SV-COMP: valid-deref, valid-free, valid-memtrack
    ValidMemsafety,
    /// SV-COMP: every dereference is of a live object
    ValidDeref,
    /// SV-COMP: every free is of a live object of malloc
    ValidFree,
    /// SV-COMP: memory is freed or reachable
    ValidMemtrack,
    /// SV-COMP: memory is freed at the end
    ValidMemcleanup,
    /// SV-COMP: signed arithmetic does not overflow
    NoOverflow,
}

impl CheckArg {
    /// The properties that are meant.
    fn properties(self) -> Vec<Property> {
        use Check::*;
        let one = |name: &'static str, checks: &[Check]| {
            let note = match checks {
                [Lost] => Some("where the program ends".into()),
                [Uninitialised] => Some("of variables whose address is not taken".into()),
                _ => None,
            };
            vec![Property { note, ..Property::named(name, Checks::of(checks)) }]
        };
        let all = |parts: &[CheckArg]| parts.iter().flat_map(|p| p.properties()).collect();
        match self {
            CheckArg::Null => one("null", &[Null]),
            CheckArg::Bounds => one("bounds", &[Bounds]),
            CheckArg::Div0 => one("div0", &[DivisionByZero]),
            CheckArg::Overflow => one("overflow", &[Overflow]),
            CheckArg::Shift => one("shift", &[Shift]),
            CheckArg::Free => one("free", &[Free, Lifetime]),
            CheckArg::Leak => one("leak", &[Leak]),
            CheckArg::Uninit => one("uninit", &[Uninitialised]),
            CheckArg::Memory => {
                all(&[CheckArg::Null, CheckArg::Bounds, CheckArg::Free, CheckArg::Leak])
            }
            CheckArg::All => all(&[
                CheckArg::Memory,
                CheckArg::Div0,
                CheckArg::Overflow,
                CheckArg::Shift,
                CheckArg::Uninit,
            ]),
            CheckArg::UnreachCall => one("unreach-call", &[Assertion]),
            CheckArg::ValidMemsafety => {
                all(&[CheckArg::ValidDeref, CheckArg::ValidFree, CheckArg::ValidMemtrack])
            }
            CheckArg::ValidDeref => one("valid-deref", &[Null, Bounds, Lifetime]),
            CheckArg::ValidFree => one("valid-free", &[Free]),
            CheckArg::ValidMemtrack => one("valid-memtrack", &[Lost]),
            CheckArg::ValidMemcleanup => one("valid-memcleanup", &[Leak]),
            CheckArg::NoOverflow => one("no-overflow", &[Overflow]),
        }
    }
}

/// The properties asked for.
pub fn chosen(args: &CArgs) -> Result<Vec<Property>, Failure> {
    let mut wanted = args.check.clone();
    let from_file = match &args.property {
        Some(file) => read_file(file)?,
        None => Vec::new(),
    };
    let names_it = from_file.contains(&CheckArg::UnreachCall);
    wanted.extend(from_file.iter().filter(|&&c| c != CheckArg::UnreachCall));
    // A file says all there is to check.
    let assertions = !args.no_assertions && (names_it || args.property.is_none());
    let mut properties: Vec<Property> = Vec::new();
    if assertions || wanted.contains(&CheckArg::UnreachCall) {
        let name = if names_it { "unreach-call" } else { "assertions" };
        properties.push(Property::named(name, Checks::default()));
    }
    let mut covered = Checks::of(&[Check::Assertion]);
    for mut property in wanted.into_iter().flat_map(CheckArg::properties) {
        property.checks = property.checks.without(covered);
        covered = covered.with(property.checks);
        if !property.checks.is_empty() {
            properties.push(property);
        }
    }
    if properties.is_empty() {
        return Err(Failure::c("property", "nothing is checked: `--check` says what could be"));
    }
    Ok(properties)
}

/// What a line can be.
const KNOWN: &str = "known are `CHECK( init(main()), LTL(G …) )` with `! call(reach_error())`, \
    `valid-deref`, `valid-free`, `valid-memtrack`, `valid-memcleanup`, `! overflow`";

/// Reads a file with lines `CHECK( init(main()), LTL(G …) )`.
fn read_file(file: &Path) -> Result<Vec<CheckArg>, Failure> {
    let shown = file.display().to_string();
    let text = std::fs::read_to_string(file).map_err(|e| {
        Failure::c("property", format!("cannot read `{shown}`: {}", plain_reason(&e)))
    })?;
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with("//") || line.starts_with('#') {
            continue;
        }
        match formula(line) {
            Some(check) => found.push(check),
            None => {
                let message = "this is not a property that can be checked";
                let report = Report::error_in("property", (&shown, &text), number, message);
                return Err(Failure::C(report.with_help(KNOWN)));
            }
        }
    }
    match found.is_empty() {
        true => {
            let message = "there is no property in this file";
            Err(Failure::C(Report::error_in("property", (&shown, &text), 0, message)))
        }
        false => Ok(found),
    }
}

/// What a line asks for.
fn formula(line: &str) -> Option<CheckArg> {
    let compact: String = line.chars().filter(|c| !c.is_whitespace()).collect();
    let inner = compact.strip_prefix("CHECK(init(main()),LTL(G")?.strip_suffix("))")?;
    Some(match inner {
        "!call(reach_error())" | "!call(__VERIFIER_error())" | "assert" => CheckArg::UnreachCall,
        "valid-deref" => CheckArg::ValidDeref,
        "valid-free" => CheckArg::ValidFree,
        "valid-memtrack" => CheckArg::ValidMemtrack,
        "valid-memcleanup" => CheckArg::ValidMemcleanup,
        "!overflow" => CheckArg::NoOverflow,
        _ => return None,
    })
}
