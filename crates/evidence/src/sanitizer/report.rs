//! What a program says when it fails: reports of sanitizers, of `assert`, and of the harness.

use lariat_verdict::Kind;

/// Addresses below this belong to a null pointer.
const NULL_PAGE: u64 = 0x10000;

/// Who reports a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// `assert` of the C library.
    Assert,
    /// A function of the harness that must not be called.
    Harness,
    /// AddressSanitizer.
    Address,
    /// LeakSanitizer.
    Leak,
    /// UndefinedBehaviorSanitizer.
    Undefined,
}

/// A place in a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The file, relative or absolute.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
}

/// The first failure that a program reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Who says it.
    pub tool: Tool,
    /// What, in its words.
    pub what: String,
    /// The kinds of failure that it may be.
    pub kinds: Vec<Kind>,
    /// Where: the innermost place first.
    pub frames: Vec<Frame>,
}

/// Finds the first report in what a program wrote to standard error.
pub fn first_report(said: &str) -> Option<Report> {
    let lines: Vec<&str> = said.lines().collect();
    let mut called = None;
    for (n, line) in lines.iter().enumerate() {
        if let Some(name) = line.strip_prefix("lariat: the failure is reached: ") {
            called = Some(name.to_owned());
            continue;
        }
        let rest = || &lines[n + 1..];
        let report = undefined(line, rest())
            .or_else(|| address(line, rest()))
            .or_else(|| leak(line, rest()))
            .or_else(|| assertion(line));
        match (report, called.take()) {
            (Some(report), Some(name)) => return Some(of_harness(&name, report.frames)),
            (Some(report), None) => return Some(report),
            (None, name) => called = name,
        }
    }
    called.map(|name| of_harness(&name, Vec::new()))
}

/// The harness was called. Its own place comes first, where it makes a sanitizer report.
fn of_harness(name: &str, frames: Vec<Frame>) -> Report {
    let kinds = vec![Kind::Assertion];
    let what = match name.strip_suffix("()") {
        Some(function) => format!("{function} fails"),
        None if name.starts_with("__wrap___assert") => "the assertion fails".to_owned(),
        None => format!("{name} is called"),
    };
    Report { tool: Tool::Harness, what, kinds, frames }
}

/// `file.c:5:11: runtime error: signed integer overflow: …`
fn undefined(line: &str, rest: &[&str]) -> Option<Report> {
    let (place, what) = line.split_once(": runtime error: ")?;
    let mut parts = place.rsplitn(3, ':');
    let (_, line, file) = (parts.next()?, parts.next()?, parts.next()?);
    let here = Frame { file: file.to_owned(), line: line.parse().ok()? };
    let mut frames = stack(rest);
    if frames.first() != Some(&here) {
        frames.insert(0, here);
    }
    let kinds = undefined_kinds(what);
    Some(Report { tool: Tool::Undefined, what: what.to_owned(), kinds, frames })
}

fn undefined_kinds(what: &str) -> Vec<Kind> {
    let table: &[(&str, Kind)] = &[
        ("null pointer", Kind::Null),
        ("out of bounds", Kind::Bounds),
        ("variable length array bound", Kind::Bounds),
        ("shift exponent", Kind::Shift),
        ("division by zero", Kind::DivisionByZero),
        ("cannot be represented in type", Kind::Overflow),
        ("left shift of negative value", Kind::Overflow),
        ("outside the range of representable values", Kind::Overflow),
        ("unreachable program point", Kind::Assertion),
    ];
    table.iter().filter(|(words, _)| what.contains(words)).map(|t| t.1).take(1).collect()
}

/// `==7==ERROR: AddressSanitizer: heap-use-after-free on address …`
fn address(line: &str, rest: &[&str]) -> Option<Report> {
    let text = line.split_once("ERROR: AddressSanitizer: ")?.1;
    let text = text.strip_prefix("attempting ").unwrap_or(text);
    let name = match text.split_once(" on ") {
        Some((name, _)) => name,
        None => text.split([' ', ':']).next().unwrap_or(text),
    };
    let kinds = match name {
        "double-free" | "free" | "bad-free" => vec![Kind::Free],
        "heap-use-after-free" | "stack-use-after-return" | "stack-use-after-scope" => {
            vec![Kind::Lifetime]
        }
        "SEGV" | "BUS" => match fault_address(text) {
            Some(at) if at < NULL_PAGE => vec![Kind::Null],
            // Nothing is there: far outside of every object.
            _ => vec![Kind::Bounds, Kind::Lifetime],
        },
        "FPE" => vec![Kind::DivisionByZero],
        "negative-size-param" => vec![Kind::Bounds],
        name if name.ends_with("-overflow") || name.ends_with("-underflow") => match name {
            "stack-overflow" | "calloc-overflow" | "reallocarray-overflow" => Vec::new(),
            _ => vec![Kind::Bounds],
        },
        _ => Vec::new(),
    };
    let what = match name {
        "free" => "free of something that was not allocated".to_owned(),
        "SEGV" | "BUS" => match fault_address(text) {
            Some(at) if at < NULL_PAGE => "access to a null pointer".to_owned(),
            _ => "access to an address where nothing is".to_owned(),
        },
        name => name.to_owned(),
    };
    Some(Report { tool: Tool::Address, what, kinds, frames: stack(rest) })
}

