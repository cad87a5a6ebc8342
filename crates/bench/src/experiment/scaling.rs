//! How time, memory and instances grow with one parameter of a program, with a tree of instances and
//! with a graph.

use super::compare::{SEARCH_ONLY, seconds};
use super::figures::Bar;
use super::findings::{Allowance, Findings};
use super::fit::{Growth, fit};
use super::subjects::{Generated, Subjects};
use crate::args::Size;
use crate::args::{BenchArgs, Problem};
use crate::child::measure;
use crate::families::scaling::Family;
use crate::interrupt::interruptible;
use crate::panels::{Curve, Panel, panels};
use crate::results::{Agreement, Row, Settings, one_cell};
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};

/// The configurations that are compared: how call sites become instances.
const COLUMNS: [(&str, &[&str]); 2] = [("graph", &[]), ("tree", &["--no-sharing"])];
/// How many sizes of each family a small run has.
const SIZES_IN_A_SMALL_RUN: usize = 3;
/// Runs of less processor time are mostly the start of the process, and say nothing of growth.
const MIN_SECONDS_TO_FIT: f64 = 0.06;
/// Less memory than this beyond that of the smallest run says nothing of growth.
const MIN_MEGABYTES_TO_FIT: f64 = 1.0;

/// One run.
struct Point {
    family: Family,
    size: usize,
    column: usize,
    row: Row,
}

/// Runs the experiment.
pub fn run(args: &BenchArgs, allowance: Allowance) -> Result<Findings, Problem> {
    let stop = interruptible();
    let mut points = Vec::new();
    for family in Family::ALL {
        let sizes = match args.size {
            Size::Small => &family.sizes()[..SIZES_IN_A_SMALL_RUN],
            Size::Full => family.sizes(),
        };
        let program = |&n: &usize| Generated {
            name: format!("{}_{n}", family.name()),
            text: family.text(n),
            correct: family.is_correct(),
        };
        let subjects = Subjects::new(sizes.iter().map(program).collect(), args)?;
        for (column, (name, extra)) in COLUMNS.iter().enumerate() {
            for subject in subjects.all.iter().filter(|s| s.generated) {
                let size = subject.instance.file.rsplit('_').next().and_then(|n| n.parse().ok());
                let words = SEARCH_ONLY.iter().chain(*extra).map(|a| (*a).to_owned());
                let settings = Settings {
                    list: String::new(),
                    limit: allowance.time,
                    memory: allowance.memory,
                    args: subject.args.iter().cloned().chain(words).collect(),
                };
                let Some(row) = measure(&subject.instance, &settings, &stop) else { break };
                if !args.quiet {
                    eprintln!("{} {name}: {} {:.2} s", row.file, row.verdict, seconds(&row));
                }
                let solved = row.solved();
                points.push(Point { family, size: size.unwrap_or(0), column, row });
                // Larger ones take longer.
                if !solved {
                    break;
                }
            }
        }
    }
    Ok(findings(&points, &stop))
}

/// Figures of the answered runs of one family and column, by size.
fn figures(
    points: &[Point],
    family: Family,
    column: usize,
    of: fn(&Row) -> f64,
) -> Vec<(f64, f64)> {
    let own = points.iter().filter(|p| p.family == family && p.column == column && p.row.solved());
    own.map(|p| (p.size as f64, of(&p.row))).collect()
}

fn above_noise(points: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    points.into_iter().filter(|p| p.1 >= MIN_SECONDS_TO_FIT).collect()
}

/// Memory beyond that of a process that has hardly begun.
fn beyond_start(points: Vec<(f64, f64)>, least: f64) -> Vec<(f64, f64)> {
    let beyond = points.into_iter().map(|(n, peak)| (n, peak - least));
    beyond.filter(|p| p.1 >= MIN_MEGABYTES_TO_FIT).collect()
}

fn findings(points: &[Point], stop: &AtomicBool) -> Findings {
    let least = points.iter().map(|p| p.row.peak).fold(f64::INFINITY, f64::min);
    let instances = |r: &Row| r.instances.unwrap_or(0) as f64;
    let mut text = "scaling: growth with the size n (share of the variance explained)\n".to_owned();
    let _ = writeln!(
        text,
        "  {:<10} {:<6} {:>8} {:>10}  {:<15} {:<15} {:<15}",
        "family", "", "largest", "seconds", "instances", "seconds", "megabytes"
    );
    let mut table =
        "family\tcolumn\tsize\tverdict\tcpu_s\twall_s\tpeak_mb\tinstances\tqueries\tassumptions\n"
            .to_owned();
    let mut shown_panels = Vec::new();
    for family in Family::ALL {
        let mut curves = Vec::new();
        for (column, (name, _)) in COLUMNS.iter().enumerate() {
            let time = figures(points, family, column, seconds);
            let law = |points: &[(f64, f64)]| {
                fit(points).map_or_else(|| "-".to_owned(), |f| f.to_string())
            };
            let last = time.last().copied();
            let _ = writeln!(
                text,
                "  {:<10} {name:<6} {:>8} {:>10}  {:<15} {:<15} {:<15}",
                family.name(),
                last.map_or_else(|| "-".into(), |l| format!("{:.0}", l.0)),
                last.map_or_else(|| "-".into(), |l| format!("{:.2}", l.1)),
                law(&figures(points, family, column, instances)),
                law(&above_noise(time.clone())),
                law(&beyond_start(figures(points, family, column, |r| r.peak), least)),
            );
            curves.push(Curve { name, points: time });
        }
        shown_panels.push(Panel { title: family.name(), curves });
    }
    for p in points {
        let count = |n: Option<u64>| n.map(|n| n.to_string()).unwrap_or_default();
        let _ = writeln!(
            table,
            "{}\t{}\t{}\t{}\t{:.3}\t{:.3}\t{:.1}\t{}\t{}\t{}",
            p.family.name(),
            COLUMNS[p.column].0,
            p.size,
            p.row.verdict,
            p.row.cpu,
            p.row.wall,
            p.row.peak,
            count(p.row.instances),
            count(p.row.queries),
            one_cell(&p.row.assumptions)
        );
    }
    Findings {
        text,
        bars: bars(points, instances),
        tables: vec![("runs", table)],
        plots: vec![("growth", panels("Processor seconds by size", &shown_panels))],
        wrong: points.iter().any(|p| p.row.agreement() == Agreement::Wrong),
        interrupted: stop.load(Ordering::Relaxed),
    }
}

/// Alternatives: the tree is exponential, the graph is not.
fn bars(points: &[Point], instances: fn(&Row) -> f64) -> Vec<Bar> {
    let law = |column| fit(&figures(points, Family::Diamonds, column, instances)).map(|f| f.growth);
    let base = match law(1) {
        Some(Growth::Exponential(base)) => Some(base),
        Some(Growth::Power(_)) => Some(1.0),
        None => None,
    };
    let exponent = match law(0) {
        Some(Growth::Power(exponent)) => Some(exponent),
        Some(Growth::Exponential(_)) => Some(f64::INFINITY),
        None => None,
    };
    vec![
        Bar::at_least("diamonds as a tree: instances grow with n as the power of", base, 1.5),
        Bar::at_most("diamonds as a graph: exponent of n", exponent, 1.2),
    ]
}
