//! Time limits, interruption, memory limits and threads.

mod back_ends;

use lariat_logic::{Op, SortId, Terms, Value};
use lariat_solver::{Ast, GaveUp, Limits, Outcome, Solver, Z3Options, Z3Solver};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A constant that implies something very hard: two factors of a product of large primes.
fn hard(solver: &mut dyn Solver, terms: &mut Terms) -> Ast {
    let wide = terms.bv_sort(128);
    let guard = solver.constant(terms, "hard", Terms::BOOL);
    let x = solver.constant(terms, "x", wide);
    let y = solver.constant(terms, "y", wide);
    let literal =
        |solver: &mut dyn Solver, n: u128| solver.literal(terms, &Value::bv(n, 128), wide);
    let one = literal(solver, 1);
    let bound = literal(solver, 1 << 63);
    let target = literal(solver, 1_000_000_000_000_000_003 * 1_000_000_000_000_000_009);
    let app = |solver: &mut dyn Solver, op: Op, args: &[Ast], sort: SortId| {
        solver.app(terms, &op, args, sort)
    };
    let product = app(solver, Op::BvMul, &[x, y], wide);
    let mut facts = vec![app(solver, Op::Eq, &[product, target], Terms::BOOL)];
    for factor in [x, y] {
        facts.push(app(solver, Op::BvUlt, &[one, factor], Terms::BOOL));
        facts.push(app(solver, Op::BvUlt, &[factor, bound], Terms::BOOL));
    }
    let all = app(solver, Op::And, &facts, Terms::BOOL);
    let clause = app(solver, Op::Implies, &[guard, all], Terms::BOOL);
    solver.assert(clause);
    guard
}

fn negation(solver: &mut dyn Solver, terms: &Terms, a: Ast) -> Ast {
    solver.app(terms, &Op::Not, &[a], Terms::BOOL)
}

#[test]
fn a_time_limit_is_kept_and_the_next_query_works() {
    for (name, mut solver) in back_ends::all() {
        let mut terms = Terms::new();
        let guard = hard(&mut solver, &mut terms);
        let not_guard = negation(&mut solver, &terms, guard);
        for limit in [300, 50] {
            let started = Instant::now();
            let limits = Limits { time: Some(Duration::from_millis(limit)) };
            let outcome = solver.check(&[guard], limits).expect(name);
            let elapsed = started.elapsed();
            assert_eq!(outcome, Outcome::Unknown(GaveUp::Timeout), "{name}");
            println!("{name}: limit of {limit} ms kept after {elapsed:?}");
            assert!(elapsed < Duration::from_secs(1), "{name}: {elapsed:?}");
            let easy = solver.check(&[not_guard], Limits::default()).expect(name);
            assert_eq!(easy, Outcome::Sat, "{name}");
            let both = solver.check(&[guard, not_guard], Limits::default()).expect(name);
            assert_eq!(both, Outcome::Unsat, "{name}");
        }
        assert_eq!(solver.statistics().unknown, 2, "{name}");
    }
}

#[test]
fn interruption_stops_the_running_query_and_no_other() {
    for (name, mut solver) in back_ends::all() {
        let mut terms = Terms::new();
        let guard = hard(&mut solver, &mut terms);
        let not_guard = negation(&mut solver, &terms, guard);
        let interrupt = solver.interrupter();
        // Idle: nothing to stop.
        interrupt();
        assert_eq!(
            solver.check(&[not_guard], Limits::default()).expect(name),
            Outcome::Sat,
            "{name}"
        );
        let stopper = {
            let interrupt = Arc::clone(&interrupt);
            std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(200));
                interrupt();
            })
        };
        let started = Instant::now();
        let outcome = solver.check(&[guard], Limits::default()).expect(name);
        assert_eq!(outcome, Outcome::Unknown(GaveUp::Interrupted), "{name}");
        assert!(started.elapsed() < Duration::from_secs(2), "{name}: {:?}", started.elapsed());
        stopper.join().unwrap();
        assert_eq!(
            solver.check(&[not_guard], Limits::default()).expect(name),
            Outcome::Sat,
            "{name}"
        );
        drop(solver);
        interrupt();
    }
}

/// Interrupts at arbitrary moments, most of them between or at the edges of queries, spoil nothing.
#[test]
fn a_hail_of_interrupts_never_changes_an_answer() {
    let terms = Terms::new();
    let mut z3 = Z3Solver::default();
    let a = z3.constant(&terms, "a", Terms::BOOL);
    let not_a = negation(&mut z3, &terms, a);
    let interrupt = z3.interrupter();
    let done = Arc::new(AtomicBool::new(false));
    let hail = {
        let done = Arc::clone(&done);
        std::thread::spawn(move || {
            while !done.load(Ordering::Relaxed) {
                interrupt();
                std::thread::yield_now();
            }
        })
    };
    let mut interrupted = 0;
    for _ in 0..2_000 {
        match z3.check(&[a], Limits::default()).unwrap() {
            Outcome::Unsat => panic!("satisfiable"),
            Outcome::Unknown(_) => interrupted += 1,
            Outcome::Sat => {}
        }
        match z3.check(&[a, not_a], Limits::default()).unwrap() {
            Outcome::Sat => panic!("unsatisfiable"),
            Outcome::Unknown(_) => interrupted += 1,
            Outcome::Unsat => {}
        }
    }
    done.store(true, Ordering::Relaxed);
    hail.join().unwrap();
    println!("{interrupted} of 4000 queries were interrupted");
    assert_eq!(z3.check(&[a], Limits::default()).unwrap(), Outcome::Sat);
}

#[test]
fn a_memory_limit_ends_a_query() {
    let mut terms = Terms::new();
    let options = Z3Options { memory: Some(1), ..Z3Options::default() };
    let mut z3 = Z3Solver::new(&options);
    let guard = hard(&mut z3, &mut terms);
    let started = Instant::now();
    let limits = Limits { time: Some(Duration::from_secs(20)) };
    let outcome = z3.check(&[guard], limits).unwrap();
    assert_eq!(outcome, Outcome::Unknown(GaveUp::Memory));
    assert!(started.elapsed() < Duration::from_secs(5));
}

#[test]
fn solvers_in_several_threads() {
    let run = |seed: u32| {
        let mut terms = Terms::new();
        let mut z3 = Z3Solver::new(&Z3Options { seed, ..Z3Options::default() });
        let guard = hard(&mut z3, &mut terms);
        let limits = Limits { time: Some(Duration::from_millis(100)) };
        assert_eq!(z3.check(&[guard], limits).unwrap(), Outcome::Unknown(GaveUp::Timeout));
        let not_guard = negation(&mut z3, &terms, guard);
        assert_eq!(z3.check(&[not_guard], Limits::default()).unwrap(), Outcome::Sat);
        z3
    };
    let threads: Vec<_> = (0..4).map(|n| std::thread::spawn(move || run(n))).collect();
    // A solver may move to another thread and go on there.
    for thread in threads {
        let mut z3 = thread.join().unwrap();
        assert!(z3.check(&[], Limits::default()).unwrap() == Outcome::Sat);
    }
}
