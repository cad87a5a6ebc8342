//! Evaluation of terms in a state: lazy where the operators allow it, with quantifiers over small
//! finite sorts tried value by value.
//!
//! Terms can be deep, so there is an explicit stack, and shared, so there is a memo table. A part
//! that cannot be evaluated makes the whole unknown only if the whole depends on it:
//! `x != 0 ==> y div x > 1` has a value at `x == 0`.

use super::critical::{Points, collect, critical};
use super::domain::{enumerate, equal, product};
use super::quantify::{Bound, Candidates, Source, plan};
use super::state::{Activation, Home, Layout, Slot, State, Unknown};
use lariat_logic::{
    Binder, BinderKind, EvalError, MapValue, Op, SortId, Term, TermId, Terms, Value, VarId,
    apply_op,
};
use num_bigint::BigInt;
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// Quantifiers are tried on at most this many combinations of values.
pub(super) const INSTANCES: usize = 4096;
/// Binders nested deeper than this are not evaluated.
const NESTING: usize = 32;

/// So many operands are few.
const FEW: usize = 4;
static NO_VALUE: Value = Value::Bool(false);

/// A value, or why there is none.
pub(super) type Outcome = Result<Rc<Value>, Rc<EvalError>>;

/// Where variables are looked up.
#[derive(Clone, Copy)]
pub(super) struct Scope<'a> {
    pub terms: &'a Terms,
    pub layout: &'a Layout,
    pub state: &'a State,
    /// The running activation; axioms are evaluated without one.
    pub activation: Option<&'a Activation>,
}

impl<'a> Scope<'a> {
    fn slot(&self, var: VarId, old: bool) -> Option<&'a Slot> {
        if let Some(a) = self.activation {
            if let Some(&i) = self.layout.locals[a.procedure].get(&var) {
                return Some(&a.slots[i as usize]);
            }
            if old && let Some(i) = self.layout.old[a.procedure].iter().position(|&v| v == var) {
                return Some(&a.old[i]);
            }
        }
        match self.layout.shared.get(&var)? {
            Home::Global(i) => Some(&self.state.globals[*i as usize]),
            Home::Constant(i) => Some(&self.state.constants[*i as usize]),
        }
    }

    pub fn variable(&self, var: VarId, old: bool) -> Result<Outcome, Unknown> {
        match self.slot(var, old) {
            Some(Slot::Known(value)) => Ok(Ok(value.clone())),
            Some(Slot::Unknown(error)) => Ok(Err(error.clone())),
            Some(Slot::Arbitrary(since)) => Err(Unknown::Variable { var, since: *since }),
            None => Ok(Err(Rc::new(EvalError::Variable(var)))),
        }
    }

    fn meaning(&self, unknown: Unknown) -> Result<Outcome, Unknown> {
        match self.state.meanings.get(&unknown) {
            Some(Slot::Known(value)) => Ok(Ok(value.clone())),
            Some(Slot::Unknown(error)) => Ok(Err(error.clone())),
            Some(Slot::Arbitrary(_)) | None => Err(unknown),
        }
    }
}

/// The text of [`unknown`], which is no literal of SMT-LIB.
const UNKNOWN: &str = "?";

/// What a map has at places whose contents are not known. It stays inside of maps: reading such a place has no
/// value, and maps with such places are not compared.
pub fn unknown(sort: SortId) -> Value {
    Value::Smt { sort, text: UNKNOWN.to_owned() }
}

fn is_unknown(value: &Value) -> bool {
    matches!(value, Value::Smt { text, .. } if text == UNKNOWN)
}

fn has_unknown(value: &Value) -> bool {
    match value {
        Value::Map(map) => {
            has_unknown(map.default_value()) || map.entries().any(|(_, value)| has_unknown(value))
        }
        Value::Data { fields, .. } => fields.iter().any(has_unknown),
        other => is_unknown(other),
    }
}

enum Task {
    /// Evaluate this term.
    Enter(TermId),
    /// Its operands are evaluated.
    Apply(TermId),
    /// This many operands of a lazy operator are evaluated.
    Lazy(TermId, usize),
    /// The term is whatever the other one is.
    Copy(TermId, TermId),
}

#[derive(Default)]
struct Memo {
    outcomes: Vec<Option<Outcome>>,
    set: Vec<TermId>,
    /// What is left to do.
    tasks: Vec<Task>,
}

