//! Properties: names for sets of checks.

use lariat_c2boogie::Checks;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// One property: a name and what may not go wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Property {
    /// As the user calls it.
    pub name: Cow<'static, str>,
    /// Its checks, which only the translation of C asks for.
    #[serde(skip)]
    pub checks: Checks,
    /// What an answer without a bug does not cover.
    pub note: Option<Cow<'static, str>>,
}

impl Property {
    /// A property without a note.
    pub fn named(name: &'static str, checks: Checks) -> Property {
        Property { name: name.into(), checks, note: None }
    }
}

/// The checks of all these.
pub fn together(properties: &[Property]) -> Checks {
    properties.iter().fold(Checks::NONE, |all, p| all.with(p.checks))
}
