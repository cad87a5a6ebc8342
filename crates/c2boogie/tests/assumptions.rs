//! What a translation assumes, for small programs: that it is said where it matters, and only there.

use lariat_c::{DataModel, Source};
use lariat_c2boogie::{
    Allocation, Check, Checks, LIBRARY, MemoryModelKind, Options, Rules, UnknownCalls, translate,
};

const DECLARATIONS: &str = "extern int nondet(void); extern void reach_error(void);
extern void *malloc(unsigned long); extern void exit(int);";

/// The assumptions of a program, each with who made it.
fn assumed(c: &str, options: &Options) -> String {
    let text = format!("{DECLARATIONS}\n{c}");
    let sources = [Source { name: "test.c", text: &text }, LIBRARY];
    let program = lariat_c::read_program(&sources, DataModel::Lp64);
    assert!(!program.has_errors(), "{c}");
    match translate(&program, options) {
        Ok(translation) => {
            let all = translation.assumptions.iter().map(|a| format!("{} ({})", a.what, a.by));
            all.collect::<Vec<_>>().join("; ")
        }
        Err(error) => error.message,
    }
}

fn check(c: &str, expected: &str) {
    assert_eq!(assumed(c, &Options::default()), expected, "{c}");
}

fn check_with(c: &str, options: Options, expected: &str) {
    assert_eq!(assumed(c, &options), expected, "{c}");
}

#[test]
fn nothing_is_assumed_of_plain_programs() {
    check(
        "int main(void) { int a[3] = {1, 2, 3}; int i = nondet(); if (i < 0 || i > 2) return 0; return a[i]; }",
        "",
    );
    check(
        "struct s { int x; struct s *n; } a, b; int main(void) { a.n = &b; a.n->x = 1; return a.n->x; }",
        "",
    );
    check(
        "static int f(int *p) { return *p; } int main(void) { int x = nondet(); return f(&x) + f(&x); }",
        "",
    );
}

#[test]
fn functions_without_a_body() {
    let f = "`f` writes nothing (Lariat)";
    check("extern void f(int *); int main(void) { int x = 0; f(&x); return x; }", f);
    check("extern void f(void); int g; int main(void) { f(); return g; }", f);
    check(
        "extern void f(void); static int g; void set(void) { g = 1; } int main(void) { f(); return g; }",
        f,
    );
    check("extern int f(int); static int g; int main(void) { g = f(2); return g; }", "");
    check("extern int f(const int *); int main(void) { int x = 0; return f(&x); }", "");
    check(
        "extern int f(int *) __attribute__((pure)); int main(void) { int x = 0; return f(&x); }",
        "",
    );
    check("extern int f(char *); int main(void) { return f(\"text\") + f(0); }", "");
    let c = "extern void f(int *); int g; int main(void) { int x = 0; f(&x); return x; }";
    let with = |what| Options { unknown_calls: Some(what), ..Options::default() };
    check_with(c, with(UnknownCalls::Pure), "`f` writes nothing (--unknown-calls pure)");
    check_with(c, with(UnknownCalls::Havoc), "");
    check_with(c, with(UnknownCalls::Error), "");
    let c = "extern void f(int *); int g; int main(void) { int x = 0; f(&x); return x + g; }";
    let only = "`f` writes only what its arguments point to (--unknown-calls havoc)";
    check_with(c, with(UnknownCalls::Havoc), only);
}

#[test]
fn pointers_to_unknown_functions() {
    let what = "functions called through unknown pointers write nothing (Lariat)";
    check("extern void (*f)(void); int g; int main(void) { f(); return g; }", what);
    check(
        "static void h(void) {} int g; int main(void) { void (*f)(void) = h; f(); return g; }",
        "",
    );
}

