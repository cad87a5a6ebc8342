//! Messages with their places: one line each, no cascades.

mod common;

use common::{diagnose, errors, sources};

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    assert_eq!(errors(text), expected);
}

#[test]
fn places_are_lines_and_columns_from_one() {
    check("axiom x;", &["1:7 there is no variable or constant `x`"]);
    check("\n\n  axiom true &&\n   y;", &["4:4 there is no variable or constant `y`"]);
    check("/* é */ axiom x;", &["1:15 there is no variable or constant `x`"]);
}

#[test]
fn an_error_in_a_statement_hides_nothing_after_it() {
    check(
        "procedure p() {\n  assert ;\n  x := 3 + ;\n  assume true\n  assert false;\n}\nvar y int;\naxiom true;\nprocedure q( { }",
        &[
            "2:10 expected an expression, found `;`",
            "3:12 expected an expression, found `;`",
            "5:3 expected `;`, found `assert`",
            "7:7 expected `:`, found `int`",
            "9:14 expected a name, found `{`",
        ],
    );
}

#[test]
fn an_error_in_an_attribute_stays_there() {
    check(
        "procedure p() { assume {:a 1 2} true; assert ; }\naxiom {:b ,} true; axiom ;",
        &[
            "1:30 expected `}`, found `2`",
            "1:46 expected an expression, found `;`",
            "2:11 expected an expression, found `,`",
            "2:26 expected an expression, found `;`",
        ],
    );
}

#[test]
fn a_body_that_is_not_closed_ends_at_the_next_declaration() {
    check(
        "procedure p() { assert true;\nprocedure q() { assert ; }",
        &[
            "2:1 expected a statement or `}`, found `procedure`",
            "2:24 expected an expression, found `;`",
        ],
    );
}

#[test]
fn an_error_in_locals_does_not_hide_the_body() {
    check(
        "procedure p() { var x int; var y: int; y := ; }",
        &["1:23 expected `:`, found `int`", "1:45 expected an expression, found `;`"],
    );
}

#[test]
fn errors_of_types_do_not_cascade() {
    check(
        "const c: T; function f(x: T): int; axiom f(c) + c > 3 && c == c && f(c) == c;",
        &["1:10 there is no type `T`", "1:27 there is no type `T`"],
    );
    check(
        "axiom (var y := zz; y + 1 > y && !y && y[3] == y[4]);",
        &["1:17 there is no variable or constant `zz`"],
    );
}

#[test]
fn several_type_errors_in_one_expression() {
    check(
        "axiom (3 + true == 1) && !4 && f(5);",
        &[
            "1:8 `+` does not take operands of types int and bool",
            "1:26 `!` needs bool, not int",
            "1:32 there is no function `f`",
        ],
    );
}

#[test]
fn types_are_shown_as_written_in_boogie() {
    check(
        "type C a b; var m: <a>[C a int]a; procedure p() { assert m == 3; }",
        &["1:58 `==` does not take operands of types <a>[C a int]a and int"],
    );
    check(
        "type C a; procedure p(x: C (C int), y: [int, bool][int]C bool) { assert x == y; }",
        &["1:73 `==` does not take operands of types C (C int) and [int,bool][int]C bool"],
    );
    check(
        "procedure p(f: <a, b>[b][a]<c>[c, a]bool) { assert f; }",
        &["1:52 an assertion must be of type bool, not <a,b>[a][b]<a1>[a1,b]bool"],
    );
}

#[test]
fn help_and_notes() {
    let found = diagnose("const old: int;");
    assert_eq!(found[0].help.as_deref(), Some("`old` is a reserved word; write `\\old`"));
    let found = diagnose("var g: int; procedure p() { g := 1; }");
    assert_eq!(found[0].help.as_deref(), Some("add `modifies g;` to its contract"));
    let text = "type T;\ntype T;";
    let found = diagnose(text);
    assert_eq!(sources(text).locate(found[0].notes[0].0.start).line, 1);
}

#[test]
fn a_warning_is_no_error() {
    let found = diagnose("function any<a>(): a; axiom any() == any();");
    assert_eq!(found.len(), 1);
    assert!(!found[0].is_error() && found[0].code == "ambiguous-type");
}

#[test]
fn errors_are_counted_up_to_a_bound() {
    let found = diagnose(&"axiom ;\n".repeat(1000));
    assert_eq!(found.len(), 51);
    assert!(found[50].message.contains("too many errors"));
}
