//! Inlining everything up to the bound, as a tree, against stratified inlining (Sec. 4.1, Fig. 10).

use super::compare::{Column, Comparison, Experiment, Line, seconds};
use super::figures::{Bar, geometric_mean, median, shown};
use super::findings::{Allowance, Findings};
use super::subjects::Generated;
use crate::args::{BenchArgs, Problem, Size};
use crate::families::exponential::Exponential;
use crate::scatter::Labels;

/// The configurations that are compared.
const COLUMNS: [Column; 3] = [
    Column { name: "static", args: &["--strategy", "static", "--no-sharing"], houdini: false },
    Column { name: "stratified", args: &["--strategy", "stratified"], houdini: false },
    Column { name: "default", args: &[], houdini: false },
];

fn family(size: Size) -> Vec<Generated> {
    let shapes: &[(usize, usize)] = match size {
        Size::Small => &[(3, 2), (4, 2)],
        Size::Full => &[
            (3, 2),
            (4, 2),
            (5, 2),
            (6, 2),
            (7, 2),
            (8, 2),
            (10, 2),
            (16, 2),
            (20, 2),
            (2, 3),
            (3, 3),
            (4, 3),
            (5, 3),
            (8, 3),
            (12, 3),
        ],
    };
    let both = shapes.iter().flat_map(|&(depth, fan_out)| {
        [false, true].map(|buggy| Exponential { depth, fan_out, buggy })
    });
    both.map(|p| Generated { name: p.name(), text: p.text(), correct: !p.buggy }).collect()
}

/// Runs the experiment.
pub fn run(args: &BenchArgs, allowance: Allowance) -> Result<Findings, Problem> {
    let labels = Labels {
        title: "Static against stratified inlining",
        across: "static inlining, seconds",
        up: "stratified inlining, seconds",
        limit: Some(allowance.time.as_secs_f64()),
    };
    let experiment = Experiment { columns: &COLUMNS, labels, axes: (0, 1) };
    experiment.run(family(args.size), args, allowance, conclude)
}

fn conclude(all: &Comparison<'_>) -> (String, Vec<Bar>) {
    let ratios: Vec<f64> = all.both(0, 1).iter().map(|(s, d)| s / d).collect();
    let default: Vec<f64> = all.both(0, 2).iter().map(|(s, d)| s / d).collect();
    let only = |l: &&Line<'_>| !l.rows[0].solved() && l.rows[1].solved();
    let rescued = all.lines.iter().filter(only).count();
    let lost = all.lines.iter().filter(|l| l.rows[0].solved() && !l.rows[1].solved()).count();
    let text = format!(
        "static-vs-stratified: {} programs; seconds of processor\n  \
         answered   static {}, stratified {}, default {}\n  \
         only one   {rescued} by stratified and not by static, {lost} the other way round\n  \
         both       {}: static takes {} times as long as stratified (median), {} (geometric mean)\n  \
         default    static takes {} times as long (median), {} (geometric mean)\n",
        all.lines.len(),
        all.solved(0),
        all.solved(1),
        all.solved(2),
        ratios.len(),
        shown(median(ratios.clone())),
        shown(geometric_mean(&ratios)),
        shown(median(default.clone())),
        shown(geometric_mean(&default)),
    );
    let of_family = all
        .family()
        .filter(|l| l.rows[0].solved() && l.rows[1].solved())
        .map(|l| seconds(&l.rows[0]) / seconds(&l.rows[1]));
    let lost_of_static = all.family().filter(|l| !l.rows[0].solved()).count();
    let finished = (lost_of_static > 0)
        .then(|| 100.0 * all.family().filter(only).count() as f64 / lost_of_static as f64);
    let bars = vec![
        Bar::at_least(
            "static / stratified, median where both finish",
            median(of_family.collect()),
            3.0,
        ),
        Bar::at_least("% finished by stratified where static runs out", finished, 100.0),
    ];
    (text, bars)
}
