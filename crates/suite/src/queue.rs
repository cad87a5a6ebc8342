//! Instances are answered by child processes, a few at a time.
//!
//! A child gets its instance on standard input and writes the answer to standard output. What becomes of it concerns no other:
//! a crash, or being killed for using too much, is an answer of this instance. Children end with this process.

use crate::instance::{Outcome, Spec};
use crate::result::{Answer, InstanceResult};
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// How long a child may take beyond the time of its questions: for reading, and for ending.
const BEYOND: Duration = Duration::from_secs(60);
/// How often a child is looked at.
const POLL: Duration = Duration::from_millis(10);

/// Runs instances; `done` is told each answer, in the order in which they come.
pub fn run(specs: &[Spec], jobs: usize, mut done: impl FnMut(usize, Outcome)) {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = channel();
    let sender = Mutex::new(sender);
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, specs.len().max(1)) {
            let (next, sender) = (&next, &sender);
            scope.spawn(move || {
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    let Some(spec) = specs.get(n) else { return };
                    let outcome = in_child(spec);
                    let sender = sender.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    let _ = sender.send((n, outcome));
                }
            });
        }
        receive(&receiver, specs.len(), &mut done);
    });
}

fn receive(
    receiver: &Receiver<(usize, Outcome)>,
    count: usize,
    done: &mut impl FnMut(usize, Outcome),
) {
    for _ in 0..count {
        match receiver.recv() {
            Ok((n, outcome)) => done(n, outcome),
            Err(_) => return,
        }
    }
}

/// Answers an instance in a process of its own.
fn in_child(spec: &Spec) -> Outcome {
    let started = Instant::now();
    let failed = |answer: Answer, reason: String| {
        let mut result = InstanceResult::plain(spec.instance.clone(), answer, reason);
        result.about.clone_from(&spec.about);
        result.seconds = started.elapsed().as_secs_f64();
        Outcome::Answered(Box::new(result))
    };
    let text = match serde_json::to_vec(spec) {
        Ok(text) => text,
        Err(error) => return failed(Answer::Error, format!("cannot write the instance: {error}")),
    };
    let mut child = match start() {
        Ok(child) => child,
        Err(error) => return failed(Answer::Error, format!("cannot start a process: {error}")),
    };
    let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
    let (written, read) = (
        std::thread::spawn(move || stdin.map(|mut pipe| pipe.write_all(&text))),
        std::thread::spawn(move || {
            let mut said = Vec::new();
            let _ = stdout.map(|mut pipe| pipe.read_to_end(&mut said));
            said
        }),
    );
    let limit = Duration::from_secs_f64(spec.seconds * 1.5) + BEYOND;
    let code = wait(&mut child, started, limit);
    let said = read.join().unwrap_or_default();
    let _ = written.join();
    match serde_json::from_slice(&said) {
        Ok(outcome) => outcome,
        Err(_) => match code {
            None => failed(Answer::Unknown, "it did not end in time and was killed".into()),
            Some(how) => failed(Answer::Unknown, format!("the verifier broke off ({how})")),
        },
    }
}

fn start() -> std::io::Result<Child> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["verify", "--one-instance"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::process::CommandExt;
        // SAFETY: `prctl` with these arguments has no preconditions and is safe between fork and exec.
        unsafe {
            command.pre_exec(|| {
                libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
                Ok(())
            });
        }
    }
    command.spawn()
}

/// How a process ended, in words; `None` if it was killed for taking too long.
fn wait(child: &mut Child, started: Instant, limit: Duration) -> Option<String> {
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status.to_string()),
            Ok(None) if started.elapsed() > limit => {
                let _ = child.kill();
                let _ = child.wait();
                return None;
            }
            Ok(None) => std::thread::sleep(POLL),
            Err(error) => return Some(error.to_string()),
        }
    }
}
