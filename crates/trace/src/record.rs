//! Writing down an execution while it is replayed: an observer of the interpreter that turns
//! transitions into the steps of a trace.

use crate::concretise::Concrete;
use crate::show::{Shower, Shown, list};
use crate::source::{location, source_location};
use crate::trace::{
    Binding, Failure, InitialPlace, Iteration, Location, ShownAttribute, Step, StepKind, Trace,
};
use lariat_logic::{Op, Sort, SortId, Term, TermId, Terms, Value, VarId};
use lariat_program::interpreter::{At, Effect, End, Observer, Point, Slot, View, Written};
use lariat_program::{AttributeArg, CommandKind, Info, InfoId, ProcId, Program};
use rustc_hash::FxHashSet;

/// At most this many values of a condition are written down.
const MAX_SHOWN_VALUES: usize = 32;
/// Of a long execution, so many steps are written down at both ends; between them, calls and inputs.
const STEPS_AT_EACH_END: u64 = 20_000;

/// An active procedure.
struct Context {
    procedure: ProcId,
    depth: u32,
    iteration: Option<Iteration>,
    /// Where the front end said last that we are.
    source: Option<Location>,
    /// In a loop: the step at which the iteration begins.
    begins: usize,
}

/// Writes down an execution.
pub(crate) struct Recorder<'a> {
    program: &'a Program,
    concrete: &'a Concrete,
    shower: Shower<'a>,
    globals: FxHashSet<VarId>,
    contexts: Vec<Context>,
    /// Inside a call that only records a value: the height of the stack outside.
    muted: Option<usize>,
    /// The places of map variables that are read.
    map_reads: FxHashSet<(VarId, Vec<Value>)>,
    trace: Trace,
    /// How many steps the execution has, and how many of them are over.
    length: u64,
    now: u64,
}

impl<'a> Recorder<'a> {
    pub fn new(
        program: &'a Program,
        concrete: &'a Concrete,
        accesses: FxHashSet<(SortId, Vec<Value>)>,
        reads: FxHashSet<(VarId, Vec<Value>)>,
        length: u64,
    ) -> Self {
        Recorder {
            program,
            concrete,
            shower: Shower::new(&program.terms, accesses),
            globals: program.globals.iter().copied().collect(),
            contexts: Vec::new(),
            muted: None,
            map_reads: reads,
            trace: Trace::default(),
            length,
            now: 0,
        }
    }

    pub fn finish(self) -> Trace {
        self.trace
    }

    /// Whether this step is neither near the beginning nor near the end.
    fn in_the_middle(&self) -> bool {
        self.now > STEPS_AT_EACH_END && self.now + STEPS_AT_EACH_END < self.length
    }

    fn binding(&self, var: VarId, value: &Value) -> Binding {
        let variable = self.program.terms.variable(var);
        let value = self.shower.show(variable.sort, value);
        Binding { name: variable.name.clone(), value, global: self.globals.contains(&var) }
    }

    fn slot_binding(&self, var: VarId, slot: &Slot) -> Binding {
        match slot {
            Slot::Known(value) => self.binding(var, value),
            Slot::Unknown(_) | Slot::Arbitrary(_) => Binding {
                name: self.program.terms.variable(var).name.clone(),
                value: Shown::Unknown,
                global: self.globals.contains(&var),
            },
        }
    }

    fn chosen(&self, since: Point, vars: &[VarId]) -> Vec<Binding> {
        let chosen = |v: &VarId| Some((*v, self.concrete.values.get(&(since, *v))?));
        vars.iter().filter_map(chosen).map(|(v, value)| self.binding(v, value)).collect()
    }

    /// What maps have at the start, at the places that are read.
    fn initial_places(&self) -> Vec<InitialPlace> {
        let mut places: Vec<InitialPlace> = Vec::new();
        for (var, place) in &self.map_reads {
            if let Some(Value::Map(map)) = self.concrete.values.get(&(Point(0), *var)) {
                let variable = self.program.terms.variable(*var).name.clone();
                let value = map.select(place).clone();
                places.push(InitialPlace { variable, place: place.clone(), value });
            }
        }
        places.sort();
        places
    }

    /// The name that the program gives the procedure whose code this is.
    fn written_name(&self, procedure: ProcId) -> String {
        let mut id = procedure;
        // Loops inside loops: a few levels, but never in a circle.
        for _ in 0..64 {
            match &self.program.procedures[id].loop_info {
                Some(l) => id = l.procedure,
                None => break,
            }
        }
        self.program.procedures[id].name.clone()
    }

