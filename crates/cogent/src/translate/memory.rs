//! Contents that are looked up: large and unbounded arrays, objects known only through
//! pointers, results of functions (paper, section 3.3).
//!
//! A lookup is the application of an uninterpreted function to a key. Ackermann's reduction
//! makes each application a fresh variable and requires equal keys to have equal values; the
//! search adds these requirements (all at once if they are few, else where violated).
//! Writes, which only paths make, are a list that later lookups go through.

use super::{Translated, Translator, unsupported};
use crate::aig::Lit;
use crate::circuit::{Bits, Division, constant};
use crate::value::{Pointer, Value};
use lariat_c::{FunctionId, TypeId};
use rustc_hash::FxHashMap;

/// The uninterpreted functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Symbol {
    /// What is at an address, for scalars of one kind and width.
    Contents { pointer: bool, width: usize },
    /// The result of a function.
    Call(FunctionId),
    /// The address of an object as a number.
    Address,
}

/// One application.
#[derive(Clone, Debug)]
pub(crate) struct Application {
    pub symbol: Symbol,
    pub key: Bits,
    pub value: Bits,
}

/// A store into memory.
#[derive(Clone, Debug)]
pub(crate) struct Write {
    symbol: Symbol,
    guard: Lit,
    key: Bits,
    value: Bits,
}

/// Fixed interpretations of the functions: keys with their values; everything else is zero.
pub(crate) type Tables = FxHashMap<Symbol, Vec<(Vec<bool>, Vec<bool>)>>;

type DivisionKey = (bool, Box<[Lit]>, Box<[Lit]>);

/// All applications so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    pub applications: Vec<Application>,
    known: FxHashMap<(Symbol, Bits), Bits>,
    pub writes: Vec<Write>,
    /// If set, the functions are what the tables say.
    pub tables: Option<Tables>,
    /// Quotients and remainders already guessed.
    pub divisions: FxHashMap<DivisionKey, Guessed>,
}

/// A division, and for its quotient and remainder whether nobody has used it yet: then it may
/// be anything where C does not define it.
#[derive(Clone, Debug)]
pub(crate) struct Guessed {
    pub division: Division,
    pub free: [bool; 2],
}

