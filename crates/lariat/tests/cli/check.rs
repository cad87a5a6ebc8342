//! `check` and `parse` on programs that are fine.

use crate::support::{BOUNDED, Folder, LOCK, RIGHT};
use std::io::Write;
use std::process::Stdio;
use std::time::{Duration, Instant};

#[test]
fn a_bug_has_place_trace_and_exit_code() {
    let ran = Folder::with(LOCK).run(&["check", "p.bpl"]);
    ran.expect(10, &["p.bpl: bug: this assertion can fail", "p.bpl:2:40: assert !locked"]);
    assert!(ran.out.contains("call acquire"), "{}", ran.out);
    assert_eq!(ran.err, "");
}

#[test]
fn a_proof_is_one_line() {
    let ran = Folder::with(RIGHT).run(&["check", "p.bpl"]);
    ran.expect(0, &[]);
    assert_eq!(ran.out, "p.bpl: proved: no execution fails\n");
}

/// The search alone, without the provers.
const BOUNDED_ONLY: [&str; 6] = ["check", "p.bpl", "--houdini", "off", "--unbounded", "off"];

#[test]
fn provers_look_beyond_the_bound() {
    let folder = Folder::with(BOUNDED);
    let ran = folder.run(&["check", "p.bpl", "--stats"]);
    ran.expect(0, &["proved: no execution fails", "proved by"]);
    for unbounded in ["beside", "after"] {
        let flags = ["check", "p.bpl", "--houdini", "off", "--unbounded", unbounded];
        folder.run(&flags).expect(0, &["proved: no execution fails"]);
    }
    // A bug at depth 6: the default looks for it, an explicit bound is a bound.
    let deep = "
procedure main(n: int) { var i: int; i := 0; while (i < n) { i := i + 1; } assert i != 5; }";
    let folder = Folder::with(deep);
    folder.run(&["check", "p.bpl"]).expect(10, &["bug"]);
    folder
        .run(&["check", "p.bpl", "--recursion-bound", "3"])
        .expect(5, &["within recursion bound 3"]);
    folder.run(&["check", "p.bpl", "--deepen", "--unbounded", "off"]).expect(10, &["bug"]);
}

#[test]
fn deepening_ends_with_the_bound_that_was_reached() {
    let endless = "
procedure main() {
  var i, j: int; i, j := 0, 0; while (*) { i, j := i + 1, j + 1; } assert i == j; }";
    let flags = ["check", "p.bpl", "--deepen", "--time-limit", "2"];
    let off = ["--houdini", "off", "--unbounded", "off"];
    let ran = Folder::with(endless).run(&[&flags[..], &off[..]].concat());
    ran.expect(5, &["no bug within recursion bound"]);
}

#[test]
fn variables_are_tracked_as_paths_need_them() {
    let many = "
var s: int; var a: int; var b: int;
procedure step() modifies a; { a := a + b; }
procedure main() modifies s, a; { s := 0; call step(); if (a > 0) { s := s + 1; } assert s <= 1; }";
    let folder = Folder::with(many);
    let ran = folder.run(&["check", "p.bpl", "--abstract", "globals", "-v"]);
    ran.expect(0, &["proved", "tracked 1 of 3 variables: s"]);
    assert!(ran.err.contains("round 2: tracking 1 of 3 variables"), "{}", ran.err);
    let json = folder.run(&["check", "p.bpl", "--track", "s,b*", "--format", "json"]).json();
    assert_eq!(json["stats"]["abstraction"]["iterations"], 1);
    assert_eq!(json["stats"]["abstraction"]["tracked"], serde_json::json!(["s", "b"]));
    let json = folder.run(&["check", "p.bpl", "--track-all", "--format", "json"]).json();
    assert_eq!(json["stats"]["abstraction"]["variables"], 0);
    for algorithm in ["linear", "hrefine", "vcrefine", "cores"] {
        let flags = ["check", "p.bpl", "--abstract", "locals", "--refinement", algorithm];
        folder.run(&flags).expect(0, &["proved"]);
    }
    folder
        .run(&["check", "p.bpl", "--track", "sa*"])
        .expect(1, &["no global variable matches `sa*`"]);
}

#[test]
fn a_bound_says_what_hit_it() {
    let ran = Folder::with(BOUNDED).run(&[&BOUNDED_ONLY[..], &["--recursion-bound", "2"]].concat());
    ran.expect(5, &["no bug within recursion bound 2 (hit by: loop at p.bpl:6:3)"]);
}

