//! The answer for programs: schema `lariat-result/1`, described in `docs/cli/json.md`.

mod trace;

pub use trace::matters;

use crate::args::TraceArg;
use crate::diagnostics;
use lariat_refine::{ProvedBy, RefineStats};
use lariat_solver::LemmaCounts;
use lariat_verdict::{Assumption, By, Cut, Item, Knowledge, Overall, Status, Verdict, in_words};
use lariat_verify::{BitAnswer, Bug, Effort, Failure, Location, PartReport, Report};
use serde_json::{Map, Value, json};
use std::time::Duration;

/// The name and version of the schema.
pub const SCHEMA: &str = "lariat-result/1";

/// A verdict as JSON text, ending in a line break.
pub fn result(report: &Report, detail: TraceArg) -> String {
    let overall = report.overall();
    let mut object = header(overall.word(), &report.files);
    let question = &report.question;
    object.insert("goal".into(), json!(question.goal));
    object.insert("entry".into(), question.entry.clone().into());
    object.insert("recursion_bound".into(), question.bound.into());
    object.insert("strategy".into(), json!(question.strategy));
    object.insert("solver".into(), question.solver.clone().into());
    let bugs = report.bugs();
    if let Some((_, bug)) = bugs.first() {
        object.append(&mut execution(bug, detail));
    }
    if let Some(candidate) = &report.candidate {
        object.insert("candidate".into(), execution(candidate, detail).into());
    }
    answer(&mut object, &overall);
    if matches!(overall, Overall::Unknown(_)) {
        object.insert("bound".into(), report.effort.bound_done.into());
    }
    if let Some(part) = &report.part {
        object.insert("part".into(), about_part(part));
    }
    object.insert("properties".into(), properties(report));
    object.insert("items".into(), items(&report.verdict));
    let further = bugs.iter().skip(1).map(|(_, bug)| execution(bug, detail).into());
    object.insert("further_bugs".into(), further.collect::<Vec<Value>>().into());
    object.insert("warnings".into(), report.warnings.clone().into());
    object.insert("stats".into(), stats(&report.effort));
    finish(object)
}

/// An execution that fails.
fn execution(bug: &Bug, detail: TraceArg) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("message".into(), bug.message.clone().into());
    let failure = bug.trace.failure.as_ref();
    let at = failure.map_or(Value::Null, |f| trace::location(&f.place));
    let source = failure.and_then(|f| f.source.as_ref()).map(trace::location);
    object.insert("place".into(), at);
    object.insert("source".into(), source.into());
    object.insert("item".into(), bug.item.map(|id| id.0).into());
    object.insert("bound".into(), bug.bound.into());
    object.insert("certain".into(), bug.certain.into());
    let trusted: Vec<Value> = bug
        .trusted
        .iter()
        .map(|t| json!({ "place": place(t.place.as_ref()), "text": t.text, "reason": t.reason }))
        .collect();
    object.insert("not_evaluated".into(), trusted.into());
    if let Some(answer) = &bug.bits {
        object.insert("bits".into(), bits(answer));
    }
    if let Some(confirmed) = &bug.evidence.confirmed {
        object.insert("confirmed".into(), confirmed.is_ok().into());
        object.insert("seen".into(), confirmed.as_ref().ok().cloned().into());
        object.insert("not_confirmed".into(), confirmed.as_ref().err().cloned().into());
        object.insert("brought_about".into(), bug.evidence.brought_about.clone().into());
        object.insert("not_isolated".into(), bug.evidence.not_isolated.clone().into());
        object.insert("initialised".into(), bug.evidence.patched.clone().into());
        object.insert("not_set".into(), bug.evidence.unset.clone().into());
    }
    object.insert("trace".into(), trace::trace(bug.trace_in(detail.into()), detail));
    object
}

/// What the prover for C says about a bug.
fn bits(answer: &BitAnswer) -> Value {
    match answer {
        BitAnswer::Confirmed => json!({ "verdict": "confirmed" }),
        BitAnswer::Unknown(why) => json!({ "verdict": "unknown", "reason": why }),
    }
}

/// What an answer says beyond its word.
pub fn answer(object: &mut Map<String, Value>, overall: &Overall) {
    let none = std::collections::BTreeSet::new();
    let under = overall.assumptions().unwrap_or(&none);
    let words = (!under.is_empty()).then(|| in_words(under));
    match overall {
        Overall::Bug | Overall::Proved(_) | Overall::Behind(_) => {}
        Overall::Bounded(cut, _) => {
            object.insert("bound".into(), cut.recursion.into());
            object.insert("bound_hits".into(), bound_hits(cut));
        }
        Overall::NoBugIf(_) => {
            let text = format!("no bug found, if {}", words.as_deref().unwrap_or_default());
            object.insert("reason".into(), json!({ "kind": "assumptions", "text": text }));
        }
        Overall::Unknown(reason) => {
            let reason = json!({ "kind": reason.kind.word(), "text": reason.text });
            object.insert("reason".into(), reason);
        }
    }
    object.insert("assumes".into(), words.into());
    let sentences = under.iter().map(|a| a.what.to_string());
    object.insert("assumptions".into(), sentences.collect::<Vec<String>>().into());
    object.insert("under".into(), under.iter().map(assumption).collect());
}

/// An assumption and its origin.
fn assumption(assumption: &Assumption) -> Value {
    let (by, named) = match &assumption.by {
        By::Command(option) => ("command", Some(option)),
        By::Rules(rules) => ("rules", Some(rules)),
        By::Semantics => ("semantics", None),
        By::Tool => ("tool", None),
    };
    json!({ "text": assumption.what.to_string(), "by": by, "origin": named, "what": assumption.what })
}

