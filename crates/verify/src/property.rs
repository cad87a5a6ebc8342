//! Properties: names for sets of checks, and which of them are asked for.

use crate::failure::Failure;
use lariat_c2boogie::{Check, Checks};
use lariat_diagnostics::Report;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// One property: a name and what may not go wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Property {
    /// As the user calls it.
    pub name: Cow<'static, str>,
    /// Its checks, which only the translation of C asks for.
    #[serde(skip)]
    pub checks: Checks,
    /// What an answer without a bug does not cover.
    pub note: Option<Cow<'static, str>>,
}

impl Property {
    /// A property without a note.
    pub fn named(name: &'static str, checks: Checks) -> Property {
        Property { name: name.into(), checks, note: None }
    }
}

/// The checks of all these.
pub fn together(properties: &[Property]) -> Checks {
    properties.iter().fold(Checks::NONE, |all, p| all.with(p.checks))
}

/// What the command line and property files call single properties, and what users are told about them.
const NAMES: [(&str, &[Check], &str); 14] = [
    ("null", &[Check::Null], "Dereference of a null pointer"),
    ("bounds", &[Check::Bounds], "Access outside of the object that the pointer belongs to"),
    ("div0", &[Check::DivisionByZero], "Division or remainder by zero"),
    ("overflow", &[Check::Overflow], "Signed arithmetic whose result does not fit the type"),
    ("shift", &[Check::Shift], "Shift by a negative amount, or by the width or more"),
    (
        "free",
        &[Check::Free, Check::Lifetime],
        "Double free, free of what is not from malloc, use after free or after return",
    ),
    ("leak", &[Check::Leak], "Memory that is not freed when the program ends"),
    ("uninit", &[Check::Uninitialised], "Read of a variable before it has a value"),
    (UNREACH_CALL, &[Check::Assertion], "SV-COMP: an error function is called"),
    (
        "valid-deref",
        &[Check::Null, Check::Bounds, Check::Lifetime],
        "SV-COMP: every dereference is of a live object",
    ),
    ("valid-free", &[Check::Free], "SV-COMP: every free is of a live object of malloc"),
    ("valid-memtrack", &[Check::Lost], "SV-COMP: memory is freed or reachable"),
    ("valid-memcleanup", &[Check::Leak], "SV-COMP: memory is freed at the end"),
    ("no-overflow", &[Check::Overflow], "SV-COMP: signed arithmetic does not overflow"),
];

/// What they call several at once: the names of the members.
const GROUPS: [(&str, &[&str]); 3] = [
    ("memory", &["null", "bounds", "free", "leak"]),
    ("all", &["null", "bounds", "free", "leak", "div0", "overflow", "shift", "uninit"]),
    ("valid-memsafety", &["valid-deref", "valid-free", "valid-memtrack"]),
];

/// All names of properties, with what users are told about them.
pub fn property_names() -> impl Iterator<Item = (&'static str, String)> {
    let single = NAMES.iter().map(|(name, _, about)| (*name, (*about).to_owned()));
    single.chain(GROUPS.iter().map(|(name, members)| (*name, members.join(", "))))
}

/// That no error function is called, as SV-COMP says it.
const UNREACH_CALL: &str = "unreach-call";

/// The properties of a name; none if it is not known.
fn by_name(name: &str) -> Vec<Property> {
    if let Some((_, members)) = GROUPS.iter().find(|(group, _)| *group == name) {
        return members.iter().flat_map(|member| by_name(member)).collect();
    }
    let found = NAMES.iter().find(|(known, ..)| *known == name);
    let property = found.map(|&(name, checks, _)| {
        let note = match checks {
            [Check::Lost] => Some("where the program ends".into()),
            [Check::Uninitialised] => Some("of variables whose address is not taken".into()),
            _ => None,
        };
        Property { note, ..Property::named(name, Checks::of(checks)) }
    });
    property.into_iter().collect()
}

/// The properties asked for, each check in the first that has it: assertions if they are wanted, those named, and
/// those in a property file, which says all there is to check.
pub fn chosen(
    assertions: bool,
    named: &[&str],
    file: Option<&[&'static str]>,
) -> Result<Vec<Property>, Failure> {
    let in_file = file.unwrap_or_default();
    let file_has_it = in_file.contains(&UNREACH_CALL);
    let mut properties: Vec<Property> = Vec::new();
    let wanted = assertions && (file_has_it || file.is_none());
    if wanted || named.contains(&UNREACH_CALL) {
        let name = if file_has_it { UNREACH_CALL } else { "assertions" };
        properties.push(Property::named(name, Checks::default()));
    }
    let mut covered = Checks::of(&[Check::Assertion]);
    for mut property in named.iter().chain(in_file).flat_map(|name| by_name(name)) {
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

/// What a line of a property file can be.
const KNOWN: &str = "known are `CHECK( init(main()), LTL(G …) )` with `! call(reach_error())`, \
    `valid-deref`, `valid-free`, `valid-memtrack`, `valid-memcleanup`, `! overflow`";

/// The names in a property file in the style of SV-COMP, with lines `CHECK( init(main()), LTL(G …) )`.
pub fn in_property_file(file: &str, text: &str) -> Result<Vec<&'static str>, Failure> {
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with("//") || line.starts_with('#') {
            continue;
        }
        match formula(line) {
            Some(name) => found.push(name),
            None => {
                let message = "this is not a property that can be checked";
                let report = Report::error_in("property", (file, text), number, message);
                return Err(Failure::C(report.with_help(KNOWN)));
            }
        }
    }
    match found.is_empty() {
        true => {
            let message = "there is no property in this file";
            Err(Failure::C(Report::error_in("property", (file, text), 0, message)))
        }
        false => Ok(found),
    }
}

/// What a line asks for.
fn formula(line: &str) -> Option<&'static str> {
    let compact: String = line.chars().filter(|c| !c.is_whitespace()).collect();
    let inner = compact.strip_prefix("CHECK(init(main()),LTL(G")?.strip_suffix("))")?;
    Some(match inner {
        "!call(reach_error())" | "!call(__VERIFIER_error())" | "assert" => UNREACH_CALL,
        "valid-deref" => "valid-deref",
        "valid-free" => "valid-free",
        "valid-memtrack" => "valid-memtrack",
        "valid-memcleanup" => "valid-memcleanup",
        "!overflow" => "no-overflow",
        _ => return None,
    })
}

/// What is in `LTL(…)` of a property file, or the usual property.
pub fn specification(file: Option<&str>) -> String {
    let formula = file.and_then(|text| {
        let rest = &text[text.find("LTL(")? + 4..];
        let mut depth = 1;
        let end = rest.find(|c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth == 0
        })?;
        Some(rest[..end].trim().to_owned())
    });
    formula.unwrap_or_else(|| "G ! call(reach_error())".to_owned())
}