impl Translator<'_> {
    /// The value of a function at a key, and whether it is new.
    pub(crate) fn apply(&mut self, symbol: Symbol, key: Bits, width: usize) -> (Bits, bool) {
        if let Some(tables) = &self.memory.tables {
            let table = tables.get(&symbol).cloned().unwrap_or_default();
            let mut value = vec![Lit::FALSE; width];
            for (at, entry) in table {
                let at: Bits = at.into_iter().map(Lit::constant).collect();
                let entry: Bits = entry.into_iter().map(Lit::constant).collect();
                if at.len() == key.len() && entry.len() == width {
                    let hit = self.aig.equal_bits(&at, &key);
                    value = self.aig.mux_bits(hit, &entry, &value);
                }
            }
            return (value, false);
        }
        if let Some(known) = self.memory.known.get(&(symbol, key.clone())) {
            return (known.clone(), false);
        }
        let value = self.aig.inputs(width);
        self.memory.known.insert((symbol, key.clone()), value.clone());
        let application = Application { symbol, key, value: value.clone() };
        self.memory.applications.push(application);
        (value, true)
    }

    /// What memory holds at an address, as a value of a type.
    pub(super) fn read_memory(&mut self, at: &Pointer, ty: TypeId) -> Translated<Value> {
        let shape = self.zero_value(ty)?;
        self.read_shape(at, ty, &shape)
    }

    fn read_shape(&mut self, at: &Pointer, ty: TypeId, shape: &Value) -> Translated<Value> {
        match shape {
            Value::Int(bits) => {
                let symbol = Symbol::Contents { pointer: false, width: bits.len() };
                Ok(Value::Int(self.read_scalar(symbol, at, bits.len())))
            }
            Value::Pointer(p) => {
                let width = p.object.len() + p.offset.len();
                let symbol = Symbol::Contents { pointer: true, width };
                let before = self.memory.applications.len();
                let bits = self.read_scalar(symbol, at, width);
                if self.memory.applications.len() > before {
                    let initial = self.memory.applications[before].value.clone();
                    let initial = shape.rebuild(&mut initial.into_iter());
                    self.constrain_input(ty, &initial)?;
                }
                Ok(shape.rebuild(&mut bits.into_iter()))
            }
            Value::Struct(parts) => {
                let fields = self.fields(ty)?;
                let mut values = Vec::new();
                for (field, part) in fields.iter().zip(parts) {
                    if field.bits.is_some() {
                        return unsupported("bit-fields of an unknown object");
                    }
                    let at = self.displaced(at, field.offset as i128);
                    values.push(self.read_shape(&at, field.ty, part)?);
                }
                Ok(Value::Struct(values))
            }
            Value::Array(parts) => {
                let (element, size) = self.element_of(ty)?;
                let mut values = Vec::new();
                for (i, part) in parts.iter().enumerate() {
                    let at = self.displaced(at, i as i128 * size as i128);
                    values.push(self.read_shape(&at, element, part)?);
                }
                Ok(Value::Array(values))
            }
            Value::Union { .. } => {
                let width = shape.bits().len();
                let symbol = Symbol::Contents { pointer: false, width };
                let bits = self.read_scalar(symbol, at, width);
                let value = shape.rebuild(&mut bits.into_iter());
                self.constrain_input(ty, &value)?;
                Ok(value)
            }
            Value::Far => unsupported("the value of a large array"),
        }
    }

    fn read_scalar(&mut self, symbol: Symbol, at: &Pointer, width: usize) -> Bits {
        let key = self.address_key(at);
        let (mut value, _) = self.apply(symbol, key.clone(), width);
        for i in 0..self.memory.writes.len() {
            let write = self.memory.writes[i].clone();
            if write.symbol == symbol {
                let same = self.aig.equal_bits(&write.key, &key);
                let hit = self.aig.and(same, write.guard);
                value = self.aig.mux_bits(hit, &write.value, &value);
            }
        }
        value
    }

    /// Stores a value at an address, under a condition.
    pub(super) fn write_memory(
        &mut self,
        at: &Pointer,
        ty: TypeId,
        value: &Value,
        guard: Lit,
    ) -> Translated<()> {
        if guard == Lit::FALSE {
            return Ok(());
        }
        let symbol = match value {
            Value::Int(bits) => Symbol::Contents { pointer: false, width: bits.len() },
            Value::Pointer(_) => Symbol::Contents { pointer: true, width: value.bits().len() },
            Value::Union { .. } => Symbol::Contents { pointer: false, width: value.bits().len() },
            Value::Struct(parts) => {
                for (field, part) in self.fields(ty)?.iter().zip(parts) {
                    let at = self.displaced(at, field.offset as i128);
                    self.write_memory(&at, field.ty, part, guard)?;
                }
                return Ok(());
            }
            Value::Array(parts) => {
                let (element, size) = self.element_of(ty)?;
                for (i, part) in parts.iter().enumerate() {
                    let at = self.displaced(at, i as i128 * size as i128);
                    self.write_memory(&at, element, part, guard)?;
                }
                return Ok(());
            }
            Value::Far => return unsupported("the value of a large array"),
        };
        let key = self.address_key(at);
        self.memory.writes.push(Write { symbol, guard, key, value: value.bits() });
        Ok(())
    }

    fn address_key(&self, at: &Pointer) -> Bits {
        at.object.iter().chain(&at.offset).copied().collect()
    }

    /// A pointer so many bytes further.
    pub(super) fn displaced(&mut self, at: &Pointer, by: i128) -> Pointer {
        let by = constant(by, at.offset.len());
        let offset = self.aig.add(&at.offset, &by);
        Pointer { object: at.object.clone(), offset }
    }
}
