//! Values of C objects as trees of bit-vectors (paper, sections 3.2 and 3.4).
//!
//! Structures and small arrays are the list of their parts, a union is its widest member's
//! bits and the number of the member written last, a pointer is an object number and an
//! offset. Large arrays have no value of their own: their contents are looked up in memory.

use crate::aig::{Aig, Lit};
use crate::circuit::Bits;

/// A pointer: which object, and how many bytes from its start (two's complement).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pointer {
    /// The object's number; zero is NULL.
    pub object: Bits,
    /// The offset in bytes.
    pub offset: Bits,
}

/// A value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// An integer, `_Bool` or enum.
    Int(Bits),
    /// A pointer.
    Pointer(Pointer),
    /// The members in order.
    Struct(Vec<Value>),
    /// The elements in order.
    Array(Vec<Value>),
    /// The bits of the member written last, and its number.
    Union {
        /// As wide as the widest member.
        payload: Bits,
        /// Which member was written last.
        member: Bits,
    },
    /// A large array: what is in it is in memory.
    Far,
}

impl Value {
    /// All bits in order.
    pub fn flatten(&self, out: &mut Bits) {
        match self {
            Value::Int(bits) => out.extend(bits),
            Value::Pointer(p) => {
                out.extend(&p.object);
                out.extend(&p.offset);
            }
            Value::Struct(parts) | Value::Array(parts) => {
                parts.iter().for_each(|p| p.flatten(out));
            }
            Value::Union { payload, member } => {
                out.extend(payload);
                out.extend(member);
            }
            Value::Far => {}
        }
    }

    /// All bits in order.
    pub fn bits(&self) -> Bits {
        let mut out = Bits::new();
        self.flatten(&mut out);
        out
    }

    /// The same tree over other bits, taken in order.
    #[must_use]
    pub fn rebuild(&self, bits: &mut impl Iterator<Item = Lit>) -> Value {
        let mut take = |n: usize| -> Bits { (&mut *bits).take(n).collect() };
        match self {
            Value::Int(old) => Value::Int(take(old.len())),
            Value::Pointer(p) => Value::Pointer(Pointer {
                object: take(p.object.len()),
                offset: take(p.offset.len()),
            }),
            Value::Struct(parts) => Value::Struct(parts.iter().map(|p| p.rebuild(bits)).collect()),
            Value::Array(parts) => Value::Array(parts.iter().map(|p| p.rebuild(bits)).collect()),
            Value::Union { payload, member } => {
                Value::Union { payload: take(payload.len()), member: take(member.len()) }
            }
            Value::Far => Value::Far,
        }
    }

    /// Is there a large array in it?
    pub fn has_far_part(&self) -> bool {
        match self {
            Value::Far => true,
            Value::Struct(parts) | Value::Array(parts) => parts.iter().any(Value::has_far_part),
            _ => false,
        }
    }
}

impl Aig {
    /// If `c` then `t` else `e`, for values of one type.
    pub fn mux_value(&mut self, c: Lit, t: &Value, e: &Value) -> Value {
        match c.as_constant() {
            Some(true) => return t.clone(),
            Some(false) => return e.clone(),
            None if t == e => return t.clone(),
            None => {}
        }
        let bits = self.mux_bits(c, &t.bits(), &e.bits());
        t.rebuild(&mut bits.into_iter())
    }

    /// A value of the same type with free bits.
    pub fn fresh_like(&mut self, like: &Value) -> Value {
        let bits = self.inputs(like.bits().len());
        like.rebuild(&mut bits.into_iter())
    }
}
