//! The core program of reachability modulo theories, its analyses and its interpreter.
//!
//! This is Fig. 1 of the overview paper, with assertions and parallel assignment added: procedures
//! made of blocks made of commands, over the terms of `lariat_logic`. There are no loops (they are
//! recursive procedures by now), no structured statements and no contracts other than what is
//! assumed when a procedure returns.
//!
//! **Invariants.** Control flow inside a procedure is acyclic and starts at block 0. Inputs are never
//! assigned. Every procedure has a body. Every variable is either a global, a constant, or listed in
//! exactly one role in each procedure that uses it (two procedures may share a local's identifier:
//! scopes never mix). [`Program::validate`] checks all of this.

mod attribute;
mod graph;
pub mod interpreter;
mod items;
mod maps;
mod path;
mod program;
mod validate;

pub use attribute::{Attribute, AttributeArg, Info, InfoId, Obligation, Place};
pub use graph::{CallGraph, Effects, reverse_postorder, strongly_connected, topological_blocks};
pub use items::CheckedItem;
pub use lariat_verdict as verdict;
pub use path::Frame;
pub use program::{
    Axiom, Block, BlockId, Body, Call, Command, CommandKind, Exit, LoopInfo, Mark, ProcId,
    Procedure, Program,
};
