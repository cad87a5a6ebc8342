//! Measures the in-process solver: start-up, building of terms, incremental checks under assumptions.
//!
//! Arguments: `--start-only`, the number of checks, `--log FILE`, and parameters of Z3 as `smt.arith.solver=2`.

use lariat_budget::Budget;
use lariat_logic::{Op, Sort, Terms, Value};
use lariat_solver::{Ast, Logged, Outcome, Solver, Z3Options, Z3Solver};
use std::time::{Duration, Instant};

fn main() {
    let started = Instant::now();
    let mut terms = Terms::new();
    let mut z3 = Z3Solver::new(&Z3Options::default());
    println!("{}: solver made in {:?}", z3.name(), started.elapsed());
    let a = z3.constant(&terms, "a", Terms::BOOL);
    let started = Instant::now();
    assert_eq!(z3.check(&[a], &Budget::unlimited()).expect("an answer"), Outcome::Sat);
    println!("first check in {:?}", started.elapsed());
    if std::env::args().any(|arg| arg == "--start-only") {
        return;
    }
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

    let count = std::env::args().find_map(|arg| arg.parse().ok()).unwrap_or(2_000);
    checks(&mut terms, count, None);
    checks(&mut terms, count, Some(Duration::from_secs(10)));

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

/// Chains of guarded steps, one more before every query; a query assumes the last fifty guards.
fn checks(terms: &mut Terms, count: usize, time: Option<Duration>) {
    let extra = std::env::args()
        .filter_map(|arg| arg.split_once('=').map(|(n, v)| (n.to_owned(), v.to_owned())))
        .collect();
    let options = Z3Options { extra, ..Z3Options::default() };
    let log: Box<dyn std::io::Write + Send> =
        match std::env::args().skip_while(|arg| arg != "--log").nth(1) {
            Some(path) => Box::new(std::fs::File::create(path).expect("the log can be written")),
            None => Box::new(std::io::sink()),
        };
    let mut z3 = Logged::new(Z3Solver::new(&options), log, &options.script_header());
    let zero = z3.literal(terms, &Value::int(0), Terms::INT);
    let two = z3.literal(terms, &Value::int(2), Terms::INT);
    let mut guards: Vec<Ast> = Vec::new();
    let mut x = z3.constant(terms, "x", Terms::INT);
    let started = Instant::now();
    for i in 0..count {
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
        let mut assumptions = guards[guards.len().saturating_sub(50)..].to_vec();
        let goal = if i % 2 == 0 { Op::Lt } else { Op::Le };
        let goal = z3.app(terms, &goal, &[x, zero], Terms::BOOL);
        let name = z3.constant(terms, "goal", Terms::BOOL);
        let clause = z3.app(terms, &Op::Implies, &[name, goal], Terms::BOOL);
        z3.assert(clause);
        assumptions.push(name);
        let budget = time.map_or_else(Budget::unlimited, Budget::of_time);
        z3.check(&assumptions, &budget).expect("an answer");
    }
    let statistics = z3.statistics();
    println!(
        "{count} checks{}: {:?} in all, {:?} inside queries, {} sat, {} unsat",
        if time.is_some() { " with a time limit" } else { "" },
        started.elapsed(),
        statistics.time,
        statistics.sat,
        statistics.unsat
    );
}
