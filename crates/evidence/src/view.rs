//! A trace in C's words: statements of the C source, variables by their names, values by their
//! types. What only the translation knows (temporaries, the allocation counter, where a block
//! starts) is left out.

use crate::inputs::inputs;
use crate::objects::Objects;
use crate::{Execution, bits};
use lariat_c2boogie::Origin;
use lariat_trace::{
    Binding, Failure, GivenInput, Iteration, Location, Shown, Step, StepKind, Trace,
};
use std::collections::BTreeMap;

/// Models of library functions carry this before their names.
const MODEL: &str = "__lariat_";

/// The trace in C's words; `line` gives the text of a line of a file.
pub fn view(execution: Execution<'_>, line: &dyn Fn(&str, u32) -> Option<String>) -> Trace {
    let viewer = Viewer { execution, objects: Objects::new(execution), line };
    let trace = execution.trace;
    let program = execution.program;
    let entry = execution.symbols.entry.map(|f| program.name(program.function(f).name).to_owned());
    let mut shown = Trace {
        entry: entry.unwrap_or_else(|| trace.entry.clone()),
        inputs: viewer.inputs(),
        start: trace.start.clone(),
        left_out: trace.left_out,
        failure: trace.failure.as_ref().map(|f| viewer.failure(f)),
        ..Trace::default()
    };
    // Inside a model of the library: the depth of the call.
    let mut model: Option<u32> = None;
    for (n, step) in trace.steps.iter().enumerate() {
        if model.is_some_and(|depth| step.depth > depth) {
            let is_return = matches!(&step.kind, StepKind::Return { .. });
            if !(is_return && model.is_some_and(|depth| step.depth == depth + 1)) {
                continue;
            }
        }
        model = None;
        if let StepKind::Call { callee, .. } = &step.kind
            && callee.starts_with(MODEL)
        {
            model = Some(step.depth);
        }
        if step.kind == StepKind::Havoc && viewer.receiver(n).is_some() {
            continue;
        }
        if let Some(step) = viewer.step(step, &trace.steps[n..]) {
            merge(&mut shown.steps, step);
        }
    }
    shown
}

struct Viewer<'a> {
    execution: Execution<'a>,
    objects: Objects<'a>,
    line: &'a dyn Fn(&str, u32) -> Option<String>,
}

