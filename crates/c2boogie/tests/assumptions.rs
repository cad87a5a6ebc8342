//! What a translation assumes, for small programs: that it is said where it matters, and only there.

use lariat_c::{DataModel, Source};
use lariat_c2boogie::{
    Allocation, Check, Checks, EvaluationOrder, LIBRARY, MemoryModelKind, Options, Rules,
    UnknownCalls, translate,
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
    let both = "static int x; static int f(void) { return x = 1; } static int g(void) { return x = 2; } int main(void) { return f() + g(); }";
    let read =
        "static int x; static int f(void) { return x = 1; } int main(void) { return x + f(); }";
    let ends = "static int f(void) { exit(1); return 0; } static int g(void) { reach_error(); return 0; } int main(void) { return f() + g(); }";
    let order = |order| Options { evaluation_order: Some(order), ..Options::default() };
    let rules = || Options { rules: Some(Rules::SvComp), ..Options::default() };
    let left = "operands are evaluated from left to right";
    for c in [both, read, ends] {
        // All orders are tried.
        check(c, "");
        check_with(c, order(EvaluationOrder::Left), &format!("{left} (--evaluation-order left)"));
        let right = "operands are evaluated from right to left (--evaluation-order right)";
        check_with(c, order(EvaluationOrder::Right), right);
        check_with(c, rules(), &format!("{left} (rules of SV-COMP)"));
    }
    let apart = "static int x, y; static int f(void) { return x = 1; } static int g(void) { return y = 2; } int main(void) { return f() + g(); }";
    let points = "static int x; static int f(void) { return x = 1; } int main(void) { x = f(); return f() && x; }";
    for c in [apart, points] {
        check_with(c, order(EvaluationOrder::Left), "");
        check_with(c, rules(), "");
    }
    // A call may come between two others that have an order.
    check(
        "static int x; static int f(void) { return x = 1; } int main(void) { return (f(), f()) + f(); }",
        "operands are evaluated from left to right (Lariat)",
    );
}

