//! Input of every bad kind gets a clear error and exit code 2, and never a panic.

use crate::support::{Folder, Ran};

#[track_caller]
fn reject(bytes: impl AsRef<[u8]>, pieces: &[&str]) -> Ran {
    let folder = Folder::new();
    folder.write("p.bpl", bytes);
    folder.run(&["parse", "p.bpl"]).expect(2, pieces);
    let ran = folder.run(&["check", "p.bpl"]);
    ran.expect(2, pieces);
    assert!(ran.err.len() < 40_000, "an error of {} bytes", ran.err.len());
    ran
}

#[test]
fn a_missing_file() {
    Folder::new().run(&["check", "none.bpl"]).expect(2, &["none.bpl", "no such file", "help:"]);
}

#[test]
fn a_directory() {
    let folder = Folder::new();
    folder.write("d/x.bpl", "");
    folder.run(&["check", "d"]).expect(2, &["it is a directory", "help:"]);
}

#[test]
fn an_empty_file() {
    let folder = Folder::with("");
    folder.run(&["check", "p.bpl"]).expect(2, &["no procedure with a body"]);
    folder.run(&["parse", "p.bpl"]).expect(0, &[]);
}

#[test]
fn a_binary_file() {
    let bytes: Vec<u8> = (0..=255u8).cycle().take(50_000).collect();
    reject(bytes, &["it is not text"]);
    reject([0xff, 0xfe, 0x80, 0x81], &["error"]);
}

#[test]
fn one_line_of_ten_megabytes() {
    let sum = "1 + ".repeat(2_500_000);
    reject(format!("procedure main() {{ assert {sum} ?; }}"), &["p.bpl:1:"]);
    let many = "var x: int; ".repeat(900_000);
    reject(many, &["error", "more"]);
}

#[test]
fn deep_nesting() {
    for (open, close) in [("(", ")"), ("{ if (*) ", "}"), ("[", "]")] {
        let text = format!(
            "procedure main() {{ x := {}1{}; }}",
            open.repeat(100_000),
            close.repeat(100_000)
        );
        reject(text, &["error"]);
    }
}

#[test]
fn duplicate_names() {
    let ran = reject("var x: int;\nvar x: bool;\n", &["p.bpl:2:5", "x"]);
    assert!(ran.err.contains("p.bpl:1:5"), "{}", ran.err);
}

#[test]
fn type_errors_show_the_line_and_a_caret() {
    let ran = reject("procedure main()\n{\n  var b: bool;\n  b := 1 + 2;\n}\n", &["p.bpl:4:"]);
    assert!(ran.err.contains("4 |   b := 1 + 2;"), "{}", ran.err);
    assert!(ran.err.contains('^'), "{}", ran.err);
}

#[test]
fn several_errors_at_once() {
    let ran = reject("procedure main() { x := 1; y := 2; call q(); }", &["3 errors"]);
    assert!(ran.err.matches("error[").count() == 3, "{}", ran.err);
}

#[test]
fn undeclared_modifies() {
    let folder = Folder::with("var g: int;\nprocedure main() { g := 1; assert g == 1; }");
    folder.run(&["check", "p.bpl"]).expect(2, &["g"]);
    folder.run(&["check", "p.bpl", "--infer-modifies"]).expect(0, &["proved"]);
}
