//! `confirm` on small programs with a path that is given by hand.
//!
//! Lines that end with `//+` are on the path; it fails at the call in the line with `//!`.

use lariat_c::Place;
use lariat_cogent::{Arch, Confirmation, Options, Reached, confirm};

const START: &str = "void reach_error(void); void abort(void); void *malloc(unsigned long);
int __VERIFIER_nondet_int(void); unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assert(int); void __VERIFIER_assume(int); int unknown(int);
";

/// As `lariat check --confirm-bits` asks.
fn wrapping() -> Options {
    Options { arch: Arch::TwosComplement, ..Options::default() }
}

/// What becomes of the path of a program whose loops go round so often.
fn ask(body: &str, rounds: usize, options: &Options) -> Confirmation {
    let text = format!("{START}{body}");
    let source = lariat_c::Source { name: "path.c", text: &text };
    let program = lariat_c::read_program(&[source], options.model);
    assert!(!program.has_errors(), "{:?}", program.diagnostics);
    let file = program.files.clone().intern("path.c");
    let mut path = Reached { rounds, ..Reached::default() };
    for (i, line) in text.lines().enumerate() {
        // A call is where its arguments begin.
        let call = ["reach_error(", "__VERIFIER_assert("]
            .iter()
            .find_map(|c| line.find(c).map(|at| at + c.len() - 1));
        let place = |column: usize| Place { line: i as u32 + 1, file, column: column as u16 + 1 };
        if line.ends_with("//+") || line.ends_with("//!") {
            path.visited.push(place(0));
        }
        if line.ends_with("//!") {
            path.failure = place(call.expect("a call that fails"));
        }
    }
    let entry = program.function_named("main").expect("main");
    confirm(&program, entry, &path, options)
}

#[track_caller]
fn confirmed(body: &str, rounds: usize) {
    let answer = ask(body, rounds, &wrapping());
    assert!(matches!(answer, Confirmation::Confirmed(_)), "{body}: {answer:?}");
}

#[track_caller]
fn refuted(body: &str, rounds: usize) {
    assert_eq!(ask(body, rounds, &wrapping()), Confirmation::Refuted, "{body}");
}

#[track_caller]
fn unknown(body: &str, rounds: usize, because: &str, options: &Options) {
    match ask(body, rounds, options) {
        Confirmation::Unknown(why) => assert!(why.contains(because), "{body}: {why}"),
        other => panic!("{body}: {other:?}"),
    }
}

#[test]
fn what_the_machine_can_do_is_confirmed() {
    // Arithmetic that wraps around.
    confirmed(
        "int main(void) {
            unsigned x = __VERIFIER_nondet_uint(); //+
            if (x + 1 < x)
                reach_error(); //!
        }",
        0,
    );
    // Globals have their first values; memory is as it was written.
    confirmed(
        "int g = 5; int *p = &g;
        int main(void) {
            *p += 2; //+
            __VERIFIER_assert(g != 7); //!
        }",
        0,
    );
    // A call that is inlined, an assumption, and one of two ways.
    confirmed(
        "static int half(int x) {
            return x / 2; //+
        }
        int main(void) {
            int x = __VERIFIER_nondet_int(); //+
            __VERIFIER_assume(x > 100); //+
            if (x % 2)
                x = half(x); //+
            else
                x = 0;
            if (x == 77)
                reach_error(); //!
        }",
        0,
    );
}

#[test]
fn the_values_are_the_ones_that_fail() {
    let body = "int main(unsigned char c, signed char d) {
            if (c * 3 == 96 && d == (signed char)(c + 200))
                reach_error(); //!
        }";
    let Confirmation::Confirmed(values) = ask(body, 0, &wrapping()) else { panic!("{body}") };
    assert_eq!(values.to_string(), "c = 32, d = -24");
}

#[test]
fn what_only_numbers_can_do_is_refuted() {
    // Nothing is less than a part of its bits; no square ends so.
    refuted(
        "int main(void) {
            unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint(); //+
            if ((x & y) > x)
                reach_error(); //!
        }",
        0,
    );
    refuted(
        "int main(void) {
            unsigned x = __VERIFIER_nondet_uint(); //+
            if ((unsigned char)(x * x) == 3)
                reach_error(); //!
        }",
        0,
    );
    // A value that a type cannot have.
    refuted(
        "int main(void) {
            unsigned char c = __VERIFIER_nondet_uint(); //+
            c = c + 1; //+
            if (c == 256)
                reach_error(); //!
        }",
        0,
    );
}

