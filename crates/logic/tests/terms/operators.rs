//! What each operator computes, at the edges of its domain.

use crate::notation::{Expr, World, value};
use lariat_logic::{Env, EvalError, MapValue, Op, Value, apply_op};

/// Closed expressions and their values; `?` where the theory leaves the value open.
const CASES: &[(&str, &str)] = &[
    ("(not true)", "false"),
    ("(not false)", "true"),
    ("(and true true true)", "true"),
    ("(and true true false)", "false"),
    ("(or false false false)", "false"),
    ("(or false false true)", "true"),
    ("(=> false false)", "true"),
    ("(=> false true)", "true"),
    ("(=> true false)", "false"),
    ("(=> true true)", "true"),
    ("(= true true)", "true"),
    ("(= false true)", "false"),
    ("(= 2 2)", "true"),
    ("(= 2.0 2.5)", "false"),
    ("(= 5bv3 2bv3)", "false"),
    ("(ite true 1 2)", "1"),
    ("(ite false 1 2)", "2"),
    // Integers and reals.
    ("(+ 2 -3)", "-1"),
    ("(- 2 -3)", "5"),
    ("(* -2 -3)", "6"),
    ("(- 0)", "0"),
    ("(- -7)", "7"),
    ("(+ 0.5 0.25)", "3.0 / 4.0"),
    ("(- 0.5 0.75)", "-1.0 / 4.0"),
    ("(* 0.5 -2.0)", "-1.0"),
    ("(- 0.5)", "-1.0 / 2.0"),
    ("(/ 1.0 3.0)", "1.0 / 3.0"),
    ("(/ 1.0 0.0)", "?"),
    ("(/ 0.0 -2.0)", "0.0"),
    ("(to_real -3)", "-3.0"),
    ("(to_int 2.5)", "2"),
    ("(to_int -2.5)", "-3"),
    ("(to_int -2.0)", "-2"),
    // The remainder is never negative, whatever the signs.
    ("(div 7 2)", "3"),
    ("(mod 7 2)", "1"),
    ("(div -7 2)", "-4"),
    ("(mod -7 2)", "1"),
    ("(div 7 -2)", "-3"),
    ("(mod 7 -2)", "1"),
    ("(div -7 -2)", "4"),
    ("(mod -7 -2)", "1"),
    ("(div -6 2)", "-3"),
    ("(mod -6 2)", "0"),
    ("(div 1 0)", "?"),
    ("(mod 1 0)", "?"),
    ("(< 1 1)", "false"),
    ("(< -1 1)", "true"),
    ("(<= 1 1)", "true"),
    ("(<= 2 1)", "false"),
    ("(< 0.25 0.5)", "true"),
    ("(< 0.5 0.5)", "false"),
    ("(<= 0.5 0.5)", "true"),
    ("(<= 0.75 0.5)", "false"),
    ("(^ 2.0 10.0)", "1024.0"),
    ("(^ 2.0 -1.0)", "1.0 / 2.0"),
    ("(^ 3.0 0.0)", "1.0"),
    ("(^ 0.0 -1.0)", "?"),
    ("(^ 2.0 0.5)", "?"),
    ("(^ 2.0 5000.0)", "?"),
    // Bits.
    ("(concat 5bv3 1bv2)", "21bv5"),
    ("(concat 0bv1 1bv2)", "1bv3"),
    ("(extract:2:0 13bv4)", "5bv3"),
    ("(extract:3:1 13bv4)", "6bv3"),
    ("(extract:3:3 13bv4)", "1bv1"),
    ("(zero_extend:2 7bv3)", "7bv5"),
    ("(zero_extend:0 7bv3)", "7bv3"),
    ("(sign_extend:2 4bv3)", "28bv5"),
    ("(sign_extend:2 3bv3)", "3bv5"),
    ("(bvnot 0bv3)", "7bv3"),
    ("(bvnot 5bv3)", "2bv3"),
    ("(bvneg 0bv3)", "0bv3"),
    ("(bvneg 1bv3)", "7bv3"),
    ("(bvneg 4bv3)", "4bv3"),
    ("(bvadd 7bv3 1bv3)", "0bv3"),
    ("(bvsub 0bv3 1bv3)", "7bv3"),
    ("(bvmul 3bv3 3bv3)", "1bv3"),
    ("(bvudiv 7bv3 2bv3)", "3bv3"),
    ("(bvudiv 5bv3 0bv3)", "7bv3"),
    ("(bvurem 7bv3 4bv3)", "3bv3"),
    ("(bvurem 5bv3 0bv3)", "5bv3"),
    ("(bvsdiv 7bv3 2bv3)", "0bv3"), // -1 / 2
    ("(bvsdiv 5bv3 2bv3)", "7bv3"), // -3 / 2
    ("(bvsdiv 4bv3 7bv3)", "4bv3"), // -4 / -1 overflows
    ("(bvsdiv 3bv3 0bv3)", "7bv3"),
    ("(bvsdiv 5bv3 0bv3)", "1bv3"),
    ("(bvsrem 5bv3 2bv3)", "7bv3"), // sign of the dividend
    ("(bvsrem 3bv3 6bv3)", "1bv3"),
    ("(bvsrem 5bv3 0bv3)", "5bv3"),
    ("(bvsmod 5bv3 2bv3)", "1bv3"), // sign of the divisor
    ("(bvsmod 3bv3 6bv3)", "7bv3"),
    ("(bvsmod 5bv3 0bv3)", "5bv3"),
    ("(bvand 6bv3 3bv3)", "2bv3"),
    ("(bvor 6bv3 3bv3)", "7bv3"),
    ("(bvxor 6bv3 3bv3)", "5bv3"),
    ("(bvshl 3bv3 1bv3)", "6bv3"),
    ("(bvshl 3bv3 2bv3)", "4bv3"),
    ("(bvshl 3bv3 3bv3)", "0bv3"),
    ("(bvlshr 6bv3 1bv3)", "3bv3"),
    ("(bvlshr 6bv3 3bv3)", "0bv3"),
    ("(bvashr 6bv3 1bv3)", "7bv3"),
    ("(bvashr 6bv3 7bv3)", "7bv3"),
    ("(bvashr 3bv3 7bv3)", "0bv3"),
    ("(bvult 3bv3 4bv3)", "true"),
    ("(bvult 4bv3 4bv3)", "false"),
    ("(bvule 4bv3 4bv3)", "true"),
    ("(bvule 5bv3 4bv3)", "false"),
    ("(bvslt 4bv3 3bv3)", "true"),
    ("(bvslt 3bv3 3bv3)", "false"),
    ("(bvsle 3bv3 3bv3)", "true"),
    ("(bvsle 3bv3 4bv3)", "false"),
    ("(bv2nat 7bv3)", "7"),
    ("(nat2bv:3 9)", "1bv3"),
    ("(nat2bv:3 -1)", "7bv3"),
    // Maps.
    ("(select (everywhere 4) 9)", "4"),
    ("(select (store (everywhere 4) 9 5) 9)", "5"),
    ("(select (store (everywhere 4) 9 5) 8)", "4"),
    ("(= (store (everywhere 4) 9 4) (everywhere 4))", "true"),
    ("(= (store (everywhere 4) 9 5) (everywhere 4))", "false"),
    ("(= (store (everywhere 4) 9 5) (store (everywhere 6) 9 7))", "false"),
    // Equal wherever they differ from different defaults: not told from the form.
    ("(= (everywhere 4) (everywhere 5))", "?"),
    // Lists.
    ("(head (cons 1 (nil)))", "1"),
    ("(= (tail (cons 1 (nil))) (nil))", "true"),
    ("(head (nil))", "?"),
    ("(is-nil (nil))", "true"),
    ("(is-nil (cons 1 (nil)))", "false"),
    ("(is-cons (cons 1 (nil)))", "true"),
    ("(= (cons 1 (nil)) (cons 2 (nil)))", "false"),
    ("(= (cons 1 (nil)) (nil))", "false"),
];

