//! Maps as models give them: one value almost everywhere, and finitely many exceptions.
//!
//! Solvers print maps as stores, as graphs of functions, or as lambdas whose bodies are Boolean
//! combinations of equations between indices and values. All of these are combined point by point.

use lariat_logic::{MapValue, Value};
use std::collections::BTreeMap;

/// A map, or a formula over the indices of one.
#[derive(Clone, Debug)]
pub(crate) struct Finite {
    default: Value,
    exceptions: BTreeMap<Vec<Value>, Value>,
}

impl Finite {
    /// The same value everywhere.
    pub fn constant(default: Value) -> Self {
        Self { default, exceptions: BTreeMap::new() }
    }

    /// True at one place.
    pub fn only_at(place: Vec<Value>) -> Self {
        let mut only = Self::constant(Value::Bool(false));
        only.set(place, Value::Bool(true));
        only
    }

    /// Changes one place.
    pub fn set(&mut self, place: Vec<Value>, value: Value) {
        self.exceptions.insert(place, value);
    }

    fn at(&self, place: &[Value]) -> &Value {
        self.exceptions.get(place).unwrap_or(&self.default)
    }

    /// Negation of a formula.
    pub fn not(self) -> Option<Self> {
        let negate = |value: Value| Some(Value::Bool(!value.as_bool()?));
        Some(Self {
            default: negate(self.default)?,
            exceptions: self
                .exceptions
                .into_iter()
                .map(|(place, value)| Some((place, negate(value)?)))
                .collect::<Option<_>>()?,
        })
    }

    /// `if condition then self else otherwise`, point by point.
    pub fn when(self, condition: &Self, otherwise: Self) -> Option<Self> {
        let choose = |place: &[Value]| -> Option<Value> {
            let side = if condition.at(place).as_bool()? { &self } else { &otherwise };
            Some(side.at(place).clone())
        };
        let taken = condition.default.as_bool()?;
        // The side not taken by default matters only where the condition has exceptions.
        let changes: Vec<(Vec<Value>, Value)> = condition
            .exceptions
            .keys()
            .map(|place| Some((place.clone(), choose(place)?)))
            .collect::<Option<_>>()?;
        let mut result = if taken { self } else { otherwise };
        result.exceptions.extend(changes);
        Some(result)
    }

    /// Conjunction.
    pub fn and(self, other: Self) -> Option<Self> {
        other.when(&self, Self::constant(Value::Bool(false)))
    }

    /// Disjunction.
    pub fn or(self, other: Self) -> Option<Self> {
        Self::constant(Value::Bool(true)).when(&self, other)
    }

    /// The map this is.
    pub fn into_map(self) -> MapValue {
        let map = MapValue::constant(self.default);
        self.exceptions.into_iter().fold(map, |map, (place, value)| map.store(place, value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_hold_at_every_point() {
        let at = |n: i64| Finite::only_at(vec![Value::int(n)]);
        let formulas = [
            at(1).or(at(2)).unwrap(),
            at(1).not().unwrap().and(at(2).not().unwrap()).unwrap(),
            at(3),
            Finite::constant(Value::Bool(true)),
        ];
        let truth = |f: &Finite, n: i64| f.at(&[Value::int(n)]).as_bool().unwrap();
        for a in &formulas {
            for b in &formulas {
                for c in &formulas {
                    let and = a.clone().and(b.clone()).unwrap();
                    let or = a.clone().or(b.clone()).unwrap();
                    let ite = b.clone().when(a, c.clone()).unwrap();
                    for n in 0..5 {
                        let (x, y, z) = (truth(a, n), truth(b, n), truth(c, n));
                        assert_eq!(truth(&and, n), x && y);
                        assert_eq!(truth(&or, n), x || y);
                        assert_eq!(truth(&ite, n), if x { y } else { z });
                    }
                }
            }
        }
    }
}
