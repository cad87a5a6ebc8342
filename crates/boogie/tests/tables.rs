//! The tables of the checker: types, resolutions, instantiations, calls and modifies sets.

mod common;

use common::{accept, parse_text};
use lariat_boogie::ast::{Decl, ExprId, ExprKind};
use lariat_boogie::checked::{FunctionKind, GlobalId, Resolution};
use lariat_boogie::{CheckOptions, Checked, Program, check, print_expr};

/// All expressions of the program that print as `text`.
fn find(program: &Program, text: &str) -> Vec<ExprId> {
    (0..program.exprs.len() as u32)
        .map(ExprId)
        .filter(|&e| print_expr(program, e) == text)
        .collect()
}

/// The type of the first expression that prints as `text`.
fn type_of(program: &Program, checked: &Checked, text: &str) -> String {
    let expr = find(program, text)[0];
    checked.show(&program.interner, checked.ty(expr))
}

#[test]
fn types_are_expanded() {
    let (parsed, checked) = accept(
        "type S a = [a]T; type T = bv8; const m: S int;
         axiom m[3] ++ m[4] == 5bv16 && m[3][4:0] == 1bv4 && (if m == m then 1 else 2) > 0;",
    );
    let show = |text: &str| type_of(&parsed.program, &checked, text);
    assert_eq!(show("m"), "[int]bv8");
    assert_eq!(show("m[3]"), "bv8");
    assert_eq!(show("m[3] ++ m[4]"), "bv16");
    assert_eq!(show("m[3][4:0]"), "bv4");
    assert_eq!(show("if m == m then 1 else 2"), "int");
}

#[test]
fn names_are_resolved() {
    let (parsed, checked) = accept(
        "const c: int; var g: int;
         procedure p(a: int, b: int) returns (r: int) modifies g; {
           var l: int, k: int;
           k := b; g := c; r := l;
           assert (forall q: int, s: int :: s > q);
         }",
    );
    let program = &parsed.program;
    let resolution = |text: &str| checked.resolution(find(program, text)[0]);
    assert!(matches!(resolution("c"), Resolution::Const(_)));
    assert_eq!(resolution("g"), Resolution::Global(GlobalId(0)));
    assert_eq!(resolution("b"), Resolution::In(1));
    assert_eq!(resolution("r"), Resolution::Out(0));
    assert_eq!(resolution("l"), Resolution::Local(0));
    assert_eq!(resolution("k"), Resolution::Local(1));
    let forall = find(program, "(forall q: int, s: int :: s > q)")[0];
    let bound: Vec<_> = checked.bound_vars_of(forall, 2).collect();
    assert_eq!(resolution("q"), Resolution::Bound(bound[0]));
    assert_eq!(resolution("s"), Resolution::Bound(bound[1]));
    assert_eq!(program.text(checked.bound_vars[bound[1].index()].name), "s");
}

#[test]
fn type_arguments_are_found() {
    let (parsed, checked) = accept(
        "type F a; const f: F bool; const h: <a>[int, F a]a;
         function id<a>(x: a): a; function none<b>(): [b]bool;
         axiom h[1, f] && id(3) == 4 && none()[2.0];
         procedure q<a>(x: a) returns (y: a);
         procedure p() { var m: [int]bool; call m := q(m); }",
    );
    let program = &parsed.program;
    let args = |text: &str| -> Vec<String> {
        let expr = find(program, text)[0];
        let args = checked.type_args(expr).iter();
        args.map(|&t| checked.show(&program.interner, t)).collect()
    };
    assert_eq!(args("h[1, f]"), ["bool"]);
    assert_eq!(args("id(3)"), ["int"]);
    assert_eq!(args("none()"), ["real"]);
    let call = &checked.calls[0];
    assert_eq!(call.procedure, checked.procedure(program, "q"));
    assert_eq!(checked.show(&program.interner, call.type_args[0]), "[int]bool");
}

