//! The drop-in for Corral, read with the patterns of those who call it.

use crate::support::{BOUNDED, Folder, HARD, LOCK, RIGHT, Ran};
use regex::Regex;

fn matches(pattern: &str, text: &str) -> bool {
    Regex::new(pattern).expect("a pattern").is_match(text)
}

/// What SMACK takes from the output, in the order in which it looks.
fn smack(output: &str) -> &'static str {
    if matches(r"[1-9]\d* time out|Z3 ran out of resources|timed out|ERRORS_TIMEOUT", output) {
        "timeout"
    } else if matches(r"[1-9]\d* verified, 0 errors?|no bugs|NO_ERRORS_NO_TIMEOUT", output) {
        "verified"
    } else if matches(r"\d* verified, [1-9]\d* errors?|can fail|ERRORS_NO_TIMEOUT", output) {
        if matches(r"ASSERTION FAILS assert \{:valid_deref\}", output) {
            "invalid-deref"
        } else {
            "error"
        }
    } else {
        "unknown"
    }
}

/// What VeriSol takes from it.
fn verisol(output: &str) -> &'static str {
    let parts: Vec<&str> = output.split("Boogie verification time").collect();
    if parts.len() == 2 && parts[0].contains("Program has no bugs") {
        "verified"
    } else if output.contains("Execution trace:") {
        "counterexample"
    } else {
        "aborted"
    }
}

fn corral(program: &str, flags: &[&str]) -> Ran {
    let args: Vec<&str> = ["corral", "p.bpl"].iter().chain(flags).copied().collect();
    Folder::with(program).run(&args)
}

#[test]
fn a_bug() {
    let ran = corral(LOCK, &["/recursionBound:3", "/k:1", "/trackAllVars"]);
    ran.expect(0, &["Program has a potential bug: True bug\n", "Execution trace:\n"]);
    assert_eq!(smack(&ran.out), "error");
    assert_eq!(verisol(&ran.out), "counterexample");
    assert!(matches(r"(?m)^p\.bpl\(2,\d+\): error PF5001: This assertion can fail$", &ran.out));
    assert!(
        matches(r"(?m)^p\.bpl\(10,5\): Trace: Thread=1  \(CALL acquire\)$", &ran.out),
        "{}",
        ran.out
    );
    assert!(
        matches(r"(?m)^p\.bpl\(10,5\): Trace: Thread=1  \(RETURN from acquire \)$", &ran.out),
        "{}",
        ran.out
    );
    assert!(
        matches(r"Trace: Thread=1  \(ASSERTION FAILS assert !locked;\n", &ran.out),
        "{}",
        ran.out
    );
    assert_eq!(ran.err, "");
}

#[test]
fn no_bug_and_the_bound() {
    let ran = corral(RIGHT, &[]);
    ran.expect(0, &["Program has no bugs\n"]);
    assert_eq!((smack(&ran.out), verisol(&ran.out)), ("verified", "verified"));
    assert!(!ran.out.contains("Reached recursion bound"));
    let ran = corral(BOUNDED, &["/recursionBound:2"]);
    ran.expect(0, &["Program has no bugs\nReached recursion bound of 2\n"]);
    assert_eq!((smack(&ran.out), verisol(&ran.out)), ("verified", "verified"));
    // Corral looks no deeper than 1 unless told to.
    corral(LOCK, &[]).expect(0, &["Reached recursion bound of 1\n"]);
}

#[test]
fn a_timeout() {
    let ran = corral(HARD, &["/timeLimit:1"]);
    ran.expect(0, &["Corral timed out"]);
    assert_eq!((smack(&ran.out), verisol(&ran.out)), ("timeout", "aborted"));
}

