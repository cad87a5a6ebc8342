//! `platform.toml`.

use lariat_diagnostics::{Plain, Report, render_all};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;

/// Why something cannot be used, in words that name the file and the line.
#[derive(Clone, Debug)]
pub struct Problem {
    /// What is wrong, with places and lines as far as they are known.
    pub report: Report,
}

impl Problem {
    /// Something without a place.
    pub fn new(message: impl Into<String>) -> Problem {
        let place = lariat_diagnostics::Place::nowhere();
        let error = lariat_diagnostics::Diagnostic::error("platform", place, message);
        Problem { report: error.into() }
    }

    /// The first message on one line.
    pub fn one_line(&self) -> String {
        match self.report.diagnostics.iter().find(|d| d.is_error()) {
            Some(first) => first.as_lines(&self.report.excerpts).replace('\n', "; "),
            None => "something is wrong".to_owned(),
        }
    }
}

impl From<Report> for Problem {
    fn from(report: Report) -> Problem {
        Problem { report }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&render_all(&self.report.diagnostics, &self.report.excerpts, &Plain))
    }
}

/// What the file says.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Manifest {
    /// The name of the platform.
    pub name: String,
    /// What it is for.
    #[serde(default)]
    pub description: String,
    /// The widths of types.
    #[serde(default)]
    pub data_model: Option<String>,
    /// Macros, `NAME` or `NAME=VALUE`.
    #[serde(default)]
    pub defines: Vec<String>,
    /// Macros that are not defined.
    #[serde(default)]
    pub undefines: Vec<String>,
    /// Other flags of the preprocessor.
    #[serde(default)]
    pub flags: Vec<String>,
    /// Folders of the platform with headers.
    #[serde(default)]
    pub include: Vec<String>,
    /// Headers that every unit includes first.
    #[serde(default)]
    pub forced_include: Vec<String>,
    /// Folders of the system with headers.
    #[serde(default)]
    pub system_include: Vec<SystemInclude>,
    /// Models.
    #[serde(default)]
    pub models: Vec<String>,
    /// The preprocessor.
    #[serde(default)]
    pub compiler: Option<String>,
    /// Are assertions of the program checked, too?
    #[serde(default)]
    pub assertions: bool,
    /// What its harnesses and models leave out, a clause each: every answer names it.
    #[serde(default)]
    pub assumes: Vec<String>,
    /// The ways to be called, by name.
    #[serde(default)]
    pub harness: BTreeMap<String, Harness>,
    /// What functions are for.
    #[serde(default)]
    pub role: Vec<Role>,
    /// Changes that its rules should notice.
    #[serde(default)]
    pub mutation: Vec<Mutation>,
    /// What rules have.
    #[serde(default)]
    pub rules: Rules,
}

/// Folders of the system.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SystemInclude {
    /// The first that is there is taken.
    pub folders: Vec<String>,
    /// What to say if none is.
    #[serde(default)]
    pub missing: String,
    /// Is nothing possible without it?
    #[serde(default)]
    pub required: bool,
}

/// A way to be called.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Harness {
    /// The file; none if the entry is a function of the program.
    #[serde(default)]
    pub file: Option<String>,
    /// Where executions start.
    pub entry: String,
    /// What it does.
    #[serde(default)]
    pub about: String,
    /// Functions and roles without which it does not apply.
    #[serde(default)]
    pub needs: Vec<String>,
}

/// A change of statements that call certain functions, for measuring what rules notice.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Mutation {
    /// What it does, in words.
    pub name: String,
    /// The functions.
    pub functions: Vec<String>,
    /// What stands in the place of the statement, which `$0` is. Without `$0`, only statements that are nothing but the
    /// call are changed.
    pub becomes: String,
}

/// What functions are for.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Role {
    /// Its name.
    pub name: String,
    /// Types with which such functions are declared.
    #[serde(default)]
    pub types: Vec<String>,
    /// Fields in which they are registered, `Field` or `Field[index]`.
    #[serde(default)]
    pub fields: Vec<String>,
    /// Names of such functions, if nothing else says it.
    #[serde(default)]
    pub names: Vec<String>,
}

/// What rules have.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Rules {
    /// Headers in front of every rule.
    #[serde(default)]
    pub include: Vec<String>,
}

impl Manifest {
    /// Reads the file.
    pub fn read(file: &str, text: &str) -> Result<Manifest, Problem> {
        toml::from_str(text).map_err(|error| problem_in(file, text, &error))
    }
}

/// What is wrong with a TOML file, with its line.
pub fn problem_in(file: &str, text: &str, error: &toml::de::Error) -> Problem {
    let at = error.span().map_or(0, |span| span.start.min(text.len()));
    let line = text[..at].matches('\n').count() as u32 + 1;
    Report::error_in("toml", (file, text), line, error.message()).into()
}
