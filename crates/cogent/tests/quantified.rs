//! Quantified Boolean formulas: what `--qdimacs` writes, evaluated by a program of its own, and
//! by depqbf where there is one.

mod random;

use lariat_c::IntKind;
use lariat_cogent::{Extras, Options, Prover, Verdict, Widths};
use random::*;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Duration;

/// A prenex formula: blocks of variables (true: exists) and clauses.
struct Qbf {
    order: Vec<(bool, i32)>,
    clauses: Vec<Vec<i32>>,
}

fn read(text: &str) -> Qbf {
    let mut qbf = Qbf { order: Vec::new(), clauses: Vec::new() };
    let mut lines = text.lines();
    assert!(lines.next().is_some_and(|l| l.starts_with("p cnf ")));
    for line in lines {
        let (word, rest) = match line.as_bytes()[0] {
            b'e' | b'a' => line.split_at(1),
            _ => ("", line),
        };
        let numbers: Vec<i32> = rest.split_whitespace().map(|w| w.parse().unwrap()).collect();
        let (&end, numbers) = numbers.split_last().unwrap();
        assert_eq!(end, 0);
        match word {
            "" => qbf.clauses.push(numbers.to_vec()),
            _ => qbf.order.extend(numbers.iter().map(|&v| (word == "e", v))),
        }
    }
    qbf
}

/// Is the formula true? Variables in order, with unit propagation of existential literals.
fn is_true(order: &[(bool, i32)], clauses: &[Vec<i32>]) -> bool {
    if clauses.is_empty() {
        return true;
    }
    if clauses.iter().any(Vec::is_empty) {
        return false;
    }
    let exists = |l: i32| order.iter().any(|&(e, v)| e && v == l.abs());
    if let Some(unit) = clauses.iter().find(|c| c.len() == 1 && exists(c[0])) {
        return is_true(order, &assign(clauses, unit[0]));
    }
    let Some((&(exists, v), rest)) = order.split_first() else { return false };
    if !clauses.iter().flatten().any(|l| l.abs() == v) {
        return is_true(rest, clauses);
    }
    let mut both = [v, -v].into_iter().map(|l| is_true(rest, &assign(clauses, l)));
    if exists { both.any(|t| t) } else { both.all(|t| t) }
}

fn assign(clauses: &[Vec<i32>], lit: i32) -> Vec<Vec<i32>> {
    let open = clauses.iter().filter(|c| !c.contains(&lit));
    open.map(|c| c.iter().copied().filter(|&l| l != -lit).collect()).collect()
}

fn depqbf(text: &str) -> Option<bool> {
    let mut child = Command::new("depqbf")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(text.as_bytes()).ok()?;
    match child.wait().ok()?.code()? {
        10 => Some(true),
        20 => Some(false),
        code => panic!("depqbf ended with {code}"),
    }
}

fn prover(machine: &Machine) -> Prover {
    let kinds = [IntKind::Char, IntKind::Short, IntKind::Int, IntKind::Long];
    let integers = kinds.iter().zip(machine.widths).map(|(&k, w)| (k, w as usize)).collect();
    Prover::new(Options { widths: Widths { integers, offset: None }, ..Options::default() })
}

#[test]
fn random_formulas() {
    let machine = Machine { widths: [3, 3, 3, 4] };
    let list = vec![("x".to_owned(), Int), ("y".to_owned(), UInt)];
    let vars = Variables { list };
    let grammar = Grammar { vars, array: None, union: None, members: 0, quantifiers: true };
    let mut r = Random(11);
    let (mut holds, mut fails, mut alternating, mut asked) = (0, 0, 0, 0);
    while holds + fails < 300 {
        let body = grammar.claim(&mut r, 2, &[]);
        // Two levels around it, so that there are up to four.
        let claim = match r.below(3) {
            0 => body,
            _ => {
                let inner = grammar.claim(&mut r, 2, &[(0, Int), (1, Char)]);
                let (a, b) = (r.below(2) == 0, r.below(2) == 0);
                let inner = Box::new(Tree::Quantified(b, Char, 1, Box::new(inner)));
                Tree::Quantified(a, Int, 0, inner)
            }
        };
        let text = format!("int x; unsigned y; {}", claim.c(&grammar.vars));
        let extras = Extras { qdimacs: true, ..Extras::default() };
        let Ok((_, exports)) = prover(&machine).prove_with(&text, &extras) else {
            panic!("{text}")
        };
        // A quantifier that is used as a number has no such form.
        let Some(qdimacs) = exports.qdimacs else { continue };
        let qbf = read(&qdimacs);
        if qbf.clauses.len() > 400 {
            continue;
        }
        let vars = &grammar.vars;
        let mut e = Evaluator { machine: &machine, vars, values: Vec::new(), bound: Vec::new() };
        let refuted = (0..64).any(|code| {
            e.values = vec![code & 7, code >> 3];
            e.truth(&claim).0
        });
        assert_eq!(is_true(&qbf.order, &qbf.clauses), refuted, "{text}\n{qdimacs}");
        if asked < 100
            && let Some(said) = depqbf(&qdimacs)
        {
            asked += 1;
            assert_eq!(said, refuted, "{text}: depqbf");
        }
        alternating += usize::from(qbf.order.iter().any(|(exists, _)| !exists));
        if refuted { fails += 1 } else { holds += 1 }
    }
    println!("{holds} valid, {fails} not, {alternating} alternating, {asked} by depqbf");
    assert!(holds > 30 && alternating > 20);
}

#[test]
fn the_prefix_is_in_order() {
    let text = "unsigned char z; forall (unsigned char x) exists (unsigned char y) \
                forall (unsigned char w) (unsigned char)(x + y) == z || w > z";
    let extras = Extras { qdimacs: true, ..Extras::default() };
    let options = Options { time_limit: Some(Duration::from_secs(1)), ..Options::default() };
    let (answer, exports) = Prover::new(options).prove_with(text, &extras).unwrap();
    assert!(!matches!(answer.verdict, Verdict::NotValid(_)));
    let qdimacs = exports.qdimacs.expect("a formula");
    let prefix: String =
        qdimacs.lines().filter(|l| l.starts_with(['e', 'a'])).map(|l| &l[..1]).collect();
    // A counterexample chooses z and x, then nobody y, then w.
    assert_eq!(prefix, "eae");
}
