//! The C programs under `tests/c`: each says in its head what the verdict is, and it must come
//! out for the data models of Linux, for all integer encodings and for the refined and the unified
//! memory model, unless the head says otherwise.
//!
//! ```text
//! // verdict: bug | correct | bounded N | unknown
//! // data-model: ILP32      // integers: bv mixed      // bound: 5
//! // memory: refined        // check: null,bounds  // message: what a bug must say
//! // malloc: never-fails  // evaluation-order: left  // volatile: device
//! // assumes: what the verdict must rest on; `nothing` if it must be unqualified
//! // confirm: no, why a compiled program cannot be made to fail
//! ```

use lariat_c::{DataModel, Source};
use lariat_c2boogie::{
    Allocation, Check, Checks, EvaluationOrder, IntegerEncoding, LIBRARY, MemoryModelKind, Options,
    Volatile,
};
use lariat_oracle::Subject;
use lariat_oracle::search::{Answer, Config, confirm, search};
use lariat_passes::Goal;
use std::path::{Path, PathBuf};

fn programs(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/c").join(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(&root)
        .unwrap_or_else(|error| panic!("{}: {error}", root.display()))
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no programs in {folder}");
    files
}

fn header<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    text.lines()
        .map_while(|l| l.strip_prefix("//"))
        .find_map(|l| l.trim().strip_prefix(key)?.strip_prefix(':').map(str::trim))
}

/// The checks that the head of a program names, instead of assertions.
fn checks(names: &str) -> Checks {
    names.split(',').map(str::trim).fold(Checks::NONE, |all, name| {
        all.with(Checks::of(match name {
            "null" => &[Check::Null],
            "bounds" => &[Check::Bounds],
            "free" => &[Check::Free, Check::Lifetime],
            "leak" => &[Check::Leak],
            "lost" => &[Check::Lost],
            "div0" => &[Check::DivisionByZero],
            "overflow" => &[Check::Overflow],
            "shift" => &[Check::Shift],
            "uninit" => &[Check::Uninitialised],
            "memory" => &[Check::Null, Check::Bounds, Check::Free, Check::Lifetime, Check::Leak],
            _ => panic!("there is no check `{name}`"),
        }))
    })
}

fn verdict(c: &str, model: DataModel, options: &Options, bound: u32) -> Result<String, String> {
    let sources = [Source { name: "test.c", text: c }, LIBRARY];
    let program = lariat_c::read_program(&sources, model);
    if program.has_errors() {
        let shown: Vec<String> =
            program.diagnostics.iter().map(|d| d.as_lines(&program.files)).collect();
        return Err(shown.join("\n"));
    }
    let boogie =
        lariat_c2boogie::translate(&program, options).map_err(|e| e.as_lines(&program.files))?;
    let assumed = lariat_verdict::in_words(boogie.assumptions.iter().filter(|a| a.weakens()));
    match header(c, "assumes") {
        Some("nothing") if !assumed.is_empty() => return Err(format!("assumed: {assumed}")),
        Some(what) if what != "nothing" && !assumed.contains(what) => {
            return Err(format!("assumed: {assumed}"));
        }
        _ => {}
    }
    let subject =
        Subject::with(&boogie.text, Some("$start"), true).map_err(|r| format!("{r:?}"))?;
    Ok(match search(&subject, Goal::Failure, bound, Config::SEARCHES[0]) {
        Answer::Reached(path, _) | Answer::Deeper(path) | Answer::Perhaps(path) => {
            let confirmed = confirm(&subject, Goal::Failure, &path)?;
            let line = confirmed.line.ok_or("no line")? as usize;
            let text = boogie.text.lines().nth(line - 1).unwrap_or("");
            let message = header(c, "message").unwrap_or_default();
            match text.contains(&format!("\"{}\"", Check::Unsupported.word())) {
                true => "unknown".into(),
                false if text.contains(message) => "bug".into(),
                false => format!("another bug: {}", text.trim()),
            }
        }
        Answer::Never => "correct".into(),
        Answer::NotWithinBound => format!("bounded {bound}"),
        Answer::Unknown(why) => format!("unknown: {why}"),
    })
}

fn check_folder(folder: &str) {
    let mut problems = Vec::new();
    for path in programs(folder) {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let text = lariat_c::text_of(std::fs::read(&path).unwrap());
        let expected = header(&text, "verdict").unwrap_or_default();
        assert!(expected.starts_with(folder), "{name} belongs elsewhere");
        let bound = header(&text, "bound").map_or(3, |b| b.parse().unwrap());
        let models = DataModel::TABLE.iter().map(|&(model, name, _)| (name, model));
        // Those of Windows only where they are asked for.
        let asked = header(&text, "data-model").is_some();
        let models = models.filter(|(_, model)| asked || !model.is_microsoft());
        let encodings = [
            ("bv", IntegerEncoding::Bv),
            ("int", IntegerEncoding::Int),
            ("mixed", IntegerEncoding::Mixed),
            ("mixed-all-ops", IntegerEncoding::MixedAllOps),
        ];
        let memories =
            [("refined", MemoryModelKind::Refined), ("unified", MemoryModelKind::Unified)];
        for (model_name, model) in models {
            for (encoding, integers) in encodings {
                for (memory_name, memory) in memories {
                    let wanted = |key: &str, name: &str| {
                        header(&text, key).is_none_or(|v| v.split(' ').any(|word| word == name))
                    };
                    if !wanted("data-model", model_name) || !wanted("integers", encoding) {
                        continue;
                    }
                    if !wanted("memory", memory_name) {
                        continue;
                    }
                    // Bytes as numbers: right, but a matter of minutes.
                    if memory == MemoryModelKind::Unified && integers != IntegerEncoding::Bv {
                        continue;
                    }
                    if integers == IntegerEncoding::MixedAllOps && model == DataModel::Lp64 {
                        continue;
                    }
                    let checks = header(&text, "check").map_or(Checks::default(), checks);
                    let allocation = header(&text, "malloc").map(|how| match how {
                        "never-fails" => Allocation::NeverFails,
                        how => panic!("malloc never {how}"),
                    });
                    let evaluation_order = header(&text, "evaluation-order").map(|o| match o {
                        "any" => EvaluationOrder::Any,
                        "left" => EvaluationOrder::Left,
                        "right" => EvaluationOrder::Right,
                        order => panic!("there is no order `{order}`"),
                    });
                    let volatile = header(&text, "volatile").map(|what| match what {
                        "memory" => Volatile::Memory,
                        "device" => Volatile::Device,
                        what => panic!("volatile objects are not `{what}`"),
                    });
                    let options = Options {
                        integers,
                        memory,
                        checks,
                        allocation,
                        evaluation_order,
                        volatile,
                        ..Options::default()
                    };
                    match verdict(&text, model, &options, bound) {
                        Ok(found) if found == expected => {}
                        Ok(found) => problems.push(format!(
                            "{name} ({model_name}, {encoding}, {memory:?}): {found}"
                        )),
                        Err(why) => problems
                            .push(format!("{name} ({model_name}, {encoding}, {memory:?}): {why}")),
                    }
                }
            }
        }
    }
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

#[test]
fn programs_with_a_bug() {
    check_folder("bug");
}

#[test]
fn correct_programs() {
    check_folder("correct");
}

#[test]
fn programs_without_a_bug_within_the_bound() {
    check_folder("bounded");
}

#[test]
fn programs_that_use_what_is_not_supported() {
    check_folder("unknown");
}
