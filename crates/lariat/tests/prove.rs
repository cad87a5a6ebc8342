//! `lariat prove` and `lariat prove-path` from the outside.

use std::path::PathBuf;
use std::process::Command;

fn lariat(args: &[&str]) -> (String, i32) {
    let output = Command::new(env!("CARGO_BIN_EXE_lariat")).args(args).output().expect("runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (text, output.status.code().unwrap_or(-1))
}

fn temporary(name: &str, text: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("lariat-prove-{}-{name}", std::process::id()));
    std::fs::write(&path, text).expect("writes");
    path
}

#[test]
fn single_claims() {
    let (text, code) = lariat(&["prove", "int x; x + 1 > x"]);
    assert!(text.starts_with(
        "not valid: x = 2147483647 (x + 1 overflows: undefined, any result is possible)\n"
    ));
    assert!(text.contains("0x7fffffff"));
    assert_eq!(code, 10);
    let (text, code) = lariat(&["prove", "unsigned x, y; (x ^ y) + 2*(x & y) == x + y"]);
    assert!(text.starts_with("valid ("), "{text}");
    assert_eq!(code, 0);
    assert_eq!(lariat(&["prove", "--arch", "twos-complement", "int x; x + 1 - 1 == x"]).1, 0);
    assert_eq!(lariat(&["prove", "--arch", "trap", "int x; x + 1 == x + 1"]).1, 10);
    assert_eq!(lariat(&["prove", "--data-model", "ilp32", "sizeof(long) == 4"]).1, 0);
    assert_eq!(lariat(&["prove", "--width", "int=5", "int x; x <= 15"]).1, 0);
    assert_eq!(lariat(&["prove", "float f; f == f"]).1, 5);
    assert_eq!(lariat(&["prove", "int x; x +"]).1, 2);
    let (text, _) = lariat(&["prove", "--core", "int x, y; x > 0 && y > 0 ==> x != 0"]);
    assert!(text.contains("hypotheses used: x > 0\n"), "{text}");
}

#[test]
fn files_of_claims() {
    let file = temporary("claims.c", "unsigned x, y;\nx + y == y + x;\nx > y;\nint z;\nz == z;\n");
    let name = file.to_string_lossy();
    let (text, code) = lariat(&["prove", "--file", &name]);
    let lines: Vec<&str> = text.lines().map(|l| l.split([' ', ':']).next().unwrap_or("")).collect();
    assert_eq!(lines, ["valid", "not", "valid"]);
    assert_eq!(code, 10);
    let (text, _) = lariat(&["prove", "--file", &name, "--format", "json"]);
    let verdicts: Vec<String> = text
        .lines()
        .map(|l| serde_json::from_str::<serde_json::Value>(l).expect("JSON")["verdict"].to_string())
        .collect();
    assert_eq!(verdicts, ["\"valid\"", "\"not valid\"", "\"valid\""]);
    let _ = std::fs::remove_file(file);
}

#[test]
fn paths() {
    let file = temporary(
        "path.c",
        "#include <assert.h>
void f(unsigned a, unsigned b) { unsigned m = (a + b) / 2; if (a <= b) assert(m >= a); }
void g(int a, int b) { if (a >= 0 && b >= a) { int m = a + (b - a) / 2; assert(m >= a && m <= b); } }
",
    );
    let name = file.to_string_lossy();
    let (text, code) = lariat(&["prove-path", &name, "--function", "f"]);
    assert!(text.starts_with("not valid: a = "), "{text}");
    assert_eq!(code, 10);
    let (text, code) = lariat(&["prove-path", &name, "--function", "g"]);
    assert_eq!((text.starts_with("valid"), code), (true, 0), "{text}");
    assert_eq!(lariat(&["prove-path", &name, "--function", "h"]).1, 2);
    let _ = std::fs::remove_file(file);
}

