//! Solvers that are missing, die, hang or talk nonsense: a clear error each, never a verdict.
#![cfg(unix)]

mod back_ends;

use lariat_budget::{Budget, Stop};
use lariat_logic::{Op, Terms, Value};
use lariat_solver::{GaveUp, Outcome, ProcessSolver, Solver, SolverError};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A solver made of a shell script, in a folder of its own.
struct Fake(PathBuf);

impl Fake {
    fn new(name: &str, script: &str) -> Self {
        let folder =
            std::env::temp_dir().join(format!("lariat-fake-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join(name);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        Self(path)
    }

    fn solver(&self) -> ProcessSolver {
        // A script that was just written may still count as busy in a program with several threads.
        for _ in 0..50 {
            match ProcessSolver::new(&format!("'{}'", self.0.display())) {
                Ok(solver) => return solver,
                Err(_) => std::thread::sleep(Duration::from_millis(20)),
            }
        }
        panic!("the script does not start");
    }

    /// The answer to a trivial query.
    fn answer(&self) -> Result<Outcome, SolverError> {
        let terms = Terms::new();
        let mut solver = self.solver();
        let a = solver.constant(&terms, "a", Terms::BOOL);
        solver.assert(a);
        solver.check(&[a], &Budget::of_time(Duration::from_secs(5)))
    }
}

impl Drop for Fake {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(self.0.parent().unwrap());
    }
}

#[test]
fn missing() {
    let error = ProcessSolver::new("no-such-solver-anywhere -in").err().unwrap();
    assert!(matches!(error, SolverError::Start { .. }), "{error}");
    assert!(error.to_string().contains("no-such-solver-anywhere"), "{error}");
    assert!(matches!(ProcessSolver::new("  ").err().unwrap(), SolverError::Start { .. }));
}

#[test]
fn exits_at_once() {
    let error = Fake::new("quits", "echo 'no licence found' >&2; exit 3").answer().unwrap_err();
    assert!(matches!(error, SolverError::Died { .. }), "{error}");
    assert!(error.to_string().contains("no licence found"), "{error}");
    assert!(error.to_string().contains("quits"), "{error}");
}

#[test]
fn exits_in_the_middle() {
    let error = Fake::new("falls", "read a; read b; exit 0").answer().unwrap_err();
    assert!(matches!(error, SolverError::Died { .. }), "{error}");
}

#[test]
fn talks_nonsense() {
    for (i, noise) in ["satisfied!", "'(sat'; exit", "'((x 1))'", "42"].iter().enumerate() {
        let fake = Fake::new(&format!("babbles{i}"), &format!("echo {noise}; cat >/dev/null"));
        let error = fake.answer().unwrap_err();
        assert!(
            matches!(error, SolverError::Nonsense { .. } | SolverError::Died { .. }),
            "{error}"
        );
    }
}

#[test]
fn reports_errors() {
    let fake =
        Fake::new("grumbles", r#"echo '(error "line 3: unknown constant")'; cat >/dev/null"#);
    let error = fake.answer().unwrap_err();
    assert!(matches!(error, SolverError::Rejected { .. }), "{error}");
    assert!(error.to_string().contains("unknown constant"), "{error}");
}

#[test]
fn does_not_know_the_command() {
    let error = Fake::new("shrugs", "echo unsupported; cat >/dev/null").answer().unwrap_err();
    assert!(matches!(error, SolverError::Unsupported { .. }), "{error}");
}

#[test]
fn hangs() {
    let fake = Fake::new("sleeps", "exec sleep 1000");
    let terms = Terms::new();
    let mut solver = fake.solver();
    let a = solver.constant(&terms, "a", Terms::BOOL);
    for _ in 0..2 {
        let started = Instant::now();
        let limits = &Budget::of_time(Duration::from_millis(200));
        let outcome = solver.check(&[a], limits).unwrap();
        assert_eq!(outcome, Outcome::Unknown(GaveUp::Timeout));
        assert!(started.elapsed() < Duration::from_secs(1));
    }
    let budget = Budget::unlimited();
    let stopped = budget.clone();
    let stopper = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        stopped.stop(Stop::Interrupted);
    });
    let outcome = solver.check(&[a], &budget).unwrap();
    assert_eq!(outcome, Outcome::Unknown(GaveUp::Interrupted));
    stopper.join().unwrap();
}

#[test]
fn answers_but_has_no_values() {
    let fake = Fake::new("boasts", "echo sat; echo '(error \"no model\")'; cat >/dev/null");
    let terms = Terms::new();
    let mut solver = fake.solver();
    let a = solver.constant(&terms, "a", Terms::BOOL);
    let outcome = solver.check(&[a], &Budget::unlimited()).unwrap();
    assert_eq!(outcome, Outcome::Sat);
    let error = solver.value(&terms, a).unwrap_err();
    assert!(matches!(error, SolverError::Rejected { .. }), "{error}");
}

/// What a real solver refuses is an error of the query, and the solver is not used again as it is.
#[test]
fn real_solvers_refuse_unknown_functions() {
    for (name, mut solver) in back_ends::all() {
        let terms = Terms::new();
        let x = solver.literal(&terms, &Value::int(1), Terms::INT);
        let odd = solver.app(&terms, &Op::Smt("not.a.function".to_owned()), &[x], Terms::BOOL);
        solver.assert(odd);
        let error = solver.check(&[], &Budget::unlimited()).unwrap_err();
        assert!(matches!(error, SolverError::Rejected { .. }), "{name}: {error}");
    }
}

#[test]
fn no_process_is_left_behind() {
    let fake = Fake::new("stays", "echo $$ > \"$0.pid\"; cat > /dev/null; sleep 1000");
    let solver = fake.solver();
    let note = fake.0.with_extension("pid");
    let started = Instant::now();
    let pid = loop {
        match fs::read_to_string(&note) {
            Ok(text) if text.ends_with('\n') => break text.trim().to_owned(),
            _ if started.elapsed() > Duration::from_secs(10) => panic!("the script did not run"),
            _ => std::thread::sleep(Duration::from_millis(10)),
        }
    };
    let entry = PathBuf::from(format!("/proc/{pid}"));
    if !entry.exists() {
        println!("note: no /proc here, so this test is skipped");
        return;
    }
    drop(solver);
    assert!(!entry.exists(), "process {pid} is still there");
}