impl Memo {
    fn get(&self, id: TermId) -> Option<&Outcome> {
        self.outcomes.get(id.index()).and_then(Option::as_ref)
    }

    fn put(&mut self, id: TermId, outcome: Outcome) {
        if self.outcomes.len() <= id.index() {
            self.outcomes.resize(id.index() + 1, None);
        }
        self.outcomes[id.index()] = Some(outcome);
        self.set.push(id);
    }

    fn clear(&mut self) {
        for id in self.set.drain(..) {
            self.outcomes[id.index()] = None;
        }
        self.tasks.clear();
    }
}

/// Evaluates terms; keeps its tables from one term to the next.
#[derive(Default)]
pub(super) struct Evaluator {
    /// Tables not in use.
    memos: Vec<Memo>,
    /// The literals met so far.
    literals: Vec<Option<Rc<Value>>>,
    bound: Vec<(VarId, Rc<Value>)>,
    nesting: usize,
    /// What to try for variables with too many values.
    pub candidates: Candidates,
    /// The last instance that decided a quantifier.
    pub deciding: Vec<(VarId, Rc<Value>)>,
    /// The places of maps that were read or written, if anybody wants to know.
    pub accesses: Option<FxHashSet<(SortId, Vec<Value>)>>,
    /// The places of variables that were read before they were written, and those written, if
    /// anybody wants to know.
    pub reads: FxHashSet<(VarId, Vec<Value>)>,
    pub written: FxHashSet<(VarId, Vec<Value>)>,
}

impl Evaluator {
    /// The value of a term, or the first thing that must be decided before it has one.
    pub fn eval(&mut self, root: TermId, scope: Scope<'_>) -> Result<Outcome, Unknown> {
        match scope.terms.get(root) {
            Term::Literal(value) => Ok(Ok(self.literal(root, value))),
            Term::Var(v) => scope.variable(*v, false),
            _ => self.with_memo(root, scope, false),
        }
    }

    fn literal(&mut self, id: TermId, value: &Value) -> Rc<Value> {
        if self.literals.len() <= id.index() {
            self.literals.resize(id.index() + 1, None);
        }
        self.literals[id.index()].get_or_insert_with(|| Rc::new(value.clone())).clone()
    }

    fn with_memo(&mut self, root: TermId, scope: Scope<'_>, old: bool) -> Result<Outcome, Unknown> {
        let mut memo = self.memos.pop().unwrap_or_default();
        let result = self.eval_in(root, scope, old, &mut memo);
        memo.clear();
        self.memos.push(memo);
        result
    }

    fn eval_in(
        &mut self,
        root: TermId,
        scope: Scope<'_>,
        old: bool,
        memo: &mut Memo,
    ) -> Result<Outcome, Unknown> {
        let terms = scope.terms;
        memo.tasks.push(Task::Enter(root));
        while let Some(task) = memo.tasks.pop() {
            match task {
                Task::Enter(id) if memo.get(id).is_some() => {}
                Task::Enter(id) => match terms.get(id) {
                    Term::Literal(value) => memo.put(id, Ok(self.literal(id, value))),
                    Term::Var(v) => {
                        let bound = self.bound.iter().rev().find(|b| b.0 == *v);
                        let outcome = match bound {
                            Some((_, value)) => Ok(value.clone()),
                            None => scope.variable(*v, old)?,
                        };
                        memo.put(id, outcome);
                    }
                    Term::Old(t) => {
                        let outcome = self.with_memo(*t, scope, true)?;
                        memo.put(id, outcome);
                    }
                    Term::Bind(binder) => {
                        let outcome = self.bind(binder, scope, old)?;
                        memo.put(id, outcome);
                    }
                    Term::App(Op::And | Op::Or | Op::Implies | Op::Ite, args) => {
                        memo.tasks.extend([Task::Lazy(id, 1), Task::Enter(args[0])]);
                    }
                    Term::App(_, args) | Term::Call(_, args) => {
                        memo.tasks.push(Task::Apply(id));
                        memo.tasks.extend(args.iter().rev().map(|&a| Task::Enter(a)));
                    }
                },
                Task::Copy(id, from) => {
                    let outcome = memo.get(from).expect("evaluated before").clone();
                    memo.put(id, outcome);
                }
                Task::Lazy(id, done) => lazy(terms, id, done, memo),
                Task::Apply(id) => {
                    let outcome = self.apply(id, scope, memo)?;
                    memo.put(id, outcome);
                }
            }
        }
        Ok(memo.get(root).expect("the root was evaluated").clone())
    }

