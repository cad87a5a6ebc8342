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

/// Can programs for this data model be compiled and linked here, with sanitizers?
fn compiles(folder: &Folder, flag: &str) -> bool {
    let file = folder.write("empty.c", "int main(void) { return 0; }\n");
    let output = folder.path().join("empty");
    let mut cc = Command::new("cc");
    cc.args([flag, "-fsanitize=address,undefined"]).arg(file).arg("-o").arg(output);
    cc.output().is_ok_and(|o| o.status.success())
}

fn header<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    let lines = text.lines().map_while(|l| l.strip_prefix("//"));
    lines.filter_map(|l| l.trim().strip_prefix(key)?.strip_prefix(':')).map(str::trim).next()
}

/// The checks of `--check` that the head of a program means.
fn checks(head: &str) -> String {
    head.split(',')
        .map(str::trim)
        .map(|c| if c == "lost" { "valid-memtrack" } else { c })
        .collect::<Vec<_>>()
        .join(",")
}

/// Compiles and runs a harness as its head says; what is said then.
fn repeat(folder: &Folder, harness: &str) -> String {
    let text = folder.read(harness);
    let commands: Vec<&str> = text.lines().skip(2).take(2).collect();
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(commands.join("\n")).current_dir(folder.path());
    let ran = shell.output().expect("a shell");
    String::from_utf8_lossy(&ran.stderr).into_owned()
}

/// Checks a program: the compiled one must fail, or not, as its head says, and so with the harness that is written.
fn try_out(folder: &Folder, file: &Path, text: &str, model: &str) -> Result<(), String> {
    let path = file.to_string_lossy().into_owned();
    let mut args = vec!["check", "--data-model", model, "--confirm", "--harness", "h.c"];
    args.extend(["--stop-at-first", "--format", "json"]);
    let keys = [
        ("entry", "--entry"),
        ("bound", "--recursion-bound"),
        ("malloc", "--malloc"),
        ("check", "--check"),
    ];
    let values = keys.map(|(key, option)| {
        let value = header(text, key)?;
        Some((option, if key == "check" { checks(value) } else { value.to_owned() }))
    });
    for (option, value) in values.iter().flatten() {
        args.extend([*option, value.as_str()]);
    }
    args.push(&path);
    let ran = folder.run(&args);
    if ran.code != 10 {
        return Err(format!("exit code {}: {}", ran.code, ran.err));
    }
    let answer = ran.json();
    let (seen, why) = (answer["seen"].as_str(), answer["not_confirmed"].as_str());
    let said = format!("seen: {seen:?}, not confirmed: {why:?}");
    match header(text, "confirm").map(|c| c.strip_prefix("no, ").ok_or(c)) {
        Some(Ok(words)) => match why {
            Some(why) if why.contains(words) => return Ok(()),
            _ => return Err(format!("{said}, but not for this reason: {words}")),
        },
        Some(Err(words)) if !seen.is_some_and(|s| s.contains(words)) => {
            return Err(format!("{said}, but not: {words}"));
        }
        _ => {}
    }
    let line = seen.and_then(|s| s.rsplit_once(".c:")?.1.split(' ').next()).ok_or(said)?;
    let place = format!("{}:{line}", file.file_name().expect("a name").to_string_lossy());
    let report = repeat(folder, "h.c");
    if !report.contains(&place) {
        return Err(format!("{place} is not in what the harness makes the program say:\n{report}"));
    }
    Ok(())
}

