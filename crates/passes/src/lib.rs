//! Program to program transformations, one file per pass.
//!
//! A pass is a plain function on a [`Program`]. It keeps the invariants of the core program and the
//! [`Mark`](lariat_program::Mark)s in it, so that a path of the result spells a path of the original program; that is all a
//! trace needs to find its way back. [`Pass`] names the passes in the order in which the command line
//! runs them, so that the program can be printed after each.

mod blocks;
mod cells;
mod constants;
mod dead;
mod flag;
mod inline;
mod merge;
mod modes;
mod propagate;
mod prune;
mod thread;

pub use constants::resolve_constants;
pub use dead::remove_dead_assignments;
pub use flag::error_flag;
pub use inline::{InlineLimits, inline_marked, inline_small};
pub use merge::merge_blocks;
pub use modes::{Goal, ModeStats, split_modes};
pub use propagate::propagate_constants;
pub use prune::{prune_blocks, prune_procedures, prune_to_return};
pub use thread::thread_jumps;

use lariat_program::{ProcId, Program};

/// A pass by name, for `--dump-after`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pass {
    /// The program as lowered.
    Lower,
    /// Only tracked variables are left.
    Abstract,
    /// Procedures that the entry cannot reach and blocks that cannot be on a complete path are gone.
    Prune,
    /// Procedures marked `{:inline n}` are put in place of their calls.
    InlineMarked,
    /// Constants and copies are propagated and branches on them decided.
    Propagate,
    /// Small leaf procedures are put in place of their calls.
    InlineSmall,
    /// Procedures are split by mode: those that return, and those that end in the error.
    Modes,
    /// Dead assignments are gone and straight lines of blocks are one block.
    Tidy,
}

impl Pass {
    /// All passes in the order in which they run.
    pub const ALL: [Pass; 8] = [
        Pass::Lower,
        Pass::Abstract,
        Pass::Prune,
        Pass::InlineMarked,
        Pass::Propagate,
        Pass::InlineSmall,
        Pass::Modes,
        Pass::Tidy,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Pass::Lower => "lower",
            Pass::Abstract => "abstract",
            Pass::Prune => "prune",
            Pass::InlineMarked => "inline-marked",
            Pass::Propagate => "propagate",
            Pass::InlineSmall => "inline-small",
            Pass::Modes => "modes",
            Pass::Tidy => "tidy",
        }
    }
}

/// What [`prepare`] made: a program whose executions from `entry` to its return are exactly the
/// executions of the original that meet the goal.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The program, ready for formula generation.
    pub program: Program,
    /// Its entry.
    pub entry: ProcId,
    /// The goal that its return means.
    pub goal: Goal,
    /// What the mode split did.
    pub modes: ModeStats,
}

/// Runs all passes. `observe` sees the program after each (with the entry at that point).
pub fn prepare(
    original: &Program,
    entry: ProcId,
    goal: Goal,
    observe: &mut dyn FnMut(Pass, &Program, ProcId),
) -> Prepared {
    let mut program = original.clone();
    program.mark_blocks();
    resolve_constants(&mut program);
    observe(Pass::Abstract, &program, entry);
    let entry = prune_procedures(&mut program, entry);
    prune_blocks(&mut program);
    observe(Pass::Prune, &program, entry);
    inline_marked(&mut program);
    observe(Pass::InlineMarked, &program, entry);
    propagate_constants(&mut program);
    merge_blocks(&mut program);
    let entry = prune_procedures(&mut program, entry);
    observe(Pass::Propagate, &program, entry);
    inline_small(&mut program, entry, InlineLimits::default());
    thread_jumps(&mut program);
    propagate_constants(&mut program);
    merge_blocks(&mut program);
    let entry = prune_procedures(&mut program, entry);
    observe(Pass::InlineSmall, &program, entry);
    let (entry, modes) = split_modes(&mut program, entry, goal);
    observe(Pass::Modes, &program, entry);
    let entry = prune_procedures(&mut program, entry);
    propagate_constants(&mut program);
    thread_jumps(&mut program);
    propagate_constants(&mut program);
    remove_dead_assignments(&mut program, entry);
    prune_to_return(&mut program);
    merge_blocks(&mut program);
    let entry = prune_procedures(&mut program, entry);
    observe(Pass::Tidy, &program, entry);
    debug_assert_eq!(program.validate(), Ok(()));
    Prepared { program, entry, goal, modes }
}
