//! A procedure to a formula: passification, block equations, reusable templates.
//!
//! Section 3.1 of the overview paper, with three changes. Passification is done by symbolic execution
//! over the block graph, so an assignment makes no variable at all; only a join of different values, a
//! havoc and a call do. Block equations point in one direction (`block ⇒ contents ∧ some successor`),
//! which is enough for satisfiability. And the result is a [`Template`]: a list of nodes that is
//! played into a solver once per instance, without looking at the procedure again.
//!
//! Interfaces are as small as liveness makes them ([`Interfaces`]): a call passes only what the callee
//! may read and returns only what may be read afterwards.

mod axioms;
mod bits;
mod compile;
mod encode;
mod execute;
mod facts;
mod liveness;
mod template;

pub use axioms::{assert_axioms, assert_axioms_for, other_axioms, relevant_axioms};
pub use bits::BitSet;
pub use compile::{Instance, Instantiator, SiteInstance};
pub use liveness::{Interface, Interfaces};
pub use template::{Site, Template, TemplateBlock, Templates};
