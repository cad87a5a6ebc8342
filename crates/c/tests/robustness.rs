//! Cut-off and mutated inputs end with errors, never with a panic.

use lariat_c::{DataModel, Source, read_claim, read_program};

const SAMPLE: &str = r#"
typedef struct node { struct node *next; int v : 5; char name[8]; } node_t;
static node_t pool[4] = { { .v = 1, .name = "x" }, [2] = { 0, 3 } };
int sum(node_t *p, int n, ...) {
  int total = 0, vla[n + 1];
  for (node_t *q = p; q; q = q->next) { total += q->v ?: 2; vla[0] = sizeof vla; }
  switch (total) { case 1 ... 3: goto out; default: break; }
  total = ({ int t = (int)(long)&pool[1]; t; });
out:
  __asm__ ("nop" : "=r"(total) : "0"(n));
  return total > 3.5f ? sum(p, n - 1, "a" L"b") : _Generic(n, int: 'c', default: 0x1p3);
}
"#;

fn read(text: &str) {
    for model in [DataModel::Ilp32, DataModel::Lp64] {
        let program = read_program(&[Source { name: "m.c", text }], model);
        program.dump();
        for d in &program.diagnostics {
            d.as_lines(&program.files);
        }
    }
    read_claim(Source { name: "m.c", text }, DataModel::Lp64);
}

/// A bracket where a statement begins was taken for an attribute of C23, of which nothing was read, again and again.
#[test]
fn one_bracket_is_no_attribute() {
    let text = "int main(void) { [0]; return 0; }";
    assert!(read_program(&[Source { name: "m.c", text }], DataModel::Lp64).has_errors());
    read(text);
}

#[test]
fn truncated() {
    for end in 0..SAMPLE.len() {
        read(&SAMPLE[..end]);
    }
}

#[test]
fn mutated() {
    let mut state = 0x1234_5678_9abc_def1u64;
    let mut random = move |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % n as u64) as usize
    };
    const BITS: &[&str] = &[
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        ";",
        ",",
        "*",
        "&",
        "struct ",
        "int ",
        "=",
        ".",
        "->",
        "...",
        "0",
        "\"",
        "'",
        "#",
        "/*",
        "case ",
        "typedef ",
        "sizeof ",
        "-",
        "99999999999999999999",
        "é",
    ];
    for _ in 0..3000 {
        let mut text = SAMPLE.to_owned();
        for _ in 0..=random(4) {
            let from = random(text.len());
            let to = (from + random(12)).min(text.len());
            text.replace_range(from..to, BITS[random(BITS.len())]);
            if !text.is_ascii() {
                text = text.replace('é', "e");
            }
        }
        read(&text);
    }
}

#[test]
fn deep_and_long() {
    let n = 100_000;
    read(&format!("int x = {}1{};", "(".repeat(n), ")".repeat(n)));
    read(&format!("int x = {}1;", "-".repeat(n)));
    read(&format!("int x = 1{};", "+1".repeat(n)));
    read(&format!("int x = 1{};", "?1:1".repeat(n)));
    read(&format!("int {}x{};", "(".repeat(n), ")".repeat(n)));
    read(&format!("int x{};", "[1]".repeat(n)));
    read(&format!("int {}x;", "*".repeat(n)));
    read(&format!("void f(void) {{ {} }}", "{".repeat(n)));
    read(&format!("void f(int a) {{ {} ; }}", "if (a) ".repeat(n)));
    read(&format!("int x = {};", "{".repeat(n)));
    read(&"struct {".repeat(n));
    read(&format!("void f(int a) {{ {} ; }}", "if (a) ; else ".repeat(3000)));
    read(&format!("void f(int a) {{ switch (a) {{ {} ; }} }}", "case 1: ".repeat(3000)));
}

#[test]
fn long_label_chains_are_fine() {
    let cases: String = (0..3000).map(|i| format!("case {i}: ")).collect();
    let text = format!("void f(int a) {{ switch (a) {{ {cases} ; }} }}");
    let program = read_program(&[Source { name: "l.c", text: &text }], DataModel::Lp64);
    assert!(program.diagnostics.is_empty());
}
