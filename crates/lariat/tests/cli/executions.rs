//! Running the program: bugs behind long loops, and the only execution as a proof.

use crate::support::Folder;

const LONG: &str = "\
void reach_error(void);
int main(void) {
  int a[3000], i, sum = 0;
  for (i = 0; i < 3000; i++) a[i] = i;
  for (i = 0; i < 3000; i++) sum += a[i];
  if (sum == 4498500) reach_error();
  return 0;
}
";

#[test]
fn a_bug_behind_a_long_loop() {
    let folder = Folder::new();
    folder.write("long.c", LONG);
    folder.run(&["check", "long.c", "--execute", "on"]).expect(10, &["long.c:6", "4498500"]);
    let only_search = ["--execute", "off", "--unbounded", "off", "--houdini", "off"];
    folder.run(&[&["check", "long.c"], &only_search[..]].concat()).expect(5, &["within recursion"]);
    folder.write("right.c", LONG.replace("== 4498500", "!= 4498500"));
    let ran = folder.run(&["check", "right.c", "--execute", "on", "--prove-for", "1s"]);
    assert!(!ran.out.contains("bug:"), "{}", ran.out);
}

/// Nested loops, breaks, and calls that loop themselves: the way back to loop procedures.
const NESTED: &str = "\
void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int step(int k) { int s = 0; while (k > 0) { s += k; k -= 2; if (s > 100000) break; } return s; }
int main(void) {
  int i, j, n = 0, first = __VERIFIER_nondet_int();
  for (i = 0; i < 9; i++) {
    for (j = i; j < 12; j++) { if (j == 7 && i % 2) continue; n += step(j); }
    if (n < 0) return 1;
  }
  for (i = 0; i < 90; i++) if (n % (i + 2) == 1) n++;
  if (first == 0) reach_error();
  return 0;
}
";

#[test]
fn nested_loops_replay() {
    let folder = Folder::new();
    folder.write("nested.c", NESTED);
    folder
        .run(&["check", "nested.c", "--execute", "on", "--time-limit", "60s"])
        .expect(10, &["nested.c:11"]);
}

/// A loop in a loop: the bound is hit, and small numbers fail.
const PAIRS: &str = "\
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i, j, pairs = 0;
  if (n > 30) return 0;
  for (i = 0; i < n; i++)
    for (j = i + 1; j < n; j++) pairs++;
  if (pairs == 15) reach_error();
  return 0;
}
";

#[test]
fn random_values_are_tried_beside_the_search() {
    let folder = Folder::new();
    folder.write("pairs.c", PAIRS);
    folder
        .run(&["check", "pairs.c", "--unbounded", "off", "--houdini", "off"])
        .expect(10, &["n = 6"]);
}

/// It never ends, and two variables stay the same.
const FOR_EVER: &str = "\
void reach_error(void);
int main(void) {
  unsigned x = 0, y = 0;
  for (;;) {
    if (x != y) reach_error();
    if (x < 1000000) { x++; y++; }
  }
}
";

#[test]
fn a_long_time_limit_makes_no_answer_later() {
    let folder = Folder::new();
    folder.write("for_ever.c", FOR_EVER);
    let started = std::time::Instant::now();
    folder.run(&["check", "for_ever.c", "--time-limit", "1h"]).expect(0, &["proved"]);
    assert!(started.elapsed().as_secs() < 120, "{:?}", started.elapsed());
}

const CLOSED: &str = "\
void reach_error(void);
int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int main(void) { if (fib(12) != 144) reach_error(); return 0; }
";

#[test]
fn the_only_execution_is_a_proof() {
    let folder = Folder::new();
    folder.write("closed.c", CLOSED);
    let alone = ["--unbounded", "off", "--houdini", "off", "--no-intervals"];
    let check = |file, more: &[&str]| folder.run(&[&["check", file], &alone[..], more].concat());
    check("closed.c", &["--stats"]).expect(0, &["proved", "execution"]);
    check("closed.c", &["--execute", "off"]).expect(5, &["within recursion bound"]);
    folder.write("wrong.c", CLOSED.replace("144", "145"));
    check("wrong.c", &[]).expect(10, &["wrong.c:3"]);
    // One choice, and there are other executions.
    let open = CLOSED.replace("fib(12)", "fib(12 - (nondet() == 3))");
    folder.write("open.c", format!("extern int nondet(void);\n{open}"));
    let ran = check("open.c", &["--recursion-bound", "2"]);
    assert!(!ran.out.contains("proved"), "{}", ran.out);
}

