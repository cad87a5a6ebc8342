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

#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_run_within_a_second() {
    let folder = Folder::with(HARD);
    for signal in [libc::SIGINT, libc::SIGTERM] {
        let child = folder
            .command(&["check", "p.bpl", "--stats"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        std::thread::sleep(Duration::from_millis(600));
        let sent = Instant::now();
        let process = libc::pid_t::try_from(child.id()).expect("a process number");
        // SAFETY: the process is our own child and was not waited for yet.
        unsafe { libc::kill(process, signal) };
        let ran = Ran::from(child.wait_with_output().expect("an end"));
        assert!(sent.elapsed() < Duration::from_millis(1000), "{:?}", sent.elapsed());
        ran.expect(5, &["unknown: interrupted", "phases"]);
    }
}
