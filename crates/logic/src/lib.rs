//! First-order terms: sorts, operators, hash-consed terms, values and their evaluation.
//!
//! The papers leave the expression language open and ask only for a multi-sorted first-order
//! signature with equality. This crate is that signature: everything above it (programs, formulas,
//! solvers, traces) speaks about data through [`Terms`], and nothing here knows what a program is.
//!
//! **Invariants.** No I/O. Equal terms have equal [`TermId`]s (hash-consing), and the constructors of
//! [`Terms`] fold constants and apply local simplifications that are valid in every model, so two
//! stages that build "the same" term share it. Iteration is in index order, never in hash order.

mod alpha;
mod bits;
mod eval;
mod index;
mod op;
mod simplify;
mod sort;
mod term;
mod traverse;
mod value;

pub use bits::Bits;
pub use eval::{EvalError, apply as apply_op};
pub use index::IndexVec;
pub use op::Op;
pub use sort::{Constructor, ConstructorId, Datatype, DatatypeId, Sort, SortId};
pub use term::{
    Binder, BinderKind, Function, FunctionId, Literal, Term, TermId, Terms, VarId, Variable,
};
pub use traverse::{Env, Substitution};
pub use value::{MapValue, Value};
