//! What holds at one place of the program: variables and memory.

use super::content::{Content, clamped};
use super::strided::Strided;
use super::value::Value;
use crate::ir::*;
use crate::symbols::Thing;
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

type Vars = FxHashMap<VarId, Value>;

/// Variables and memory. Copies share what they have in common.
#[derive(Clone, Debug)]
pub(super) struct State {
    /// Variables of the procedure that is executed; those that are not here have any value.
    pub locals: Rc<Vars>,
    pub globals: Rc<Vars>,
    /// Objects of this execution. Those with a fixed address that are not here are as they were at the start.
    objects: Rc<BTreeMap<u32, Rc<Content>>>,
    /// How many of each object there have been.
    births: Rc<BTreeMap<u32, u32>>,
    /// Has a write through an unknown pointer changed what is not here, too?
    wild: bool,
}

/// The module, how many objects of one allocation are told apart, and what that costs.
#[derive(Clone, Copy)]
pub(super) struct World<'a> {
    pub m: &'a Module,
    pub instances: u32,
    /// The work that has been done.
    pub work: &'a Cell<usize>,
}

impl World<'_> {
    /// Counts work: one for a term, or for a variable or cell that is copied, compared or joined.
    pub fn charge(&self, work: usize) {
        self.work.set(self.work.get() + work);
    }

    /// Something to change: a copy if others share it, which counts as work.
    fn own<'s, T: Clone>(&self, shared: &'s mut Rc<T>, parts: impl Fn(&T) -> usize) -> &'s mut T {
        if Rc::strong_count(shared) > 1 {
            self.charge(parts(shared));
        }
        Rc::make_mut(shared)
    }

    /// The object of the program that one of an execution comes from.
    pub fn object(&self, instance: u32) -> &Object {
        &self.m.objects[instance as usize % self.m.objects.len()]
    }

    /// Does it stand for several objects?
    pub fn is_many(&self, instance: u32) -> bool {
        instance / self.m.objects.len() as u32 >= self.instances
    }

    fn initial(&self, instance: u32, wild: bool) -> Content {
        let object = self.object(instance);
        let size = object.size.map(|s| Strided::exact(i128::from(s)));
        let zero = object.is_static && !matches!(object.thing, Some(Thing::Inputs(..)));
        Content::new(size, zero && !wild)
    }
}

impl State {
    pub fn start() -> State {
        State {
            locals: Rc::default(),
            globals: Rc::default(),
            objects: Rc::default(),
            births: Rc::default(),
            wild: false,
        }
    }

    fn vars(&self, w: World, var: VarId) -> &Rc<Vars> {
        if w.m.vars[var.index()].owner.is_some() { &self.locals } else { &self.globals }
    }

    pub fn var(&self, w: World, var: VarId) -> Value {
        let ty = w.m.vars[var.index()].ty;
        match self.vars(w, var).get(&var) {
            Some(value) => value.clone(),
            None => Value::any(ty),
        }
    }

    /// The map that a variable is in, to change it.
    fn vars_mut(&mut self, w: World, var: VarId) -> &mut Vars {
        let owned = w.m.vars[var.index()].owner.is_some();
        let vars = if owned { &mut self.locals } else { &mut self.globals };
        w.own(vars, Vars::len)
    }

    pub fn set(&mut self, w: World, var: VarId, value: Value) {
        self.vars_mut(w, var).insert(var, value);
    }

    pub fn forget(&mut self, w: World, var: VarId) {
        self.vars_mut(w, var).remove(&var);
    }

    pub fn content(&self, w: World, instance: u32) -> Rc<Content> {
        let known = self.objects.get(&instance).cloned();
        known.unwrap_or_else(|| Rc::new(w.initial(instance, self.wild)))
    }

    /// The content of an object, to change it.
    pub fn content_mut(&mut self, w: World, instance: u32) -> &mut Content {
        let wild = self.wild;
        let objects = w.own(&mut self.objects, BTreeMap::len);
        let content = objects.entry(instance).or_insert_with(|| Rc::new(w.initial(instance, wild)));
        w.own(content, Content::cells)
    }

    /// A new object; which one.
    pub fn birth(&mut self, w: World, object: ObjectId, size: Strided) -> u32 {
        let born = Rc::make_mut(&mut self.births).entry(object.0).or_insert(0);
        let nth = (*born).min(w.instances);
        *born = (nth + 1).min(w.instances);
        let instance = object.0 + nth * w.m.objects.len() as u32;
        let mut content = Content::new(Some(size), false);
        if w.is_many(instance)
            && let Some(others) = self.objects.get(&instance)
        {
            w.charge(others.cells());
            content = content.join(others);
        }
        w.own(&mut self.objects, BTreeMap::len).insert(instance, Rc::new(content));
        instance
    }

