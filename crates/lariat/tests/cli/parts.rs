//! `split`, `check` of parts, `merge`.

use crate::support::{BOUNDED, Folder, RIGHT};
use serde_json::Value;

/// Three steps, each of one kind or the other; `LIMIT` decides whether the sum can be too large.
const STEPS: &str = "\
var sum: int;
procedure {:inline 0} small(n: int) modifies sum; { if (n > 0) { sum := sum + 1; } else { sum := sum - 1; } }
procedure {:inline 0} large(n: int) modifies sum; { if (n > 3) { sum := sum + 5; } else { sum := sum - 5; } }
procedure step(n: int) modifies sum;
{
  var i: int;
  i := n;
  if (i > 10) { call small(i); call step(i - 10); } else { if (*) { call large(i); } else { call small(i); } }
}
procedure {:entrypoint} main(a: int, b: int, c: int) modifies sum;
{
  sum := 0;
  if (a > b) { call step(a); } else { call step(b); }
  if (b > c) { call step(b); } else { call step(c); }
  assert sum < LIMIT;
}
";

fn split(limit: &str) -> (Folder, Vec<String>) {
    let folder = Folder::with(&STEPS.replace("LIMIT", limit));
    let args = ["split", "p.bpl", "--parts", "4", "-o", "parts", "--after", "0s"];
    let ran = folder.run(&[&args[..], &["--", "--recursion-bound", "2"]].concat());
    ran.expect(0, &["p.1.part.json"]);
    let files: Vec<String> = ran.out.lines().map(str::to_owned).collect();
    assert!(files.len() > 1, "{files:?}");
    (folder, files)
}

/// Checks each part; gives the verdicts about them.
fn check_all(folder: &Folder, files: &[String]) -> Vec<Value> {
    let check = |(i, file): (usize, &String)| {
        let ran = folder.run(&["check", file, "--format", "json"]);
        folder.write(&format!("{i}.json"), &ran.out);
        // Exit code 0 is for proofs, and a part is none.
        assert_ne!(ran.code, 0, "{}", ran.out);
        ran.json()
    };
    files.iter().enumerate().map(check).collect()
}

#[test]
fn parts_without_a_bug_make_a_whole_without_a_bug() {
    let (folder, files) = split("1000");
    let answers = check_all(&folder, &files);
    assert!(answers.iter().all(|a| a["verdict"] == "unknown" && a["reason"]["kind"] == "part"));
    let names: Vec<String> = (0..files.len()).map(|i| format!("{i}.json")).collect();
    let mut args = vec!["merge"];
    args.extend(names.iter().map(String::as_str));
    folder.run(&args).expect(5, &["no bug within recursion bound 2"]);
    let json = folder.run(&[&args[..], &["--format", "json"]].concat()).json();
    assert_eq!(json["verdict"], "bounded");
    assert_eq!(json["bound_hits"][0]["procedure"], "step");
    // Without one of them nothing is known.
    args.pop();
    folder.run(&args).expect(5, &["unknown: no answer is there about part"]);
}

#[test]
fn a_bug_in_a_part_is_a_bug() {
    let (folder, files) = split("10");
    let answers = check_all(&folder, &files);
    assert!(answers.iter().any(|a| a["verdict"] == "bug"), "{answers:?}");
    let names: Vec<String> = (0..files.len()).map(|i| format!("{i}.json")).collect();
    let mut args = vec!["merge"];
    args.extend(names.iter().map(String::as_str));
    folder.run(&args).expect(10, &["bug: this assertion can fail", "p.bpl"]);
}

#[test]
fn a_changed_program_is_refused() {
    let (folder, files) = split("1000");
    let whole = folder.read("p.bpl");
    folder.write("p.bpl", whole.replace("sum := 0", "sum := 1"));
    folder.run(&["check", &files[0]]).expect(2, &["was changed since it was split"]);
    folder.write("p.bpl", whole);
    let part = folder.read(&files[0]);
    let other: Value = serde_json::from_str(&part).expect("a part");
    let hash = other["program"].as_str().expect("a hash");
    folder.write(&files[0], part.replace(hash, "0000000000000001"));
    folder.run(&["check", &files[0]]).expect(5, &["the part was made from another program"]);
    folder.write(&files[0], "{}");
    folder.run(&["check", &files[0]]).expect(2, &["is not a part"]);
}

#[test]
fn what_cannot_be_split_is_said() {
    let folder = Folder::with(RIGHT);
    folder.run(&["split", "p.bpl", "--parts", "2"]).expect(5, &["nothing to split"]);
    folder.write("results.json", "{}");
    folder.run(&["merge", "results.json"]).expect(6, &["is not the answer about a part"]);
    folder.run(&["split", "-", "--parts", "2"]).expect(1, &["only programs in files"]);
}

#[test]
fn threads_come_to_the_same_verdict() {
    let (lock, bounded) = (Folder::with(&STEPS.replace("LIMIT", "10")), Folder::with(BOUNDED));
    for jobs in ["1", "2", "3"] {
        lock.run(&["check", "p.bpl", "--jobs", jobs]).expect(10, &["bug"]);
        let args = ["check", "p.bpl", "--jobs", jobs, "--unbounded", "off", "--houdini", "off"];
        bounded.run(&args).expect(5, &["no bug within recursion bound 3"]);
    }
    lock.run(&["check", "p.bpl", "--jobs", "0"]).expect(1, &["--jobs"]);
}

/// How far loops are unrolled is part of the question that a part is about.
#[test]
fn a_part_unrolls_loops_as_the_split_says() {
    let text = STEPS
        .replace("LIMIT", "10")
        .replace("  assert sum", "  k := 0; while (k < 8) { k := k + 1; }\n  assert sum");
    let folder = Folder::with(&text.replace("  sum := 0;", "  var k: int;\n  sum := 0;"));
    let args = ["split", "p.bpl", "--parts", "4", "-o", "parts", "--after", "0s", "--"];
    let unrolled = ["--recursion-bound", "2", "--loop-bounds", "off", "--unwind", "9"];
    let ran = folder.run(&[&args[..], &unrolled].concat());
    ran.expect(0, &["p.1.part.json"]);
    let files: Vec<String> = ran.out.lines().map(str::to_owned).collect();
    let answers = check_all(&folder, &files);
    assert!(answers.iter().any(|a| a["verdict"] == "bug"), "{answers:?}");
}