fn shown(result: Result<Value, EvalError>) -> String {
    match result {
        Ok(value) => value.to_string(),
        Err(EvalError::Unspecified) => "?".into(),
        Err(other) => format!("{other:?}"),
    }
}

#[test]
fn operators_at_their_edges() {
    let world = World::new();
    for (text, expected) in CASES {
        assert_eq!(shown(value(&world.read(text), &Env::default())), *expected, "{text}");
    }
}

/// Folding constants gives the same, and leaves alone what has no value.
#[test]
fn constants_are_folded() {
    let mut world = World::new();
    for (text, expected) in CASES {
        let expr = world.read(text);
        let term = world.build(&expr);
        let mut none = |_, _: &[Value]| None;
        assert_eq!(shown(world.terms.eval(term, &Env::default(), &mut none)), *expected, "{text}");
        let scalar = matches!(&expr, Expr::App(op, args)
            if !matches!(op, Op::Construct(_)) && args.iter().all(|a| matches!(a, Expr::Literal(_))));
        if scalar && *expected != "?" {
            assert!(world.terms.as_literal(term).is_some(), "{text} is not folded");
        }
    }
}

#[test]
fn wide_numbers_do_not_overflow() {
    let wide = |bits: u8, shift: u32| Value::bv(num_bigint::BigUint::from(bits) << shift, 130);
    let apply = |op: Op, a: &Value, b: &Value| apply_op(&op, &[a, b]).unwrap();
    assert_eq!(apply(Op::BvAdd, &wide(1, 129), &wide(1, 129)), wide(0, 0));
    assert_eq!(apply(Op::BvMul, &wide(1, 65), &wide(1, 64)), wide(1, 129));
    assert_eq!(apply(Op::BvLshr, &wide(1, 129), &Value::bv(129u8, 130)), wide(1, 0));
    // A shift by a number that fits no machine word.
    assert_eq!(apply(Op::BvShl, &wide(1, 0), &wide(1, 100)), wide(0, 0));
    assert_eq!(apply(Op::BvSlt, &wide(1, 129), &wide(1, 0)), Value::Bool(true));
}

