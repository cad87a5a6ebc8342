//! The tutorial on drivers: its commands are run, and print what it says. A line of dots stands for lines, dots inside of a line for
//! text.

use crate::{Folder, root};
use std::path::Path;
use std::process::Command;

/// Runs the commands of a document, one after the other in one folder; what is wrong, in words.
fn follow(text: &str, folder: &Folder) -> Vec<String> {
    let mut wrong = Vec::new();
    let binary = Path::new(env!("CARGO_BIN_EXE_lariat")).parent().expect("a folder").to_owned();
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap_or_default());
    for block in text.split("\n```").skip(1).step_by(2) {
        let block = block.split_once('\n').map_or("", |(_, rest)| rest);
        for part in format!("\n{block}").split("\n$ ").skip(1) {
            let (command, expected) = part.split_once('\n').unwrap_or((part, ""));
            let mut shell = Command::new("sh");
            shell.args(["-c", command]).current_dir(&folder.0).env("PATH", &path);
            let output = shell.output().expect("a shell");
            let out = String::from_utf8_lossy(&output.stdout);
            let error = String::from_utf8_lossy(&output.stderr);
            if !matches(expected.trim_end(), out.trim_end()) {
                wrong.push(format!("$ {command}\nexpected:\n{expected}\nbut:\n{out}{error}"));
            }
        }
    }
    wrong
}

/// Is the text as expected?
fn matches(expected: &str, text: &str) -> bool {
    let mut lines = text.lines();
    let mut skips = false;
    for wanted in expected.lines() {
        if wanted.trim() == "…" {
            skips = true;
            continue;
        }
        let found = if skips {
            lines.any(|line| like(wanted, line))
        } else {
            lines.next().is_some_and(|line| like(wanted, line))
        };
        if !found {
            return false;
        }
        skips = false;
    }
    skips || lines.next().is_none()
}

fn like(wanted: &str, line: &str) -> bool {
    match wanted.split_once('…') {
        None => wanted.trim_end() == line.trim_end(),
        Some((before, after)) => {
            line.starts_with(before.trim_end()) && line.trim_end().ends_with(after.trim_end())
        }
    }
}

#[test]
fn the_tutorial_on_drivers_shows_what_happens() {
    if !Path::new(crate::drivers::HEADERS).exists() {
        eprintln!("skipped: the headers of mingw-w64 are not installed (scripts/prerequisites)");
        return;
    }
    let folder = Folder::new();
    let driver =
        std::fs::read_to_string(root().join("tests/drivers/wdm/door/door.c")).expect("the driver");
    folder.write("door/door.c", &driver);
    let text =
        std::fs::read_to_string(root().join("docs/tutorial/drivers.md")).expect("the tutorial");
    let wrong = follow(&text, &folder);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
