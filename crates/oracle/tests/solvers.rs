//! Solvers that are separate processes come to the same answers as the built-in one, on a sample of
//! random programs. Solvers that are not installed are left out.

use lariat_oracle::search::{Answer, Config, confirm, search, search_with};
use lariat_oracle::{Subject, generate};
use lariat_passes::Goal;
use lariat_solver::SolverError;
use lariat_solver::smtlib::ProcessSolver;

const PROGRAMS: u64 = 30;

fn agree(command: &str) {
    let mut sure = 0;
    for seed in 50_000..50_000 + PROGRAMS {
        let text = generate::program(seed);
        let subject = Subject::new(&text, None).expect("a generated program");
        for goal in [Goal::Failure, Goal::Return] {
            let solver = match ProcessSolver::new(command) {
                Ok(solver) => solver,
                Err(SolverError::Start { .. }) => {
                    eprintln!("{command}: not installed, left out");
                    return;
                }
                Err(error) => panic!("{command}: {error}"),
            };
            let expected = search(&subject, goal, 2, Config::SEARCHES[0]);
            let answer = search_with(&subject, goal, 2, Config::SEARCHES[0], Box::new(solver));
            // A solver may be unsure, but never of another opinion.
            let answers = [answer.reached(), expected.reached()];
            sure += u64::from(answers[0].is_some());
            assert!(
                answers[0] == answers[1] || answers.contains(&None),
                "{command}, seed {seed}, {goal:?}: {} for {}\n{text}",
                answer.name(),
                expected.name()
            );
            if let Answer::Reached(path, _) = &answer {
                let confirmed = confirm(&subject, goal, path);
                assert!(confirmed.is_ok(), "{command}, seed {seed}: {confirmed:?}\n{text}");
            }
        }
    }
    assert!(sure > PROGRAMS, "{command} was sure of {sure} answers only");
}

#[test]
fn z3_as_a_process() {
    agree("z3 -in");
}

#[test]
fn cvc5_as_a_process() {
    agree("cvc5 --incremental");
}
