//! Other people's programs: with limits, in a process group of their own, and gone when this process is.

use crate::pipe::read_in_background;
use lariat_budget::{Budget, Stop};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How often a process is looked at.
const POLL_INTERVAL: Duration = Duration::from_millis(5);
/// How much of what it says is kept.
const KEPT: u64 = 1 << 16;
/// Recursion goes deep in some programs.
#[cfg(unix)]
const STACK: u64 = 256 << 20;

/// How a process ended.
#[derive(Debug)]
pub enum Ended {
    /// By itself, with a code, and what it wrote to standard error.
    Code(i32, String),
    /// By a signal.
    Signal(i32),
    /// It was killed because it took too long.
    Late,
    /// It was killed because the run is over.
    Stopped(Stop),
}

/// Runs a process to its end, without input and within limits of its own; `Err` in words if it cannot be started.
pub fn run(
    mut command: Command,
    time: Duration,
    memory: Option<u64>,
    budget: &Budget,
) -> Result<Ended, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    confine(&mut command, memory);
    let time = budget.left().map_or(time, |left| left.min(time));
    let started = Instant::now();
    let child = command.spawn().map_err(|e| format!("cannot run `{name}`: {e}"))?;
    let mut child = Running(child);
    let errors = read_in_background(child.0.stderr.take(), KEPT)
        .map_err(|e| format!("cannot read what `{name}` says: {e}"))?;
    let status = loop {
        if let Some(stop) = budget.stopped() {
            return Ok(Ended::Stopped(stop));
        }
        match child.0.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if started.elapsed() > time => return Ok(Ended::Late),
            Ok(None) => std::thread::sleep(POLL_INTERVAL),
            Err(error) => return Err(format!("cannot wait for `{name}`: {error}")),
        }
    };
    // A grandchild that keeps the pipe open must not keep us.
    drop(child);
    let said = errors.join().unwrap_or_default();
    Ok(match (status.code(), signal(status)) {
        (Some(code), _) => Ended::Code(code, said),
        (None, signal) => Ended::Signal(signal),
    })
}

/// A process that is killed, with those that it started, when nobody waits for it any more.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Ok(group) = libc::pid_t::try_from(self.0.id()) {
            // SAFETY: `kill` has no memory preconditions. The group is the child's own.
            unsafe { libc::kill(-group, libc::SIGKILL) };
        }
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[cfg(unix)]
fn signal(status: std::process::ExitStatus) -> i32 {
    use std::os::unix::process::ExitStatusExt;
    status.signal().unwrap_or(0)
}

#[cfg(not(unix))]
fn signal(_: std::process::ExitStatus) -> i32 {
    0
}

#[cfg(unix)]
fn confine(command: &mut Command, memory: Option<u64>) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
    let limits = move || {
        #[cfg(target_os = "linux")]
        // SAFETY: `prctl` with these arguments has no preconditions.
        unsafe {
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        }
        if let Some(memory) = memory {
            limit(libc::RLIMIT_AS, memory);
            limit(libc::RLIMIT_STACK, STACK.min(memory / 2));
        }
        limit(libc::RLIMIT_CORE, 0);
        Ok(())
    };
    // SAFETY: only system calls that are safe between fork and exec, and no allocation.
    unsafe { command.pre_exec(limits) };
}

#[cfg(unix)]
fn limit(what: libc::__rlimit_resource_t, most: u64) {
    let limit = libc::rlimit { rlim_cur: most as libc::rlim_t, rlim_max: most as libc::rlim_t };
    // SAFETY: the record is valid for the call. Where the limit cannot be set, the time is one.
    unsafe { libc::setrlimit(what, &limit) };
}

#[cfg(not(unix))]
fn confine(_: &mut Command, _: Option<u64>) {}
