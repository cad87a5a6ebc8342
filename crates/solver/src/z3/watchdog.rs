//! Stops queries of an in-process Z3: at a deadline, when memory runs out, or on request.
//!
//! `Z3_interrupt` on an idle context would spoil the next query, and an interrupt that arrives while
//! a query is just being set up would be lost. So an interrupt is addressed to a *query* here: under
//! a lock that says which one is running, with `Z3_solver_interrupt` (which Z3 itself undoes when the
//! query ends), and repeated by a thread until that query has ended. Fixedpoint queries have no
//! interrupt of their own: theirs goes to the context, which is used for nothing else afterwards.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use z3_sys::{
    Z3_context, Z3_get_estimated_alloc_size, Z3_interrupt, Z3_solver, Z3_solver_interrupt,
};

/// How long after an interrupt it is repeated.
const REPEAT: Duration = Duration::from_millis(10);
/// How often the memory in use is looked at.
const MEMORY_POLL: Duration = Duration::from_millis(50);

/// Why a query was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    Timeout,
    Memory,
    Interrupted,
}

/// What an interrupt is addressed to.
#[derive(Clone, Copy)]
enum Target {
    Solver(Z3_context, Z3_solver),
    Context(Z3_context),
}

struct State {
    /// What to interrupt; `None` once the solver is gone.
    target: Option<Target>,
    /// The number of the query that is running.
    running: Option<u64>,
    queries: u64,
    deadline: Option<Instant>,
    stopped: Option<Stop>,
    memory: Option<u64>,
    /// When the thread will look again (`None`: when it is told to).
    wakes: Option<Instant>,
    thread_started: bool,
}

// SAFETY: the pointers are used only for `Z3_solver_interrupt` and `Z3_interrupt`, which Z3 allows
// from any thread, and only under the lock that also guards their end of life.
unsafe impl Send for State {}

/// Shared by the solver, its interrupters and the watching thread.
pub(super) struct Watchdog {
    state: Mutex<State>,
    wake: Condvar,
}

impl Watchdog {
    pub fn new(context: Z3_context, solver: Z3_solver, memory: Option<u64>) -> Arc<Self> {
        Arc::new(Self {
            state: Mutex::new(State {
                target: Some(Target::Solver(context, solver)),
                running: None,
                queries: 0,
                deadline: None,
                stopped: None,
                memory,
                wakes: None,
                thread_started: false,
            }),
            wake: Condvar::new(),
        })
    }

    /// From now on interrupts go to the whole context.
    pub fn aim_at_context(&self) {
        let mut state = self.lock();
        if let Some(Target::Solver(context, _)) = state.target {
            state.target = Some(Target::Context(context));
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A query starts.
    pub fn query_starts(self: &Arc<Self>, time: Option<Duration>) {
        let mut state = self.lock();
        state.queries += 1;
        state.running = Some(state.queries);
        state.stopped = None;
        state.deadline = time.and_then(|t| Instant::now().checked_add(t));
        if let Some(due) = state.due(Instant::now()) {
            self.ensure_awake_by(&mut state, due);
        }
    }

    /// The query has ended; why it was stopped, if it was.
    pub fn query_ends(&self) -> Option<Stop> {
        let mut state = self.lock();
        state.running = None;
        state.deadline = None;
        state.stopped
    }

    /// Stops the query that is running; if none is, nothing happens.
    pub fn interrupt(self: &Arc<Self>) {
        let mut state = self.lock();
        if state.running.is_some() {
            state.stop(Stop::Interrupted);
            self.ensure_awake_by(&mut state, Instant::now());
        }
    }

    /// The solver is about to be deleted.
    pub fn retire(&self) {
        let mut state = self.lock();
        state.target = None;
        state.running = None;
        self.wake.notify_all();
    }

    /// Starts or wakes the thread unless it will look early enough anyway.
    fn ensure_awake_by(self: &Arc<Self>, state: &mut State, due: Instant) {
        if !state.thread_started {
            let watchdog = Arc::clone(self);
            let spawned = std::thread::Builder::new()
                .name("solver watchdog".to_owned())
                .stack_size(64 * 1024)
                .spawn(move || watchdog.watch());
            state.thread_started = spawned.is_ok();
        } else if state.wakes.is_none_or(|wakes| wakes > due) {
            self.wake.notify_all();
        }
    }

    /// The thread: sleeps until something is due, then interrupts until the query has ended.
    fn watch(&self) {
        let mut state = self.lock();
        while state.target.is_some() {
            let now = Instant::now();
            let due = if state.running.is_some() { state.due(now) } else { None };
            match due {
                Some(due) if due > now => {
                    state.wakes = Some(due);
                    let (woken, _) = self
                        .wake
                        .wait_timeout(state, due - now)
                        .unwrap_or_else(PoisonError::into_inner);
                    state = woken;
                }
                Some(_) => {
                    if state.deadline.is_some_and(|deadline| deadline <= now) {
                        state.stop(Stop::Timeout);
                    } else if state.memory.is_some_and(|limit| memory_in_use() > limit) {
                        state.stop(Stop::Memory);
                    }
                    state.interrupt();
                    let pause = if state.stopped.is_some() { REPEAT } else { MEMORY_POLL };
                    state.wakes = Some(now + pause);
                    let (woken, _) = self
                        .wake
                        .wait_timeout(state, pause)
                        .unwrap_or_else(PoisonError::into_inner);
                    state = woken;
                }
                None => {
                    state.wakes = None;
                    state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
    }
}

impl State {
    /// When the thread has to do something about the running query.
    fn due(&self, now: Instant) -> Option<Instant> {
        if self.stopped.is_some() || self.memory.is_some() {
            return Some(now);
        }
        self.deadline
    }

    fn stop(&mut self, why: Stop) {
        self.stopped.get_or_insert(why);
        self.interrupt();
    }

    fn interrupt(&self) {
        let (Some(target), Some(_), Some(_)) = (self.target, self.running, self.stopped) else {
            return;
        };
        // SAFETY: what the target names is live as long as it is set, and the calls are thread safe.
        unsafe {
            match target {
                Target::Solver(context, solver) => Z3_solver_interrupt(context, solver),
                Target::Context(context) => Z3_interrupt(context),
            }
        }
    }
}

/// Bytes that Z3 has allocated in this process.
pub(super) fn memory_in_use() -> u64 {
    // SAFETY: reads a counter.
    unsafe { Z3_get_estimated_alloc_size() }
}