#[test]
fn the_goal_can_be_to_return() {
    let folder = Folder::with("procedure main(x: int) { assume x == 3; }");
    let ran = folder.run(&["check", "p.bpl", "--goal", "return"]);
    ran.expect(10, &["bug: procedure main can return"]);
    let folder = Folder::with("procedure main(x: int) { assume x == 3; assume x == 4; }");
    folder.run(&["check", "p.bpl", "--goal", "return"]).expect(0, &["no execution returns"]);
}

#[test]
fn an_entry_point_marked_twice_wins() {
    let folder = Folder::with(
        "procedure helper();
implementation {:entrypoint} helper() { assume true; }
procedure {:entrypoint} start();
implementation {:entrypoint} start() { assert false; }",
    );
    folder.run(&["check", "p.bpl"]).expect(10, &["p.bpl:4:40"]);
}

#[test]
fn all_strategies_agree() {
    let folder = Folder::with(LOCK);
    folder.write("right.bpl", RIGHT);
    for strategy in ["stratified", "widening", "static"] {
        folder.run(&["check", "p.bpl", "--strategy", strategy]).expect(10, &["bug"]);
        folder.run(&["check", "right.bpl", "--strategy", strategy]).expect(0, &["proved"]);
    }
    folder.run(&["check", "p.bpl", "--no-sharing", "--no-skeleton"]).expect(10, &["bug"]);
}

