//! Wrong C texts and what is said about them.

use expect_test::{Expect, expect};
use lariat_c::{DataModel, Source, read_program};

fn check(texts: &[&str], expected: Expect) {
    let names: Vec<String> = (0..texts.len()).map(|i| format!("{i}.c")).collect();
    let sources: Vec<Source<'_>> =
        texts.iter().zip(&names).map(|(text, name)| Source { name, text }).collect();
    let program = read_program(&sources, DataModel::Lp64);
    let shown: String =
        program.diagnostics.iter().map(|d| d.as_lines(&program.files) + "\n").collect();
    expected.assert_eq(&shown);
}

#[test]
fn recovery_finds_several_errors() {
    check(
        &["int f(void) { int x = ; y = 3; return x +; }\nint g( { }\nint h(void) { return z; }"],
        expect![[r#"
            0.c:1:23: error[syntax]: expected an expression, found `;`
            0.c:1:25: error[undeclared]: `y` is not declared
            0.c:1:42: error[syntax]: expected an expression, found `;`
            0.c:2:8: error[syntax]: expected `identifier`, found `{`
            0.c:3:22: error[undeclared]: `z` is not declared
        "#]],
    );
}

#[test]
fn types_are_checked() {
    check(
        &["struct s { int a; } v; struct t;
           void f(int *p) { v = 3; p = v; *v; p->a; v.b; 1 = 2; struct t x; f(); f(p, p); -v; }
           int a[-1]; int g(void) { break; }
           int n; int k = n; enum { A, A };"],
        expect![[r#"
            0.c:2:33: error[type]: incompatible types in assignment of struct s from int
            0.c:2:40: error[type]: cannot convert struct s to int *
            0.c:2:43: error[type]: cannot dereference struct s
            0.c:2:48: error[type]: `a` is no member of int
            0.c:2:54: error[type]: `b` is no member of struct s
            0.c:2:60: error[type]: cannot assign to this expression
            0.c:2:74: error[type]: variable of incomplete type struct t
            0.c:2:78: error[type]: too few arguments: 0 given, 1 expected
            0.c:2:83: error[type]: too many arguments: 2 given, 1 expected
            0.c:2:91: error[type]: operator does not apply to struct s
            0.c:3:17: error[type]: the length of an array is negative or too large
            0.c:3:37: error[type]: break outside of a loop or switch
            0.c:4:27: error[constant]: the initialiser of a static object is not constant
            0.c:4:40: error[redefinition]: conflicting declarations of `A`
            0.c:4:37: note: declared here before
        "#]],
    );
}

#[test]
fn line_markers_steer_places() {
    check(
        &["# 10 \"orig.h\" 1\nint x = y;\n#line 70 \"other.c\"\n\nint z = w;"],
        expect![[r#"
        orig.h:10:9: error[undeclared]: `y` is not declared
        other.c:71:9: error[undeclared]: `w` is not declared
    "#]],
    );
}

#[test]
fn units_must_agree() {
    check(
        &[
            "int x; int f(int); static int s; struct p { int a; }; struct p q; int d = 1;",
            "long x; void f(int); static long s; struct p { int a; }; extern struct p q; int d = 2;",
        ],
        expect![[r#"
            1.c:1:6: error[redefinition]: conflicting declarations of `x`
            0.c:1:5: note: declared here before
            1.c:1:14: error[redefinition]: conflicting declarations of `f`
            0.c:1:12: note: declared here before
            1.c:1:81: error[redefinition]: `d` is initialised twice
            0.c:1:71: note: first here
        "#]],
    );
}
