//! How long typical claims take inside of a running process.
//!
//! What counts is processor time of the thread, so that other work of the machine does not.
#![cfg(target_os = "linux")]

use lariat_cogent::{Options, Prover, Verdict};
use std::ffi::{c_int, c_long};
use std::time::Duration;

#[repr(C)]
struct Time {
    seconds: c_long,
    nanoseconds: c_long,
}

unsafe extern "C" {
    fn clock_gettime(clock: c_int, time: *mut Time) -> c_int;
}

/// `CLOCK_THREAD_CPUTIME_ID`
const THREAD: c_int = 3;

/// What the processor has done for this thread.
fn spent() -> Duration {
    let mut time = Time { seconds: 0, nanoseconds: 0 };
    // SAFETY: the call writes to the structure, which has the layout of C's `timespec`.
    assert_eq!(unsafe { clock_gettime(THREAD, &raw mut time) }, 0);
    Duration::new(time.seconds as u64, time.nanoseconds as u32)
}

/// 95 in 100 in less than this; builds that are not optimised may take three times as long.
const BAR: Duration = Duration::from_millis(if cfg!(debug_assertions) { 30 } else { 10 });

#[test]
fn typical_claims_are_fast() {
    let claims = include_str!("typical.txt").lines().filter(|l| !l.starts_with('#'));
    let prover = Prover::new(Options::default());
    let mut times = Vec::new();
    for line in claims {
        let (expected, claim) = line.split_once(' ').expect("a verdict and a claim");
        let start = spent();
        let answer = prover.prove(claim).unwrap_or_else(|e| panic!("{claim}: {e}"));
        times.push((spent() - start, claim));
        let said = match answer.verdict {
            Verdict::Valid => "valid",
            Verdict::NotValid(_) => "wrong",
            Verdict::Unknown(_) => "unknown",
        };
        assert_eq!(said, expected, "{claim}: {answer}");
    }
    times.sort();
    let slow = times.iter().filter(|t| t.0 >= BAR).count();
    println!(
        "{} claims: median {:?}, 95 in 100 within {:?}; {slow} took {BAR:?} or more; slowest {:?}",
        times.len(),
        times[times.len() / 2].0,
        times[times.len() * 95 / 100].0,
        &times[times.len() - 3..],
    );
    assert!(times.len() >= 100);
    assert!(slow * 20 <= times.len(), "{slow} claims took {BAR:?} or more: {times:?}");
}