    fn apply(&mut self, id: TermId, scope: Scope<'_>, memo: &Memo) -> Result<Outcome, Unknown> {
        let terms = scope.terms;
        let (Term::App(_, args) | Term::Call(_, args)) = terms.get(id) else {
            unreachable!("only applications are applied")
        };
        // Nearly all operators have few operands, and need no memory for them.
        let (mut few, mut many) = ([&NO_VALUE; FEW], Vec::new());
        let values: &mut [&Value] = match few.get_mut(..args.len()) {
            Some(values) => values,
            None => {
                many.resize(args.len(), &NO_VALUE);
                &mut many
            }
        };
        let stored = match terms.get(id) {
            Term::App(Op::Store, args) => args.last().map(|&value| unknown(terms.sort_of(value))),
            _ => None,
        };
        for (i, a) in args.iter().enumerate() {
            match (memo.get(*a).expect("operands were evaluated"), &stored) {
                (Ok(value), _) => values[i] = value,
                // A place whose contents are not known does not make the rest of the map unknown.
                (Err(_), Some(unknown)) if i + 1 == args.len() => values[i] = unknown,
                (Err(error), _) => return Ok(Err(error.clone())),
            }
        }
        let owned = |values: &[&Value]| values.iter().map(|&v| v.clone()).collect::<Vec<_>>();
        match terms.get(id) {
            Term::Call(function, _) => {
                scope.meaning(Unknown::Function { function: *function, args: owned(values) })
            }
            Term::App(op, _) => {
                let result = match op {
                    Op::Eq if values.iter().any(|value| has_unknown(value)) => {
                        return Ok(Err(Rc::new(EvalError::Unspecified)));
                    }
                    Op::Eq => equal(terms, terms.sort_of(args[0]), values[0], values[1])
                        .map(Value::Bool)
                        .ok_or(EvalError::Unspecified),
                    _ => apply_op(op, values),
                };
                match op {
                    Op::Select => {
                        self.access(terms.sort_of(args[0]), &values[1..]);
                        if let (Some(var), Some(_)) = (terms.as_var(args[0]), &self.accesses) {
                            let place = (var, owned(&values[1..]));
                            if !self.written.contains(&place) {
                                self.reads.insert(place);
                            }
                        }
                    }
                    Op::Store => {
                        self.access(terms.sort_of(args[0]), &values[1..values.len() - 1]);
                    }
                    _ => {}
                }
                match result {
                    Ok(value) if is_unknown(&value) => Ok(Err(Rc::new(EvalError::Unspecified))),
                    Ok(value) => Ok(Ok(Rc::new(value))),
                    Err(EvalError::Unspecified | EvalError::Theory(_)) => {
                        scope.meaning(Unknown::Operator { op: op.clone(), args: owned(values) })
                    }
                    Err(other) => Ok(Err(Rc::new(other))),
                }
            }
            _ => unreachable!("only applications are applied"),
        }
    }

    /// Notes that a place of a map was read or written.
    pub fn access(&mut self, map: SortId, place: &[&Value]) {
        if let Some(accesses) = &mut self.accesses {
            accesses.insert((map, place.iter().map(|&v| v.clone()).collect()));
        }
    }

    fn bind(&mut self, binder: &Binder, scope: Scope<'_>, old: bool) -> Result<Outcome, Unknown> {
        if self.nesting >= NESTING {
            return Ok(Err(Rc::new(EvalError::Binder)));
        }
        self.nesting += 1;
        let outcome = match binder.kind {
            BinderKind::Lambda => self.lambda(binder, scope, old),
            BinderKind::Forall | BinderKind::Exists => self.quantifier(binder, scope, old),
        };
        self.nesting -= 1;
        outcome
    }

