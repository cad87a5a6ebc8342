//! The answer for people: the verdict in one line, then what supports it.

use crate::args::{CheckArgs, TraceArg};
use crate::quantity::{show_bytes, show_duration};
use crate::style::Paint;
use lariat_passes::Goal;
use lariat_refine::RefineStats;
use lariat_solver::LeftOut;
use lariat_trace::{Detail, Style, Tone};
use lariat_verdict::{
    Assumption, Cut, CutOff, Item, Overall, Place, Reason, Restriction, Status, in_words,
};
use lariat_verify::{BitAnswer, Bug, Effort, Property, Report, location_in_trace};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::time::Duration;

/// The whole answer.
pub fn result(report: &Report, args: &CheckArgs, paint: Paint) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{}: {}", files(report), verdict_line(report, paint));
    properties(&mut out, report, paint);
    if let Some((_, bug)) = report.bugs().first() {
        evidence(&mut out, bug, true, args, paint);
    } else if let Some(candidate) = &report.candidate {
        evidence(&mut out, candidate, false, args, paint);
    }
    if let Some(stats) = &report.effort.search
        && !args.output.quiet
    {
        tracked(&mut out, stats);
    }
    if args.stats {
        statistics(&mut out, &report.effort, report, paint);
    }
    out
}

/// The checked places of a program, one a line.
pub fn list(items: &[Item]) -> String {
    let mut out = String::new();
    for item in items {
        let place = item.place.as_ref().map(|p| format!("{}: ", p.show())).unwrap_or_default();
        let (id, kind, function) = (item.id.0, item.kind.word(), &item.function);
        let _ = writeln!(out, "{id:>5}  {kind:<16} {place}{} (in {function})", item.message);
    }
    let _ = writeln!(out, "{} places", items.len());
    out
}

/// One line for each place that fails and each property without one, if there are several.
fn properties(out: &mut String, report: &Report, paint: Paint) {
    let bugs = report.bugs();
    if report.properties.len() < 2 && bugs.len() < 2 && behind(report).is_empty() {
        return;
    }
    for (item, bug) in &bugs {
        let place = item.place.as_ref().map(|p| format!(" at {}", p.show())).unwrap_or_default();
        let what = if item.message.is_empty() { &bug.message } else { &item.message };
        let _ = writeln!(out, "  {}: {}: {what}{place}", item.property, paint.bad("bug"));
        // The first one is told about at length, see [`evidence`].
        if let Some(confirmation) = confirmation(bug).filter(|_| bug.item != bugs[0].1.item) {
            let _ = writeln!(out, "    {confirmation}");
        }
    }
    for property in &report.properties {
        let verdict = report.about_property(property);
        if verdict.failures().next().is_none() {
            let overall = verdict.overall();
            let note = note(property, &overall);
            let _ =
                writeln!(out, "  {}: {}{note}", property.name, line_of(&overall, report, paint));
        }
    }
    let behind = behind(report);
    for property in &report.properties {
        let places = behind.iter().filter(|item| item.property == property.name);
        let places: Vec<String> = places
            .map(|item| item.place.as_ref().map_or(item.message.clone(), Place::show))
            .collect();
        if !places.is_empty() {
            let what = paint.unsure("only behind the failures above, if at all");
            let _ = writeln!(out, "  {}: {what}: {}", property.name, places.join(", "));
        }
    }
}

/// The places of properties with a failure that nothing reaches but what has failed before.
fn behind(report: &Report) -> Vec<&Item> {
    const SHOWN: usize = 20;
    let failing: BTreeSet<&str> =
        report.verdict.failures().map(|(item, _)| item.property.as_str()).collect();
    let concerns = |item: &&Item| {
        matches!(item.known.status(), Status::Behind(_)) && failing.contains(item.property.as_str())
    };
    report.verdict.items.iter().filter(concerns).take(SHOWN).collect()
}