#[test]
fn a_path_that_leaves_statements_out_is_no_path() {
    // The assignment is not on the path, but nothing leads around it.
    refuted(
        "int main(void) {
            int x = 0; //+
            x = 1;
            if (x == 0)
                reach_error(); //!
        }",
        0,
    );
    // Here something does: the path was told wrongly, the failure is there.
    confirmed(
        "int main(void) {
            int x = 0; //+
            x = 1;
            if (x == 1)
                reach_error(); //!
        }",
        0,
    );
}

#[test]
fn another_failure_does_not_count() {
    refuted(
        "int main(void) {
            int x = __VERIFIER_nondet_int(); //+
            if (x == 3)
                reach_error();
            if (x == 3)
                reach_error(); //!
        }",
        0,
    );
}

#[test]
fn loops_and_recursion_go_as_far_as_the_path() {
    let body = "int main(void) {
            unsigned n = __VERIFIER_nondet_uint(), i = 0; //+
            while (i < n)
                i++; //+
            if (i == 5)
                reach_error(); //!
        }";
    confirmed(body, 5);
    refuted(body, 3);
    let body = "unsigned down(unsigned n) {
            if (n == 0)
                return 0; //+
            return 1 + down(n - 1); //+
        }
        int main(void) {
            if (down(__VERIFIER_nondet_uint()) == 4)
                reach_error(); //!
        }";
    confirmed(body, 5);
    refuted(body, 2);
}

#[test]
fn undefined_behaviour_confirms_nothing() {
    let body = "int main(void) {
            int x = __VERIFIER_nondet_int(); //+
            if (x + 1 < x)
                reach_error(); //!
        }";
    confirmed(body, 0);
    let why = "it rests on undefined behaviour: x + 1 overflows";
    unknown(body, 0, why, &Options::default());
    unknown(
        "int a[3] = {1, 1, 1};
        int main(void) {
            int i = __VERIFIER_nondet_int(); //+
            if (a[i] == 2)
                reach_error(); //!
        }",
        0,
        "undefined behaviour: a[i] is out of bounds",
        &wrapping(),
    );
    unknown(
        "int main(void) {
            int d = __VERIFIER_nondet_int(); //+
            if (d == 0 && 7 / d == 2)
                reach_error(); //!
        }",
        0,
        "undefined behaviour: 7 / d divides by zero",
        &wrapping(),
    );
}

/// As in the search: a variable that was never given a value has any.
#[test]
fn what_was_never_written_is_anything() {
    confirmed(
        "int main(void) {
            int x;
            if (x == 2)
                reach_error(); //!
        }",
        0,
    );
    // So has a call that ended without `return`; what was returned is as it was.
    let partly = "int f(int x) {
            if (x == 0)
                return 3; //+
        }
        int main(void) {
            int y = f(WITH); //+
            if (y == 2)
                reach_error(); //!
        }";
    confirmed(&partly.replace("WITH", "1"), 0);
    refuted(&partly.replace("WITH", "0"), 0);
}

#[test]
fn what_is_not_followed_is_unknown() {
    let rest = "if (x == 3)
                reach_error(); //!
        }";
    let cases = [
        ("int x = unknown(3); //+", "the path calls `unknown`, which has no body"),
        ("void *p = malloc(4); int x = p ? 3 : 0; //+", "the path calls `malloc`"),
        ("int x = 0; again: x++; if (x < 3) goto again; //+", "it may jump back"),
        ("int y = 3; char *p = (char *)&y; *p = 3; int x = y; //+", "read as another type"),
    ];
    for (start, because) in cases {
        unknown(&format!("int main(void) {{ {start}\n{rest}"), 0, because, &wrapping());
    }
    let nowhere = "int main(void) {
            int x = 3; //+
        }
        void other(void) {
            reach_error(); //!
        }";
    unknown(nowhere, 0, "there is no such assertion", &wrapping());
    let hard = "int main(void) {
            unsigned long x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint(); //+
            if (x > 1 && y > 1 && x * y == 1000000016000000063ul)
                reach_error(); //!
        }";
    let time_limit = Some(std::time::Duration::ZERO);
    unknown(hard, 0, "time limit", &Options { time_limit, ..wrapping() });
}
