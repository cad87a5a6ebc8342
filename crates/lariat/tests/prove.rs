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
