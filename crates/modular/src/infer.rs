//! Contracts that are inferred (Houdini; Flanagan and Leino 2001): clauses `b ==> e` in contracts and invariants, under constants `b`
//! marked `{:existential true}`, of which as many as possible shall be true.
//!
//! All are taken to be true. A clause that fails is refuted: its constant is false from then on, and everything is verified again, since the
//! clause may have been what others relied on. What is left when no clause fails any more is the largest set of clauses that
//! hold together, whatever the order. A clause that cannot be shown to hold is refuted, too, which may refute more, and never less.

use crate::{Outcome, Settings, Verified, verify};
use lariat_budget::Budget;
use lariat_verify::{Failure, Implementation, Program};

/// What was inferred.
#[derive(Debug)]
pub struct Inferred {
    /// The constants that are true.
    pub holds: Vec<String>,
    /// The program with what was inferred.
    pub program: Program,
    /// What came of the implementations with it.
    pub verified: Vec<Verified>,
}

/// Infers the constants of a program.
pub fn infer(
    program: &Program,
    constants: Vec<String>,
    implementations: &[Implementation],
    settings: &Settings,
    budget: &Budget,
) -> Result<Inferred, Failure> {
    let mut holds = constants.clone();
    loop {
        let program = program.and("inferred constants", axioms(&constants, &holds))?;
        let verified = verify(&program, implementations, settings, budget, |_| {});
        let refuted: Vec<String> =
            verified.iter().flat_map(|v| refuted(v, &holds)).cloned().collect();
        if refuted.is_empty() {
            return Ok(Inferred { holds, program, verified });
        }
        holds.retain(|name| !refuted.contains(name));
    }
}

fn axioms(constants: &[String], holds: &[String]) -> String {
    let axiom = |name: &String| match holds.contains(name) {
        true => format!("axiom {name};\n"),
        false => format!("axiom !{name};\n"),
    };
    constants.iter().map(axiom).collect()
}

/// The constants under which clauses fail, or are without an answer.
fn refuted<'a>(verified: &Verified, holds: &'a [String]) -> Vec<&'a String> {
    match verified.outcome() {
        Outcome::Errors(errors) => {
            let failures = errors.iter().filter_map(|e| e.bug.trace.failure.as_ref());
            let read: Vec<&str> =
                failures.flat_map(|f| f.values.iter().map(|v| v.name.as_str())).collect();
            holds.iter().filter(|name| read.contains(&name.as_str())).collect()
        }
        // It is not known which clause it is.
        Outcome::Unknown(_) => holds.iter().collect(),
        Outcome::Verified | Outcome::Failed(_) => Vec::new(),
    }
}
