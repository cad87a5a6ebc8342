//! Values survive the way into a model and back, for every sort; cores are small and sufficient.

mod back_ends;

use lariat_budget::Budget;
use lariat_logic::{Binder, BinderKind, MapValue, Op, Sort, SortId, Terms, Value};
use lariat_solver::{Ast, Outcome, Solver, Translator, Z3Solver};
use num_bigint::BigInt;
use num_rational::BigRational;
use std::collections::BTreeSet;

fn check(solver: &mut dyn Solver, assumptions: &[Ast]) -> Outcome {
    solver.check(assumptions, &Budget::unlimited()).expect("an answer")
}

/// Asserts that a new constant equals the value, and reads it back.
fn round_trip(values: &[(Value, SortId)], terms: &Terms) {
    for (name, mut solver) in back_ends::all() {
        let mut constants = Vec::new();
        for (value, sort) in values {
            let constant = solver.constant(terms, "a constant", *sort);
            let literal = solver.literal(terms, value, *sort);
            let equation = solver.app(terms, &Op::Eq, &[constant, literal], Terms::BOOL);
            solver.assert(equation);
            constants.push(constant);
        }
        assert_eq!(check(&mut solver, &[]), Outcome::Sat, "{name}");
        for (constant, (value, _)) in constants.iter().zip(values) {
            let found = solver.value(terms, *constant).unwrap();
            assert_eq!(found.as_ref(), Some(value), "{name}");
        }
    }
}

#[test]
fn numbers() {
    let mut terms = Terms::new();
    let huge = BigInt::from(7).pow(100u32);
    let (wide, narrow) = (terms.bv_sort(200), terms.bv_sort(1));
    round_trip(
        &[
            (Value::Bool(true), Terms::BOOL),
            (Value::int(0), Terms::INT),
            (Value::Int(-&huge), Terms::INT),
            (Value::Int(huge.clone()), Terms::INT),
            (Value::Real(BigRational::new((-1).into(), 3.into())), Terms::REAL),
            (Value::Real(BigRational::from(huge.clone())), Terms::REAL),
            (Value::bv(1u8, 1), narrow),
            (Value::bv(huge.to_biguint().unwrap(), 200), wide),
        ],
        &terms,
    );
}

#[test]
fn elements_maps_and_data() {
    let mut terms = Terms::new();
    let thing = terms.sort(Sort::Uninterpreted("a thing".to_owned()));
    let flat = terms.sort(Sort::Map { indices: vec![thing], element: Terms::INT });
    let wide = terms.sort(Sort::Map { indices: vec![Terms::INT, Terms::INT], element: thing });
    let tree = terms.declare_datatype("tree");
    let tree_sort = terms.datatype(tree).sort;
    let forest = terms.sort(Sort::Map { indices: vec![Terms::INT], element: tree_sort });
    let leaf = terms.add_constructor(tree, "leaf", vec![]);
    let node = terms.add_constructor(tree, "node", vec![("all".into(), forest)]);
    let element = |n| Value::Element { sort: thing, number: n };
    let leaf = Value::Data { constructor: leaf, fields: vec![] };
    let row = MapValue::constant(leaf.clone());
    let inner = Value::Data { constructor: node, fields: vec![Value::Map(row.clone())] };
    round_trip(
        &[
            (element(3), thing),
            (element(70), thing),
            (element(0), thing),
            (leaf, tree_sort),
            (inner, tree_sort),
        ],
        &terms,
    );
    let map = MapValue::constant(Value::int(4));
    let map = map.store(vec![element(70)], Value::int(5)).store(vec![element(3)], Value::int(-1));
    let table = MapValue::constant(element(70));
    let table = table.store(vec![Value::int(1), Value::int(2)], element(0));
    let values = [(Value::Map(map), flat), (Value::Map(table), wide)];
    // Other solvers take only literals as defaults of constant maps.
    let mut z3 = Z3Solver::default();
    for (value, sort) in &values {
        let constant = z3.constant(&terms, "m", *sort);
        let literal = z3.literal(&terms, value, *sort);
        let equation = z3.app(&terms, &Op::Eq, &[constant, literal], Terms::BOOL);
        z3.assert(equation);
        assert_eq!(check(&mut z3, &[]), Outcome::Sat);
        assert_eq!(z3.value(&terms, constant).unwrap().as_ref(), Some(value));
    }
}

