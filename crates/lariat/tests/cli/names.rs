//! C names with letters that Boogie does not have.

use crate::support::Folder;

#[track_caller]
fn fails_with(text: &str, args: &[&str], pieces: &[&str]) {
    let folder = Folder::new();
    folder.write("p.c", text);
    let all: Vec<&str> = ["check", "p.c"].into_iter().chain(args.iter().copied()).collect();
    let ran = folder.run(&all);
    ran.expect(10, pieces);
    assert!(!ran.out.contains('~'), "{}", ran.out);
}

const LETTERS: &str = "\
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct größe { int höhe; int $breite; };
int zähler;
static int erhöhe(int schritt, struct größe *ß) {
  zähler += schritt;
  schritt = ß->höhe;
  return schritt + ß->$breite;
}
int main(void) {
  struct größe ß = { 1, 2 };
  int $ = __VERIFIER_nondet_int();
  if ($ == 7) zähler = erhöhe($, &ß);
  if (zähler == 3) reach_error();
  return 0;
}
";

#[test]
fn traces_have_them_as_they_are() {
    for memory in ["refined", "split", "unified"] {
        fails_with(LETTERS, &["--memory", memory], &["erhöhe", "zähler = 3", "$ = 7"]);
    }
    let args = ["--integers", "bv", "--check", "uninit"];
    fails_with(LETTERS, &args, &["erhöhe"]);
}

#[test]
fn universal_character_names_are_the_letters() {
    let text = "\
extern void reach_error(void);
int z\\u00e4hler = 1;
int \\U000000dcber(void) { return zähler; }
int main(void) { int x\\u0024 = Über(); if (x$ == 1) reach_error(); return 0; }
";
    fails_with(text, &[], &["Über"]);
    // Preprocessed, too, whatever form the letters have then.
    fails_with(&format!("#define ONE 1\n{text}"), &[], &["Über"]);
}

#[test]
fn different_names_stay_different() {
    let text = "\
extern void reach_error(void);
int ä = 1, $alloc = 2, $t = 3, _e4_ = 4;
int f(int ö) { int ä = ö; { int ä = 5; ö += ä; } return ä + ö; }
int main(void) {
  int $M = 6;
  if (f(1) != 7 || ä + $alloc + $t + _e4_ + $M != 16) reach_error();
  return 0;
}
";
    let folder = Folder::new();
    folder.write("p.c", text);
    folder.run(&["check", "p.c"]).expect(0, &["proved"]);
    folder.write("q.c", text.replace("!= 16", "!= 15"));
    folder.run(&["check", "q.c"]).expect(10, &["reach_error is called"]);
}

#[test]
fn the_entry_and_loops_can_have_them() {
    let text = "int größe(int n) { int i = 0; while (i < n) i++; return i; }\n";
    let folder = Folder::new();
    folder.write("p.c", text);
    let args = ["check", "p.c", "--entry", "größe", "--recursion-bound", "2", "--unbounded", "off"];
    let ran = folder.run(&args);
    assert!(ran.code == 0 || ran.code == 5, "{}{}", ran.out, ran.err);
    assert!(!ran.out.contains('~'), "{}", ran.out);
}
