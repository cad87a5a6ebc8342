//! Sanitizers: which checks of the C compiler see which kind of failure, and what they say when they do.
//!
//! Only the checks for the failure that is looked for are compiled in. Otherwise a program would end at
//! something else that it does on the way, such as arithmetic that wraps around, which the question allows.

mod report;

pub use report::{Frame, Report, Tool, first_report};

use lariat_verdict::Kind;

/// The names of `-fsanitize=` that see a kind of failure; none if no sanitizer does.
///
/// A false assertion needs none. The check for unreachable points is there for `__builtin_unreachable`, and
/// because the harness reports calls of error functions with it, so that the report has a stack.
pub fn checks(kind: Kind) -> Option<&'static [&'static str]> {
    Some(match kind {
        Kind::Assertion => &["unreachable"],
        Kind::Null => &["address", "null", "nonnull-attribute"],
        Kind::Bounds => &["address", "bounds", "vla-bound"],
        Kind::Lifetime | Kind::Free | Kind::Leak | Kind::Lost => &["address"],
        Kind::Overflow => &["signed-integer-overflow", "shift-base", "float-cast-overflow"],
        Kind::Shift => &["shift-exponent"],
        Kind::DivisionByZero => &["integer-divide-by-zero"],
        Kind::Uninitialised
        | Kind::Precondition
        | Kind::Postcondition
        | Kind::Invariant
        | Kind::Maintained
        | Kind::Return
        | Kind::Rule
        | Kind::Unsupported => return None,
    })
}

/// Does the check of addresses see it? Such a program reserves terabytes of addresses.
pub fn watches_addresses(kind: Kind) -> bool {
    checks(kind).is_some_and(|c| c.contains(&"address"))
}

/// Settings of the sanitizers, as the harness gives them: `(name of the tool, settings)`.
///
/// Memory that is not freed when the program ends counts as a leak, whoever still points to it, unless it is asked
/// whether nobody does. The functions that have ended by then keep nothing alive.
pub fn options(kind: Kind) -> Vec<(&'static str, &'static str)> {
    let mut options = vec![("ubsan", "print_stacktrace=1")];
    if watches_addresses(kind) {
        options.push((
            "asan",
            match kind {
                Kind::Leak | Kind::Lost => "allocator_may_return_null=1:detect_leaks=1",
                _ => {
                    "allocator_may_return_null=1:detect_leaks=0:\
                     detect_stack_use_after_return=1:redzone=1024"
                }
            },
        ));
    }
    match kind {
        Kind::Leak => {
            options.push(("lsan", "use_globals=0:use_stacks=0:use_registers=0:use_tls=0"));
        }
        Kind::Lost => options.push(("lsan", "use_stacks=0:use_registers=0")),
        _ => {}
    }
    options
}
