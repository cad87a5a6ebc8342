//! The command line from outside: the built binary on small programs.

mod bad_input;
mod bench;
mod check;
mod corral;
mod examples;
mod limits;
mod loops;
mod properties;
mod support;
