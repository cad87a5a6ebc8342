//! `suite.toml`: several programs.

use lariat_platform::Problem;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// The file.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SuiteFile {
    /// For programs that say no other.
    #[serde(default)]
    pub platform: Option<String>,
    /// For programs that say no others.
    #[serde(default)]
    pub rules: Vec<String>,
    /// The programs.
    #[serde(default)]
    pub driver: Vec<Driver>,
}

/// A program.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Driver {
    /// Its name in tables; otherwise that of its first folder or file.
    #[serde(default)]
    pub name: Option<String>,
    /// Folders and files, from where the suite is.
    pub sources: Vec<PathBuf>,
    /// What it is verified in.
    #[serde(default)]
    pub platform: Option<String>,
    /// Its rules.
    #[serde(default)]
    pub rules: Vec<String>,
    /// The ways to be called.
    #[serde(default)]
    pub harness: Vec<String>,
    /// Folders with headers, from where the suite is.
    #[serde(default)]
    pub include: Vec<PathBuf>,
    /// Macros.
    #[serde(default)]
    pub defines: Vec<String>,
}

/// Reads a suite.
pub fn read(file: &Path) -> Result<SuiteFile, Problem> {
    let shown = file.display().to_string();
    let text = std::fs::read_to_string(file)
        .map_err(|error| Problem::new(format!("cannot read `{shown}`: {error}")))?;
    let suite: SuiteFile = toml::from_str(&text)
        .map_err(|error| lariat_platform::problem_in(&shown, &text, &error))?;
    Ok(suite)
}