/// What an answer without a bug does not cover.
fn note(property: &Property, overall: &Overall) -> String {
    let covers = !matches!(overall, Overall::Unknown(_));
    property.note.as_ref().filter(|_| covers).map(|n| format!(" ({n})")).unwrap_or_default()
}

/// Which variables the answer rests on, if some were left out.
fn tracked(out: &mut String, stats: &RefineStats) {
    const SHOWN: usize = 12;
    if stats.tracked.len() == stats.variables {
        return;
    }
    let mut names: Vec<String> = stats.tracked.iter().take(SHOWN).cloned().collect();
    if stats.tracked.len() > SHOWN {
        names.push(format!("{} more", stats.tracked.len() - SHOWN));
    }
    let names = if names.is_empty() { String::new() } else { format!(": {}", names.join(", ")) };
    let _ =
        writeln!(out, "  tracked {} of {} variables{names}", stats.tracked.len(), stats.variables);
}

/// Where it fails, what was taken on trust, and the execution.
fn evidence(out: &mut String, bug: &Bug, is_bug: bool, args: &CheckArgs, paint: Paint) {
    if let Some(failure) = &bug.trace.failure {
        let place = location_in_trace(failure.source.as_ref().unwrap_or(&failure.place));
        let place = place.map(|p| format!("{}: ", p.show())).unwrap_or_default();
        let _ = writeln!(out, "  {}{}", paint.strong(&place), failure.text);
    }
    if let Some(answer) = &bug.bits {
        let _ = writeln!(out, "  {}", bits(answer));
    }
    if !bug.trusted.is_empty() && !args.output.quiet {
        if is_bug {
            let count = bug.trusted.len();
            let what = if count == 1 { "condition was" } else { "conditions were" };
            let _ = writeln!(out, "  {count} {what} checked by the solver, not by execution");
        } else {
            let _ = writeln!(out, "  not checked:");
        }
        for trusted in bug.trusted.iter().filter(|_| !is_bug || args.output.verbose > 0) {
            let place =
                trusted.place.as_ref().map(|p| format!("{}: ", p.show())).unwrap_or_default();
            let _ = writeln!(out, "    {place}{} ({})", trusted.text, trusted.reason);
        }
    }
    if let Some(confirmation) = confirmation(bug) {
        let _ = writeln!(out, "  {confirmation}");
    }
    if args.trace == TraceArg::None || args.output.quiet {
        return;
    }
    let detail: Detail = args.trace.into();
    out.push('\n');
    out.push_str(&lariat_trace::render(bug.trace_in(detail), detail, &paint));
}

/// Whether the compiled program failed, if it was tried.
fn confirmation(bug: &Bug) -> Option<String> {
    let conditions = conditions(bug);
    Some(match bug.evidence.confirmed.as_ref()? {
        Ok(seen) => format!("confirmed: the compiled program fails: {seen}{conditions}"),
        Err(why) => format!("not confirmed: {why}{conditions}"),
    })
}

/// What was done so that the program fails, and what it could reach meanwhile.
fn conditions(bug: &Bug) -> String {
    let evidence = &bug.evidence;
    let mut parts = Vec::new();
    if !evidence.patched.is_empty() {
        parts.push(format!("with {} initialised", evidence.patched.join(", ")));
    }
    parts.extend(evidence.brought_about.iter().map(|what| format!("made to happen: {what}")));
    if let Some(reached) = &evidence.not_isolated {
        parts.push(format!("not kept away from {reached}"));
    }
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join("; ")) }
}

impl Style for Paint {
    fn paint(&self, tone: Tone, text: &str, out: &mut String) {
        match tone {
            Tone::Plain => out.push_str(text),
            Tone::Place | Tone::Aside => out.push_str(&self.faint(text)),
            Tone::Procedure => out.push_str(&self.strong(text)),
            Tone::Values => out.push_str(&self.value(text)),
            Tone::Failure => out.push_str(&self.bad(text)),
        }
    }
}

