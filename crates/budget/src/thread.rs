//! Threads for work on programs: all of them get the same stack, because all of them walk terms and
//! programs that can be deep.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle, Scope, ScopedJoinHandle};

/// The stack of every working thread, in bytes; only what is used costs memory.
pub const STACK_BYTES: usize = 1 << 30;

/// A system that refuses that much is asked for less, down to this.
const LEAST_STACK_BYTES: usize = 8 << 20;

/// Runs work in a thread of its own.
pub fn spawn<T: Send + 'static>(
    name: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<JoinHandle<T>> {
    with_largest_stack(name, work, |thread, run| thread.spawn(run))
}

/// Runs work in a thread of its own that ends before the scope does.
pub fn spawn_scoped<'scope, 'env, T: Send + 'scope>(
    scope: &'scope Scope<'scope, 'env>,
    name: &str,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    with_largest_stack(name, work, |thread, run| thread.spawn_scoped(scope, run))
}

/// Tries stacks from the largest on. The work is in a shared slot, because a failed attempt would
/// otherwise swallow it.
fn with_largest_stack<'a, T: 'a, W: FnOnce() -> T + Send + 'a, H>(
    name: &str,
    work: W,
    mut start: impl FnMut(Builder, Box<dyn FnOnce() -> T + Send + 'a>) -> io::Result<H>,
) -> io::Result<H> {
    let slot = Arc::new(Mutex::new(Some(work)));
    let mut bytes = STACK_BYTES;
    loop {
        let slot = Arc::clone(&slot);
        let run = Box::new(move || {
            let work = slot.lock().unwrap_or_else(PoisonError::into_inner).take();
            work.expect("only the attempt that succeeds takes the work")()
        });
        match start(Builder::new().name(name.to_owned()).stack_size(bytes), run) {
            Err(_) if bytes > LEAST_STACK_BYTES => bytes /= 2,
            result => return result,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_not_lost_when_a_stack_is_refused() {
        let mut refused = 0;
        let result = with_largest_stack(
            "test",
            || 42,
            |_, run| {
                refused += 1;
                if refused < 4 { Err(io::ErrorKind::OutOfMemory.into()) } else { Ok(run()) }
            },
        );
        assert_eq!((result.unwrap(), refused), (42, 4));
        let never = with_largest_stack(
            "test",
            || 42,
            |_, _| -> io::Result<()> { Err(io::ErrorKind::OutOfMemory.into()) },
        );
        assert!(never.is_err());
    }

    #[test]
    fn stacks_are_deep_enough_for_deep_recursion() {
        fn depth(n: usize) -> usize {
            let frame = std::hint::black_box([n; 64]);
            if n == 0 { frame[0] } else { depth(n - 1) + usize::from(frame[1] > 0) }
        }
        let deep = || depth(100_000);
        assert_eq!(spawn("deep", deep).unwrap().join().unwrap(), 100_000);
        let scoped = std::thread::scope(|s| spawn_scoped(s, "deep", deep).unwrap().join().unwrap());
        assert_eq!(scoped, 100_000);
    }
}
