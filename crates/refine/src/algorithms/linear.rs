//! STORM's refinement: leave out one variable after the other and see whether it is missed.

use super::{Refined, Refinement};
use crate::spurious::Spurious;
use lariat_logic::VarId;
use lariat_trace::ConcretiseError;

/// Asks about each candidate once.
pub struct Linear;

impl Refinement for Linear {
    fn refine(&self, spurious: &mut Spurious<'_>) -> Result<Refined, ConcretiseError> {
        let before = spurious.checks;
        let mut kept: Vec<VarId> = spurious.candidates.clone();
        for v in spurious.candidates.clone() {
            let without: Vec<VarId> = kept.iter().copied().filter(|&k| k != v).collect();
            if spurious.is_refuted_by(&without)? {
                kept = without;
            }
        }
        Ok(Refined { add: kept, checks: spurious.checks - before })
    }
}