const OPEN: &str = "void reach_error(void);
int sieve[500];
int main(void) {
  int unset, count = 0;
  int copy = unset + 1;
  for (int i = 2; i < 500; i++) {
    if (sieve[i]) continue;
    count++;
    for (int j = i + i; j < 500; j += i) sieve[j] = 1;
  }
  if (copy > 3) count += 0;
  if (count != 95) reach_error();
  return 0;
}
";

/// Nobody asks for what is open, so one execution stands for all; if somebody does, it does not.
#[test]
fn open_values_that_do_not_matter() {
    let folder = Folder::new();
    folder.write("open.c", OPEN);
    folder.run(&["check", "open.c", "--stats"]).expect(0, &["proved", "execution"]);
    folder.write("matters.c", OPEN.replace("count += 0", "count += 1"));
    folder.run(&["check", "matters.c"]).expect(10, &["matters.c:12"]);
}

const LEAVES: &str = "void reach_error(void);
struct box { char tag[4]; int open; } box;
static void put(char *to, const char *from) { while ((*to++ = *from++)) ; }
int main(void) {
  put(box.tag, TEXT);
  if (box.open) reach_error();
  return 0;
}
";

/// That bounds of objects hold is not enough where a pointer leaves an array in its object.
#[test]
fn arrays_in_objects_that_are_left() {
    let folder = Folder::new();
    folder.write("fits.c", LEAVES.replace("TEXT", "\"abc\""));
    folder.run(&["check", "fits.c"]).expect(0, &["proved"]);
    folder.write("leaves.c", LEAVES.replace("TEXT", "\"abcdef\""));
    let ran = folder.run(&["check", "leaves.c"]);
    assert!(!ran.out.contains("proved"), "{}", ran.out);
}

/// What runs is the program as it is, also if solvers are told less about it.
#[test]
fn floats_are_floats_when_they_run() {
    let folder = Folder::new();
    let text = "\
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_error(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x == 0.0 && x + 1.0 != 1.0) __VERIFIER_error();
  return 0;
}
";
    folder.write("f.c", text);
    for execute in ["on", "off"] {
        let args = ["check", "f.c", "--floats", "uninterpreted", "--execute", execute];
        folder.run(&args).expect(0, &["proved"]);
    }
}

/// The text of a number whose value is known is known, too.
const EXACT_TEXT: &str = r#"extern void __VERIFIER_error(void);
extern int sprintf(char *, const char *, ...);
extern int strcmp(const char *, const char *);
static double third(double x) { return x / 3; }
int main(void) {
  char text[64];
  double x = 2.5;
  int n = sprintf(text, "%f|%.2e|%g|%5.1f|%-8.3f|%+a", x, third(x), third(1e9), x, -x, x);
  if (n != 54 || strcmp(text, "2.500000|8.33e-01|3.33333e+08|  2.5|-2.500  |+0x1.4p+1")) n = -1;
  if (n == -1) __VERIFIER_error();
  return 0;
}
"#;

#[test]
fn texts_of_known_numbers_are_exact() {
    let folder = Folder::new();
    folder.write("right.c", EXACT_TEXT);
    folder.run(&["check", "right.c"]).expect(0, &["proved"]);
    folder.write("wrong.c", EXACT_TEXT.replace("8.33e-01", "8.34e-01"));
    folder.run(&["check", "wrong.c"]).expect(10, &["bug"]);
}

/// What the models of the library know only roughly.
const ROUGH_RESULT: &str = r#"// The sine of 1 is less than 0.9, but all that the model knows is that it is not beyond 1.
extern void reach_error(void);
extern double sin(double);
void check(int c) { if (!c) reach_error(); }
int main(void) {
  double d = sin(1.0);
  check(d < 0.9);
}
"#;

const ROUGH_TEXT: &str = r#"// One digit in front of the point, but the model does not know the digits.
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
extern int sprintf(char *, const char *, ...);
void check(int c) { if (!c) reach_error(); }
int main(void) {
  char text[40];
  double d = __VERIFIER_nondet_double();
  if (d > 1 && d < 9) {
    sprintf(text, "%.2f", d);
    check(text[1] == '.');
  }
}
"#;

const LONG_TEXT: &str = r#"// Six digits behind the point are eight bytes at least, whatever the digits are, or `nan` and `inf` with the end.
extern int sprintf(char *, const char *, ...);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  char text[3];
  sprintf(text, "%f", __VERIFIER_nondet_double());
  return text[0];
}
"#;

