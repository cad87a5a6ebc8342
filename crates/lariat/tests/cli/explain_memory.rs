//! What is said about memory maps.

use crate::support::Folder;

const PROGRAM: &str = "\
struct irp { int flags; int count; };
struct irp first, second;
int table[10], plain;
int *pick(int *a, int *b) { return a[0] ? a : b; }
int main(void) {
  struct irp *p = first.flags ? &first : &second;
  p->count = 1;
  *pick(table, &plain) = 7;
  return p->count + second.flags;
}
";

#[test]
fn maps_and_reasons() {
    let folder = Folder::new();
    folder.write("p.c", PROGRAM);
    let ran = folder.run(&["explain-memory", "p.c"]);
    ran.expect(
        0,
        &[
            "$M.irp.flags: words of 4 bytes",
            "irp.count",
            "table, plain",
            "p.c:7:3: a pointer may point to first and to second",
        ],
    );
    // Fields are apart, and so are structures and arrays.
    assert!(!ran.out.contains("bytes\n  holds  int (3), irp"), "{}", ran.out);
    folder.run(&["explain-memory", "p.c", "--memory", "unified"]).expect(0, &["all of memory"]);
    let json = folder.run(&["explain-memory", "p.c", "--format", "json"]);
    let maps: serde_json::Value = serde_json::from_str(&json.out).expect("JSON");
    assert_eq!(maps[0]["element_bytes"], 4);
    folder.write("bad.c", "int main(void) { return x; }");
    folder.run(&["explain-memory", "bad.c"]).expect(2, &["bad.c:1"]);
}