impl Viewer<'_> {
    fn inputs(&self) -> Vec<GivenInput> {
        let program = self.execution.program;
        let mut given = Vec::new();
        for input in inputs(self.execution) {
            let Some(bits) = input.bits else { continue };
            let name = |s| program.name(s).to_owned();
            let (variable, from) = match input.origin {
                Origin::ResultOf(f) => (None, format!("{}()", name(program.function(f).name))),
                Origin::ResultThrough(e) => {
                    (None, format!("{}()", lariat_c2boogie::show(program, e)))
                }
                Origin::Local(v) | Origin::Uninitialised(v) => match program.var(v).name {
                    Some(n) => (Some(name(n)), "not initialised".to_owned()),
                    None => continue,
                },
                Origin::Global(g) => {
                    (Some(name(program.global(g).name)), "only declared".to_owned())
                }
                Origin::Argument(n) => (None, format!("argument {}", n + 1)),
                Origin::AddressOf(_)
                | Origin::Allocated(_)
                | Origin::NoMemory(_)
                | Origin::Result(_) => continue,
            };
            let Some(ty) = self.execution.type_of(input.origin) else { continue };
            let (name, value) = match self.receiver(input.step) {
                Some(got) => (Some(got.name), got.value.to_string()),
                None => (variable, self.objects.value(ty, bits)),
            };
            given.push(GivenInput { from, name, value, source: input.place });
        }
        given
    }

    /// What the next step stores the result of the call at this step in.
    fn receiver(&self, step: usize) -> Option<Binding> {
        let rest = &self.execution.trace.steps[step..];
        let arbitrary = rest.first()?.havocked.first()?;
        let origin = self.execution.symbols.origin(&rest.first()?.procedure, arbitrary)?;
        if !matches!(origin, Origin::ResultOf(_) | Origin::ResultThrough(_)) {
            return None;
        }
        let silent = |s: &&Step| matches!(s.kind, StepKind::Assume | StepKind::Marker);
        let next = rest.iter().skip(1).find(|s| !silent(s))?;
        let takes = next.kind == StepKind::Assign && mentions(&next.text, arbitrary);
        let writes = self.bindings(&next.procedure, &next.writes);
        writes.first().filter(|_| takes && writes.len() == 1).cloned()
    }

    fn text(&self, source: Option<&Location>) -> Option<String> {
        let source = source?;
        let text = (self.line)(&source.file, source.line)?;
        let text = text.trim();
        (!text.is_empty()).then(|| text.to_owned())
    }

    /// A variable with its value.
    fn variable(&self, procedure: &str, binding: &Binding) -> Option<Binding> {
        let program = self.execution.program;
        let origin = self.execution.symbols.origin(procedure, &binding.name)?;
        let name = match origin {
            Origin::Local(v) => program.name(program.var(v).name?).to_owned(),
            Origin::Global(g) => program.name(program.global(g).name).to_owned(),
            Origin::Result(_) => "value".to_owned(),
            Origin::ResultOf(f) => format!("{}()", program.name(program.function(f).name)),
            Origin::ResultThrough(e) => format!("{}()", lariat_c2boogie::show(program, e)),
            _ => return None,
        };
        let ty = self.execution.type_of(origin)?;
        let value = Shown::Other(self.objects.value(ty, bits::of_shown(&binding.value)?));
        Some(Binding { name, value, global: matches!(origin, Origin::Global(_)) })
    }

    /// Variables and parts of objects, in C's words.
    fn bindings(&self, procedure: &str, bindings: &[Binding]) -> Vec<Binding> {
        let mut shown: Vec<Binding> = Vec::new();
        let mut bytes: BTreeMap<u64, u8> = BTreeMap::new();
        for binding in bindings {
            if let Some((address, width)) = self.memory_place(&binding.name) {
                let Some(value) = bits::of_shown(&binding.value) else { continue };
                for i in 0..width {
                    bytes.insert(address.wrapping_add(u64::from(i)), (value >> (8 * i)) as u8);
                }
            } else if let Some(binding) = self.variable(procedure, binding) {
                shown.push(binding);
            }
        }
        shown.extend(self.parts(&bytes));
        shown.dedup();
        shown
    }

    /// The scalars that these bytes of memory are.
    fn parts(&self, bytes: &BTreeMap<u64, u8>) -> Vec<Binding> {
        let mut shown = Vec::new();
        let mut next = 0;
        for &address in bytes.keys() {
            if address < next {
                continue;
            }
            let Some(part) = self.objects.part_at(address) else { continue };
            let size = self.execution.program.types.size_of(part.ty).unwrap_or(0);
            let value: Option<u128> = (0..size.min(16)).try_fold(0, |value: u128, i| {
                Some(value | u128::from(*bytes.get(&part.address.wrapping_add(i))?) << (8 * i))
            });
            if let Some(value) = value.filter(|_| part.address == address) {
                let value = Shown::Other(self.objects.value(part.ty, value));
                shown.push(Binding { name: part.name, value, global: part.global });
                next = address.saturating_add(size);
            }
        }
        shown
    }

    /// The address and width of `$M[4096bv64]`.
    fn memory_place(&self, name: &str) -> Option<(u64, u32)> {
        let (map, index) = name.strip_suffix(']')?.split_once('[')?;
        let width = *self.execution.symbols.maps.get(map)?;
        let digits = index.split("bv").next()?;
        Some((digits.parse().ok()?, width))
    }

    fn function_name(&self, procedure: &str) -> String {
        let program = self.execution.program;
        let known = self.execution.symbols.procedures.get(procedure);
        let name = known.map(|&f| program.name(program.function(f).name));
        let name = name.unwrap_or(procedure);
        name.strip_prefix(MODEL).unwrap_or(name).to_owned()
    }

    fn step(&self, step: &Step, rest: &[Step]) -> Option<Step> {
        // Initial values are set before the entry is called.
        let depth = step.depth.checked_sub(1)?;
        let mut shown = step.clone();
        let mut source = step.source.clone();
        shown.depth = depth;
        shown.procedure = self.function_name(&step.procedure);
        shown.attributes.clear();
        shown.havocked.clear();
        let results = |b: &Binding| {
            let origin = self.execution.symbols.origin(&step.procedure, &b.name);
            matches!(origin, Some(Origin::Result(_)))
        };
        let writes: Vec<Binding> = step.writes.iter().filter(|b| !results(b)).cloned().collect();
        shown.writes = self.bindings(&step.procedure, &writes);
        shown.reads = self.bindings(&step.procedure, &step.reads);
        match &step.kind {
            StepKind::Marker | StepKind::Record | StepKind::Ensures => return None,
            StepKind::Assign | StepKind::Havoc if step.source.is_none() => return None,
            StepKind::Assign | StepKind::Havoc if shown.writes.is_empty() => return None,
            StepKind::Assume | StepKind::Assert if shown.reads.is_empty() => return None,
            StepKind::Call { callee, args, external } => {
                let args = self.bindings(callee, args);
                let (callee, external) = (self.function_name(callee), *external);
                shown.kind = StepKind::Call { callee, args, external };
            }
            StepKind::Return { from, results } => {
                let results = self.bindings(from, results);
                shown.kind = StepKind::Return { from: self.function_name(from), results };
            }
            StepKind::Iterate => {
                let here = |s: &&Step| s.depth == step.depth && s.source.is_some();
                source = rest.iter().skip(1).find(here).and_then(|s| s.source.clone());
                let number = step.iteration.as_ref().map_or(0, |i| i.number);
                let line = source.as_ref().map_or(0, |s| s.line);
                shown.iteration = Some(Iteration { label: format!("at line {line}"), number });
            }
            _ => {}
        }
        if let Some(iteration) = shown.iteration.as_mut().filter(|i| i.label.starts_with('$')) {
            iteration.label.clear();
        }
        shown.text = self.text(source.as_ref()).unwrap_or_default();
        if let Some(source) = source {
            shown.place = source.clone();
            shown.source = Some(source);
        }
        Some(shown)
    }

    fn failure(&self, failure: &Failure) -> Failure {
        let mut shown = failure.clone();
        shown.depth = failure.depth.saturating_sub(1);
        shown.values = self.bindings(&failure.procedure, &failure.values);
        shown.procedure = self.function_name(&failure.procedure);
        shown.attributes.clear();
        let message = failure.message.clone().unwrap_or_default();
        shown.text = self.text(failure.source.as_ref()).unwrap_or(message);
        if let Some(source) = &failure.source {
            shown.place = source.clone();
        }
        shown
    }
}

