//! Random programs on which all oracles must agree.
//!
//! `LARIAT_RANDOM_PROGRAMS=100000` looks at more programs, `LARIAT_RANDOM_SEED=7` starts with another
//! one. A disagreement prints the seed and a minimised program, ready to be saved under
//! `tests/programs`.

use lariat_oracle::generate;
use lariat_oracle::minimise::minimise;
use lariat_oracle::oracle::{Disagreement, Effort, Tally, compare};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

const PROGRAMS: u64 = 1200;
const THREADS: usize = 2;
/// Stop looking for more after this many problems.
const PROBLEMS: usize = 5;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

fn effort(seed: u64) -> Effort {
    Effort {
        bound: 1 + (seed % 3) as u32,
        passes: seed.is_multiple_of(4),
        replay_all: seed % 8 == 1,
        outer_loop: seed as usize,
    }
}

#[test]
fn oracles_agree_on_random_programs() {
    let count = setting("LARIAT_RANDOM_PROGRAMS", PROGRAMS);
    let first = setting("LARIAT_RANDOM_SEED", 0);
    let next = AtomicU64::new(first);
    let total = Mutex::new(Tally::default());
    let problems: Mutex<Vec<(u64, Disagreement)>> = Mutex::new(Vec::new());
    std::panic::set_hook(Box::new(|_| {}));
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                let mut tally = Tally::default();
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= first + count || problems.lock().unwrap().len() >= PROBLEMS {
                        break;
                    }
                    if (seed - first) % 1000 == 999 {
                        eprintln!("// {} programs", seed - first + 1);
                    }
                    match compare(&generate::program(seed), effort(seed)) {
                        Ok(one) => tally.add(&one),
                        Err(problem) => {
                            let mut problems = problems.lock().unwrap();
                            if !problems.iter().any(|p| p.1.kind == problem.kind) {
                                eprintln!("// seed {seed}: {}", problem.kind);
                                problems.push((seed, problem));
                            }
                        }
                    }
                }
                total.lock().unwrap().add(&tally);
            });
        }
    });
    let total = total.into_inner().unwrap();
    eprintln!("{total:?}");
    let problems = problems.into_inner().unwrap();
    for (seed, problem) in &problems {
        report(*seed, problem);
    }
    assert!(problems.is_empty(), "the oracles disagree");
    assert!(total.conclusive * 10 >= total.questions * 9, "too few conclusive programs: {total:?}");
}

fn report(seed: u64, problem: &Disagreement) {
    let effort = effort(seed);
    let kind = |text: &str| compare(text, effort).err().map(|p| p.kind);
    let small =
        minimise(&generate::program(seed), |text| kind(text).as_deref() == Some(&problem.kind));
    eprintln!("// ---- seed {seed}, {effort:?}");
    eprintln!("// {}", problem.kind);
    for line in problem.detail.lines().take(12) {
        eprintln!("// {line}");
    }
    eprintln!("{small}");
}
