//! The concrete interpreter: the operational semantics of the core program (Fig. 2 of the overview
//! paper), one transition at a time.
//!
//! A [`Machine`] takes a [`State`] (a stack of activations and the globals) through its transitions.
//! Whatever the semantics leaves open is asked for only when it matters: a variable that was never
//! given a value is [`Slot::Arbitrary`] until somebody reads it, and then the machine stops at
//! [`Step::Needs`]. Two drivers answer: [`run`] follows one execution with [`Choices`] made by the
//! caller, and [`explore`] tries all of them over small domains (the oracle of the random tests).
//!
//! **Invariants.** No recursion on the program's stack: an execution may be many thousands of calls
//! deep. A condition that cannot be evaluated is reported, never taken for true or false silently.

mod critical;
mod domain;
mod evaluate;
mod explore;
mod machine;
mod quantify;
mod run;
mod state;
mod witness;

pub use domain::{enumerate, equal};
pub use evaluate::unknown;
pub use explore::{Budget, Choice, Domains, Exhaustive, explore};
pub use machine::{At, Bounds, Effect, End, Goal, Machine, Step, Why, Written};
pub use quantify::Candidates;
pub use run::{Choices, Observer, Run, Silent, View, run};
pub use state::{Activation, Point, Slot, State, Unknown};
pub use witness::{PathObserver, WitnessChoices};