    /// Any content for all of memory.
    pub fn forget_memory(&mut self, w: World) {
        self.wild = true;
        for content in w.own(&mut self.objects, BTreeMap::len).values_mut() {
            if !content.is_any() {
                w.own(content, Content::cells).forget();
            }
        }
    }

    /// Nothing is known of what a ghost map holds.
    pub fn forget_ghosts(&mut self, w: World, ghost: Ghost) {
        for content in w.own(&mut self.objects, BTreeMap::len).values_mut() {
            if content.ghosts[ghost as usize].is_some() {
                w.own(content, Content::cells).ghosts[ghost as usize] = None;
            }
        }
    }

    /// What holds in one or the other.
    pub fn join(&self, w: World, other: &State) -> State {
        self.merge(w, other, |a, b, _| a.join(b), Content::join)
    }

    /// The same, with bounds that go on moving moved far enough that they stop.
    pub fn widened(&self, w: World, before: &State, landmarks: &[i128]) -> State {
        self.merge(
            w,
            before,
            |new, old, ty| clamped(new.widened(old, landmarks), ty),
            |new, old| new.widened(old, landmarks),
        )
    }

    /// Is all that this describes described by the other one? Ends with the first thing that is not.
    pub fn is_in(&self, w: World, other: &State) -> bool {
        let vars = |mine: &Rc<Vars>, theirs: &Rc<Vars>| {
            Rc::ptr_eq(mine, theirs)
                || theirs.iter().all(|(var, old)| {
                    w.charge(1);
                    mine.get(var).is_some_and(|new| new.is_in(old))
                })
        };
        let births = || {
            Rc::ptr_eq(&self.births, &other.births)
                || self.births.iter().all(|(object, n)| other.births.get(object) >= Some(n))
        };
        let content = |instance: u32| {
            w.charge(1);
            let fixed = w.object(instance).address.is_some();
            match (self.objects.get(&instance), other.objects.get(&instance)) {
                (Some(a), Some(b)) if Rc::ptr_eq(a, b) => true,
                // In an execution without the object nothing points to it.
                (None, Some(_)) if !fixed => true,
                (Some(_), None) if !fixed => false,
                _ => {
                    let (a, b) = (self.content(w, instance), other.content(w, instance));
                    w.charge(a.cells() + b.cells());
                    a.is_in(&b)
                }
            }
        };
        let objects = || {
            let alone = self.objects.keys().filter(|i| !other.objects.contains_key(i));
            Rc::ptr_eq(&self.objects, &other.objects)
                || other.objects.keys().chain(alone).all(|&instance| content(instance))
        };
        (other.wild || !self.wild)
            && vars(&self.locals, &other.locals)
            && vars(&self.globals, &other.globals)
            && births()
            && objects()
    }

    fn merge(
        &self,
        w: World,
        other: &State,
        values: impl Fn(&Value, &Value, IntTy) -> Value,
        contents: impl Fn(&Content, &Content) -> Content,
    ) -> State {
        let vars = |a: &Rc<Vars>, b: &Rc<Vars>| {
            if Rc::ptr_eq(a, b) {
                return a.clone();
            }
            w.charge(a.len());
            let both = a.iter().filter_map(|(var, value)| {
                let ty = w.m.vars[var.index()].ty;
                Some((*var, values(value, b.get(var)?, ty)))
            });
            Rc::new(both.collect())
        };
        let mut births = self.births.clone();
        if !Rc::ptr_eq(&births, &other.births) {
            let births = w.own(&mut births, BTreeMap::len);
            for (&object, &n) in &*other.births {
                let most = births.entry(object).or_insert(0);
                *most = n.max(*most);
            }
        }
        let mut objects = self.objects.clone();
        let same = Rc::ptr_eq(&self.objects, &other.objects);
        let alone = self.objects.keys().filter(|i| !other.objects.contains_key(i));
        for &instance in other.objects.keys().chain(alone).filter(|_| !same) {
            w.charge(1);
            let fixed = w.object(instance).address.is_some();
            let content = match (self.objects.get(&instance), other.objects.get(&instance)) {
                (Some(a), Some(b)) if Rc::ptr_eq(a, b) => continue,
                // In an execution without the object nothing points to it.
                (Some(_), None) if !fixed => continue,
                (None, Some(only)) if !fixed => only.clone(),
                _ => {
                    let (a, b) = (self.content(w, instance), other.content(w, instance));
                    w.charge(a.cells() + b.cells());
                    Rc::new(contents(&a, &b))
                }
            };
            w.own(&mut objects, BTreeMap::len).insert(instance, content);
        }
        State {
            locals: vars(&self.locals, &other.locals),
            globals: vars(&self.globals, &other.globals),
            objects,
            births,
            wild: self.wild || other.wild,
        }
    }
}
