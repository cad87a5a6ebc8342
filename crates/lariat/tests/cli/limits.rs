//! Limits and Ctrl-C end a run in time, with what was known.

use crate::support::{Folder, HARD, Ran};
use std::process::Stdio;
use std::time::{Duration, Instant};

#[test]
fn the_time_limit_ends_a_run() {
    let folder = Folder::with(HARD);
    let started = Instant::now();
    let ran = folder.run(&["check", "p.bpl", "--time-limit", "700ms"]);
    let took = started.elapsed();
    ran.expect(5, &["unknown: the time limit of 700 ms is over", "searching bound 1"]);
    assert!(took < Duration::from_millis(1900), "{took:?}");
    let json = folder.run(&["check", "p.bpl", "--time-limit", "0.3", "--format", "json"]).json();
    assert_eq!(json["verdict"], "unknown");
    assert_eq!(json["reason"]["kind"], "time-limit");
}

#[test]
fn the_time_limit_ends_all_threads() {
    let folder = Folder::with(HARD);
    let started = Instant::now();
    let ran = folder.run(&["check", "p.bpl", "--time-limit", "2500ms", "--jobs", "3"]);
    let took = started.elapsed();
    ran.expect(5, &["unknown: the time limit of 2.50 s is over"]);
    assert!(took < Duration::from_millis(3700), "{took:?}");
}

#[test]
fn the_memory_limit_ends_a_run() {
    let folder = Folder::with(HARD);
    let started = Instant::now();
    let ran = folder.run(&["check", "p.bpl", "--memory-limit", "20M", "--time-limit", "20s"]);
    ran.expect(5, &["unknown: the memory limit of 20 MB is reached"]);
    assert!(started.elapsed() < Duration::from_secs(3));
}

/// Sends a signal after some time; how long the run took from then on, and what it said.
#[cfg(unix)]
fn interrupted(folder: &Folder, args: &[&str], after: Duration, signal: i32) -> (Duration, Ran) {
    let mut command = folder.command(args);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    std::thread::sleep(after);
    let sent = Instant::now();
    let process = libc::pid_t::try_from(child.id()).expect("a process number");
    // SAFETY: the process is our own child and was not waited for yet.
    unsafe { libc::kill(process, signal) };
    let ran = Ran::from(child.wait_with_output().expect("an end"));
    (sent.elapsed(), ran)
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_run_at_once() {
    let folder = Folder::with(HARD);
    for signal in [libc::SIGINT, libc::SIGTERM] {
        for jobs in ["1", "2"] {
            let args = ["check", "p.bpl", "--stats", "--jobs", jobs];
            let (took, ran) = interrupted(&folder, &args, Duration::from_millis(1500), signal);
            assert!(took < Duration::from_millis(500), "{took:?}");
            ran.expect(5, &["unknown: interrupted", "phases"]);
        }
    }
}

/// A program whose first bound is easy, so that provers have their turn, and whose second is hard.
#[cfg(unix)]
const HARD_AT_THE_SECOND_BOUND: &str = "\
function {:bvbuiltin \"bvmul\"} times(bv128, bv128) returns (bv128);
function {:bvbuiltin \"bvult\"} below(bv128, bv128) returns (bool);
procedure main(p: bv128, q: bv128, n: int)
{
  var round: int;
  round := 0;
  while (round < n) { round := round + 1; }
  assume below(1bv128, p) && below(p, 18446744073709551615bv128);
  assume below(1bv128, q) && below(q, 18446744073709551615bv128);
  assert round != 1 || times(p, q) != 71980392457582495450585248461220448667bv128;
}
";

/// After a prover ran between two bounds, an interrupt reaches the query of the search that runs then,
/// and not a solver of the prover.
#[cfg(unix)]
#[test]
fn an_interrupt_after_a_prover_ends_the_query_that_runs() {
    let folder = Folder::with(HARD_AT_THE_SECOND_BOUND);
    let args = [
        "check",
        "p.bpl",
        "--jobs",
        "1",
        "--exact",
        "--loop-bounds",
        "off",
        "--recursion-bound",
        "9",
        "--format",
        "json",
    ];
    let (took, ran) = interrupted(&folder, &args, Duration::from_secs(6), libc::SIGINT);
    assert!(took < Duration::from_millis(500), "{took:?}");
    let json = ran.json();
    assert_eq!(json["reason"]["kind"], "interrupted");
    assert!(json["stats"]["search"]["queries"].is_u64(), "{json}");
}

/// Whatever the run is doing, an interrupt ends it: reading, lowering and passes do not ask.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_every_phase() {
    let body = "  x := x + y;\n  y := y * 2 - x;\n".repeat(40_000);
    let program = format!(
        "var x: int; var y: int;\nprocedure main() modifies x, y; {{\n{body}  assert x != 7;\n}}\n"
    );
    let folder = Folder::with(&program);
    for after in [30, 100, 300, 1000] {
        let args = ["check", "p.bpl", "--stats"];
        let (took, ran) = interrupted(&folder, &args, Duration::from_millis(after), libc::SIGINT);
        // Before the handler is in place the signal just ends the process.
        if ran.code >= 0 {
            assert!(took < Duration::from_millis(600), "after {after} ms: {took:?}");
            ran.expect(5, &["unknown: interrupted", "phases"]);
        }
    }
}

/// Provers beside the search recurse as deep as the search does.
#[test]
fn provers_beside_the_search_have_a_deep_stack() {
    let body = "    x := step(x);\n".repeat(20_000);
    let program = format!(
        "function step(int): int;\nprocedure main(start: int)\n{{\n  var x: int;\n  var i: int;\n  \
         x := start;\n  i := 0;\n  while (i < 5)\n  {{\n    i := i + 1;\n{body}  }}\n  \
         assert x != 7 || i < 5;\n}}\n"
    );
    let folder = Folder::with(&program);
    let args = [
        "check",
        "p.bpl",
        "--jobs",
        "2",
        "--recursion-bound",
        "2",
        "--time-limit",
        "20s",
        "--trace",
        "none",
        "--unbounded",
        "beside",
    ];
    let ran = folder.run(&args);
    assert!(matches!(ran.code, 0 | 5 | 10), "{}: {}", ran.code, ran.err);
}
