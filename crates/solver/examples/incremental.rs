//! Measures the in-process solver: start-up, building of terms, incremental checks under assumptions.

use lariat_logic::{Op, Sort, Terms, Value};
use lariat_solver::{Ast, Limits, Outcome, Solver, Z3Options, Z3Solver};
use std::time::{Duration, Instant};

fn main() {
    let started = Instant::now();
    let mut terms = Terms::new();
    let mut z3 = Z3Solver::new(&Z3Options::default());
    println!("{}: solver made in {:?}", z3.name(), started.elapsed());
    let a = z3.constant(&terms, "a", Terms::BOOL);
    let started = Instant::now();
    assert_eq!(z3.check(&[a], Limits::default()).expect("an answer"), Outcome::Sat);
    println!("first check in {:?}", started.elapsed());
    for _ in 0..3 {
        let started = Instant::now();
        let other = Z3Solver::default();
        let made = started.elapsed();
        drop(other);
        println!("another solver made in {made:?}, dropped after {:?}", started.elapsed());
    }

    let started = Instant::now();
    let nodes = z3.statistics().nodes;
    build(&mut z3, &mut terms, 1_000_000);
    let built = z3.statistics().nodes - nodes;
    let elapsed = started.elapsed();
    println!(
        "{built} nodes in {elapsed:?}: {} ns each",
        elapsed.as_nanos() / u128::from(built.max(1))
    );

    checks(&mut terms, None);
    checks(&mut terms, Some(Duration::from_secs(10)));

    let started = Instant::now();
    drop(z3);
    println!("solver with {built} nodes dropped in {:?}", started.elapsed());
}

/// Nodes as a formula of a procedure has them: guards, equations, sums, reads and writes of maps.
fn build(z3: &mut Z3Solver, terms: &mut Terms, count: usize) {
    let map = terms.sort(Sort::Map { indices: vec![Terms::INT], element: Terms::INT });
    let mut memory = z3.constant(terms, "m", map);
    let mut x = z3.constant(terms, "x", Terms::INT);
    let one = z3.literal(terms, &Value::int(1), Terms::INT);
    let mut made = 0;
    while made < count {
        let block = z3.constant(terms, "b", Terms::BOOL);
        let next = z3.constant(terms, "x", Terms::INT);
        let next_memory = z3.constant(terms, "m", map);
        let sum = z3.app(terms, &Op::Add, &[x, one], Terms::INT);
        let equal = z3.app(terms, &Op::Eq, &[next, sum], Terms::BOOL);
        let write = z3.app(terms, &Op::Store, &[memory, next, x], map);
        let same = z3.app(terms, &Op::Eq, &[next_memory, write], Terms::BOOL);
        let read = z3.app(terms, &Op::Select, &[next_memory, x], Terms::INT);
        let order = z3.app(terms, &Op::Le, &[read, next], Terms::BOOL);
        let all = z3.app(terms, &Op::And, &[equal, same, order], Terms::BOOL);
        z3.app(terms, &Op::Implies, &[block, all], Terms::BOOL);
        (x, memory) = (next, next_memory);
        made += 11;
    }
}

/// Chains of guarded steps, one more before every query; every query assumes all guards so far.
fn checks(terms: &mut Terms, time: Option<Duration>) {
    let mut z3 = Z3Solver::default();
    let zero = z3.literal(terms, &Value::int(0), Terms::INT);
    let two = z3.literal(terms, &Value::int(2), Terms::INT);
    let mut guards: Vec<Ast> = Vec::new();
    let mut x = z3.constant(terms, "x", Terms::INT);
    let started = Instant::now();
    for i in 0..2_000 {
        if i % 10 == 0 {
            x = z3.constant(terms, "x", Terms::INT);
        }
        let guard = z3.constant(terms, "g", Terms::BOOL);
        let choice = z3.constant(terms, "c", Terms::BOOL);
        let next = z3.constant(terms, "x", Terms::INT);
        let up = z3.app(terms, &Op::Add, &[x, two], Terms::INT);
        let value = z3.app(terms, &Op::Ite, &[choice, up, x], Terms::INT);
        let step = z3.app(terms, &Op::Eq, &[next, value], Terms::BOOL);
        let clause = z3.app(terms, &Op::Implies, &[guard, step], Terms::BOOL);
        z3.assert(clause);
        x = next;
        guards.push(guard);
        let mut assumptions = guards.clone();
        let goal = if i % 2 == 0 { Op::Lt } else { Op::Le };
        let goal = z3.app(terms, &goal, &[x, zero], Terms::BOOL);
        let name = z3.constant(terms, "goal", Terms::BOOL);
        let clause = z3.app(terms, &Op::Implies, &[name, goal], Terms::BOOL);
        z3.assert(clause);
        assumptions.push(name);
        z3.check(&assumptions, Limits { time }).expect("an answer");
    }
    let statistics = z3.statistics();
    println!(
        "2000 checks{}: {:?} in all, {:?} inside queries, {} sat, {} unsat",
        if time.is_some() { " with a time limit" } else { "" },
        started.elapsed(),
        statistics.time,
        statistics.sat,
        statistics.unsat
    );
}
