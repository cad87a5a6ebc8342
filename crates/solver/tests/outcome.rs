//! What the reasons of solvers mean.

use lariat_solver::{GaveUp, Outcome};

#[test]
fn only_incomplete_reasoning_leaves_a_candidate() {
    let said = |reason: &str| Outcome::Unknown(GaveUp::said(reason.to_owned()));
    assert!(Outcome::Sat.has_model() && !Outcome::Unsat.has_model());
    assert!(said("smt tactic failed (incomplete quantifiers)").has_model());
    assert!(said("(incomplete (theory arithmetic))").has_model());
    assert!(!said("max. resource limit exceeded").has_model());
    for gave_up in [GaveUp::Timeout, GaveUp::Memory, GaveUp::Interrupted, GaveUp::TooManyCells] {
        assert!(!Outcome::Unknown(gave_up).has_model());
    }
}
