//! Damaged programs: whatever comes in, the program ends with an answer or a message, never with a panic, a signal, an
//! internal error or a full stack.
//!
//! The programs of `tests/` are changed at random, a few changes each (`change`), and checked with little time.
//! `LARIAT_MUTATED_PROGRAMS=1000` looks at more of each language, `LARIAT_RANDOM_SEED=7` starts with another one. Programs
//! that fail are kept in the folder that the test names.

mod change;

use lariat_oracle::random::Random;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Programs of each language.
const PROGRAMS: u64 = 60;
const THREADS: usize = 2;
/// Time for a verdict, and until the process must have ended, which other processes may delay.
const TIME_LIMIT: &str = "1s";
const PATIENCE: Duration = Duration::from_secs(60);
/// Stop looking for more after this many violations.
const VIOLATIONS: usize = 10;

/// Exit codes of answers and of messages about the input.
const FINE: [i32; 4] = [0, 2, 5, 10];

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// The programs in a folder and below, in order.
fn programs(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            programs(&path, extension, found);
        } else if path.extension().is_some_and(|e| e == extension) {
            found.push(path);
        }
    }
}

/// What is wrong with how a check of this file ends.
fn look(file: &Path) -> Result<(), String> {
    let log = file.with_extension("log");
    let mut child = Command::new(env!("CARGO_BIN_EXE_lariat"))
        .args(["check", "--jobs", "1", "--memory-limit", "4G", "--time-limit", TIME_LIMIT])
        .arg(file)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(std::fs::File::create(&log).expect("a new file"))
        .spawn()
        .expect("the binary runs");
    let started = Instant::now();
    let status = loop {
        match child.try_wait().expect("a child") {
            Some(status) => break status,
            None if started.elapsed() > PATIENCE => {
                child.kill().expect("a child");
                child.wait().expect("a child");
                return Err("does not end".to_owned());
            }
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    };
    let said = String::from_utf8_lossy(&std::fs::read(&log).expect("the log")).into_owned();
    std::fs::remove_file(&log).expect("the log");
    if !status.code().is_some_and(|code| FINE.contains(&code)) || said.contains("panicked") {
        let first = said.lines().take(6).collect::<Vec<_>>().join("\n  ");
        return Err(format!("{status}: {first}"));
    }
    Ok(())
}

fn damaged(folders: &[&str], extension: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut originals = Vec::new();
    for folder in folders {
        programs(&root.join(folder), extension, &mut originals);
    }
    let texts: Vec<String> = originals
        .iter()
        .map(|path| String::from_utf8_lossy(&std::fs::read(path).expect("a program")).into_owned())
        .collect();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("mutated-{extension}"));
    std::fs::create_dir_all(&folder).expect("a new folder");
    let first = setting("LARIAT_RANDOM_SEED", 0);
    let last = first + setting("LARIAT_MUTATED_PROGRAMS", PROGRAMS);
    let next = AtomicU64::new(first);
    let violations: Mutex<Vec<String>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= last || violations.lock().unwrap().len() >= VIOLATIONS {
                        break;
                    }
                    let mut random = Random::new(seed);
                    let original = random.below(texts.len());
                    let text = change::changed(&texts[original], &texts, &mut random);
                    let file = folder.join(format!("{seed}.{extension}"));
                    std::fs::write(&file, text).expect("a new file");
                    match look(&file) {
                        Ok(()) => std::fs::remove_file(&file).expect("the file"),
                        Err(what) => {
                            let was = originals[original].display();
                            let kept = file.display();
                            violations
                                .lock()
                                .unwrap()
                                .push(format!("{kept}, from {was}\n  {what}"));
                        }
                    }
                }
            });
        }
    });
    let violations = violations.into_inner().unwrap();
    assert!(violations.is_empty(), "damaged programs:\n{}", violations.join("\n"));
}

#[test]
fn damaged_c_programs() {
    damaged(&["tests/c", "examples"], "c");
}

#[test]
fn damaged_boogie_programs() {
    damaged(&["tests/programs", "examples"], "bpl");
}
