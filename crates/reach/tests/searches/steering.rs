//! Bounds, where a search starts, and how it is stopped.

use crate::{Subject, verdict};
use lariat_budget::{Budget, Stop};
use lariat_passes::Goal;
use lariat_reach::{Options, Outcome};
use std::sync::Arc;

/// Fails when the loop has run `n` times.
fn counts_to(n: u32) -> String {
    format!(
        "procedure main() {{ var i: int; i := 0; while (*) {{ i := i + 1; }} assert i != {n}; }}"
    )
}

fn bounds(first_bound: u32, recursion_bound: u32, skip_bounds: bool) -> Options {
    Options { first_bound, recursion_bound, skip_bounds, ..Options::default() }
}

#[test]
fn from_the_first_bound_to_the_last() {
    for (n, options, expected) in [
        (0, bounds(1, 5, false), "reached at 1"),
        (2, bounds(1, 5, false), "reached at 3"),
        (2, bounds(3, 5, false), "reached at 3"),
        (2, bounds(4, 5, false), "reached at 4"),
        (2, bounds(9, 5, false), "reached at 5"),
        (6, bounds(1, 5, false), "none within 5 (main_loop_head)"),
        // 1, 2, 3, 4, 6, 8, 11, …
        (4, bounds(1, 20, true), "reached at 6"),
        (7, bounds(1, 20, true), "reached at 8"),
        (8, bounds(1, 20, true), "reached at 11"),
        (8, bounds(1, 10, true), "reached at 10"),
    ] {
        assert_eq!(verdict(&counts_to(n), Goal::Failure, &options), expected, "{n}, {options:?}");
    }
}

#[test]
fn procedures_have_bounds_of_their_own() {
    let program = |attribute: &str| {
        format!(
            "procedure main() {{ call up(0); }}
             procedure {attribute} up(x: int) {{ if (x < 3) {{ call up(x + 1); }} else {{ assert x != 3; }} }}"
        )
    };
    let one = bounds(1, 1, false);
    assert_eq!(verdict(&program(""), Goal::Failure, &one), "none within 1 (up)");
    let extra = program("{:SIextraRecBound 3}");
    assert_eq!(verdict(&extra, Goal::Failure, &one), "reached at 1");
    let less = program("{:SIextraRecBound 2}");
    assert_eq!(verdict(&less, Goal::Failure, &one), "none within 1 (up)");
}

/// A search that starts with the call tree of another looks into nothing twice.
#[test]
fn starting_from_a_call_tree() {
    let subject = Subject::new(&counts_to(4), Goal::Failure);
    let options = bounds(1, 5, false);
    let (Outcome::Reachable(found), before) = subject.search(&options) else { panic!("reached") };
    let start_from = Some(Arc::clone(&found.call_tree));
    let (again, after) = subject.search(&Options { start_from, ..bounds(5, 5, false) });
    assert_eq!(subject.show(&again), "reached at 5");
    let queries = |s: &lariat_reach::SearchStats| s.under_queries + s.over_queries;
    assert!(queries(&after) < queries(&before), "{} and {}", queries(&after), queries(&before));
}

#[test]
fn stopped_from_outside() {
    let subject = Subject::new(&counts_to(4), Goal::Failure);
    let budget = Budget::unlimited();
    let (outcome, _) = subject.search_within(&bounds(1, 9, false), &budget);
    assert_eq!(subject.show(&outcome), "reached at 5");
    budget.stop(Stop::Interrupted);
    let (outcome, _) = subject.search_within(&bounds(1, 9, false), &budget);
    assert!(subject.show(&outcome).starts_with("unknown: "));
}

/// What a summary says of calls beyond the bound can be a proof for every bound; an execution with such a call is none.
#[test]
fn summaries_beyond_the_bound() {
    let program = |end: &str| {
        format!(
            "var held: int; var other: int;
             procedure wait();
               modifies other;
               free ensures held == old(held);
             implementation wait() {{ if (*) {{ other := other + 1; call wait(); }} }}
             procedure main() {{ held := 1; other := 0; call wait(); held := held + 1; call wait(); {end} }}"
        )
    };
    let summarised = |bound| Options { summarise_beyond: true, ..bounds(1, bound, false) };
    let search = |end: &str, options: &Options| verdict(&program(end), Goal::Failure, options);
    // It need not be found out that the loop may go on for ever.
    assert_eq!(search("assert held == 2;", &summarised(1)), "never");
    // No summary says so.
    assert_eq!(search("assert other != 100;", &summarised(2)), "none within 2 (wait)");
    // An execution that need not have such a call may be found with one.
    assert_ne!(search("assert held == 3;", &summarised(1)), "never");
    let always = "procedure main() { var x: int; call once(); assert x == 1; } procedure once();";
    assert_eq!(verdict(always, Goal::Failure, &summarised(1)), "reached at 1");
    for sharing in [false, true] {
        let options = Options { sharing, ..summarised(3) };
        assert_eq!(
            verdict(&counts_to(6), Goal::Failure, &options),
            "none within 3 (main_loop_head)"
        );
        assert_ne!(verdict(&counts_to(0), Goal::Failure, &options), "never");
    }
}