#[test]
fn elements_that_were_not_named_are_numbered_apart() {
    let mut terms = Terms::new();
    let thing = terms.sort(Sort::Uninterpreted("S".to_owned()));
    for (name, mut solver) in back_ends::all() {
        let known = solver.literal(&terms, &Value::Element { sort: thing, number: 2 }, thing);
        let others: Vec<Ast> = (0..3).map(|_| solver.constant(&terms, "x", thing)).collect();
        let all: Vec<Ast> = std::iter::once(known).chain(others).collect();
        for (i, &a) in all.iter().enumerate() {
            for &b in &all[..i] {
                let same = solver.app(&terms, &Op::Eq, &[a, b], Terms::BOOL);
                let apart = solver.app(&terms, &Op::Not, &[same], Terms::BOOL);
                solver.assert(apart);
            }
        }
        assert_eq!(check(&mut solver, &[]), Outcome::Sat, "{name}");
        let values: Vec<Value> =
            all.iter().map(|&a| solver.value(&terms, a).unwrap().expect(name)).collect();
        assert_eq!(values[0], Value::Element { sort: thing, number: 2 }, "{name}");
        assert_eq!(values.iter().collect::<BTreeSet<_>>().len(), 4, "{name}: {values:?}");
    }
}

#[test]
fn unconstrained_terms_have_values_too() {
    let mut terms = Terms::new();
    let map = terms.sort(Sort::Map { indices: vec![Terms::INT], element: Terms::BOOL });
    for (name, mut solver) in back_ends::all() {
        let a = solver.constant(&terms, "a", Terms::BOOL);
        let x = solver.constant(&terms, "x", Terms::INT);
        let m = solver.constant(&terms, "m", map);
        let sum = solver.app(&terms, &Op::Add, &[x, x], Terms::INT);
        assert_eq!(check(&mut solver, &[a]), Outcome::Sat, "{name}");
        assert!(matches!(solver.value(&terms, x).unwrap(), Some(Value::Int(_))), "{name}");
        assert!(matches!(solver.value(&terms, sum).unwrap(), Some(Value::Int(_))), "{name}");
        assert!(matches!(solver.value(&terms, m).unwrap(), Some(Value::Map(_))), "{name}");
        assert_eq!(solver.truths(&terms, &[a]).unwrap(), [true], "{name}");
    }
}

#[test]
fn irrational_values_are_refused() {
    let terms = Terms::new();
    let mut z3 = Z3Solver::default();
    let x = z3.constant(&terms, "x", Terms::REAL);
    let square = z3.app(&terms, &Op::Mul, &[x, x], Terms::REAL);
    let two = z3.literal(&terms, &Value::Real(BigRational::from(BigInt::from(2))), Terms::REAL);
    let equation = z3.app(&terms, &Op::Eq, &[square, two], Terms::BOOL);
    z3.assert(equation);
    assert_eq!(check(&mut z3, &[]), Outcome::Sat);
    assert_eq!(z3.value(&terms, x).unwrap(), None);
}

