//! One execution of the program with its loops as cycles.

use crate::values::{Strategy, Values, suggestions};
use lariat_logic::{TermId, Value, VarId};
use lariat_program::interpreter::{At, Bounds, Effect, End, Goal, Machine, State, Step, Unknown};
use lariat_program::{BlockId, CommandKind, Frame, ProcId, Program};
use rustc_hash::FxHashMap;

/// How far an execution is followed.
pub struct Limits<'a> {
    /// Transitions.
    pub steps: u64,
    /// Whether to stop now.
    pub stop: &'a dyn Fn() -> bool,
}

/// The moment at which a variable became arbitrary, counted in a way that does not depend on how
/// loops are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Moment {
    /// The n-th call began; 0 is the start of the program.
    Call(u32),
    /// The n-th havoc command was executed, from 0.
    Havoc(u32),
}

/// An execution that fails: where it went and what was chosen.
#[derive(Clone, Debug)]
pub struct Execution {
    pub(crate) path: Frame,
    pub(crate) fails_at: At,
    pub(crate) chosen: FxHashMap<(Moment, VarId), Value>,
    pub(crate) meanings: FxHashMap<Unknown, Value>,
}

/// How an execution ended.
#[derive(Debug)]
pub enum Ended {
    /// An assertion failed.
    Failed(Box<Execution>),
    /// Nothing failed, and nothing had to be chosen: there is no other execution.
    Only,
    /// Nothing failed with the values chosen.
    Fine,
    /// It was too long.
    Stopped {
        /// Whether anything was chosen until then.
        open: bool,
    },
    /// The interpreter does not know how to go on.
    Stuck,
}

impl Ended {
    /// One word for it.
    pub fn word(&self) -> &'static str {
        match self {
            Ended::Failed(_) => "failed",
            Ended::Only => "only",
            Ended::Fine => "fine",
            Ended::Stopped { .. } => "stopped",
            Ended::Stuck => "stuck",
        }
    }
}

/// Runs the program, in which loops are cycles, from its entry on. Also says how many transitions it made.
pub fn execute(
    program: &Program,
    entry: ProcId,
    strategy: Strategy,
    limits: &Limits<'_>,
) -> (Ended, u64) {
    let mut machine = Machine::new(program, Goal::Failure, Bounds::None);
    let state = machine.initial_state();
    let mut run = Run {
        machine,
        state,
        values: Values::new(strategy),
        moments: vec![Moment::Call(0)],
        calls: 0,
        havocs: 0,
        frames: vec![new_frame(entry)],
        chosen: FxHashMap::default(),
        meanings: FxHashMap::default(),
        open: false,
    };
    while let Err(unknown) = run.machine.start(&mut run.state, entry) {
        run.decide(unknown, None);
    }
    for step in 0..limits.steps {
        if step % 1024 == 0 && (limits.stop)() {
            return (Ended::Stopped { open: run.open }, step);
        }
        if let Some(ended) = run.step() {
            return (ended, step);
        }
    }
    (Ended::Stopped { open: run.open }, limits.steps)
}

struct Run<'p> {
    machine: Machine<'p>,
    state: State,
    values: Values,
    /// By the machine's own count.
    moments: Vec<Moment>,
    calls: u32,
    havocs: u32,
    frames: Vec<Frame>,
    chosen: FxHashMap<(Moment, VarId), Value>,
    meanings: FxHashMap<Unknown, Value>,
    /// Whether anything was chosen.
    open: bool,
}

fn new_frame(procedure: ProcId) -> Frame {
    Frame { procedure, visits: vec![BlockId(0)], calls: Vec::new(), fails: false }
}

