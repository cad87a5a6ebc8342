//! Record layout compared with the system's compiler on random structs, both data models.
//!
//! Sizes, alignments and offsets become `_Static_assert`s that gcc must accept; bit-field
//! placement is compared by compiling a constant object whose bit-field is all ones and
//! reading the bytes from the assembly.

use lariat_c::{DataModel, Program, RecordId, Source, read_program};
use std::fmt::Write as _;
use std::process::{Command, Stdio};

/// A small generator of pseudo-random numbers (xorshift), seeded per test.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    fn pick<'s>(&mut self, from: &[&'s str]) -> &'s str {
        from[self.below(from.len() as u64) as usize]
    }
}

const SCALARS: &[&str] = &[
    "char",
    "signed char",
    "short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "float",
    "double",
    "long double",
    "_Bool",
    "void *",
    "char *",
    "enum E",
    "T8",
    "P1",
];

const BIT_TYPES: &[(&str, u64)] = &[
    ("char", 8),
    ("unsigned char", 8),
    ("short", 16),
    ("int", 32),
    ("unsigned", 32),
    ("long long", 64),
    ("unsigned long long", 64),
    ("_Bool", 1),
    ("enum E", 32),
];

/// The text of one record definition `struct S<n>`; earlier ones may be members.
fn record(random: &mut Random, n: u64) -> String {
    let union = random.one_in(5);
    let mut text = String::new();
    let pack = random.one_in(6).then(|| random.pick(&["1", "2", "4", "8"]));
    if let Some(pack) = pack {
        let _ = writeln!(text, "#pragma pack(push, {pack})");
    }
    let word = if union { "union" } else { "struct" };
    let _ = writeln!(text, "typedef {word} S{n} {{");
    let count = random.below(8) + 1;
    for i in 0..count {
        member(random, n, i, &mut text);
    }
    text.push('}');
    if random.one_in(6) {
        text.push_str(" __attribute__((packed))");
    }
    if random.one_in(8) {
        let align = random.pick(&["2", "8", "16", "32"]);
        let _ = write!(text, " __attribute__((aligned({align})))");
    }
    let _ = writeln!(text, " S{n};");
    if pack.is_some() {
        text.push_str("#pragma pack(pop)\n");
    }
    text
}

fn member(random: &mut Random, n: u64, i: u64, text: &mut String) {
    let attribute = match random.below(12) {
        0 => " __attribute__((packed))",
        1 => " __attribute__((aligned(8)))",
        2 => " __attribute__((aligned(2)))",
        _ => "",
    };
    match random.below(10) {
        0..=3 => {
            let ty = random.pick(SCALARS);
            let _ = writeln!(text, "  {ty} f{i}{attribute};");
        }
        4..=7 => {
            let (ty, max) = BIT_TYPES[random.below(BIT_TYPES.len() as u64) as usize];
            match random.below(8) {
                0 => {
                    let _ = writeln!(text, "  {ty} : 0;");
                }
                1 => {
                    let width = random.below(max) + 1;
                    let _ = writeln!(text, "  {ty} : {width};");
                }
                2 => {
                    let _ = writeln!(text, "  {ty} f{i} : {max};");
                }
                _ => {
                    let width = random.below(max) + 1;
                    let _ = writeln!(text, "  {ty} f{i} : {width}{attribute};");
                }
            }
        }
        8 => {
            let ty = random.pick(SCALARS);
            let length = random.below(4);
            let _ = writeln!(text, "  {ty} f{i}[{length}]{attribute};");
        }
        _ if n > 0 => {
            let other = random.below(n);
            let _ = writeln!(text, "  S{other} f{i}{attribute};");
        }
        _ => {
            let _ = writeln!(text, "  struct {{ char f{i}; short g{i}; }};");
        }
    }
}

/// gcc's own flags for the machine and for Microsoft's layout.
fn flags(model: DataModel) -> &'static [&'static str] {
    match model {
        DataModel::Ilp32 => &["-m32"],
        DataModel::Lp64 => &["-m64"],
        DataModel::Llp64 => &["-m64", "-mms-bitfields"],
        DataModel::Win32 => &["-m32", "-mms-bitfields", "-malign-double"],
    }
}

/// A type or attribute that means the same to both compilers, and has the same size.
fn is_common(line: &str) -> bool {
    let gnu = ["__attribute__", "long double", "T8", "P1", " long f", "unsigned long f"];
    !gnu.iter().any(|word| line.contains(word))
}

fn gcc(model: DataModel, args: &[&str], text: &str) -> std::io::Result<std::process::Output> {
    use std::io::Write as _;
    let mut child = Command::new("gcc")
        .args(flags(model))
        .args(["-w", "-x", "c"])
        .args(args)
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(text.as_bytes())?;
    }
    child.wait_with_output()
}

fn available(model: DataModel) -> bool {
    let works = gcc(model, &["-fsyntax-only"], "int x;").is_ok_and(|o| o.status.success());
    if !works {
        println!(
            "note: gcc {} is not available, this half of the test is skipped",
            flags(model).join(" ")
        );
    }
    works
}

fn record_named(program: &Program, n: u64) -> RecordId {
    let name = format!("S{n}");
    let found = program
        .types
        .records()
        .find(|(_, r)| r.complete && r.tag.is_some_and(|t| program.name(t) == name));
    found.expect("the record was read").0
}

