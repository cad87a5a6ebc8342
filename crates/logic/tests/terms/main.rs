//! Terms: what every operator computes, which laws the constructors apply, and that a term built with
//! them has the value of the expression as written.
//!
//! Expressions are written as in SMT-LIB (`notation`); an [`Expr`](notation::Expr) is never simplified,
//! so that its value is an oracle for the term made of it.

mod laws;
mod notation;
mod operators;
mod random;
mod sharing;
mod values;
