//! What holds at one place of the program: variables and memory.

use super::content::{Content, clamped};
use super::strided::Strided;
use super::value::Value;
use crate::ir::*;
use crate::symbols::Thing;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;

type Vars = FxHashMap<VarId, Value>;

/// Variables and memory. Copies share what they have in common.
#[derive(Clone, Debug, PartialEq)]
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

/// The module, and how many objects of one allocation are told apart.
#[derive(Clone, Copy)]
pub(super) struct World<'a> {
    pub m: &'a Module,
    pub instances: u32,
}

impl World<'_> {
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

    pub fn set(&mut self, w: World, var: VarId, value: Value) {
        let owned = w.m.vars[var.index()].owner.is_some();
        let vars = Rc::make_mut(if owned { &mut self.locals } else { &mut self.globals });
        vars.insert(var, value);
    }

    pub fn forget(&mut self, w: World, var: VarId) {
        let owned = w.m.vars[var.index()].owner.is_some();
        Rc::make_mut(if owned { &mut self.locals } else { &mut self.globals }).remove(&var);
    }

    pub fn content(&self, w: World, instance: u32) -> Rc<Content> {
        let known = self.objects.get(&instance).cloned();
        known.unwrap_or_else(|| Rc::new(w.initial(instance, self.wild)))
    }

    pub fn set_content(&mut self, instance: u32, content: Content) {
        Rc::make_mut(&mut self.objects).insert(instance, Rc::new(content));
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
            content = content.join(others);
        }
        self.set_content(instance, content);
        instance
    }

    /// Any content for all of memory.
    pub fn forget_memory(&mut self) {
        self.wild = true;
        for content in Rc::make_mut(&mut self.objects).values_mut() {
            Rc::make_mut(content).forget();
        }
    }

    /// Nothing is known of what a ghost map holds.
    pub fn forget_ghosts(&mut self, ghost: Ghost) {
        for content in Rc::make_mut(&mut self.objects).values_mut() {
            Rc::make_mut(content).ghosts[ghost as usize] = None;
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

    /// Is all that this describes described by the other one?
    pub fn is_in(&self, w: World, other: &State) -> bool {
        self == other || other.join(w, self) == *other
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
            let both = a.iter().filter_map(|(var, value)| {
                let ty = w.m.vars[var.index()].ty;
                Some((*var, values(value, b.get(var)?, ty)))
            });
            Rc::new(both.collect())
        };
        let mut births = (*self.births).clone();
        for (&object, &n) in &*other.births {
            let most = births.entry(object).or_insert(0);
            *most = n.max(*most);
        }
        let mut objects = BTreeMap::new();
        for &instance in self.objects.keys().chain(other.objects.keys()) {
            if objects.contains_key(&instance) {
                continue;
            }
            let fixed = w.object(instance).address.is_some();
            let content = match (self.objects.get(&instance), other.objects.get(&instance)) {
                (Some(a), Some(b)) if Rc::ptr_eq(a, b) => a.clone(),
                // In an execution without the object nothing points to it.
                (Some(only), None) | (None, Some(only)) if !fixed => only.clone(),
                _ => {
                    let (a, b) = (self.content(w, instance), other.content(w, instance));
                    Rc::new(contents(&a, &b))
                }
            };
            objects.insert(instance, content);
        }
        State {
            locals: vars(&self.locals, &other.locals),
            globals: vars(&self.globals, &other.globals),
            objects: Rc::new(objects),
            births: Rc::new(births),
            wild: self.wild || other.wild,
        }
    }
}
