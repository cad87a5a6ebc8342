//! One verdict: all places that fail, what lies behind a failure, what an answer rests on; nothing found is lost.

use crate::support::{Folder, Ran};
use std::process::Stdio;
use std::time::Duration;

/// Fails at two places; a third fails only in executions that have failed before.
const PLACES: &str = "\
procedure main(x: int) {
  assert x != 1;
  if (x == 1) { assert false; }
  assert x != 2;
  assert x < 3 || x > 2;
}
";

#[test]
fn all_places_that_fail_are_found() {
    let folder = Folder::with(PLACES);
    folder.run(&["check", "p.bpl"]).expect(
        10,
        &[
            "the first of 2 places that fail",
            "assertions: bug: this assertion can fail at p.bpl:2:",
            "assertions: bug: this assertion can fail at p.bpl:4:",
            "assertions: only behind the failures above, if at all: p.bpl:3:",
        ],
    );
    let json = folder.run(&["check", "p.bpl", "--format", "json"]).json();
    let status = |line: u64| {
        let items = json["items"].as_array().expect("items");
        let found = items.iter().find(|i| i["place"]["line"] == line).expect("a place");
        found["status"].as_str().expect("a word").to_owned()
    };
    let all: Vec<String> = (2..6).map(status).collect();
    assert_eq!(all, ["reachable", "behind", "reachable", "unreachable"]);
    assert_eq!(json["further_bugs"].as_array().map(Vec::len), Some(1));
    assert!(
        json["further_bugs"][0]["trace"].is_object() || json["further_bugs"][0]["trace"].is_array()
    );
}

#[test]
fn one_failure_can_be_enough() {
    let folder = Folder::with(PLACES);
    let ran = folder.run(&["check", "p.bpl", "--stop-at-first"]);
    ran.expect(10, &["bug: this assertion can fail\n"]);
    assert!(!ran.out.contains("assertions:"), "{}", ran.out);
}

#[test]
fn places_are_listed_without_a_search() {
    let folder = Folder::with(PLACES);
    folder.run(&["check", "p.bpl", "--list"]).expect(0, &["assertion", "p.bpl:3:", "4 places"]);
    let json = folder.run(&["check", "p.bpl", "--list", "--format", "json"]).json();
    assert_eq!(json["verdict"], "listed");
    assert_eq!(json["items"].as_array().map(Vec::len), Some(4));
    folder.write("p.c", "int main(int c, char **v) { return 10 / (c - 3) + v[0][1]; }\n");
    let all = ["check", "p.c", "--list", "--check", "all", "--no-assertions"];
    folder.run(&all).expect(0, &["division-by-zero p.c:1:", "null", "bounds", "(in main)"]);
}

#[test]
fn a_broken_contract_hides_what_comes_behind_it() {
    // Inside of `callee` the precondition is relied upon, so nothing can be said about its assertion.
    let folder = Folder::with(
        "procedure callee(x: int) requires x > 0; { assert x > 0; }\n\
         procedure {:entrypoint} main(x: int) { call callee(x); }\n",
    );
    let json = folder.run(&["check", "p.bpl", "--format", "json"]).json();
    assert_eq!(json["verdict"], "bug");
    let items = json["items"].as_array().expect("items");
    let of = |kind: &str| items.iter().find(|i| i["kind"] == kind).expect(kind);
    assert_eq!(of("precondition")["status"], "reachable");
    assert_eq!(of("assertion")["status"], "behind");
}

#[test]
fn failures_in_loops_do_not_hide_later_ones() {
    let folder = Folder::with(
        "procedure main(n: int) {\n  var i: int;\n  i := 0;\n  while (i < n) {\n    assert i != 1;\n    i := i + 1;\n  }\n  assert i < 2;\n}\n",
    );
    // The second place fails only after the first one has: two iterations are needed.
    let json = folder.run(&["check", "p.bpl", "--format", "json"]).json();
    let items = json["items"].as_array().expect("items");
    let status: Vec<&str> = items.iter().filter_map(|i| i["status"].as_str()).collect();
    assert_eq!(status, ["reachable", "behind"]);
}

