//! Platforms: what a program is verified in, and against what.
//!
//! A [`Platform`] is a folder of text (`docs/platforms.md`): headers, models, harnesses, rules. Those of `platforms/` are part of
//! the library ([`bundled`]). [`Target`] is a program read with a platform: its preprocessed files, and what was found in them.
//! [`Platform::close`] adds a way to be called, and [`Platform::rule`] a rule as C; together they are the units of an instance.
//!
//! This crate reads files and starts the preprocessor; it verifies nothing.

mod bundled;
mod manifest;
mod scan;
mod sources;
mod target;

pub use bundled::names as bundled;
pub use manifest::{Harness, Manifest, Mutation, Problem, Role, problem_in};
pub use scan::Found;
pub use sources::{Sources, sources_in};
pub use target::{Closed, Flags, Platform, Target, Unit};
