//! Verdicts against exhaustive evaluation, at integers of 3 to 5 bits.

mod random;

use lariat_c::IntKind;
use lariat_cogent::{Options, Prover, SolverChoice, Verdict, Widths};
use random::*;

fn options(m: &Machine) -> Options {
    let kinds = [IntKind::Char, IntKind::Short, IntKind::Int, IntKind::Long];
    let integers = kinds.iter().zip(m.widths).map(|(&k, w)| (k, w as usize)).collect();
    Options { widths: Widths { integers, offset: None }, expand_bits: 3, ..Options::default() }
}

/// All assignments of the variables.
fn assignments(widths: &[u32]) -> impl Iterator<Item = Vec<u64>> {
    let total: u32 = widths.iter().sum();
    let widths = widths.to_vec();
    (0..1u64 << total).map(move |mut code| {
        widths
            .iter()
            .map(|w| {
                let v = code & ((1 << w) - 1);
                code >>= w;
                v
            })
            .collect()
    })
}

struct Case {
    machine: Machine,
    grammar: Grammar,
    declarations: String,
    /// Bits of each variable.
    widths: Vec<u32>,
}

fn cases(quantifiers: bool) -> Vec<Case> {
    let mut out = Vec::new();
    for widths in [[3, 3, 3, 4], [3, 4, 4, 5], [3, 3, 5, 5]] {
        let machine = Machine { widths, long_is_wider: true };
        let scalar = |name: &str, kind: Kind| (name.to_owned(), kind);
        for (a, b) in [(Int, Int), (UInt, Int), (Char, UInt), (Long, UInt), (ULong, Char)] {
            let list = vec![scalar("x", a), scalar("y", b)];
            let widths = list.iter().map(|v| machine.width(v.1)).collect();
            let declarations = format!("{} x; {} y;", a.name(), b.name());
            let vars = Variables { list };
            let grammar = Grammar { vars, array: None, union: None, quantifiers };
            out.push(Case { machine, grammar, declarations, widths });
        }
        if widths[2] > 4 {
            continue;
        }
        // A structure, an array of three in it, and a union.
        let unnamed = |kind: Kind| (String::new(), kind);
        let list = vec![
            scalar("s.m", Char),
            scalar("x", Char),
            unnamed(Char),
            unnamed(Char),
            unnamed(Char),
        ];
        let w = list.iter().map(|v| machine.width(v.1)).collect();
        let declarations =
            "struct { signed char m; int k; } s; signed char x; signed char arr[3];".to_owned();
        let vars = Variables { list };
        let grammar = Grammar { vars, array: Some((2, 3)), union: None, quantifiers: false };
        if widths[2] == 3 {
            out.push(Case { machine, grammar, declarations, widths: w });
        }
        let list = vec![scalar("x", Int), unnamed(Int), unnamed(Char)];
        let w = vec![machine.width(Int), machine.width(Int), 1];
        let declarations = "int x; union { int i; signed char c; } un;".to_owned();
        let vars = Variables { list };
        let grammar = Grammar { vars, array: None, union: Some(1), quantifiers };
        out.push(Case { machine, grammar, declarations, widths: w });
    }
    out
}

fn compare(count: usize, seed: u64, quantifiers: bool, solver: SolverChoice) {
    let cases = cases(quantifiers);
    let mut r = Random(seed);
    let (mut valid, mut refuted, mut unknown) = (0, 0, 0);
    for i in 0..count {
        let case = &cases[i % cases.len()];
        let depth = 1 + r.below(3) as u32;
        let claim = case.grammar.claim(&mut r, depth, &[]);
        let text = format!("{} {}", case.declarations, claim.c(&case.grammar.vars));
        let options = Options { solver, ..options(&case.machine) };
        let answer = Prover::new(options).prove(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let mut failing = 0usize;
        let vars = &case.grammar.vars;
        let mut e =
            Evaluator { machine: &case.machine, vars, values: Vec::new(), bound: Vec::new() };
        let mut holds_at = |values: &[u64]| {
            e.values = values.to_vec();
            !e.truth(&claim).0
        };
        for values in assignments(&case.widths) {
            failing += usize::from(!holds_at(&values));
            if failing > 0 {
                break;
            }
        }
        match &answer.verdict {
            Verdict::Valid => {
                assert_eq!(failing, 0, "{text}: said to be valid");
                valid += 1;
            }
            Verdict::NotValid(c) => {
                assert!(failing > 0, "{text}: said to be not valid: {c}");
                refuted += 1;
                // Scalars of the counterexample really refute.
                if case.widths.len() == 2 && !quantifiers {
                    let mut values = vec![0; 2];
                    for v in &c.values {
                        let at = usize::from(v.name == "y");
                        let number: i128 = v.text.parse().expect("a number");
                        values[at] = case.machine.pattern(number, vars.list[at].1);
                    }
                    assert!(!holds_at(&values), "{text}: {c} is no counterexample");
                }
            }
            Verdict::Unknown(why) => {
                assert!(quantifiers, "{text}: unknown: {why}");
                unknown += 1;
            }
        }
    }
    println!("{count} claims: {valid} valid, {refuted} not valid, {unknown} unknown");
    assert!(unknown * 10 < count, "too many unknown");
}

#[test]
fn twenty_thousand_claims() {
    compare(20_000, 1, false, SolverChoice::Cadical);
}

#[test]
fn claims_with_quantifiers() {
    compare(3_000, 2, true, SolverChoice::Cadical);
}

#[test]
fn with_the_second_solver() {
    compare(3_000, 1, false, SolverChoice::Batsat);
    compare(500, 2, true, SolverChoice::Batsat);
}
