//! Structured statements mean what the language definition says: the same random program with `if`,
//! `while` and `break`, and with labels and jumps only.

use lariat_oracle::generate::{Dialect, program_in};
use lariat_oracle::oracle::compare_meanings;

const PROGRAMS: u64 = 1000;

#[test]
fn structured_statements_mean_jumps() {
    let count = std::env::var("LARIAT_RANDOM_PROGRAMS").ok().and_then(|v| v.parse().ok());
    for seed in 0..count.unwrap_or(PROGRAMS) {
        let structured = program_in(seed, Dialect::Structured);
        let jumps = program_in(seed, Dialect::Jumps);
        if let Err(problem) = compare_meanings(&structured, &jumps, 1 + (seed % 3) as u32) {
            panic!("seed {seed}: {}\n{}\n{structured}\n{jumps}", problem.kind, problem.detail);
        }
    }
}
