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

/// A structure that starts as another one does is passed as that: Fig. 8.
const PREFIX: &str = "\
typedef struct { int g; } S1;
typedef struct { int g; int f; } S2;
void *malloc(unsigned long);
void reach_error(void);
static void inc(S1 *a) { a->g = a->g + 1; }
int main(void) {
  S2 *x = malloc(sizeof(S2));
  x->g = 0;
  inc((S1 *)x);
  if (x->g != 1) reach_error();
  return 0;
}
";

/// A device that its extension points back to is deleted: Fig. 16, the first half.
const DELETED: &str = "\
typedef struct DO DO;
typedef struct { DO *Self; } DE;
struct DO { DE *DeviceExtension; };
void reach_error(void);
enum { INIT, DELETED } t;
DO *global_devobj;
static void IoDeleteDevice(DO *d) { if (d == global_devobj) t = DELETED; }
void DispatchRoutine1(DO *devobj) {
  t = INIT;
  global_devobj = devobj;
  DE *de = devobj->DeviceExtension;
  IoDeleteDevice(de->Self);
  if (t == DELETED) reach_error();
}
";

/// Two fields of the extension are the request: Fig. 16, the second half.
const COMPLETED: &str = "\
typedef struct { int status; } IRP;
typedef struct { IRP *FlushIrp, *BlockIrp; } DE;
typedef struct { DE *DeviceExtension; } DO;
void reach_error(void);
int completed;
IRP *global_irp;
static void IoCompleteRequest(IRP *p) {
  if (p == global_irp) {
    if (completed == 1) reach_error();
    completed = 1;
  }
}
void DispatchRoutine2(DO *devobj, IRP *irp) {
  completed = 0;
  global_irp = irp;
  DE *de = devobj->DeviceExtension;
  IoCompleteRequest(de->FlushIrp);
  IoCompleteRequest(de->BlockIrp);
}
";

#[test]
fn memory_and_the_environment_are_as_in_the_paper() {
    let folder = Folder::new();
    folder.write("prefix.c", PREFIX);
    folder.write("deleted.c", DELETED);
    folder.write("completed.c", COMPLETED);
    folder.run(&["check", "prefix.c", "--memory", "refined"]).expect(0, &["proved"]);
    folder
        .run(&["check", "deleted.c", "--entry", "DispatchRoutine1"])
        .expect(10, &["reach_error is called"]);
    folder
        .run(&["check", "completed.c", "--entry", "DispatchRoutine2"])
        .expect(10, &["reach_error is called"]);
}

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