/// Tries every program of a folder under `tests/c` for both data models. Some say why they cannot be made to fail: `reasons`
/// are the tool's, or words for people.
#[track_caller]
fn all_fail_for_real(programs_in: &str, reasons: bool) {
    let folder = Folder::new();
    let mut problems = Vec::new();
    for (model, flag) in [("LP64", "-m64"), ("ILP32", "-m32")] {
        if !compiles(&folder, flag) {
            eprintln!(
                "the C compiler cannot link with sanitizers and {flag}: {model} is not tested"
            );
            continue;
        }
        for file in programs(programs_in) {
            let text = std::fs::read_to_string(&file).expect("a program");
            let is_other = header(&text, "data-model").is_some_and(|m| m != model);
            let cannot = header(&text, "confirm").is_some_and(|c| c.starts_with("no, "));
            if is_other || cannot && !reasons {
                continue;
            }
            if let Err(problem) = try_out(&folder, &file, &text, model) {
                problems.push(format!("{} ({model}): {problem}", file.display()));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn inputs_are_set_by_the_harness() {
    all_fail_for_real("confirm", true);
}

#[test]
fn bugs_of_the_regression_suite_are_real() {
    all_fail_for_real("bug", false);
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
    if compiles(&folder, "-m64") {
        let said = repeat(&folder, "h.c");
        assert!(said.starts_with("lariat: the failure is reached: __VERIFIER_error\n"), "{said}");
        assert!(said.contains("/cars.c:16"), "{said}");
    }
}

/// Each bug has a harness of its own.
#[test]
fn several_bugs_have_several_harnesses() {
    let folder = Folder::new();
    folder.write(
        "two.c",
        "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n  \
         int x = __VERIFIER_nondet_int();\n  if (x == 3) assert(x != 3);\n  \
         if (x == 4) assert(x == 5);\n  return 0;\n}\n",
    );
    if !compiles(&folder, "-m64") {
        eprintln!("the C compiler cannot link with sanitizers: not tested");
        return;
    }
    let ran = folder.run(&["check", "two.c", "--confirm", "--harness", "h.c", "--trace", "none"]);
    ran.expect(10, &["the assertion fails at two.c:5", "the assertion fails at two.c:6"]);
    assert_eq!(ran.out.matches(" confirmed: the compiled program fails").count(), 2, "{}", ran.out);
    let said = [repeat(&folder, "h.c"), repeat(&folder, "h-2.c")];
    let has = |place: &str| said.iter().filter(|s| s.contains(place)).count();
    assert_eq!((has("two.c:5"), has("two.c:6")), (1, 1), "{said:?}");
}

/// A variable that is not initialised is set in a copy of the program, and that is said.
#[test]
fn a_variable_that_is_not_initialised_is_set() {
    let folder = Folder::new();
    folder.write("u.c", "extern void __VERIFIER_error(void);\nint main(void) {\n  int x;\n  if (x == 12345) __VERIFIER_error();\n  return 0;\n}\n");
    let ran = folder.run(&["check", "u.c", "--confirm", "--harness", "h.c"]);
    let seen = "confirmed: the compiled program fails: __VERIFIER_error is called at u.c:4 (with x initialised)";
    ran.expect(10, &[seen]);
    assert!(folder.read("h.c").contains("- u.c:3: x\n"), "{}", folder.read("h.c"));
    // The harness comes with a copy of the program.
    assert!(repeat(&folder, "h.c").contains("/u.c:4"));
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
    let why = "the program ends with signal 11 (SIGSEGV) (not set: memory at the null pointer, which the program reads)";
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

/// What the program does to files stays in its folder, if the system lets us; otherwise that is said.
#[test]
fn a_program_keeps_to_its_folder() {
    let folder = Folder::new();
    if !compiles(&folder, "-m64") {
        eprintln!("the C compiler cannot link with sanitizers: not tested");
        return;
    }
    let outside = folder.path().join("outside");
    folder.write(
        "w.c",
        &format!(
            "#include <assert.h>\n#include <stdio.h>\nint main(void) {{\n  \
             FILE *f = fopen(\"{}\", \"w\");\n  if (f) fclose(f);\n  f = fopen(\"inside\", \"w\");\n  \
             assert(!f);\n  return 0;\n}}\n",
            outside.display()
        ),
    );
    let ran = folder.run(&["check", "w.c", "--confirm", "--trace", "none"]);
    ran.expect(10, &[" confirmed: the compiled program fails: the assertion fails at w.c:7"]);
    let isolated = !ran.out.contains("not kept away from");
    assert_eq!(outside.exists(), !isolated, "{}", ran.out);
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
