//! What every command of Lariat shares as a process: exit codes, standard output, times and sizes as
//! people write them, processes with limits, and what the system says of memory and processor time.
//!
//! It knows nothing of programs and verdicts. It is a crate because `lariat` starts `bench`, `bench`
//! starts `lariat check` as a child and reads its exit code, and neither may depend on the other's inside.

pub mod confined;
pub mod exit;
pub mod output;
pub mod pipe;
pub mod resources;
pub mod sandbox;

pub use lariat_budget::quantity;
