//! The examples do what their first lines say: `//   lariat check examples/x.bpl ARGS   VERDICT…`.

use std::path::Path;
use std::process::Command;

/// The exit code that a promise such as "bug: three rounds are needed" stands for, and the verdict's words.
fn promised(verdict: &str) -> (i32, &str) {
    match verdict {
        v if v.starts_with("bug") => (10, "bug"),
        v if v.starts_with("proved") => (0, "proved"),
        v if v.starts_with("no bug within bound") => (5, "no bug within recursion bound"),
        other => panic!("the example promises `{other}`"),
    }
}

#[test]
fn examples_keep_their_promises() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut promises = 0;
    for entry in std::fs::read_dir(root.join("examples")).expect("the examples") {
        let path = entry.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("an example");
        let promised_here = promises;
        for line in text.lines().filter_map(|l| l.strip_prefix("//   lariat ")) {
            // The command ends at the first run of two spaces.
            let (command, verdict) = line.split_once("  ").expect("a command and its verdict");
            let (code, words) = promised(verdict.trim());
            let output = Command::new(env!("CARGO_BIN_EXE_lariat"))
                .args(command.split_whitespace())
                .current_dir(&root)
                .env("NO_COLOR", "1")
                .output()
                .expect("the binary runs");
            let said = String::from_utf8_lossy(&output.stdout);
            assert_eq!(output.status.code(), Some(code), "lariat {command}: {said}");
            assert!(said.contains(words), "lariat {command}: {said}");
            promises += 1;
        }
        assert!(promises > promised_here, "{} promises nothing", path.display());
    }
    assert!(promises >= 8);
}
