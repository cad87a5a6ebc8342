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

/// C that is rejected: what is shown, and the first of the diagnostics in JSON.
#[track_caller]
fn reject_c(files: &[(&str, &str)], pieces: &[&str]) -> serde_json::Value {
    let folder = Folder::new();
    for (name, text) in files {
        folder.write(name, text);
    }
    let file = files[0].0;
    for command in ["check", "translate", "explain-memory"] {
        let ran = folder.run(&[command, file]);
        ran.expect(2, pieces);
        assert!(!ran.err.contains("error: error"), "{}", ran.err);
    }
    let json = folder.run(&["check", file, "--format", "json"]).json();
    assert_eq!(json["verdict"], "error");
    assert_eq!(json["reason"]["kind"], "c");
    json["diagnostics"][0].clone()
}

fn place(file: &str, line: u32, column: u32, length: u32) -> serde_json::Value {
    serde_json::json!({ "file": file, "line": line, "column": column, "length": length })
}

#[test]
fn c_errors_show_the_line_and_a_caret() {
    let shown = "\
error[undeclared]: `y` is not declared
 --> p.c:2:13
  |
2 | \treturn x + y;
  | \t           ^
";
    let text = "int main(void) { int x = 0;\n\treturn x + y;\n}\n";
    let first = reject_c(&[("p.c", text)], &[shown, "1 error\n"]);
    assert_eq!(first["place"], place("p.c", 2, 13, 1));
    assert_eq!(first["severity"], "error");
}

#[test]
fn c_errors_after_macros_are_where_the_user_wrote_them() {
    let text = "#define N 1000\nint main(void) {\n  int a[N] = nothing; /* N */\n}\n";
    let first = reject_c(&[("p.c", text)], &["3 |   int a[N] = nothing; /* N */\n", "^^^^^^^"]);
    assert_eq!(first["place"], place("p.c", 3, 14, 7));
    // What a macro stands for is in no column of the line.
    let text = "#define SEVEN nothing\nint main(void) {\n  return SEVEN;\n}\n";
    let first = reject_c(&[("p.c", text)], &["p.c:3\n", "3 |   return SEVEN;\n", "^^^^^^^^^^^^^"]);
    assert_eq!(first["place"]["line"], 3);
    assert_eq!(first["place"]["column"], serde_json::Value::Null);
}

#[test]
fn c_errors_in_headers_show_the_header() {
    let header = "#define ONE 1\nint f(void) { return ONE + none; }\n";
    let files = [("p.c", "#include \"h.h\"\nint main(void) { return f(); }\n"), ("h.h", header)];
    let first = reject_c(&files, &["h.h:2:28", "2 | int f(void) { return ONE + none; }\n"]);
    assert_eq!(first["place"], place("h.h", 2, 28, 4));
}

#[test]
fn c_errors_of_preprocessed_files_show_the_line_that_there_is() {
    // The file that the marker names is another one here.
    let files = [
        ("p.i", "# 7 \"src/q.c\"\nint main(void) { return none; }\n"),
        ("src/q.c", "\n\n\n\n\n\nsomething else\n"),
    ];
    let first = reject_c(&files, &["src/q.c:7:25", "7 | int main(void) { return none; }\n"]);
    assert_eq!(first["place"], place("src/q.c", 7, 25, 4));
}

#[test]
fn what_the_preprocessor_says_is_passed_on() {
    let text = "#include \"none.h\"\nint main(void) { return 0; }\n";
    let pieces =
        ["error[preprocessor]: none.h: No such file", "p.c:1:10", "1 | #include \"none.h\"\n"];
    let first = reject_c(&[("p.c", text)], &pieces);
    assert_eq!(first["place"], place("p.c", 1, 10, 8));
    let header = "#if 1\n#error this is not for you\n#endif\n";
    let files = [("p.c", "#include \"h.h\"\nint main(void) { return 0; }\n"), ("h.h", header)];
    reject_c(&files, &["#error this is not for you", "h.h:2:2", "p.c:1: included from here"]);
}

#[test]
fn many_c_errors_are_counted() {
    let text = format!("int main(void) {{\n{}}}\n", "  none = 1;\n".repeat(33));
    let folder = Folder::new();
    folder.write("p.c", text);
    let ran = folder.run(&["check", "p.c"]);
    ran.expect(2, &["… and 13 more", "33 errors"]);
    assert_eq!(ran.err.matches("error[").count(), 20, "{}", ran.err);
    let json = folder.run(&["check", "p.c", "--format", "json"]).json();
    assert_eq!(json["diagnostics"].as_array().map(Vec::len), Some(33));
}

#[test]
fn a_missing_entry_has_a_place_if_it_is_declared() {
    let text = "int start(void);\nint other(void) { return 0; }\n";
    let folder = Folder::new();
    folder.write("p.c", text);
    let ran = folder.run(&["check", "p.c", "--entry", "start"]);
    ran.expect(2, &["there is no function `start` with a body", "p.c:1:5", "--entry: other"]);
    folder.run(&["check", "p.c"]).expect(2, &["no function `main` with a body", "= help:"]);
}

#[test]
fn claims_that_are_wrong_show_the_line() {
    let folder = Folder::new();
    let shown = "1 | int x; x + y > 0\n  |            ^\n";
    folder.run(&["prove", "int x; x + y > 0"]).expect(2, &["error[undeclared]", shown]);
    let ran = folder.run(&["prove", "--format", "json", "int x; x + y > 0"]);
    ran.expect(2, &[]);
    assert_eq!(ran.json()["diagnostics"][0]["place"], place("<claim>", 1, 12, 1));
    folder.write("q.c", "int x;\nx + y > 0;\nx == x;\n");
    folder.run(&["prove", "--file", "q.c"]).expect(2, &["q.c:2:5", "2 | x + y > 0;", "valid"]);
    folder.write("f.c", "#define ONE 1\nint f(int x) { return x + ONE + y; }\n");
    let args = ["prove-path", "f.c", "--function", "f"];
    folder.run(&args).expect(2, &["2 | int f(int x) { return x + ONE + y; }", "f.c:2:33"]);
}

#[test]
fn databases_and_properties_have_lines() {
    let folder = Folder::new();
    let database =
        "[\n  { \"file\": \"a.c\", \"command\": \"cc a.c\" },\n  { \"command\": \"cc\" }\n]\n";
    folder.write("compile_commands.json", database);
    let check = ["check", "compile_commands.json"];
    let line = "3 |   { \"command\": \"cc\" }\n";
    folder.run(&check).expect(2, &["an entry has no `file`", "compile_commands.json:3:3", line]);
    folder.write("compile_commands.json", "[\n  {,}\n]\n");
    folder.run(&check).expect(2, &["error[database]", "compile_commands.json:2:3"]);
    folder.write("p.c", "int main(void) { return 0; }\n");
    folder.write("p.prp", "\n  CHECK( init(main()), LTL(F end) )\n");
    let ran = folder.run(&["check", "p.c", "--property", "p.prp", "--format", "json"]);
    ran.expect(2, &[]);
    assert_eq!(ran.json()["diagnostics"][0]["place"], place("p.prp", 2, 3, 33));
    folder.write("p.prp", "\n");
    folder.run(&["check", "p.c", "--property", "p.prp"]).expect(2, &["--> p.prp\n", "no property"]);
}
