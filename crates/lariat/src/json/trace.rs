//! An execution as JSON.

use crate::args::TraceArg;
use lariat_trace::{Binding, Failure, Location, ShownAttribute, Step, StepKind, Trace};
use serde_json::{Map, Value, json};

/// The trace in the detail asked for; `null` if none is wanted.
pub fn trace(trace: &Trace, detail: TraceArg) -> Value {
    let (word, steps): (&str, Vec<Value>) = match detail {
        TraceArg::None => return Value::Null,
        TraceArg::Full => ("full", trace.steps.iter().map(step).collect()),
        TraceArg::Short => ("short", trace.steps.iter().filter(|s| matters(s)).map(step).collect()),
    };
    let inputs: Vec<Value> = trace
        .inputs
        .iter()
        .map(|i| {
            let source = i.source.as_ref().map_or(Value::Null, location);
            json!({ "from": i.from, "name": i.name, "value": i.value, "source": source })
        })
        .collect();
    json!({
        "detail": word,
        "inputs": inputs,
        "assumptions": trace.assumptions,
        "entry": trace.entry,
        "initial": bindings(&trace.initial),
        "steps": steps,
        "length": trace.steps.len(),
        "left_out": trace.left_out,
        "failure": trace.failure.as_ref().map(failure),
    })
}

/// Whether a step belongs to the short form: calls, iterations, and what has values to show.
pub fn matters(step: &Step) -> bool {
    match &step.kind {
        StepKind::Call { .. } | StepKind::Return { .. } | StepKind::Iterate => true,
        StepKind::Assign | StepKind::Havoc | StepKind::Record => !step.writes.is_empty(),
        StepKind::Assume => !step.reads.is_empty(),
        StepKind::Assert | StepKind::Ensures | StepKind::Branch { .. } | StepKind::Marker => {
            step.printed.is_some()
        }
    }
}

/// A place; `null` if it is not known.
pub fn location(place: &Location) -> Value {
    if place.line == 0 {
        return Value::Null;
    }
    let column = (place.column > 0).then_some(place.column);
    json!({ "file": place.file, "line": place.line, "column": column })
}

fn step(step: &Step) -> Value {
    let mut object = Map::new();
    object.insert("kind".into(), step.kind.name().into());
    object.insert("place".into(), location(&step.place));
    object.insert("source".into(), step.source.as_ref().map_or(Value::Null, location));
    object.insert("procedure".into(), step.procedure.clone().into());
    object.insert("depth".into(), step.depth.into());
    object.insert("text".into(), step.text.clone().into());
    if let Some(iteration) = &step.iteration {
        let loop_head = json!({ "label": iteration.label, "number": iteration.number });
        object.insert("iteration".into(), loop_head);
    }
    match &step.kind {
        StepKind::Call { callee, args, .. } => {
            object.insert("callee".into(), callee.clone().into());
            object.insert("arguments".into(), bindings(args));
        }
        StepKind::Return { from, results } => {
            object.insert("from".into(), from.clone().into());
            object.insert("results".into(), bindings(results));
        }
        StepKind::Branch { label } => {
            object.insert("label".into(), label.clone().into());
        }
        _ => {}
    }
    let mut optional = |name: &str, value: Value| {
        if !matches!(&value, Value::Array(items) if items.is_empty()) && !value.is_null() {
            object.insert(name.into(), value);
        }
    };
    optional("writes", bindings(&step.writes));
    optional("reads", bindings(&step.reads));
    optional("printed", step.printed.clone().into());
    optional("attributes", attributes(&step.attributes));
    object.into()
}

/// The failing assertion.
fn failure(failure: &Failure) -> Value {
    json!({
        "place": location(&failure.place),
        "source": failure.source.as_ref().map_or(Value::Null, location),
        "procedure": failure.procedure,
        "depth": failure.depth,
        "text": failure.text,
        "message": failure.message,
        "values": bindings(&failure.values),
        "printed": failure.printed,
        "attributes": attributes(&failure.attributes),
    })
}

fn bindings(bindings: &[Binding]) -> Value {
    let one =
        |b: &Binding| json!({ "name": b.name, "value": b.value.to_string(), "global": b.global });
    bindings.iter().map(one).collect()
}

fn attributes(attributes: &[ShownAttribute]) -> Value {
    attributes.iter().map(|a| json!({ "name": a.name, "args": a.args })).collect()
}
