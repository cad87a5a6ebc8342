//! Proofs of validity, checked by programs that share nothing with the solver.

use lariat_cogent::{Extras, Options, ProofFormat, Prover};
use std::collections::{HashMap, HashSet};

/// Checks a DRAT proof whose steps follow by unit propagation; shares nothing with the solver.
fn check_drat(dimacs: &str, proof: &str) -> Result<(), String> {
    let numbers = |line: &str| -> Vec<i32> {
        line.split_whitespace().filter_map(|w| w.parse().ok()).filter(|&l| l != 0).collect()
    };
    let text = dimacs.lines().filter(|l| !l.starts_with('c') && !l.starts_with('p'));
    let mut clauses: Vec<Vec<i32>> = text.map(numbers).collect();
    for line in proof.lines() {
        if let Some(old) = line.strip_prefix("d ") {
            let mut old = numbers(old);
            old.sort_unstable();
            let same = |c: &Vec<i32>| {
                let mut c = c.clone();
                c.sort_unstable();
                c == old
            };
            // Units are kept: deleting them is never needed.
            if old.len() > 1
                && let Some(at) = clauses.iter().position(same)
            {
                clauses.swap_remove(at);
            }
            continue;
        }
        let clause = numbers(line);
        if !follows(&clauses, &clause) {
            return Err(format!("{line} does not follow"));
        }
        if clause.is_empty() {
            return Ok(());
        }
        clauses.push(clause);
    }
    Err("no empty clause".to_owned())
}

/// Does unit propagation refute the negation of the clause?
fn follows(clauses: &[Vec<i32>], clause: &[i32]) -> bool {
    let mut assigned: HashSet<i32> = clause.iter().map(|l| -l).collect();
    loop {
        let before = assigned.len();
        for c in clauses {
            if c.iter().any(|l| assigned.contains(l)) {
                continue;
            }
            let mut open = c.iter().filter(|l| !assigned.contains(&-**l));
            match (open.next(), open.next()) {
                (None, _) => return true,
                (Some(&unit), None) => {
                    assigned.insert(unit);
                }
                _ => {}
            }
        }
        if assigned.len() == before {
            return false;
        }
    }
}

/// Checks an LRAT proof: every clause must follow from the clauses it names, in their order.
fn check_lrat(dimacs: &str, proof: &str) -> Result<(), String> {
    let mut clauses: HashMap<usize, Vec<i32>> = HashMap::new();
    for line in dimacs.lines().filter(|l| !l.starts_with('c') && !l.starts_with('p')) {
        let clause: Vec<i32> = line.split_whitespace().map(|w| w.parse().unwrap()).collect();
        clauses.insert(clauses.len() + 1, clause[..clause.len() - 1].to_vec());
    }
    for line in proof.lines() {
        let mut words = line.split_whitespace();
        let number: usize = words.next().and_then(|w| w.parse().ok()).ok_or("no number")?;
        let mut words = words.peekable();
        if words.peek() == Some(&"d") {
            for old in words.skip(1).map(|w| w.parse::<usize>().unwrap()).take_while(|&n| n != 0) {
                clauses.remove(&old).ok_or(format!("{line}: nothing to delete"))?;
            }
            continue;
        }
        let rest: Vec<i64> = words.map(|w| w.parse().unwrap()).collect();
        let end = rest.iter().position(|&l| l == 0).ok_or("no end of the clause")?;
        let clause: Vec<i32> = rest[..end].iter().map(|&l| l as i32).collect();
        let mut assigned: HashSet<i32> = clause.iter().map(|l| -l).collect();
        let mut refuted = false;
        for &hint in rest[end + 1..].iter().take_while(|&&n| n != 0) {
            let reason = usize::try_from(hint).ok().and_then(|n| clauses.get(&n));
            let reason = reason.ok_or(format!("{line}: no clause {hint}"))?;
            let open: Vec<i32> =
                reason.iter().copied().filter(|l| !assigned.contains(&-l)).collect();
            match open[..] {
                [] => {
                    refuted = true;
                    break;
                }
                [unit] => {
                    assigned.insert(unit);
                }
                _ => return Err(format!("{line}: clause {hint} is not unit")),
            }
        }
        if !refuted {
            return Err(format!("{line} does not follow"));
        }
        if clause.is_empty() {
            return Ok(());
        }
        if clauses.insert(number, clause).is_some() {
            return Err(format!("{line}: the number is taken"));
        }
    }
    Err("no empty clause".to_owned())
}

/// Valid claims, some of which the search needs several rounds for.
const CLAIMS: [&str; 10] = [
    "unsigned x, y; (x ^ y) + 2 * (x & y) == x + y",
    "unsigned char a, b; a * b <= 65025",
    "unsigned x; x != 0 ==> (x & (x - 1)) < x",
    "int a[8]; int i; 0 <= i && i < 8 ==> a + i - a == i",
    "unsigned short x; x / 10 * 10 + x % 10 == x",
    "int x, y; x < y && y < 100 && x > -100 ==> y - x > 0",
    "1 == 1",
    "int x; (forall (int y) y >= x) ==> x < 0",
    "unsigned a[]; unsigned i, j; i == j && i < 9 ==> a[i] == a[j]",
    "struct s { int m; unsigned char c[2]; } v; update(v, .c[1], 7).c[1] == 7",
];

fn proof(claim: &str, format: ProofFormat, core: bool) -> (String, String) {
    let extras = Extras { dimacs: true, proof: Some(format), core, ..Extras::default() };
    let (answer, exports) = Prover::new(Options::default()).prove_with(claim, &extras).unwrap();
    assert!(answer.is_valid(), "{claim}: {answer}");
    (exports.dimacs.expect("clauses"), exports.proof.expect("a proof"))
}

#[test]
fn drat_proofs_check() {
    for claim in CLAIMS {
        let (dimacs, proof) = proof(claim, ProofFormat::Drat, false);
        check_drat(&dimacs, &proof).unwrap_or_else(|why| panic!("{claim}: {why}"));
    }
}

#[test]
fn lrat_proofs_check() {
    for claim in CLAIMS {
        for core in [false, true] {
            let (dimacs, proof) = proof(claim, ProofFormat::Lrat, core);
            check_lrat(&dimacs, &proof).unwrap_or_else(|why| panic!("{claim}: {why}"));
        }
    }
}

#[test]
fn there_is_no_proof_of_what_is_not_valid() {
    let extras = Extras { proof: Some(ProofFormat::Lrat), ..Extras::default() };
    let (answer, exports) = Prover::default().prove_with("int x; x < 9", &extras).unwrap();
    assert!(!answer.is_valid() && exports.proof.is_none());
}

#[test]
fn a_wrong_proof_is_noticed() {
    assert!(check_drat("p cnf 1 1\n1 0\n", "0\n").is_err());
    assert!(check_drat("p cnf 1 2\n1 0\n-1 0\n", "0\n").is_ok());
    let two = "p cnf 2 3\n1 2 0\n-1 0\n-2 0\n";
    assert!(check_lrat(two, "4 0 2 3 1 0\n").is_ok());
    assert!(check_lrat(two, "4 0 2 1 0\n").is_err());
    assert!(check_lrat(two, "4 0 1 2 3 0\n").is_err());
    assert!(check_lrat(two, "4 1 0 3 1 0\n4 d 1 0\n5 0 1 2 3 0\n").is_err());
    assert!(check_lrat(two, "4 1 0 3 1 0\n").is_err());
}
