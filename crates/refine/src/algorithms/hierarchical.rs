//! Hierarchical refinement (Fig. 4): divide the undecided variables, settle one half while the other
//! is tracked, then the other half.

use super::{Refined, Refinement};
use crate::spurious::Spurious;
use lariat_logic::VarId;
use lariat_trace::ConcretiseError;

/// Algorithm 1: a path program and its formula per question.
pub struct Hierarchical;

/// Algorithm 2: one formula, one solver, a Boolean per variable.
pub struct Parametric;

impl Refinement for Hierarchical {
    fn refine(&self, spurious: &mut Spurious<'_>) -> Result<Refined, ConcretiseError> {
        let before = spurious.checks;
        let undecided = spurious.candidates.clone();
        let add = hrefine(&[], &undecided, &mut |set| spurious.is_refuted_by(set))?;
        Ok(Refined { add, checks: spurious.checks - before })
    }
}

impl Refinement for Parametric {
    fn refine(&self, spurious: &mut Spurious<'_>) -> Result<Refined, ConcretiseError> {
        let before = spurious.checks;
        let mut solver = spurious.solver()?;
        let mut formula = spurious.parameterised(&mut *solver)?;
        let undecided = spurious.candidates.clone();
        let add = hrefine(&[], &undecided, &mut |set| spurious.ask(&mut formula, set))?;
        Ok(Refined { add, checks: spurious.checks - before })
    }
}

/// The variables of `undecided` (`G - (T ∪ D)` in the paper) that must be tracked beside `tracked`,
/// given that all of them together are enough. `check` says whether a set is enough.
fn hrefine(
    tracked: &[VarId],
    undecided: &[VarId],
    check: &mut dyn FnMut(&[VarId]) -> Result<bool, ConcretiseError>,
) -> Result<Vec<VarId>, ConcretiseError> {
    if undecided.is_empty() || check(tracked)? {
        return Ok(Vec::new());
    }
    if let [single] = undecided {
        return Ok(vec![*single]);
    }
    let (first, second) = undecided.split_at(undecided.len() / 2);
    let with_second = [tracked, second].concat();
    let mut needed = hrefine(&with_second, first, check)?;
    let with_needed = [tracked, &needed[..]].concat();
    needed.extend(hrefine(&with_needed, second, check)?);
    Ok(needed)
}
