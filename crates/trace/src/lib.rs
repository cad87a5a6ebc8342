//! An execution: rebuilt from a model, replayed in the interpreter, mapped to source, rendered.
//!
//! The search finds a path: which blocks are visited, call by call. [`concretise`] asks the solver
//! for values with which the program as written takes that path, [`replay`] executes the program
//! with them, and [`replay_with_trace`] writes down what happens as a [`Trace`].
//!
//! **Invariants.** Only what the interpreter did is in a trace: the solver's word is checked, and
//! what could not be checked is listed ([`Unevaluated`]). No I/O; rendering returns text.

mod approximate;
mod candidates;
mod concretise;
mod instances;
mod map_index;
mod path_program;
mod path_walk;
mod record;
mod render;
mod repair;
mod replay;
mod select;
mod show;
mod skolem;
mod source;
mod symbolic;
mod trace;
mod wishes;

pub use approximate::{Approximation, rests_on_approximation};
pub use concretise::{
    Blame, Concrete, ConcretiseError, Feasibility, PathQuery, concretise, concretise_wishing,
};
pub use path_program::{PathProgram, path_program};
pub use path_walk::{PathError, check_path};
pub use render::{Detail, Style, Tone, Unstyled, render};
pub use replay::{Replay, Unevaluated, replay, replay_with_trace};
pub use show::Shown;
pub use source::source_location;
pub use trace::{
    Binding, Failure, GivenInput, InitialPlace, Iteration, Location, ShownAttribute, Step,
    StepKind, Trace,
};
pub use wishes::Wish;
