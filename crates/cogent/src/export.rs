//! Queries in the formats of other solvers.

use crate::aig::{Aig, Lit};
use crate::cnf::Cnf;
use crate::search::Search;

/// The clauses of a search that keeps them, with assumptions as units.
pub(crate) fn clauses(search: &Search<'_>, assumptions: &[Lit]) -> Vec<Vec<i32>> {
    let mut clauses = search.clauses.clone().unwrap_or_default();
    for lit in assumptions {
        match (lit.as_constant(), search.cnf.variable(lit.node())) {
            (Some(true), _) | (None, None) => {}
            (Some(false), _) => clauses.extend([vec![1], vec![-1]]),
            (None, Some(v)) => clauses.push(vec![if lit.is_inverted() { -v } else { v }]),
        }
    }
    clauses
}

/// Clauses in the DIMACS format.
pub(crate) fn dimacs(clauses: &[Vec<i32>]) -> String {
    let count = clauses.iter().flatten().map(|l| l.unsigned_abs()).max().unwrap_or(0);
    let mut text = format!(
        "c satisfiable if and only if the claim is not valid\np cnf {count} {}\n",
        clauses.len()
    );
    for clause in clauses {
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
