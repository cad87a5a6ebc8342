//! Runs the work in a thread of its own and watches over it: time, memory, Ctrl-C.
//!
//! The work runs on a large stack, within the [`Budget`] of its [`Run`]: it asks between steps, and a
//! query that is running is interrupted. If it does not come back soon after a stop (parsing and passes
//! do not ask), it is abandoned, and the caller reports what the run knows, which is kept up to date
//! while the work goes on.

use crate::exit::Exit;
use crate::progress::ProgressLine;
use crate::resources::memory_in_use;
use lariat_budget::{Budget, MemoryLimit, POLL_INTERVAL, Stop};
use lariat_verdict::Reason;
use lariat_verify::{Host, Run, stop_in_words};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How long the work may take to stop when a limit is reached.
const GRACE_AT_LIMIT: Duration = Duration::from_millis(650);
/// How long it may take when the user waits for the end.
const GRACE_AFTER_INTERRUPT: Duration = Duration::from_millis(50);

/// What the user allows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Time from the start of the process.
    pub time: Option<Duration>,
    /// Resident memory in bytes.
    pub memory: Option<u64>,
}

/// How supervised work ended.
pub enum Ended<T> {
    /// By itself.
    Finished(T),
    /// It did not stop when told to, and was left alone.
    Abandoned(Reason),
}

/// Work that is watched over.
pub struct Supervisor {
    /// What is known of it.
    pub run: Arc<Run>,
    /// Set by signals.
    interrupt: Arc<AtomicBool>,
}

impl Supervisor {
    /// For a process that started at this time.
    pub fn new(started: Instant, limits: Limits, host: impl Host + 'static) -> Supervisor {
        let interrupt = Arc::new(AtomicBool::new(false));
        let budget = Budget::new(lariat_budget::Limits {
            time: limits.time.map(|time| (started, time)),
            memory: limits.memory.map(|bytes| MemoryLimit::new(bytes, memory_in_use)),
            interrupt: Some(Arc::clone(&interrupt)),
        });
        Supervisor { run: Arc::new(Run::since(started, budget, host)), interrupt }
    }

    /// Runs `work` on a large stack until it is done or a limit ends it.
    pub fn supervise<T: Send + 'static>(
        &self,
        mut progress: ProgressLine,
        work: impl FnOnce(&Run) -> T + Send + 'static,
    ) -> Ended<T> {
        listen_for_signals(&self.interrupt);
        let (sender, receiver) = channel();
        let run = Arc::clone(&self.run);
        let started = lariat_budget::spawn("work", move || {
            let _ = sender.send(work(&run));
            // The supervisor ends the process; nothing is gained by freeing memory before that.
        });
        if let Err(error) = started {
            eprintln!("error: cannot start a thread: {error}");
            Exit::Internal.now();
        }
        let mut stopped: Option<Instant> = None;
        loop {
            match receiver.recv_timeout(POLL_INTERVAL) {
                Ok(result) => {
                    progress.clear();
                    return Ended::Finished(result);
                }
                Err(RecvTimeoutError::Timeout) => {}
                // The thread is gone without a result: it panicked, and the panic hook ends the process.
                Err(RecvTimeoutError::Disconnected) => Exit::Internal.now(),
            }
            if let Some(stop) = self.run.budget().stopped() {
                let since = *stopped.get_or_insert_with(Instant::now);
                let grace = match stop {
                    Stop::Interrupted => GRACE_AFTER_INTERRUPT,
                    _ => GRACE_AT_LIMIT,
                };
                if since.elapsed() >= grace {
                    progress.clear();
                    return Ended::Abandoned(stop_in_words(stop, self.run.budget()));
                }
            }
            progress.tick(|| self.run.known());
        }
    }
}

/// The first signal asks for an orderly end; a second one ends the process at once.
fn listen_for_signals(flag: &Arc<AtomicBool>) {
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        let code = Exit::Inconclusive.code();
        let second = signal_hook::flag::register_conditional_shutdown(signal, code, flag.clone());
        let first = signal_hook::flag::register(signal, flag.clone());
        if second.is_err() || first.is_err() {
            tracing::warn!(signal, "cannot listen for this signal");
        }
    }
}
