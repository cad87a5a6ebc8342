//! Exhaustive exploration: all executions within a recursion bound, with arbitrary values taken from
//! small finite domains. It is the oracle that the solver-based searches are tested against, so it
//! is a plain depth-first search over states, with nothing clever but a set of the states seen.

use super::domain::{all_maps, enumerate, product};
use super::machine::{Bounds, Effect, End, Goal, Machine, Step, Why};
use super::state::{State, Unknown};
use crate::program::{BlockId, ProcId, Program};
use lariat_logic::{Sort, SortId, Terms, Value};
use rustc_hash::FxHashSet;
use std::ops::RangeInclusive;

/// Which values to try for something arbitrary.
#[derive(Clone, Debug)]
pub struct Domains {
    /// Integers (and reals) to try.
    pub ints: RangeInclusive<i64>,
    /// How many elements of an uninterpreted sort to try.
    pub elements: u64,
    /// At most this many values of a sort are tried. Finite sorts that are no larger, such as bit
    /// vectors of three bits, are tried as a whole.
    pub values: usize,
}

impl Default for Domains {
    fn default() -> Self {
        Domains { ints: -1..=2, elements: 2, values: 64 }
    }
}

impl Domains {
    /// The values to try for a sort, and whether they are all there are.
    pub fn values(&self, terms: &Terms, sort: SortId) -> (Vec<Value>, bool) {
        if let Some(all) = enumerate(terms, sort, self.values) {
            return (all, true);
        }
        let some = match terms.sort_of_id(sort) {
            Sort::Int => self.ints.clone().map(Value::int).collect(),
            Sort::Bv(width) => (0..self.values as u64).map(|n| Value::bv(n, *width)).collect(),
            Sort::Uninterpreted(_) => {
                (0..self.elements).map(|number| Value::Element { sort, number }).collect()
            }
            Sort::Map { indices, element } => {
                let (elements, _) = self.values(terms, *element);
                let indices: Vec<_> = indices.iter().map(|&i| self.values(terms, i).0).collect();
                // As many places as the limit allows.
                let mut places = product(&indices, self.values).unwrap_or_default();
                loop {
                    match all_maps(&places, &elements, self.values) {
                        Some(maps) => break maps,
                        None if places.is_empty() => break Vec::new(),
                        None => {
                            places.pop();
                        }
                    }
                }
            }
            _ => terms.default_value(sort).into_iter().collect(),
        };
        (some, false)
    }
}

/// When to give up.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Transitions to make.
    pub steps: u64,
    /// States to remember.
    pub states: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { steps: 2_000_000, states: 200_000 }
    }
}

/// One decision on the way to a witness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The value of something arbitrary.
    Value(Unknown, Value),
    /// The next block.
    Block(BlockId),
}

/// What exploration found.
#[derive(Clone, Debug)]
pub struct Exhaustive {
    /// Whether some execution fails at an assertion.
    pub fails: bool,
    /// Whether some execution returns from the entry.
    pub returns: bool,
    /// Whether everything within the domains and the bound was explored: no budget ran out, nothing
    /// was impossible to evaluate.
    pub complete: bool,
    /// Whether every value tried came from a domain that is its whole sort.
    pub exact: bool,
    /// The procedures that were not called because of the recursion bound, in index order.
    pub bounded: Vec<ProcId>,
    /// The number of states remembered.
    pub states: usize,
    /// The choices that lead to a failure, or else to a return.
    pub witness: Option<Vec<Choice>>,
}

/// A state to go on from, with the last decision before it. Axioms and unique constants are dealt
/// with first: `facts` counts those that hold already.
struct Work {
    state: State,
    facts: usize,
    decision: Option<usize>,
}

struct Explorer<'a> {
    machine: Machine<'a>,
    entry: ProcId,
    domains: &'a Domains,
    result: Exhaustive,
    work: Vec<Work>,
    seen: FxHashSet<State>,
    /// Decisions with the one before them.
    decisions: Vec<(Option<usize>, Choice)>,
    bounded: FxHashSet<ProcId>,
}

/// Explores all executions from `entry` within the recursion bound.
pub fn explore(
    program: &Program,
    entry: ProcId,
    bound: u32,
    domains: &Domains,
    budget: Budget,
) -> Exhaustive {
    let mut machine = Machine::new(program, Goal::Failure, Bounds::Recursion(bound));
    let state = machine.initial_state();
    let result = Exhaustive {
        fails: false,
        returns: false,
        complete: true,
        exact: true,
        bounded: Vec::new(),
        states: 0,
        witness: None,
    };
    let mut explorer = Explorer {
        machine,
        entry,
        domains,
        result,
        work: vec![Work { state, facts: 0, decision: None }],
        seen: FxHashSet::default(),
        decisions: Vec::new(),
        bounded: FxHashSet::default(),
    };
    let mut steps = 0;
    while let Some(work) = explorer.work.pop() {
        if steps >= budget.steps || explorer.seen.len() >= budget.states {
            explorer.result.complete = false;
            break;
        }
        explorer.follow(work, &mut steps);
    }
    let mut result = explorer.result;
    result.states = explorer.seen.len();
    result.bounded = explorer.bounded.into_iter().collect();
    result.bounded.sort();
    result
}

