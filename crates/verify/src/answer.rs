//! What came out of one search, besides what the table has learnt.

use lariat_c2boogie::Promoted;
use lariat_refine::RefineStats;
use lariat_verdict::{ItemId, Reason};

/// What came out of one search; what it found out is in the table.
#[derive(Debug, Default)]
pub struct Answer {
    /// The place that an execution reached.
    pub reached: Option<ItemId>,
    /// Whether it ended for want of time or memory.
    pub is_limited: bool,
    /// Counters.
    pub stats: RefineStats,
    /// Warnings, `file:line:col: …`.
    pub warnings: Vec<String>,
    /// Variables to promote if the path is spurious under bit-precise semantics.
    pub spurious: Option<Vec<Promoted>>,
    /// What is left to search, if that was asked for.
    pub parts: Vec<lariat_reach::Part>,
    /// Why it was not split, if that was asked for and there is a reason.
    pub not_split: Option<Reason>,
}
