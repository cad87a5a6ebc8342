//! What the documents show is what happens. Each `$ command` of a block of `README.md` and `docs` is run, and
//! its output compared with the lines below it; the commands of `sh` blocks are run as well. After a change of
//! output, `UPDATE_EXPECT=1 cargo test -p lariat --test cli documents` writes what is printed now.

use crate::support::Folder;
use expect_test::expect_file;
use regex::Regex;
use std::ffi::OsString;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Commands about building: they are not run by the tests that they build.
const ABOUT_BUILDING: [&str; 4] = ["./test", "cargo ", "curl ", "rustup "];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A folder with the examples, in which `lariat` is on the path and `./run` is Lariat, too.
struct Terminal {
    folder: Folder,
    path: OsString,
}

impl Terminal {
    fn new() -> Self {
        let folder = Folder::new();
        let link = |to: &Path, name: &str| {
            symlink(to, folder.path().join(name)).expect("a link");
        };
        let binary = Path::new(env!("CARGO_BIN_EXE_lariat"));
        link(&root().join("examples"), "examples");
        link(binary, "run");
        std::fs::create_dir(folder.path().join("bin")).expect("a folder");
        link(binary, "bin/lariat");
        let mut path = folder.path().join("bin").into_os_string();
        path.push(":");
        path.push(std::env::var_os("PATH").unwrap_or_default());
        Terminal { folder, path }
    }

    /// What a command prints, standard error included. Its exit code must be that of a verdict.
    fn run(&self, command: &str) -> String {
        let output = Command::new("sh")
            .args(["-c", &format!("exec 2>&1\n{command}")])
            .current_dir(self.folder.path())
            .env("PATH", &self.path)
            .output()
            .expect("a shell");
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        let code = output.status.code();
        assert!(matches!(code, Some(0 | 5 | 10)), "{command}: exit code {code:?}: {printed}");
        printed
    }

    fn run_without_colours(&self, command: &str) -> String {
        self.run(&format!("NO_COLOR=1; export NO_COLOR\n{command}"))
    }

    /// The document with what its commands print now.
    fn follow(&self, document: &str) -> String {
        let mut actual = Vec::new();
        let mut lines = document.lines();
        while let Some(line) = lines.next() {
            actual.push(line.to_owned());
            let Some(language) = line.strip_prefix("```") else { continue };
            let block: Vec<&str> = lines.by_ref().take_while(|l| *l != "```").collect();
            match language {
                "" => actual.extend(self.follow_transcript(&block)),
                "sh" => {
                    block.iter().filter(|c| !is_about_building(c)).for_each(|c| {
                        self.run_without_colours(c);
                    });
                    actual.extend(block.iter().map(|&l| l.to_owned()));
                }
                _ => actual.extend(block.iter().map(|&l| l.to_owned())),
            }
            actual.push("```".to_owned());
        }
        actual.join("\n") + "\n"
    }

    /// The lines of a transcript; those that a command prints are replaced if they differ from what is shown.
    fn follow_transcript(&self, block: &[&str]) -> Vec<String> {
        let mut actual = Vec::new();
        let mut rest = block;
        while let Some((line, after)) = rest.split_first() {
            let command = line.strip_prefix("$ ").unwrap_or_else(|| panic!("no command: {line}"));
            let end = after.iter().position(|l| l.starts_with("$ ")).unwrap_or(after.len());
            let shown: Vec<String> = after[..end].iter().map(|&l| l.to_owned()).collect();
            let printed: Vec<String> =
                self.run_without_colours(command).lines().map(str::to_owned).collect();
            actual.push((*line).to_owned());
            actual.extend(if shows(&shown, &printed) { shown } else { printed });
            rest = &after[end..];
        }
        actual
    }
}

fn is_about_building(command: &str) -> bool {
    ABOUT_BUILDING.iter().any(|c| command.starts_with(c))
}

/// Whether these lines show what was printed: `…` stands for any lines, and times may differ.
fn shows(shown: &[String], printed: &[String]) -> bool {
    let Some((line, more)) = shown.split_first() else { return printed.is_empty() };
    if line == "…" {
        return (0..=printed.len()).any(|n| shows(more, &printed[n..]));
    }
    let times = Regex::new(r"[0-9]+\.[0-9]+ s").expect("a regular expression");
    let same = |a: &str, b: &str| times.replace_all(a, "0 s") == times.replace_all(b, "0 s");
    printed.split_first().is_some_and(|(first, rest)| same(line, first) && shows(more, rest))
}

fn documents_of(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut paths: Vec<PathBuf> = entries.map(|e| e.expect("a file").path()).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "md"));
    paths.sort();
    paths
}

fn check(document: &Path) {
    let text = std::fs::read_to_string(document).expect("a document");
    expect_file![document].assert_eq(&Terminal::new().follow(&text));
}

#[test]
fn readme_shows_what_happens() {
    check(&root().join("README.md"));
}

#[test]
fn documents_show_what_happens() {
    let docs = root().join("docs");
    documents_of(&docs).iter().chain(&documents_of(&docs.join("cli"))).for_each(|d| check(d));
}

/// The picture in `README.md` has what these commands print.
#[test]
fn picture_shows_what_happens() {
    let terminal = Terminal::new();
    // Programs that leave the solver no choice of values: another version of it prints the same.
    let commands = [
        "lariat check examples/contracts.bpl",
        "lariat check examples/recursion.bpl",
        "lariat check examples/protocol.bpl --recursion-bound 3",
    ];
    let text: String = commands
        .iter()
        .map(|c| format!("\x1b[1m$ {c}\x1b[0m\n{}\n", terminal.run(&format!("{c} --color always"))))
        .collect();
    expect_file![root().join("docs/tour.svg")].assert_eq(&crate::picture::draw(text.trim_end()));
}
