//! The same programs with different settings, each run in a process of its own.

use super::figures::Bar;
use super::findings::{Allowance, Findings};
use super::subjects::{Generated, Subject, Subjects};
use crate::args::{BenchArgs, Problem};
use crate::child::measure;
use crate::interrupt::interruptible;
use crate::results::{Agreement, Row, Settings, one_cell};
use crate::scatter::{Group, Labels, scatter};
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};

/// Only the search, without the engines that look for proofs beside it.
pub const SEARCH_ONLY: [&str; 4] = ["--houdini", "off", "--unbounded", "off"];

const WITH_SUMMARIES: [&str; 4] = ["--houdini", "auto", "--unbounded", "off"];

/// A way to run a program.
pub struct Column {
    /// In the table's header.
    pub name: &'static str,
    /// Arguments of `check`, beyond those that leave nothing but the search.
    pub args: &'static [&'static str],
    /// Whether summaries are inferred.
    pub houdini: bool,
}

/// One program, run in all ways.
pub struct Line<'a> {
    /// The program.
    pub subject: &'a Subject,
    /// One per column.
    pub rows: Vec<Row>,
}

/// All programs that were run until the end, or until a signal.
pub struct Comparison<'a> {
    /// The ways.
    pub columns: &'a [Column],
    /// The programs.
    pub lines: Vec<Line<'a>>,
    /// Whether a signal ended it early.
    pub interrupted: bool,
}

/// An experiment that compares configurations on a family of programs.
pub struct Experiment<'a> {
    /// The configurations.
    pub columns: &'a [Column],
    /// The plot, with the columns that are across and up in it.
    pub labels: Labels<'a>,
    /// Which columns these are.
    pub axes: (usize, usize),
}

impl Experiment<'_> {
    /// Runs the family, and the user's list if there is one. `conclude` has what it says, in words and in figures that are
    /// compared with the paper's.
    pub fn run(
        &self,
        family: Vec<Generated>,
        args: &BenchArgs,
        allowance: Allowance,
        conclude: impl FnOnce(&Comparison<'_>) -> (String, Vec<Bar>),
    ) -> Result<Findings, Problem> {
        let subjects = Subjects::new(family, args)?;
        let stop = interruptible();
        let all = compare(&subjects.all, self.columns, allowance, args.quiet, &stop);
        let (text, bars) = conclude(&all);
        let limit = allowance.time.as_secs_f64();
        let (across, up) = self.axes;
        let group = |name: &str, which: fn(&Line<'_>) -> bool| Group {
            name: name.into(),
            points: all.points(across, up, limit, which),
        };
        let mut groups = vec![
            group("correct programs", |l| l.is_correct()),
            group("buggy programs", |l| l.is_buggy()),
        ];
        let others = group("other programs", |l| !l.is_correct() && !l.is_buggy());
        if !others.points.is_empty() {
            groups.push(others);
        }
        Ok(Findings {
            text,
            bars,
            tables: vec![("programs", all.table())],
            plots: vec![("programs", scatter(&self.labels, &groups))],
            wrong: all.wrong(),
            interrupted: all.interrupted,
        })
    }
}

impl Line<'_> {
    /// Whether the program is known to have no bug.
    pub fn is_correct(&self) -> bool {
        matches!(self.subject.instance.expected.as_str(), "true" | "nobug")
    }

    /// Whether it is known to have one.
    pub fn is_buggy(&self) -> bool {
        matches!(self.subject.instance.expected.as_str(), "false" | "bug")
    }
}