    fn lambda(&mut self, binder: &Binder, scope: Scope<'_>, old: bool) -> Result<Outcome, Unknown> {
        let terms = scope.terms;
        let domains: Option<Vec<Vec<Value>>> = binder
            .vars
            .iter()
            .map(|&v| enumerate(terms, terms.variable(v).sort, INSTANCES))
            .collect();
        let Some(rows) = domains.and_then(|d| product(&d, INSTANCES)) else {
            // Infinitely many, but it does not matter which if the body does not say.
            let free = terms.variables([binder.body]);
            if !binder.vars.iter().any(|v| free.contains(v)) {
                let element = self.with_memo(binder.body, scope, old)?;
                return Ok(element.map(|v| Rc::new(Value::Map(MapValue::constant((*v).clone())))));
            }
            return Ok(Err(Rc::new(EvalError::Binder)));
        };
        let mut map: Option<MapValue> = None;
        let mut trouble = None;
        for row in rows {
            let depth = self.bound.len();
            let pairs = binder.vars.iter().copied().zip(row.iter().cloned().map(Rc::new));
            self.bound.extend(pairs);
            let outcome = self.with_memo(binder.body, scope, old);
            self.bound.truncate(depth);
            match outcome? {
                Err(error) => trouble = Some(error),
                Ok(value) => {
                    let value = (*value).clone();
                    map = Some(match map {
                        None => MapValue::constant(value),
                        Some(map) => map.store(row, value),
                    });
                }
            }
        }
        Ok(match (trouble, map) {
            (Some(error), _) => Err(error),
            (None, Some(map)) => Ok(Rc::new(Value::Map(map))),
            (None, None) => Err(Rc::new(EvalError::Binder)),
        })
    }

    /// A quantifier is decided by one instance, or by all. Where there are too many for all of them, the candidates are
    /// tried: one that decides it is as good as any.
    fn quantifier(
        &mut self,
        binder: &Binder,
        scope: Scope<'_>,
        old: bool,
    ) -> Result<Outcome, Unknown> {
        let mut plan = plan(scope.terms, binder);
        self.use_critical_values(&mut plan, binder, scope, old)?;
        let mut trial = Trial {
            decisive: binder.kind == BinderKind::Exists,
            body: binder.body,
            left: INSTANCES,
            trouble: None,
        };
        let depth = self.bound.len();
        let decided = self.try_instances(&plan, &mut trial, scope, old);
        if let Ok(true) = decided {
            self.deciding = self.bound[depth..].to_vec();
        }
        self.bound.truncate(depth);
        Ok(match (decided?, trial.trouble) {
            (true, _) => Ok(Rc::new(Value::Bool(trial.decisive))),
            (false, None) => Ok(Rc::new(Value::Bool(!trial.decisive))),
            (false, Some(error)) => Err(error),
        })
    }

    /// Gives variables with too many values those that decide, if there are such (see [`super::critical`]).
    fn use_critical_values(
        &mut self,
        plan: &mut [(VarId, Source)],
        binder: &Binder,
        scope: Scope<'_>,
        old: bool,
    ) -> Result<(), Unknown> {
        let terms = scope.terms;
        let open: Vec<VarId> =
            plan.iter().filter(|p| matches!(p.1, Source::Open)).map(|p| p.0).collect();
        if open.is_empty() {
            return Ok(());
        }
        // Variables that are bounded count as any others: each of their values is another body.
        let bound: FxHashSet<VarId> = binder.vars.iter().copied().collect();
        let Some(critical) = critical(terms, binder.body, &open) else { return Ok(()) };
        let mut points = Points::default();
        for &term in &critical.terms {
            if terms.variables([term]).iter().any(|v| bound.contains(v)) {
                return Ok(());
            }
            let Ok(value) = self.with_memo(term, scope, old)? else { return Ok(()) };
            if has_unknown(&value) {
                return Ok(());
            }
            collect(terms, terms.sort_of(term), &value, &mut points);
        }
        for (var, source) in plan.iter_mut().filter(|p| matches!(p.1, Source::Open)) {
            let sort = terms.variable(*var).sort;
            if let Some(values) = points.values(terms, sort, &critical.offsets, open.len()) {
                *source = Source::All(values);
            }
        }
        Ok(())
    }

