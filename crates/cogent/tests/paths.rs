//! `prove_path` on the functions of `paths.c`, whose names say what must come out.

use lariat_cogent::{Options, SolverChoice, Verdict, prove_path};

const TEXT: &str = include_str!("paths.c");

#[test]
fn functions_that_say_what_they_are() {
    let options = Options::default();
    let source = lariat_c::Source { name: "paths.c", text: TEXT };
    let program = lariat_c::read_program(&[source], options.model);
    assert!(!program.has_errors(), "{:?}", program.diagnostics);
    let mut count = 0;
    let mut wrong = Vec::new();
    for word in TEXT.split(|c: char| !c.is_alphanumeric() && c != '_') {
        let expected = word.split('_').next().unwrap_or_default();
        if !["valid", "wrong", "unknown"].contains(&expected) || word == "unknown_function" {
            continue;
        }
        let function = program.function_named(word).unwrap();
        for solver in [SolverChoice::Cadical, SolverChoice::Batsat] {
            let answer = prove_path(&program, function, &Options { solver, ..options.clone() });
            let said = match answer.verdict {
                Verdict::Valid => "valid",
                Verdict::NotValid(_) => "wrong",
                Verdict::Unknown(_) => "unknown",
            };
            if said != expected {
                wrong.push(format!("{word}: {answer}"));
            }
            count += 1;
        }
    }
    assert!(
        count > 70 && wrong.is_empty(),
        "{count} answers, of which wrong:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn the_bound_is_what_was_asked_for() {
    let source = lariat_c::Source { name: "paths.c", text: TEXT };
    let at = |unwind: usize, name: &str| {
        let options = Options { unwind, ..Options::default() };
        let program = lariat_c::read_program(&[source], options.model);
        prove_path(&program, program.function_named(name).unwrap(), &options).verdict
    };
    assert_eq!(at(6, "valid_loop"), Verdict::Valid);
    assert!(matches!(at(5, "valid_loop"), Verdict::Unknown(_)));
    assert!(matches!(at(5, "wrong_loop"), Verdict::NotValid(_)));
    assert!(matches!(at(4, "wrong_loop"), Verdict::Unknown(_)));
}
