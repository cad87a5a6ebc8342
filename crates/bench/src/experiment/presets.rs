//! The configurations of the paper on the Static Driver Verifier over a list of C programs: Tables 2
//! to 5.
//!
//! As there, times are added up over the programs on which all configurations of a table agree; a run
//! without an answer is a result of no use; false and missed defects are counted against what the
//! list expects. One difference: a bug that bit-precise execution refutes is not reported here, so
//! encodings of integers cause no false defects.

use super::compare::{Column, Comparison, Line, compare, seconds};
use super::findings::{Allowance, Findings};
use super::subjects::Subjects;
use crate::args::{BenchArgs, Problem};
use crate::interrupt::interruptible;
use crate::scatter::{Group, Labels, scatter};
use lariat_process::exit::Exit;
use std::fmt::Write;

macro_rules! columns {
    ($($name:literal),*) => {
        [$(Column { name: $name, args: &["--preset", $name, "--recursion-bound", "3"], houdini: false }),*]
    };
}

/// The presets, as the paper names them.
const COLUMNS: [Column; 11] = columns![
    "Q",
    "Q-RMM",
    "Q-LA",
    "Q-LA-LB",
    "Q-BV",
    "Q-Base",
    "QwIntUMM",
    "QwIntSMM",
    "QwAllBv",
    "QwAllOpsBv",
    "QwLb50"
];

/// Which configurations a table of the paper compares.
const TABLES: [(&str, &[&str]); 4] = [
    ("Table 2, memory models with mathematical integers", &["QwIntUMM", "QwIntSMM", "Q-BV"]),
    ("Table 3, what each technique is worth", &["Q", "Q-BV", "Q-RMM", "Q-LA", "Q-LA-LB", "Q-Base"]),
    ("Table 4, loop bounds", &["Q", "QwLb50"]),
    ("Table 5, encodings of integers", &["Q-BV", "Q", "QwAllOpsBv", "QwAllBv"]),
];

/// Runs the experiment.
pub fn run(args: &BenchArgs, allowance: Allowance) -> Result<Findings, Problem> {
    if args.list.is_none() {
        let message = "the experiment `presets` needs a list of C programs: \
                       lariat bench --experiment presets LIST.tsv";
        return Err((message.to_owned(), Exit::Usage));
    }
    let subjects = Subjects::new(Vec::new(), args)?;
    let stop = interruptible();
    let all = compare(&subjects.all, &COLUMNS, allowance, args.quiet, &stop);
    let mut text = format!("presets: {} programs; seconds of processor\n", all.lines.len());
    for (title, names) in TABLES {
        table(&all, title, names, &mut text);
    }
    let limit = allowance.time.as_secs_f64();
    let labels = Labels {
        title: "Mixed integers against bit-vectors everywhere",
        across: "QwAllBv, seconds",
        up: "Q, seconds",
        limit: Some(limit),
    };
    let group = |name: &str, bug: bool| Group {
        name: name.into(),
        points: all.points(column("QwAllBv"), column("Q"), limit, |l| expects_bug(l) == bug),
    };
    let plot = scatter(&labels, &[group("correct programs", false), group("buggy programs", true)]);
    Ok(Findings {
        text,
        bars: Vec::new(),
        tables: vec![("programs", all.table())],
        plots: vec![("programs", plot)],
        // Some of the configurations are known to be wrong; the tables count it.
        wrong: false,
        interrupted: all.interrupted,
    })
}

fn column(name: &str) -> usize {
    COLUMNS.iter().position(|c| c.name == name).unwrap_or(0)
}

fn expects_bug(line: &Line<'_>) -> bool {
    matches!(line.subject.instance.expected.as_str(), "false" | "bug")
}

/// One table: configurations across, figures down.
fn table(all: &Comparison<'_>, title: &str, names: &[&str], text: &mut String) {
    let columns: Vec<usize> = names.iter().map(|n| column(n)).collect();
    let found = |l: &Line<'_>, c: usize| l.rows[c].verdict == "bug";
    let agree = |l: &&Line<'_>| {
        columns.iter().all(|&c| l.rows[c].solved() && found(l, c) == found(l, columns[0]))
    };
    let agreed: Vec<&Line<'_>> = all.lines.iter().filter(agree).collect();
    let count = |f: &dyn Fn(&Line<'_>, usize) -> bool| -> Vec<String> {
        columns.iter().map(|&c| all.lines.iter().filter(|l| f(l, c)).count().to_string()).collect()
    };
    let time: Vec<f64> =
        columns.iter().map(|&c| agreed.iter().map(|l| seconds(&l.rows[c])).sum()).collect();
    let rows = [
        ("", names.iter().map(|n| (*n).to_owned()).collect()),
        ("seconds, all agree", time.iter().map(|t| format!("{t:.1}")).collect()),
        ("false defects", count(&|l, c| !expects_bug(l) && found(l, c))),
        ("missed defects", count(&|l, c| expects_bug(l) && l.rows[c].solved() && !found(l, c))),
        ("no useful result", count(&|l, c| !l.rows[c].solved())),
    ];
    let _ = writeln!(text, "{title} ({} programs with one answer)", agreed.len());
    for (what, cells) in rows {
        let cells: Vec<String> = cells.iter().map(|c: &String| format!("{c:>11}")).collect();
        let _ = writeln!(text, "  {what:<20}{}", cells.join(""));
    }
}
