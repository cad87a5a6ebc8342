//! The log of queries is a script that gives the same answers when it is run by itself.

mod back_ends;

use lariat_budget::Budget;
use lariat_logic::{Binder, BinderKind, Op, Sort, Terms, Value};
use lariat_solver::{Ast, Logged, Outcome, Solver, Translator, Z3Options, Z3Solver};
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};

/// A sink that can be read afterwards.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn logged() -> (Logged<Z3Solver>, Shared) {
    let sink = Shared::default();
    let options = Z3Options::default();
    let solver =
        Logged::new(Z3Solver::new(&options), Box::new(sink.clone()), &options.script_header());
    (solver, sink)
}

fn text(sink: &Shared) -> String {
    String::from_utf8(sink.0.lock().unwrap().clone()).unwrap()
}

/// The answers in the comments of a log.
fn answers(log: &str) -> Vec<String> {
    log.lines()
        .filter_map(|line| line.strip_prefix("; answer: "))
        .map(|rest| rest.split([',', ' ']).next().unwrap().to_owned())
        .collect()
}

fn rerun(log: &str) -> Vec<String> {
    let mut z3 =
        Command::new("z3").arg("-in").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    z3.stdin.take().unwrap().write_all(log.as_bytes()).unwrap();
    let output = z3.wait_with_output().unwrap();
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn a_log_runs_by_itself() {
    let (mut solver, sink) = logged();
    let mut terms = Terms::new();
    let thing = terms.sort(Sort::Uninterpreted("Thing|strange\\name".to_owned()));
    let map = terms.sort(Sort::Map { indices: vec![Terms::INT, thing], element: Terms::INT });
    let float = terms.sort(Sort::Float { exponent: 8, significand: 24 });
    let list = terms.declare_datatype("list");
    let list_sort = terms.datatype(list).sort;
    terms.add_constructor(list, "nil", vec![]);
    let cons = terms.add_constructor(
        list,
        "cons",
        vec![("head".into(), Terms::INT), ("tail".into(), list_sort)],
    );
    let f = terms.declare_function("f", vec![list_sort], Terms::INT);
    let (x, l, m) = (
        terms.declare("select", Terms::INT),
        terms.declare("l", list_sort),
        terms.declare("m", map),
    );
    let (i, t) = (terms.declare("i", Terms::INT), terms.declare("a thing", thing));
    let [xt, lt, mt, it, tt] = [x, l, m, i, t].map(|v| terms.var(v));
    let mut facts = Vec::new();
    let pair = terms.app(Op::Construct(cons), &[xt, lt]);
    let fx = terms.call(f, &[pair]);
    facts.push(terms.app(Op::Lt, &[fx, xt]));
    let element = terms.literal(Value::Element { sort: thing, number: 1 });
    let store = terms.app(Op::Store, &[mt, xt, element, fx]);
    let read = terms.app(Op::Select, &[mt, it, tt]);
    let bound = terms.app(Op::Le, &[xt, read]);
    facts.push(terms.bind(Binder {
        kind: BinderKind::Forall,
        vars: vec![i, t],
        body: bound,
        triggers: vec![vec![read]],
        no_triggers: vec![],
        name: Some("q".to_owned()),
        weight: None,
    }));
    let four = terms.int(4);
    let at_four = terms.app(Op::Select, &[store, four, element]);
    facts.push(terms.app(Op::Lt, &[at_four, xt]));
    facts.push(terms.app(Op::Lt, &[xt, four]));
    let y = terms.declare("y", float);
    let yt = terms.var(y);
    facts.push(terms.smt("fp.lt", &[yt, yt], Terms::BOOL));
    let mut translator = Translator::new();
    let mut guards: Vec<Ast> = Vec::new();
    for fact in facts {
        let fact = translator.translate(&mut solver, &terms, fact).unwrap();
        let guard = solver.constant(&terms, "guard", Terms::BOOL);
        let clause = solver.app(&terms, &Op::Implies, &[guard, fact], Terms::BOOL);
        solver.assert(clause);
        guards.push(guard);
        for skip in 0..=guards.len() {
            let some: Vec<Ast> = guards
                .iter()
                .copied()
                .enumerate()
                .filter(|&(i, _)| i != skip)
                .map(|g| g.1)
                .collect();
            solver.check(&some, &Budget::unlimited()).unwrap();
        }
    }
    let log = text(&sink);
    let given = answers(&log);
    assert!(given.iter().any(|a| a == "sat") && given.iter().any(|a| a == "unsat"), "{given:?}");
    if back_ends::installed("z3") {
        assert_eq!(rerun(&log), given, "{log}");
    }
}

/// Terms that double with every step stay small as text.
#[test]
fn shared_terms_are_written_once() {
    let (mut solver, sink) = logged();
    let terms = Terms::new();
    let mut x = solver.constant(&terms, "x", Terms::INT);
    let zero = solver.literal(&terms, &Value::int(0), Terms::INT);
    for _ in 0..100 {
        x = solver.app(&terms, &Op::Add, &[x, x], Terms::INT);
        let fact = solver.app(&terms, &Op::Le, &[zero, x], Terms::BOOL);
        solver.assert(fact);
    }
    for _ in 0..1000 {
        x = solver.app(&terms, &Op::Sub, &[x, zero], Terms::INT);
    }
    let fact = solver.app(&terms, &Op::Le, &[zero, x], Terms::BOOL);
    solver.assert(fact);
    assert_eq!(solver.check(&[], &Budget::unlimited()).unwrap(), Outcome::Sat);
    let log = text(&sink);
    assert!(log.len() < 100_000, "{} bytes", log.len());
    if back_ends::installed("z3") {
        assert_eq!(rerun(&log), ["sat"]);
    }
}
