//! What templates consist of, and reading a path off a model.

use crate::{Calls, Formula, lower};
use lariat_solver::{Outcome, Solver};
use lariat_vc::{Template, Templates};
use std::rc::Rc;

fn template(text: &str) -> (Templates, Rc<Template>) {
    let (program, main) = lower(text);
    let mut templates = Templates::new(program, main);
    let template = templates.get(main);
    (templates, template)
}

fn callees(text: &str) -> Vec<String> {
    let (templates, template) = template(text);
    let name = |p| templates.program.procedures[p].name.clone();
    let mut names: Vec<String> = template.sites.iter().map(|s| name(s.callee)).collect();
    names.sort();
    names
}

#[test]
fn assignments_make_no_variables() {
    let steps = "y := y + x; ".repeat(50);
    let text = format!("procedure main(x: int) {{ var y: int; y := 0; {steps} assume y == 3; }}");
    let (_, template) = template(&text);
    assert_eq!(template.constraints.len(), 1);
    assert!(template.flows.is_empty());
}

#[test]
fn a_join_of_equal_values_makes_no_variable() {
    let program = |other: &str| {
        format!(
            "procedure main(x: int) {{ var y: int;
               if (x > 0) {{ y := 1; }} else {{ y := {other}; }} assume y == x; }}"
        )
    };
    assert_eq!(template(&program("1")).1.flows.len(), 0);
    assert_eq!(template(&program("2")).1.flows.len(), 2);
}

#[test]
fn blocks_that_cannot_be_on_a_path_are_left_out() {
    // By what dominating blocks assume, and by what never returns.
    let program = |condition: &str| {
        format!(
            "procedure p() {{ }} procedure q() {{ }}
             procedure main(b: bool) {{
               assume b;
               if ({condition}) {{ call p(); }} else {{ call q(); }}
               if (*) {{ call p(); assume false; }}
             }}"
        )
    };
    assert_eq!(callees(&program("b")), ["p"]);
    assert_eq!(callees(&program("!b")), ["q"]);
    assert_eq!(callees(&program("*")), ["p", "q"]);
    assert!(template("procedure main() { assume false; }").1.blocks.is_empty());
}

#[test]
fn calls_on_one_path() {
    let text = "procedure a() { } procedure b() { } procedure c() { } procedure d() { }
        procedure main() {
          if (*) { call a(); call b(); } else { call c(); }
          if (*) { call d(); }
        }";
    let (templates, template) = template(text);
    let name = |i: usize| templates.program.procedures[template.sites[i].callee].name.as_str();
    let mut found: Vec<String> = (0..template.sites.len())
        .map(|i| {
            let mut with: Vec<&str> = template.on_one_path[i].iter().map(name).collect();
            with.sort_unstable();
            format!("{} with {}", name(i), with.join(" "))
        })
        .collect();
    found.sort();
    assert_eq!(found, ["a with b d", "b with a d", "c with d", "d with a b c"]);
}

#[test]
fn templates_are_made_once() {
    let (program, main) = lower("procedure main() { }");
    let mut templates = Templates::new(program, main);
    let (one, other) = (templates.get(main), templates.get(main));
    assert!(Rc::ptr_eq(&one, &other));
    assert_eq!(templates.count(), 1);
}

/// The labels of the blocks on the path of a model.
fn path(text: &str) -> Vec<String> {
    let mut formula = Formula::new(text);
    let instance = formula.entry(Calls::Open);
    assert_eq!(formula.check(), Outcome::Sat);
    let body = formula.templates.program.procedures[instance.template.procedure].body.clone();
    let (mut at, mut labels) = (0, Vec::new());
    loop {
        let block = &instance.template.blocks[at];
        labels.push(body.blocks[block.block].label.clone());
        if block.returns {
            return labels;
        }
        let edges = &instance.blocks[at].1;
        let terms = &formula.templates.program.terms;
        let taken = formula.solver.truths(terms, edges).expect("a model");
        let way = taken.iter().position(|&t| t).expect("some edge is taken");
        at = block.successors[way].0;
    }
}

#[test]
fn a_model_has_a_path() {
    let program = |condition: &str| {
        format!(
            "procedure main(x: int) {{
               var y: int;
               start: y := x; goto left, right;
               left: assume x > 0; y := 1; goto join;
               right: assume x <= 0; goto join;
               join: assume {condition}; goto low, high;
               low: assume y < 1; return;
               high: assume y >= 1; return;
             }}"
        )
    };
    assert_eq!(path(&program("x == 2")), ["start", "left", "join", "high"]);
    assert_eq!(path(&program("x == -2")), ["start", "right", "join", "low"]);
}
