//! Small Boogie programs and the core programs they become.
//!
//! Each case also goes round: what is printed is read, checked, lowered and printed again, and must be
//! the same text.

mod behaviour;
mod contracts;
mod expressions;
mod functions;
mod items;
mod loops;
mod polymorphism;
mod robustness;
mod statements;
mod types;
mod unsupported;

use expect_test::Expect;
use lariat_boogie::{CheckOptions, Diagnostic, SourceMap};
use lariat_lower::{LowerOptions, Lowered, print};

fn lower(text: &str) -> Result<Lowered, String> {
    let lowered = lower_with(text, &LowerOptions::default())?;
    lowered.program.validate().expect("a valid core program");
    Ok(lowered)
}

fn lower_with(text: &str, options: &LowerOptions) -> Result<Lowered, String> {
    let sources = SourceMap::single("test.bpl", text).expect("small");
    let show = |all: &[Diagnostic]| {
        let one = |d: &Diagnostic| match &d.help {
            Some(help) => format!("{}\n  help: {help}\n", d.one_line(&sources)),
            None => format!("{}\n", d.one_line(&sources)),
        };
        all.iter().map(one).collect::<String>()
    };
    let parsed = lariat_boogie::parse(&sources);
    if !parsed.is_ok() {
        return Err(format!("syntax:\n{}", show(&parsed.diagnostics)));
    }
    let checked = lariat_boogie::check(&parsed.program, &CheckOptions { infer_modifies: true });
    if !checked.is_ok() {
        return Err(format!("types:\n{}", show(&checked.diagnostics)));
    }
    lariat_lower::lower(&parsed.program, &checked, &sources, options)
        .map_err(|errors| show(&errors))
}

/// Lowers, compares what is printed, and goes round.
fn check(text: &str, expected: Expect) -> Lowered {
    let lowered = match lower(text) {
        Ok(lowered) => lowered,
        Err(message) => panic!("refused:\n{message}"),
    };
    let printed = print(&lowered.program);
    expected.assert_eq(&printed);
    let again = match lower(&printed) {
        Ok(again) => again,
        Err(message) => panic!("the printed program is refused:\n{message}\n{printed}"),
    };
    assert_eq!(print(&again.program), printed, "printing is not stable");
    lowered
}

/// Expects to be refused with these messages.
fn refuses(text: &str, expected: Expect) {
    match lower(text) {
        Ok(lowered) => panic!("accepted:\n{}", print(&lowered.program)),
        Err(message) => expected.assert_eq(&message),
    }
}
