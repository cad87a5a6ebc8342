//! Instances that serve several call sites: on programs full of diamonds, searches with and without
//! sharing and the exhaustive interpreter must agree. Giving an instance one more caller can put two
//! callers of something *below* it on one path; a search that overlooks it misses bugs.

use lariat_oracle::generate::layered_program;
use lariat_oracle::minimise::minimise;
use lariat_oracle::oracle::{Effort, Tally, compare};

const PROGRAMS: u64 = 150;

#[test]
fn sharing_loses_no_execution() {
    let count = std::env::var("LARIAT_RANDOM_PROGRAMS").ok().and_then(|v| v.parse().ok());
    let effort = Effort { bound: 1, passes: false, replay_all: true, outer_loop: 0 };
    let mut total = Tally::default();
    for seed in 0..count.unwrap_or(PROGRAMS) {
        let text = layered_program(seed);
        match compare(&text, effort) {
            Ok(tally) => total.add(&tally),
            Err(problem) => {
                let same = |text: &str| {
                    compare(text, effort).err().is_some_and(|p| p.kind == problem.kind)
                };
                let small = minimise(&text, same);
                panic!("seed {seed}: {}\n{}\n{small}", problem.kind, problem.detail);
            }
        }
    }
    eprintln!("{total:?}");
    assert_eq!(total.conclusive, total.questions);
}
