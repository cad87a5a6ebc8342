//! The configurations of the paper on the Static Driver Verifier.

use crate::support::Folder;

/// Two structures that alias through a pointer to a field: Fig. 7 of the paper in short.
const ALIAS: &str = "\
void reach_error(void);
struct s { int f; int g; };
struct s a;
int main(void) {
  int *p = &a.f;
  struct s *q = &a;
  *p = 1;
  q->f = 2;
  if (*p != 2) reach_error();
  return 0;
}
";

/// A bug behind a loop of 28 iterations: Fig. 14.
const BEHIND: &str = "\
void reach_error(void);
int table[28];
int main(void) {
  int i;
  for (i = 0; i <= 27; i++) table[i] = i;
  reach_error();
  return 0;
}
";

#[test]
fn presets_differ_as_in_the_paper() {
    let folder = Folder::new();
    folder.write("alias.c", ALIAS);
    folder.write("behind.c", BEHIND);
    let only_search = ["--houdini", "off", "--unbounded", "off", "--trace", "none"];
    let check = |file: &str, preset: &str| {
        folder.run(&[&["check", file, "--preset", preset], &only_search[..]].concat())
    };
    for preset in ["Q", "Q-LA", "Q-BV", "QwAllBv", "QwAllOpsBv", "QwIntUMM"] {
        check("alias.c", preset).expect(0, &["proved"]);
    }
    // The split memory model misses the alias.
    for preset in ["Q-RMM", "Q-Base", "QwIntSMM"] {
        check("alias.c", preset).expect(10, &["alias.c:9"]);
    }
    for preset in ["Q", "Q-LA", "q-bv", "QwLb50"] {
        check("behind.c", preset).expect(10, &["behind.c:6"]);
    }
    for preset in ["Q-LA-LB", "Q-Base"] {
        check("behind.c", preset).expect(5, &["within recursion bound 3"]);
    }
    let both = ["check", "alias.c", "--preset", "Q", "--integers", "bv"];
    folder.run(&both).expect(1, &["--integers"]);
}

#[test]
fn the_experiment_prints_the_tables() {
    let folder = Folder::new();
    folder.write("alias.c", ALIAS);
    folder.write("behind.c", BEHIND);
    folder.write("l.tsv", "file\texpected\nalias.c\ttrue\nbehind.c\tfalse\n");
    let args = ["bench", "l.tsv", "--experiment", "presets", "--limit", "20", "-q"];
    let ran = folder.run(&args);
    ran.expect(0, &["2 programs", "Table 2", "Table 3", "Table 4", "Table 5", "missed defects"]);
    let line = |what: &str| ran.out.lines().filter(|l| l.contains(what)).nth(1).map(str::to_owned);
    let figures = |what: &str| -> Vec<String> {
        let found = line(what).unwrap_or_default();
        found.replace(what, "").split_whitespace().map(str::to_owned).collect()
    };
    // Table 3: Q, Q-BV, Q-RMM, Q-LA, Q-LA-LB, Q-Base.
    assert_eq!(figures("false defects"), ["0", "0", "1", "0", "0", "1"], "{}", ran.out);
    assert_eq!(figures("missed defects"), ["0", "0", "0", "0", "1", "1"], "{}", ran.out);
    folder.run(&["bench", "--experiment", "presets"]).expect(1, &["needs a list"]);
}