impl Explorer<'_> {
    /// Follows one state to the next decision.
    fn follow(&mut self, mut work: Work, steps: &mut u64) {
        if work.state.stack.is_empty() {
            match self.establish(&mut work) {
                Ok(true) => {}
                Ok(false) => return,
                Err(unknown) => return self.branch(work, &unknown),
            }
        }
        loop {
            *steps += 1;
            match self.machine.step(&mut work.state) {
                Step::Done(Effect::Called(..)) => {
                    if !self.seen.insert(work.state.clone()) {
                        return;
                    }
                }
                Step::Done(_) => {}
                Step::Choose => {
                    for &target in self.machine.successors(&work.state).iter().rev() {
                        let mut state = work.state.clone();
                        self.machine.go(&mut state, target);
                        self.later(state, &work, Choice::Block(target));
                    }
                    return;
                }
                Step::Needs(unknown) => return self.branch(work, &unknown),
                Step::Unevaluated(..) => {
                    self.result.complete = false;
                    return;
                }
                Step::Ended(end) => return self.end(&end, work.decision),
            }
        }
    }

    /// Checks unique constants and axioms, then starts the entry.
    fn establish(&mut self, work: &mut Work) -> Result<bool, Unknown> {
        let program = self.machine.program();
        let groups = program.unique.len();
        while work.facts < groups + program.axioms.len() {
            let holds = if work.facts < groups {
                self.distinct(&work.state, &program.unique[work.facts])?
            } else {
                let axiom = program.axioms[work.facts - groups].formula;
                self.machine.eval(&work.state, axiom)?.ok().and_then(|v| v.as_bool())
            };
            match holds {
                Some(true) => work.facts += 1,
                Some(false) => return Ok(false),
                None => {
                    self.result.complete = false;
                    return Ok(false);
                }
            }
        }
        self.machine.start(&mut work.state, self.entry)?;
        Ok(true)
    }

    fn distinct(
        &mut self,
        state: &State,
        group: &[lariat_logic::VarId],
    ) -> Result<Option<bool>, Unknown> {
        let mut values = FxHashSet::default();
        for &constant in group {
            let slot = self.machine.slot(state, constant).expect("a constant has a slot");
            match slot {
                super::state::Slot::Arbitrary(since) => {
                    return Err(Unknown::Variable { var: constant, since: *since });
                }
                super::state::Slot::Known(value) => {
                    if !values.insert(value.clone()) {
                        return Ok(Some(false));
                    }
                }
                super::state::Slot::Unknown(_) => return Ok(None),
            }
        }
        Ok(Some(true))
    }

    /// Tries all values of something unknown.
    fn branch(&mut self, work: Work, unknown: &Unknown) {
        let terms = &self.machine.program().terms;
        let sort = match unknown {
            Unknown::Variable { var, .. } => Some(terms.variable(*var).sort),
            Unknown::Function { function, .. } => Some(terms.function(*function).result),
            Unknown::Operator { .. } => match unspecified_sort(unknown) {
                Some(sort) => Some(sort),
                None => {
                    self.result.complete = false;
                    return;
                }
            },
        };
        let (values, all) = self.domains.values(terms, sort.expect("a sort to choose from"));
        self.result.exact &= all;
        if values.is_empty() {
            self.result.complete = false;
        }
        for value in values.into_iter().rev() {
            let mut state = work.state.clone();
            self.machine.answer(&mut state, unknown.clone(), Some(value.clone()));
            self.later(state, &work, Choice::Value(unknown.clone(), value));
        }
    }

    /// Puts a state on the list, unless it was there before.
    fn later(&mut self, state: State, from: &Work, choice: Choice) {
        // Before the entry starts, a state does not say which facts hold: those are few, keep all.
        if !state.stack.is_empty() && !self.seen.insert(state.clone()) {
            return;
        }
        self.decisions.push((from.decision, choice));
        let decision = Some(self.decisions.len() - 1);
        self.work.push(Work { state, facts: from.facts, decision });
    }

    fn end(&mut self, end: &End, decision: Option<usize>) {
        match end {
            End::Failed(_) => {
                if !self.result.fails {
                    self.result.witness = Some(self.choices(decision));
                }
                self.result.fails = true;
            }
            End::Returned => {
                if self.result.witness.is_none() {
                    self.result.witness = Some(self.choices(decision));
                }
                self.result.returns = true;
            }
            End::Blocked { why: Why::RecursionBound(procedure), .. } => {
                self.bounded.insert(*procedure);
            }
            End::Blocked { .. } => {}
            End::Stuck { .. } | End::Stopped(_) => self.result.complete = false,
        }
        if self.result.fails && self.result.returns {
            // Both questions are answered; what is left cannot change that.
            self.work.clear();
        }
    }

    fn choices(&self, mut decision: Option<usize>) -> Vec<Choice> {
        let mut choices = Vec::new();
        while let Some(number) = decision {
            let (before, choice) = &self.decisions[number];
            choices.push(choice.clone());
            decision = *before;
        }
        choices.reverse();
        choices
    }
}

/// The sort of what a theory leaves open, where values of it can be tried.
fn unspecified_sort(unknown: &Unknown) -> Option<SortId> {
    use lariat_logic::Op;
    match unknown {
        Unknown::Operator { op: Op::IntDiv | Op::IntMod, .. } => Some(Terms::INT),
        Unknown::Operator { op: Op::RealDiv | Op::Pow, .. } => Some(Terms::REAL),
        _ => None,
    }
}
