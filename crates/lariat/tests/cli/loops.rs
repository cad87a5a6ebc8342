//! How far loops are unrolled.

use crate::support::Folder;

const TABLE: &str = "\
void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int m[10][12];
int main(void) {
  int i, j, s = 0;
  for (i = 0; i < 10; i++) for (j = 0; j < 12; j++) m[i][j] = i * j;
  for (i = 0; i < 10; i++) for (j = 0; j < 12; j++) s += m[i][j];
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k >= 10) return 0;
  if (m[k][3] != 3 * k) reach_error();
  if (s != 2970) reach_error();
  return 0;
}
";

#[test]
fn constant_loops_hide_nothing() {
    let folder = Folder::new();
    folder.write("table.c", TABLE);
    let only_search = ["--houdini", "off", "--unbounded", "off", "--execute", "off"];
    let check = |args: &[&str]| folder.run(&[&["check"], args, &only_search[..]].concat());
    check(&["table.c"]).expect(0, &["proved"]);
    check(&["table.c", "--loop-bounds", "off"]).expect(5, &["hit by: loop at table.c:"]);
    folder.write("wrong.c", TABLE.replace("2970", "2971"));
    check(&["wrong.c"]).expect(10, &["wrong.c:11"]);
}

/// The counter is in memory and the bound of the loop is too much to peel.
const COUNTER: &str = "\
var count: [int]int;
procedure {:entrypoint} main(p: int) modifies count;
{
  count[p] := 0;
  while (count[p] < 20) { count[p] := count[p] + 1; }
  assert false;
}
";

#[test]
fn loops_need_what_they_need() {
    let folder = Folder::new();
    folder.write("c.bpl", COUNTER);
    folder.run(&["check", "c.bpl"]).expect(10, &["c.bpl:6"]);
    let off = ["check", "c.bpl", "--unbounded", "off", "--houdini", "off", "--loop-bounds", "off"];
    folder.run(&off).expect(5, &["within recursion bound 3", "loop at c.bpl:5:"]);
    let few = ["--long-loops", "10"];
    let off = ["check", "c.bpl", "--unbounded", "off", "--houdini", "off"];
    folder.run(&[&off[..], &few].concat()).expect(5, &["loop at c.bpl:5:"]);
}

#[test]
fn long_loops_are_abstracted_on_demand() {
    let folder = Folder::new();
    folder.write("c.bpl", COUNTER);
    let args = ["check", "c.bpl", "--unbounded", "off", "--houdini", "off", "--long-loops", "4"];
    let ran = folder.run(&[&args[..], &["--abstract-loops"]].concat());
    ran.expect(5, &["perhaps a bug", "loop at c.bpl:5:"]);
    assert!(ran.err.contains("anything after 4 iterations"), "{}", ran.err);
    // What does not depend on the loop is proved.
    folder.write("d.bpl", COUNTER.replace("assert false", "assert count[p] >= 20"));
    let args = ["check", "d.bpl", "--unbounded", "off", "--houdini", "off", "--long-loops", "4"];
    folder.run(&[&args[..], &["--abstract-loops"]].concat()).expect(0, &["proved"]);
}

#[test]
fn bounds_by_hand() {
    let folder = Folder::new();
    let text = "\
void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int i = 0;
  PRAGMA
  while (i < n) i++;
  if (i == 7) reach_error();
  return 0;
}
";
    folder.write("plain.c", text.replace("PRAGMA", ""));
    folder.write("pragma.c", text.replace("PRAGMA", "#pragma lariat unwind 7"));
    folder.write("typo.c", text.replace("PRAGMA", "#pragma lariat unroll 7"));
    let only_search = ["--houdini", "off", "--unbounded", "off", "--execute", "off"];
    let check = |args: &[&str]| folder.run(&[&["check"], args, &only_search[..]].concat());
    check(&["plain.c"]).expect(5, &["loop at plain.c:7:"]);
    check(&["plain.c", "--unwind", "7:7"]).expect(10, &["plain.c:8"]);
    check(&["plain.c", "--unwind", "plain.c:7:7"]).expect(10, &["plain.c:8"]);
    check(&["plain.c", "--unwind", "main:6"]).expect(5, &["loop at plain.c:7:"]);
    check(&["plain.c", "--unwind", "7"]).expect(10, &["plain.c:8"]);
    check(&["plain.c", "--unwind", "99:7"]).expect(1, &["no loop is at `99`", "plain.c:7:"]);
    check(&["plain.c", "--unwind", "x"]).expect(1, &["not a number of iterations"]);
    check(&["pragma.c"]).expect(10, &["pragma.c:8"]);
    let ran = check(&["typo.c"]);
    assert!(ran.err.contains("typo.c:6"), "{}", ran.err);
}

#[test]
fn time_without_a_bound_is_used() {
    let folder = Folder::new();
    folder.write(
        "deep.bpl",
        "procedure {:entrypoint} main(n: int)\n{\n  var i: int;\n  i := 0;\n  \
         while (i < n) { i := i + 1; }\n  assert i != 9;\n}\n",
    );
    let only_search = ["check", "deep.bpl", "--houdini", "off", "--unbounded", "off"];
    folder.run(&only_search).expect(5, &["within recursion bound 3"]);
    let args = [&only_search[..], &["--time-limit", "60"]].concat();
    folder.run(&args).expect(10, &["deep.bpl:6"]);
    let args = [&only_search[..], &["--time-limit", "60", "--recursion-bound", "4"]].concat();
    folder.run(&args).expect(5, &["within recursion bound 4"]);
}
