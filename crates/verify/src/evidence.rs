//! A bug in C: its trace in C's words, and values that a compiled program can repeat.

use crate::program::Translated;
use crate::question::Question;
use crate::report::Bug;
use lariat_c2boogie::{Origin, UnknownCalls};
use lariat_evidence::Execution;
use lariat_logic::VarId;
use lariat_program::Program;
use lariat_trace::Wish;
use rustc_hash::FxHashMap;

/// What variables of the translated program should be so that a compiled program can repeat the
/// execution: zeros where nobody has set anything, and pointers from outside far from each other.
pub fn wishes(program: &Program, c: Option<&Translated>) -> FxHashMap<VarId, Wish> {
    let Some(c) = c else { return FxHashMap::default() };
    let symbols = &c.translation.symbols;
    let types = &c.parsed.program.types;
    let name = |v: &VarId| &program.terms.variable(*v).name;
    let mut wishes = FxHashMap::default();
    let wish = |pointer: bool| if pointer { Wish::Apart } else { Wish::Zero };
    for v in program.globals.iter().filter(|v| symbols.maps.contains_key(name(v))) {
        wishes.insert(*v, wish(symbols.pointers.get(name(v)) == Some(&true)));
    }
    for procedure in program.procedures.iter() {
        let mut owner = procedure;
        for _ in 0..64 {
            match &owner.loop_info {
                Some(l) => owner = &program.procedures[l.procedure],
                None => break,
            }
        }
        for v in procedure.locals.iter().chain(&procedure.outputs) {
            let Some(origin) = symbols.origin(&owner.name, name(v)) else { continue };
            let ty = lariat_evidence::type_of(&c.parsed.program, symbols, origin);
            let pointer = ty.is_some_and(|t| types.is_pointer(t));
            let local = matches!(origin, Origin::Local(_) | Origin::Uninitialised(_));
            if local || pointer {
                wishes.insert(*v, wish(pointer));
            }
        }
    }
    wishes
}

/// Puts the trace into C's words; that of the translated program is kept.
pub fn in_words_of_c(question: &Question, bug: &mut Bug, c: &Translated) {
    let execution = execution(bug, c);
    let mut in_c = lariat_evidence::view(execution, &|file, line| c.line(file, line));
    in_c.assumptions = assumptions(question, c);
    bug.evidence.translated = Some(std::mem::replace(&mut bug.trace, in_c));
}

/// An execution with what its program means in C.
fn execution<'a>(bug: &'a Bug, c: &'a Translated) -> Execution<'a> {
    Execution { trace: &bug.trace, symbols: &c.translation.symbols, program: &c.parsed.program }
}

/// What is taken for granted about functions that are only declared.
fn assumptions(question: &Question, c: &Translated) -> Vec<String> {
    let unknown = c.translation.unknown_calls.iter().filter(|f| !f.starts_with("__VERIFIER_"));
    let names: Vec<String> = unknown.map(|f| format!("`{f}`")).collect();
    let what = match question.c.unknown_calls.unwrap_or_default() {
        UnknownCalls::Pure => "return anything",
        UnknownCalls::Havoc => "return anything and write what they can reach",
        UnknownCalls::Error => return Vec::new(),
    };
    match names.len() {
        0 => Vec::new(),
        1..=8 => vec![format!("calls to {} are assumed to {what}", names.join(", "))],
        n => vec![format!(
            "calls to {} and {} more are assumed to {what}",
            names[..6].join(", "),
            n - 6
        )],
    }
}
