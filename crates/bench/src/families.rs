//! Generated programs whose size grows with their parameters. Pure text: the same parameters give the
//! same program.

pub mod exponential;
pub mod many_globals;
pub mod scaling;
pub mod typestate;