#[test]
fn several_files_are_one_program_and_a_dash_is_standard_input() {
    let folder = Folder::new();
    folder.write("a.bpl", "procedure p(x: int) { assert x != 7; }");
    folder.write("b.bpl", "procedure main(y: int) { call p(y); }");
    folder.run(&["check", "a.bpl", "b.bpl"]).expect(10, &["a.bpl:1:23"]);
    let mut child = folder
        .command(&["check", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    child.stdin.take().expect("input").write_all(LOCK.as_bytes()).expect("the program is read");
    let output = child.wait_with_output().expect("an end");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.starts_with("<stdin>: bug: this assertion can fail"), "{text}");
}

#[test]
fn the_entry_is_found_or_asked_for() {
    // A mark on an implementation wins over one on a declaration.
    let marked = "\
procedure {:entrypoint} main() { assert false; }
procedure fake();
implementation {:entrypoint} fake() { assert true; }
";
    Folder::with(marked).run(&["check", "p.bpl"]).expect(0, &["proved"]);
    let folder =
        Folder::with("procedure one() { assert true; }\nprocedure two() { assert false; }");
    folder.run(&["check", "p.bpl"]).expect(2, &["--entry", "candidates: one, two"]);
    folder.run(&["check", "p.bpl", "--entry", "two"]).expect(10, &["bug"]);
    folder
        .run(&["check", "p.bpl", "--entry", "three"])
        .expect(2, &["no procedure `three`", "one, two"]);
    let folder = Folder::with("procedure main<a>(x: a) { assert false; }");
    folder.run(&["check", "p.bpl"]).expect(10, &["bug", "main<any#0>"]);
    let folder = Folder::with("procedure only() { assert false; }");
    folder.run(&["check", "p.bpl"]).expect(10, &["bug"]);
}

#[test]
fn where_clauses_of_globals_hold_at_the_start_only() {
    let start = "var g: int where g > 0;\nprocedure main() { assert g > 0; }";
    Folder::with(start).run(&["check", "p.bpl"]).expect(0, &["proved"]);
    let again = "\
var g: int where g > 0;
procedure main() modifies g; { if (g == 0) { assert false; } g := 0; call main(); }";
    Folder::with(again).run(&["check", "p.bpl"]).expect(10, &["bug"]);
}

#[test]
fn json_has_verdict_place_trace_and_statistics() {
    let json =
        Folder::with(LOCK).run(&["check", "p.bpl", "--format", "json"]).expect(10, &[]).json();
    assert_eq!(json["schema"], "lariat-result/1");
    assert_eq!(json["verdict"], "bug");
    assert_eq!(json["place"]["line"], 2);
    assert_eq!(json["place"]["column"], 40);
    assert_eq!(json["entry"], "main");
    assert!(json["trace"]["steps"].as_array().is_some_and(|s| !s.is_empty()));
    assert_eq!(json["trace"]["failure"]["procedure"], "acquire");
    assert!(json["stats"]["search"]["queries"].as_u64().is_some_and(|q| q > 0));
    assert!(json["stats"]["phases_s"]["parse"].is_number());
    let json =
        Folder::with(BOUNDED).run(&[&BOUNDED_ONLY[..], &["--format", "json"]].concat()).json();
    assert_eq!(json["verdict"], "bounded");
    assert_eq!(json["bound"], 3);
    assert_eq!(json["bound_hits"][0]["kind"], "loop");
    let json =
        Folder::with(LOCK).run(&["check", "p.bpl", "--format", "json", "--trace", "none"]).json();
    assert!(json["trace"].is_null());
}

#[test]
fn json_has_diagnostics_of_bad_programs() {
    let ran =
        Folder::with("procedure main() { x := 1; }").run(&["check", "p.bpl", "--format", "json"]);
    let json = ran.expect(2, &[]).json();
    assert_eq!(json["verdict"], "error");
    assert_eq!(json["reason"]["kind"], "program");
    assert_eq!(json["diagnostics"][0]["place"]["line"], 1);
}

#[test]
fn every_dump_is_read_again() {
    let folder = Folder::with(LOCK);
    for pass in ["lower", "prune", "inline-marked", "propagate", "inline-small", "modes", "tidy"] {
        let request = format!("{pass}=dump.bpl");
        folder.run(&["check", "p.bpl", "--dump-after", &request]).expect(10, &[]);
        folder.run(&["parse", "dump.bpl", "--no-print"]).expect(0, &[]);
    }
    folder.run(&["check", "p.bpl", "--dump-after", "nothing"]).expect(1, &["tidy"]);
    folder
        .run(&["check", "p.bpl", "--dump-after", "tidy=no/such/folder"])
        .expect(1, &["cannot write"]);
}

#[test]
fn queries_are_logged() {
    let folder = Folder::with(LOCK);
    folder.run(&["check", "p.bpl", "--log-smt", "q.smt2"]).expect(10, &[]);
    for log in ["q.smt2", "q.replay.smt2"] {
        assert!(folder.read(log).contains("(check-sat"), "{log}");
    }
}

#[test]
fn a_solver_that_is_missing_or_mad_is_no_verdict() {
    let folder = Folder::with(LOCK);
    let ran = folder.run(&["check", "p.bpl", "--solver", "no-such-solver-anywhere"]);
    ran.expect(1, &["no-such-solver-anywhere"]);
    let ran = folder.run(&["check", "p.bpl", "--solver", "echo hello"]);
    assert_eq!(ran.code, 6, "{}{}", ran.out, ran.err);
    assert!(!ran.out.contains("bug") && !ran.out.contains("proved"), "{}", ran.out);
}

#[test]
fn parse_prints_what_it_can_read_again() {
    let folder = Folder::with(LOCK);
    let printed = folder.run(&["parse", "p.bpl"]).expect(0, &["procedure"]).out.clone();
    folder.write("again.bpl", &printed);
    assert_eq!(folder.run(&["parse", "again.bpl"]).out, printed);
    assert_eq!(folder.run(&["parse", "p.bpl", "--no-print"]).expect(0, &[]).out, "");
}

#[test]
fn statistics_on_demand() {
    let ran = Folder::with(LOCK).run(&["check", "p.bpl", "--stats"]);
    ran.expect(10, &["queries", "instances", "solver time", "phases", "peak memory"]);
}

#[test]
fn quiet_says_only_the_verdict() {
    let ran = Folder::with(LOCK).run(&["check", "p.bpl", "-q"]);
    assert_eq!(ran.out.lines().count(), 2, "{}", ran.out);
}

#[test]
fn help_version_completions_and_manual() {
    let folder = Folder::new();
    folder.run(&["--version"]).expect(0, &["lariat ", "Z3 "]);
    folder.run(&["--help"]).expect(0, &["Examples:", "Exit codes:"]);
    for command in ["check", "parse", "bench"] {
        folder.run(&[command, "--help"]).expect(0, &["Examples:"]);
    }
    for shell in ["bash", "zsh", "fish"] {
        folder.run(&["completions", shell]).expect(0, &["recursion-bound"]);
    }
    folder.run(&["man"]).expect(0, &[".TH"]);
    folder.run(&["man", "check"]).expect(0, &[".TH", "recursion\\-bound"]);
    folder.run(&["man", "nothing"]).expect(1, &["no subcommand `nothing`"]);
    folder.run(&["check"]).expect(1, &["Usage"]);
    folder.run(&["frobnicate"]).expect(1, &["frobnicate"]);
    folder.run(&["check", "p.bpl", "--time-limit", "soon"]).expect(1, &["soon"]);
    folder.run(&["check", "p.bpl", "--recursion-bound", "0"]).expect(1, &["0"]);
}

#[test]
fn it_starts_fast() {
    let folder = Folder::with(RIGHT);
    let fastest = (0..7)
        .map(|_| {
            let started = Instant::now();
            folder.run(&["check", "p.bpl"]).expect(0, &[]);
            started.elapsed()
        })
        .min()
        .expect("seven runs");
    // A release build on a quiet machine needs a tenth of this.
    assert!(fastest < Duration::from_millis(400), "{fastest:?}");
}
