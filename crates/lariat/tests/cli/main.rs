//! The command line from outside: the built binary on small programs.

mod arrays;
mod bad_input;
mod bench;
mod check;
mod compile_commands;
mod corral;
mod documents;
mod evidence;
mod examples;
mod executions;
mod explain_memory;
mod limits;
mod loops;
mod modular;
mod names;
mod parts;
mod picture;
mod precision;
mod presets;
mod properties;
mod sarif;
mod support;
mod verdicts;