#[test]
fn the_library() {
    let c = "int main(void) { int *p = malloc(4); return p == 0; }";
    check(c, "");
    let with = |allocation| Options { allocation: Some(allocation), ..Options::default() };
    check_with(c, with(Allocation::MayFail), "");
    check_with(c, with(Allocation::NeverFails), "allocation never fails (--malloc never-fails)");
    let signal = "extern void (*signal(int, void (*)(int)))(int); static void h(int s) {}";
    check(
        &format!("{signal} int main(void) {{ signal(2, h); return 0; }}"),
        "no signal arrives (Lariat)",
    );
    check(&format!("{signal} int main(void) {{ signal(2, (void (*)(int))1); return 0; }}"), "");
}

#[test]
fn rules_answer_for_what_they_say() {
    let rules = || Options { rules: Some(Rules::SvComp), ..Options::default() };
    let c = "int main(void) { int *p = malloc(4); if (!p) __builtin_unreachable(); return 0; }";
    check_with(
        c,
        rules(),
        "allocation never fails (rules of SV-COMP); test.c:3:67 is not reached (rules of SV-COMP)",
    );
    let c = "int f(void); int main(void) { int x = 0; extern void g(int *); g(&x); return x; }";
    check_with(c, rules(), "`g` writes nothing (rules of SV-COMP)");
}

#[test]
fn an_entry_that_is_not_main() {
    let entry = || Options { entry: Some("f".into()), ..Options::default() };
    let what = "globals have their initial values when `f` is called (Lariat)";
    check_with("static int g; void set(int v) { g = v; } int f(void) { return g; }", entry(), what);
    check_with(
        "static int g = 3; static int h; void set(int v) { h = v; } int f(void) { return g; }",
        entry(),
        "",
    );
}

#[test]
fn the_order_of_evaluation() {
    let what = "operands are evaluated from left to right (Lariat)";
    check(
        "static int x; static int f(void) { return x = 1; } static int g(void) { return x = 2; } int main(void) { return f() + g(); }",
        what,
    );
    check(
        "static int x; static int f(void) { return x = 1; } int main(void) { return x + f(); }",
        what,
    );
    check(
        "static int f(void) { exit(1); return 0; } static int g(void) { reach_error(); return 0; } int main(void) { return f() + g(); }",
        what,
    );
    check(
        "static int x, y; static int f(void) { return x = 1; } static int g(void) { return y = 2; } int main(void) { return f() + g(); }",
        "",
    );
    check(
        "static int x; static int f(void) { return x = 1; } int main(void) { x = f(); return f() && x; }",
        "",
    );
}

#[test]
fn volatile_objects_that_are_read() {
    let what = "`volatile` memory keeps its value (Lariat)";
    check("static volatile int v; int main(void) { return v == v; }", what);
    check("static volatile int v; int main(void) { v = 1; v = 2; return 0; }", "");
    check("int main(void) { volatile int v = 1; return v; }", "");
}

#[test]
fn accesses_that_may_leave_their_objects() {
    let what = "accesses stay inside their objects (Lariat)";
    let c = "static int a[2], b; int main(void) { int *q = &b; a[nondet()] = 1; return *q; }";
    check(c, what);
    let memory = |memory| Options { memory, ..Options::default() };
    check_with(c, memory(MemoryModelKind::Unified), what);
    let bounds = Checks::of(&[Check::Assertion, Check::Bounds]);
    check_with(c, Options { checks: bounds, ..Options::default() }, "");
    check(
        "static int a[4]; int main(void) { for (int i = 0; i < 4; i++) a[i] = i; return a[3]; }",
        "",
    );
    check(
        "static int a[4]; int main(void) { for (int i = 0; i <= 4; i++) a[i] = i; return a[3]; }",
        what,
    );
    let c = "static struct { int x; short y; } s; int main(void) { s.x = 1; s.y = 2; int *p = &s.x; return *p; }";
    let typed = "no memory is accessed through two types or fields (--memory split)";
    check_with(c, memory(MemoryModelKind::Split), typed);
}

#[test]
fn names_of_other_verifiers() {
    check(
        "void __CPROVER_asert(int, const char *); int main(void) { __CPROVER_asert(1, \"\"); return 0; }",
        "`__CPROVER_asert` is not known, and its name is one of a verifier's; \
         did you mean `__CPROVER_assert`?",
    );
}
