//! How much memory a run may use. How it is measured is the caller's business: the numbers come from
//! the system.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A limit on memory, and the function that measures what is in use.
#[derive(Clone)]
pub struct MemoryLimit {
    bytes: u64,
    in_use: fn() -> Option<u64>,
    /// What was in use when it was last measured.
    last: Arc<AtomicU64>,
}

impl MemoryLimit {
    /// At most so many bytes, measured by this function (`None` if it cannot tell).
    pub fn new(bytes: u64, in_use: fn() -> Option<u64>) -> Self {
        MemoryLimit { bytes, in_use, last: Arc::new(AtomicU64::new(0)) }
    }

    /// The limit.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Measures: which share of the limit is in use?
    pub(crate) fn measure(&self) -> Option<f64> {
        let used = (self.in_use)()?;
        self.last.store(used, Ordering::Relaxed);
        Some(self.share(used))
    }

    /// The share that was in use when it was last measured.
    pub(crate) fn last_measured(&self) -> f64 {
        self.share(self.last.load(Ordering::Relaxed))
    }

    fn share(&self, used: u64) -> f64 {
        used as f64 / self.bytes.max(1) as f64
    }
}

impl fmt::Debug for MemoryLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MemoryLimit({} bytes)", self.bytes)
    }
}
