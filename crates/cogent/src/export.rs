//! Queries in the formats of other solvers.

use crate::aig::{Aig, Lit};
use crate::cnf::Cnf;
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

/// Requirements in the QDIMACS format. All quantifiers of a query without weak ones are
/// Skolemised, so the prefix is one existential block.
pub(crate) fn qdimacs(aig: &Aig, required: &[Lit]) -> String {
    let mut cnf = Cnf::default();
    for &lit in required {
        if lit == Lit::FALSE {
            return "p cnf 1 2\ne 1 0\n1 0\n-1 0\n".to_owned();
        }
        cnf.assert(aig, lit);
    }
    let clauses = cnf.take_clauses();
    let count = cnf.variable_count();
    let mut text = format!("p cnf {count} {}\n", clauses.len());
    if count > 0 {
        let all: Vec<String> = (1..=count).map(|v| v.to_string()).collect();
        text.push_str(&format!("e {} 0\n", all.join(" ")));
    }
    for clause in &clauses {
        let lits: Vec<String> = clause.iter().map(i32::to_string).collect();
        text.push_str(&format!("{} 0\n", lits.join(" ")));
    }
    text
}
