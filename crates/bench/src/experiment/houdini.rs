//! Typestate programs with and without inferred summaries (Sec. 4.2).

use super::compare::{Column, Comparison, Experiment, seconds};
use super::figures::{Bar, geometric_mean, median, shown};
use super::findings::{Allowance, Findings};
use super::subjects::Generated;
use crate::args::{BenchArgs, Problem, Size};
use crate::families::typestate::typestate_family;
use crate::scatter::Labels;
use std::fmt::Write;

/// The configurations that are compared; without the engine on Horn clauses, which proves some of the
/// programs, too.
const COLUMNS: [Column; 2] = [
    Column { name: "with", args: &[], houdini: true },
    Column { name: "without", args: &[], houdini: false },
];

fn family(size: Size) -> Vec<Generated> {
    let mut shapes = typestate_family();
    if size == Size::Small {
        shapes.truncate(4);
    }
    let generated = |s: crate::families::typestate::Shape| Generated {
        name: s.name,
        text: s.text,
        correct: s.correct,
    };
    shapes.into_iter().map(generated).collect()
}

/// Runs the experiment.
pub fn run(args: &BenchArgs, allowance: Allowance) -> Result<Findings, Problem> {
    let labels = Labels {
        title: "With and without inferred summaries",
        across: "without Houdini, seconds",
        up: "with Houdini, seconds",
        limit: None,
    };
    let experiment = Experiment { columns: &COLUMNS, labels, axes: (1, 0) };
    experiment.run(family(args.size), args, allowance, conclude)
}

fn conclude(all: &Comparison<'_>) -> (String, Vec<Bar>) {
    let correct = all.family().filter(|l| l.is_correct()).count();
    let proved = |column: usize, right: bool| {
        let lines = all.family().filter(|l| l.is_correct() == right);
        lines.filter(|l| l.rows[column].verdict == "proved").count()
    };
    let bounded = all.family().filter(|l| l.is_correct() && l.rows[1].verdict == "bounded").count();
    let mut text = format!("houdini: {} programs; seconds of processor\n", all.lines.len());
    let _ =
        writeln!(text, "  {:<36} {:<9} {:<18} {:<18}", "program", "correct?", "with", "without");
    for line in &all.lines {
        let cell = |i: usize| {
            let row = &line.rows[i];
            format!("{:<8} {:>6.2} s", row.verdict, seconds(row))
        };
        let right = if line.is_correct() { "yes" } else { "no" };
        let name = &line.subject.instance.file;
        let _ = writeln!(text, "  {name:<36} {right:<9} {:<18} {:<18}", cell(0), cell(1));
    }
    let bugs: Vec<f64> = all
        .lines
        .iter()
        .filter(|l| l.rows.iter().all(|r| r.verdict == "bug"))
        .map(|l| seconds(&l.rows[1]) / seconds(&l.rows[0]))
        .collect();
    let _ = writeln!(
        text,
        "  correct    {correct}: proved with {}, without {}, only bounded without {bounded}\n  \
         bugs       found both ways {}; without takes {} times as long as with (median), {} (geometric mean)",
        proved(0, true),
        proved(1, true),
        bugs.len(),
        shown(median(bugs.clone())),
        shown(geometric_mean(&bugs)),
    );
    let share = |n: usize| (correct > 0).then(|| 100.0 * n as f64 / correct as f64);
    let wrongly = proved(0, false) + proved(1, false);
    let bars = vec![
        Bar::at_least("% of correct programs proved with summaries", share(proved(0, true)), 100.0),
        Bar::at_least("% of correct programs only bounded without", share(bounded), 50.0),
        Bar::at_most("buggy programs proved", Some(wrongly as f64), 0.0),
    ];
    (text, bars)
}
