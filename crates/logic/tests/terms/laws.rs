//! The laws that the constructors apply, each with its check by evaluation.

use crate::notation::{World, value};
use crate::random::Random;
use lariat_logic::Value;

/// An expression and the term that the constructors make of it.
const LAWS: &[(&str, &str)] = &[
    ("(not (not p))", "p"),
    ("(not (< x y))", "(<= y x)"),
    ("(not (<= u v))", "(< v u)"),
    ("(not (= x y))", "(not (= x y))"),
    ("(not (bvult b c))", "(not (bvult b c))"),
    ("(and p true)", "p"),
    ("(and p false)", "false"),
    ("(and p p)", "p"),
    ("(and p (not p))", "false"),
    ("(and p q (not q))", "false"),
    ("(and p q p)", "(and p q)"),
    ("(or p false)", "p"),
    ("(or p true)", "true"),
    ("(or p (not p))", "true"),
    ("(or p q)", "(or p q)"),
    ("(=> true p)", "p"),
    ("(=> false p)", "true"),
    ("(=> p true)", "true"),
    ("(=> p false)", "(not p)"),
    ("(=> p p)", "true"),
    ("(=> p q)", "(=> p q)"),
    // Equality.
    ("(= x x)", "true"),
    ("(= m m)", "true"),
    ("(= p true)", "p"),
    ("(= false p)", "(not p)"),
    ("(= 3 x)", "(= x 3)"),
    ("(= (+ x 1) (+ x 2))", "false"),
    ("(= (+ x 1) (+ 1 x))", "true"),
    ("(= (+ x 1) 3)", "(= x 2)"),
    ("(= (+ x 1) y)", "(= (+ x 1) y)"),
    ("(= (ite p 1 2) 1)", "p"),
    ("(= (ite p 1 2) 2)", "(not p)"),
    ("(= (ite p 1 2) 3)", "false"),
    ("(= (ite p x 2) 2)", "(=> p (= x 2))"),
    ("(= (ite p x y) 2)", "(= (ite p x y) 2)"),
    // If-then-else.
    ("(ite true x y)", "x"),
    ("(ite false x y)", "y"),
    ("(ite p x x)", "x"),
    ("(ite (not p) x y)", "(ite p y x)"),
    ("(ite p true false)", "p"),
    ("(ite p false true)", "(not p)"),
    ("(ite p true q)", "(or p q)"),
    ("(ite p q false)", "(and p q)"),
    ("(ite p false q)", "(and (not p) q)"),
    ("(ite p q true)", "(=> p q)"),
    // Sums: constants gather at the right.
    ("(+ x 0)", "x"),
    ("(+ 1 x)", "(+ x 1)"),
    ("(+ (+ x 1) 2)", "(+ x 3)"),
    ("(+ (+ x 1) (+ y 2))", "(+ (+ x y) 3)"),
    ("(+ (+ x 1) -1)", "x"),
    ("(- x 0)", "x"),
    ("(- x x)", "0"),
    ("(- (+ x 3) (+ x 1))", "2"),
    ("(- (+ x 3) (+ y 1))", "(+ (- x y) 2)"),
    ("(- 3 x)", "(+ (- x) 3)"),
    ("(- x 3)", "(+ x -3)"),
    ("(* x 0)", "0"),
    ("(* 1 x)", "x"),
    ("(* 2 x)", "(* x 2)"),
    ("(* x -1)", "(* x -1)"),
    ("(+ u 0.0)", "(+ u 0.0)"),
    // Comparisons.
    ("(< x x)", "false"),
    ("(<= x x)", "true"),
    ("(< u u)", "false"),
    ("(bvult b b)", "false"),
    ("(bvslt b b)", "false"),
    ("(bvule b b)", "true"),
    ("(bvsle b b)", "true"),
    ("(bvule b c)", "(bvule b c)"),
    // Bits.
    ("(zero_extend:0 b)", "b"),
    ("(sign_extend:0 b)", "b"),
    ("(extract:2:0 b)", "b"),
    ("(extract:1:0 b)", "(extract:1:0 b)"),
    ("(extract:2:1 b)", "(extract:2:1 b)"),
    // Maps: a read looks through updates at places that are surely others, and no further.
    ("(select (store m x 5) x)", "5"),
    ("(select (store m 1 5) 2)", "(select m 2)"),
    ("(select (store m x 5) (+ x 1))", "(select m (+ x 1))"),
    ("(select (store m x 5) y)", "(select (store m x 5) y)"),
    ("(select (store (store m y 4) 1 5) 2)", "(select (store m y 4) 2)"),
    ("(select (everywhere x) y)", "x"),
    ("(select (store (everywhere 0) 1 5) 2)", "0"),
    ("(select (store t x true 5) x true)", "5"),
    ("(select (store t x true 5) y false)", "(select t y false)"),
    ("(select (store t x p 5) x q)", "(select (store t x p 5) x q)"),
    // Datatypes.
    ("(head (cons x l))", "x"),
    ("(tail (cons x l))", "l"),
    ("(head l)", "(head l)"),
    ("(is-cons (cons x l))", "true"),
    ("(is-nil (cons x l))", "false"),
    ("(is-nil l)", "(is-nil l)"),
    // What has no value stays as it is.
    ("(div 1 0)", "(div 1 0)"),
    ("(/ 1.0 0.0)", "(/ 1.0 0.0)"),
    ("(div x 1)", "(div x 1)"),
];

#[test]
fn each_law_is_applied_and_holds() {
    let mut random = Random(2);
    for (before, after) in LAWS {
        let mut world = World::new();
        let expr = world.read(before);
        let term = world.build(&expr);
        assert_eq!(world.show(term), *after, "{before}");
        for _ in 0..100 {
            let env = random.env(&world);
            let Ok(expected) = value(&expr, &env) else { continue };
            let mut none = |_, _: &[Value]| None;
            let found = world.terms.eval(term, &env, &mut none);
            assert_eq!(found, Ok(expected), "{before} under {env:?}");
        }
    }
}

#[test]
fn a_read_looks_through_a_bounded_number_of_updates() {
    let mut world = World::new();
    let mut map = world.read("m");
    for place in 1..=100 {
        let text = format!("(store m {place} 7)");
        let crate::notation::Expr::App(op, mut args) = world.read(&text) else { unreachable!() };
        args[0] = map;
        map = crate::notation::Expr::App(op, args);
    }
    let read = |map, place: i64| {
        let args = vec![map, crate::notation::Expr::Literal(Value::int(place))];
        crate::notation::Expr::App(lariat_logic::Op::Select, args)
    };
    let near = world.build(&read(map.clone(), 100));
    assert_eq!(world.show(near), "7");
    // Far down there are updates left, and the place is still read correctly.
    let far = world.build(&read(map, 1));
    let mut random = Random(3);
    let env = random.env(&world);
    let mut none = |_, _: &[Value]| None;
    assert_eq!(world.terms.eval(far, &env, &mut none), Ok(Value::int(7)));
}
