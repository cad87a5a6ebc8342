//! Programs with what is expected of each implementation in the file: `// P: verified`, or `// P: fails 3 7` with the lines of the places that fail.
//! `// with base` adds a library.

use lariat_boogie::SourceMap;
use lariat_budget::Budget;
use lariat_modular::{Choice, Outcome, Settings, verify};
use lariat_verify::{Library, Program};
use std::path::Path;

fn found(name: &str, text: &str) -> Vec<String> {
    let libraries: Vec<Library> = text
        .lines()
        .map_while(|line| line.strip_prefix("// "))
        .filter_map(|line| line.strip_prefix("with "))
        .map(|library| Library::named(library).expect("a library"))
        .collect();
    let mut sources = SourceMap::single(name, text).expect("a text");
    Library::add_all(&libraries, &mut sources).expect("libraries");
    let program = Program::boogie_files(vec![name.to_owned()], sources);
    let source = program.source(false, |_| {}).unwrap_or_else(|e| panic!("{}", e.in_words()));
    let settings = Settings::default();
    let chosen = Choice::default().of(source.implementations(), settings.inline);
    let verified = verify(&program, &chosen, &settings, &Budget::seconds(300), |_| {});
    let answers = verified.iter().map(|one| {
        let answer = match one.outcome() {
            Outcome::Verified => "verified".to_owned(),
            Outcome::Errors(errors) => {
                let word = if errors.iter().all(|e| e.certain) { "fails" } else { "perhaps fails" };
                let line =
                    |e: &lariat_modular::Error<'_>| e.item.place.as_ref().map_or(0, |p| p.line);
                let lines: Vec<String> = errors.iter().map(|e| line(e).to_string()).collect();
                format!("{word} {}", lines.join(" "))
            }
            Outcome::Unknown(reason) => format!("unknown: {}", reason.text),
            Outcome::Failed(failure) => format!("refused: {}", failure.in_words()),
        };
        format!("{}: {answer}", one.implementation.procedure)
    });
    let mut answers: Vec<String> = answers.collect();
    answers.sort();
    answers
}

#[test]
fn implementations_are_as_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("a folder").map(|f| f.expect("a file").path()).collect();
    files.sort();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a text");
        let comments = text.lines().map_while(|line| line.strip_prefix("// "));
        let mut expected: Vec<&str> = comments.filter(|line| line.contains(": ")).collect();
        expected.sort_unstable();
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        assert_eq!(found(&name, &text), expected, "{name}");
    }
}
