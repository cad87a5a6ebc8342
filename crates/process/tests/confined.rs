//! What a program in a sandbox can do, and what it cannot.
#![cfg(target_os = "linux")]

use lariat_budget::Budget;
use lariat_process::confined::{Ended, Limits, Ran, run};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("confined-{name}-{}", std::process::id()));
        std::fs::create_dir(&path).expect("a folder");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn shell(text: &str, folder: &Path, resident: Option<u64>) -> Ran {
    let mut command = Command::new("sh");
    command.args(["-c", text]);
    let time = Duration::from_secs(2);
    let limits = Limits { time, address_space: None, resident, folder: Some(folder) };
    run(command, &limits, &Budget::unlimited()).expect("a shell")
}

#[test]
fn files_are_written_in_its_folder_only() {
    let (inside, outside) = (Folder::new("inside"), Folder::new("outside"));
    let text = format!("pwd >&2; echo 1 > here; echo 2 > {}/there", outside.0.display());
    let ran = shell(&text, &inside.0, None);
    assert!(inside.0.join("here").exists(), "{ran:?}");
    assert!(ran.said.contains("confined-inside"), "{ran:?}");
    if !ran.isolation.files {
        eprintln!("no namespaces here: what a program may write is not tested");
        return;
    }
    assert!(!outside.0.join("there").exists(), "{ran:?}");
}

#[test]
fn the_network_is_not_there() {
    let folder = Folder::new("network");
    let ran = shell("cat /proc/net/dev >&2", &folder.0, None);
    if !ran.isolation.network {
        eprintln!("no namespaces here: the network is not tested");
        return;
    }
    let devices: Vec<&str> = ran.said.lines().filter(|l| l.contains(':')).collect();
    assert!(devices.iter().all(|d| d.trim_start().starts_with("lo:")), "{devices:?}");
}

#[test]
fn limits_end_it() {
    let folder = Folder::new("limits");
    let started = Instant::now();
    // Its children are gone with it: nobody keeps the pipe open.
    let ran = shell("sleep 60 & sleep 60", &folder.0, None);
    assert!(matches!(ran.ended, Ended::Late), "{ran:?}");
    assert!(started.elapsed() < Duration::from_secs(20));
    let ran = shell("x=0123456789; while :; do x=$x$x; done", &folder.0, Some(64 << 20));
    assert!(matches!(ran.ended, Ended::Large), "{ran:?}");
    let ran = shell("exec head -c 100000000 /dev/zero > large", &folder.0, None);
    assert!(matches!(ran.ended, Ended::Signal(_) | Ended::Code(1..)), "{ran:?}");
    let size = std::fs::metadata(folder.0.join("large")).expect("a file").len();
    assert!(size <= 16 << 20, "{size}");
}
