//! One instance in a child process, with limits that hold even if the child does not keep them.

use crate::answer::Said;
use crate::list::Instance;
use crate::results::{Row, Settings};
use lariat_process::pipe::read_in_background;
use lariat_process::resources::{Usage, resident_memory};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Time beyond its limit after which a child is killed.
const TIME_BEYOND_LIMIT: Duration = Duration::from_secs(3);
/// Memory beyond its limit with which a child is killed.
const BYTES_BEYOND_LIMIT: u64 = 256 << 20;
/// Time between two looks at a child: this at first, doubled each time.
const FIRST_POLL_INTERVAL: Duration = Duration::from_millis(1);
/// The longest time between two looks.
const LONGEST_POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Arguments that end `check` at the first failing place, as the lists of expected verdicts need only
/// one.
const STOP_AT_FIRST: &[&str] = &["--stop-at-first"];

/// How a child ended, and what it wrote.
pub type Ran<'a> = Said<'a>;

/// Runs one instance; `None` if `stop` was set meanwhile.
pub fn measure(instance: &Instance, settings: &Settings, stop: &AtomicBool) -> Option<Row> {
    run(instance, check(instance, settings), settings, stop, |said, row| said.fill(row))
}

/// Runs a command on an instance, and lets `read` say what came of it.
pub fn run(
    instance: &Instance,
    command: std::io::Result<Command>,
    settings: &Settings,
    stop: &AtomicBool,
    read: impl FnOnce(&Ran<'_>, &mut Row),
) -> Option<Row> {
    let mut row =
        Row { file: instance.file.clone(), expected: instance.expected.clone(), ..Row::default() };
    let started = Instant::now();
    let (mut child, output, errors) = match command.and_then(start) {
        Ok(started) => started,
        Err(error) => {
            row.verdict = "error".into();
            row.reason = format!("cannot start: {error}");
            return Some(row);
        }
    };
    let ended = watch(&mut child, started, settings, stop);
    row.wall = started.elapsed().as_secs_f64();
    row.cpu = ended.usage.cpu.as_secs_f64();
    row.peak = ended.usage.peak_memory as f64 / f64::from(1 << 20);
    let output = output.join().unwrap_or_default();
    let errors = errors.join().unwrap_or_default();
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    let said =
        Said { output: &output, errors: &errors, exit_code: ended.exit_code, killed: ended.killed };
    read(&said, &mut row);
    Some(row)
}

/// The child, and the threads that read its output and its errors.
type Started = (Child, JoinHandle<String>, JoinHandle<String>);

fn start(mut command: Command) -> std::io::Result<Started> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let output = read_in_background(child.stdout.take(), u64::MAX);
    let errors = read_in_background(child.stderr.take(), u64::MAX);
    match (output, errors) {
        (Ok(output), Ok(errors)) => Ok((child, output, errors)),
        (Err(error), _) | (_, Err(error)) => {
            child.kill()?;
            child.wait()?;
            Err(error)
        }
    }
}

/// The command that checks an instance.
fn check(instance: &Instance, settings: &Settings) -> std::io::Result<Command> {
    let mut command = Command::new(std::env::current_exe()?);
    command
        .arg("check")
        .args(["--format", "json", "--trace", "none", "--quiet"])
        .arg(format!("--time-limit={}ms", settings.limit.as_millis()))
        .arg(format!("--memory-limit={}k", settings.memory >> 10))
        .args(STOP_AT_FIRST)
        .args(one_thread(&settings.args))
        .args(&settings.args)
        .args(&instance.args)
        .arg("--")
        .arg(&instance.path);
    Ok(command)
}

/// Instances are measured with one thread unless the user says otherwise.
fn one_thread(args: &[String]) -> &'static [&'static str] {
    let given = args.iter().any(|a| a.starts_with("-j") || a.starts_with("--jobs"));
    if given { &[] } else { &["--jobs=1"] }
}

/// How the child ended.
struct Ended {
    usage: Usage,
    /// Absent if a signal ended it.
    exit_code: Option<i32>,
    /// Why it had to be killed.
    killed: Option<&'static str>,
}

fn watch(child: &mut Child, started: Instant, settings: &Settings, stop: &AtomicBool) -> Ended {
    let mut killed = None;
    let mut pause = FIRST_POLL_INTERVAL;
    loop {
        if let Some((usage, exit_code)) = try_wait(child) {
            return Ended { usage, exit_code, killed };
        }
        if killed.is_none() {
            let over_time = started.elapsed() > settings.limit + TIME_BEYOND_LIMIT;
            let over_memory = resident_memory(child.id())
                .is_some_and(|m| m > settings.memory + BYTES_BEYOND_LIMIT);
            killed = match () {
                () if stop.load(Ordering::Relaxed) => Some("interrupted"),
                () if over_time => Some("killed: the time limit is over"),
                () if over_memory => Some("killed: the memory limit is reached"),
                () => None,
            };
            if killed.is_some() {
                let _ = child.kill();
            }
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(LONGEST_POLL_INTERVAL);
    }
}

/// What the child used, and its exit code, if it has ended.
#[cfg(unix)]
fn try_wait(child: &mut Child) -> Option<(Usage, Option<i32>)> {
    use std::os::unix::process::ExitStatusExt;
    let mut status = 0;
    let mut raw = std::mem::MaybeUninit::<libc::rusage>::zeroed();
    let pid = libc::pid_t::try_from(child.id()).ok()?;
    // SAFETY: both pointers are valid for writing, and the child is ours and was not waited for.
    let ended = unsafe { libc::wait4(pid, &mut status, libc::WNOHANG, raw.as_mut_ptr()) };
    match ended {
        0 => None,
        n if n == pid => {
            // SAFETY: `wait4` filled the record.
            let usage = lariat_process::resources::from_rusage(unsafe { raw.assume_init_ref() });
            Some((usage, std::process::ExitStatus::from_raw(status).code()))
        }
        _ => Some((Usage::default(), None)),
    }
}

/// What the child used, and its exit code, if it has ended.
#[cfg(not(unix))]
fn try_wait(child: &mut Child) -> Option<(Usage, Option<i32>)> {
    match child.try_wait() {
        Ok(None) => None,
        Ok(Some(status)) => Some((Usage::default(), status.code())),
        Err(_) => Some((Usage::default(), None)),
    }
}
