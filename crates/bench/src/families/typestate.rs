//! Programs about typestates: a lock that must be taken and given back in turn, a resource that must
//! be opened before use, and the like, in many shapes of control flow. The correct ones need an
//! argument about loops or recursion, so a bounded search alone cannot finish most of them.

/// A program of the family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// A name, unique in the family; a file name without extension.
    pub name: String,
    /// The program; its entry is `main`.
    pub text: String,
    /// Whether no assertion can fail.
    pub correct: bool,
}

/// A lock: 0 is free, 1 is taken.
const LOCK: &str = "\
var s: int;
procedure acquire() modifies s; { assert s == 0; s := 1; }
procedure release() modifies s; { assert s == 1; s := 0; }
";

/// A file: 0 closed, 1 open, 2 in error.
const FILE: &str = "\
const unique CLOSED: int;
const unique OPEN: int;
const unique FAILED: int;
var f: int;
procedure open() returns (ok: bool) modifies f; {
  assert f == CLOSED;
  if (*) { f := OPEN; ok := true; } else { f := FAILED; ok := false; }
}
procedure read() { assert f == OPEN; }
procedure close() modifies f; { assert f == OPEN; f := CLOSED; }
procedure reset() modifies f; { assert f == FAILED; f := CLOSED; }
";

/// Two locks that must be taken in order.
const TWO_LOCKS: &str = "\
var a: bool;
var b: bool;
procedure lock_a() modifies a; { assert !a && !b; a := true; }
procedure unlock_a() modifies a; { assert a && !b; a := false; }
procedure lock_b() modifies b; { assert a && !b; b := true; }
procedure unlock_b() modifies b; { assert b; b := false; }
";

/// An interrupt level that only goes up and back.
const LEVEL: &str = "\
var level: int;
procedure raise() returns (before: int) modifies level; { before := level; assert level < 2; level := level + 1; }
procedure lower(to: int) modifies level; { assert to < level; level := to; }
";

