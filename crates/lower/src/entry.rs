//! Which procedure is executed.

use lariat_boogie::ast::{Attrs, Decl, find_attr};
use lariat_boogie::checked::ProcId;
use lariat_boogie::{Checked, Program};

/// Names that front ends give to the entry by convention.
const CONVENTIONAL: [&str; 2] = ["main", "Main"];

/// Why there is no entry, with advice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoEntry {
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: String,
}

/// The entry: the one asked for; else the implementation with `{:entrypoint}`; else the procedure
/// declaration with it; else `main` or `Main`; else the only procedure with a body.
pub(crate) fn find_entry(
    program: &Program,
    checked: &Checked,
    wanted: Option<&str>,
) -> Result<ProcId, NoEntry> {
    if let Some(name) = wanted {
        return named(program, checked, name);
    }
    if let Some(entry) = marked(program, checked)? {
        return Ok(entry);
    }
    let conventional = CONVENTIONAL
        .iter()
        .filter_map(|name| checked.procedure(program, name))
        .find(|&p| has_body(checked, p));
    if let Some(entry) = conventional {
        return Ok(entry);
    }
    match with_body(program, checked).as_slice() {
        [] => Err(NoEntry {
            message: "the program has no procedure with a body, so there is nothing to execute"
                .into(),
            help: "write a procedure with a body, such as `procedure main() { … }`".into(),
        }),
        [only] => Ok(*only),
        several => Err(NoEntry {
            message: "it is not clear which procedure to start with".into(),
            help: format!(
                "name it with --entry, or mark it with {{:entrypoint}}; candidates: {}",
                list(program, checked, several)
            ),
        }),
    }
}

fn has_body(checked: &Checked, procedure: ProcId) -> bool {
    !checked.procedures[procedure.index()].implementations.is_empty()
}

/// The procedures with a body, without those of libraries.
fn with_body(program: &Program, checked: &Checked) -> Vec<ProcId> {
    let of_library = |p: ProcId| match &program[checked.procedures[p.index()].decl] {
        Decl::Procedure(decl) => find_attr(program, &decl.attrs, "library").is_some(),
        _ => false,
    };
    let all = (0..checked.procedures.len() as u32).map(ProcId);
    all.filter(|&p| has_body(checked, p) && !of_library(p)).collect()
}

fn named(program: &Program, checked: &Checked, name: &str) -> Result<ProcId, NoEntry> {
    let candidates = || list(program, checked, &with_body(program, checked));
    match checked.procedure(program, name) {
        Some(p) if has_body(checked, p) => Ok(p),
        Some(_) => Err(NoEntry {
            message: format!("procedure `{name}` has no body, so it cannot be the entry"),
            help: format!("procedures with a body: {}", candidates()),
        }),
        None => Err(NoEntry {
            message: format!("there is no procedure `{name}` to start with"),
            help: format!("procedures with a body: {}", candidates()),
        }),
    }
}

/// The procedure marked `{:entrypoint}`; a mark on an implementation wins over one on a declaration,
/// and a procedure with both wins over others (dumps of Corral's loop analysis mark many copies).
fn marked(program: &Program, checked: &Checked) -> Result<Option<ProcId>, NoEntry> {
    let carries = |attrs: &Attrs| find_attr(program, attrs, "entrypoint").is_some();
    let on_implementation = checked.implementations.iter().filter_map(|i| match &program[i.decl] {
        Decl::Implementation(decl) if carries(&decl.attrs) => Some(i.procedure),
        _ => None,
    });
    let on_declaration = with_body(program, checked).into_iter().filter(|p| {
        matches!(&program[checked.procedures[p.index()].decl],
            Decl::Procedure(decl) if carries(&decl.attrs))
    });
    let on_declaration: Vec<ProcId> = on_declaration.collect();
    let mut found: Vec<ProcId> = on_implementation.collect();
    found.dedup();
    if found.is_empty() {
        found = on_declaration;
    } else if found.len() > 1 {
        let both: Vec<ProcId> =
            found.iter().copied().filter(|p| on_declaration.contains(p)).collect();
        if both.len() == 1 {
            found = both;
        }
    }
    match found.as_slice() {
        [] => Ok(None),
        [entry] => Ok(Some(*entry)),
        several => Err(NoEntry {
            message: "several procedures are marked {:entrypoint}".into(),
            help: format!("choose one with --entry: {}", list(program, checked, several)),
        }),
    }
}

fn list(program: &Program, checked: &Checked, procedures: &[ProcId]) -> String {
    const SHOWN: usize = 12;
    if procedures.is_empty() {
        return "none".into();
    }
    let name = |p: &ProcId| program.text(checked.procedures[p.index()].name).to_owned();
    let mut names: Vec<String> = procedures.iter().take(SHOWN).map(name).collect();
    if procedures.len() > SHOWN {
        names.push(format!("… ({} in all)", procedures.len()));
    }
    names.join(", ")
}