#[test]
fn proofs_by_extension() {
    let clauses = temporary("p.cnf", "");
    let proof = temporary("p.lrat", "");
    let claim = "unsigned char x; x <= 255 && (x & 1) <= 1";
    let names = [clauses.to_string_lossy(), proof.to_string_lossy()];
    let (_, code) = lariat(&["prove", claim, "--dimacs", &names[0], "--proof", &names[1]]);
    assert_eq!(code, 0);
    let text = std::fs::read_to_string(&proof).expect("a proof");
    let last = text.lines().last().expect("steps");
    // A number, no literal, and the clauses that the empty clause follows from.
    assert_eq!(last.split_whitespace().nth(1), Some("0"), "{text}");
    assert!(last.split_whitespace().count() > 3, "{text}");
    for file in [clauses, proof] {
        let _ = std::fs::remove_file(file);
    }
}

#[test]
fn loops_are_unwound() {
    let text = "void __VERIFIER_assert(int); void __VERIFIER_assume(int);\n\
                void f(unsigned n) { unsigned i = 0; __VERIFIER_assume(n < 12);\n\
                while (i < n) i++; __VERIFIER_assert(i == n); }";
    let file = temporary("unwind.c", text);
    let name = file.to_string_lossy();
    assert_eq!(lariat(&["prove-path", &name, "--function", "f"]).1, 5);
    assert_eq!(lariat(&["prove-path", &name, "--function", "f", "--unwind", "12"]).1, 0);
    let _ = std::fs::remove_file(&file);
}

/// What `--confirm-bits` says about the path of a bug.
#[test]
fn paths_are_confirmed() {
    let start = "extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);\n\
                 extern void *malloc(unsigned long);\n";
    let cases = [
        (
            "int main(void) { unsigned x = __VERIFIER_nondet_uint();\n if (x + 1 < x)\n reach_error(); }",
            "bv",
            "\n  confirmed bit by bit\n",
            10,
        ),
        (
            "int main(void) { unsigned x = __VERIFIER_nondet_uint(), n = 0;\n while (n < x) n++;\n if (n == 3)\n reach_error(); }",
            "int",
            "\n  confirmed bit by bit\n",
            10,
        ),
        (
            "int main(void) { int *p = malloc(4); *p = 3;\n if (*p == 3)\n reach_error(); }",
            "bv",
            "neither confirmed nor refuted bit by bit: ",
            10,
        ),
        (
            "int main(void) { unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();\n if ((x & y) > x)\n reach_error(); }",
            "int",
            "proved",
            0,
        ),
    ];
    for (i, (body, integers, said, expected)) in cases.iter().enumerate() {
        let file = temporary(&format!("confirm{i}.c"), &format!("{start}{body}\n"));
        let name = file.to_string_lossy();
        let args = ["check", &name, "--integers", integers, "--confirm-bits", "--trace", "none"];
        let (text, code) = lariat(&args);
        assert!(text.contains(said) && code == *expected, "{body}: {text} ({code})");
        let _ = std::fs::remove_file(&file);
    }
}

#[test]
fn an_outside_solver_may_be_missing() {
    let claim = "unsigned char z; forall (unsigned char a) exists (unsigned char b) \
                 forall (unsigned char c) exists (unsigned char d) (a ^ b) == (c ^ d) || z > a";
    let limited = ["prove", claim, "--time-limit", "1s", "--qbf-solver"];
    let (text, code) = lariat(&[&limited[..], &["no-such-solver"]].concat());
    assert!(code == 5 || code == 0, "{text} ({code})");
    // The formula says that there is a counterexample: 10 true, 20 false.
    for (ends, said, expected) in [(10, "not valid: by sh", 10), (20, ", by sh)", 0)] {
        let script = temporary(&format!("qbf{ends}.sh"), &format!("exit {ends}\n"));
        let solver = format!("sh {}", script.display());
        let (text, code) = lariat(&[&limited[..], &[&solver]].concat());
        assert!(text.contains(said) && code == expected, "{text} ({code})");
        let _ = std::fs::remove_file(&script);
    }
}