/// `SEGV on unknown address 0x000000000004 (pc …`; none for addresses that the processor does not have.
fn fault_address(text: &str) -> Option<u64> {
    let digits = text.split_once("unknown address 0x")?.1.split(' ').next()?;
    u64::from_str_radix(digits, 16).ok()
}

/// `==7==ERROR: LeakSanitizer: detected memory leaks`, and the places of all allocations.
fn leak(line: &str, rest: &[&str]) -> Option<Report> {
    line.split_once("ERROR: LeakSanitizer: detected memory leaks")?;
    let mut frames = Vec::new();
    for (n, line) in rest.iter().enumerate() {
        if line.contains(" leak of ") && line.ends_with("allocated from:") {
            frames.extend(stack(&rest[n + 1..]));
        }
    }
    let what = "memory is not freed".to_owned();
    Some(Report { tool: Tool::Leak, what, kinds: vec![Kind::Leak, Kind::Lost], frames })
}

/// The places of the stack that comes next: lines `    #1 0x4011aa in main /tmp/x.c:4`.
fn stack(lines: &[&str]) -> Vec<Frame> {
    let is_frame = |line: &&&str| line.trim_start().starts_with('#');
    let start = lines.iter().position(|l| is_frame(&l)).filter(|&n| n < 4).unwrap_or(lines.len());
    lines[start..].iter().take_while(is_frame).filter_map(|line| frame(line)).collect()
}

fn frame(line: &str) -> Option<Frame> {
    let (_, rest) = line.split_once(" in ")?;
    // The name of the function has no blank in C; the path may.
    let (_, mut place) = rest.split_once(' ')?;
    let number = |text: &str| text.parse::<u32>().ok();
    let (mut before, mut last) = place.rsplit_once(':')?;
    // `file:line:column`
    if let Some((file, line)) = before.rsplit_once(':')
        && number(line).is_some()
        && number(last).is_some()
    {
        (before, last) = (file, line);
    }
    place = before;
    Some(Frame { file: place.to_owned(), line: number(last)? })
}

