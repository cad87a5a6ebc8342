//! Verdicts against exhaustive evaluation, at integers of 3 to 5 bits.

mod random;

use lariat_c::IntKind;
use lariat_cogent::{Counterexample, Options, Prover, SolverChoice, Verdict, Widths};
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
        let machine = Machine { widths };
        let scalar = |name: &str, kind: Kind| (name.to_owned(), kind);
        for (a, b) in [(Int, Int), (UInt, Int), (Char, UInt), (Long, UInt), (ULong, Char)] {
            let list = vec![scalar("x", a), scalar("y", b)];
            let widths = list.iter().map(|v| machine.width(v.1)).collect();
            let declarations = format!("{} x; {} y;", a.name(), b.name());
            let vars = Variables { list };
            let grammar = Grammar { vars, array: None, union: None, members: 0, quantifiers };
            out.push(Case { machine, grammar, declarations, widths });
        }
        if widths[2] > 4 {
            continue;
        }
        let unnamed = |kind: Kind| (String::new(), kind);
        let mut aggregate = |list: Vec<(String, Kind)>,
                             array: Option<(usize, usize)>,
                             union: bool,
                             members: usize,
                             text: &str| {
            let mut w: Vec<u32> = list.iter().map(|v| machine.width(v.1)).collect();
            if union {
                *w.last_mut().unwrap() = 1;
            }
            let union = union.then(|| list.len() - 2);
            let quantifiers = quantifiers && array.is_none();
            let vars = Variables { list };
            let grammar = Grammar { vars, array, union, members, quantifiers };
            out.push(Case { machine, grammar, declarations: text.to_owned(), widths: w });
        };
        // A structure with an array and a structure in it.
        aggregate(
            vec![scalar("s.m", Int), scalar("s.a[1]", Char), scalar("s.in.q", Char)],
            None,
            false,
            3,
            "struct { int m; signed char a[2]; struct { long z; signed char q; } in; } s;",
        );
        // A union; its last variable tells the member that was written last.
        aggregate(
            vec![scalar("x", Int), unnamed(Int), unnamed(Char)],
            None,
            true,
            0,
            "int x; union { int i; signed char c; } un;",
        );
        if widths[2] == 3 {
            // A structure and an array that is indexed by anything.
            aggregate(
                vec![scalar("s.m", Char), scalar("x", Char)]
                    .into_iter()
                    .chain((0..3).map(|_| unnamed(Char)))
                    .collect(),
                Some((2, 3)),
                false,
                1,
                "struct { signed char m; int k; } s; signed char x; signed char arr[3];",
            );
        }
    }
    out
}

/// The scalars of a value as it is shown, by the names with which C reaches them.
fn leaves(name: &str, text: &mut &str, out: &mut Vec<(String, i128)>) {
    let Some(mut rest) = text.strip_prefix('{') else {
        let end = text.find([',', '}']).unwrap_or(text.len());
        out.push((name.to_owned(), text[..end].trim().parse().expect("a number")));
        *text = &text[end..];
        return;
    };
    for i in 0.. {
        rest = rest.trim_start_matches([',', ' ']);
        if let Some(after) = rest.strip_prefix('}') {
            *text = after;
            return;
        }
        let part = match rest.strip_prefix('.') {
            Some(member) => {
                let (member, value) = member.split_once(" = ").expect("a member");
                rest = value;
                format!("{name}.{member}")
            }
            None => format!("{name}[{i}]"),
        };
        leaves(&part, &mut rest, out);
    }
}

/// The variables of a case in a counterexample; what it does not mention does not matter.
fn values_of(c: &Counterexample, case: &Case) -> Vec<u64> {
    let vars = &case.grammar.vars.list;
    let mut values = vec![0; vars.len()];
    let mut found = Vec::new();
    for v in &c.values {
        leaves(&v.name, &mut &v.text[..], &mut found);
    }
    for (name, number) in found {
        let element = name.strip_prefix("arr[").and_then(|n| n.strip_suffix(']'));
        if let Some(at) = vars.iter().position(|v| v.0 == name) {
            values[at] = case.machine.pattern(number, vars[at].1);
        } else if let (Some(i), Some((first, _))) = (element, case.grammar.array) {
            let at = first + i.parse::<usize>().expect("an index");
            values[at] = case.machine.pattern(number, vars[at].1);
        } else if let (Some(member), Some(at)) = (name.strip_prefix("un."), case.grammar.union) {
            let is_char = member == "c";
            let kind = if is_char { Char } else { vars[at].1 };
            values[at] = case.machine.pattern(number, kind);
            values[at + 1] = u64::from(is_char);
        }
    }
    values
}

/// How many claims: fewer are enough for every day.
fn number_of(claims: usize) -> usize {
    let share = std::env::var("LARIAT_CLAIMS_PERCENT").ok().and_then(|v| v.parse().ok());
    claims * share.unwrap_or(100) / 100
}

fn compare(count: usize, seed: u64, quantifiers: bool, solver: SolverChoice) {
    let count = number_of(count);
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
                // The values of the counterexample really refute.
                if !quantifiers {
                    let values = values_of(c, case);
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
