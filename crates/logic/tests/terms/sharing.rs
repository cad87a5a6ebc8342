//! Terms exist once, and walking them meets each once.

use crate::notation::World;
use lariat_logic::{Binder, BinderKind, Op, Sort, Substitution, Term, Terms, Value};

#[test]
fn equal_terms_are_one_term() {
    let mut world = World::new();
    // Each pair is written in two ways that the constructors make alike.
    for (one, other) in [
        ("(+ x (* y 2))", "(+ x (* 2 y))"),
        ("(= x y)", "(= y x)"),
        ("(+ x y)", "(+ y x)"),
        ("(+ 3 x)", "(+ (+ x 1) 2)"),
        ("(not (< x y))", "(<= y x)"),
    ] {
        let (one, other) = (world.read(one), world.read(other));
        let first = world.build(&one);
        let size = world.terms.len();
        assert_eq!(world.build(&one), first);
        assert_eq!(world.terms.len(), size, "nothing new was built");
        assert_eq!(world.build(&other), first, "{other:?}");
    }
}

#[test]
fn different_terms_are_different() {
    let mut world = World::new();
    let texts = ["x", "y", "(+ x y)", "(- x y)", "(- y x)", "(* x y)", "1", "1.0", "1bv3", "1bv4"];
    let mut seen = std::collections::BTreeSet::new();
    for text in texts {
        let expr = world.read(text);
        assert!(seen.insert(world.build(&expr)), "{text}");
    }
}

#[test]
fn variables_of_one_name_are_different() {
    let mut terms = Terms::new();
    let (one, other) = (terms.declare("x", Terms::INT), terms.declare("x", Terms::INT));
    assert_ne!(terms.var(one), terms.var(other));
    assert_eq!(terms.find_var(one), Some(terms.var(one)));
}

#[test]
fn sorts_are_interned() {
    let mut terms = Terms::new();
    let map = Sort::Map { indices: vec![Terms::INT], element: Terms::BOOL };
    assert_eq!(terms.sort(map.clone()), terms.sort(map));
    assert_eq!(terms.bv_sort(7), terms.sort(Sort::Bv(7)));
    assert_ne!(terms.bv_sort(7), terms.bv_sort(8));
    assert_eq!(*terms.sort_of_id(Terms::REAL), Sort::Real);
}

#[test]
fn subterms_come_once_children_first() {
    let mut world = World::new();
    let expr = world.read("(and (< x y) (or (< x y) p))");
    let term = world.build(&expr);
    let mut order = Vec::new();
    world.terms.for_each_subterm([term], |id, _| order.push(world.show(id)));
    let expected = ["x", "y", "(< x y)", "p", "(or (< x y) p)", "(and (< x y) (or (< x y) p))"];
    assert_eq!(order, expected);
    let vars: Vec<&str> = world
        .terms
        .variables([term])
        .into_iter()
        .map(|v| world.terms.variable(v).name.as_str())
        .collect();
    assert_eq!(vars, ["x", "y", "p"]);
}

#[test]
fn substitution_simplifies_and_is_parallel() {
    let mut world = World::new();
    let [x, y] = [world.vars[2], world.vars[3]];
    let (x_term, y_term) = (world.terms.var(x), world.terms.var(y));
    let mut swap = Substitution::new();
    swap.set(x, y_term);
    swap.set(y, x_term);
    let expr = world.read("(- x y)");
    let difference = world.build(&expr);
    let swapped = world.terms.substitute(difference, &mut swap);
    assert_eq!(world.show(swapped), "(- y x)");

    let mut same = Substitution::new();
    same.set(x, y_term);
    let zero = world.terms.substitute(difference, &mut same);
    assert_eq!(world.show(zero), "0");
    same.unset(x);
    assert_eq!(world.terms.substitute(difference, &mut same), difference, "nothing is remembered");
}

#[test]
fn old_values() {
    let mut world = World::new();
    let x = world.vars[2];
    let (x_term, two) = (world.terms.var(x), world.terms.int(2));
    let old = world.terms.old(x_term);
    assert_eq!(world.terms.old(old), old, "old of old is old");
    assert_eq!(world.terms.old(two), two, "literals do not change");
    let sum = world.terms.app(Op::Add, &[old, x_term]);
    // Without a word about `old` it stays, and what is under it changes like the rest.
    let mut now = Substitution::new();
    now.set(x, two);
    let expected = world.terms.int(4);
    assert_eq!(world.terms.substitute(sum, &mut now), expected, "old of a literal");
    let mut both = Substitution::new();
    let (one, five) = (world.terms.int(1), world.terms.int(5));
    both.set(x, one);
    both.set_old(x, five);
    let six = world.terms.int(6);
    assert_eq!(world.terms.substitute(sum, &mut both), six);
    let mut dropped = Substitution::new();
    dropped.drop_old();
    let twice = world.terms.app(Op::Add, &[x_term, x_term]);
    assert_eq!(world.terms.substitute(sum, &mut dropped), twice);
}

#[test]
fn binders_with_a_constant_body_collapse() {
    let mut world = World::new();
    let x = world.vars[2];
    let mut bind = |kind, text: &str| {
        let expr = world.read(text);
        let body = world.build(&expr);
        let binder = Binder {
            kind,
            vars: vec![x],
            body,
            triggers: Vec::new(),
            no_triggers: Vec::new(),
            name: None,
            weight: None,
        };
        let term = world.terms.bind(binder);
        (term, world.terms.sort_of(term))
    };
    assert_eq!(bind(BinderKind::Forall, "(= x x)").0, Terms::TRUE);
    assert_eq!(bind(BinderKind::Exists, "(< x x)").0, Terms::FALSE);
    let (forall, sort) = bind(BinderKind::Forall, "(< x y)");
    assert_eq!((bind(BinderKind::Forall, "(< x y)").0, sort), (forall, Terms::BOOL));
    assert_ne!(bind(BinderKind::Exists, "(< x y)").0, forall);
    // A lambda with a constant body is still a map.
    let (_, sort) = bind(BinderKind::Lambda, "3");
    assert_eq!(sort, world.map);
    assert!(world.terms.has_binder(forall));
}

#[test]
fn calls_are_evaluated_by_their_interpretation() {
    let mut world = World::new();
    let f = world.terms.declare_function("f", vec![Terms::INT], Terms::INT);
    let three = world.terms.int(3);
    let call = world.terms.call(f, &[three]);
    assert_eq!(world.terms.call(f, &[three]), call);
    assert!(matches!(world.terms.get(call), Term::Call(..)));
    let env = Default::default();
    let mut twice = |_, args: &[Value]| Some(Value::Int(args[0].as_int()? * 2));
    assert_eq!(world.terms.eval(call, &env, &mut twice), Ok(Value::int(6)));
    let mut none = |_, _: &[Value]| None;
    assert_eq!(world.terms.eval(call, &env, &mut none), Err(lariat_logic::EvalError::Function(f)));
}
