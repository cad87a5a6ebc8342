//! Evidence for bugs in C: the compiled program must really fail, and what is written about the
//! execution must be right.

use crate::support::Folder;
use std::path::{Path, PathBuf};
use std::process::Command;

fn programs(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/c").join(folder);
    let entries = std::fs::read_dir(&root).expect("a folder of programs");
    let mut files: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "c"));
    files.sort();
    files
}

/// Can programs for this data model be compiled and linked here?
fn compiles(folder: &Folder, flag: &str) -> bool {
    let file = folder.write("empty.c", "int main(void) { return 0; }\n");
    let output = folder.path().join("empty");
    let ran = Command::new("cc").arg(flag).arg(file).arg("-o").arg(output).output();
    ran.is_ok_and(|o| o.status.success())
}

fn header<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    let lines = text.lines().map_while(|l| l.strip_prefix("//"));
    lines.filter_map(|l| l.trim().strip_prefix(key)?.strip_prefix(':')).map(str::trim).next()
}

/// Checks every program of a folder under `tests/c` for both data models.
#[track_caller]
fn all_fail_for_real(programs_in: &str, except: &[&str]) {
    let folder = Folder::new();
    let mut problems = Vec::new();
    for (model, flag) in [("LP64", "-m64"), ("ILP32", "-m32")] {
        if !compiles(&folder, flag) {
            eprintln!("the C compiler cannot link with {flag}: {model} is not tested");
            continue;
        }
        for file in programs(programs_in) {
            let name = file.file_name().expect("a name").to_string_lossy().into_owned();
            let text = std::fs::read_to_string(&file).expect("a program");
            let is_other = header(&text, "data-model").is_some_and(|m| m != model);
            // What only checks see does not make a compiled program fail.
            let needs_checks = header(&text, "check").is_some();
            // Some say why they cannot be made to fail.
            let cannot = header(&text, "confirm").is_some_and(|c| c.starts_with("no,"));
            if is_other || needs_checks || cannot || except.contains(&name.as_str()) {
                continue;
            }
            let path = file.to_string_lossy().into_owned();
            let mut args = vec!["check", "--data-model", model, "--confirm", "--trace", "none"];
            for (key, option) in [("entry", "--entry"), ("bound", "--recursion-bound")] {
                if let Some(value) = header(&text, key) {
                    args.extend([option, value]);
                }
            }
            args.push(&path);
            let ran = folder.run(&args);
            if ran.code != 10 || !ran.out.contains("confirmed: the compiled program fails") {
                problems.push(format!("{name} ({model}): {}{}", ran.out, ran.err));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn inputs_are_set_by_the_harness() {
    all_fail_for_real("confirm", &[]);
}

#[test]
fn bugs_of_the_regression_suite_are_real() {
    // One needs a result of inline assembly.
    all_fail_for_real("bug", &["inline_assembly.c"]);
}

const COLOURS: &str = "\
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
enum colour { RED, GREEN = 5 };
struct car { enum colour colour; char tag; int *speed; };
static struct car cars[3];
static int speeds[4];
static void paint(struct car *car, enum colour colour) {
  car->colour = colour;
  car->tag = 'g';
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  paint(&cars[1], n);
  cars[2].speed = &speeds[3];
  if (cars[1].colour == GREEN)
    __VERIFIER_error();
  return 0;
}
";

#[test]
fn a_trace_speaks_of_c() {
    let folder = Folder::new();
    folder.write("cars.c", COLOURS);
    let ran = folder.run(&["check", "cars.c"]);
    let expected = "\
cars.c: bug: this assertion can fail: __VERIFIER_error is called
  cars.c:16:21: __VERIFIER_error();

inputs:
  n = 5  (line 12: __VERIFIER_nondet_int())
main starts
  cars.c:12:32  int n = __VERIFIER_nondet_int()  ▸ n = 5
  cars.c:13:8  call paint(car = &cars[1], colour = GREEN)
    cars.c:8:3  car->colour = colour  ▸ cars[1].colour = GREEN
    cars.c:9:3  car->tag = 'g'  ▸ cars[1].tag = 'g'
  cars.c:14:3  cars[2].speed = &speeds[3]  ▸ cars[2].speed = &speeds[3]
  cars.c:15:3  if (cars[1].colour == GREEN)  ▸ cars[1].colour = GREEN
  cars.c:16:21  __VERIFIER_error()  fails: __VERIFIER_error is called
";
    assert_eq!(ran.out, expected);
    let answer = folder.run(&["check", "cars.c", "--format", "json"]).json();
    assert_eq!(answer["trace"]["inputs"][0]["name"], "n");
    assert_eq!(answer["trace"]["inputs"][0]["value"], "5");
    assert_eq!(answer["trace"]["steps"][0]["text"], "int n = __VERIFIER_nondet_int();");
    // The full trace is that of the translated program.
    folder
        .run(&["check", "cars.c", "--trace", "full"])
        .expect(10, &["$start starts", "havoc $any"]);
}

#[test]
fn unknown_calls_are_named() {
    let folder = Folder::new();
    folder.write(
        "u.c",
        "extern int ask(void);\nextern void reach_error(void);\n\
         int main(void) { if (ask() == 1) reach_error(); return 0; }\n",
    );
    folder.run(&["check", "u.c"]).expect(10, &["calls to `ask` are assumed to return anything"]);
}

#[test]
fn a_harness_repeats_the_execution() {
    let folder = Folder::new();
    folder.write("cars.c", COLOURS);
    folder.run(&["check", "cars.c", "--harness", "h.c"]).expect(10, &[]);
    let harness = folder.read("h.c");
    assert!(harness.contains("5, /* line 12 */"), "{harness}");
    let mut cc = Command::new("cc");
    cc.args(["-w", "h.c", "cars.c", "-o", "failing"]).current_dir(folder.path());
    assert!(cc.status().expect("a compiler").success());
    let ran = Command::new(folder.path().join("failing")).output().expect("the program runs");
    assert_eq!(ran.status.code(), Some(99));
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert_eq!(said, "lariat: the failure is reached: __VERIFIER_error\n");
}

/// A variable that is not initialised is set in a copy of the program, and that is said.
#[test]
fn a_variable_that_is_not_initialised_is_set() {
    let folder = Folder::new();
    folder.write("u.c", "extern void __VERIFIER_error(void);\nint main(void) {\n  int x;\n  if (x == 12345) __VERIFIER_error();\n  return 0;\n}\n");
    let ran = folder.run(&["check", "u.c", "--confirm", "--harness", "h.c"]);
    ran.expect(10, &["confirmed: the compiled program fails (with x initialised)"]);
    assert!(folder.read("h.c").contains("u.c:3: x = "), "{}", folder.read("h.c"));
}

/// An execution that needs what nothing can give it is not seen.
#[test]
fn what_cannot_be_set_is_said() {
    let folder = Folder::new();
    folder.write(
        "u.c",
        "extern void __VERIFIER_error(void);\n\
         int main(void) {\n  int *p = 0;\n  if (*p == 12345) __VERIFIER_error();\n  return 0;\n}\n",
    );
    let args = ["check", "u.c", "--confirm", "--harness", "h.c", "--format", "json"];
    let answer = folder.run(&args).json();
    assert_eq!(answer["confirmed"], false);
    let why = "the program ends with signal 11 (not set: memory at the null pointer, which the program reads)";
    assert_eq!(answer["not_confirmed"], why);
    assert!(folder.read("h.c").contains("- memory at the null pointer, which the program reads"));
}

/// Nothing is left behind, and a program that does not end is ended.
#[test]
fn a_program_that_does_not_end_is_ended() {
    let folder = Folder::new();
    folder.write(
        "w.c",
        "extern void __VERIFIER_error(void);\n\
         extern long time(long *);\n\
         int main(void) {\n  while (time(0) != 3) {}\n  __VERIFIER_error();\n}\n",
    );
    folder.write("tmp/keep", "");
    let mut command = folder.command(&["check", "w.c", "--confirm", "--trace", "none"]);
    command.args(["--time-limit", "4s"]).env("TMPDIR", folder.path().join("tmp"));
    let out = command.output().expect("the binary runs");
    let said = String::from_utf8_lossy(&out.stdout).into_owned();
    assert!(said.contains("not confirmed: "), "{said}");
    let left: Vec<_> = std::fs::read_dir(folder.path().join("tmp")).expect("a folder").collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

/// The shape of a witness: each line is a key with or without value, in the order and depth that
/// the format has.
fn shape(yaml: &str) -> Vec<String> {
    let key = |line: &str| {
        let depth = line.len() - line.trim_start().len();
        format!("{depth} {}", line.trim_start().split(": \"").next().unwrap_or("").trim_end())
    };
    yaml.lines().map(key).collect()
}

#[test]
fn witnesses() {
    let folder = Folder::new();
    folder.write("cars.c", COLOURS);
    folder.run(&["check", "cars.c", "--witness", "w.yml"]).expect(10, &[]);
    let witness = folder.read("w.yml");
    let expected = [
        "0 - entry_type",
        "2 metadata:",
        "4 format_version",
        "4 uuid",
        "4 creation_time",
        "4 producer:",
        "6 name",
        "6 version",
        "4 task:",
        "6 input_files:",
        "8 - \"cars.c\"",
        "6 input_file_hashes:",
        "8 \"cars.c\"",
        "6 specification",
        "6 data_model",
        "6 language",
        "2 content:",
        "4 - segment:",
        "8 - waypoint:",
        "12 type",
        "12 action",
        "12 location:",
        "14 file_name",
        "14 line: 12",
        "14 column: 33",
        "14 function",
        "12 constraint:",
        "14 value",
        "14 format",
        "4 - segment:",
        "8 - waypoint:",
        "12 type",
        "12 action",
        "12 location:",
        "14 file_name",
        "14 line: 16",
        "14 column: 5",
        "14 function",
    ];
    assert_eq!(shape(&witness), expected, "{witness}");
    for piece in [
        "entry_type: \"violation_sequence\"",
        "format_version: \"2.0\"",
        "value: \"\\\\result == 5\"",
        "type: \"target\"",
        "data_model: \"LP64\"",
        "function: \"main\"",
        "specification: \"G ! call(reach_error())\"",
    ] {
        assert!(witness.contains(piece), "`{piece}` is not in:\n{witness}");
    }
}

#[test]
fn witnesses_of_proofs() {
    let folder = Folder::new();
    folder.write("right.c", "extern void reach_error(void);\nint main(void) { int x = 1; if (!x) reach_error(); return 0; }\n");
    folder.write("p.prp", "CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )\n");
    let args = ["check", "right.c", "--witness", "w.yml", "--property", "p.prp"];
    folder.run(&args).expect(0, &["proved"]);
    let witness = folder.read("w.yml");
    assert!(witness.starts_with("- entry_type: \"invariant_set\"\n"), "{witness}");
    assert!(witness.ends_with("  content: []\n"), "{witness}");
    assert!(witness.contains("specification: \"G ! call(__VERIFIER_error())\""), "{witness}");
}