#[test]
fn volatile_objects_that_are_read() {
    let what = "`volatile` memory keeps its value (Lariat)";
    check("static volatile int v; int main(void) { return v == v; }", "");
    check("extern volatile int v; int main(void) { return v == v; }", what);
    // There is no other file if everything is here, or the library's.
    check("volatile int v; int main(void) { return v == v; }", "");
    check("volatile int v; int main(void) { volatile int *p = &v; return *p == *p; }", "");
    let other = "extern const int w; volatile int v;";
    check(&format!("{other} int main(void) {{ return v == v + w; }}"), what);
    let pointer = "volatile int *p = &v; return *p == *p + w;";
    check(&format!("{other} int main(void) {{ {pointer} }}"), what);
    check("static volatile int v; int main(void) { v = 1; v = 2; return 0; }", "");
    check("int main(void) { volatile int v = 1; return v; }", "");
    check(
        "int main(void) { return *(volatile int *)0x4000; }",
        "constant addresses of `volatile` accesses are device registers (Lariat)",
    );
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

/// An index that leaves an array and lands in the next member is outside, however the pointer got there.
#[test]
fn arrays_inside_of_objects() {
    let what = "accesses stay inside their objects (Lariat)";
    let declared =
        "static struct { short slots[4]; int next, after; } t; static struct { short *p; } h;";
    let range = "int i = nondet(); if (i < 0 || i > 5) return 0;";
    let by_name = format!("{declared} int main(void) {{ {range} t.slots[i] = 1; return t.next; }}");
    let by_pointer = format!(
        "{declared} int main(void) {{ {range} short *p = t.slots; p[i] = 1; return t.next; }}"
    );
    let by_argument = format!(
        "{declared} static void set(short *p, int i) {{ p[i] = 1; }} \
         int main(void) {{ {range} set(t.slots, i); return t.next; }}"
    );
    let through_memory = format!(
        "{declared} int main(void) {{ {range} if (i > 3) return 0; \
         h.p = &t.slots[i]; h.p[5] = 1; return t.after; }}"
    );
    let of_unknown = "struct t { short slots[4]; int next, after; }; extern struct t *get(void);
        int main(void) { struct t *t = get(); int i = nondet(); if (i < 0 || i > 3) return 0;
        short *p = &t->slots[i]; p[5] = 1; return t->after; }";
    for c in [&by_name, &by_pointer, &by_argument, &through_memory, of_unknown] {
        check(c, what);
    }
    let bounds = Checks::of(&[Check::Assertion, Check::Bounds]);
    let checked = Options { checks: bounds, ..Options::default() };
    // The checks look after indices, and after objects that pointers point to.
    check_with(&by_name, checked.clone(), "");
    let arrays = "accesses stay inside the arrays that are parts of objects (Lariat)";
    check_with(&by_pointer, checked, arrays);
    let inside = format!(
        "{declared} int main(void) {{ {range} if (i > 3) return 0; \
         short *p = t.slots; p[i] = 1; return t.next; }}"
    );
    check(&inside, "");
}

/// Accesses that stay inside, in ways that need more than a look at the type.
#[test]
fn accesses_that_are_seen_to_stay_inside() {
    let inside = [
        // Strings and their ends.
        "static unsigned length(const char *s) { const char *p = s; while (*p) p++; return p - s; }
         int main(void) { char b[4] = \"abc\"; return length(b) + length(\"\") + length(\"wxyz\"); }",
        // Arrays with their lengths as arguments.
        "static void fill(int *a, int n) { while (n--) *a++ = n; }
         int main(void) { int a[3], b[5]; fill(a, 3); fill(b, 5); return a[0] + b[4]; }",
        "static int sum(const int *p, const int *end) { int s = 0; while (p < end) s += *p++; return s; }
         int main(void) { int a[6] = {1}; return sum(a + 1, a + 6); }",
        // Tables of addresses and sizes.
        "static int a[2]; static char b[5];
         static const struct { void *start; int size; } parts[] = { { a, sizeof a }, { b, sizeof b } };
         int main(void) { for (int r = 0; r < 2; r++) for (int i = 0; i < parts[r].size; i++)
           ((char *)parts[r].start)[i] = 0; return a[1]; }",
        // A callback with an untyped pointer.
        "struct count { int calls, last; };
         static void note(int v, void *to) { struct count *c = to; c->calls++; c->last = v; }
         static void each(int n, void (*f)(int, void *), void *to) { while (n) f(n--, to); }
         int main(void) { struct count c = {0}; each(4, note, &c); return c.calls; }",
        // Variable arguments.
        "static int last(int n, ...) { __builtin_va_list l; int v = 0; __builtin_va_start(l, n);
         while (n-- > 0) v = __builtin_va_arg(l, int); __builtin_va_end(l); return v; }
         int main(void) { return last(3, 7, 8, 9); }",
        // A pointer copied byte by byte, and one with a mark in its lowest bit.
        "static void move(char *a, const char *b, int n) { while (n-- > 0) *a++ = *b++; }
         int main(void) { int x = 1; int *p = &x, *q; move((char *)&q, (const char *)&p, sizeof p); return *q; }",
        "int main(void) { int x = 1; unsigned long p = (unsigned long)&x | 1; return *(int *)(p & ~3ul); }",
        // Inputs in a range.
        "static int a[8]; int main(void) { unsigned n = nondet(), s = 0; if (n > 8) return 0;
         for (unsigned i = 0; i < n; i++) s += a[i]; return s; }",
        "static int a[8]; int main(void) { int i = nondet(); if (i >= 0 && i < 8 && a[i]) return 1; return 0; }",
        "static struct { int n; short slots[4]; } t; static void push(short v) { if (t.n < 4) t.slots[t.n++] = v; }
         int main(void) { while (nondet()) push(nondet()); return t.n; }",
        // A list in an array.
        "static struct node { struct node *next; char name[4]; } pool[3], *first;
         static void add(struct node *n) { n->next = first; first = n; }
         int main(void) { for (int i = 0; i < 3; i++) { add(&pool[i]); pool[i].name[i] = 'x'; }
           int n = 0; for (struct node *p = first; p; p = p->next) n += p->name[n]; return n; }",
    ];
    for c in inside {
        check(c, "");
    }
    let what = "accesses stay inside their objects (Lariat)";
    let outside = [
        "static void fill(int *a, int n) { while (n--) *a++ = n; }
         int main(void) { int a[3]; fill(a, 4); return a[0]; }",
        "int main(void) { char b[3] = \"abc\"; const char *p = b; while (*p) p++; return 0; }",
        "static struct { int n; short slots[4]; } t; static void push(short v) { if (t.n <= 4) t.slots[t.n++] = v; }
         int main(void) { while (nondet()) push(nondet()); return t.n; }",
        "static int a[8]; int main(void) { unsigned n = nondet(), s = 0; if (n > 9) return 0;
         for (unsigned i = 0; i < n; i++) s += a[i]; return s; }",
    ];
    for c in outside {
        check(c, what);
    }
}

#[test]
fn names_of_other_verifiers() {
    check(
        "void __CPROVER_asert(int, const char *); int main(void) { __CPROVER_asert(1, \"\"); return 0; }",
        "`__CPROVER_asert` is not known, and its name is one of a verifier's; \
         did you mean `__CPROVER_assert`?",
    );
}

#[test]
fn strings_stay_in_the_arrays_that_they_are_copied_to() {
    let program = |from: &str| {
        format!(
            "extern char *strcpy(char *, const char *); extern char *text(void);
            struct record {{ char name[8]; int n; }};
            int main(void) {{ struct record r; r.n = 3; strcpy(r.name, {from}); return r.n; }}"
        )
    };
    let fits = program("\"short\"");
    let leaves = program("\"much longer\"");
    let unknown = program("text()");
    check(&fits, "");
    for program in [&leaves, &unknown] {
        check(program, "accesses stay inside their objects (Lariat)");
    }
    let checked = || Options { checks: Checks::of(&[Check::Bounds]), ..Options::default() };
    check_with(&fits, checked(), "");
    let arrays = "accesses stay inside the arrays that are parts of objects (Lariat)";
    check_with(&leaves, checked(), arrays);
}
