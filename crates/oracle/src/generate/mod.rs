//! Random Boogie programs.
//!
//! Programs are made as text, so that the whole way from parser to verdict is under test. They are
//! *finite-domain-friendly*: whatever is arbitrary is either of a small finite type or an integer
//! that is at once confined to 0..2, so that trying the integers [`TRIED`] for everything arbitrary
//! misses no execution, and exhaustive exploration is conclusive. Maps over integers always start as
//! constant maps. One statement a line, so that [`minimise`](crate::minimise) can work on lines.

mod contracts;
mod control;
mod expressions;
mod functions;
mod jumps;
mod layers;
mod procedures;
mod statements;
mod types;

pub use control::Dialect;
pub use layers::layered_program;

use crate::random::Random;
use expressions::Scope;
use std::ops::RangeInclusive;
use types::{Signature, Type, Variable};

/// The integers that exploration must try for something arbitrary: those that programs confine
/// arbitrary integers to, and one more at each end to see that they do.
pub const TRIED: RangeInclusive<i64> = -1..=3;

/// What a program may use.
#[derive(Clone, Debug)]
pub struct Features {
    /// Procedures may call each other in circles.
    pub recursion: bool,
    /// Loops.
    pub loops: bool,
    /// Bodies of blocks and jumps.
    pub jumps: bool,
    /// Maps.
    pub maps: bool,
    /// The datatype.
    pub shapes: bool,
    /// Functions.
    pub functions: bool,
    /// Quantifiers over bool.
    pub quantifiers: bool,
    /// Pre- and postconditions.
    pub contracts: bool,
    /// Assertions.
    pub assertions: bool,
    /// An error flag that is raised and tested.
    pub flag: Option<Flag>,
}

/// How an error flag is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flag {
    /// A Boolean.
    Bool,
    /// The integers 0 and 1.
    Int,
}

impl Flag {
    fn ty(self) -> Type {
        match self {
            Flag::Bool => Type::Bool,
            Flag::Int => Type::Int,
        }
    }

    fn lowered(self) -> &'static str {
        match self {
            Flag::Bool => "false",
            Flag::Int => "0",
        }
    }

    fn raised(self) -> &'static str {
        match self {
            Flag::Bool => "true",
            Flag::Int => "1",
        }
    }

    fn test(self) -> &'static str {
        match self {
            Flag::Bool => "err",
            Flag::Int => "err == 1",
        }
    }
}

impl Features {
    fn random(random: &mut Random) -> Self {
        let flag =
            random.chance(25).then(|| if random.chance(70) { Flag::Bool } else { Flag::Int });
        Features {
            recursion: random.chance(35),
            loops: random.chance(40),
            jumps: random.chance(25),
            maps: random.chance(35),
            shapes: random.chance(12),
            functions: random.chance(20),
            quantifiers: random.chance(4),
            contracts: random.chance(35),
            assertions: flag.is_none() || random.chance(40),
            flag,
        }
    }
}

/// What is known while a program is written.
struct Writer {
    random: Random,
    dialect: Dialect,
    features: Features,
    globals: Vec<Variable>,
    signatures: Vec<Signature>,
    /// Integer globals with a where clause.
    confined_from_the_start: Vec<String>,
}

/// The program of this seed. Its entry is `main`.
pub fn program(seed: u64) -> String {
    program_in(seed, Dialect::Structured)
}

/// The program of this seed with its control flow in this dialect.
pub fn program_in(seed: u64, dialect: Dialect) -> String {
    let mut random = Random::new(seed);
    let features = Features::random(&mut random);
    let mut writer = Writer {
        random,
        dialect,
        features,
        globals: Vec::new(),
        signatures: Vec::new(),
        confined_from_the_start: Vec::new(),
    };
    writer.declare_globals();
    writer.declare_procedures();
    let mut body = String::new();
    for g in &writer.globals {
        let clause = if writer.confined_from_the_start.contains(&g.name) {
            format!(" where {}", confined(&g.name))
        } else {
            String::new()
        };
        body += &format!("var {}: {}{clause};\n", g.name, g.ty.text());
    }
    for number in 0..writer.signatures.len() {
        body += "\n";
        body += &writer.procedure(number);
    }
    functions::declarations(&body) + &body
}

impl Writer {
    fn declare_globals(&mut self) {
        if let Some(flag) = self.features.flag {
            self.globals.push(global("err", flag.ty()));
        }
        let count = self.random.between(0, 3);
        for name in ["g", "h", "k"].iter().take(count) {
            let mut ty = Type::random(&mut self.random, self.features.maps);
            if ty == Type::Shape && !self.features.shapes {
                ty = Type::Int;
            }
            if ty == Type::Int && self.random.chance(10) {
                self.confined_from_the_start.push((*name).into());
            }
            self.globals.push(global(name, ty));
        }
    }

    fn declare_procedures(&mut self) {
        let fewest = if self.random.chance(90) { 2 } else { 1 };
        let count = self.random.between(fewest, 6);
        for number in 0..count {
            let name = if number == 0 { "main".into() } else { format!("p{number}") };
            let inputs = self.random.between(0, if number == 0 { 1 } else { 2 });
            let outputs = [0, 0, 1, 1, 1, 2][self.random.below(6)];
            let inputs = (0..inputs).map(|_| match self.parameter_type() {
                // Inputs of the entry are arbitrary.
                ty if number == 0 && !ty.is_small() => Type::Int,
                ty => ty,
            });
            let inputs = inputs.collect();
            let outputs = (0..outputs).map(|_| self.parameter_type()).collect();
            self.signatures.push(Signature { name, inputs, outputs });
        }
    }

    fn parameter_type(&mut self) -> Type {
        let rich = self.features.maps && self.random.chance(30);
        match Type::random(&mut self.random, rich) {
            Type::Shape if !self.features.shapes => Type::Bool,
            ty => ty,
        }
    }

    fn contract_scope(&self) -> Scope {
        let mut scope = Scope { variables: self.globals.clone(), ..Scope::default() };
        if self.features.functions {
            let name = "small".into();
            scope.add(Variable { name, ty: Type::Int, assignable: false, global: false });
        }
        scope
    }
}

fn global(name: &str, ty: Type) -> Variable {
    Variable { name: name.into(), ty, assignable: true, global: true }
}

/// Confines an arbitrary integer.
fn confined(name: &str) -> String {
    format!("0 <= {name} && {name} <= 2")
}
