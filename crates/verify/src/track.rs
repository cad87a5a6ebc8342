//! Variables that are tracked from the start: names and patterns to variables.

use crate::failure::Failure;
use crate::question::Question;
use lariat_logic::VarId;
use lariat_passes::Goal;
use lariat_program::{ProcId, Program};
use rustc_hash::FxHashSet;

/// The variables that are tracked before any path asks for them: those that the user names, and the
/// flag that the question is about, if there is one.
pub fn tracked_from_start(
    question: &Question,
    program: &mut Program,
    entry: ProcId,
) -> Result<FxHashSet<VarId>, Failure> {
    let mut tracked: FxHashSet<VarId> = FxHashSet::default();
    let name = |v: VarId| program.terms.variable(v).name.as_str();
    for pattern in &question.track {
        let mut matching =
            program.globals.iter().filter(|&&g| matches(pattern, name(g))).peekable();
        if matching.peek().is_none() {
            let names: Vec<&str> = program.globals.iter().map(|&g| name(g)).collect();
            return Err(no_such_variable(pattern, &names));
        }
        tracked.extend(matching);
    }
    if question.goal == Goal::Return {
        tracked.extend(lariat_passes::error_flag(program, entry));
    }
    Ok(tracked)
}

/// Whether a name fits a pattern in which `*` stands for any text.
fn matches(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

fn no_such_variable(pattern: &str, names: &[&str]) -> Failure {
    const SHOWN: usize = 8;
    let plain = pattern.replace('*', "").to_lowercase();
    let mut similar: Vec<&str> =
        names.iter().copied().filter(|n| n.to_lowercase().contains(&plain)).collect();
    let of_these = if similar.is_empty() { "the globals are" } else { "did you mean" };
    if similar.is_empty() {
        similar = names.to_vec();
    }
    let more = if similar.len() > SHOWN { ", …" } else { "" };
    similar.truncate(SHOWN);
    let help = match names {
        [] => "the program has no global variables".to_owned(),
        _ => format!("{of_these} {}{more}", similar.join(", ")),
    };
    Failure::Track { pattern: pattern.to_owned(), help }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        assert!(matches("a", "a") && !matches("a", "ab"));
        assert!(matches("a*", "ab") && matches("*", "") && matches("*b", "ab"));
        assert!(matches("a*c*e", "abcde") && !matches("a*c*e", "abcd") && !matches("a*a", "a"));
    }
}