/// Adds a step; what one line does step by step is one step.
fn merge(steps: &mut Vec<Step>, step: Step) {
    let last = steps.iter().rposition(|s| !matches!(s.kind, StepKind::Branch { .. }));
    let line = |s: &Step| (s.source.as_ref().map(|s| (s.file.clone(), s.line)), s.depth);
    let Some(last) = last.filter(|&n| {
        let before = &steps[n];
        matches!(step.kind, StepKind::Assign | StepKind::Assume)
            && before.kind == step.kind
            && line(before) == line(&step)
            && before.iteration == step.iteration
            && before.procedure == step.procedure
    }) else {
        return steps.push(step);
    };
    steps.truncate(last + 1);
    let before = &mut steps[last];
    update(&mut before.writes, step.writes);
    update(&mut before.reads, step.reads);
}

/// Later values replace earlier ones; of many, those that are not zero matter.
fn update(bindings: &mut Vec<Binding>, newer: Vec<Binding>) {
    const MANY: usize = 8;
    for binding in newer {
        match bindings.iter_mut().find(|b| b.name == binding.name) {
            Some(known) => *known = binding,
            None => bindings.push(binding),
        }
    }
    if bindings.len() > MANY {
        let zero = |b: &Binding| matches!(b.value.to_string().as_str(), "0" | "NULL");
        let first = bindings.first().cloned();
        bindings.retain(|b| !zero(b));
        if bindings.is_empty() {
            bindings.extend(first);
        }
    }
}

/// Does a statement mention a variable on its right side?
fn mentions(text: &str, name: &str) -> bool {
    let part = |c: char| c.is_ascii_alphanumeric() || "_.$'".contains(c);
    let value = text.split_once(":=").map_or("", |(_, value)| value);
    value.split(|c| !part(c)).any(|word| word == name)
}
