//! Drivers with planted defects (`tests/drivers`): each is found under its rule, and none without it.

use crate::{Folder, root};
use std::path::Path;

/// What tells a machine that has the headers of Windows drivers.
pub const HEADERS: &str = "/usr/share/mingw-w64/include/ddk/wdm.h";

/// The instance of one line of `expected.tsv`.
struct Planted<'a> {
    driver: &'a str,
    platform: &'a str,
    rule: &'a str,
    harness: &'a str,
}

impl Planted<'_> {
    /// What the table says about the driver with a defect; 0 is none.
    fn answer(&self, number: &str) -> String {
        let folder = Folder::new();
        for file in std::fs::read_dir(root().join("tests/drivers").join(self.driver)).unwrap() {
            let file = file.unwrap().path();
            let text = std::fs::read_to_string(&file).unwrap();
            let name = file.file_name().and_then(|name| name.to_str()).unwrap();
            folder.write(name, &format!("#define DEFECT {number}\n{text}"));
        }
        let what = ["--platform", self.platform, "--rules", self.rule, "--harness", self.harness];
        let how = ["--quiet", "--time-limit", "300s"];
        let output = folder.run(&[&["verify", "."][..], &what, &how].concat());
        let out = String::from_utf8_lossy(&output.stdout).into_owned();
        let line = out.lines().find(|line| line.starts_with(&format!("{} ", self.rule)));
        let errors = String::from_utf8_lossy(&output.stderr);
        line.map_or_else(|| format!("no line: {out}{errors}"), str::to_owned)
    }
}

#[test]
fn planted_defects_are_found() {
    if !Path::new(HEADERS).exists() {
        eprintln!("skipped: the headers of mingw-w64 are not installed (scripts/prerequisites)");
        return;
    }
    let all = std::env::var_os("LARIAT_ALL_DRIVERS").is_some();
    let list = std::fs::read_to_string(root().join("tests/drivers/expected.tsv")).unwrap();
    let mut wrong = Vec::new();
    let mut tried = 0;
    for line in list.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split('\t').collect();
        let [driver, platform, number, rule, harness, ref rest @ ..] = words[..] else {
            panic!("not a line of the list: {line}")
        };
        if !all && rest != ["quick"] {
            continue;
        }
        tried += 1;
        let planted = Planted { driver, platform, rule, harness };
        let (with, without) = (planted.answer(number), planted.answer("0"));
        if !with.contains("DEFECT") {
            wrong.push(format!("{driver}: defect {number} is not found: {with}"));
        }
        if !(without.contains("proved") || without.contains("holds if")) {
            wrong.push(format!("{driver}: without a defect: {without}"));
        }
    }
    assert!(tried > 3, "the list has {tried} lines to try");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