    fn push_context(&mut self, procedure: ProcId) {
        let caller = self.contexts.last();
        let depth = caller.map_or(0, |c| c.depth);
        let begins = self.trace.steps.len();
        let context = match (&self.program.procedures[procedure].loop_info, caller) {
            (Some(info), Some(caller)) => {
                let before = caller.iteration.as_ref().filter(|_| caller.procedure == procedure);
                let number = before.map_or(0, |i| i.number) + 1;
                let iteration = Some(Iteration { label: info.label.clone(), number });
                Context { procedure, depth, iteration, source: caller.source.clone(), begins }
            }
            (_, None) => Context { procedure, depth: 0, iteration: None, source: None, begins },
            (None, Some(_)) => {
                Context { procedure, depth: depth + 1, iteration: None, source: None, begins }
            }
        };
        self.contexts.push(context);
    }

    fn pop_context(&mut self) {
        let Some(gone) = self.contexts.pop() else { return };
        let is_loop = self.program.procedures[gone.procedure].loop_info.is_some();
        if let Some(caller) = self.contexts.last_mut().filter(|_| is_loop) {
            caller.source = gone.source;
        }
    }

    /// Whether this is the assignment with which the procedure of a loop takes over the variables
    /// of the procedure around it, which is not in the source.
    fn is_loop_entry(&self, at: At) -> bool {
        let procedure = &self.program.procedures[at.procedure];
        let Some(CommandKind::Assign(pairs)) = at.command(self.program).map(|c| &c.kind) else {
            return false;
        };
        procedure.loop_info.is_some()
            && pairs.iter().all(|&(target, value)| {
                let taken = self.program.terms.as_var(value);
                procedure.outputs.contains(&target)
                    && taken.is_some_and(|v| procedure.inputs.contains(&v))
            })
    }

    fn info_at(&self, at: At) -> InfoId {
        match at.command(self.program) {
            Some(command) => command.info,
            None => self.program.procedures[at.procedure].info,
        }
    }

    /// A step without values yet.
    fn blank(&mut self, at: At, kind: StepKind, view: &mut View<'_, '_>) -> Step {
        let info = &self.program.infos[self.info_at(at)];
        let procedure = self.written_name(at.procedure);
        let context = self.contexts.last_mut().expect("a running activation");
        let terms = &self.program.terms;
        if let Some(source) = source_location(terms, info, context.source.as_ref()) {
            context.source = Some(source);
        }
        Step {
            place: location(self.program, info.place),
            source: context.source.clone(),
            procedure,
            depth: context.depth,
            iteration: context.iteration.clone(),
            kind,
            text: info.text.clone(),
            writes: Vec::new(),
            havocked: Vec::new(),
            reads: Vec::new(),
            printed: self.printed(info, view),
            attributes: self.attributes(info, view),
        }
    }

    fn show_term(&self, term: TermId, view: &mut View<'_, '_>) -> Shown {
        let sort = self.program.terms.sort_of(term);
        view.value(term).map_or(Shown::Unknown, |v| self.shower.show(sort, &v))
    }

    fn attributes(&self, info: &Info, view: &mut View<'_, '_>) -> Vec<ShownAttribute> {
        let mut shown = Vec::with_capacity(info.attributes.len());
        for attribute in &info.attributes {
            let args = attribute.args.iter().map(|arg| match arg {
                AttributeArg::Text(text) => text.clone(),
                AttributeArg::Term(term) => self.show_term(*term, view).to_string(),
            });
            shown.push(ShownAttribute { name: attribute.name.clone(), args: args.collect() });
        }
        shown
    }

    fn printed(&self, info: &Info, view: &mut View<'_, '_>) -> Option<String> {
        let print = info.attribute("print")?;
        let mut line = String::new();
        for arg in &print.args {
            if !line.is_empty() && !line.ends_with([' ', '=', ':', '(']) {
                line.push(' ');
            }
            match arg {
                AttributeArg::Text(text) => line.push_str(text),
                AttributeArg::Term(term) => {
                    line.push_str(&self.show_term(*term, view).to_string());
                }
            }
        }
        Some(line)
    }

    /// The variables and places of maps that a condition depends on, with their values.
    fn reads(&self, condition: TermId, view: &mut View<'_, '_>) -> Vec<Binding> {
        let terms = &self.program.terms;
        let parts = condition_parts(terms, condition);
        let mut reads: Vec<Binding> = Vec::new();
        for part in parts {
            let Some((name, var)) = self.name_of(part, view) else { continue };
            if reads.len() >= MAX_SHOWN_VALUES || reads.iter().any(|r| r.name == name) {
                continue;
            }
            let value = self.show_term(part, view);
            reads.push(Binding { name, value, global: self.globals.contains(&var) });
        }
        reads
    }