impl Run<'_> {
    fn step(&mut self) -> Option<Ended> {
        let condition = self.assumption_here();
        match self.machine.step(&mut self.state) {
            Step::Done(effect) => self.note(&effect),
            Step::Choose => match self.choose() {
                Some(target) => self.go(target),
                None => return Some(self.over()),
            },
            Step::Needs(unknown) => self.decide(unknown, condition),
            Step::Unevaluated(..) => return Some(Ended::Stuck),
            Step::Ended(End::Failed(at)) => return Some(self.failed(at)),
            Step::Ended(End::Returned | End::Blocked { .. }) => return Some(self.over()),
            Step::Ended(_) => return Some(Ended::Stuck),
        }
        None
    }

    fn over(&self) -> Ended {
        if self.open { Ended::Fine } else { Ended::Only }
    }

    fn failed(&mut self, fails_at: At) -> Ended {
        while self.frames.len() > 1 {
            self.leave(true);
        }
        let Some(mut path) = self.frames.pop() else { return Ended::Stuck };
        path.fails = true;
        Ended::Failed(Box::new(Execution {
            path,
            fails_at,
            chosen: std::mem::take(&mut self.chosen),
            meanings: std::mem::take(&mut self.meanings),
        }))
    }

    fn leave(&mut self, fails: bool) {
        let Some(mut frame) = self.frames.pop() else { return };
        frame.fails = fails;
        if let Some(caller) = self.frames.last_mut() {
            caller.calls.push(frame);
        }
    }

    fn go(&mut self, target: BlockId) {
        self.machine.go(&mut self.state, target);
        if let Some(frame) = self.frames.last_mut() {
            frame.visits.push(target);
        }
    }

    fn note(&mut self, effect: &Effect) {
        match effect {
            Effect::Called(callee, _) => {
                self.calls += 1;
                self.moments.push(Moment::Call(self.calls));
                self.frames.push(new_frame(*callee));
            }
            Effect::Havocked(..) => {
                self.moments.push(Moment::Havoc(self.havocs));
                self.havocs += 1;
            }
            Effect::Returned(..) => self.leave(false),
            _ => {}
        }
    }

    fn assumption_here(&self) -> Option<TermId> {
        match self.machine.at(&self.state).command(self.machine.program())?.kind {
            CommandKind::Assume(condition) => Some(condition),
            _ => None,
        }
    }

    /// One of the blocks whose first assumptions hold.
    fn choose(&mut self) -> Option<BlockId> {
        let targets = self.machine.successors(&self.state);
        if let [only] = targets {
            return Some(*only);
        }
        let first = self.values.below(targets.len());
        let (before, after) = targets.split_at(first);
        let mut chosen = None;
        for &target in after.iter().chain(before) {
            if !self.may_enter(target) {
                continue;
            }
            if chosen.is_some() {
                self.open = true;
                break;
            }
            chosen = Some(target);
        }
        chosen
    }

    fn may_enter(&mut self, target: BlockId) -> bool {
        let program = self.machine.program();
        let procedure = self.machine.at(&self.state).procedure;
        for command in &program.procedures[procedure].body.blocks[target].commands {
            let condition = match command.kind {
                CommandKind::Assume(condition) => condition,
                CommandKind::Mark(_) => continue,
                _ => break,
            };
            loop {
                match self.machine.eval(&self.state, condition) {
                    Err(unknown) => self.decide(unknown, None),
                    Ok(Ok(value)) if *value == Value::Bool(false) => return false,
                    Ok(_) => break,
                }
            }
        }
        true
    }

    /// Chooses a value, if possible one with which the condition holds.
    fn decide(&mut self, unknown: Unknown, condition: Option<TermId>) {
        self.open = true;
        let program = self.machine.program();
        let terms = &program.terms;
        let sort = match &unknown {
            Unknown::Variable { var, .. } => Some(terms.variable(*var).sort),
            Unknown::Function { function, .. } => Some(terms.function(*function).result),
            Unknown::Operator { .. } => None,
        };
        let mut value = sort.and_then(|sort| self.values.value(terms, sort));
        self.machine.answer(&mut self.state, unknown.clone(), value.clone());
        let Unknown::Variable { var, since } = unknown else {
            if let Some(value) = value {
                self.meanings.insert(unknown, value);
            }
            return;
        };
        if let Some(condition) = condition
            && self.is_false(condition)
        {
            for better in suggestions(terms, condition, var) {
                let unknown = Unknown::Variable { var, since };
                self.machine.answer(&mut self.state, unknown, Some(better.clone()));
                value = Some(better);
                if !self.is_false(condition) {
                    break;
                }
            }
        }
        if let Some(value) = value
            && let Some(&moment) = self.moments.get(since.0 as usize)
        {
            self.chosen.insert((moment, var), value);
        }
    }

    fn is_false(&mut self, condition: TermId) -> bool {
        let value = self.machine.eval(&self.state, condition);
        matches!(value, Ok(Ok(value)) if *value == Value::Bool(false))
    }
}
