//! The file of results: one line per instance, written as soon as it is known, so that an interrupted
//! run can be taken up again.

use lariat_process::quantity::show_duration;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

/// What the results depend on.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The list's name.
    pub list: String,
    /// Time for each instance.
    pub limit: Duration,
    /// Memory for each instance, in bytes.
    pub memory: u64,
    /// Arguments of `check`.
    pub args: Vec<String>,
}

impl Settings {
    /// The first line of a file of results.
    fn line(&self) -> String {
        format!(
            "# lariat-bench/2 list={} limit={} memory={} version={} args={}",
            self.list,
            self.limit.as_secs_f64(),
            self.memory,
            env!("CARGO_PKG_VERSION"),
            self.args.join(" ")
        )
    }
}

const HEADER: &str = "file\texpected\tverdict\twall_s\tcpu_s\tpeak_mb\tqueries\tinstances\tsolver_s\tagreement\treason\tassumptions";

/// The result of one instance.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// As the list names it.
    pub file: String,
    /// What the list expects.
    pub expected: String,
    /// `bug`, `proved`, `bounded`, `conditional`, `unknown` or `error`.
    pub verdict: String,
    /// Seconds on the clock.
    pub wall: f64,
    /// Seconds of processor.
    pub cpu: f64,
    /// Megabytes.
    pub peak: f64,
    /// Queries to the solver.
    pub queries: Option<u64>,
    /// Procedure instances.
    pub instances: Option<u64>,
    /// Seconds in the solver.
    pub solver: Option<f64>,
    /// Why there is no answer.
    pub reason: String,
    /// What the verdict rests on, in words.
    pub assumptions: String,
}

/// How a result compares with what is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// As expected.
    Agrees,
    /// The opposite.
    Wrong,
    /// An answer to an instance without an expected verdict.
    New,
    /// No answer.
    None,
}

impl Row {
    /// Whether there is an answer.
    pub fn solved(&self) -> bool {
        matches!(self.verdict.as_str(), "bug" | "proved" | "bounded")
    }

    /// Comparison with what is expected.
    pub fn agreement(&self) -> Agreement {
        let expects_bug = match self.expected.as_str() {
            "bug" | "false" => Some(true),
            "nobug" | "true" => Some(false),
            _ => None,
        };
        match (self.solved(), expects_bug) {
            (false, _) => Agreement::None,
            (true, None) => Agreement::New,
            // A bug beyond the bound was missed, not denied; `nobug` is about the bound.
            (true, Some(true)) if self.expected == "false" && self.verdict == "bounded" => {
                Agreement::None
            }
            (true, Some(bug)) if bug == (self.verdict == "bug") => Agreement::Agrees,
            (true, Some(_)) => Agreement::Wrong,
        }
    }

    fn line(&self) -> String {
        let count = |n: Option<u64>| n.map(|n| n.to_string()).unwrap_or_default();
        let agreement = match self.agreement() {
            Agreement::Agrees => "yes",
            Agreement::Wrong => "WRONG",
            Agreement::New => "new",
            Agreement::None => "-",
        };
        format!(
            "{}\t{}\t{}\t{:.3}\t{:.3}\t{:.1}\t{}\t{}\t{}\t{agreement}\t{}\t{}",
            self.file,
            self.expected,
            self.verdict,
            self.wall,
            self.cpu,
            self.peak,
            count(self.queries),
            count(self.instances),
            self.solver.map(|s| format!("{s:.3}")).unwrap_or_default(),
            one_cell(&self.reason),
            one_cell(&self.assumptions),
        )
    }

    fn parse(line: &str) -> Option<Row> {
        let mut cells = line.split('\t');
        let mut next = || cells.next();
        Some(Row {
            file: next()?.to_owned(),
            expected: next()?.to_owned(),
            verdict: next()?.to_owned(),
            wall: next()?.parse().ok()?,
            cpu: next()?.parse().ok()?,
            peak: next()?.parse().ok()?,
            queries: next()?.parse().ok(),
            instances: next()?.parse().ok(),
            solver: next()?.parse().ok(),
            // The agreement follows from the rest; a line without it was cut off.
            reason: next().and_then(|_| next())?.to_owned(),
            assumptions: next()?.to_owned(),
        })
    }
}

/// A text without the characters that end a cell or a line.
pub fn one_cell(text: &str) -> String {
    text.replace(['\t', '\n', '\r'], " ")
}

/// Opens a file of results for more of them; gives those that it has.
pub fn open(path: &Path, settings: &Settings, fresh: bool) -> Result<(File, Vec<Row>), String> {
    let shown = path.display();
    let failed = |e: std::io::Error| {
        format!("cannot write `{shown}`: {}", lariat_process::output::plain_reason(&e))
    };
    let old = match std::fs::read_to_string(path) {
        Ok(text) if !fresh => text,
        _ => String::new(),
    };
    let mut rows = Vec::new();
    if let Some(first) = old.lines().next() {
        if first != settings.line() {
            return Err(format!(
                "`{shown}` holds results of other settings\n  there: {first}\n  here:  {}\n  \
                 use --out for another file, or --fresh to start over",
                settings.line()
            ));
        }
        // A last line without its end was being written when the run was interrupted.
        let whole = old.rfind('\n').map_or("", |end| &old[..end]);
        rows = whole.lines().skip(2).filter_map(Row::parse).collect();
    }
    let mut file = File::create(path).map_err(failed)?;
    let mut text = format!("{}\n{HEADER}\n", settings.line());
    for row in &rows {
        text.push_str(&row.line());
        text.push('\n');
    }
    file.write_all(text.as_bytes()).map_err(failed)?;
    tracing::info!(limit = show_duration(settings.limit), known = rows.len(), "results");
    Ok((file, rows))
}

/// Adds one result.
pub fn append(file: &mut File, row: &Row) -> std::io::Result<()> {
    file.write_all(format!("{}\n", row.line()).as_bytes())?;
    file.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_read_as_it_was_written() {
        let row = Row {
            file: "a.bpl".into(),
            expected: "nobug".into(),
            verdict: "bounded".into(),
            wall: 1.5,
            cpu: 1.25,
            peak: 34.5,
            queries: Some(7),
            instances: None,
            solver: Some(0.5),
            reason: String::new(),
            assumptions: "a | b".into(),
        };
        assert_eq!(Row::parse(&row.line()), Some(row.clone()));
        assert_eq!(row.agreement(), Agreement::Agrees);
        let wrong = Row { verdict: "bug".into(), ..row.clone() };
        assert_eq!(wrong.agreement(), Agreement::Wrong);
        assert_eq!(Row::parse("a.bpl\tbug\tbu"), None);
        let cut = row.line();
        assert_eq!(Row::parse(&cut[..cut.rfind('\t').unwrap()]), None);
    }
}
