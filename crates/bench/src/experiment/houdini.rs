//! Typestate programs with and without inferred summaries (Sec. 4.2).

use super::compare::{Column, Line, compare};
use super::figures::{Bar, geometric_mean, median, shown};
use super::findings::{Allowance, Findings};
use super::subjects::{Generated, Subjects};
use crate::args::Size;
use crate::args::{BenchArgs, Problem};
use crate::families::typestate::typestate_family;
use crate::interrupt::interruptible;
use crate::scatter::{Group, Labels, scatter};
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
    let subjects = Subjects::new(family(args.size), args)?;
    let stop = interruptible();
    let all = compare(&subjects.all, &COLUMNS, allowance, args.quiet, &stop);
    // The paper's figures are compared with the generated family only: a list does not say whether a
    // program without a bug can be proved.
    let family = || all.lines.iter().filter(|l| l.subject.generated);
    let correct = family().filter(|l| is_correct(l)).count();
    let proved = |column: usize, right: bool| {
        family().filter(|l| is_correct(l) == right && l.rows[column].verdict == "proved").count()
    };
    let bounded = family().filter(|l| is_correct(l) && l.rows[1].verdict == "bounded").count();
    let mut text = format!("houdini: {} programs; seconds of processor\n", all.lines.len());
    let _ =
        writeln!(text, "  {:<36} {:<9} {:<18} {:<18}", "program", "correct?", "with", "without");
    for line in &all.lines {
        let cell = |i: usize| {
            let row = &line.rows[i];
            format!("{:<8} {:>6.2} s", row.verdict, super::compare::seconds(row))
        };
        let right = if is_correct(line) { "yes" } else { "no" };
        let name = &line.subject.instance.file;
        let _ = writeln!(text, "  {name:<36} {right:<9} {:<18} {:<18}", cell(0), cell(1));
    }
    let bugs: Vec<f64> = all
        .lines
        .iter()
        .filter(|l| l.rows.iter().all(|r| r.verdict == "bug"))
        .map(|l| super::compare::seconds(&l.rows[1]) / super::compare::seconds(&l.rows[0]))
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
    let limit = allowance.time.as_secs_f64();
    let group = |name: &str, right: bool| Group {
        name: name.into(),
        points: all.points(1, 0, limit, |l| is_correct(l) == right),
    };
    let labels = Labels {
        title: "With and without inferred summaries",
        across: "without Houdini, seconds",
        up: "with Houdini, seconds",
        limit: None,
    };
    let plot = scatter(&labels, &[group("correct programs", true), group("buggy programs", false)]);
    Ok(Findings {
        text,
        bars,
        tables: vec![("programs", all.table())],
        plots: vec![("programs", plot)],
        wrong: all.wrong(),
        interrupted: all.interrupted,
    })
}

fn is_correct(line: &Line<'_>) -> bool {
    matches!(line.subject.instance.expected.as_str(), "true" | "nobug")
}
