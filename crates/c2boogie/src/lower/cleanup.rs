//! The `cleanup` attribute: a call when control leaves the block of a variable, whichever way it leaves.

use super::exceptions::Due;
use super::{Lowering, Scope};

impl Lowering<'_> {
    /// The blocks around this point.
    pub fn scope(&self) -> Scope {
        Scope { mortals: self.frame.mortals.len(), dues: self.frame.dues.len() }
    }

    /// A block ends, and what is due in it is done.
    pub fn clean_up(&mut self, dues: usize) {
        while self.frame.dues.len() > dues {
            if let Some(Due::Call(call)) = self.frame.dues.pop() {
                self.effect(call);
            }
        }
    }

    /// A variable was declared.
    pub fn is_due(&mut self, var: lariat_c::VarId) {
        self.frame.dues.extend(self.c.var(var).cleanup.map(Due::Call));
    }
}