fn files(report: &Report) -> String {
    match report.files.as_slice() {
        [] => String::new(),
        [one] if one == "-" => crate::input::STANDARD_INPUT.to_owned(),
        [one] => one.clone(),
        [first, rest @ ..] => format!("{first} (and {} more)", rest.len()),
    }
}

fn verdict_line(report: &Report, paint: Paint) -> String {
    let bugs = report.bugs();
    match bugs.first() {
        None => line_of(&report.overall(), report, paint),
        Some((_, bug)) => {
            let others = match bugs.len() {
                1 => String::new(),
                n => format!(" (the first of {n} places that fail)"),
            };
            format!("{}: {}{others}", paint.bad("bug"), bug.message)
        }
    }
}

/// An answer in one line, for whoever knows nothing of the run.
pub fn plain_line(overall: &Overall, goal: Goal) -> String {
    line(overall, goal, &Effort::default(), Paint { on: false })
}

fn line_of(overall: &Overall, report: &Report, paint: Paint) -> String {
    line(overall, report.question.goal, &report.effort, paint)
}

/// An answer in one line. Whatever it rests on is part of it.
fn line(overall: &Overall, goal: Goal, effort: &Effort, paint: Paint) -> String {
    let (fails, found) = match goal {
        Goal::Failure => ("no execution fails", "no bug"),
        Goal::Return => ("no execution returns", "no execution returns"),
    };
    match overall {
        Overall::Bug => paint.bad("bug"),
        Overall::Proved(under) if under.is_empty() => {
            format!("{}: {fails}", paint.good("proved"))
        }
        Overall::Proved(under) => {
            format!("{}: {fails}", paint.unsure(&format!("proved{}", provided(under))))
        }
        Overall::NoBugIf(under) => {
            format!("{}, if {}", paint.unsure(&format!("{found} found")), in_words(under))
        }
        Overall::Bounded(cut, under) => {
            let (within, provided) = (cut.to_string(), provided(under));
            format!("{} {within}{provided}{}", paint.unsure(found), hit_by(cut))
        }
        Overall::Behind(Restriction { cut, under, .. }) => {
            let within = cut.as_ref().map(|cut| format!(" {cut}")).unwrap_or_default();
            let what = "not reached by executions without the failures above";
            format!("{}{within}{}", paint.unsure(what), provided(under))
        }
        Overall::Unknown(reason) => {
            format!("{}: {}", paint.unsure("unknown"), reason_in_words(reason, effort))
        }
    }
}

fn provided(under: &BTreeSet<Assumption>) -> String {
    match under.is_empty() {
        true => String::new(),
        false => format!(" if {}", in_words(under)),
    }
}

fn reason_in_words(reason: &Reason, effort: &Effort) -> String {
    match reason.kind.is_limit() {
        true => format!("{} ({})", reason.text, effort.in_words()),
        false => reason.text.clone(),
    }
}

/// What the prover for C says about a bug.
fn bits(answer: &BitAnswer) -> String {
    match answer {
        BitAnswer::Confirmed => "confirmed bit by bit".to_owned(),
        BitAnswer::Unknown(why) => format!("neither confirmed nor refuted bit by bit: {why}"),
    }
}

fn hit_by(cut: &Cut) -> String {
    const SHOWN: usize = 4;
    if cut.hit.is_empty() || cut.recursion.is_none() {
        return String::new();
    }
    let mut shown: Vec<String> = cut.hit.iter().take(SHOWN).map(CutOff::show).collect();
    if cut.hit.len() > SHOWN {
        shown.push(format!("{} more", cut.hit.len() - SHOWN));
    }
    format!(" (hit by: {})", shown.join(", "))
}

