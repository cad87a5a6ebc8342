//! Failures that rest on a value that the real program would not have.
//!
//! A translation may not know what a function computes exactly (`sin`, the text of `%g`): it takes any value within
//! bounds and marks the variable, `assume {:approximate x} true`. That is right for proofs. A failure is one only if
//! it happens whatever the value is: it is replayed with the marked variables left open, and every condition on the
//! path, and the assertion that fails, must have its value nevertheless. What the model itself says about the value,
//! `assume {:model} …`, holds of the real one, too.

use crate::concretise::Concrete;
use crate::replay::{Replay, Unevaluated, replay_without};
use lariat_logic::{TermId, VarId};
use lariat_program::{AttributeArg, Frame, InfoId, Program};
use rustc_hash::FxHashSet;

/// The attribute of variables whose value is not exact.
const APPROXIMATE: &str = "approximate";
/// The attribute of assumptions that hold of the exact value.
const MODEL: &str = "model";

/// Where an execution depends on an approximation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Approximation {
    /// The first command that does, if it is known.
    pub command: Option<InfoId>,
}

/// The first condition on a path whose value depends on an approximation; `None` if the execution ends where it does
/// whatever the value is. The path has been replayed, and these conditions had no value then.
pub fn rests_on_approximation(
    program: &Program,
    path: &Frame,
    axioms: &[TermId],
    concrete: &Concrete,
    anyway: &[Unevaluated],
) -> Option<Approximation> {
    let open = approximations(program);
    if open.is_empty() {
        return None;
    }
    let command = match replay_without(program, path, axioms, concrete, &open) {
        Replay::Confirmed { unevaluated, .. } => unevaluated.into_iter().find_map(|u| {
            let known = anyway.iter().any(|v| v.condition == u.condition && v.info == u.info);
            (!known && !holds_of_exact_value(program, &u, &open)).then_some(Some(u.info))
        })?,
        // The execution does not get there without the value.
        Replay::Refuted { at, .. } => at.and_then(|at| at.command(program)).map(|c| c.info),
    };
    Some(Approximation { command })
}

/// The variables that are marked.
fn approximations(program: &Program) -> FxHashSet<VarId> {
    let attributes = program.infos.iter().flat_map(|info| &info.attributes);
    let args = attributes.filter(|a| a.name == APPROXIMATE).flat_map(|a| &a.args);
    args.filter_map(|arg| match arg {
        AttributeArg::Term(term) => program.terms.as_var(*term),
        AttributeArg::Text(_) => None,
    })
    .collect()
}

/// Whether the model says so, or the condition is the range of the variable's type.
fn holds_of_exact_value(program: &Program, u: &Unevaluated, open: &FxHashSet<VarId>) -> bool {
    program.infos[u.info].attributes.iter().any(|a| a.name == MODEL)
        || program.terms.variables([u.condition]).iter().all(|var| open.contains(var))
}
