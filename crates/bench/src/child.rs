//! One instance in a child process, with limits that hold even if the child does not keep them.

use crate::list::Instance;
use crate::results::{Row, Settings};
use lariat_process::pipe::read_in_background;
use lariat_process::resources::{Usage, resident_memory};
use serde_json::Value;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What the child may take beyond its limits before it is killed.
const EXTRA_TIME: Duration = Duration::from_secs(3);
const EXTRA_MEMORY: u64 = 256 << 20;

/// Runs one instance; `None` if `stop` was set meanwhile.
pub fn measure(instance: &Instance, settings: &Settings, stop: &AtomicBool) -> Option<Row> {
    let mut row =
        Row { file: instance.file.clone(), expected: instance.expected.clone(), ..Row::default() };
    let started = Instant::now();
    let mut child = match spawn(instance, settings) {
        Ok(child) => child,
        Err(error) => {
            row.verdict = "error".into();
            row.reason = format!("cannot start: {error}");
            return Some(row);
        }
    };
    let output = read_in_background(child.stdout.take(), u64::MAX);
    let errors = read_in_background(child.stderr.take(), u64::MAX);
    let ended = watch(&mut child, started, settings, stop);
    row.wall = started.elapsed().as_secs_f64();
    row.cpu = ended.usage.cpu.as_secs_f64();
    row.peak = ended.usage.peak_memory as f64 / f64::from(1 << 20);
    let output = output.join().unwrap_or_default();
    let errors = errors.join().unwrap_or_default();
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    fill(&mut row, &output, &errors, ended.killed);
    Some(row)
}

fn spawn(instance: &Instance, settings: &Settings) -> std::io::Result<Child> {
    Command::new(std::env::current_exe()?)
        .arg("check")
        .args(["--format", "json", "--trace", "none", "--quiet"])
        .arg(format!("--time-limit={}ms", settings.limit.as_millis()))
        .arg(format!("--memory-limit={}k", settings.memory >> 10))
        .args(one_thread(&settings.args))
        .args(&settings.args)
        .args(&instance.args)
        .arg("--")
        .arg(&instance.path)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
}

/// Instances are measured with one thread unless the user says otherwise.
fn one_thread(args: &[String]) -> &'static [&'static str] {
    let given = args.iter().any(|a| a.starts_with("-j") || a.starts_with("--jobs"));
    if given { &[] } else { &["--jobs=1"] }
}

/// What the child said, in a row.
fn fill(row: &mut Row, output: &str, errors: &str, killed: Option<&str>) {
    let answer: Value = serde_json::from_str(output).unwrap_or(Value::Null);
    let search = &answer["stats"]["search"];
    row.queries = search["queries"].as_u64();
    row.instances = search["instances"].as_u64();
    row.solver = search["solver_s"].as_f64();
    row.reason = answer["reason"]["text"].as_str().unwrap_or("").to_owned();
    match (answer["verdict"].as_str(), killed) {
        (Some(verdict), _) => row.verdict = verdict.to_owned(),
        (None, Some(why)) => {
            row.verdict = "unknown".into();
            row.reason = why.to_owned();
        }
        (None, None) => {
            row.verdict = "error".into();
            row.reason = errors.trim().lines().take(3).collect::<Vec<_>>().join(" | ");
        }
    }
}

/// How the child ended.
struct Ended {
    usage: Usage,
    /// Why it had to be killed.
    killed: Option<&'static str>,
}

fn watch(child: &mut Child, started: Instant, settings: &Settings, stop: &AtomicBool) -> Ended {
    let mut killed = None;
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(usage) = try_wait(child) {
            return Ended { usage, killed };
        }
        if killed.is_none() {
            let late = started.elapsed() > settings.limit + EXTRA_TIME;
            let fat =
                resident_memory(child.id()).is_some_and(|m| m > settings.memory + EXTRA_MEMORY);
            killed = match () {
                () if stop.load(Ordering::Relaxed) => Some("interrupted"),
                () if late => Some("killed: the time limit is over"),
                () if fat => Some("killed: the memory limit is reached"),
                () => None,
            };
            if killed.is_some() {
                let _ = child.kill();
            }
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

/// What the child used, if it has ended.
#[cfg(unix)]
fn try_wait(child: &mut Child) -> Option<Usage> {
    let mut status = 0;
    let mut raw = std::mem::MaybeUninit::<libc::rusage>::zeroed();
    let pid = libc::pid_t::try_from(child.id()).ok()?;
    // SAFETY: both pointers are valid for writing, and the child is ours and was not waited for.
    let ended = unsafe { libc::wait4(pid, &mut status, libc::WNOHANG, raw.as_mut_ptr()) };
    match ended {
        0 => None,
        // SAFETY: `wait4` filled the record.
        n if n == pid => {
            Some(lariat_process::resources::from_rusage(unsafe { raw.assume_init_ref() }))
        }
        _ => Some(Usage::default()),
    }
}

/// What the child used, if it has ended.
#[cfg(not(unix))]
fn try_wait(child: &mut Child) -> Option<Usage> {
    match child.try_wait() {
        Ok(None) => None,
        _ => Some(Usage::default()),
    }
}
