//! The transitions of Fig. 2, with assertions, parallel assignment and ensures clauses added.

use super::evaluate::{Evaluator, Outcome, Scope, unknown};
use super::quantify::Candidates;
use super::state::{Activation, Home, Layout, Point, Slot, State, Unknown};
use crate::program::{Block, BlockId, Call, Command, CommandKind, Exit, ProcId, Program};
use lariat_logic::{EvalError, MapValue, Op, Sort, SortId, Term, TermId, Value, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// What an execution is asked to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Go wrong at an assertion.
    Failure,
    /// Return from the entry procedure; assertions only block.
    Return,
}

/// How many activations of a procedure may be on the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bounds {
    /// Any number.
    None,
    /// This many, and what the procedure adds to it.
    Recursion(u32),
}

/// A place in the program: a command of a block, or what follows its last command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct At {
    /// The procedure.
    pub procedure: ProcId,
    /// The block.
    pub block: BlockId,
    /// The command; past the last one, the ensures clauses of a returning block, then its exit.
    pub command: usize,
}

impl At {
    /// The command there, if it is one.
    pub fn command(self, program: &Program) -> Option<&Command> {
        program.procedures[self.procedure].body.blocks[self.block].commands.get(self.command)
    }
}

/// Why an execution cannot go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    /// The assumption there is false.
    Assumption,
    /// The assertion there is false, and the goal is not to fail.
    Assertion,
    /// This ensures clause of the returning procedure is false.
    Ensures(usize),
    /// No block comes next.
    NoSuccessor,
    /// The call there goes beyond the recursion bound.
    RecursionBound(ProcId),
}

/// How an execution ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The entry returned.
    Returned,
    /// The assertion there is false.
    Failed(At),
    /// The execution cannot go on.
    Blocked {
        /// Where.
        at: At,
        /// Why not.
        why: Why,
    },
    /// It is not known how the execution goes on.
    Stuck {
        /// Where.
        at: At,
        /// What could not be evaluated.
        error: EvalError,
    },
    /// Whoever makes the choices did not want to go on.
    Stopped(At),
}

/// A change of a variable.
#[derive(Clone, Debug)]
pub enum Written {
    /// A new value.
    Value(VarId, Slot),
    /// Some places of a map.
    Places(VarId, Vec<(Vec<Value>, Rc<Value>)>),
}

/// What a transition did.
#[derive(Clone, Debug)]
pub enum Effect {
    /// The assumption, assertion or ensures clause holds.
    Held(TermId),
    /// Variables were assigned.
    Assigned(Vec<Written>),
    /// Variables became arbitrary.
    Havocked(Point, Vec<VarId>),
    /// A procedure was called with these arguments; its activation is on top now.
    Called(ProcId, Vec<Slot>),
    /// The procedure returned these results; its activation is gone.
    Returned(ProcId, Vec<Slot>),
    /// This block was entered.
    Went(BlockId),
    /// Nothing.
    Nothing,
}

/// What [`Machine::step`] has to say.
#[derive(Clone, Debug)]
pub enum Step {
    /// One transition was made.
    Done(Effect),
    /// Nothing happened yet: several blocks may come next, [`Machine::go`] to one.
    Choose,
    /// Nothing happened yet: first [`Machine::answer`] this.
    Needs(Unknown),
    /// Nothing happened yet: the condition there has no value here; [`Machine::suppose`] one.
    Unevaluated(TermId, EvalError),
    /// The execution is over.
    Ended(End),
}

/// Executes a program.
pub struct Machine<'p> {
    program: &'p Program,
    goal: Goal,
    bounds: Bounds,
    layout: Layout,
    evaluator: Evaluator,
    points: u32,
}

/// A condition at which an execution may end.
enum Condition {
    Assume,
    Assert,
    Ensures(usize),
}

impl<'p> Machine<'p> {
    /// A machine for this program.
    pub fn new(program: &'p Program, goal: Goal, bounds: Bounds) -> Self {
        let layout = Layout::new(program);
        Machine { program, goal, bounds, layout, evaluator: Evaluator::default(), points: 0 }
    }

    /// The program.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// A state before anything has happened: everything is arbitrary, no procedure is active.
    pub fn initial_state(&mut self) -> State {
        self.points = 0;
        let arbitrary = Slot::Arbitrary(Point(0));
        State {
            globals: vec![arbitrary.clone(); self.program.globals.len()],
            constants: Rc::new(vec![arbitrary; self.program.constants.len()]),
            meanings: Rc::new(FxHashMap::default()),
            stack: Vec::new(),
            counts: vec![0; self.program.procedures.len()],
        }
    }

