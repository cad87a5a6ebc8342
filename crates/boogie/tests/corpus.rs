//! Every program of the corpus is accepted or rejected as its folder says, and every
//! rejected one for the reason in its `// error:` comments.

mod common;

use common::{corpus, diagnose};

#[test]
fn valid_programs_are_accepted() {
    let cases = corpus("valid");
    assert!(cases.len() >= 80);
    for case in cases {
        assert!(case.text.starts_with("// "), "{} says what it tests", case.name);
        let errors: Vec<_> = diagnose(&case.text).into_iter().filter(|d| d.is_error()).collect();
        assert!(errors.is_empty(), "{}: {errors:?}", case.name);
    }
}

#[test]
fn invalid_programs_are_rejected_for_the_stated_reasons() {
    let cases = corpus("invalid");
    assert!(cases.len() >= 80);
    for case in cases {
        assert!(case.text.starts_with("// "), "{} says what it tests", case.name);
        let expected: Vec<&str> =
            case.text.lines().filter_map(|line| line.strip_prefix("// error: ")).collect();
        assert!(!expected.is_empty(), "{} says what is wrong", case.name);
        let found: Vec<String> =
            diagnose(&case.text).into_iter().filter(|d| d.is_error()).map(|d| d.message).collect();
        assert_eq!(found.len(), expected.len(), "{}: {found:?}", case.name);
        for (found, expected) in found.iter().zip(expected) {
            assert!(found.contains(expected), "{}: {found:?} lacks {expected:?}", case.name);
        }
    }
}
