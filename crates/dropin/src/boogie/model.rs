//! Models: the values of an execution between `*** MODEL` and `*** END_MODEL`, with a block for each state that the program
//! captures (`assume {:captureState "name"} …`).

use lariat_trace::{Binding, Shown, Trace};
use std::fmt::Write;

/// Tells the model of an execution.
pub fn tell(out: &mut String, trace: &Trace) {
    out.push_str("*** MODEL\n");
    for binding in &trace.initial {
        let _ = writeln!(out, "{}@0 -> {}", binding.name, value(&binding.value));
    }
    let shown = |b: &Binding| (b.name.clone(), value(&b.value));
    let mut known: Vec<(String, String)> = trace.initial.iter().map(shown).collect();
    state(out, "<initial>", &known);
    for step in &trace.steps {
        for (name, value) in step.writes.iter().map(shown) {
            match known.iter_mut().find(|k| k.0 == name) {
                Some(old) => old.1 = value,
                None => known.push((name, value)),
            }
        }
        let captured = step.attributes.iter().find(|a| a.name == "captureState");
        if let Some(name) = captured.and_then(|a| a.args.first()) {
            state(out, name, &known);
        }
    }
    out.push_str("*** END_MODEL\n");
}

fn state(out: &mut String, name: &str, values: &[(String, String)]) {
    let _ = writeln!(out, "*** STATE {name}");
    for (name, value) in values {
        let _ = writeln!(out, "  {name} -> {value}");
    }
    out.push_str("*** END_STATE\n");
}

/// A value as SMT-LIB writes it.
fn value(shown: &Shown) -> String {
    match shown {
        Shown::Int(text) => match text.strip_prefix('-') {
            Some(digits) => format!("(- {digits})"),
            None => text.clone(),
        },
        Shown::Element { sort, number } => format!("T@{sort}!val!{number}"),
        other => other.to_string(),
    }
}