    /// Says what to try for quantified variables that have too many values to try them all.
    pub fn try_values(&mut self, candidates: Candidates) {
        self.evaluator.candidates = candidates;
    }

    /// The values of quantified variables with which an instance decides this condition, if one does: where it is false, or
    /// true, because of them.
    pub fn deciding_instance(&mut self, state: &State, term: TermId) -> Vec<(VarId, Rc<Value>)> {
        self.evaluator.deciding.clear();
        let _ = self.outcome(state, term);
        std::mem::take(&mut self.evaluator.deciding)
    }

    /// Begins to note which places of maps are read and written.
    pub fn note_accesses(&mut self) {
        self.evaluator.accesses.get_or_insert_default();
    }

    /// The places of maps, by the map's sort, that were read and written since
    /// [`Machine::note_accesses`].
    pub fn take_accesses(&mut self) -> FxHashSet<(SortId, Vec<Value>)> {
        self.evaluator.accesses.take().unwrap_or_default()
    }

    /// The places of map variables that were read before anything was written there, since
    /// [`Machine::note_accesses`].
    pub fn take_reads(&mut self) -> FxHashSet<(VarId, Vec<Value>)> {
        self.evaluator.written.clear();
        std::mem::take(&mut self.evaluator.reads)
    }

    /// Starts the entry procedure. `Err` says what must be answered first.
    pub fn start(&mut self, state: &mut State, entry: ProcId) -> Result<(), Unknown> {
        let inputs = vec![Slot::Arbitrary(Point(0)); self.program.procedures[entry].inputs.len()];
        self.activate(state, entry, inputs, Point(0))
    }

    fn activate(
        &mut self,
        state: &mut State,
        callee: ProcId,
        inputs: Vec<Slot>,
        now: Point,
    ) -> Result<(), Unknown> {
        let mut old = Vec::with_capacity(self.layout.old[callee].len());
        for &v in &self.layout.old[callee] {
            old.push(slot_of(self.scope(state).variable(v, false)?));
        }
        let procedure = &self.program.procedures[callee];
        let mut slots = inputs;
        let rest = procedure.outputs.len() + procedure.locals.len();
        slots.extend(std::iter::repeat_n(Slot::Arbitrary(now), rest));
        state.counts[callee.index()] += 1;
        state.stack.push(Activation { procedure: callee, block: BlockId(0), next: 0, slots, old });
        Ok(())
    }

    fn scope<'a>(&'a self, state: &'a State) -> Scope<'a> {
        Scope {
            terms: &self.program.terms,
            layout: &self.layout,
            state,
            activation: state.stack.last(),
        }
    }

    /// The value of a term in the running activation, or what must be answered first.
    pub fn eval(
        &mut self,
        state: &State,
        term: TermId,
    ) -> Result<Result<Rc<Value>, EvalError>, Unknown> {
        Ok(self.outcome(state, term)?.map_err(|e| (*e).clone()))
    }

    fn outcome(&mut self, state: &State, term: TermId) -> Result<Outcome, Unknown> {
        let scope = Scope {
            terms: &self.program.terms,
            layout: &self.layout,
            state,
            activation: state.stack.last(),
        };
        self.evaluator.eval(term, scope)
    }

