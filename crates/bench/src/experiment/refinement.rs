//! The refinement algorithms on every spurious path (Sec. 4.1, Fig. 9), and whole programs with
//! abstraction against all variables tracked.

use super::compare::{Column, Comparison, compare};
use super::figures::{Bar, geometric_mean, mean, median, shown};
use super::findings::{Allowance, Findings};
use super::paths::{Measured, Run, measure};
use super::record_paths::record;
use super::subjects::{Generated, Subject, Subjects};
use crate::args::Size;
use crate::args::{BenchArgs, Problem};
use crate::families::many_globals::ManyGlobals;
use crate::interrupt::interruptible;
use crate::scatter::{Group, Labels, scatter};
use lariat_process::exit::Exit;
use lariat_refine::Algorithm;
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The configurations that whole programs are run with.
const COLUMNS: [Column; 3] = [
    Column { name: "track_all", args: &["--track-all"], houdini: false },
    Column { name: "abstract", args: &["--abstract", "globals"], houdini: false },
    Column { name: "afresh", args: &["--abstract", "globals", "--no-reuse"], houdini: false },
];

fn family(size: Size) -> Vec<Generated> {
    let mut shapes = Vec::new();
    match size {
        Size::Small => shapes.push((24, 2, 2, 2)),
        Size::Full => {
            for relevant in 1..=8 {
                // Deeper or wider, in turn.
                let (depth, fan_out) = if relevant % 2 == 0 { (5, 3) } else { (8, 2) };
                shapes.push((400, relevant, depth, fan_out));
            }
            shapes.extend([(400, 2, 4, 4), (400, 3, 4, 3), (400, 4, 10, 2), (400, 6, 6, 3)]);
        }
    }
    let both = shapes.into_iter().flat_map(|(globals, relevant, depth, fan_out)| {
        [false, true].map(|buggy| ManyGlobals { globals, relevant, depth, fan_out, buggy })
    });
    both.map(|p| Generated { name: p.name(), text: p.text(), correct: !p.buggy }).collect()
}

/// Runs the experiment.
pub fn run(args: &BenchArgs, allowance: Allowance) -> Result<Findings, Problem> {
    let subjects = Subjects::new(family(args.size), args)?;
    let stop = interruptible();
    let programs = compare(&subjects.all, &COLUMNS, allowance, args.quiet, &stop);
    let paths = all_paths(&subjects.all, args, allowance, &stop)
        .map_err(|message| (message, Exit::Internal))?;
    let mut text = String::new();
    let mut bars = Vec::new();
    describe_paths(&paths, &mut text, &mut bars);
    describe_programs(&programs, &mut text, &mut bars);
    let limit = allowance.time.as_secs_f64();
    Ok(Findings {
        text,
        bars,
        tables: vec![("paths", path_table(&paths)), ("programs", programs.table())],
        plots: vec![("paths", path_plot(&paths)), ("programs", program_plot(&programs, limit))],
        wrong: programs.wrong(),
        interrupted: programs.interrupted || stop.load(Ordering::Relaxed),
    })
}