/// Name, declarations, the rest of a correct program, and an edit (this, by that) that makes it wrong.
type Pattern = (&'static str, &'static str, &'static str, (&'static str, &'static str));

const PATTERNS: &[Pattern] = &[
    (
        "loop",
        LOCK,
        "procedure main() modifies s; {
  s := 0;
  while (*) { call acquire(); call release(); }
  assert s == 0;
}",
        ("call release(); }", "if (*) { call release(); } }"),
    ),
    (
        "loop_in_two_halves",
        LOCK,
        "procedure main() modifies s; {
  s := 0;
  call acquire();
  while (*) { call release(); call acquire(); }
  call release();
}",
        ("call release(); call acquire();", "call release();"),
    ),
    (
        "nested_loops",
        LOCK,
        "procedure main() modifies s; {
  s := 0;
  while (*) {
    call acquire();
    while (*) { call release(); call acquire(); }
    call release();
  }
}",
        ("while (*) { call release(); call acquire(); }", "while (*) { call release(); }"),
    ),
    (
        "loop_with_break",
        LOCK,
        "procedure main() modifies s; {
  s := 0;
  while (true) {
    call acquire();
    if (*) { break; }
    call release();
  }
  call release();
}",
        ("{ break; }\n    call release();", "{ break; }"),
    ),
    (
        "loop_with_flag",
        LOCK,
        "procedure main() modifies s; {
  var taken: bool;
  s := 0;
  taken := false;
  while (*) {
    if (!taken) { call acquire(); taken := true; } else { call release(); taken := false; }
  }
  if (taken) { call release(); }
}",
        ("call release(); taken := false;", "call release();"),
    ),
    (
        "recursion",
        LOCK,
        "procedure work(n: int) modifies s; {
  call acquire();
  call release();
  if (n > 0) { call work(n - 1); }
}
procedure main(n: int) modifies s; { s := 0; call work(n); assert s == 0; }",
        ("if (n > 0) { call work(n - 1); }", "if (n > 2) { call acquire(); } if (n > 0) { call work(n - 1); }"),
    ),
    (
        "recursion_under_the_lock",
        LOCK,
        "procedure work(n: int) modifies s; {
  call release();
  call acquire();
  if (n > 0) { call work(n - 1); }
  call release();
  call acquire();
}
procedure main(n: int) modifies s; {
  s := 1;
  call work(n);
  call release();
}",
        ("  call acquire();\n}", "}"),
    ),
    (
        "mutual_recursion",
        LOCK,
        "procedure even(n: int) modifies s; { call acquire(); if (n > 0) { call odd(n - 1); } else { call release(); } }
procedure odd(n: int) modifies s; { call release(); if (n > 0) { call even(n - 1); } }
procedure main(n: int) modifies s; { s := 0; call even(n); assert s == 0; }",
        ("{ call release(); if", "{ if"),
    ),
    (
        "two_branches_of_recursion",
        LOCK,
        "procedure tree(n: int) modifies s; {
  if (n > 0) { call tree(n - 1); call acquire(); call release(); call tree(n - 1); }
}
procedure main(n: int) modifies s; { s := 0; call tree(n); call acquire(); }",
        ("call acquire(); call release(); call tree", "call acquire(); call tree"),
    ),
    (
        "try_lock",
        LOCK,
        "procedure try() returns (ok: bool) modifies s; {
  var i: int;
  ok := false;
  while (*) { i := i + 1; }
  if (i > 3) { call acquire(); ok := true; }
}
procedure main() modifies s; {
  var ok: bool;
  s := 0;
  while (*) { call ok := try(); if (ok) { call release(); } }
}",
        ("if (ok) { call release(); }", "call release();"),
    ),
    (
        "status_codes",
        LOCK,
        "procedure try(n: int) returns (status: int) modifies s; {
  if (n > 0) { call status := try(n - 1); return; }
  if (*) { call acquire(); status := 0; } else { status := 0 - 1; }
}
procedure main(n: int) modifies s; {
  var status: int;
  s := 0;
  while (*) {
    call status := try(n);
    if (status == 0) { call release(); }
  }
}",
        ("status == 0", "status != 1"),
    ),
    (
        "conditional_by_parameter",
        LOCK,
        "procedure work(locked: bool, n: int) modifies s; {
  if (!locked) { call acquire(); }
  while (*) { call release(); call acquire(); }
  if (n > 0) { call work(true, n - 1); }
  if (!locked) { call release(); }
}
procedure main(n: int) modifies s; {
  s := 0;
  call work(false, n);
  call acquire();
  call work(true, n);
  call release();
}",
        ("call work(true, n - 1)", "call work(false, n - 1)"),
    ),
    (
        "long_call_chain",
        LOCK,
        "procedure d() modifies s; { while (*) { call acquire(); call release(); } }
procedure c() modifies s; { call d(); while (*) { call d(); } }
procedure b() modifies s; { call c(); call acquire(); call release(); call c(); }
procedure main() modifies s; { s := 0; while (*) { call b(); } call acquire(); }",
        ("call acquire(); call release(); call c();", "call acquire(); call c(); call release();"),
    ),
    (
        "worker_for_nothing",
        LOCK,
        "var work: int;
procedure count(n: int) modifies work; { work := work + 1; if (n > 0) { call count(n - 1); } }
procedure main(n: int) modifies s, work; {
  s := 0;
  call acquire();
  call count(n);
  call release();
  while (*) { call count(n); }
  assert s == 0;
}",
        ("assert s == 0;", "call release();"),
    ),
    (
        "file_in_a_loop",
        FILE,
        "procedure main() modifies f; {
  var ok: bool;
  f := CLOSED;
  while (*) {
    call ok := open();
    if (ok) { while (*) { call read(); } call close(); } else { call reset(); }
  }
  assert f == CLOSED;
}",
        ("else { call reset(); }", ""),
    ),
    (
        "file_until_it_opens",
        FILE,
        "procedure main() modifies f; {
  var ok: bool;
  f := CLOSED;
  ok := false;
  while (!ok) {
    call ok := open();
    if (!ok) { call reset(); }
  }
  call read();
  call close();
}",
        ("  call read();\n  call close();", "  call close();\n  call read();"),
    ),
    (
        "file_by_recursion",
        FILE,
        "procedure retry(n: int) returns (ok: bool) modifies f; {
  call ok := open();
  if (!ok) { call reset(); if (n > 0) { call ok := retry(n - 1); } }
}
procedure main(n: int) modifies f; {
  var ok: bool;
  f := CLOSED;
  call ok := retry(n);
  if (ok) { call read(); call close(); }
  assert f == CLOSED;
}",
        ("if (ok) { call read();", "if (n > 5) { call read();"),
    ),
    (
        "two_locks",
        TWO_LOCKS,
        "procedure main() modifies a, b; {
  a := false;
  b := false;
  while (*) {
    call lock_a();
    if (*) { call lock_b(); call unlock_b(); }
    call unlock_a();
  }
  assert !a && !b;
}",
        ("call lock_b(); call unlock_b();", "call lock_b();"),
    ),
    (
        "two_locks_nested",
        TWO_LOCKS,
        "procedure inner(n: int) modifies b; {
  call lock_b();
  call unlock_b();
  if (n > 0) { call inner(n - 1); }
}
procedure main(n: int) modifies a, b; {
  a := false;
  b := false;
  while (*) { call lock_a(); call inner(n); call unlock_a(); }
}",
        ("call inner(n); call unlock_a();", "call unlock_a(); call inner(n);"),
    ),
    (
        "two_locks_remembered",
        TWO_LOCKS,
        "procedure main() modifies a, b; {
  a := false;
  b := false;
  while (*) {
    if (!a) { call lock_a(); }
    else if (!b) { if (*) { call lock_b(); } else { call unlock_a(); } }
    else { call unlock_b(); }
  }
}",
        ("else if (!b)", "else if (*)"),
    ),
    (
        "levels",
        LEVEL,
        "procedure main() modifies level; {
  var before: int;
  level := 0;
  while (*) {
    call before := raise();
    call lower(before);
  }
  assert level == 0;
}",
        ("call lower(before);", "if (*) { call lower(before); }"),
    ),
    (
        "levels_by_recursion",
        LEVEL,
        "procedure section(n: int) modifies level; {
  var before: int;
  call before := raise();
  call lower(before);
  if (n > 0) { call section(n - 1); }
}
procedure main(n: int) modifies level; {
  level := 0;
  call section(n);
  call section(n);
  assert level <= 1;
}",
        ("  call lower(before);\n", ""),
    ),
    (
        "states_in_a_row",
        "var st: int;\n",
        "procedure step(n: int) modifies st; {
  if (st == 0) { st := 1; } else if (st == 1) { st := 2; } else if (st == 2) { st := 0; }
  if (n > 0) { call step(n - 1); }
}
procedure main(n: int) modifies st; {
  st := 0;
  while (*) { call step(n); }
  assert st == 0 || st == 1 || st == 2;
}",
        ("st := 0; }\n", "st := 3; }\n"),
    ),
    (
        "lock_and_count",
        LOCK,
        "var held: int;
procedure take() modifies s, held; { call acquire(); held := held + 1; }
procedure give() modifies s, held; { call release(); held := held - 1; }
procedure main() modifies s, held; {
  s := 0;
  held := 0;
  while (*) { call take(); call give(); }
  assert held == s;
}",
        ("call take(); call give();", "call take(); call give(); call give();"),
    ),
];

/// The family: each pattern correct and wrong.
pub fn typestate_family() -> Vec<Shape> {
    let mut shapes = Vec::new();
    for (name, declarations, rest, (this, that)) in PATTERNS {
        let text = format!("{declarations}{rest}\n");
        let wrong = format!("{declarations}{}\n", rest.replacen(this, that, 1));
        shapes.push(Shape { name: format!("{name}_correct"), text, correct: true });
        shapes.push(Shape { name: format!("{name}_wrong"), text: wrong, correct: false });
    }
    shapes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_family_is_large_and_its_names_are_different() {
        let shapes = typestate_family();
        assert!(shapes.iter().filter(|s| s.correct).count() >= 20);
        assert_eq!(shapes.iter().filter(|s| s.correct).count() * 2, shapes.len());
        let names: std::collections::BTreeSet<&str> =
            shapes.iter().map(|s| s.name.as_str()).collect();
        assert_eq!(names.len(), shapes.len());
    }

    #[test]
    fn every_edit_changes_its_program() {
        for pair in typestate_family().chunks(2) {
            assert_ne!(pair[0].text, pair[1].text, "{}", pair[0].name);
        }
    }
}
