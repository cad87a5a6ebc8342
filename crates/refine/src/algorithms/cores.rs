//! Refinement by unsatisfiable cores: the solver's own proof that the path is infeasible names the
//! variables it used, and only these are looked at further.
//!
//! What the core leaves is divided and conquered as in Algorithm 2, with two savings: every "enough"
//! comes with a core that shrinks what is still undecided, and a question whose answer an earlier one
//! implies is not asked. So the number of checks stays below Lemma 1, and is one when a single
//! variable is to blame.

use super::{Refined, Refinement};
use crate::spurious::{Parameterised, Spurious};
use lariat_logic::VarId;
use lariat_trace::ConcretiseError;

/// Cores with minimisation.
pub struct Cores;

impl Refinement for Cores {
    fn refine(&self, spurious: &mut Spurious<'_>) -> Result<Refined, ConcretiseError> {
        let before = spurious.checks;
        let mut solver = spurious.solver()?;
        let mut formula = spurious.parameterised(&mut *solver)?;
        let all = spurious.candidates.clone();
        let mut add = match spurious.core(&mut formula, &all)? {
            Some(core) => {
                let mut minimiser = Minimiser { spurious, formula: &mut formula };
                minimiser.needed(&[], &core, false)?
            }
            // If the solver was sure before and is not now, everything is a safe answer.
            None => all,
        };
        add.sort();
        Ok(Refined { add, checks: spurious.checks - before })
    }
}

struct Minimiser<'m, 'a, 's> {
    spurious: &'m mut Spurious<'a>,
    formula: &'m mut Parameterised<'s>,
}

impl Minimiser<'_, '_, '_> {
    /// The variables of `undecided` that must be tracked beside `tracked`, given that all of them are
    /// enough; with `ask`, `tracked` alone may be enough already.
    fn needed(
        &mut self,
        tracked: &[VarId],
        undecided: &[VarId],
        ask: bool,
    ) -> Result<Vec<VarId>, ConcretiseError> {
        if undecided.is_empty() || (ask && self.core(tracked)?.is_some()) {
            return Ok(Vec::new());
        }
        if let [single] = undecided {
            return Ok(vec![*single]);
        }
        let (first, second) = undecided.split_at(undecided.len() / 2);
        let with_second = [tracked, second].concat();
        let mut second = second.to_vec();
        let mut needed = match self.core(&with_second)? {
            Some(core) => {
                second.retain(|v| core.contains(v));
                Vec::new()
            }
            None => self.needed(&with_second, first, false)?,
        };
        // Without anything from the first half, `tracked` is what was not enough before.
        let with_needed = [tracked, &needed[..]].concat();
        let ask = !needed.is_empty();
        needed.extend(self.needed(&with_needed, &second, ask)?);
        Ok(needed)
    }

    fn core(&mut self, set: &[VarId]) -> Result<Option<Vec<VarId>>, ConcretiseError> {
        self.spurious.core(self.formula, set)
    }
}
