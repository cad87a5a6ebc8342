//! Types, variables and scopes of generated programs.

use crate::random::Random;

/// A type of the generated program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// `bool`.
    Bool,
    /// `int`, kept to small values.
    Int,
    /// `bv1` to `bv3`.
    Bv(u32),
    /// A map with one index.
    Map(Box<Type>, Box<Type>),
    /// The datatype of the program, `Shape`.
    Shape,
}

impl Type {
    /// The type in Boogie's syntax.
    pub fn text(&self) -> String {
        match self {
            Type::Bool => "bool".into(),
            Type::Int => "int".into(),
            Type::Bv(width) => format!("bv{width}"),
            Type::Map(index, element) => format!("[{}]{}", index.text(), element.text()),
            Type::Shape => "Shape".into(),
        }
    }

    /// Whether all values can be tried one after the other, so that nothing need be said of a
    /// variable that was never given one.
    pub fn is_small(&self) -> bool {
        match self {
            Type::Bool | Type::Bv(_) | Type::Shape => true,
            Type::Int => false,
            Type::Map(index, element) => {
                **index == Type::Bool && matches!(**element, Type::Bool | Type::Bv(1 | 2))
            }
        }
    }

    /// A type for a variable; `rich` also gives maps and datatypes.
    pub fn random(random: &mut Random, rich: bool) -> Type {
        let map = |index, element| Type::Map(Box::new(index), Box::new(element));
        match random.below(if rich { 16 } else { 10 }) {
            0..4 => Type::Bool,
            4..8 => Type::Int,
            8 => Type::Bv(2),
            9 => Type::Bv(random.between(1, 3) as u32),
            10 => map(Type::Int, Type::Int),
            11 => map(Type::Bool, Type::Int),
            12 => map(Type::Int, Type::Bool),
            13 => map(Type::Bv(2), Type::Bv(2)),
            14 => map(Type::Bool, Type::Bool),
            _ => Type::Shape,
        }
    }
}

/// A variable in scope.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Whether it may be assigned (inputs and constants may not).
    pub assignable: bool,
    /// Whether `old` of it makes sense.
    pub global: bool,
}

/// A procedure that can be called.
#[derive(Clone, Debug)]
pub struct Signature {
    /// Its name.
    pub name: String,
    /// Types of inputs.
    pub inputs: Vec<Type>,
    /// Types of outputs.
    pub outputs: Vec<Type>,
}
