//! What can go wrong in a C program, and sets of it.

use std::fmt;

/// One kind of thing that can go wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Check {
    /// An assertion fails or an error function is called.
    Assertion,
    /// A null pointer is dereferenced.
    Null,
    /// An access is not inside the object that the pointer belongs to.
    Bounds,
    /// An object is used after it was freed, or after its function returned.
    Lifetime,
    /// `free` gets what is not the start of a live object of `malloc`.
    Free,
    /// Memory is not freed when the program ends.
    Leak,
    /// Memory is neither freed nor reachable from a global variable when the program ends.
    Lost,
    /// Division or remainder by zero.
    DivisionByZero,
    /// The result of a signed operation does not fit its type.
    Overflow,
    /// A shift by a negative amount, or by the width or more.
    Shift,
    /// A variable is read before it has a value.
    Uninitialised,
}

impl Check {
    /// All of them.
    pub const ALL: [Check; 11] = [
        Check::Assertion,
        Check::Null,
        Check::Bounds,
        Check::Lifetime,
        Check::Free,
        Check::Leak,
        Check::Lost,
        Check::DivisionByZero,
        Check::Overflow,
        Check::Shift,
        Check::Uninitialised,
    ];
}

/// A set of checks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Checks(u16);

impl Checks {
    /// None.
    pub const NONE: Checks = Checks(0);

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
