//! A solver as a child process: what it is sent, what it says, and how it ends.
//!
//! Threads read its two outputs, so that waiting for an answer can have an end. The child is killed
//! and waited for when it is dropped; if this program is killed, the child sees the end of its input.

use super::sexp::Framer;
use crate::SolverError;
use std::io::{Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How much of what the solver says on its error output is kept.
const MAX_KEPT_STDERR_BYTES: usize = 4096;

/// Splits a command line at blanks; quotes keep blanks.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in command.chars() {
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// The program of a command line, without its folder.
pub(super) fn program(command: &str) -> String {
    let first = words(command).into_iter().next().unwrap_or_default();
    std::path::Path::new(&first)
        .file_name()
        .map_or_else(|| first.clone(), |name| name.to_string_lossy().into_owned())
}

/// The process, where interrupters can reach it.
#[derive(Default)]
pub(super) struct Slot {
    process: Option<Child>,
    /// Whether the query was stopped on request.
    pub interrupted: bool,
}

pub(super) type SharedSlot = Arc<Mutex<Slot>>;

pub(super) fn lock(slot: &SharedSlot) -> MutexGuard<'_, Slot> {
    slot.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Slot {
    /// Ends the process, and leaves no zombie.
    pub fn kill(&mut self) -> Option<String> {
        let mut process = self.process.take()?;
        let _ = process.kill();
        process.wait().ok().map(|status| status.to_string())
    }

    /// Ends the query that is running.
    pub fn interrupt(&mut self) {
        self.interrupted = true;
        if let Some(process) = &mut self.process {
            let _ = process.kill();
        }
    }
}

/// A running solver.
pub(super) struct Conversation {
    command: String,
    slot: SharedSlot,
    stdin: Option<ChildStdin>,
    answers: Receiver<String>,
    stderr: Arc<Mutex<Vec<u8>>>,
}

/// What came back.
pub(super) enum Reply {
    Answer(String),
    TimedOut,
    Ended,
}

impl Conversation {
    pub fn start(command: &str, slot: SharedSlot) -> Result<Self, SolverError> {
        let failed = |reason: String| SolverError::Start { command: command.to_owned(), reason };
        let words = words(command);
        let (program, args) = words.split_first().ok_or_else(|| failed("no command".into()))?;
        let mut process = Command::new(program)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| failed(error.to_string()))?;
        let stdin = process.stdin.take();
        let mut stdout = process.stdout.take().expect("piped");
        let mut stderr_pipe = process.stderr.take().expect("piped");
        // From here on the process is killed if something goes wrong.
        lock(&slot).process = Some(process);
        let no_thread = |error: std::io::Error| {
            lock(&slot).kill();
            failed(error.to_string())
        };
        let (sender, answers) = channel();
        let read_answers = move || {
            let mut framer = Framer::default();
            let mut buffer = [0; 8192];
            while let Ok(n @ 1..) = stdout.read(&mut buffer) {
                for answer in buffer[..n].iter().filter_map(|&b| framer.push(b)) {
                    if sender.send(answer).is_err() {
                        return;
                    }
                }
            }
            if let Some(rest) = framer.finish() {
                let _ = sender.send(rest);
            }
        };
        lariat_budget::spawn("solver output", read_answers).map_err(no_thread)?;
        let stderr = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&stderr);
        let read_errors = move || {
            let mut buffer = [0; 1024];
            while let Ok(n @ 1..) = stderr_pipe.read(&mut buffer) {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend_from_slice(&buffer[..n]);
                let excess = kept.len().saturating_sub(MAX_KEPT_STDERR_BYTES);
                kept.drain(..excess);
            }
        };
        lariat_budget::spawn("solver errors", read_errors).map_err(no_thread)?;
        Ok(Self { command: command.to_owned(), slot, stdin, answers, stderr })
    }

    /// Sends commands. A solver that does not read any more is found out when its answer is awaited.
    pub fn send(&mut self, commands: &str) {
        if let Some(stdin) = &mut self.stdin
            && stdin.write_all(commands.as_bytes()).and_then(|()| stdin.flush()).is_err()
        {
            self.stdin = None;
        }
    }

    /// Waits for the next answer.
    pub fn receive(&mut self, time: Option<Duration>) -> Reply {
        let answer = match time {
            Some(time) => self.answers.recv_timeout(time),
            None => self.answers.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match answer {
            Ok(answer) => Reply::Answer(answer),
            Err(RecvTimeoutError::Timeout) => Reply::TimedOut,
            Err(RecvTimeoutError::Disconnected) => Reply::Ended,
        }
    }

    /// The error for a solver that has ended by itself.
    pub fn died(&mut self) -> SolverError {
        self.stdin = None;
        let status = lock(&self.slot).kill();
        // The reader of the error output may be a moment behind.
        std::thread::sleep(Duration::from_millis(20));
        let stderr = self.stderr.lock().unwrap_or_else(PoisonError::into_inner);
        let said = String::from_utf8_lossy(&stderr).trim().to_owned();
        let detail = match (status, said.is_empty()) {
            (Some(status), true) => format!(" ({status})"),
            (Some(status), false) => format!(" ({status}): {said}"),
            (None, _) => String::new(),
        };
        SolverError::Died { name: program(&self.command), detail }
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        self.stdin = None;
        lock(&self.slot).kill();
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn command_lines_are_split_at_blanks() {
        assert_eq!(super::words("cvc5  --incremental"), ["cvc5", "--incremental"]);
        assert_eq!(super::words("'a b' \"c d\"e ''"), ["a b", "c de", ""]);
    }
}
