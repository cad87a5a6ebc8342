//! Answers, in C terms.

use crate::translate::Reason;
use std::fmt;
use std::time::Duration;

/// What is known about a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It holds for all values.
    Valid,
    /// It does not, for these.
    NotValid(Counterexample),
    /// Nobody knows, and why.
    Unknown(String),
}

/// An answer with its circumstances.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What is known.
    pub verdict: Verdict,
    /// If asked for: the hypotheses that a proof needed, by number.
    pub core: Option<Vec<usize>>,
    /// How long it took.
    pub time: Duration,
    /// Gates, variables and clauses.
    pub size: Size,
}

/// How large the query was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Size {
    /// Nodes of the graph.
    pub gates: usize,
    /// Variables of the SAT solver.
    pub variables: usize,
}

impl Answer {
    /// Does the claim hold?
    pub fn is_valid(&self) -> bool {
        self.verdict == Verdict::Valid
    }

    /// The counterexample, if there is one.
    pub fn counterexample(&self) -> Option<&Counterexample> {
        match &self.verdict {
            Verdict::NotValid(c) => Some(c),
            _ => None,
        }
    }
}

/// Values for which a claim does not hold.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Counterexample {
    /// Names with their values.
    pub values: Vec<Assignment>,
    /// Results that were made up.
    pub made_up: Vec<MadeUp>,
}

/// A value of a counterexample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// What has the value: a variable or a lookup such as `a[3]`.
    pub name: String,
    /// The value in C, integers in decimal.
    pub text: String,
    /// The value with integers in hexadecimal.
    pub hex: String,
}

/// A result that C leaves open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadeUp {
    /// The expression.
    pub expr: String,
    /// Why its result is open.
    pub reason: Reason,
}

impl fmt::Display for MadeUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = if self.reason.is_undefined() { "undefined" } else { "unspecified" };
        let what = self.reason.describe();
        write!(f, "{} {what}: {word}, any result is possible", self.expr)
    }
}

impl fmt::Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, v) in self.values.iter().enumerate() {
            let comma = if i > 0 { ", " } else { "" };
            write!(f, "{comma}{} = {}", v.name, v.text)?;
        }
        if self.values.is_empty() && self.made_up.is_empty() {
            write!(f, "it is false")?;
        }
        for (i, m) in self.made_up.iter().enumerate() {
            let open = match (i, self.values.is_empty()) {
                (0, true) => "(",
                (0, false) => " (",
                _ => "; ",
            };
            write!(f, "{open}{m}")?;
        }
        if !self.made_up.is_empty() {
            write!(f, ")")?;
        }
        Ok(())
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.verdict {
            Verdict::Valid => write!(f, "valid ({:.2} s)", self.time.as_secs_f64()),
            Verdict::NotValid(c) => write!(f, "not valid: {c}"),
            Verdict::Unknown(why) => write!(f, "unknown: {why}"),
        }
    }
}
