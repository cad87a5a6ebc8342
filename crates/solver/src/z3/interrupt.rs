//! Queries of an in-process Z3 that end when their budget stops.
//!
//! `Z3_interrupt` on an idle context would spoil the next query, and an interrupt that arrives while a
//! query is just being set up is lost. So an interrupt goes to the *solver* (`Z3_solver_interrupt`,
//! which does nothing between queries and which Z3 itself undoes when the query ends), and the budget
//! repeats it as long as the query runs. Fixedpoint queries have no interrupt of their own: theirs goes
//! to the context, which is used for nothing else afterwards.

use lariat_budget::{Budget, Stop};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use z3_sys::{Z3_context, Z3_interrupt, Z3_solver, Z3_solver_interrupt};

/// What an interrupt is addressed to.
#[derive(Clone, Copy)]
pub(super) enum Target {
    Solver(Z3_context, Z3_solver),
    Context(Z3_context),
}

// SAFETY: the pointers are used only for `Z3_solver_interrupt` and `Z3_interrupt`, which Z3 allows from
// any thread, and only while the query runs that `under` was called for.
unsafe impl Send for Target {}
// SAFETY: as above.
unsafe impl Sync for Target {}

impl Target {
    fn interrupt(&self) {
        // SAFETY: the caller of `under` owns what the target names until the query is over, and no
        // interrupter runs after its guard is dropped (see `lariat_budget`).
        unsafe {
            match *self {
                Target::Solver(context, solver) => Z3_solver_interrupt(context, solver),
                Target::Context(context) => Z3_interrupt(context),
            }
        }
    }
}

/// Runs a query on what the target names. Also says why it was stopped, if it was.
pub(super) fn under<T>(
    budget: &Budget,
    target: Target,
    query: impl FnOnce() -> T,
) -> (T, Option<Stop>) {
    let fired = Arc::new(AtomicBool::new(false));
    let watched = Arc::clone(&fired);
    let guard = budget.watch(Arc::new(move || {
        watched.store(true, Ordering::SeqCst);
        target.interrupt();
    }));
    let result = query();
    drop(guard);
    let stop = fired.load(Ordering::SeqCst).then(|| budget.stopped()).flatten();
    (result, stop)
}
