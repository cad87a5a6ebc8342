//! `lariat bench`: runs a list of programs and compares with what is expected.

use clap::Args;

/// The long help.
pub const HELP: &str = "";

/// Arguments of `bench`.
#[derive(Debug, Args)]
pub struct BenchArgs {
    /// The list
    pub list: String,
}