#[test]
fn no_bug_rests_on_a_rough_result() {
    let folder = Folder::new();
    folder.write("sine.c", ROUGH_RESULT);
    folder.run(&["check", "sine.c"]).expect(5, &["perhaps a bug", "known only roughly"]);
    folder.write("text.c", ROUGH_TEXT);
    folder.run(&["check", "text.c"]).expect(5, &["unknown"]);
    folder.write("long.c", LONG_TEXT);
    folder.run(&["check", "long.c", "--check", "bounds"]).expect(10, &["`text` (3 bytes)"]);
}

const NESTED_GOTO: &str = r#"// assumes: nothing
extern void __VERIFIER_error(void);
static int find(int wanted) {
  __label__ found, failed;
  int steps = 0;
  void look(int n) {
    void deeper(void) {
      if (n == wanted) goto found;
      if (n == 9) goto failed;
    }
    steps++;
    deeper();
  }
  look(1);
  look(2);
  look(9);
  __VERIFIER_error();
found:
  return steps;
failed:
  return -steps;
}
int main(void) {
  if (find(2) != 2 || find(1) != 1 || find(5) != -3) __VERIFIER_error();
  return 0;
}
"#;

#[test]
fn jumps_out_of_nested_functions() {
    let folder = Folder::new();
    folder.write("right.c", NESTED_GOTO);
    folder.run(&["check", "right.c"]).expect(0, &["proved"]);
    folder.write("wrong.c", NESTED_GOTO.replace("find(2) != 2", "find(2) != 1"));
    folder.run(&["check", "wrong.c"]).expect(10, &["__VERIFIER_error is called"]);
}

/// A parser of six characters; the last of a text that begins in a particular way is read beyond its end.
const PARSER: &str = "\
extern char __VERIFIER_nondet_char(void);
static int skip(const char *s, int at) { while (s[at] == ' ' || s[at] == '\\t') at++; return at; }
static int quoted(const char *s, int at) {
  for (;; at++) {
    if (s[at] == 0) return -1;
    if (s[at] == '\"') return at + 1;
    if (s[at] == '\\\\') at++;
  }
}
int main(void) {
  char s[7];
  for (int i = 0; i < 6; i++) s[i] = __VERIFIER_nondet_char();
  s[6] = 0;
  int at = skip(s, 0);
  if (s[at] != '{') return 0;
  at = skip(s, at + 1);
  return s[at] == '\"' ? quoted(s, at + 1) : 0;
}
";

/// Runs find what needs particular characters, and sets of executions show that the rest is all right.
#[test]
fn parsers_of_short_texts() {
    let folder = Folder::new();
    folder.write("parser.c", PARSER);
    let memory = ["check", "parser.c", "--check", "memory,overflow", "--time-limit", "60s"];
    folder.run(&memory).expect(10, &["bounds: bug", "parser.c:5"]);
    folder.write("parser.c", PARSER.replace("== '\\\\') at++;", "== '\\\\' && s[at + 1]) at++;"));
    folder.run(&memory).expect(0, &["proved: no execution fails"]);
}

/// A jump leads into the loop, so it has no procedure.
const JUMP: &str = "\
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char out[2];
  int n = 0, left = 4;
  switch (__VERIFIER_nondet_char()) {
    while (1) {
  case 'a': if (left-- == 0) return 0;
  case 'b': if (__VERIFIER_nondet_char() != 'b') return 1;
      out[n++] = 'b';
    }
  }
  return 0;
}
";

#[test]
fn a_bug_in_a_loop_that_is_jumped_into() {
    let folder = Folder::new();
    folder.write("jump.c", JUMP);
    let args = ["check", "jump.c", "--check", "bounds", "--stop-at-first", "--time-limit", "60s"];
    folder.run(&args).expect(10, &["jump.c:9"]);
}

/// What depends on something that is known only roughly is no bug, but perhaps one (`tests/c/perhaps`).
#[test]
fn what_is_known_roughly_is_perhaps_a_bug() {
    let programs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/c/perhaps");
    let folder = Folder::new();
    for program in std::fs::read_dir(programs).expect("a folder") {
        let text = std::fs::read_to_string(program.expect("a file").path()).expect("a text");
        folder.write("rough.c", text);
        folder.run(&["check", "rough.c"]).expect(5, &["perhaps a bug"]);
    }
}
