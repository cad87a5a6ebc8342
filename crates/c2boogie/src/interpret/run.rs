//! Execution of procedures on abstract states.

use super::content::spelled_out;
use super::eval::Reached;
use super::state::State;
use super::strided::Strided;
use super::value::{Base, Place, Target, Value};
use super::{Interpreter, TooMuch};
use crate::ir::*;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Calls in calls.
const DEEPEST: usize = 60;

/// So many of the last states at a label are compared with a new one.
const REMEMBERED: usize = 4;

/// So many of the last calls of a procedure are kept with what they returned.
const CALLS_REMEMBERED: usize = 2;

/// A loop with so many states that left it is not one that is executed a known number of times.
const EXITS_OF_A_LOOP: usize = 24;

/// The rounds of such a loop that are told apart.
const ROUNDS_OF_AN_OPEN_LOOP: usize = 3;

/// A call that has been looked into.
pub(super) struct Summary {
    entry: State,
    returned: Vec<(State, Option<Value>)>,
}

/// What has come to a label.
#[derive(Default)]
struct Seen {
    count: usize,
    last: Vec<State>,
    /// All of them together, once there are many.
    all: Option<State>,
}

impl Interpreter<'_> {
    /// Executes a procedure; the states in which it returns, with the result.
    ///
    /// Labels are taken in the order of the text. So what leaves a loop waits behind it until the loop is done, and many
    /// states there mean that it is left in many rounds: rounds are then joined early.
    pub(super) fn call(
        &mut self,
        proc: usize,
        args: Vec<Value>,
        mut s: State,
    ) -> Result<Vec<(State, Option<Value>)>, TooMuch> {
        if self.depth >= DEEPEST {
            return Err(TooMuch);
        }
        self.depth += 1;
        let body = &self.world.m.procs[proc];
        s.locals = Rc::default();
        for (&param, arg) in body.params.iter().zip(args) {
            let ty = self.world.m.vars[param.index()].ty;
            s.set(self.world, param, arg.in_type(ty));
        }
        if let Some(known) = self.remembered(proc, &s) {
            self.depth -= 1;
            return Ok(known);
        }
        let entry = s.clone();
        let mut returned: Vec<State> = Vec::new();
        let mut seen: BTreeMap<usize, Seen> = BTreeMap::new();
        let mut pending = BTreeMap::from([(0, vec![s])]);
        while let Some((at, states)) = pending.pop_first() {
            let left = pending.values().map(Vec::len).max().max(Some(returned.len()));
            let rounds = match left > Some(EXITS_OF_A_LOOP) {
                true => self.effort.rounds.min(ROUNDS_OF_AN_OPEN_LOOP),
                false => self.effort.rounds,
            };
            for s in self.arriving(seen.entry(at).or_default(), states, rounds) {
                self.straight(proc, at, s, &mut pending, &mut returned)?;
            }
        }
        self.depth -= 1;
        let returned: Vec<_> = self
            .few(returned)
            .into_iter()
            .map(|s| {
                let value = body.result.map(|r| s.var(self.world, r));
                (s, value)
            })
            .collect();
        let calls = &mut self.calls[proc];
        if calls.len() >= CALLS_REMEMBERED {
            calls.remove(0);
        }
        calls.push(Summary { entry, returned: returned.clone() });
        Ok(returned)
    }

    /// What a call returns that is like one before. What holds for more states than those at hand holds for them, too;
    /// where states are told apart it has to be for the same ones.
    fn remembered(&self, proc: usize, s: &State) -> Option<Vec<(State, Option<Value>)>> {
        let w = self.world;
        let same = |entry: &State| s.is_in(w, entry) && (!self.effort.exact || entry.is_in(w, s));
        self.calls[proc].iter().find(|call| same(&call.entry)).map(|call| call.returned.clone())
    }

    /// Not too many states: all in one if there are more.
    fn few(&self, states: Vec<State>) -> Vec<State> {
        if states.len() <= self.effort.apart {
            return states;
        }
        states.into_iter().reduce(|a, b| a.join(self.world, &b)).into_iter().collect()
    }

    /// The states at a label that have to be looked at.
    fn arriving(&self, seen: &mut Seen, states: Vec<State>, rounds: usize) -> Vec<State> {
        let mut new = Vec::new();
        for s in self.few(states) {
            let known = seen.all.iter().chain(&seen.last).any(|old| s.is_in(self.world, old));
            if known {
                continue;
            }
            seen.count += 1;
            let s = match (seen.count > rounds, seen.all.take()) {
                (false, all) => {
                    seen.all = all;
                    s
                }
                (true, None) => s,
                (true, Some(all)) => s.widened(self.world, &all, &self.landmarks),
            };
            if seen.count > rounds {
                seen.all = Some(s.clone());
            } else {
                if seen.last.len() >= REMEMBERED {
                    seen.last.remove(0);
                }
                seen.last.push(s.clone());
            }
            new.push(s);
        }
        new
    }

    /// Executes statements up to the next label or jump.
    fn straight(
        &mut self,
        proc: usize,
        start: usize,
        s: State,
        pending: &mut BTreeMap<usize, Vec<State>>,
        returned: &mut Vec<State>,
    ) -> Result<(), TooMuch> {
        let m = self.world.m;
        let body = &m.procs[proc].body;
        let mut now = vec![s];
        for (at, stmt) in body.iter().enumerate().skip(start) {
            if now.is_empty() {
                return Ok(());
            }
            self.world.charge(now.len());
            if self.world.work.get() > self.most_work {
                return Err(TooMuch);
            }
            match &stmt.kind {
                StmtKind::Label(_) if at != start => {
                    pending.entry(at).or_default().append(&mut now);
                    return Ok(());
                }
                StmtKind::Label(_) => {}
                StmtKind::Goto(targets) => {
                    for target in targets {
                        let to = self.labels[proc][target.index()];
                        pending.entry(to).or_default().extend(now.iter().cloned());
                    }
                    return Ok(());
                }
                StmtKind::Return => {
                    returned.append(&mut now);
                    return Ok(());
                }
                StmtKind::Call(callee, args, result) => {
                    let mut after = Vec::new();
                    for s in now {
                        let values = args.iter().map(|&a| self.eval(&s, a)).collect();
                        let locals = s.locals.clone();
                        for (mut s, value) in self.call(callee.index(), values, s)? {
                            s.locals = locals.clone();
                            if let Some(to) = result {
                                let ty = m.vars[to.index()].ty;
                                let value = value.map_or(Value::any(ty), |v| v.in_type(ty));
                                s.set(self.world, *to, value);
                            }
                            after.push(s);
                        }
                    }
                    now = self.few(after);
                }
                kind => {
                    let each = now.into_iter().filter_map(|s| self.step((proc, at), s, kind));
                    now = each.collect();
                }
            }
        }
        returned.append(&mut now);
        Ok(())
    }

    /// One statement that does not jump; `None` where execution ends.
    fn step(&mut self, at: (usize, usize), mut s: State, stmt: &StmtKind) -> Option<State> {
        let m = self.world.m;
        match stmt {
            StmtKind::Assign(ALLOCATION, value) => drop(self.eval(&s, *value)),
            StmtKind::Assign(var, value) => {
                let value = match self.fresh(*value) {
                    Some(object) => self.birth(&mut s, object),
                    None => self.eval(&s, *value),
                };
                s.set(self.world, *var, value.in_type(m.vars[var.index()].ty));
            }
            StmtKind::Havoc(var) => s.forget(self.world, *var),
            StmtKind::Store(access, address, value) => {
                let ty = m.ty(*value);
                let (address, value) = (self.eval(&s, *address), self.eval(&s, *value));
                self.store(&mut s, *access, &address, &value, ty);
            }
            StmtKind::SetGhost(ghost, segment, value) => {
                let value = self.eval(&s, *value);
                self.set_ghost(&mut s, *ghost, *segment, &value);
            }
            StmtKind::Assume(c) | StmtKind::Bound(c) => return self.guard(s, *c, true),
            StmtKind::Assert(c, _) => {
                if self.truth(&s, *c) != Some(true) {
                    self.failing.insert(at);
                }
                return self.guard(s, *c, true);
            }
            StmtKind::Copy(a, to, b, from, size) => {
                let (to, from) = (self.eval(&s, *to), self.eval(&s, *from));
                let size = self.eval(&s, *size).as_number(m.pointer_ty());
                self.copy(&mut s, (*a, &to), (*b, &from), size);
            }
            StmtKind::Fill(access, to, byte, size) => {
                let (to, byte) = (self.eval(&s, *to), self.eval(&s, *byte));
                let size = self.eval(&s, *size).as_number(m.pointer_ty());
                self.fill(&mut s, *access, &to, &byte, size);
            }
            // Whatever is behind the pointer, and behind what is there.
            StmtKind::HavocMemory(_, address) | StmtKind::HavocNumbers(_, address) => {
                self.eval(&s, *address);
                s.forget_memory(self.world);
            }
            StmtKind::Approximate(_)
            | StmtKind::Call(..)
            | StmtKind::Goto(_)
            | StmtKind::Label(_)
            | StmtKind::Return => {}
        }
        Some(s)
    }

    /// The object whose new address a term is.
    fn fresh(&self, mut term: TermId) -> Option<ObjectId> {
        loop {
            match self.world.m.term(term).kind {
                TermKind::Fresh(object) => return Some(object),
                TermKind::Cast(inner) => term = inner,
                _ => return None,
            }
        }
    }

    fn birth(&mut self, s: &mut State, object: ObjectId) -> Value {
        let m = self.world.m;
        let size = match (m.objects[object.index()].size, m.sizes.get(&object)) {
            (Some(size), _) => Strided::exact(i128::from(size)),
            (None, Some(&size)) => self.eval(s, size).as_number(m.pointer_ty()),
            (None, None) => Strided::of(m.pointer_ty()),
        };
        let instance = s.birth(self.world, object, size);
        Value::place(Target { base: Base::Object(instance), array: None }, Place::START)
    }

    fn copy(
        &mut self,
        s: &mut State,
        to: (AccessId, &Value),
        from: (AccessId, &Value),
        size: Strided,
    ) {
        let there = self.reach(s, to.0, to.1, size);
        let (here, size) = match self.world.m.clipped.contains(&from.0) {
            true => self.clip(s, from, size),
            false => (self.reach(s, from.0, from.1, size), size),
        };
        let exact = there.exact(self).zip(here.exact_to_read());
        if let (Some(((object, at), (source, start))), Some(size)) = (exact, size.value()) {
            let source = s.content(self.world, source);
            self.world.charge(spelled_out(size));
            return s.content_mut(self.world, object).copy(at, &source, start, size);
        }
        self.scramble(s, &there, size);
    }

    /// Where a read of at most so many bytes goes, and how many there are: to the end of the object.
    fn clip(&mut self, s: &State, from: (AccessId, &Value), size: Strided) -> (Reached, Strided) {
        let ends = from.1.places.iter().map(|(target, place)| match target.base {
            Base::Object(object) => {
                let end = s.content(self.world, object).size.unwrap_or(Strided::exact(0));
                end.low.saturating_sub(place.offset().high).max(0)
            }
            Base::Function(_) | Base::Elsewhere => 0,
        });
        let most = ends.min().unwrap_or(0);
        if size.high <= most {
            return (self.reach(s, from.0, from.1, size), size);
        }
        self.reads_beyond = true;
        let size = Strided::new(size.low.min(most), most, 1);
        (self.reach(s, from.0, from.1, size), size)
    }

    fn fill(&mut self, s: &mut State, access: AccessId, to: &Value, byte: &Value, size: Strided) {
        let there = self.reach(s, access, to, size);
        if let (Some((object, at)), Some(size)) = (there.exact(self), size.value()) {
            self.world.charge(spelled_out(size));
            return s.content_mut(self.world, object).fill(at, byte, size);
        }
        self.scramble(s, &there, size);
    }

    /// A range gets any content.
    fn scramble(&mut self, s: &mut State, there: &Reached, size: Strided) {
        for &(object, at) in &there.at {
            let end = at.high.saturating_add(size.high);
            self.world.charge(spelled_out(end.saturating_sub(at.low)));
            s.content_mut(self.world, object).blur(at.low, end);
        }
        if there.wild {
            s.forget_memory(self.world);
        }
    }
}