    /// What the failing condition reads, and the values of quantified variables because of which it is false.
    fn values_of(&self, condition: TermId, view: &mut View<'_, '_>) -> Vec<Binding> {
        let mut values = self.reads(condition, view);
        for (var, value) in view.deciding_instance(condition) {
            let variable = self.program.terms.variable(var);
            let (name, value) = (variable.name.clone(), self.shower.show(variable.sort, &value));
            values.push(Binding { name, value, global: false });
        }
        values
    }

    /// `x`, or `M[3]` for a place of a map, with the variable.
    fn name_of(&self, term: TermId, view: &mut View<'_, '_>) -> Option<(String, VarId)> {
        let terms = &self.program.terms;
        let mut places = Vec::new();
        let mut below = term;
        while let Term::App(Op::Select, args) = terms.get(below) {
            let shown: Vec<Shown> = args[1..].iter().map(|&i| self.show_term(i, view)).collect();
            places.push(format!("[{}]", list(&shown)));
            below = args[0];
        }
        let var = terms.as_var(below)?;
        places.reverse();
        Some((format!("{}{}", terms.variable(var).name, places.concat()), var))
    }

    fn condition_step(&mut self, at: At, condition: TermId, view: &mut View<'_, '_>) {
        let command = at.command(self.program);
        let kind = match command.map(|c| &c.kind) {
            Some(CommandKind::Assert(_)) => StepKind::Assert,
            Some(_) => StepKind::Assume,
            None => StepKind::Ensures,
        };
        let info = &self.program.infos[self.info_at(at)];
        let says_where = source_location(&self.program.terms, info, None).is_some();
        let kind = if condition == Terms::TRUE && says_where { StepKind::Marker } else { kind };
        let mut step = self.blank(at, kind, view);
        step.reads = self.reads(condition, view);
        self.trace.steps.push(step);
    }

    fn assigned(&self, written: &[Written]) -> Vec<Binding> {
        let terms = &self.program.terms;
        let mut writes = Vec::new();
        for change in written {
            match change {
                Written::Value(var, slot) => writes.push(self.slot_binding(*var, slot)),
                Written::Places(var, places) => {
                    let variable = terms.variable(*var);
                    let Sort::Map { indices, element } = terms.sort_of_id(variable.sort) else {
                        continue;
                    };
                    for (place, value) in places {
                        let place = list(&self.shower.show_place(indices, place));
                        let name = format!("{}[{place}]", variable.name);
                        let value = self.shower.show(*element, value);
                        writes.push(Binding { name, value, global: self.globals.contains(var) });
                    }
                }
            }
        }
        writes
    }

    fn called(&mut self, at: At, callee: ProcId, args: &[Slot], view: &mut View<'_, '_>) {
        let procedure = &self.program.procedures[callee];
        let info = &self.program.infos[self.info_at(at)];
        let pairs = procedure.inputs.iter().zip(args);
        let bindings: Vec<Binding> = pairs.map(|(&v, slot)| self.slot_binding(v, slot)).collect();
        if procedure.name.starts_with("boogie_si_record") || info.has("cexpr") {
            let mut step = self.blank(at, StepKind::Record, view);
            let name = info.attribute("cexpr").and_then(|a| a.text(0)).map(str::to_string);
            step.writes = bindings;
            if let (Some(name), Some(first)) = (name, step.writes.first_mut()) {
                first.name = name;
            }
            self.trace.steps.push(step);
            self.muted = Some(self.contexts.len());
            self.push_context(callee);
        } else if procedure.loop_info.is_some() {
            // The iteration is what its body does; its place is that of the loop.
            self.push_context(callee);
            if self.in_the_middle() {
                self.trace.left_out += 1;
                return;
            }
            let step = self.blank(at, StepKind::Iterate, view);
            self.trace.steps.push(step);
        } else {
            let (callee_name, external) = (procedure.name.clone(), !procedure.has_body);
            let kind = StepKind::Call { callee: callee_name, args: bindings, external };
            let step = self.blank(at, kind, view);
            self.trace.steps.push(step);
            self.push_context(callee);
        }
    }

    fn returned(&mut self, at: At, procedure: ProcId, slots: &[Slot], view: &mut View<'_, '_>) {
        let declaration = &self.program.procedures[procedure];
        if declaration.loop_info.is_none() {
            let pairs = declaration.outputs.iter().zip(slots);
            let results = pairs.map(|(&v, slot)| self.slot_binding(v, slot)).collect();
            let kind = StepKind::Return { from: declaration.name.clone(), results };
            let mut step = self.blank(at, kind, view);
            step.text = format!("return from {}", declaration.name);
            step.attributes.clear();
            step.printed = None;
            self.trace.steps.push(step);
        } else if let Some(context) = self.contexts.last() {
            // The last activation of a loop only finds out that there is no further iteration.
            let idle = |s: &Step| matches!(s.kind, StepKind::Iterate | StepKind::Branch { .. });
            if self.trace.steps[context.begins..].iter().all(idle) {
                self.trace.steps.truncate(context.begins);
            }
        }
        self.pop_context();
    }
}