#[test]
fn operands_of_the_wrong_sort_are_an_error() {
    let (one, yes) = (Value::int(1), Value::Bool(true));
    for (op, args) in [
        (Op::Not, vec![&one]),
        (Op::Add, vec![&one, &yes]),
        (Op::Lt, vec![&yes, &one]),
        (Op::BvAdd, vec![&one, &one]),
        (Op::Select, vec![&one, &one]),
        (Op::Smt("str.len".into()), vec![&one]),
    ] {
        assert!(matches!(apply_op(&op, &args), Err(EvalError::Theory(_))), "{op:?}");
    }
}

/// Floats are bits; the arithmetic itself is tested in its own crate.
#[test]
fn floats_are_evaluated_as_bits() {
    let (one, two) = (Value::bv(0x3f80_0000u32, 32), Value::bv(0x4000_0000u32, 32));
    let apply = |name: &str| apply_op(&Op::Smt(name.into()), &[&one, &two]);
    assert_eq!(apply("float.add 8 24"), Ok(Value::bv(0x4040_0000u32, 32)));
    assert_eq!(apply("float.lt 8 24"), Ok(Value::Bool(true)));
    assert!(!Op::Smt("float.add 8 24".into()).is_foreign());
    assert!(Op::Smt("fp.add".into()).is_foreign());
}

#[test]
fn maps_are_canonical() {
    let map = MapValue::constant(Value::int(0));
    let there_and_back = map.clone().store(vec![Value::int(1)], Value::int(5));
    assert_ne!(there_and_back, map);
    assert_eq!(there_and_back.store(vec![Value::int(1)], Value::int(0)), map);
}

/// Rows over a finite index sort may be equal though they are written differently, and so may tables of
/// them.
#[test]
fn equality_of_nested_maps_is_not_guessed() {
    let row = |default: i64, other: i64| {
        let map = MapValue::constant(Value::int(default))
            .store(vec![Value::Bool(true)], Value::int(other));
        Value::Map(map.store(vec![Value::Bool(false)], Value::int(other)))
    };
    let table =
        |row: Value| Value::Map(MapValue::constant(row.clone()).store(vec![Value::int(1)], row));
    let (one, other) = (row(1, 3), row(2, 3));
    let rows = |entry: &Value| {
        Value::Map(MapValue::constant(row(1, 1)).store(vec![Value::int(1)], entry.clone()))
    };
    let equal = |a: &Value, b: &Value| apply_op(&Op::Eq, &[a, b]);
    assert_eq!(equal(&one, &other), Err(EvalError::Unspecified));
    assert_eq!(equal(&rows(&one), &rows(&other)), Err(EvalError::Unspecified));
    assert_eq!(equal(&table(one.clone()), &table(one.clone())), Ok(Value::Bool(true)));
    assert_eq!(equal(&rows(&one), &rows(&row(1, 4))), Ok(Value::Bool(false)));
}
