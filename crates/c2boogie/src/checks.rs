//! What can go wrong in a C program, and sets of it.

use std::fmt;

/// What is checked is named by what goes wrong where it does not hold.
pub use lariat_verdict::Kind as Check;

/// A set of checks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Checks(u32);

impl Checks {
    /// None.
    pub const NONE: Checks = Checks(0);

    /// All that there are.
    pub const ALL: Checks = Checks(u32::MAX);

    /// These.
    pub fn of(checks: &[Check]) -> Checks {
        Checks(checks.iter().fold(0, |set, &c| set | 1 << c as u8))
    }

    /// Is it one of them?
    pub fn has(self, check: Check) -> bool {
        self.0 & 1 << check as u8 != 0
    }

    /// Is one of these among them?
    pub fn any(self, checks: &[Check]) -> bool {
        self.0 & Checks::of(checks).0 != 0
    }

    /// Those in one of the two.
    #[must_use]
    pub fn with(self, other: Checks) -> Checks {
        Checks(self.0 | other.0)
    }

    /// Those that are not in the other.
    #[must_use]
    pub fn without(self, other: Checks) -> Checks {
        Checks(self.0 & !other.0)
    }

    /// Are there none?
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// Assertions only.
impl Default for Checks {
    fn default() -> Checks {
        Checks::of(&[Check::Assertion])
    }
}

impl fmt::Debug for Checks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(Check::ALL.into_iter().filter(|&c| self.has(c))).finish()
    }
}