impl Observer for Recorder<'_> {
    fn started(&mut self, view: &mut View<'_, '_>) {
        let entry = view.stack().next().expect("the entry is active");
        self.contexts.clear();
        self.now = 0;
        self.push_context(entry);
        let procedure = &self.program.procedures[entry];
        let mut initial = self.chosen(Point(0), &procedure.inputs);
        initial.extend(self.chosen(Point(0), &self.program.globals));
        initial.extend(self.chosen(Point(0), &self.program.constants));
        let start = self.initial_places();
        self.trace = Trace { entry: procedure.name.clone(), initial, start, ..Trace::default() };
    }

    fn stepped(&mut self, at: At, effect: &Effect, view: &mut View<'_, '_>) {
        self.now += 1;
        if let Some(height) = self.muted {
            match effect {
                Effect::Called(callee, _) => self.push_context(*callee),
                Effect::Returned(..) => {
                    self.pop_context();
                    if self.contexts.len() <= height {
                        self.muted = None;
                    }
                }
                _ => {}
            }
            return;
        }
        let told =
            matches!(effect, Effect::Called(..) | Effect::Returned(..) | Effect::Havocked(..));
        if self.in_the_middle() && !told {
            self.trace.left_out += usize::from(!matches!(effect, Effect::Nothing));
            return;
        }
        match effect {
            Effect::Held(condition) => self.condition_step(at, *condition, view),
            Effect::Assigned(_) if self.is_loop_entry(at) => {}
            Effect::Assigned(written) => {
                let mut step = self.blank(at, StepKind::Assign, view);
                step.writes = self.assigned(written);
                self.trace.steps.push(step);
            }
            Effect::Havocked(since, vars) => {
                let mut step = self.blank(at, StepKind::Havoc, view);
                let name = |v: &VarId| self.program.terms.variable(*v).name.clone();
                step.havocked = vars.iter().map(name).collect();
                step.writes = self.chosen(*since, vars);
                self.trace.steps.push(step);
            }
            Effect::Called(callee, args) => self.called(at, *callee, args, view),
            Effect::Returned(procedure, slots) => self.returned(at, *procedure, slots, view),
            Effect::Went(target) => {
                let blocks = &self.program.procedures[at.procedure].body.blocks;
                if blocks[at.block].successors().len() > 1 {
                    let label = blocks[*target].label.clone();
                    let mut step = self.blank(at, StepKind::Branch { label }, view);
                    // The place is that of what comes next, if anything does.
                    if let Some(first) = blocks[*target].commands.first() {
                        let place = self.program.infos[first.info].place;
                        step.place = location(self.program, place);
                    }
                    step.text = format!("goto {}", blocks[*target].label);
                    step.attributes.clear();
                    step.printed = None;
                    self.trace.steps.push(step);
                }
            }
            Effect::Nothing => {}
        }
    }

    fn ended(&mut self, end: &End, view: &mut View<'_, '_>) {
        let &End::Failed(at) = end else { return };
        let Some(command) = at.command(self.program) else { return };
        let CommandKind::Assert(condition) = command.kind else { return };
        let step = self.blank(at, StepKind::Assert, view);
        let info = &self.program.infos[command.info];
        self.trace.failure = Some(Failure {
            place: step.place,
            source: step.source,
            item: info.item.map(|item| item.id),
            procedure: step.procedure,
            depth: step.depth,
            text: step.text,
            message: info.message().map(str::to_string),
            values: self.values_of(condition, view),
            printed: step.printed,
            attributes: step.attributes,
        });
    }
}

/// Variables and map reads in a term outside of binders, in order; a map that is only read at some
/// places is not itself among them.
fn condition_parts(terms: &Terms, condition: TermId) -> Vec<TermId> {
    let mut parts = Vec::new();
    let mut seen = FxHashSet::default();
    let mut stack = vec![condition];
    while let Some(id) = stack.pop() {
        if !seen.insert(id) {
            continue;
        }
        match terms.get(id) {
            Term::Var(_) => parts.push(id),
            Term::App(Op::Select, args) => {
                parts.push(id);
                stack.extend(args[1..].iter().rev());
                // Down through `M[i][j]`, but not to `M`.
                let mut below = args[0];
                while let Term::App(Op::Select, args) = terms.get(below) {
                    stack.extend(args[1..].iter().rev());
                    below = args[0];
                }
                if terms.as_var(below).is_none() {
                    stack.push(below);
                }
            }
            Term::App(_, args) | Term::Call(_, args) => stack.extend(args.iter().rev()),
            Term::Old(t) => stack.push(*t),
            Term::Literal(_) | Term::Bind(_) => {}
        }
    }
    parts
}
