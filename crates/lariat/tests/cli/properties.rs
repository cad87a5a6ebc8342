//! Properties of C programs: chosen one by one or by file, one answer for each.

use crate::support::Folder;

const SEVERAL: &str = "\
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
void reach_error(void);
int main(void) {
  int *p = malloc(4 * sizeof(int));
  int i = __VERIFIER_nondet_int();
  if (i >= 0 && i <= 4) p[i] = 1;
  free(p);
  if (i == 7) return *p;
  return 10 / (i - 3);
}
";

#[test]
fn every_property_has_an_answer() {
    let folder = Folder::new();
    folder.write("p.c", SEVERAL);
    let checks = "--check=memory,div0,shift";
    let malloc = "--malloc=never-fails";
    folder.run(&["check", "p.c", checks, malloc]).expect(
        10,
        &[
            "bounds: bug: access outside of the object that the pointer points to at p.c:8:",
            "free: bug: use after free at p.c:10:",
            "div0: bug: division by zero at p.c:11:",
            "assertions: proved",
            "null: proved if allocation never fails",
            "leak: proved if allocation never fails",
            "shift: proved",
        ],
    );
    let ran = folder.run(&["check", "p.c", checks, malloc, "--format", "json", "--trace", "none"]);
    let json = ran.expect(10, &[]).json();
    let find = |name: &str| {
        let all = json["properties"].as_array().expect("properties");
        all.iter().find(|p| p["name"] == name).cloned().expect(name)
    };
    assert_eq!(json["verdict"], "bug");
    assert_eq!(find("div0")["message"], "division by zero");
    assert_eq!(find("div0")["place"]["line"], 11);
    assert_eq!(find("leak")["verdict"], "proved");
    folder.run(&["check", "p.c", malloc]).expect(0, &["proved"]);
}

#[test]
fn assertions_can_be_left_out() {
    let folder = Folder::new();
    folder
        .write("p.c", "void reach_error(void);\nint main(void) { reach_error(); return 1 / 0; }\n");
    folder.run(&["check", "p.c"]).expect(10, &["reach_error is called"]);
    // The error function ends the program.
    folder.run(&["check", "p.c", "--no-assertions", "--check=div0"]).expect(0, &["proved"]);
    folder.run(&["check", "p.c", "--no-assertions"]).expect(2, &["nothing is checked"]);
}

#[test]
fn files_say_what_is_checked() {
    let folder = Folder::new();
    folder.write("p.c", SEVERAL);
    let line = |what: &str| format!("CHECK( init(main()), LTL(G {what}) )\n");
    let check = |name: &str| folder.run(&["check", "p.c", "--property", name]);
    folder.write("reach.prp", line("! call(reach_error())"));
    check("reach.prp").expect(0, &["proved"]);
    folder.write("overflow.prp", line("! overflow"));
    check("overflow.prp").expect(10, &["signed overflow in `i - 3`"]);
    let parts = ["valid-free", "valid-deref", "valid-memtrack"].map(line).concat();
    folder.write("memory.prp", &parts);
    check("memory.prp").expect(
        10,
        &[
            "valid-deref: bug",
            "valid-free: proved",
            "valid-memtrack: proved",
            "(where the program ends)",
        ],
    );
    folder.write("odd.prp", format!("\n{}", line("! data-race")));
    check("odd.prp").expect(2, &["odd.prp:2:", "is not a property that can be checked"]);
    folder.write("empty.prp", "");
    check("empty.prp").expect(2, &["no property in this file"]);
}

#[test]
fn a_bug_behind_something_unsupported_is_found() {
    let folder = Folder::new();
    let text = "\
extern void longjmp(int *, int);
extern int __VERIFIER_nondet_int(void);
void reach_error(void);
int where[64];
int main(void) {
  if (__VERIFIER_nondet_int()) longjmp(where, 1);
  else if (__VERIFIER_nondet_int() == 7) reach_error();
  return 0;
}
";
    folder.write("p.c", text);
    folder.run(&["check", "p.c"]).expect(10, &["reach_error is called"]);
    folder.write("q.c", text.replace("reach_error();", "return 1;"));
    folder
        .run(&["check", "q.c"])
        .expect(5, &["unsupported: longjmp with a buffer that setjmp has not filled"]);
}

#[test]
fn lists_name_properties() {
    let folder = Folder::new();
    folder.write("l/bad.c", SEVERAL);
    folder.write("l/good.c", SEVERAL.replace("i <= 4", "i < 4").replace("i == 7", "0"));
    folder.write(
        "l.tsv",
        "file\tproperty\texpected\tbits\nbad.c\tvalid-deref\tfalse\t32\nbad.c\tvalid-free\ttrue\t64\n\
         good.c\tvalid-memsafety\ttrue\t32\ngood.c\tno-overflow\tfalse\t32\n",
    );
    let args = ["bench", "l.tsv", "--limit", "30s", "--jobs", "1", "--out", "out.tsv"];
    folder.run(&args).expect(0, &["no disagreement"]);
    let out = folder.read("out.tsv");
    assert_eq!(out.lines().filter(|l| l.contains("\tbug")).count(), 2, "{out}");
}
