//! Is it the code, or a contract that says too little?
//!
//! The procedure is asked about as the entry of a whole program, with the code of all that it calls and its loops as they are. If the same
//! place fails there, an execution of the code does it. If it cannot, a contract or an invariant is missing.

use crate::settings::Settings;
use lariat_budget::Budget;
use lariat_verdict::{Item, ItemId, Kind, Status};
use lariat_verify::{Bug, Failure, Implementation, Program, Report, Silent, check};

/// Why a place fails in modular verification.
#[derive(Debug)]
pub enum Explanation {
    /// The code fails there: an execution.
    Bug(Box<Bug>),
    /// The code never fails there: some contract or invariant is too weak.
    Missing,
    /// The code does not fail there within the bound of the search.
    MissingWithinBound,
    /// It is not known.
    Unknown,
}

/// Explains places that fail, each with its number.
pub fn explain(
    program: &Program,
    implementation: &Implementation,
    failing: &[&Item],
    settings: &Settings,
    budget: &Budget,
) -> Result<Vec<(ItemId, Explanation)>, Failure> {
    let question = settings.whole(implementation);
    let report = check(program, &question, budget, Silent)?;
    Ok(failing.iter().map(|item| (item.id, about(item, &report))).collect())
}

fn about(failing: &Item, report: &Report) -> Explanation {
    // In a whole program an invariant is one place.
    let kind = match failing.kind {
        Kind::Maintained => Kind::Invariant,
        kind => kind,
    };
    let mut places = report.verdict.items.iter();
    let Some(item) = places.find(|item| item.place == failing.place && item.kind == kind) else {
        // What no execution comes to is not among the places.
        return Explanation::Missing;
    };
    if let Some((_, bug)) = report.bugs().into_iter().find(|(other, _)| other.id == item.id) {
        return Explanation::Bug(Box::new(bug.clone()));
    }
    match item.known.status() {
        Status::Unreachable(_) => Explanation::Missing,
        Status::Within(..) | Status::Behind(_) => Explanation::MissingWithinBound,
        Status::Reachable(_) | Status::Unknown(_) => Explanation::Unknown,
    }
}
