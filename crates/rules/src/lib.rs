//! Rules about the use of an interface, in the style of SLIC, and the instrumentation of programs with them.
//!
//! ```text
//! .slic ── parse ──► Rule ── compile ──► C: state and one function per event ──► read with the program
//!                      └────────────────── weave: calls of these functions around the events ──┘
//! ```
//!
//! A [`Rule`] has variables of its own and handlers for events: functions of the program or of the interface are entered
//! and left. [`compile`] makes a C file of it, in which each handler is a function; the file is read as one more unit of
//! the program. [`weave`] then puts calls of the handlers where the events happen, in the typed program. So a rule says in C what
//! is to be checked, and the front end checks that it is C.
//!
//! **Why verdicts are about the program.** Handlers write nothing but the rule's variables and their own
//! ([`weave`] refuses others), and they return: as far as the program can see, nothing has changed. So each execution of the program
//! is one of the instrumented program, up to `halt`, which leaves out executions that the rule is not about, and a rule that does so is
//! also asked whether its events are reached.

pub mod boogie;
mod check;
mod compile;
mod event;
mod format;
pub mod lexer;
mod parse;
mod readonly;
mod syntax;
mod tree;
mod weave;

pub use check::{Summary, summary};
pub use compile::{Compiled, Handler, Known, Mode, compile};
pub use event::{Argument, Event, When};
pub use format::format;
pub use parse::parse;
pub use syntax::{Guard, Item, Piece, Position, Rule, Span, Watch};
pub use tree::{Node, visit};
pub use weave::{Woven, weave};