/// Runs everything, one after the other.
pub fn compare<'a>(
    subjects: &'a [Subject],
    columns: &'a [Column],
    allowance: Allowance,
    quiet: bool,
    stop: &AtomicBool,
) -> Comparison<'a> {
    let mut lines = Vec::new();
    'subjects: for (number, subject) in subjects.iter().enumerate() {
        let mut rows = Vec::new();
        for column in columns {
            let engines = if column.houdini { &WITH_SUMMARIES } else { &SEARCH_ONLY };
            let extra = engines.iter().chain(column.args).map(|a| (*a).to_owned());
            let settings = Settings {
                list: String::new(),
                limit: allowance.time,
                memory: allowance.memory,
                args: subject.args.iter().cloned().chain(extra).collect(),
            };
            let Some(row) = measure(&subject.instance, &settings, stop) else { break 'subjects };
            if row.verdict == "error" {
                let (name, args) = (&subject.instance.file, settings.args.join(" "));
                eprintln!("{name}: `lariat check` with `{args}` ended with an error");
            }
            rows.push(row);
        }
        if !quiet {
            let shown: Vec<String> = columns
                .iter()
                .zip(&rows)
                .map(|(c, r)| format!("{} {} {:.2} s", c.name, r.verdict, seconds(r)))
                .collect();
            let (count, name) = (subjects.len(), &subject.instance.file);
            eprintln!("{}/{count}  {name}: {}", number + 1, shown.join(", "));
        }
        lines.push(Line { subject, rows });
    }
    Comparison { columns, lines, interrupted: stop.load(Ordering::Relaxed) }
}

/// Seconds of processor, which other work on the machine disturbs less than the clock; the clock where
/// there is nothing else.
pub fn seconds(row: &Row) -> f64 {
    let measured = if row.cpu > 0.0 { row.cpu } else { row.wall };
    measured.max(0.001)
}

impl Comparison<'_> {
    /// The generated programs: the paper's figures are compared with these only, since a list may have any programs and does
    /// not say which of them can be proved.
    pub fn family(&self) -> impl Iterator<Item = &Line<'_>> {
        self.lines.iter().filter(|l| l.subject.generated)
    }

    /// Whether any verdict is the opposite of what is expected.
    pub fn wrong(&self) -> bool {
        let mut rows = self.lines.iter().flat_map(|l| &l.rows);
        rows.any(|r| r.agreement() == Agreement::Wrong)
    }

    /// Times of two columns, where both have an answer.
    pub fn both(&self, first: usize, second: usize) -> Vec<(f64, f64)> {
        let lines = self.lines.iter().filter(|l| l.rows[first].solved() && l.rows[second].solved());
        lines.map(|l| (seconds(&l.rows[first]), seconds(&l.rows[second]))).collect()
    }

    /// How often a column has an answer.
    pub fn solved(&self, column: usize) -> usize {
        self.lines.iter().filter(|l| l.rows[column].solved()).count()
    }

    /// The table.
    pub fn table(&self) -> String {
        let mut out = "program\texpected".to_owned();
        for c in self.columns {
            for what in ["verdict", "cpu_s", "wall_s", "peak_mb", "instances", "queries"] {
                let _ = write!(out, "\t{}_{what}", c.name);
            }
        }
        for c in self.columns {
            let _ = write!(out, "\t{}_assumptions", c.name);
        }
        out.push('\n');
        for line in &self.lines {
            let instance = &line.subject.instance;
            let _ = write!(out, "{}\t{}", instance.file, instance.expected);
            for row in &line.rows {
                let count = |n: Option<u64>| n.map(|n| n.to_string()).unwrap_or_default();
                let _ = write!(
                    out,
                    "\t{}\t{:.3}\t{:.3}\t{:.1}\t{}\t{}",
                    row.verdict,
                    row.cpu,
                    row.wall,
                    row.peak,
                    count(row.instances),
                    count(row.queries)
                );
            }
            for row in &line.rows {
                let _ = write!(out, "\t{}", one_cell(&row.assumptions));
            }
            out.push('\n');
        }
        out
    }

    /// Where the points of a scatter plot are: those without an answer at the limit.
    pub fn points(
        &self,
        across: usize,
        up: usize,
        limit: f64,
        which: impl Fn(&Line<'_>) -> bool,
    ) -> Vec<(f64, f64)> {
        let at = |row: &Row| if row.solved() { seconds(row).min(limit) } else { limit };
        let lines = self.lines.iter().filter(|l| which(l));
        lines.map(|l| (at(&l.rows[across]), at(&l.rows[up]))).collect()
    }
}
