//! What is verified, and how.

use lariat_reach::Options;
use lariat_refine::{Houdini, ProverOptions, Unbounded};
use lariat_verify::{Failures, Implementation, Inline, LoopOptions, Modular, Question};
use std::time::Duration;

/// How implementations are verified.
#[derive(Clone, Debug)]
pub struct Settings {
    /// So many at a time.
    pub jobs: usize,
    /// For one implementation, unless it has a limit of its own.
    pub time_limit: Option<Duration>,
    /// Whether modifies clauses are inferred.
    pub infer_modifies: bool,
    /// Which calls are looked into.
    pub inline: Inline,
    /// Whether inlined calls that are too deep are left out. Otherwise there must be none.
    pub may_recur: bool,
    /// Up to which visit of their heads loops are followed, if their invariants do not count.
    pub unroll: Option<u32>,
    /// Seed of the solver.
    pub seed: u32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            jobs: 1,
            time_limit: None,
            infer_modifies: false,
            inline: Inline::Marked,
            may_recur: true,
            unroll: None,
            seed: 0,
        }
    }
}

impl Settings {
    /// The question about one implementation.
    pub(crate) fn question(&self, implementation: &Implementation) -> Question {
        let modular = Modular {
            implementation: implementation.number,
            cut_loops: self.unroll.is_none(),
            inline: self.inline,
            may_recur: self.may_recur,
        };
        Question {
            modular: Some(modular),
            failures: Failures::All,
            search: Options {
                // A loop whose head is visited n times is on the stack n times. Without loops nothing recurs but what
                // is inlined, which has a bound of its own.
                recursion_bound: self.unroll.unwrap_or(1).max(1),
                ..Options::default()
            },
            ..self.whole(implementation)
        }
    }

    /// The question about the procedure with all that it calls.
    pub(crate) fn whole(&self, implementation: &Implementation) -> Question {
        Question {
            entry: Some(implementation.procedure.clone()),
            infer_modifies: self.infer_modifies,
            loops: LoopOptions::off(),
            // Clauses under `{:existential}` constants are clauses like others.
            prover: ProverOptions {
                unbounded: Unbounded::Off,
                houdini: Houdini::Off,
                ..ProverOptions::default()
            },
            seed: self.seed,
            ..Question::assertions()
        }
    }
}

/// Which implementations are verified.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// Whether what is inlined wherever it is called is verified by itself, too.
    pub inlined: bool,
    /// Patterns of procedure names, with `*` for anything; none for all procedures.
    pub procedures: Vec<String>,
    /// Patterns of those that are left out.
    pub without: Vec<String>,
}

impl Choice {
    /// Those of a program, without what is marked `{:verify false}`.
    pub fn of(&self, all: Vec<Implementation>, inline: Inline) -> Vec<Implementation> {
        let named = |patterns: &[String], name: &str| patterns.iter().any(|p| fits(p, name));
        let wanted = |i: &Implementation| {
            let inlined = inline != Inline::Never && i.inline.is_some();
            !i.skipped
                && (self.inlined || !inlined)
                && (self.procedures.is_empty() || named(&self.procedures, &i.procedure))
                && !named(&self.without, &i.procedure)
        };
        all.into_iter().filter(wanted).collect()
    }
}

/// Whether a name fits a pattern, in which `*` stands for anything.
fn fits(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((start, rest)) => name.strip_prefix(start).is_some_and(|name| ends_fit(rest, name)),
    }
}

fn ends_fit(pattern: &str, name: &str) -> bool {
    let starts = (0..=name.len()).filter(|&at| name.is_char_boundary(at));
    starts.map(|at| &name[at..]).any(|name| fits(pattern, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        assert!(fits("BoogieEntry_*", "BoogieEntry_A") && fits("*", "") && fits("a*c*", "abcd"));
        assert!(!fits("a", "ab") && !fits("a*c", "abd") && fits("a*bc", "abbc"));
    }
}