    /// What is known of a variable in the running activation.
    pub fn slot<'a>(&self, state: &'a State, var: VarId) -> Option<&'a Slot> {
        if let Some(a) = state.stack.last()
            && let Some(&i) = self.layout.locals[a.procedure].get(&var)
        {
            return Some(&a.slots[i as usize]);
        }
        match self.layout.shared.get(&var)? {
            Home::Global(i) => Some(&state.globals[*i as usize]),
            Home::Constant(i) => Some(&state.constants[*i as usize]),
        }
    }

    fn slot_mut<'a>(&self, state: &'a mut State, var: VarId) -> Option<&'a mut Slot> {
        if let Some(a) = state.stack.last_mut()
            && let Some(&i) = self.layout.locals[a.procedure].get(&var)
        {
            return Some(&mut a.slots[i as usize]);
        }
        match self.layout.shared.get(&var)? {
            Home::Global(i) => Some(&mut state.globals[*i as usize]),
            Home::Constant(i) => Some(&mut Rc::make_mut(&mut state.constants)[*i as usize]),
        }
    }

    fn set(&self, state: &mut State, var: VarId, slot: Slot) {
        *self.slot_mut(state, var).expect("a variable in scope") = slot;
    }

    /// Decides what was open; without a value it stays unknown, and so does all that depends on it.
    pub fn answer(&mut self, state: &mut State, unknown: Unknown, value: Option<Value>) {
        let error = match &unknown {
            Unknown::Variable { var, .. } => EvalError::Variable(*var),
            Unknown::Function { function, .. } => EvalError::Function(*function),
            Unknown::Operator { op: Op::Smt(name), .. } => EvalError::Theory(name.clone()),
            Unknown::Operator { .. } => EvalError::Unspecified,
        };
        let slot = value.map_or_else(|| Slot::Unknown(Rc::new(error)), |v| Slot::Known(Rc::new(v)));
        match unknown {
            Unknown::Variable { var, .. } => self.set(state, var, slot),
            other => {
                Rc::make_mut(&mut state.meanings).insert(other, slot);
            }
        }
    }

    /// Decides that what was open stays so: whatever depends on it has no value. Of a map it is the contents that
    /// are not known, place by place: what is written there later is.
    pub fn leave_open(&mut self, state: &mut State, open: Unknown) {
        if let Unknown::Variable { var, .. } = open
            && let Sort::Map { element, .. } =
                self.program.terms.sort_of_id(self.program.terms.variable(var).sort)
            && !matches!(self.program.terms.sort_of_id(*element), Sort::Map { .. })
        {
            let map = Value::Map(MapValue::constant(unknown(*element)));
            return self.set(state, var, Slot::Known(Rc::new(map)));
        }
        self.answer(state, open, None);
    }

    /// Makes one state of two that are at the same place: it has all executions of both. What they differ in is not
    /// known; of maps, place by place. Says no, and changes nothing, if they are at different places.
    pub fn unite(&self, state: &mut State, other: &State) -> bool {
        let place = |s: &State| -> Vec<(ProcId, BlockId, usize)> {
            s.stack.iter().map(|a| (a.procedure, a.block, a.next)).collect()
        };
        if place(state) != place(other) {
            return false;
        }
        let program = self.program;
        for ((slot, b), &var) in state.globals.iter_mut().zip(&other.globals).zip(&program.globals)
        {
            self.unite_slots(slot, b, var);
        }
        if !Rc::ptr_eq(&state.constants, &other.constants) && state.constants != other.constants {
            let constants = Rc::make_mut(&mut state.constants).iter_mut();
            for ((slot, b), &var) in constants.zip(&*other.constants).zip(&program.constants) {
                self.unite_slots(slot, b, var);
            }
        }
        // Answers that one of them does not have are asked for again.
        if !Rc::ptr_eq(&state.meanings, &other.meanings) {
            let same = |unknown: &Unknown, slot: &Slot| other.meanings.get(unknown) == Some(slot);
            Rc::make_mut(&mut state.meanings).retain(|unknown, slot| same(unknown, slot));
        }
        for (a, b) in state.stack.iter_mut().zip(&other.stack) {
            let procedure = &program.procedures[a.procedure];
            let variables =
                procedure.inputs.iter().chain(&procedure.outputs).chain(&procedure.locals);
            for ((slot, b), &var) in a.slots.iter_mut().zip(&b.slots).zip(variables) {
                self.unite_slots(slot, b, var);
            }
            let old = &self.layout.old[a.procedure];
            for ((slot, b), &var) in a.old.iter_mut().zip(&b.old).zip(old) {
                self.unite_slots(slot, b, var);
            }
        }
        true
    }

    fn unite_slots(&self, slot: &mut Slot, other: &Slot, var: VarId) {
        if slot == other || matches!(slot, Slot::Arbitrary(_) | Slot::Unknown(_)) {
            return;
        }
        let terms = &self.program.terms;
        let sort = terms.sort_of_id(terms.variable(var).sort);
        *slot = match (&mut *slot, other, sort) {
            (Slot::Known(a), Slot::Known(b), Sort::Map { element, .. }) => {
                let (Value::Map(a), Value::Map(b)) = (&**a, &**b) else { return };
                let mut both = a.clone();
                if a.default_value() != b.default_value() {
                    both = MapValue::constant(unknown(*element));
                }
                for (place, _) in a.entries().chain(b.entries()) {
                    let value = match a.select(place) == b.select(place) {
                        true => a.select(place).clone(),
                        false => unknown(*element),
                    };
                    both.set(place.to_vec(), value);
                }
                Slot::Known(Rc::new(Value::Map(both)))
            }
            (_, Slot::Known(_), _) => Slot::Unknown(Rc::new(EvalError::Unspecified)),
            (_, open, _) => open.clone(),
        };
    }

    /// Where the running activation is.
    ///
    /// # Panics
    /// If no procedure is active.
    pub fn at(&self, state: &State) -> At {
        let a = state.stack.last().expect("a running activation");
        At { procedure: a.procedure, block: a.block, command: a.next }
    }

    fn block(&self, at: At) -> &'p Block {
        &self.program.procedures[at.procedure].body.blocks[at.block]
    }

    /// The blocks to choose from at [`Step::Choose`].
    pub fn successors(&self, state: &State) -> &'p [BlockId] {
        self.block(self.at(state)).successors()
    }

    /// Goes to the next block.
    pub fn go(&mut self, state: &mut State, target: BlockId) -> Effect {
        let a = state.stack.last_mut().expect("a running activation");
        a.block = target;
        a.next = 0;
        Effect::Went(target)
    }

    fn advance(&self, state: &mut State) {
        state.stack.last_mut().expect("a running activation").next += 1;
    }

    /// Makes one transition, or says what is missing for it.
    pub fn step(&mut self, state: &mut State) -> Step {
        let at = self.at(state);
        let block = self.block(at);
        if let Some((term, condition)) = self.condition(at) {
            return match self.outcome(state, term) {
                Err(unknown) => Step::Needs(unknown),
                Ok(Err(error)) => Step::Unevaluated(term, (*error).clone()),
                Ok(Ok(value)) => {
                    self.decide(state, at, term, &condition, *value == Value::Bool(true))
                }
            };
        }
        if let Some(command) = block.commands.get(at.command) {
            return match self.execute(state, &command.kind) {
                Ok(step) => step,
                Err(unknown) => Step::Needs(unknown),
            };
        }
        match &block.exit {
            Exit::Goto(targets) if targets.is_empty() => {
                Step::Ended(End::Blocked { at, why: Why::NoSuccessor })
            }
            Exit::Goto(_) => Step::Choose,
            Exit::Return => match self.leave(state) {
                Ok(step) => step,
                Err(unknown) => Step::Needs(unknown),
            },
        }
    }

    fn condition(&self, at: At) -> Option<(TermId, Condition)> {
        let block = self.block(at);
        match block.commands.get(at.command).map(|c| &c.kind) {
            Some(CommandKind::Assume(t)) => Some((*t, Condition::Assume)),
            Some(CommandKind::Assert(t)) => Some((*t, Condition::Assert)),
            Some(_) => None,
            None if block.exit == Exit::Return => {
                let clause = at.command - block.commands.len();
                let ensures = &self.program.procedures[at.procedure].ensures;
                ensures.get(clause).map(|&t| (t, Condition::Ensures(clause)))
            }
            None => None,
        }
    }

    /// After [`Step::Unevaluated`]: goes on as if the condition had this value.
    pub fn suppose(&mut self, state: &mut State, truth: bool) -> Step {
        let at = self.at(state);
        match self.condition(at) {
            Some((term, condition)) => self.decide(state, at, term, &condition, truth),
            None => self.step(state),
        }
    }

    fn decide(
        &mut self,
        state: &mut State,
        at: At,
        term: TermId,
        condition: &Condition,
        truth: bool,
    ) -> Step {
        if truth {
            self.advance(state);
            return Step::Done(Effect::Held(term));
        }
        let why = match condition {
            Condition::Assert if self.goal == Goal::Failure => {
                return Step::Ended(End::Failed(at));
            }
            Condition::Assert => Why::Assertion,
            Condition::Assume => Why::Assumption,
            Condition::Ensures(clause) => Why::Ensures(*clause),
        };
        Step::Ended(End::Blocked { at, why })
    }

    fn execute(&mut self, state: &mut State, kind: &CommandKind) -> Result<Step, Unknown> {
        let effect = match kind {
            CommandKind::Assume(_) | CommandKind::Assert(_) => {
                unreachable!("conditions are decided, not executed")
            }
            CommandKind::Assign(pairs) => self.assign(state, pairs)?,
            CommandKind::Havoc(vars) => {
                self.points += 1;
                let now = Point(self.points);
                for &v in vars {
                    self.set(state, v, Slot::Arbitrary(now));
                }
                Effect::Havocked(now, vars.clone())
            }
            CommandKind::Call(call) => return self.call(state, call),
            CommandKind::Mark(_) => Effect::Nothing,
        };
        self.advance(state);
        Ok(Step::Done(effect))
    }

    fn assign(&mut self, state: &mut State, pairs: &[(VarId, TermId)]) -> Result<Effect, Unknown> {
        // All right sides first: the assignment is parallel.
        let mut written = Vec::with_capacity(pairs.len());
        for &(var, term) in pairs {
            written.push(match self.map_update(state, var, term)? {
                Some(places) => Written::Places(var, places),
                None => Written::Value(var, slot_of(self.outcome(state, term)?)),
            });
        }
        for change in &written {
            match change {
                Written::Value(var, slot) => self.set(state, *var, slot.clone()),
                Written::Places(var, places) => {
                    let slot = self.slot_mut(state, *var).expect("a variable in scope");
                    if let Slot::Known(map) = slot {
                        store_in_place(map, places);
                    }
                }
            }
        }
        Ok(Effect::Assigned(written))
    }

    /// The places that `var := term` changes, if `term` is an update of `var` itself whose parts can
    /// be evaluated. A long execution updates its maps in place that way instead of copying them.
    #[allow(clippy::type_complexity)]
    fn map_update(
        &mut self,
        state: &State,
        var: VarId,
        term: TermId,
    ) -> Result<Option<Vec<(Vec<Value>, Rc<Value>)>>, Unknown> {
        let terms = &self.program.terms;
        let mut stores = Vec::new();
        let mut below = term;
        while let Term::App(Op::Store, args) = terms.get(below) {
            stores.push(args);
            below = args[0];
        }
        if stores.is_empty() || terms.as_var(below) != Some(var) {
            return Ok(None);
        }
        if let Some(&Slot::Arbitrary(since)) = self.slot(state, var) {
            return Err(Unknown::Variable { var, since });
        }
        if !matches!(self.slot(state, var), Some(Slot::Known(_))) {
            return Ok(None);
        }
        let sort = terms.sort_of(term);
        let mut places = Vec::with_capacity(stores.len());
        for args in stores.into_iter().rev() {
            let mut parts = Vec::with_capacity(args.len() - 1);
            for (i, &part) in args[1..].iter().enumerate() {
                match self.outcome(state, part)? {
                    Ok(value) => parts.push(value),
                    Err(_) if i + 2 == args.len() => {
                        parts.push(Rc::new(unknown(terms.sort_of(part))));
                    }
                    Err(_) => return Ok(None),
                }
            }
            let value = parts.pop().expect("a store has a value");
            let place: Vec<&Value> = parts.iter().map(|p| &**p).collect();
            self.evaluator.access(sort, &place);
            if self.evaluator.accesses.is_some() {
                let place = parts.iter().map(|p| (**p).clone()).collect();
                self.evaluator.written.insert((var, place));
            }
            places.push((parts.iter().map(|p| (**p).clone()).collect(), value));
        }
        Ok(Some(places))
    }

    fn call(&mut self, state: &mut State, call: &Call) -> Result<Step, Unknown> {
        let at = self.at(state);
        if let Bounds::Recursion(bound) = self.bounds {
            let bound = self.program.procedures[call.callee].recursion_bound(bound);
            if state.counts[call.callee.index()] >= bound {
                let why = Why::RecursionBound(call.callee);
                return Ok(Step::Ended(End::Blocked { at, why }));
            }
        }
        let mut args = Vec::with_capacity(call.args.len());
        for &term in &call.args {
            args.push(slot_of(self.outcome(state, term)?));
        }
        let now = Point(self.points + 1);
        self.activate(state, call.callee, args.clone(), now)?;
        self.points += 1;
        Ok(Step::Done(Effect::Called(call.callee, args)))
    }

    fn leave(&mut self, state: &mut State) -> Result<Step, Unknown> {
        let at = self.at(state);
        let mut results = Vec::new();
        for &v in &self.program.procedures[at.procedure].outputs {
            results.push(if state.stack.len() == 1 {
                // Nobody reads the outputs of the entry.
                self.slot(state, v).cloned().expect("an output has a slot")
            } else {
                slot_of(self.scope(state).variable(v, false)?)
            });
        }
        if state.stack.len() == 1 {
            return Ok(Step::Ended(End::Returned));
        }
        state.stack.pop();
        state.counts[at.procedure.index()] -= 1;
        let caller = self.at(state);
        let Some(Command { kind: CommandKind::Call(call), .. }) = caller.command(self.program)
        else {
            unreachable!("a caller stands at its call")
        };
        for (&target, slot) in call.results.iter().zip(&results) {
            self.set(state, target, slot.clone());
        }
        self.advance(state);
        Ok(Step::Done(Effect::Returned(at.procedure, results)))
    }
}

fn slot_of(outcome: Outcome) -> Slot {
    match outcome {
        Ok(value) => Slot::Known(value),
        Err(error) => Slot::Unknown(error),
    }
}

fn store_in_place(map: &mut Rc<Value>, places: &[(Vec<Value>, Rc<Value>)]) {
    if let Value::Map(map) = Rc::make_mut(map) {
        for (place, value) in places {
            map.set(place.clone(), (**value).clone());
        }
    }
}
