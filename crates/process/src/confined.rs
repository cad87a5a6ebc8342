//! Other people's programs: with limits, in a process group of their own, and gone when this process is.

use crate::pipe::read_in_background;
use crate::resources::resident_memory;
use crate::sandbox::Isolation;
use lariat_budget::{Budget, Stop};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How often a process is looked at.
const TICK: Duration = Duration::from_millis(5);
/// How many bytes of what it says are kept.
const KEPT: u64 = 1 << 20;
/// Recursion goes deep in some programs.
#[cfg(unix)]
const STACK: u64 = 256 << 20;
/// The largest file that a program in a sandbox may write, in bytes.
#[cfg(unix)]
const FILE_SIZE: u64 = 16 << 20;
/// How many files it may have open.
#[cfg(unix)]
const OPEN_FILES: u64 = 256;
/// How many processes it may have, and how many its user may have where its own cannot be counted.
#[cfg(unix)]
const PROCESSES: (u64, u64) = (64, 4096);

/// What a process may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// By the clock, and of the processor.
    pub time: Duration,
    /// Bytes of address space.
    pub address_space: Option<u64>,
    /// Bytes of memory that is really there: for programs that reserve more than they use.
    pub resident: Option<u64>,
    /// The only folder where it may write, and where it starts: it runs in a sandbox.
    pub folder: Option<&'a Path>,
}

impl Limits<'_> {
    /// A limit on time only.
    pub fn time(time: Duration) -> Self {
        Limits { time, address_space: None, resident: None, folder: None }
    }
}

/// How a process ended, and what it could not reach.
#[derive(Debug)]
pub struct Ran {
    /// How.
    pub ended: Ended,
    /// What it wrote to standard error.
    pub said: String,
    /// For a process in a sandbox.
    pub isolation: Isolation,
}

/// How a process ended.
#[derive(Debug)]
pub enum Ended {
    /// By itself, with a code.
    Code(i32),
    /// By a signal.
    Signal(i32),
    /// It was killed because it took too long.
    Late,
    /// It was killed because it used too much memory.
    Large,
    /// It was killed because the run is over.
    Stopped(Stop),
}

/// Runs a process to its end, without input and within limits of its own; `Err` in words if it cannot be started.
pub fn run(mut command: Command, limits: &Limits<'_>, budget: &Budget) -> Result<Ran, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    if let Some(folder) = limits.folder {
        command.current_dir(folder);
    }
    let reached = confine(&mut command, limits).map_err(|e| format!("no pipe: {e}"))?;
    let time = budget.left().map_or(limits.time, |left| left.min(limits.time));
    let started = Instant::now();
    let child = command.spawn().map_err(|e| format!("cannot run `{name}`: {e}"))?;
    let mut child = Running(child);
    let isolation = reached();
    let errors = read_in_background(child.0.stderr.take(), KEPT)
        .map_err(|e| format!("cannot read what `{name}` says: {e}"))?;
    let too_large = |child: &Child| {
        limits.resident.is_some_and(|most| resident_memory(child.id()).is_some_and(|m| m > most))
    };
    let ended = loop {
        if let Some(stop) = budget.stopped() {
            break Ended::Stopped(stop);
        }
        match child.0.try_wait() {
            Ok(Some(status)) => {
                break match (status.code(), signal(status)) {
                    (Some(code), _) => Ended::Code(code),
                    (None, signal) => Ended::Signal(signal),
                };
            }
            Ok(None) if started.elapsed() > time => break Ended::Late,
            Ok(None) if too_large(&child.0) => break Ended::Large,
            Ok(None) => std::thread::sleep(TICK),
            Err(error) => return Err(format!("cannot wait for `{name}`: {error}")),
        }
    };
    // A grandchild that keeps the pipe open must not keep us, nor one that has left the group.
    drop(child);
    let said = match ended {
        Ended::Code(_) | Ended::Signal(_) => read_for(errors, TICK * 200),
        _ => String::new(),
    };
    Ok(Ran { ended, said, isolation })
}

/// What was read, if that ends within a time.
fn read_for(errors: std::thread::JoinHandle<String>, time: Duration) -> String {
    let started = Instant::now();
    while !errors.is_finished() && started.elapsed() < time {
        std::thread::sleep(TICK);
    }
    if errors.is_finished() { errors.join().unwrap_or_default() } else { String::new() }
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

/// Sets limits; what comes back says, once the process runs, what it cannot reach.
#[cfg(unix)]
fn confine(
    command: &mut Command,
    limits: &Limits<'_>,
) -> std::io::Result<impl FnOnce() -> Isolation + use<>> {
    use crate::sandbox::Sandbox;
    use std::io::Read;
    use std::os::fd::AsRawFd;
    use std::os::unix::process::CommandExt;
    command.process_group(0);
    let caged = limits.folder.is_some();
    let sandbox = limits.folder.and_then(Sandbox::new);
    let (address_space, seconds) = (limits.address_space, limits.time.as_secs().saturating_add(1));
    let (mut reader, writer) = std::io::pipe()?;
    let prepare = move || {
        let isolation = sandbox.as_ref().map_or(Isolation::default(), Sandbox::enter);
        let byte = isolation.to_byte();
        // SAFETY: one byte is there to be read. The pipe is never full.
        unsafe { libc::write(writer.as_raw_fd(), (&raw const byte).cast(), 1) };
        // Entering a namespace takes this back, so it comes after.
        #[cfg(target_os = "linux")]
        // SAFETY: `prctl` with these arguments has no preconditions.
        unsafe {
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
            if caged {
                libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
            }
        }
        if let Some(bytes) = address_space {
            limit(libc::RLIMIT_AS, bytes);
            limit(libc::RLIMIT_STACK, STACK.min(bytes / 2));
        }
        if caged {
            limit(libc::RLIMIT_CPU, seconds);
            limit(libc::RLIMIT_FSIZE, FILE_SIZE);
            limit(libc::RLIMIT_NOFILE, OPEN_FILES);
            // In a namespace of users only its own processes count.
            limit(libc::RLIMIT_NPROC, if isolation.network { PROCESSES.0 } else { PROCESSES.1 });
        }
        limit(libc::RLIMIT_CORE, 0);
        Ok(())
    };
    // SAFETY: only system calls that are safe between fork and exec, and no allocation.
    unsafe { command.pre_exec(prepare) };
    Ok(move || {
        let mut byte = [0];
        let read = reader.read(&mut byte);
        if read.is_ok() { Isolation::from_byte(byte[0]) } else { Isolation::default() }
    })
}

#[cfg(unix)]
fn limit(what: libc::__rlimit_resource_t, most: u64) {
    let mut now = libc::rlimit { rlim_cur: 0, rlim_max: libc::RLIM_INFINITY };
    // SAFETY: the records are valid for the calls. Where the limit cannot be set, the time is one.
    unsafe {
        libc::getrlimit(what, &raw mut now);
        let most = (most as libc::rlim_t).min(now.rlim_max);
        libc::setrlimit(what, &libc::rlimit { rlim_cur: most, rlim_max: most });
    }
}

#[cfg(not(unix))]
fn confine(_: &mut Command, _: &Limits<'_>) -> std::io::Result<impl FnOnce() -> Isolation + use<>> {
    Ok(Isolation::default)
}
