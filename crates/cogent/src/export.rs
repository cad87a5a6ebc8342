//! Queries in the formats of other solvers.

use crate::aig::Lit;
use crate::cnf::Cnf;
use crate::options::Options;
use crate::prover::Query;
use crate::search::Search;
use crate::translate::{Polarity, Translated, Translator, unsupported};
use lariat_budget::Budget;

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

/// A claim with its quantifiers in the QDIMACS format, true if and only if it is not valid.
///
/// A counterexample chooses the variables of the claim first. Results that C leaves open are
/// chosen last, when everything else is known, like the gates of the circuit.
pub(crate) fn qdimacs(query: &Query<'_>, options: &Options) -> Translated<String> {
    let mut roots = query.hypotheses.clone();
    roots.push(query.claim);
    let mut tr = Translator::new(query.program, options, &roots);
    tr.prefix = Some(Vec::new());
    for &hypothesis in &query.hypotheses {
        let holds = tr.claim(hypothesis, Polarity::Negative)?;
        tr.constraints.push(holds);
        tr.guard = tr.aig.and(tr.guard, holds);
    }
    let truth = tr.claim(query.claim, Polarity::Positive)?;
    tr.constraints.push(!truth);
    let prefix = tr.prefix.take().unwrap_or_default();
    if !tr.memory.applications.is_empty() && prefix.iter().any(|(chosen, _)| !chosen) {
        return unsupported("looked up contents in a quantified Boolean formula");
    }
    let mut search = Search::new(tr, Budget::unlimited());
    let required = search.snapshot();
    let tr = &search.translator;
    if required.contains(&Lit::FALSE) {
        return Ok("p cnf 1 2\ne 1 0\n1 0\n-1 0\n".to_owned());
    }
    let mut cnf = Cnf::default();
    required.iter().for_each(|&lit| cnf.assert(&tr.aig, lit));
    let clauses = cnf.take_clauses();
    let mut blocks: Vec<(bool, Vec<i32>)> = Vec::new();
    let mut placed = vec![false; cnf.variable_count() as usize + 1];
    let mut place = |chosen: bool, bits: &[Lit]| {
        for variable in bits.iter().filter_map(|b| cnf.variable(b.node())) {
            if std::mem::replace(&mut placed[variable as usize], true) {
                continue;
            }
            match blocks.last_mut() {
                Some((last, block)) if *last == chosen => block.push(variable),
                _ => blocks.push((chosen, vec![variable])),
            }
        }
    };
    let mut globals: Vec<_> = tr.env.globals.iter().collect();
    globals.sort_by_key(|(id, _)| **id);
    globals.iter().for_each(|(_, value)| place(true, &value.bits()));
    prefix.iter().for_each(|(chosen, bits)| place(*chosen, bits));
    let rest: Vec<i32> = (1..=cnf.variable_count()).filter(|&v| !placed[v as usize]).collect();
    match blocks.last_mut() {
        Some((true, block)) => block.extend(rest),
        _ if rest.is_empty() => {}
        _ => blocks.push((true, rest)),
    }
    let mut text = format!("p cnf {} {}\n", cnf.variable_count(), clauses.len());
    let lines = blocks.iter().map(|(chosen, block)| (if *chosen { "e " } else { "a " }, block));
    for (word, numbers) in lines.chain(clauses.iter().map(|clause| ("", clause))) {
        text.push_str(word);
        for number in numbers {
            text.push_str(&number.to_string());
            text.push(' ');
        }
        text.push_str("0\n");
    }
    Ok(text)
}
