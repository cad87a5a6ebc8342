//! The answer for programs: schema `lariat-result/1`, described in `docs/cli/json.md`.

mod trace;

use crate::cli::TraceArg;
use crate::failure::Failure;
use crate::report::{Effort, Hit, Location, Report, Verdict};
use lariat_boogie::{Diagnostic, Severity, SourceMap};
use lariat_passes::Goal;
use lariat_reach::StrategyKind;
use lariat_refine::{ProvedBy, RefineStats};
use serde_json::{Map, Value, json};
use std::time::Duration;

/// The name and version of the schema.
pub const SCHEMA: &str = "lariat-result/1";

/// A verdict as JSON text, ending in a line break.
pub fn result(report: &Report, detail: TraceArg) -> String {
    let word = match report.properties.failed.is_empty() {
        true => verdict_word(&report.verdict),
        false => "bug",
    };
    let mut object = header(word, &report.files);
    let question = &report.question;
    object.insert("goal".into(), goal_word(question.goal).into());
    object.insert("entry".into(), question.entry.clone().into());
    object.insert("recursion_bound".into(), question.bound.into());
    object.insert("strategy".into(), strategy_word(question.strategy).into());
    object.insert("solver".into(), question.solver.clone().into());
    match &report.verdict {
        Verdict::Bug(bug) => {
            object.insert("message".into(), bug.message.clone().into());
            let failure = bug.trace.failure.as_ref();
            let at = failure.map_or(Value::Null, |f| trace::location(&f.place));
            let source = failure.and_then(|f| f.source.as_ref()).map(trace::location);
            object.insert("place".into(), at);
            object.insert("source".into(), source.into());
            object.insert("bound".into(), bug.bound.into());
            object.insert("certain".into(), bug.certain.into());
            let trusted: Vec<Value> = bug
                .trusted
                .iter()
                .map(|t| json!({ "place": place(t.place.as_ref()), "text": t.text, "reason": t.reason }))
                .collect();
            object.insert("not_evaluated".into(), trusted.into());
            if let Some(answer) = &bug.bits {
                object.insert("bits".into(), crate::confirm_bits::in_json(answer));
            }
            if let Some(confirmed) = &bug.evidence.confirmed {
                object.insert("confirmed".into(), confirmed.is_ok().into());
                object.insert("not_confirmed".into(), confirmed.as_ref().err().cloned().into());
                object.insert("initialised".into(), bug.evidence.patched.clone().into());
                object.insert("not_set".into(), bug.evidence.unset.clone().into());
            }
            object.insert("trace".into(), trace::trace(bug.trace_in(detail.into()), detail));
        }
        Verdict::Proved => {}
        Verdict::Bounded { bound, hits } => {
            object.insert("bound".into(), (*bound).into());
            object.insert("bound_hits".into(), bound_hits(hits));
        }
        Verdict::Unknown(doubt) => {
            object.insert("bound".into(), report.effort.known.bound_done().into());
            object
                .insert("reason".into(), json!({ "kind": doubt.kind.word(), "text": doubt.text }));
        }
    }
    object.insert("assumes".into(), report.effort.known.assumes.into());
    object.insert("assumptions".into(), report.effort.known.assumptions.clone().into());
    if let Some(part) = &report.part {
        let bounded = part.bounded.as_ref();
        let of = &part.of;
        let about = json!({
            "split": of.split,
            "number": of.number,
            "of": of.of,
            "decisions": of.decisions,
            "result": part.result,
            "bound": bounded.map(|b| b.0),
            "bound_hits": bounded.map_or_else(|| json!([]), |b| bound_hits(&b.1)),
        });
        object.insert("part".into(), about);
    }
    object.insert("properties".into(), properties(report));
    object.insert("warnings".into(), report.warnings.clone().into());
    object.insert("stats".into(), stats(&report.effort));
    finish(object)
}

fn bound_hits(hits: &[Hit]) -> Value {
    let hit = |h: &Hit| {
        json!({
            "kind": if h.is_loop { "loop" } else { "procedure" },
            "procedure": h.procedure,
            "place": place(h.place.as_ref()),
            "bound": h.bound,
        })
    };
    hits.iter().map(hit).collect::<Vec<Value>>().into()
}

/// One object for each property of a C program.
fn properties(report: &Report) -> Value {
    let answers = &report.properties;
    let failed = answers.failed.iter().map(|f| {
        json!({
            "name": f.name,
            "verdict": "bug",
            "message": f.message,
            "place": place(f.place.as_ref()),
        })
    });
    let verdict = answers.rest.as_ref().unwrap_or(&report.verdict);
    let open = answers.open.iter().map(|(name, note)| {
        let mut object = json!({ "name": name, "verdict": verdict_word(verdict), "note": note });
        match verdict {
            Verdict::Bounded { bound, .. } => object["bound"] = (*bound).into(),
            Verdict::Unknown(doubt) => {
                object["reason"] = json!({ "kind": doubt.kind.word(), "text": doubt.text });
            }
            Verdict::Bug(_) | Verdict::Proved => {}
        }
        object
    });
    failed.chain(open).collect()
}

/// A run without a verdict as JSON text.
pub fn failure(failure: &Failure, files: &[String]) -> String {
    let mut object = header("error", files);
    let kind = match failure {
        Failure::Input(_) => "input",
        Failure::Program { .. } => "program",
        Failure::C(_) => "c",
        Failure::Entry(_) => "entry",
        Failure::Track { .. } => "track",
        Failure::NoLoop { .. } => "unwind",
        Failure::Template { .. } => "program",
        Failure::Internal(_) => "internal",
        Failure::Solver(_) => "solver",
        Failure::Output { .. } => "output",
    };
    object.insert("reason".into(), json!({ "kind": kind, "text": failure.in_words() }));
    if let Failure::Program { diagnostics, sources } = failure {
        let diagnostics: Vec<Value> = diagnostics.iter().map(|d| diagnostic(d, sources)).collect();
        object.insert("diagnostics".into(), diagnostics.into());
    }
    finish(object)
}

