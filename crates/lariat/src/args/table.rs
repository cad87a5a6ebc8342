//! The options of `check`, one row each: whether it belongs to the question, which executions it leaves out, and values that
//! the random tests draw. Help says what is left out, a part of a split has the options of its question, and a test
//! holds the table against the command line. (No dependencies: `tests/options.rs` reads this file, too.)

/// What an option is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// What is asked, and what the parts of a split depend on.
    Question,
    /// How the answer is looked for, and for how long.
    Engine,
    /// What is written.
    Output,
}

/// An option.
pub struct Row {
    /// Its long name, or the letter if it has none.
    pub name: &'static str,
    /// What it is about.
    pub role: Role,
    /// Executions that it leaves out; empty if none.
    pub cuts: &'static str,
    #[allow(dead_code)] // by the command itself
    /// Values for random tests on Boogie programs, `""` for an option without one; none if it is not drawn.
    pub draw: &'static [&'static str],
}

const fn row(
    name: &'static str,
    role: Role,
    cuts: &'static str,
    draw: &'static [&'static str],
) -> Row {
    Row { name, role, cuts, draw }
}

use Role::{Engine, Output, Question};

/// All options.
pub const OPTIONS: &[Row] = &[
    row("goal", Question, "", &["failure", "return"]),
    row("entry", Question, "what runs before the entry", &[]),
    row("recursion-bound", Question, "deeper recursion", &["1", "2", "3", "5"]),
    row("deepen", Question, "", &[""]),
    row("stop-at-first", Question, "", &[""]),
    row("list", Output, "", &[]),
    row("infer-modifies", Question, "", &[""]),
    row("lib", Question, "", &[]),
    row("preset", Question, "as its settings do", &[]),
    row("loop-bounds", Question, "", &["infer", "off"]),
    row("long-loops", Question, "", &["1", "2"]),
    row("abstract-loops", Question, "", &[""]),
    row("unwind", Question, "more iterations", &["1", "2", "4"]),
    row("execute", Engine, "", &[]),
    row("I", Question, "", &[]),
    row("D", Question, "", &[]),
    row("U", Question, "", &[]),
    row("compiler-flag", Question, "", &[]),
    row("data-model", Question, "", &[]),
    row("memory", Question, "with `split`, aliases between types and fields", &[]),
    row("no-env-alias", Question, "pointers from outside that are equal", &[]),
    row("integers", Question, "", &[]),
    row("floats", Question, "", &[]),
    row("no-wrap", Question, "integers that wrap around", &[]),
    row("no-intervals", Question, "", &[]),
    row("unknown-calls", Question, "with `pure`, writes by functions without a body", &[]),
    row("malloc", Question, "with `never-fails`, allocations that fail", &[]),
    row("evaluation-order", Question, "with `left` and `right`, other orders", &[]),
    row("volatile", Question, "with `memory`, changes by devices", &[]),
    row("check", Question, "", &[]),
    row("no-assertions", Question, "what comes after an assertion that fails", &[]),
    row("property", Question, "what the rules of SV-COMP exclude", &[]),
    row("rules", Question, "what the rules exclude", &[]),
    row("confirm-bits", Question, "", &[]),
    row("harness", Output, "", &[]),
    row("confirm", Output, "", &[]),
    row("witness", Output, "", &[]),
    row("strategy", Engine, "", &["stratified", "widening", "forward", "backward", "static"]),
    row("jobs", Engine, "", &["1", "2", "3"]),
    row("no-sharing", Question, "", &[""]),
    row("no-skeleton", Question, "", &[""]),
    row("exact", Engine, "", &[""]),
    row("abstract", Question, "", &["auto", "globals", "locals"]),
    row("track", Question, "", &[]),
    row("track-all", Question, "", &[""]),
    row("refinement", Question, "", &["linear", "hrefine", "vcrefine", "cores"]),
    row("no-reuse", Question, "", &[""]),
    row("houdini", Question, "", &["auto", "on", "off"]),
    row("unbounded", Question, "", &["after", "beside", "off"]),
    row("prove-for", Question, "", &[]),
    row("summaries", Output, "", &[]),
    row("certificate", Output, "", &[]),
    row("solver", Engine, "", &[]),
    row("log-smt", Output, "", &[]),
    row("seed", Engine, "", &["1", "77"]),
    row("z3-option", Engine, "", &[]),
    row("time-limit", Engine, "", &[]),
    row("memory-limit", Engine, "", &[]),
    row("format", Output, "", &["text", "json", "sarif"]),
    row("trace", Output, "", &["short", "full", "none"]),
    row("stats", Output, "", &[""]),
    row("dump-after", Output, "", &[]),
    row("color", Output, "", &[]),
    row("verbose", Output, "", &[]),
    row("quiet", Output, "", &[""]),
];
