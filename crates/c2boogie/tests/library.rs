//! The models of library functions beside the real ones: both are compiled and called with the same random inputs.

use lariat_c2boogie::{LIBRARY, Support, library_functions};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;

/// Rounds of random inputs; each calls every function once.
const ROUNDS: u32 = 20_000;

#[test]
fn models_do_what_the_library_does() {
    if Command::new("cc").arg("--version").output().is_err() {
        return;
    }
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("library");
    std::fs::create_dir_all(&folder).unwrap();
    let source = folder.join("compare.c");
    let program = folder.join("compare");
    let text = format!("{}\n{}", LIBRARY.text, include_str!("library/compare.c"));
    std::fs::write(&source, text).unwrap();
    let compiled = Command::new("cc")
        .args(["-O1", "-w", "-fno-builtin", "-D_GNU_SOURCE"])
        .args(["-D__lariat_size_t=unsigned long", "-D__lariat_wchar_t=int", "-o"])
        .args([&program, &source])
        .arg("-lm")
        .output()
        .unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let run = Command::new(&program).args([ROUNDS.to_string(), "1".into()]).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stdout));
}

/// The first word of a line of the table of `docs/c.md` says how far the functions in it are known.
fn documented() -> BTreeMap<String, Support> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/c.md");
    let text = std::fs::read_to_string(path).unwrap();
    let mut all = BTreeMap::new();
    for line in text.lines() {
        let support = match line.split(" | ").next().unwrap_or_default() {
            "| modelled" => Support::Modelled,
            "| writes" => Support::Writes,
            "| quiet" => Support::Quiet,
            "| refused" => Support::Refused,
            _ => continue,
        };
        for name in line.split('`').skip(1).step_by(2).filter(|n| !n.ends_with(".h")) {
            assert!(all.insert(name.to_owned(), support).is_none(), "`{name}` is there twice");
        }
    }
    all
}

#[test]
fn the_documentation_lists_what_there_is() {
    let (known, documented) = (library_functions().clone(), documented());
    let missing: Vec<_> = known.iter().filter(|(n, s)| documented.get(*n) != Some(s)).collect();
    let extra: Vec<_> = documented.iter().filter(|(n, _)| !known.contains_key(*n)).collect();
    assert!(missing.is_empty() && extra.is_empty(), "missing: {missing:?}\nextra: {extra:?}");
}
