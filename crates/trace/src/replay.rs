//! Replay: the interpreter executes the program along a path with the values that the solver found,
//! and must arrive where the path says. An execution that was not replayed is not called a bug.

use crate::concretise::Concrete;
use crate::path_walk::Position;
use crate::record::Recorder;
use crate::trace::Trace;
use lariat_logic::{EvalError, TermId, Value, VarId};
use lariat_program::interpreter::{
    At, Bounds, Choices, End, Goal, Machine, Observer, Run, Silent, Unknown, Why, run,
};
use lariat_program::{BlockId, Frame, InfoId, Place, ProcId, Program};
use rustc_hash::FxHashSet;

/// Something on the path that could not be evaluated and was taken to be as the solver said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unevaluated {
    /// The condition.
    pub condition: TermId,
    /// Its place and text.
    pub info: InfoId,
    /// Its place.
    pub place: Place,
    /// The statement.
    pub text: String,
    /// Why it has no value.
    pub reason: String,
    /// How often it was met.
    pub times: u64,
}

/// Whether the interpreter agrees with the solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replay {
    /// The execution goes where the path says.
    Confirmed {
        /// The assertion that fails; `None` if the entry returns.
        fails_at: Option<At>,
        /// What had to be taken on trust.
        unevaluated: Vec<Unevaluated>,
    },
    /// It does not.
    Refuted {
        /// Where it goes another way; `None` if an axiom is violated before the start.
        at: Option<At>,
        /// What happens instead.
        why: String,
    },
}

impl Replay {
    /// Whether the execution was confirmed.
    pub fn is_confirmed(&self) -> bool {
        matches!(self, Replay::Confirmed { .. })
    }
}

/// Replays without writing down a trace.
pub fn replay(program: &Program, path: &Frame, axioms: &[TermId], concrete: &Concrete) -> Replay {
    let mut machine = machine(program, path);
    replay_in(&mut machine, path, axioms, concrete, &mut Silent).0
}

/// Replays although these variables have no value wherever they get any.
pub(crate) fn replay_without(
    program: &Program,
    path: &Frame,
    axioms: &[TermId],
    concrete: &Concrete,
    open: &FxHashSet<VarId>,
) -> Replay {
    let mut machine = machine(program, path);
    let mut choices = PathChoices::new(program, path, concrete);
    choices.open = Some(open);
    replay_with(&mut machine, path, axioms, choices, &mut Silent).0
}

/// Replays and writes down every step.
pub fn replay_with_trace(
    program: &Program,
    path: &Frame,
    axioms: &[TermId],
    concrete: &Concrete,
) -> (Replay, Trace) {
    // Once to see which places of maps matter, and once more to write down the steps.
    let mut machine = machine(program, path);
    machine.note_accesses();
    let (_, length) = replay_in(&mut machine, path, axioms, concrete, &mut Silent);
    let accesses = machine.take_accesses();
    let reads = machine.take_reads();
    let mut recorder = Recorder::new(program, concrete, accesses, reads, length);
    let (replay, _) = replay_in(&mut machine, path, axioms, concrete, &mut recorder);
    (replay, recorder.finish())
}

fn machine<'p>(program: &'p Program, path: &Frame) -> Machine<'p> {
    let goal = if path.fails { Goal::Failure } else { Goal::Return };
    Machine::new(program, goal, Bounds::None)
}

/// What came of it, and in how many steps.
fn replay_in(
    machine: &mut Machine<'_>,
    path: &Frame,
    axioms: &[TermId],
    concrete: &Concrete,
    observer: &mut dyn Observer,
) -> (Replay, u64) {
    let choices = PathChoices::new(machine.program(), path, concrete);
    replay_with(machine, path, axioms, choices, observer)
}

fn replay_with(
    machine: &mut Machine<'_>,
    path: &Frame,
    axioms: &[TermId],
    mut choices: PathChoices<'_>,
    observer: &mut dyn Observer,
) -> (Replay, u64) {
    let program = machine.program();
    machine.try_values(choices.concrete.candidates.clone());
    if let Err(why) = choices.check_facts(machine, axioms) {
        return (Replay::Refuted { at: None, why }, 0);
    }
    let Run { end, steps } = run(machine, path.procedure, &mut choices, observer);
    let failing = choices.positions.last().is_some_and(Position::is_failing);
    let refuted = |at, why: String| Replay::Refuted { at: Some(at), why };
    let replay = match end {
        End::Returned if !path.fails => {
            Replay::Confirmed { fails_at: None, unevaluated: choices.unevaluated }
        }
        End::Returned => {
            Replay::Refuted { at: None, why: "the entry returns and nothing fails".into() }
        }
        End::Failed(at) if failing => {
            Replay::Confirmed { fails_at: Some(at), unevaluated: choices.unevaluated }
        }
        End::Failed(at) => refuted(at, "an assertion fails before the end of the path".into()),
        End::Blocked { at, why } => refuted(at, blocked(program, why)),
        End::Stuck { at, error } => refuted(at, explain(program, &error)),
        End::Stopped(at) => {
            let why = choices.astray.unwrap_or_else(|| "the path ends here".into());
            refuted(at, why)
        }
    };
    (replay, steps)
}

fn blocked(program: &Program, why: Why) -> String {
    match why {
        Why::Assumption => "the assumption is false".into(),
        Why::Assertion => "the assertion is false".into(),
        Why::Ensures(n) => format!("ensures clause {} is false at return", n + 1),
        Why::NoSuccessor => "no block follows".into(),
        Why::RecursionBound(p) => {
            format!("the recursion bound of `{}` is reached", program.procedures[p].name)
        }
    }
}