/// The part of the program that an answer is about, with the verdict on it as `merge` reads it.
fn about_part(part: &PartReport) -> Value {
    let PartReport { of, verdict } = part;
    let overall = verdict.overall();
    let mut object = json!({
        "split": of.split,
        "number": of.number,
        "of": of.of,
        "decisions": of.decisions,
        "result": overall.word(),
        "bound": null,
        "bound_hits": [],
        "verdict": verdict,
    });
    if let Overall::Bounded(cut, _) = &overall {
        object["bound"] = cut.recursion.into();
        object["bound_hits"] = bound_hits(cut);
    }
    object
}

fn bound_hits(cut: &Cut) -> Value {
    let hit = |what: &lariat_verdict::CutOff| {
        json!({
            "kind": if what.is_loop { "loop" } else { "procedure" },
            "procedure": what.procedure,
            "place": place(what.place.as_ref()),
            "bound": cut.bound_of(what),
        })
    };
    cut.hit.iter().map(hit).collect::<Vec<Value>>().into()
}

/// One object for each property: its first failure, or what holds of all its places.
fn properties(report: &Report) -> Value {
    let mut all: Vec<Value> = Vec::new();
    for property in &report.properties {
        let verdict = report.about_property(property);
        let failed: Vec<Value> = verdict
            .failures()
            .map(|(item, _)| {
                json!({
                    "name": property.name,
                    "verdict": "bug",
                    "message": item.message,
                    "place": place(item.place.as_ref()),
                })
            })
            .collect();
        if !failed.is_empty() {
            all.extend(failed);
            continue;
        }
        let overall = verdict.overall();
        let mut object = Map::new();
        object.insert("name".into(), property.name.clone().into());
        object.insert("verdict".into(), overall.word().into());
        object.insert("note".into(), json!(property.note));
        if let Overall::Behind(_) = overall {
            let text = "not reached by executions without the failures above";
            object.insert("reason".into(), json!({ "kind": "behind", "text": text }));
        }
        answer(&mut object, &overall);
        all.push(object.into());
    }
    // Those with a failure first.
    all.sort_by_key(|p| p["verdict"] != "bug");
    all.into()
}

/// The checked places.
pub fn items(verdict: &Verdict) -> Value {
    verdict.items.iter().map(item).collect()
}

/// A checked place and what is known about it.
fn item(item: &Item) -> Value {
    let mut object = json!({
        "id": item.id,
        "kind": item.kind.word(),
        "property": item.property,
        "function": item.function,
        "place": place(item.place.as_ref()),
        "message": item.message,
        "status": item.known.status().word(),
    });
    let claim = match item.known.status() {
        Status::Unreachable(claim) | Status::Behind(claim) => Some(claim),
        Status::Within(cut, claim) => {
            object["bound"] = cut.recursion.into();
            Some(claim)
        }
        Status::Unknown(Some(reason)) => {
            object["reason"] = json!({ "kind": reason.kind.word(), "text": reason.text });
            None
        }
        Status::Reachable(_) | Status::Unknown(None) => None,
    };
    if let Some(claim) = claim {
        object["by"] = claim.by.clone().into();
        object["behind"] = claim.restriction.behind.iter().map(|id| id.0).collect();
        let under = claim.restriction.under.iter();
        object["assumptions"] = under.map(|a| a.what.to_string()).collect();
    }
    object
}

/// The checked places of a program, before any search, as JSON text.
pub fn list(files: &[String], items: &[Item]) -> String {
    let mut object = header("listed", files);
    let unknown = |i: &Item| Item { known: Knowledge::default(), ..i.clone() };
    let items: Vec<Value> = items.iter().map(|i| item(&unknown(i))).collect();
    object.insert("items".into(), items.into());
    finish(object)
}

/// A run without a verdict as JSON text.
pub fn failure(failure: &Failure, files: &[String]) -> String {
    let mut object = header("error", files);
    let kind = match failure {
        Failure::Input(_) => "input",
        Failure::Program { .. } | Failure::Template { .. } => "program",
        Failure::C(_) => "c",
        Failure::Entry(_) => "entry",
        Failure::Track { .. } => "track",
        Failure::NoLoop { .. } => "unwind",
        Failure::Internal(_) => "internal",
        Failure::Solver(_) => "solver",
        Failure::Output { .. } => "output",
    };
    object.insert("reason".into(), json!({ "kind": kind, "text": failure.in_words() }));
    let diagnostics = match failure {
        Failure::Program { diagnostics, sources } => diagnostics::as_json(diagnostics, sources),
        Failure::C(report) => diagnostics::as_json(&report.diagnostics, &report.excerpts),
        _ => return finish(object),
    };
    object.insert("diagnostics".into(), diagnostics);
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

fn lemmas(counts: &LemmaCounts) -> Value {
    counts.iter().map(|(lemma, count)| (lemma.name().to_owned(), Value::from(count))).collect()
}

fn stats(effort: &Effort) -> Value {
    let mut object = Map::new();
    object.insert("wall_s".into(), seconds(effort.wall));
    object.insert("cpu_s".into(), effort.cpu.map(seconds).into());
    object.insert("peak_memory_bytes".into(), effort.peak_memory.into());
    let phases: Map<String, Value> = effort
        .phases
        .iter()
        .map(|(phase, time)| (phase.word().to_owned(), seconds(*time)))
        .collect();
    object.insert("phases_s".into(), phases.into());
    let mut search = match (&effort.search, &effort.snapshot) {
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
                "lemmas": lemmas(&s.left_out.lemmas),
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
    if let (Some(RefineStats { cut_short: true, .. }), Some(s)) = (&effort.search, &effort.snapshot)
    {
        search["open_call_sites"] = s.open.into();
    }
    object.insert("search".into(), search);
    let encoding = json!({ "promoted": effort.promoted, "all_bits": effort.all_bits });
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
