//! What Boogie says, in the words of two of its versions.

use lariat_verdict::Kind;

/// A version of Boogie whose words are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// 2.4.1 and what came after it with the same words.
    Two,
    /// 3.0 to 3.5.
    #[default]
    Three,
}

impl Dialect {
    /// The dialect of a version, as users name it.
    pub fn of_version(version: &str) -> Option<Dialect> {
        match version.split('.').next()? {
            "2" => Some(Dialect::Two),
            "3" => Some(Dialect::Three),
            _ => None,
        }
    }

    /// The version that is answered to those who ask; the Move Prover takes 3.0.1.0 to 3.5.6.0.
    pub fn version(self) -> &'static str {
        match self {
            Dialect::Two => "2.4.1.10503",
            Dialect::Three => "3.5.6.0",
        }
    }

    /// What is wrong at a place that fails.
    pub fn error(self, kind: Kind) -> &'static str {
        match (self, kind) {
            (Dialect::Two, Kind::Precondition) => "A precondition for this call might not hold.",
            (Dialect::Two, Kind::Postcondition) => {
                "A postcondition might not hold on this return path."
            }
            (Dialect::Two, Kind::Invariant) => "This loop invariant might not hold on entry.",
            (Dialect::Two, Kind::Maintained) => {
                "This loop invariant might not be maintained by the loop."
            }
            (Dialect::Two, _) => "This assertion might not hold.",
            (Dialect::Three, Kind::Precondition) => {
                "a precondition for this call could not be proved"
            }
            (Dialect::Three, Kind::Postcondition) => {
                "a postcondition could not be proved on this return path"
            }
            (Dialect::Three, Kind::Invariant) => "this loop invariant could not be proved on entry",
            (Dialect::Three, Kind::Maintained) => {
                "this invariant could not be proved to be maintained by the loop"
            }
            (Dialect::Three, _) => "this assertion could not be proved",
        }
    }

    /// What is said about the clause of a contract that fails elsewhere.
    pub fn related(self, kind: Kind) -> Option<&'static str> {
        match (self, kind) {
            (Dialect::Two, Kind::Precondition) => {
                Some("This is the precondition that might not hold.")
            }
            (Dialect::Two, Kind::Postcondition) => {
                Some("This is the postcondition that might not hold.")
            }
            (Dialect::Three, Kind::Precondition) => {
                Some("this is the precondition that could not be proved")
            }
            (Dialect::Three, Kind::Postcondition) => {
                Some("this is the postcondition that could not be proved")
            }
            _ => None,
        }
    }
}
