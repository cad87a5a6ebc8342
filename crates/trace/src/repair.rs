//! Candidates for an execution that are nearly one.
//!
//! Where a solver was not sure, its model lists what maps have at the places that matter to it, and leaves what they have everywhere
//! else to chance. What holds for all places then fails somewhere. Often another value everywhere else
//! would do: one that the map has at a listed place. Whether it does is for the interpreter to say.

use crate::concretise::Concrete;
use crate::replay::{Replay, replay};
use lariat_logic::{MapValue, Sort, TermId, Value, VarId};
use lariat_program::interpreter::{Point, unknown};
use lariat_program::{Frame, Program};

/// So many values are tried for what a map has everywhere else.
const MAX_DEFAULTS: usize = 4;
/// So many candidates are tried.
const MAX_TRIES: usize = 40;

/// The execution, or one like it, if the interpreter confirms all of it.
pub(crate) fn confirmed(
    program: &Program,
    path: &Frame,
    axioms: &[TermId],
    concrete: &Concrete,
) -> Option<Concrete> {
    let replays = |concrete: &Concrete| {
        let replay = replay(program, path, axioms, concrete);
        matches!(replay, Replay::Confirmed { unevaluated, .. } if unevaluated.is_empty())
    };
    let mut tried = vec![concrete.clone()];
    if replays(concrete) {
        return tried.pop();
    }
    let mut maps: Vec<((Point, VarId), Vec<MapValue>)> = concrete
        .values
        .iter()
        .filter_map(|(&at, value)| match value {
            Value::Map(map) => Some((at, with_other_defaults(map))),
            _ => None,
        })
        .collect();
    maps.sort_by_key(|m| m.0);
    // All maps with the n-th choice each, then one map at a time.
    let most = maps.iter().map(|m| m.1.len()).max().unwrap_or(0);
    let together = (0..most).map(|n| {
        let choice =
            |m: &((Point, VarId), Vec<MapValue>)| Some((m.0, m.1.get(n).or(m.1.last())?.clone()));
        maps.iter().filter_map(choice).collect::<Vec<_>>()
    });
    let single = maps.iter().flat_map(|m| m.1.iter().map(|map| vec![(m.0, map.clone())]));
    for change in together.chain(single).take(MAX_TRIES) {
        let mut other = concrete.clone();
        for (at, map) in change {
            other.values.insert(at, Value::Map(map));
        }
        if replays(&other) {
            return Some(other);
        }
    }
    None
}

/// An execution that the solver is sure of: if guesses about what maps have where nobody looked stand against it, it is left open what they
/// have there.
pub(crate) fn without_guesses(
    program: &Program,
    path: &Frame,
    axioms: &[TermId],
    concrete: Concrete,
) -> Concrete {
    if concrete.partial.is_empty() || replay(program, path, axioms, &concrete).is_confirmed() {
        return concrete;
    }
    if let Some(other) = confirmed(program, path, axioms, &concrete) {
        return other;
    }
    let mut open = concrete;
    for at in &open.partial {
        let sort = program.terms.variable(at.1).sort;
        if let (Some(Value::Map(map)), Sort::Map { element, .. }) =
            (open.values.get_mut(at), program.terms.sort_of_id(sort))
        {
            *map = with_default(map, unknown(*element));
        }
    }
    open
}

/// The map with values that it lists in place of its default; what is listed stays.
fn with_other_defaults(map: &MapValue) -> Vec<MapValue> {
    let mut values: Vec<&Value> = Vec::new();
    for (_, value) in map.entries() {
        if !values.contains(&value) && values.len() < MAX_DEFAULTS {
            values.push(value);
        }
    }
    values.into_iter().map(|default| with_default(map, default.clone())).collect()
}

/// The map with another value everywhere but at the places that it lists.
fn with_default(map: &MapValue, default: Value) -> MapValue {
    map.entries().fold(MapValue::constant(default), |new, (place, value)| {
        new.store(place.to_vec(), value.clone())
    })
}
