//! Printing and parsing again gives the same tree.

mod common;
#[path = "common/generate.rs"]
mod generate;

use common::{Random, corpus, parse_text};
use generate::{Generator, grouped};
use lariat_boogie::ast::Decl;
use lariat_boogie::{CheckOptions, Program, check, print};

/// The axioms and bodies of functions, with all groupings shown.
fn groupings(program: &Program) -> Vec<String> {
    program
        .decls
        .iter()
        .filter_map(|decl| match decl {
            Decl::Axiom(axiom) => Some(axiom.expr),
            Decl::Function(function) => function.body,
            Decl::Var(var) => var.where_clause,
            _ => None,
        })
        .map(|expr| grouped(program, expr))
        .collect()
}

fn round_trip(program: &Program, what: &str) {
    let first = print(program);
    let again = parse_text(&first);
    assert!(again.is_ok(), "{what}: {:?}\n{first}", again.diagnostics);
    assert_eq!(print(&again.program), first, "{what}");
    assert_eq!(groupings(&again.program), groupings(program), "{what}\n{first}");
}

#[test]
fn corpus_programs_survive() {
    for case in corpus("valid") {
        let parsed = parse_text(&case.text);
        round_trip(&parsed.program, &case.name);
        let printed = parse_text(&print(&parsed.program));
        assert!(check(&printed.program, &CheckOptions::default()).is_ok(), "{}", case.name);
    }
    for case in corpus("invalid") {
        let parsed = parse_text(&case.text);
        if parsed.is_ok() {
            round_trip(&parsed.program, &case.name);
        }
    }
}

#[test]
fn random_programs_survive() {
    for seed in 0..4000 {
        let mut random = Random::new(seed);
        let mut generator = Generator::new(&mut random);
        for _ in 0..4 {
            generator.decl();
        }
        round_trip(&generator.program, &format!("seed {seed}"));
    }
}

#[test]
fn parentheses_only_where_needed() {
    for text in [
        "axiom a + b * c - d;",
        "axiom a - (b - c) - d;",
        "axiom a && b && c ==> d || e ==> f <==> g;",
        "axiom (a ==> b) ==> c;",
        "axiom a && (b || c);",
        "axiom (a == b) == c;",
        "axiom -(a + b) * -c;",
        "axiom !(a && b) && !c;",
        "axiom (a + b)[c][d := if e then f else g];",
        "axiom (if a then b else c) + d;",
        "axiom 2.0 ** 3.0 ** 4.0 / (a ** b) ** c;",
        "axiom (x : int) + (y : T a (C b));",
        "axiom (a ++ b)[8:0] ++ c[4:2];",
        "axiom (forall<a> x: a, y: int :: {:attr 1} { f(x), g(y) } {:nopats h(x)} x == y && p);",
        "axiom (var x, y := a, b; x + y) is C && z->f->(g := 3)->h;",
    ] {
        let parsed = parse_text(text);
        assert!(parsed.is_ok(), "{text}: {:?}", parsed.diagnostics);
        assert_eq!(print(&parsed.program).trim_end(), text);
    }
}
