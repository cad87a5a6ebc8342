//! Programs from text to prepared program.

use lariat_boogie::{CheckOptions, SourceMap};
use lariat_lower::LowerOptions;
use lariat_passes::{Goal, Prepared, prepare};

pub fn load(text: &str) -> Prepared {
    let sources = SourceMap::single("test.bpl", text).expect("readable");
    let parsed = lariat_boogie::parse(&sources);
    assert!(parsed.is_ok(), "{:?}", parsed.diagnostics);
    let checked = lariat_boogie::check(&parsed.program, &CheckOptions { infer_modifies: false });
    assert!(checked.is_ok(), "{:?}", checked.diagnostics);
    let lowered =
        lariat_lower::lower(&parsed.program, &checked, &sources, &LowerOptions::default())
            .expect("lowered");
    let entry = lowered.procedure("main").expect("main");
    prepare(&lowered.program, entry, Goal::Failure, &mut |_, _, _| {})
}
