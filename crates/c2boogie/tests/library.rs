//! The models of library functions beside the real ones: both are compiled and called with the same random inputs.

use lariat_c2boogie::LIBRARY;
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
        .args(["-O1", "-w", "-fno-builtin", "-D_GNU_SOURCE", "-o"])
        .args([&program, &source])
        .arg("-lm")
        .output()
        .unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let run = Command::new(&program).args([ROUNDS.to_string(), "1".into()]).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stdout));
}