/// A program as SMACK writes it: places and values in attributes.
const FROM_C: &str = r#"
procedure boogie_si_record_i32(x: int);
procedure {:entrypoint} main() returns (r: int)
{
  var p: int;
  assume {:sourceloc "src/a.c", 3, 12} true;
  havoc p;
  call {:cexpr "p"} boogie_si_record_i32(p);
  assume {:sourceloc "src/a.c", 4, 7} true;
  call check(p);
  r := 0;
}
procedure check(q: int)
{
  assume {:sourceloc "src/a.c", 9, 2} true;
  assert {:valid_deref} q != 7;
}
"#;

#[test]
fn places_and_values_of_the_source() {
    let flags =
        ["/tryCTrace", "/noTraceOnDisk", "/printDataValues:1", "/useProverEvaluate", "/cex:1"];
    let ran = corral(FROM_C, &flags);
    ran.expect(0, &["src/a.c(9,2): error PF5001: This assertion can fail"]);
    assert_eq!(smack(&ran.out), "invalid-deref");
    // SMACK's own pattern for a step of the trace.
    let step =
        Regex::new(r"(?m)^([\w#$~%./-]+)\((\d+),(\d+)\): Trace: Thread=(\d+)  (\((.*)[);])?$")
            .expect("a pattern");
    let steps: Vec<(&str, &str)> = step
        .captures_iter(&ran.out)
        .map(|c| (c.get(2).map_or("", |m| m.as_str()), c.get(6).map_or("", |m| m.as_str())))
        .collect();
    assert!(steps.contains(&("3", "p = 7")), "{steps:?}\n{}", ran.out);
    assert!(steps.contains(&("4", "CALL check")), "{steps:?}\n{}", ran.out);
    // Values only on demand.
    assert!(!corral(FROM_C, &["/tryCTrace"]).out.contains("p = 7"));
}

#[test]
fn flags_of_all_kinds() {
    let ran = corral(LOCK, &["-recursionBound:3", "/noTrace"]);
    ran.expect(0, &["True bug"]);
    assert!(!ran.out.contains("Execution trace:"));
    corral(LOCK, &["/frobnicate"]).expect(1, &["Usage error: Invalid flag: /frobnicate"]);
    corral(LOCK, &["/deepAsserts"]).expect(1, &["the flag `/deepAsserts` is not supported"]);
    corral(LOCK, &["/main:acquire"]).expect(0, &["True bug"]);
    corral(LOCK, &["/recursionBound:3", "/staticInlining"]).expect(0, &["True bug"]);
    corral(LOCK, &["/recursionBound:x"]).expect(1, &["Usage error"]);
    corral(LOCK, &["/help"]).expect(0, &["/recursionBound:N"]);
    let folder = Folder::with("procedure main() { call p(); }");
    folder.write("more.bpl", "procedure p() { assert false; }");
    folder.write("config", "/recursionBound:2\n# a comment\n/include:more.bpl /main:main\n");
    folder.run(&["corral", "p.bpl", "/flags:config"]).expect(0, &["True bug", "more.bpl(1,"]);
    // Absolute paths start with a slash, as flags do.
    let path = folder.path().join("more.bpl");
    folder.run(&["corral", &path.to_string_lossy()]).expect(0, &["True bug"]);
}

#[test]
fn bad_input() {
    corral("procedure main() { x := 1; }", &[])
        .expect(1, &["p.bpl(1,20): error:", "Invalid input"]);
    Folder::new().run(&["corral", "none.bpl"]).expect(1, &["none.bpl"]);
    Folder::new().run(&["corral"]).expect(1, &["no input file"]);
    // Front ends leave modifies clauses out.
    corral("var g: int;\nprocedure main() { g := 1; }", &[]).expect(0, &["no bugs"]);
}

#[cfg(unix)]
#[test]
fn under_its_name() {
    let folder = Folder::with(LOCK);
    let link = folder.path().join("corral");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_lariat"), &link).expect("a link");
    let output = std::process::Command::new(&link)
        .args(["p.bpl", "/recursionBound:3"])
        .current_dir(folder.path())
        .output()
        .expect("it runs");
    Ran::from(output).expect(0, &["Program has a potential bug: True bug"]);
}