/// Why there is no value, in words.
pub(crate) fn explain(program: &Program, error: &EvalError) -> String {
    match error {
        EvalError::Variable(v) => {
            format!("`{}` has no value that can be written down", program.terms.variable(*v).name)
        }
        EvalError::Function(f) => {
            format!("the value of function `{}` is not known", program.terms.function(*f).name)
        }
        EvalError::Binder => "a quantifier ranges over too many values".into(),
        EvalError::Old => "`old` outside of a contract".into(),
        EvalError::Unspecified => "the result is left open by its theory".into(),
        EvalError::Theory(name) => format!("`{name}` is not evaluated by the interpreter"),
    }
}

struct PathChoices<'a> {
    program: &'a Program,
    concrete: &'a Concrete,
    /// Positions in the active frames of the path, the innermost last.
    positions: Vec<Position<'a>>,
    unevaluated: Vec<Unevaluated>,
    /// Where the execution does something else than the path.
    astray: Option<String>,
    /// Variables whose values are not used.
    open: Option<&'a FxHashSet<VarId>>,
}

impl<'a> PathChoices<'a> {
    fn new(program: &'a Program, path: &'a Frame, concrete: &'a Concrete) -> Self {
        PathChoices {
            program,
            concrete,
            positions: vec![Position::new(path)],
            unevaluated: Vec::new(),
            astray: None,
            open: None,
        }
    }
}

impl PathChoices<'_> {
    /// Checks axioms and unique constants.
    fn check_facts(&mut self, machine: &mut Machine<'_>, axioms: &[TermId]) -> Result<(), String> {
        let mut state = machine.initial_state();
        for &axiom in axioms {
            let outcome = loop {
                match machine.eval(&state, axiom) {
                    Ok(outcome) => break outcome,
                    Err(unknown) => {
                        let value = self.decide(self.program, &unknown);
                        machine.answer(&mut state, unknown, value);
                    }
                }
            };
            let known = self.program.axioms.iter().find(|a| a.formula == axiom).map(|a| a.info);
            match outcome {
                Ok(value) if *value == Value::Bool(true) => {}
                Ok(_) => {
                    let text = known.map_or("", |i| &self.program.infos[i].text);
                    return Err(format!("an axiom is false: {text}"));
                }
                Err(error) => {
                    if let Some(info) = known {
                        self.trust(axiom, info, &error);
                    }
                }
            }
        }
        for group in &self.program.unique {
            let mut values = rustc_hash::FxHashSet::default();
            let point = lariat_program::interpreter::Point(0);
            for &c in group {
                // Constants that do not occur on the path have no value.
                if let Some(value) = self.concrete.values.get(&(point, c))
                    && !values.insert(value)
                {
                    let name = &self.program.terms.variable(c).name;
                    return Err(format!("the unique constant `{name}` equals another one"));
                }
            }
        }
        Ok(())
    }

    fn trust(&mut self, condition: TermId, info: InfoId, error: &EvalError) {
        if let Some(known) =
            self.unevaluated.iter_mut().find(|u| u.condition == condition && u.info == info)
        {
            known.times += 1;
            return;
        }
        let record = &self.program.infos[info];
        self.unevaluated.push(Unevaluated {
            condition,
            info,
            place: record.place,
            text: record.text.clone(),
            reason: explain(self.program, error),
            times: 1,
        });
    }
}

impl Choices for PathChoices<'_> {
    fn decide(&mut self, program: &Program, unknown: &Unknown) -> Option<Value> {
        match unknown {
            Unknown::Variable { var, since } => {
                let open = self.open.is_some_and(|open| open.contains(var));
                if open || self.concrete.nameless.contains(&(*since, *var)) {
                    return None;
                }
                let chosen = self.concrete.values.get(&(*since, *var)).cloned();
                chosen.or_else(|| program.terms.default_value(program.terms.variable(*var).sort))
            }
            other => self.concrete.meanings.get(other).cloned(),
        }
    }

    fn successor(&mut self, _: At, targets: &[BlockId]) -> Option<BlockId> {
        let next = self.positions.last_mut().and_then(Position::advance);
        match next {
            Some(block) if targets.contains(&block) => Some(block),
            Some(_) => {
                self.astray = Some("the path goes to a block that cannot come next".into());
                None
            }
            None => {
                self.astray = Some("nothing failed where the path ends".into());
                None
            }
        }
    }

    fn enter(&mut self, _: At, callee: ProcId) -> bool {
        let frame = self.positions.last_mut().and_then(|p| p.enter(callee));
        match frame {
            Some(frame) => {
                self.positions.push(Position::new(frame));
                true
            }
            None => {
                let name = &self.program.procedures[callee].name;
                self.astray = Some(format!("the path has no call of `{name}` here"));
                false
            }
        }
    }

    fn leave(&mut self, _: ProcId) {
        self.positions.pop();
    }

    fn suppose(&mut self, at: At, condition: TermId, error: &EvalError) -> Option<bool> {
        let info = match at.command(self.program) {
            Some(command) => command.info,
            None => self.program.procedures[at.procedure].info,
        };
        self.trust(condition, info, error);
        let failing = self.positions.last().is_some_and(Position::is_failing);
        Some(!(failing && self.concrete.fails_at == Some(at)))
    }
}
