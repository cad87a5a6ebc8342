//! The solvers that tests run on: Z3 in process always, others when they are installed.

use lariat_solver::{ProcessSolver, Solver, Z3Solver};
use std::process::{Command, Stdio};

/// Whether a program can be started; says so if not.
pub fn installed(program: &str) -> bool {
    let found = Command::new(program)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    if !found {
        println!("note: `{program}` is not installed, so its part of this test is skipped");
    }
    found
}

/// A fresh solver of every kind there is, with a name for messages.
#[allow(dead_code)]
pub fn all() -> Vec<(&'static str, Box<dyn Solver>)> {
    let mut solvers: Vec<(&'static str, Box<dyn Solver>)> =
        vec![("Z3 in process", Box::new(Z3Solver::default()))];
    for (program, command) in [("z3", "z3 -in"), ("cvc5", "cvc5 --incremental")] {
        if installed(program) {
            solvers.push((command, Box::new(ProcessSolver::new(command).expect("it starts"))));
        }
    }
    solvers
}