fn header(verdict: &str, files: &[String]) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("schema".into(), SCHEMA.into());
    object.insert("version".into(), env!("CARGO_PKG_VERSION").into());
    object.insert("files".into(), files.to_vec().into());
    object.insert("verdict".into(), verdict.into());
    object
}

fn finish(object: Map<String, Value>) -> String {
    let mut text = serde_json::to_string_pretty(&Value::Object(object)).unwrap_or_default();
    text.push('\n');
    text
}

fn diagnostic(diagnostic: &Diagnostic, sources: &SourceMap) -> Value {
    let at = |offset| {
        let l = sources.locate(offset);
        json!({ "file": l.file, "line": l.line, "column": l.column })
    };
    let notes: Vec<Value> = diagnostic
        .notes
        .iter()
        .map(|(span, text)| json!({ "place": at(span.start), "text": text }))
        .collect();
    json!({
        "severity": match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        "code": diagnostic.code,
        "message": diagnostic.message,
        "place": at(diagnostic.span.start),
        "help": diagnostic.help,
        "notes": notes,
    })
}

fn place(place: Option<&Location>) -> Value {
    match place {
        None => Value::Null,
        Some(p) => json!({ "file": p.file, "line": p.line, "column": p.column }),
    }
}

fn seconds(time: Duration) -> Value {
    // Microseconds are enough, and keep the text short.
    ((time.as_secs_f64() * 1e6).round() / 1e6).into()
}

fn stats(effort: &Effort) -> Value {
    let mut object = Map::new();
    object.insert("wall_s".into(), seconds(effort.wall));
    object.insert("cpu_s".into(), effort.cpu.map(seconds).into());
    object.insert("peak_memory_bytes".into(), effort.peak_memory.into());
    let phases: Map<String, Value> = effort
        .known
        .phases()
        .into_iter()
        .map(|(phase, time)| (phase.word().to_owned(), seconds(time)))
        .collect();
    object.insert("phases_s".into(), phases.into());
    let mut search = match (&effort.search, &effort.known.snapshot) {
        (Some(RefineStats { search: s, cut_short, .. }), _) => json!({
            "finished": !cut_short,
            "bound": s.bound,
            "instances": s.instances,
            "queries": s.under_queries + s.over_queries,
            "under_queries": s.under_queries,
            "over_queries": s.over_queries,
            "shared": s.shared,
            "sharing_refused": s.sharing_refused,
            "templates": s.templates,
            "template_nodes": s.template_nodes,
            "template_s": seconds(s.template_time),
            "instantiate_s": seconds(s.instantiate_time),
            "solver_s": seconds(s.solver_time),
            "under_s": seconds(s.under_time),
            "over_s": seconds(s.over_time),
            "queries_sat": s.queries_sat,
            "queries_unsat": s.queries_unsat,
            "queries_unknown": s.queries_unknown,
            "longest_query_s": seconds(s.longest_query),
            "longest_query_instances": s.longest_query_instances,
            "longest_query_blocked": s.longest_query_blocked,
            "splits": s.splits,
            "left_out": {
                "variables": s.left_out.variables,
                "tracked": s.left_out.tracked,
                "reads": s.left_out.reads,
                "connected": s.left_out.connected,
            },
        }),
        (None, Some(s)) => json!({
            "finished": false,
            "bound": s.bound,
            "instances": s.instances,
            "queries": s.queries,
            "open_call_sites": s.open,
        }),
        (None, None) => Value::Null,
    };
    if let (Some(RefineStats { cut_short: true, .. }), Some(s)) =
        (&effort.search, &effort.known.snapshot)
    {
        search["open_call_sites"] = s.open.into();
    }
    object.insert("search".into(), search);
    let known = &effort.known;
    let encoding = json!({ "promoted": known.promoted, "all_bits": known.all_bits });
    object.insert("encoding".into(), encoding);
    object.insert("abstraction".into(), effort.search.as_ref().map(abstraction).into());
    object.into()
}

/// The columns of Fig. 6 of the Corral paper, and the rounds one by one.
fn abstraction(stats: &RefineStats) -> Value {
    let rounds: Vec<Value> = stats
        .iterations
        .iter()
        .map(|i| {
            json!({
                "tracked": i.tracked,
                "prepare_s": seconds(i.prepare_time),
                "search_s": seconds(i.search_time),
                "refine_s": seconds(i.refine_time),
                "checks": i.checks,
                "added": i.added,
            })
        })
        .collect();
    json!({
        "proved_by": stats.proved_by.map(ProvedBy::word),
        "iterations": stats.iterations.len(),
        "variables": stats.variables,
        "tracked": stats.tracked,
        "refine_s": seconds(stats.refine_time()),
        "search_s": seconds(stats.search_time()),
        "checks": stats.checks(),
        "rounds": rounds,
    })
}

/// The verdict in one word.
pub fn verdict_word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Bug(_) => "bug",
        Verdict::Proved => "proved",
        Verdict::Bounded { .. } => "bounded",
        Verdict::Unknown(_) => "unknown",
    }
}

fn goal_word(goal: Goal) -> &'static str {
    match goal {
        Goal::Failure => "failure",
        Goal::Return => "return",
    }
}

fn strategy_word(strategy: StrategyKind) -> &'static str {
    match strategy {
        StrategyKind::Stratified => "stratified",
        StrategyKind::Widening => "widening",
        StrategyKind::Forward => "forward",
        StrategyKind::Backward => "backward",
        StrategyKind::Static => "static",
    }
}