#[test]
fn lambdas_and_quantifiers() {
    let mut terms = Terms::new();
    let map = terms.sort(Sort::Map { indices: vec![Terms::INT], element: Terms::INT });
    let (i, j) = (terms.declare("i", Terms::INT), terms.declare("j", Terms::INT));
    let (k, m) = (terms.declare("k", Terms::INT), terms.declare("m", map));
    let [it, jt, kt, mt] = [i, j, k, m].map(|v| terms.var(v));
    let bind = |kind, vars: Vec<_>, body, triggers| Binder {
        kind,
        vars,
        body,
        triggers,
        no_triggers: vec![],
        name: Some("a name with blanks".to_owned()),
        weight: Some(3),
    };
    // The map that adds k to its index.
    let sum = terms.app(Op::Add, &[it, kt]);
    let lambda = terms.bind(bind(BinderKind::Lambda, vec![i], sum, vec![]));
    let is_lambda = terms.eq(mt, lambda);
    let seven = terms.int(7);
    let read = terms.app(Op::Select, &[mt, seven]);
    let ten = terms.int(10);
    let is_ten = terms.eq(read, ten);
    // A monotone map, with a body that shares.
    let (mi, mj) = (terms.app(Op::Select, &[mt, it]), terms.app(Op::Select, &[mt, jt]));
    let (before, after) = (terms.app(Op::Lt, &[it, jt]), terms.app(Op::Lt, &[mi, mj]));
    let twice = terms.app(Op::Add, &[mi, mi]);
    let twice_less = terms.app(Op::Lt, &[twice, mj]);
    let either = terms.or(&[after, twice_less]);
    let step = terms.implies(before, either);
    let monotone = terms.bind(bind(BinderKind::Forall, vec![i, j], step, vec![vec![mi, mj]]));
    let (one, two) = (terms.int(1), terms.int(2));
    let (m1, m2) = (terms.app(Op::Select, &[mt, one]), terms.app(Op::Select, &[mt, two]));
    let falls = terms.app(Op::Le, &[m2, m1]);
    let zero = terms.int(0);
    let positive = terms.app(Op::Le, &[zero, m1]);
    for (name, mut solver) in back_ends::all() {
        let mut translator = Translator::new();
        let mut build =
            |solver: &mut dyn Solver, t| translator.translate(solver, &terms, t).unwrap();
        let facts: Vec<Ast> =
            [is_lambda, is_ten, monotone, falls, positive].map(|t| build(&mut solver, t)).into();
        let guards: Vec<Ast> = facts
            .iter()
            .map(|&fact| {
                let guard = solver.constant(&terms, "g", Terms::BOOL);
                let clause = solver.app(&terms, &Op::Implies, &[guard, fact], Terms::BOOL);
                solver.assert(clause);
                guard
            })
            .collect();
        assert_eq!(
            check(&mut solver, &[guards[2], guards[3], guards[4]]),
            Outcome::Unsat,
            "{name}"
        );
        assert_eq!(solver.unsat_core().len(), 3, "{name}");
        let k = build(&mut solver, kt);
        let three = solver.literal(&terms, &Value::int(3), Terms::INT);
        let is_three = solver.app(&terms, &Op::Eq, &[k, three], Terms::BOOL);
        let not_three = solver.app(&terms, &Op::Not, &[is_three], Terms::BOOL);
        let outcome = check(&mut solver, &[guards[0], guards[1], not_three]);
        assert_eq!(outcome, Outcome::Unsat, "{name}");
    }
}

/// Random clauses: a core is part of the assumptions and still unsatisfiable.
#[test]
fn cores_are_subsets_and_sufficient() {
    let terms = Terms::new();
    for (name, mut solver) in back_ends::all() {
        let mut state = 12345u64;
        let mut roll = |below: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        let mut literals = Vec::new();
        for _ in 0..12 {
            let a = solver.constant(&terms, "a", Terms::BOOL);
            literals.push([a, solver.app(&terms, &Op::Not, &[a], Terms::BOOL)]);
        }
        for _ in 0..40 {
            let clause: Vec<Ast> =
                (0..3).map(|_| literals[roll(12) as usize][roll(2) as usize]).collect();
            let clause = solver.app(&terms, &Op::Or, &clause, Terms::BOOL);
            solver.assert(clause);
        }
        let mut unsat = 0;
        for _ in 0..40 {
            let assumptions: Vec<Ast> = literals.iter().map(|l| l[roll(2) as usize]).collect();
            if check(&mut solver, &assumptions) == Outcome::Unsat {
                unsat += 1;
                let core = solver.unsat_core();
                let mut rest = assumptions.iter();
                assert!(core.iter().all(|c| rest.any(|a| a == c)), "{name}: not in order");
                assert_eq!(check(&mut solver, &core), Outcome::Unsat, "{name}");
            } else {
                assert_eq!(solver.truths(&terms, &assumptions).unwrap(), [true; 12], "{name}");
            }
        }
        assert!(unsat > 0, "{name}");
    }
}