/// What `assert` says: glibc, musl, and the BSDs.
fn assertion(line: &str) -> Option<Report> {
    let glibc = || {
        let (head, _) = line.split_once(": Assertion `")?;
        let mut parts = head.rsplitn(3, ": ");
        let (_function, place) = (parts.next()?, parts.next()?);
        place.rsplit_once(':')
    };
    let musl = || {
        let (_, place) = line.strip_prefix("Assertion failed: ")?.rsplit_once(" (")?;
        let mut parts = place.strip_suffix(')')?.rsplitn(3, ": ");
        let (line, _function, file) = (parts.next()?, parts.next()?, parts.next()?);
        Some((file, line))
    };
    let bsd = || {
        let (_, place) = line.strip_prefix("Assertion failed: ")?.rsplit_once(", file ")?;
        let (file, line) = place.rsplit_once(", line ")?;
        Some((file, line.trim_end_matches('.')))
    };
    let (file, number) = glibc().or_else(musl).or_else(bsd)?;
    let frames = vec![Frame { file: file.to_owned(), line: number.parse().ok()? }];
    let what = "the assertion fails".to_owned();
    Some(Report { tool: Tool::Assert, what, kinds: vec![Kind::Assertion], frames })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn is(said: &str, tool: Tool, what: &str, kinds: &[Kind], place: Option<(&str, u32)>) {
        let report = first_report(said).expect("a report");
        let first = report.frames.first().map(|f| (f.file.as_str(), f.line));
        assert_eq!((report.tool, report.what.as_str(), first), (tool, what, place), "{report:?}");
        assert_eq!(report.kinds, kinds);
    }

    #[test]
    fn reports_of_assert() {
        let what = "the assertion fails";
        for said in [
            "a.out: dir/x.c:5: main: Assertion `x: 1' failed.\nAborted",
            "Assertion failed: x > 1 (dir/x.c: main: 5)",
            "Assertion failed: (x > 1), function main, file dir/x.c, line 5.",
        ] {
            is(said, Tool::Assert, what, &[Kind::Assertion], Some(("dir/x.c", 5)));
        }
    }

    #[test]
    fn reports_of_undefined_behaviour() {
        let said = "x.c:4:9: runtime error: signed integer overflow: 2147483647 + 1 cannot be \
                    represented in type 'int'\n    #0 0x401175 in g /tmp/x.c:4\n";
        let what = "signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'";
        is(said, Tool::Undefined, what, &[Kind::Overflow], Some(("x.c", 4)));
        for (what, kind) in [
            ("member access within null pointer of type 'struct s'", Kind::Null),
            ("index 3 out of bounds for type 'int [3]'", Kind::Bounds),
            ("shift exponent 32 is too large for 32-bit type 'int'", Kind::Shift),
            ("left shift of 1 by 31 places cannot be represented in type 'int'", Kind::Overflow),
            ("division by zero", Kind::DivisionByZero),
            ("execution reached an unreachable program point", Kind::Assertion),
        ] {
            let said = format!("x.c:7:1: runtime error: {what}");
            is(&said, Tool::Undefined, what, &[kind], Some(("x.c", 7)));
        }
    }

    #[test]
    fn reports_about_addresses() {
        let stack = "    #0 0x7f14 in __interceptor_free ../asan/malloc.cpp:52\n\
                     \x20   #1 0x5560 in main /tmp/a b/x.c:6:3\n\n\
                     0x6 is located 0 bytes inside of 10-byte region\nfreed by thread T0 here:\n\
                     \x20   #0 0x7f in free ../asan/malloc.cpp:1\n";
        for (text, what, kinds) in [
            ("attempting double-free on 0x60 in thread T0:", "double-free", &[Kind::Free][..]),
            (
                "attempting free on address which was not malloc()-ed: 0x7f in thread T0",
                "free of something that was not allocated",
                &[Kind::Free],
            ),
            (
                "heap-buffer-overflow on address 0x60 at pc 0x7f",
                "heap-buffer-overflow",
                &[Kind::Bounds],
            ),
            ("heap-use-after-free on address 0x60", "heap-use-after-free", &[Kind::Lifetime]),
            (
                "SEGV on unknown address 0x000000000004 (pc 0x5 T0)",
                "access to a null pointer",
                &[Kind::Null],
            ),
            (
                "SEGV on unknown address 0x7f0000000004 (pc 0x5 T0)",
                "access to an address where nothing is",
                &[Kind::Bounds, Kind::Lifetime],
            ),
            ("stack-overflow on address 0x7f (pc 0x5)", "stack-overflow", &[]),
        ] {
            let said = format!("=====\n==7==ERROR: AddressSanitizer: {text}\n{stack}");
            is(&said, Tool::Address, what, kinds, Some(("../asan/malloc.cpp", 52)));
            let report = first_report(&said).expect("a report");
            assert_eq!(report.frames[1], Frame { file: "/tmp/a b/x.c".into(), line: 6 });
            assert_eq!(report.frames.len(), 2);
        }
    }

    #[test]
    fn reports_of_leaks_have_all_places() {
        let said = "\n==7==ERROR: LeakSanitizer: detected memory leaks\n\n\
                    Direct leak of 10 byte(s) in 1 object(s) allocated from:\n\
                    \x20   #0 0x7f in malloc ../asan/malloc.cpp:69\n    #1 0x55 in main /tmp/x.c:3\n\n\
                    Indirect leak of 4 byte(s) in 1 object(s) allocated from:\n    #0 0x7f in f /tmp/x.c:9\n\n\
                    SUMMARY: AddressSanitizer: 10 byte(s) leaked in 1 allocation(s).\n";
        let report = first_report(said).expect("a report");
        let lines: Vec<u32> = report.frames.iter().map(|f| f.line).collect();
        assert_eq!((report.tool, lines), (Tool::Leak, vec![69, 3, 9]));
    }

    #[test]
    fn reports_of_the_harness() {
        let said = "lariat: the failure is reached: reach_error\n\
                    h.c:13:3: runtime error: execution reached an unreachable program point\n\
                    \x20   #0 0x40 in lariat_fails /tmp/h.c:13\n    #1 0x41 in g /tmp/x.c:3\n";
        let report = first_report(said).expect("a report");
        assert_eq!((report.tool, report.what.as_str()), (Tool::Harness, "reach_error is called"));
        assert_eq!(report.frames[2], Frame { file: "/tmp/x.c".into(), line: 3 });
        assert_eq!(first_report("hello\nlariat: an assumption is false: f"), None);
    }
}
