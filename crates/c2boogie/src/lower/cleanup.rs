//! The `cleanup` attribute: a call when control leaves the block of a variable, whichever way it leaves.

use super::{Lowering, Scope};

impl Lowering<'_> {
    /// The blocks around this point.
    pub fn scope(&self) -> Scope {
        Scope { mortals: self.frame.mortals.len(), cleanups: self.frame.cleanups.len() }
    }

    /// Control jumps out of blocks: what is due there is done, last first, and their objects are gone.
    pub fn leave_to(&mut self, scope: Scope) {
        let due: Vec<_> =
            self.frame.cleanups[scope.cleanups.min(self.frame.cleanups.len())..].to_vec();
        for call in due.into_iter().rev() {
            self.effect(call);
        }
        self.leave_blocks(scope.mortals);
    }

    /// A block ends, and what is due in it is done.
    pub fn clean_up(&mut self, cleanups: usize) {
        while self.frame.cleanups.len() > cleanups {
            if let Some(call) = self.frame.cleanups.pop() {
                self.effect(call);
            }
        }
    }

    /// A variable was declared.
    pub fn is_due(&mut self, var: lariat_c::VarId) {
        self.frame.cleanups.extend(self.c.var(var).cleanup);
    }

    /// A jump whose target may be in other blocks.
    pub fn guard_jump(&mut self) {
        if !self.frame.cleanups.is_empty() {
            self.unsupported("a goto in a block with a variable that has the attribute cleanup");
        }
    }
}
