//! Large and deep programs.

use crate::lower;
use std::fmt::Write;

#[test]
fn deep_expressions() {
    let sum = vec!["x"; 100_000].join(" + ");
    let and = vec!["x > 0"; 100_000].join(" && ");
    let minus = format!("{}x", "-".repeat(900));
    for condition in [format!("{sum} > 0"), and, format!("{minus} == x")] {
        let text = format!("procedure main(x: int) {{ assume {condition}; }}");
        let lowered = lower(&text).expect("accepted");
        assert!(!lariat_lower::print(&lowered.program).is_empty());
    }
}

#[test]
fn deep_functions() {
    let mut text = String::from("function f0(x: int): int { x + 1 }\n");
    for i in 1..3000 {
        _ = writeln!(text, "function f{i}(x: int): int {{ f{}(x) * 2 }}", i - 1);
    }
    text.push_str("procedure main(x: int) { assert f2999(x) > 0; }");
    lower(&text).expect("accepted");
}

#[test]
fn doubling_functions_stay_small() {
    let mut text = String::from("function f0(x: int): int { x }\n");
    for i in 1..60 {
        _ = writeln!(text, "function f{i}(x: int): int {{ f{0}(x) * f{0}(x + 1) }}", i - 1);
    }
    text.push_str("procedure main(x: int) { assert f59(x) > 0; }");
    let lowered = lower(&text).expect("accepted");
    assert!(lariat_lower::print(&lowered.program).len() < 1_000_000);
}

#[test]
fn many_sequential_and_nested_loops() {
    let mut text = String::from("procedure main(x: int) returns (y: int) {\n");
    for _ in 0..300 {
        text.push_str("while (y < x) { y := y + 1; }\n");
    }
    text.push_str(&"while (y < x) { y := y + 2; ".repeat(40));
    text.push_str(&"}".repeat(40));
    text.push('}');
    let lowered = lower(&text).expect("accepted");
    assert_eq!(lowered.program.procedures.len(), 341);
}

#[test]
fn long_chains_of_datatypes() {
    let mut text = String::new();
    for i in 0..20_000 {
        _ = writeln!(text, "datatype D{i} {{ C{i}(f{i}: D{}) }}", i + 1);
    }
    text.push_str("datatype D20000 { Last() }\nprocedure main(d: D0) { assert d->f0 is C1; }");
    lower(&text).expect("accepted");
}
