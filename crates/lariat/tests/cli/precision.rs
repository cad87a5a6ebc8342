//! Encoding refinement: no false bug comes from integers, and no proof that is none.

use crate::support::Folder;

const OPEN: &str = "\
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  unsigned common = x & y;
  if (common > x) reach_error();
  return 0;
}
";

const OVERFLOW: &str = "\
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x + 1 <= x) reach_error();
  return 0;
}
";

const TRUNCATION: &str = "\
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned char low = __VERIFIER_nondet_int();
  if (low > 255) reach_error();
  return 0;
}
";

fn folder(text: &str) -> Folder {
    let folder = Folder::new();
    folder.write("p.c", text);
    folder
}

#[test]
fn what_is_left_open_becomes_bits() {
    let folder = folder(OPEN);
    let ran = folder.run(&["check", "p.c", "--integers", "int", "-v", "--stats"]);
    ran.expect(0, &["spurious path", "promoted to bits"]);
    let json = folder.run(&["check", "p.c", "--integers", "int", "--format", "json"]).json();
    assert_eq!(json["verdict"], "proved");
    let promoted = json["stats"]["encoding"]["promoted"].as_array().expect("a list");
    assert!(promoted.iter().any(|name| name == "common"), "{promoted:?}");
}

#[test]
fn mixed_needs_no_promotion() {
    for encoding in ["bv", "mixed", "mixed-all-ops"] {
        let ran = folder(OPEN).run(&["check", "p.c", "--integers", encoding, "--format", "json"]);
        let json = ran.json();
        assert_eq!(json["verdict"], "proved", "{encoding}");
        assert_eq!(json["stats"]["encoding"]["promoted"], serde_json::json!([]));
    }
}

#[test]
fn signed_overflow_is_not_proved_away() {
    for encoding in ["bv", "int", "mixed", "mixed-all-ops"] {
        folder(OVERFLOW).run(&["check", "p.c", "--integers", encoding]).expect(10, &["bug"]);
    }
}

#[test]
fn without_wrapping_a_proof_says_what_it_assumes() {
    let folder = folder(OVERFLOW);
    let said = "proved if no integer overflows or is truncated: no execution fails";
    folder.run(&["check", "p.c", "--no-wrap"]).expect(0, &[said]);
    let json = folder.run(&["check", "p.c", "--no-wrap", "--format", "json"]).json();
    assert_eq!(json["assumes"], "no integer overflows or is truncated");
    // Bits wrap anyway.
    folder.run(&["check", "p.c", "--no-wrap", "--integers", "bv"]).expect(10, &["bug"]);
}

#[test]
fn without_wrapping_bugs_are_still_real() {
    let only_search = ["--no-wrap", "--no-intervals", "--execute", "off", "-v"];
    let ran = folder(TRUNCATION).run(&[&["check", "p.c"], &only_search[..]].concat());
    ran.expect(0, &["spurious path"]);
}