/// The bytes of the initialised objects `b0`, `b1`, … in the assembly.
fn object_bytes(assembly: &str) -> std::collections::HashMap<String, Vec<u8>> {
    let mut objects = std::collections::HashMap::new();
    let mut current: Option<String> = None;
    for line in assembly.lines() {
        let line = line.trim();
        if let Some(label) = line.strip_suffix(':') {
            current = Some(label.to_owned());
            objects.entry(label.to_owned()).or_insert_with(Vec::new);
            continue;
        }
        let Some(bytes) = current.as_ref().and_then(|c| objects.get_mut(c)) else { continue };
        let mut words = line.split_whitespace();
        let (Some(directive), Some(value)) = (words.next(), words.next()) else { continue };
        let size = match directive {
            ".byte" => 1,
            ".value" | ".short" => 2,
            ".long" => 4,
            ".quad" => 8,
            ".zero" => {
                let n: usize = value.parse().unwrap_or(0);
                bytes.resize(bytes.len() + n, 0);
                continue;
            }
            ".string" | ".ascii" => panic!("strings are not expected: {line}"),
            _ => continue,
        };
        let value = value.parse::<i128>().expect("a number");
        bytes.extend(&value.to_le_bytes()[..size]);
    }
    objects
}

/// The definitions that a message of gcc names.
fn blamed(messages: &str, text: &str) -> String {
    let named = |n: &str| {
        let end = format!(" {n} {{");
        let start = text.find(&end).map_or(0, |i| text[..i].rfind('\n').map_or(0, |l| l));
        let length = text[start + 1..].find(&format!("{n};")).unwrap_or(0);
        text[start.saturating_sub(25)..start + 1 + length].to_owned()
    };
    let mut out = String::new();
    for word in messages.split(|c: char| !c.is_ascii_alphanumeric()) {
        if word.starts_with('S') && word[1..].parse::<u64>().is_ok() {
            out.push_str(&named(word));
            out.push('\n');
        }
    }
    out
}

const HEADER: &str = "enum E { A, B = 7 };\n\
    typedef long long T8 __attribute__((aligned(8)));\n\
    typedef int P1 __attribute__((aligned(1)));\n";

fn compare(model: DataModel, seed: u64, records: u64) {
    if !available(model) {
        return;
    }
    let mut random = Random(seed);
    let mut text = HEADER.to_owned();
    for n in 0..records {
        let record = record(&mut random, n);
        match model.is_microsoft() {
            true => text.push_str(&without_gnu(&record, n)),
            false => text.push_str(&record),
        }
    }
    let program = read_program(&[Source { name: "random.c", text: &text }], model);
    let errors: Vec<String> =
        program.diagnostics.iter().map(|d| d.as_lines(&program.files)).collect();
    assert!(errors.is_empty(), "{}\n{text}", errors.join("\n"));
    let mut checks = text.clone();
    let mut objects = text.clone();
    let mut expected = Vec::new();
    for n in 0..records {
        let record = program.types.record(record_named(&program, n));
        let assertions = [("sizeof", record.size), ("_Alignof", u64::from(record.align))];
        for (what, value) in assertions {
            let _ = writeln!(checks, "_Static_assert({what}(S{n}) == {value}, \"{what} S{n}\");");
        }
        for field in &record.fields {
            let Some(name) = field.name else { continue };
            let name = program.name(name);
            match field.bits {
                None => {
                    let _ = writeln!(
                        checks,
                        "_Static_assert(__builtin_offsetof(S{n}, {name}) == {}, \"S{n}.{name}\");",
                        field.offset
                    );
                }
                Some(bits) => {
                    let object = format!("b{}", expected.len());
                    let _ = writeln!(objects, "S{n} {object} = {{ .{name} = -1 }};");
                    let mut bytes = vec![0u8; record.size as usize];
                    for bit in bits.offset..bits.offset + u64::from(bits.width) {
                        bytes[(bit / 8) as usize] |= 1 << (bit % 8);
                    }
                    expected.push((object, bytes, format!("S{n}.{name}")));
                }
            }
        }
    }
    let output = gcc(model, &["-fsyntax-only"], &checks).expect("gcc runs");
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{messages}\n{}", blamed(&messages, &text));
    let output =
        gcc(model, &["-S", "-o", "-", "-fno-zero-initialized-in-bss"], &objects).expect("gcc runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let found = object_bytes(&String::from_utf8_lossy(&output.stdout));
    for (object, bytes, name) in expected {
        assert_eq!(found.get(&object), Some(&bytes), "{name} in\n{text}");
    }
}

/// The record with members and attributes left out that are gcc's own.
fn without_gnu(record: &str, n: u64) -> String {
    let mut lines: Vec<String> = Vec::new();
    // gcc gives a bit-field of a packed union its bits only, Microsoft's compiler a whole unit.
    let packed_union = record.contains("typedef union") && record.contains("pack");
    for line in record.lines().filter(|line| !packed_union || !line.starts_with('#')) {
        if line.starts_with('}') {
            if lines.last().is_some_and(|l| l.ends_with('{')) {
                lines.push("  int only;".into());
            }
            lines.push(format!("}} S{n};"));
        } else if is_common(line) {
            lines.push(line.to_owned());
        }
    }
    lines.join("\n") + "\n"
}

#[test]
fn llp64_like_gcc_with_microsofts_layout() {
    for seed in 1..=40 {
        compare(DataModel::Llp64, 0x9e37_79b9_7f4a_7c15u64.wrapping_mul(seed), 25);
    }
}

#[test]
fn win32_like_gcc_with_microsofts_layout() {
    for seed in 1..=40 {
        compare(DataModel::Win32, 0x9e37_79b9_7f4a_7c15u64.wrapping_mul(seed), 25);
    }
}

#[test]
fn ilp32_like_gcc() {
    for seed in 1..=40 {
        compare(DataModel::Ilp32, 0x9e37_79b9_7f4a_7c15u64.wrapping_mul(seed), 25);
    }
}

#[test]
fn lp64_like_gcc() {
    for seed in 1..=40 {
        compare(DataModel::Lp64, 0x9e37_79b9_7f4a_7c15u64.wrapping_mul(seed), 25);
    }
}
