//! Queries in the formats of other solvers.

use crate::aig::Lit;
use crate::search::Search;

/// The clauses in the DIMACS format, with assumptions as units.
pub(crate) fn dimacs(search: &Search<'_>, assumptions: &[Lit]) -> String {
    let clauses = search.clauses.as_deref().unwrap_or_default();
    let units: Vec<i32> = assumptions
        .iter()
        .filter_map(|l| {
            let variable = search.cnf.variable(l.node())?;
            Some(if l.is_inverted() { -variable } else { variable })
        })
        .collect();
    let mut text = format!(
        "c satisfiable if and only if the claim is not valid\np cnf {} {}\n",
        search.cnf.variable_count(),
        clauses.len() + units.len()
    );
    for clause in clauses.iter().map(Vec::as_slice).chain(units.iter().map(std::slice::from_ref)) {
        for lit in clause {
            text.push_str(&lit.to_string());
            text.push(' ');
        }
        text.push_str("0\n");
    }
    text
}
