//! Small C programs that run after translation: expressions, statements, memory, checks, the library.
//!
//! The programs leave nothing open, so one execution in the interpreter is all there is to know about
//! them, and no solver is needed. (Verdicts of the search on whole C programs are in the `oracle` crate.)

mod checks;
mod expressions;
mod library;
mod memory;
mod statements;
mod text;

use lariat_boogie::{CheckOptions, SourceMap};
use lariat_c::{DataModel, Source};
use lariat_c2boogie::{IntegerEncoding, LIBRARY, MemoryModelKind, Options, Translation, translate};
use lariat_execute::{Limits, Strategy, execute};
use lariat_lower::LowerOptions;

/// What a program needs to say that something went wrong.
const HEAD: &str = "void __VERIFIER_error(void);
void *malloc(unsigned long); void *calloc(unsigned long, unsigned long);
void *realloc(void *, unsigned long); void free(void *);
";

/// Encodings and memory models that must agree.
const WAYS: [(IntegerEncoding, MemoryModelKind); 4] = [
    (IntegerEncoding::Bv, MemoryModelKind::Refined),
    (IntegerEncoding::Bv, MemoryModelKind::Unified),
    (IntegerEncoding::Mixed, MemoryModelKind::Refined),
    (IntegerEncoding::MixedAllOps, MemoryModelKind::Refined),
];

fn options((integers, memory): (IntegerEncoding, MemoryModelKind)) -> Options {
    Options { integers, memory, ..Options::default() }
}

/// The program in Boogie.
fn translated(text: &str, options: &Options) -> Translation {
    let sources = [Source { name: "test.c", text }, LIBRARY];
    let program = lariat_c::read_program(&sources, DataModel::Ilp32);
    if program.has_errors() {
        let shown: Vec<String> = program.diagnostics.iter().map(|d| d.message.clone()).collect();
        panic!("{}\n{text}", shown.join("\n"));
    }
    translate(&program, options).unwrap_or_else(|why| panic!("{why:?}\n{text}"))
}

/// How the program ends when it runs with zeros for what it leaves open: `failed`, `only` (it has only
/// this execution, and nothing fails), `fine`, `stopped`, `stuck`.
fn ends(text: &str, options: &Options) -> &'static str {
    let boogie = translated(&format!("{HEAD}{text}"), options).text;
    let sources = SourceMap::single("test.bpl", &boogie).expect("small");
    let parsed = lariat_boogie::parse(&sources);
    assert!(parsed.is_ok(), "{:?}\n{boogie}", parsed.diagnostics);
    let checked = lariat_boogie::check(&parsed.program, &CheckOptions { infer_modifies: true });
    assert!(checked.is_ok(), "{:?}\n{boogie}", checked.diagnostics);
    let settings = LowerOptions { keep_loops: true, ..LowerOptions::default() };
    let lowered = lariat_lower::lower(&parsed.program, &checked, &sources, &settings)
        .unwrap_or_else(|errors| panic!("{errors:?}\n{boogie}"));
    let start = lowered.procedure("$start").expect("a start");
    let limits = Limits { steps: 1_000_000, stop: &|| false };
    execute(&lowered.program, start, Strategy::Zero, &limits).0.word()
}

/// Whether the program runs to its end. (What memory holds at the start is open, so that the run need not be
/// the only one.)
fn holds(text: &str, options: &Options) -> bool {
    matches!(ends(text, options), "only" | "fine")
}

/// A program in which an error is called unless all of these hold, after some declarations.
fn asserting(declarations: &str, expressions: &[&str]) -> String {
    let tests: String =
        expressions.iter().map(|e| format!("  if (!({e})) __VERIFIER_error();\n")).collect();
    format!("{declarations}\nint main(void) {{\n{tests}  return 0;\n}}\n")
}

/// All of these expressions are true, whatever the encoding; and to say that one is false is an error.
#[track_caller]
fn all_true(declarations: &str, expressions: &[&str]) {
    let all = asserting(declarations, expressions);
    for way in WAYS {
        let options = options(way);
        if holds(&all, &options) {
            continue;
        }
        let wrong: Vec<_> = expressions
            .iter()
            .map(|e| (e, ends(&asserting(declarations, &[e]), &options)))
            .filter(|(_, end)| *end == "failed" || *end == "stuck")
            .collect();
        panic!("{way:?}: {wrong:#?}");
    }
    for e in expressions {
        let opposite = format!("!({e})");
        let end = ends(&asserting(declarations, &[&opposite]), &options(WAYS[0]));
        assert_eq!(end, "failed", "{opposite}");
    }
}