#[test]
fn a_bound_of_one_loop_is_said_exactly() {
    let folder = Folder::new();
    folder.write(
        "p.c",
        "extern int __VERIFIER_nondet_int(void);\nvoid reach_error(void);\nint main(void) {\n  int i = 0;\n  \
         while (__VERIFIER_nondet_int()) { i++; if (i == 20) reach_error(); }\n  return 0;\n}\n",
    );
    let ran = folder.run(&["check", "p.c", "--unwind", "3", "--deepen"]);
    ran.expect(5, &["no bug within 3 iterations of the loop at p.c:5:"]);
}

#[test]
fn a_witness_is_of_the_final_verdict() {
    let folder = Folder::new();
    folder.write("p.c", "extern int __VERIFIER_nondet_int(void);\nint main(void) { return 10 / __VERIFIER_nondet_int(); }\n");
    // Two properties, one fails: no witness of correctness may be written.
    let args = ["check", "p.c", "--check", "div0,null", "--no-assertions", "--witness", "w.yml"];
    folder.run(&args).expect(10, &["div0: bug"]);
    assert!(folder.read("w.yml").contains("violation_sequence"));
    folder.write("q.c", "int main(void) { return 0; }\n");
    folder.run(&["check", "q.c", "--witness", "v.yml"]).expect(0, &["proved"]);
    assert!(folder.read("v.yml").contains("invariant_set"));
}

#[cfg(unix)]
#[test]
fn an_interrupt_does_not_lose_a_bug() {
    // The division fails in the first run; the search for the other place factors a number.
    let folder = Folder::new();
    folder.write(
        "p.c",
        "extern int __VERIFIER_nondet_int(void);\nextern unsigned long __VERIFIER_nondet_ulong(void);\n\
         void reach_error(void);\nint main(void) {\n  int rest = 7 % __VERIFIER_nondet_int();\n  \
         unsigned long p = __VERIFIER_nondet_ulong(), q = __VERIFIER_nondet_ulong();\n  \
         if (p > 2 && q > 2 && (p | q) < (1ul << 32) && p * q == 18446743979220271189ul) reach_error();\n  \
         return rest;\n}\n",
    );
    let args = ["check", "p.c", "--check", "div0", "--integers", "bv", "--exact", "--jobs", "1"];
    let child = folder
        .command(&args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    std::thread::sleep(Duration::from_millis(2500));
    let process = libc::pid_t::try_from(child.id()).expect("a process number");
    // SAFETY: the process is our own child and was not waited for yet.
    unsafe { libc::kill(process, libc::SIGINT) };
    let ran = Ran::from(child.wait_with_output().expect("an end"));
    // Whether the number was factored by then does not matter here.
    ran.expect(10, &["bug: division by zero", "p.c:5:"]);
}

/// Whether accesses stay inside is asked where a proof rests on it alone.
#[test]
fn what_a_proof_assumes_about_accesses_is_asked() {
    let folder = Folder::with(PLACES);
    // `i` and `j` are related, which intervals do not see.
    let related = |last: u32| {
        format!(
            "extern int nondet(void); extern void reach_error(void);\n\
             static int a[8];\n\
             int main(void) {{\n\
               int i = nondet(), j = nondet();\n\
               if (i < 0 || j < 0 || i > 7 || j > 7 || i + j > {last}) return 0;\n\
               a[i + j] = 1;\n\
               if (a[i + j] != 1) reach_error();\n\
               return 0;\n\
             }}\n"
        )
    };
    folder.write("inside.c", related(7));
    folder.run(&["check", "inside.c"]).expect(0, &["proved"]);
    folder.write("outside.c", related(8));
    folder
        .run(&["check", "outside.c"])
        .expect(5, &["no bug found, if the access at outside.c:6:", "stays inside"]);
    folder.run(&["check", "outside.c", "--check", "bounds"]).expect(10, &["bounds: bug"]);
}
