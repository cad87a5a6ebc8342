//! Time limits, interruption, memory limits and threads.

mod back_ends;

use lariat_budget::{Budget, Limits, MemoryLimit, Share, Stop};
use lariat_logic::{Op, SortId, Terms, Value};
use lariat_solver::{Ast, GaveUp, Outcome, Solver, Z3Options, Z3Solver};
use std::sync::Mutex;
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
            let limits = &Budget::of_time(Duration::from_millis(limit));
            let outcome = solver.check(&[guard], limits).expect(name);
            let elapsed = started.elapsed();
            assert_eq!(outcome, Outcome::Unknown(GaveUp::Timeout), "{name}");
            println!("{name}: limit of {limit} ms kept after {elapsed:?}");
            assert!(elapsed < Duration::from_secs(1), "{name}: {elapsed:?}");
            let easy = solver.check(&[not_guard], &Budget::unlimited()).expect(name);
            assert_eq!(easy, Outcome::Sat, "{name}");
            let both = solver.check(&[guard, not_guard], &Budget::unlimited()).expect(name);
            assert_eq!(both, Outcome::Unsat, "{name}");
        }
        assert_eq!(solver.statistics().unknown, 2, "{name}");
    }
}

#[test]
fn a_stop_ends_the_running_query_and_no_other() {
    for (name, mut solver) in back_ends::all() {
        let mut terms = Terms::new();
        let guard = hard(&mut solver, &mut terms);
        let not_guard = negation(&mut solver, &terms, guard);
        let run = Budget::unlimited();
        let one = run.child(Share::ALL);
        let stopper = {
            let one = one.clone();
            std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(200));
                one.stop(Stop::Interrupted);
            })
        };
        let started = Instant::now();
        let outcome = solver.check(&[guard], &one).expect(name);
        assert_eq!(outcome, Outcome::Unknown(GaveUp::Interrupted), "{name}");
        assert!(started.elapsed() < Duration::from_secs(2), "{name}: {:?}", started.elapsed());
        stopper.join().unwrap();
        assert_eq!(solver.check(&[not_guard], &run).expect(name), Outcome::Sat, "{name}");
        // What begins after the stop ends at once, too.
        let started = Instant::now();
        let outcome = solver.check(&[guard], &one).expect(name);
        assert_eq!(outcome, Outcome::Unknown(GaveUp::Interrupted), "{name}");
        assert!(started.elapsed() < Duration::from_secs(2), "{name}: {:?}", started.elapsed());
    }
}

/// Each back end has queries of its own, in one thread: a stop ends the one that runs, whichever
/// solver was used last.
#[test]
fn a_stop_ends_the_query_that_runs_and_not_the_last_solver() {
    let mut terms = Terms::new();
    let (mut first, mut second) = (Z3Solver::default(), Z3Solver::default());
    let guard = hard(&mut first, &mut terms);
    let a = second.constant(&terms, "a", Terms::BOOL);
    let budget = Budget::of_time(Duration::from_millis(300));
    assert_eq!(second.check(&[a], &budget).unwrap(), Outcome::Sat);
    let started = Instant::now();
    assert_eq!(first.check(&[guard], &budget).unwrap(), Outcome::Unknown(GaveUp::Timeout));
    assert!(started.elapsed() < Duration::from_secs(1), "{:?}", started.elapsed());
}

/// Stops at arbitrary moments, most of them between or at the edges of queries, spoil nothing.
#[test]
fn a_hail_of_stops_never_changes_an_answer() {
    let terms = Terms::new();
    let mut z3 = Z3Solver::default();
    let a = z3.constant(&terms, "a", Terms::BOOL);
    let not_a = negation(&mut z3, &terms, a);
    let run = Budget::unlimited();
    let current = Mutex::new(run.child(Share::ALL));
    let done = AtomicBool::new(false);
    let mut interrupted = 0;
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                current.lock().unwrap().clone().stop(Stop::NotNeeded);
                std::thread::yield_now();
            }
        });
        for _ in 0..2_000 {
            let budget = run.child(Share::ALL);
            *current.lock().unwrap() = budget.clone();
            match z3.check(&[a], &budget).unwrap() {
                Outcome::Unsat => panic!("satisfiable"),
                Outcome::Unknown(_) => interrupted += 1,
                Outcome::Sat => {}
            }
            match z3.check(&[a, not_a], &run).unwrap() {
                Outcome::Unsat => {}
                outcome => panic!("unsatisfiable, and nobody stopped it: {outcome:?}"),
            }
        }
        done.store(true, Ordering::Relaxed);
    });
    println!("{interrupted} of 2000 queries were interrupted");
    assert_eq!(z3.check(&[a], &run).unwrap(), Outcome::Sat);
}

#[test]
fn a_memory_limit_ends_a_query() {
    let mut terms = Terms::new();
    let mut z3 = Z3Solver::default();
    let guard = hard(&mut z3, &mut terms);
    let memory = Some(MemoryLimit::new(1, || Some(2)));
    let budget = Budget::new(Limits { memory, ..Limits::default() });
    let started = Instant::now();
    let outcome = z3.check(&[guard], &budget).unwrap();
    assert_eq!(outcome, Outcome::Unknown(GaveUp::Memory));
    assert!(started.elapsed() < Duration::from_secs(5));
}

#[test]
fn solvers_in_several_threads() {
    let run = |seed: u32| {
        let mut terms = Terms::new();
        let mut z3 = Z3Solver::new(&Z3Options { seed, ..Z3Options::default() });
        let guard = hard(&mut z3, &mut terms);
        let limits = &Budget::of_time(Duration::from_millis(100));
        assert_eq!(z3.check(&[guard], limits).unwrap(), Outcome::Unknown(GaveUp::Timeout));
        let not_guard = negation(&mut z3, &terms, guard);
        assert_eq!(z3.check(&[not_guard], &Budget::unlimited()).unwrap(), Outcome::Sat);
        z3
    };
    let threads: Vec<_> = (0..4).map(|n| std::thread::spawn(move || run(n))).collect();
    // A solver may move to another thread and go on there.
    for thread in threads {
        let mut z3 = thread.join().unwrap();
        assert!(z3.check(&[], &Budget::unlimited()).unwrap() == Outcome::Sat);
    }
}
