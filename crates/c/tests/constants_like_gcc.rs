//! Types and values of random constant expressions, compared with the system's compiler.

use lariat_c::{DataModel, Source, read_claim};
use std::fmt::Write as _;
use std::process::{Command, Stdio};

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

const LEAVES: &[&str] = &[
    "0",
    "1",
    "7",
    "0x7fffffff",
    "0x80000000",
    "4294967295",
    "3000000000",
    "1u",
    "5l",
    "9ul",
    "2ll",
    "0xffffffffffffffff",
    "'a'",
    "'\\xff'",
    "sizeof(long)",
    "(char)200",
    "(short)-1",
    "(unsigned char)255",
    "(_Bool)3",
    "(unsigned)-1",
    "(signed char)-128",
    "(long)-1",
];

fn expression(random: &mut Random, depth: u32) -> String {
    if depth == 0 || random.below(5) == 0 {
        return LEAVES[random.below(LEAVES.len())].to_owned();
    }
    let a = expression(random, depth - 1);
    match random.below(8) {
        0 => format!("(-{a})"),
        1 => format!("(~{a})"),
        2 => format!("(!{a})"),
        3 => {
            const TYPES: &[&str] = &[
                "char",
                "unsigned char",
                "short",
                "int",
                "unsigned",
                "long",
                "unsigned long long",
            ];
            format!("(({}){a})", TYPES[random.below(TYPES.len())])
        }
        4 => {
            let (b, c) = (expression(random, depth - 1), expression(random, depth - 1));
            format!("({a} ? {b} : {c})")
        }
        _ => {
            const OPERATORS: &[&str] = &[
                "+", "-", "*", "/", "%", "<", ">", "<=", ">=", "==", "!=", "&", "|", "^", "&&",
                "||", "<<", ">>",
            ];
            let op = OPERATORS[random.below(OPERATORS.len())];
            if op.starts_with("<<") || op.starts_with(">>") {
                return format!("({a} {op} {})", random.below(31));
            }
            format!("({a} {op} {})", expression(random, depth - 1))
        }
    }
}

fn compare(model: DataModel, flag: &str) {
    use std::io::Write as _;
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut checks = String::new();
    let mut count = 0;
    while count < 2000 {
        let text = expression(&mut random, 4);
        let (program, e) = read_claim(Source { name: "e", text: &text }, model);
        let e = e.unwrap_or_else(|| panic!("not read: {text}"));
        let ty = program.show_type(program.expr(e).ty);
        let _ = writeln!(
            checks,
            "_Static_assert(__builtin_types_compatible_p(typeof({text}), {ty}), \"{ty}\");"
        );
        if let Some(value) = program.constant_int(e) {
            let bits = value as u64;
            let _ = writeln!(
                checks,
                "_Static_assert((unsigned long long)({text}) == {bits}ull, \"{value}\");"
            );
        }
        count += 1;
    }
    let child = Command::new("gcc")
        // Overflow in constants is an extension that -fwrapv and -w let pass.
        .args([flag, "-w", "-fwrapv", "-fsyntax-only", "-x", "c", "-"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let Ok(mut child) = child else {
        println!("note: gcc is not available, test skipped");
        return;
    };
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(checks.as_bytes()).expect("gcc reads");
    }
    let output = child.wait_with_output().expect("gcc ends");
    let messages = String::from_utf8_lossy(&output.stderr);
    // gcc does not take an overflowing expression for an integer constant.
    let wrong: Vec<&str> =
        messages.lines().filter(|l| l.contains("static assertion failed")).collect();
    let lines: Vec<&str> = checks.lines().collect();
    let shown: Vec<String> = wrong
        .iter()
        .filter_map(|m| {
            let number: usize = m.split(':').nth(1)?.parse().ok()?;
            Some(format!("{m}\n{}", lines.get(number.checked_sub(1)?)?))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", shown.join("\n"));
}

#[test]
fn ilp32_like_gcc() {
    compare(DataModel::Ilp32, "-m32");
}

#[test]
fn lp64_like_gcc() {
    compare(DataModel::Lp64, "-m64");
}
