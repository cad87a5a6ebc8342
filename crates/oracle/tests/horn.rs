//! Random programs that the unbounded engine proves: neither exploration nor the bounded search may find a
//! failure in them. What it calls unsafe is only a hint.
//!
//! `LARIAT_HORN_PROGRAMS` and `LARIAT_RANDOM_SEED` change how many programs are looked at, and which.

use lariat_budget::Budget;
use lariat_horn::{HornOutcome, Options, prove};
use lariat_oracle::Subject;
use lariat_oracle::generate;
use lariat_oracle::oracle::{exhaustive, truth_of};
use lariat_oracle::search::{Config, search};
use lariat_passes::Goal;
use std::time::Duration;

const PROGRAMS: u64 = 150;
const BOUND: u32 = 3;
const TIME: Duration = Duration::from_millis(700);

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

#[test]
fn proved_programs_do_not_fail() {
    let first = setting("LARIAT_RANDOM_SEED", 0);
    let (mut proved, mut unsafe_hints, mut confirmed, mut unknown) = (0, 0, 0, 0);
    for seed in first..first + setting("LARIAT_HORN_PROGRAMS", PROGRAMS) {
        let Ok(subject) = Subject::new(&generate::program(seed), None) else { continue };
        for goal in [Goal::Failure, Goal::Return] {
            let prepared =
                lariat_passes::prepare(&subject.program, subject.entry, goal, &mut |_, _, _| {});
            let budget = Budget::of_time(TIME);
            match prove(&prepared, &Options::default(), &budget) {
                Err(error) => panic!("seed {seed}, {goal:?}: {error}"),
                Ok(HornOutcome::Unknown(_)) => unknown += 1,
                Ok(HornOutcome::Unsafe { depth }) => {
                    unsafe_hints += 1;
                    let bound = depth.unwrap_or(1).min(BOUND);
                    let answer = search(&subject, goal, bound, Config::SEARCHES[0]);
                    confirmed += usize::from(answer.reached() == Some(true));
                }
                Ok(HornOutcome::Safe(_)) => {
                    proved += 1;
                    let answer = search(&subject, goal, BOUND, Config::SEARCHES[0]);
                    assert_ne!(
                        answer.reached(),
                        Some(true),
                        "seed {seed}, {goal:?}: proved, but {}",
                        answer.name()
                    );
                    let truth = truth_of(&exhaustive(&subject, BOUND), goal);
                    assert_ne!(truth, Some(true), "seed {seed}, {goal:?}: proved, but explored");
                }
            }
        }
    }
    println!("{proved} proved, {unsafe_hints} unsafe ({confirmed} confirmed), {unknown} unknown");
    assert!(proved > 0 || first > 0, "nothing was proved");
}