    /// Whether an instance with values for these variables decides it. It is left bound then.
    fn try_instances(
        &mut self,
        plan: &[(VarId, Source)],
        trial: &mut Trial,
        scope: Scope<'_>,
        old: bool,
    ) -> Result<bool, Unknown> {
        let [(var, source), rest @ ..] = plan else {
            let Some(left) = trial.left.checked_sub(1) else {
                trial.trouble.get_or_insert_with(|| Rc::new(EvalError::Binder));
                return Ok(false);
            };
            trial.left = left;
            return Ok(match self.with_memo(trial.body, scope, old)? {
                Ok(value) => value.as_bool() == Some(trial.decisive),
                Err(error) => {
                    trial.trouble.get_or_insert(error);
                    false
                }
            });
        };
        let values = match source {
            Source::All(values) => Ok(values.clone()),
            Source::Within(bounds) => self.within(bounds, scope, old)?,
            Source::Open => Err(Rc::new(EvalError::Binder)),
        };
        let values = values.unwrap_or_else(|error| {
            trial.trouble.get_or_insert(error);
            let sort = scope.terms.variable(*var).sort;
            self.candidates.get(&sort).cloned().unwrap_or_default()
        });
        for value in values {
            if trial.left == 0 {
                trial.trouble.get_or_insert_with(|| Rc::new(EvalError::Binder));
                break;
            }
            let depth = self.bound.len();
            self.bound.push((*var, Rc::new(value)));
            if self.try_instances(rest, trial, scope, old)? {
                return Ok(true);
            }
            self.bound.truncate(depth);
        }
        Ok(false)
    }

    /// The integers within bounds, or why they cannot be listed.
    fn within(
        &mut self,
        bounds: &[Bound],
        scope: Scope<'_>,
        old: bool,
    ) -> Result<Result<Vec<Value>, Rc<EvalError>>, Unknown> {
        let (mut first, mut last): (Option<BigInt>, Option<BigInt>) = (None, None);
        for bound in bounds {
            // One on either side is enough, so those without a value do no harm.
            let Ok(limit) = self.with_memo(bound.limit, scope, old)? else { continue };
            let Some(limit) = limit.as_int().map(|n| bound.closed(n)) else { continue };
            let slot = if bound.below { &mut first } else { &mut last };
            *slot = Some(match slot.take() {
                None => limit,
                Some(known) if bound.below => known.max(limit),
                Some(known) => known.min(limit),
            });
        }
        let (Some(first), Some(last)) = (first, last) else {
            return Ok(Err(Rc::new(EvalError::Binder)));
        };
        if &last - &first >= BigInt::from(INSTANCES) {
            return Ok(Err(Rc::new(EvalError::Binder)));
        }
        let mut values = Vec::new();
        let mut next = first;
        while next <= last {
            values.push(Value::Int(next.clone()));
            next += 1;
        }
        Ok(Ok(values))
    }
}

/// Trying instances of a quantifier.
struct Trial {
    /// The value of an instance that decides it.
    decisive: bool,
    body: TermId,
    /// So many more are tried.
    left: usize,
    /// Why the absence of a decisive instance does not decide it.
    trouble: Option<Rc<EvalError>>,
}

/// Goes on with an operator whose first `done` operands are evaluated.
fn lazy(terms: &Terms, id: TermId, done: usize, memo: &mut Memo) {
    let Term::App(op, args) = terms.get(id) else { unreachable!("only operators are lazy") };
    let latest = memo.get(args[done - 1]).expect("evaluated before").clone();
    let truth = latest.as_ref().ok().and_then(|v| v.as_bool());
    if *op == Op::Ite {
        match truth {
            Some(true) => memo.tasks.extend([Task::Copy(id, args[1]), Task::Enter(args[1])]),
            Some(false) => memo.tasks.extend([Task::Copy(id, args[2]), Task::Enter(args[2])]),
            None => memo.put(id, latest),
        }
        return;
    }
    // Each operand may decide the matter alone; `a ==> b` is decided by a false `a`, or a true `b`.
    let (decisive, result) = match op {
        Op::And => (false, false),
        Op::Implies if done == 1 => (false, true),
        _ => (true, true),
    };
    if truth == Some(decisive) {
        memo.put(id, Ok(Rc::new(Value::Bool(result))));
    } else if done < args.len() {
        memo.tasks.extend([Task::Lazy(id, done + 1), Task::Enter(args[done])]);
    } else {
        let mut outcomes = args.iter().map(|&a| memo.get(a).expect("evaluated before"));
        let outcome = match outcomes.find(|o| o.is_err()) {
            Some(error) => error.clone(),
            None => Ok(Rc::new(Value::Bool(*op == Op::And))),
        };
        memo.put(id, outcome);
    }
}