fn all_paths(
    subjects: &[Subject],
    args: &BenchArgs,
    allowance: Allowance,
    stop: &Arc<AtomicBool>,
) -> Result<Vec<Measured>, String> {
    let mut measured = Vec::new();
    for subject in subjects {
        let of_one = std::thread::scope(|scope| {
            let work = || paths_of(subject, args, allowance, stop);
            let running =
                lariat_budget::spawn_scoped(scope, "paths", work).map_err(|e| e.to_string())?;
            running.join().map_err(|_| "a measurement ended early".to_owned())
        })?;
        match of_one {
            Ok(paths) => measured.extend(paths),
            // A program that cannot be loaded does not end the experiment.
            Err(message) => eprintln!("{}: {message}", subject.instance.file),
        }
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    Ok(measured)
}

fn paths_of(
    subject: &Subject,
    args: &BenchArgs,
    allowance: Allowance,
    stop: &Arc<AtomicBool>,
) -> Result<Vec<Measured>, String> {
    let of = record(subject, allowance.time, stop)?;
    let mut measured = Vec::new();
    for (number, path) in of.paths.iter().enumerate() {
        let name = (subject.instance.file.clone(), number + 1);
        let one = measure(&of, path, name, allowance.time, stop)?;
        if stop.load(Ordering::Relaxed) {
            // The last run was cut short: its time means nothing.
            break;
        }
        if !args.quiet {
            let times: Vec<String> = Algorithm::ALL
                .iter()
                .zip(&one.runs)
                .map(|(a, r)| format!("{} {:.3} s ({} checks)", a.name(), r.seconds, r.checks))
                .collect();
            eprintln!("{} path {}: {}", one.program, one.number, times.join(", "));
        }
        measured.push(one);
    }
    Ok(measured)
}

fn index(algorithm: Algorithm) -> usize {
    Algorithm::ALL.iter().position(|a| *a == algorithm).unwrap_or(0)
}

fn describe_paths(paths: &[Measured], text: &mut String, bars: &mut Vec<Bar>) {
    let candidates: Vec<f64> = paths.iter().map(|p| p.candidates as f64).collect();
    let _ = writeln!(
        text,
        "refinement: {} spurious paths, {} candidates each (median); seconds of processor",
        paths.len(),
        shown(median(candidates))
    );
    let best = index(Algorithm::default());
    for (i, algorithm) in Algorithm::ALL.into_iter().enumerate() {
        let runs = || paths.iter().map(|p| &p.runs[i]);
        let total: f64 = runs().map(|r| r.seconds).sum();
        let times: Vec<f64> = runs().map(|r| r.seconds).collect();
        let checks: Vec<f64> = runs().map(|r| r.checks as f64).collect();
        let slower: Vec<f64> =
            paths.iter().map(|p| p.runs[i].seconds / p.runs[best].seconds).collect();
        let of_total: f64 = total / paths.iter().map(|p| p.runs[best].seconds).sum::<f64>();
        let minimal = runs().filter(|r| r.minimal).count();
        let late = runs().filter(|r| !r.in_time).count();
        let _ = writeln!(
            text,
            "  {:<9} total {total:.2} s, median {} s, {} checks; {of_total:.2} times the default in all, \
             {} (mean), {} (geometric); minimal {minimal}, out of time {late}",
            algorithm.name(),
            shown(median(times)),
            shown(median(checks)),
            shown(mean(&slower)),
            shown(geometric_mean(&slower)),
        );
        let bar = match algorithm {
            Algorithm::Hierarchical => 2.8,
            Algorithm::Linear => 13.0,
            _ => continue,
        };
        let all = (!paths.is_empty()).then_some(of_total);
        let (name, default) = (algorithm.name(), Algorithm::default().name());
        bars.push(Bar::at_least(format!("{name} / {default}, total time"), all, bar));
        bars.push(Bar::at_least(format!("{name} / {default}, mean of ratios"), mean(&slower), bar));
    }
    let same = paths.iter().filter(|p| p.same).count();
    let _ =
        writeln!(text, "  all four chose the same variables on {same} of {} paths", paths.len());
    let runs = || paths.iter().flat_map(|p| &p.runs);
    let not_minimal = runs().filter(|r| r.in_time && !r.minimal).count();
    bars.push(Bar::at_most("sets that are not minimal", Some(not_minimal as f64), 0.0));
    let above = |r: &&Run| r.checks > r.allowed;
    let above = paths.iter().map(|p| &p.runs[best]).filter(above).count();
    bars.push(Bar::at_most("default above Lemma 1, paths", Some(above as f64), 0.0));
}

fn describe_programs(all: &Comparison<'_>, text: &mut String, bars: &mut Vec<Bar>) {
    let ratios: Vec<f64> = all.both(0, 1).iter().map(|(track, leave)| track / leave).collect();
    let afresh: Vec<f64> = all.both(2, 1).iter().map(|(afresh, reuse)| afresh / reuse).collect();
    let _ = writeln!(
        text,
        "whole programs: {}; answered {} with all variables, {} with abstraction\n  \
         both       {}: all variables take {} times as long (median), {} (geometric mean)\n  \
         reuse      {}: rounds that start afresh take {} times as long (median), {} (geometric mean)",
        all.lines.len(),
        all.solved(0),
        all.solved(1),
        ratios.len(),
        shown(median(ratios.clone())),
        shown(geometric_mean(&ratios)),
        afresh.len(),
        shown(median(afresh.clone())),
        shown(geometric_mean(&afresh)),
    );
    let of_family: Vec<f64> = all
        .lines
        .iter()
        .filter(|l| l.subject.generated && l.rows.iter().all(|r| r.solved()))
        .map(|l| super::compare::seconds(&l.rows[0]) / super::compare::seconds(&l.rows[1]))
        .collect();
    bars.push(Bar::at_least(
        "track-all / abstraction, median of the family",
        median(of_family),
        3.0,
    ));
}

fn path_table(paths: &[Measured]) -> String {
    let mut out = "program\tpath\tcandidates\tsame_set".to_owned();
    for a in Algorithm::ALL {
        let name = a.name();
        let _ = write!(out, "\t{name}_s\t{name}_checks\t{name}_chosen\t{name}_minimal");
    }
    out.push_str("\tlemma_1\n");
    for p in paths {
        let _ = write!(out, "{}\t{}\t{}\t{}", p.program, p.number, p.candidates, p.same);
        for r in &p.runs {
            let minimal = if r.in_time { r.minimal.to_string() } else { "out of time".into() };
            let _ = write!(out, "\t{:.4}\t{}\t{}\t{minimal}", r.seconds, r.checks, r.chosen);
        }
        let _ = writeln!(out, "\t{}", p.runs[index(Algorithm::default())].allowed);
    }
    out
}

fn path_plot(paths: &[Measured]) -> String {
    let best = index(Algorithm::default());
    let others = Algorithm::ALL.into_iter().filter(|a| *a != Algorithm::default());
    let groups: Vec<Group> = others
        .map(|a| Group {
            name: a.name().into(),
            points: paths
                .iter()
                .map(|p| (p.runs[index(a)].seconds, p.runs[best].seconds))
                .collect(),
        })
        .collect();
    let labels = Labels {
        title: "Refinement of spurious paths",
        across: "other algorithms, seconds",
        up: "unsatisfiable cores (default), seconds",
        limit: None,
    };
    scatter(&labels, &groups)
}

fn program_plot(all: &Comparison<'_>, limit: f64) -> String {
    let group = |name: &str, bug: bool| Group {
        name: name.into(),
        points: all.points(0, 1, limit, |l| {
            matches!(l.subject.instance.expected.as_str(), "false" | "bug") == bug
        }),
    };
    let open = all.lines.iter().any(|l| l.rows.iter().any(|r| !r.solved()));
    let labels = Labels {
        title: "Whole programs with 400 globals",
        across: "all variables tracked, seconds",
        up: "abstraction and refinement, seconds",
        limit: open.then_some(limit),
    };
    scatter(&labels, &[group("correct programs", false), group("buggy programs", true)])
}
