//! The verdict as a value.
//!
//! A program has *items*: places that must not go wrong. About each there is [`Knowledge`]: an execution that
//! reaches it ([`Evidence`]), or [`Claim`]s that no execution does, each with the [`Restriction`] it was shown
//! under (assumptions, a bound, failures that come before), or only [`Reason`]s for not knowing. Answers are put
//! together by two operations and nothing else:
//!
//! * [`Verdict::join`]: two answers about the *same* executions (engines, rounds, encodings). Both hold, so what
//!   says more counts; an execution against a claim that excludes it is a [`Contradiction`].
//! * [`Verdict::cover`]: two answers about executions that *together* are all of them (parts of a search,
//!   schedules). A claim about the whole needs one about each, under the restrictions of both.
//!
//! What is printed, written and returned to the shell is a function of [`Verdict::overall`] and of the items.
//!
//! **Invariants.** Plain data: nothing here knows files, terminals, solvers or programs. A verdict never gets
//! stronger by `cover`, and never weaker by `join`.

mod assumption;
mod cut;
mod item;
mod knowledge;
mod overall;
mod reason;

pub use assumption::{Assumption, By, What};
pub use cut::{Cut, CutOff};
pub use item::{Item, ItemId, Kind, Place};
pub use knowledge::{Claim, Evidence, Knowledge, Restriction, Status};
pub use overall::{Contradiction, Overall, Verdict};
pub use reason::{Reason, ReasonKind};