#[test]
fn datatypes_of_both_syntaxes_have_the_same_tables() {
    let old = "type {:datatype} L; function {:constructor} nil(): L;
               function {:constructor} cons(head: int, tail: L): L;
               axiom is#cons(nil()) && head#cons(nil()) == 3;";
    let new = "datatype L { nil(), cons(head: int, tail: L) }
               axiom nil() is cons && nil()->head == 3;";
    for text in [old, new] {
        let (parsed, checked) = accept(text);
        let info = &checked.datatypes[0];
        assert_eq!(info.constructors.len(), 2);
        let cons = &info.constructors[1];
        let fields: Vec<_> = cons.fields.iter().map(|&f| parsed.program.text(f)).collect();
        assert_eq!(fields, ["head", "tail"]);
        let function = &checked.functions[cons.function.index()];
        assert!(matches!(function.kind, FunctionKind::Constructor(_, 1)));
        assert_eq!(function.params.len(), 2);
    }
    let (parsed, checked) = accept(old);
    let tester = checked.function(&parsed.program, "is#cons").unwrap();
    assert!(matches!(checked.functions[tester.index()].kind, FunctionKind::Tester(_, 1)));
    let selector = checked.function(&parsed.program, "head#cons").unwrap();
    assert!(matches!(checked.functions[selector.index()].kind, FunctionKind::Selector(_, 1, 0)));
    let (parsed, checked) = accept(new);
    let is = find(&parsed.program, "nil() is cons")[0];
    assert!(matches!(checked.resolution(is), Resolution::Tester(_, 1)));
}

#[test]
fn modifies_sets_are_inferred_through_calls() {
    let text = "var a, b, c, d: int;
        procedure leaf() { a := 1; }
        procedure middle() { call leaf(); call extern(); }
        procedure extern(); modifies c;
        procedure top() modifies d; { call middle(); if (*) { havoc b; } call top(); }
        procedure apart() { }";
    let parsed = parse_text(text);
    assert!(!check(&parsed.program, &CheckOptions::default()).is_ok());
    let (parsed, checked) = accept(text);
    let modifies = |name: &str| -> Vec<u32> {
        let id = checked.procedure(&parsed.program, name).unwrap();
        checked.procedures[id.index()].modifies.iter().map(|g| g.0).collect()
    };
    assert_eq!(modifies("leaf"), [0]);
    assert_eq!(modifies("middle"), [0, 2]);
    assert_eq!(modifies("extern"), [2]);
    assert_eq!(modifies("top"), [0, 1, 2, 3]);
    assert_eq!(modifies("apart"), [0; 0]);
}

#[test]
fn implementations_belong_to_their_procedures() {
    let (parsed, checked) =
        accept("procedure p(x: int) { var l: bool; } implementation p(y: int) { var m, n: real; }");
    let info = &checked.procedures[0];
    assert_eq!(info.implementations.len(), 2);
    let locals: Vec<_> = checked.implementations.iter().map(|i| i.locals.len()).collect();
    assert_eq!(locals, [1, 2]);
    assert!(matches!(parsed.program[checked.implementations[0].decl], Decl::Procedure(_)));
    assert!(matches!(parsed.program[checked.implementations[1].decl], Decl::Implementation(_)));
}

/// Without errors, every expression of a program that is not in an unresolved attribute has
/// a type without unknowns.
#[test]
fn no_expression_of_the_corpus_is_left_untyped() {
    for case in common::corpus("valid") {
        let (parsed, checked) = accept(&case.text);
        for i in 0..parsed.program.exprs.len() as u32 {
            let expr = ExprId(i);
            let kind = &parsed.program[expr].kind;
            let text = print_expr(&parsed.program, expr);
            if text == "unknown" || text == "zzz" {
                continue;
            }
            let shown = checked.show(&parsed.program.interner, checked.ty(expr));
            assert!(!shown.contains(['?', '_']), "{}: {text}: {shown}", case.name);
            if matches!(kind, ExprKind::Var(_) | ExprKind::App { .. } | ExprKind::Field { .. }) {
                assert_ne!(checked.resolution(expr), Resolution::None, "{}: {text}", case.name);
            }
        }
    }
}