/// How much of the program the queries had to know of.
fn left_out_row(row: &mut dyn FnMut(&str, String), left_out: &LeftOut) {
    let parts = [
        (left_out.variables, left_out.tracked, "variables"),
        (left_out.reads, left_out.connected, "reads of maps"),
    ];
    let parts = parts.into_iter().filter(|(all, ..)| *all > 0);
    let parts: Vec<String> =
        parts.map(|(all, needed, what)| format!("{needed} of {all} {what}")).collect();
    if !parts.is_empty() {
        row("needed by queries", parts.join(", "));
    }
    let lemmas = left_out.lemmas.iter().filter(|(_, count)| *count > 0);
    let lemmas: Vec<String> = lemmas
        .map(|(lemma, count)| format!("{count} {}", lemma.name().replace('_', " ")))
        .collect();
    if !lemmas.is_empty() {
        row("lemmas", lemmas.join(", "));
    }
}

/// The columns of Fig. 6 of the Corral paper.
fn abstraction_rows(row: &mut dyn FnMut(&str, String), stats: &RefineStats, total: Duration) {
    let share = |part: Duration| 100.0 * part.as_secs_f64() / total.as_secs_f64().max(1e-9);
    if let Some(who) = stats.proved_by {
        row("proved by", who.word().to_owned());
    }
    row("iterations", stats.iterations.len().to_string());
    row("variables tracked", format!("{} of {}", stats.tracked.len(), stats.variables));
    row(
        "refining",
        format!("{:.0} % of the time ({} checks)", share(stats.refine_time()), stats.checks()),
    );
    row("searching", format!("{:.0} % of the time", share(stats.search_time())));
}

fn statistics(out: &mut String, effort: &Effort, report: &Report, paint: Paint) {
    let mut row = |name: &str, value: String| {
        let _ = writeln!(out, "  {} {value}", paint.faint(&format!("{name:<22}")));
    };
    let entry = report.question.entry.as_deref().unwrap_or("not known");
    row("entry", entry.to_owned());
    if let Some(solver) = &report.question.solver {
        row("solver", solver.clone());
    }
    if let Some(refined) = &effort.search {
        let s = &refined.search;
        abstraction_rows(&mut row, refined, effort.wall);
        row("bound reached", s.bound.to_string());
        row(
            "instances",
            format!("{} ({} shared, {} refused)", s.instances, s.shared, s.sharing_refused),
        );
        row(
            "queries",
            format!(
                "{}: {} under ({}), {} over ({})",
                s.under_queries + s.over_queries,
                s.under_queries,
                show_duration(s.under_time),
                s.over_queries,
                show_duration(s.over_time)
            ),
        );
        row(
            "answers",
            format!(
                "{} paths, {} without, {} given up or interrupted",
                s.queries_sat, s.queries_unsat, s.queries_unknown
            ),
        );
        left_out_row(&mut row, &s.left_out);
        if s.splits > 0 {
            row("splits", format!("{} (all figures are sums over threads)", s.splits));
        }
        row(
            "solver time",
            format!(
                "{} (longest query {}: {} instances, {} calls blocked or decided)",
                show_duration(s.solver_time),
                show_duration(s.longest_query),
                s.longest_query_instances,
                s.longest_query_blocked
            ),
        );
        row("templates", format!("{} with {} nodes", s.templates, s.template_nodes));
        row(
            "formulas",
            format!(
                "templates {}, instances {}",
                show_duration(s.template_time),
                show_duration(s.instantiate_time)
            ),
        );
    } else if let Some(s) = &effort.snapshot {
        row("bound reached", s.bound.to_string());
        row("instances", s.instances.to_string());
        row("queries", s.queries.to_string());
        row("open call sites", s.open.to_string());
    }
    if !effort.promoted.is_empty() {
        row("promoted to bits", effort.promoted.join(", "));
    }
    if effort.all_bits {
        row("encoding", "everything became bits".to_owned());
    }
    let phases: Vec<String> = effort
        .phases
        .iter()
        .map(|(phase, time)| format!("{} {}", phase.word(), show_duration(*time)))
        .collect();
    row("phases", phases.join(", "));
    if let Some(peak) = effort.peak_memory {
        row("peak memory", show_bytes(peak));
    }
    let cpu = effort.cpu.map(|c| format!(" ({} processor)", show_duration(c))).unwrap_or_default();
    row("time", format!("{}{cpu}", show_duration(effort.wall)));
}
