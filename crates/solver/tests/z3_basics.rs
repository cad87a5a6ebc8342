//! Z3 in process: verdicts, cores, models, errors.

use lariat_budget::Budget;
use lariat_logic::{Binder, BinderKind, Op, Sort, Terms, Value};
use lariat_solver::{GaveUp, Outcome, Solver, SolverError, Translator, Z3Options, Z3Solver};
use std::time::Duration;

fn check(solver: &mut Z3Solver, assumptions: &[lariat_solver::Ast]) -> Outcome {
    solver.check(assumptions, &Budget::of_time(Duration::from_secs(20))).expect("an answer")
}

#[test]
fn assumptions_and_cores() {
    let mut terms = Terms::new();
    let mut z3 = Z3Solver::default();
    let [a, b, c] = ["a", "b", "c"].map(|n| z3.constant(&terms, n, Terms::BOOL));
    let x = terms.declare("x", Terms::INT);
    let xt = terms.var(x);
    let (zero, one) = (terms.int(0), terms.int(1));
    let negative = terms.app(Op::Lt, &[xt, zero]);
    let positive = terms.app(Op::Le, &[one, xt]);
    let mut translator = Translator::new();
    let negative = translator.translate(&mut z3, &terms, negative).unwrap();
    let positive = translator.translate(&mut z3, &terms, positive).unwrap();
    for (guard, fact) in [(a, negative), (b, positive)] {
        let clause = z3.app(&terms, &Op::Implies, &[guard, fact], Terms::BOOL);
        z3.assert(clause);
    }
    assert_eq!(check(&mut z3, &[a, c]), Outcome::Sat);
    assert_eq!(z3.truths(&terms, &[a, c, negative, positive]).unwrap(), [true, true, true, false]);
    assert_eq!(check(&mut z3, &[c, b, a]), Outcome::Unsat);
    assert_eq!(z3.unsat_core(), [b, a]);
    // A formula that is not a literal, and negations.
    assert_eq!(check(&mut z3, &[c, positive, a]), Outcome::Unsat);
    assert_eq!(z3.unsat_core(), [positive, a]);
    let not_c = z3.app(&terms, &Op::Not, &[c], Terms::BOOL);
    assert_eq!(check(&mut z3, &[a, c, not_c]), Outcome::Unsat);
    assert_eq!(z3.unsat_core(), [c, not_c]);
    assert_eq!(check(&mut z3, &[b]), Outcome::Sat);
    let value = z3.value(&terms, translator.var(x).unwrap()).unwrap().unwrap();
    assert!(value.as_int().unwrap() >= &1.into());
}

#[test]
fn quantifiers_and_options() {
    // Without model-based instantiation this is unknown, with it satisfiable.
    for mbqi in [false, true] {
        let mut terms = Terms::new();
        let f = terms.declare_function("f", vec![Terms::INT], Terms::INT);
        let x = terms.declare("x", Terms::INT);
        let xt = terms.var(x);
        let fx = terms.call(f, &[xt]);
        let seven = terms.int(7);
        let body = terms.app(Op::Lt, &[seven, fx]);
        let all = terms.bind(Binder {
            kind: BinderKind::Forall,
            vars: vec![x],
            body,
            triggers: vec![vec![fx]],
            no_triggers: vec![],
            name: Some("grows".to_owned()),
            weight: None,
        });
        let seven = terms.int(7);
        let f7 = terms.call(f, &[seven]);
        let small = terms.app(Op::Le, &[f7, seven]);
        let mut z3 = Z3Solver::new(&Z3Options { mbqi, ..Z3Options::default() });
        let mut translator = Translator::new();
        let all = translator.translate(&mut z3, &terms, all).unwrap();
        let small = translator.translate(&mut z3, &terms, small).unwrap();
        z3.assert(all);
        match check(&mut z3, &[]) {
            Outcome::Sat => assert!(mbqi),
            Outcome::Unknown(reason) => {
                assert!(!mbqi);
                assert!(matches!(reason, GaveUp::Incomplete(_)), "{reason}");
            }
            Outcome::Unsat => panic!("satisfiable"),
        }
        z3.assert(small);
        assert_eq!(check(&mut z3, &[]), Outcome::Unsat);
    }
}

#[test]
fn refused_terms_are_errors_for_good() {
    let terms = Terms::new();
    let mut z3 = Z3Solver::default();
    let a = z3.constant(&terms, "a", Terms::BOOL);
    let i = z3.constant(&terms, "i", Terms::INT);
    assert_eq!(check(&mut z3, &[a]), Outcome::Sat);
    assert!(matches!(z3.value(&terms, a), Ok(Some(Value::Bool(true)))));
    let not_a = z3.app(&terms, &Op::Not, &[a], Terms::BOOL);
    assert_eq!(check(&mut z3, &[a, not_a]), Outcome::Unsat);
    assert!(matches!(z3.value(&terms, a), Err(SolverError::NoModel { .. })));
    let bad = z3.app(&terms, &Op::Smt("no.such.function".to_owned()), &[i], Terms::BOOL);
    z3.assert(bad);
    for _ in 0..2 {
        let error = z3.check(&[], &Budget::unlimited()).unwrap_err();
        assert!(matches!(error, SolverError::Rejected { .. }), "{error}");
        assert!(error.to_string().contains("no.such.function"), "{error}");
    }
    let mut z3 = Z3Solver::default();
    let a = z3.constant(&terms, "a", Terms::BOOL);
    let i = z3.constant(&terms, "i", Terms::INT);
    let _ = z3.app(&terms, &Op::And, &[a, i], Terms::BOOL);
    assert!(z3.check(&[], &Budget::unlimited()).is_err());
    let wrong = vec![("no.such.parameter".to_owned(), "1".to_owned())];
    let mut z3 = Z3Solver::new(&Z3Options { extra: wrong, ..Z3Options::default() });
    let error = z3.check(&[], &Budget::unlimited()).unwrap_err();
    assert!(error.to_string().contains("no.such.parameter"), "{error}");
}

#[test]
fn solvers_can_move_between_threads() {
    fn movable<T: Send>() {}
    movable::<Z3Solver>();
    movable::<lariat_solver::ProcessSolver>();
    movable::<lariat_solver::Logged<Z3Solver>>();
}

#[test]
fn the_version_is_known() {
    let version = lariat_solver::z3::version();
    assert!(version.split('.').count() == 3 && version.starts_with(['4', '5']), "{version}");
}

#[test]
fn theory_functions_through_the_parser() {
    let mut terms = Terms::new();
    let float = terms.sort(Sort::Float { exponent: 8, significand: 24 });
    let mode = terms.sort(Sort::RoundingMode);
    let string = terms.sort(Sort::String);
    let bv = terms.bv_sort(32);
    let mut z3 = Z3Solver::default();
    let rne = z3.app(&terms, &Op::Smt("RNE".to_owned()), &[], mode);
    let x = z3.constant(&terms, "x", bv);
    let f = z3.app(&terms, &Op::Smt("(_ to_fp 8 24)".to_owned()), &[x], float);
    let sum = z3.app(&terms, &Op::Smt("fp.add".to_owned()), &[rne, f, f], float);
    let one = z3.literal(
        &terms,
        &Value::Smt { sort: float, text: "(fp #b0 #x7f #b00000000000000000000000)".to_owned() },
        float,
    );
    let is_one = z3.app(&terms, &Op::Smt("fp.eq".to_owned()), &[sum, one], Terms::BOOL);
    z3.assert(is_one);
    let s = z3.constant(&terms, "s", string);
    let length = z3.app(&terms, &Op::Smt("str.len".to_owned()), &[s], Terms::INT);
    let five = z3.literal(&terms, &Value::int(5), Terms::INT);
    let long = z3.app(&terms, &Op::Eq, &[length, five], Terms::BOOL);
    z3.assert(long);
    assert_eq!(check(&mut z3, &[]), Outcome::Sat);
    assert_eq!(z3.value(&terms, x).unwrap(), Some(Value::bv(0x3f00_0000u32, 32)));
    let Some(Value::Smt { text, .. }) = z3.value(&terms, s).unwrap() else { panic!("a string") };
    assert!(text.starts_with('"'), "{text}");
    println!("{} {text}", z3.value(&terms, f).unwrap().unwrap());
}

#[test]
fn deep_terms() {
    let mut terms = Terms::new();
    let array = terms.sort(Sort::Map { indices: vec![Terms::INT], element: Terms::INT });
    let m = terms.declare("m", array);
    let mut map = terms.var(m);
    for i in 0..20_000 {
        let v = terms.declare("v", Terms::INT);
        let (place, value) = (terms.var(v), terms.int(i));
        map = terms.app(Op::Store, &[map, place, value]);
    }
    let zero = terms.int(0);
    let read = terms.app(Op::Select, &[map, zero]);
    let mut z3 = Z3Solver::default();
    let read = Translator::new().translate(&mut z3, &terms, read).unwrap();
    assert!(z3.statistics().nodes > 60_000 && z3.show(read).len() > 100_000);
}

/// A rough look lets products and maps be more than they are: its `Unsat` is true, its models are
/// candidates.
#[test]
fn a_rough_look_never_says_more_than_it_knows() {
    let mut terms = Terms::new();
    let (x, y) = (terms.declare("x", Terms::INT), terms.declare("y", Terms::INT));
    let (x, y) = (terms.var(x), terms.var(y));
    let two = terms.int(2);
    let product = terms.app(Op::Mul, &[x, y]);
    let five = terms.int(5);
    let is_five = terms.eq(product, five);
    let not_five = terms.not(is_five);
    let x_is_two = terms.eq(x, two);
    for rough in [false, true] {
        let mut z3 = Z3Solver::new(&Z3Options { unknown_products: rough, ..Z3Options::default() });
        let mut translator = Translator::new();
        let mut ast = |z3: &mut Z3Solver, t| translator.translate(z3, &terms, t).unwrap();
        let (five, not_five) = (ast(&mut z3, is_five), ast(&mut z3, not_five));
        let x_is_two = ast(&mut z3, x_is_two);
        assert_eq!(check(&mut z3, &[five, not_five]), Outcome::Unsat);
        match check(&mut z3, &[five, x_is_two]) {
            Outcome::Unsat => assert!(!rough, "nothing is known about the product"),
            Outcome::Unknown(reason) => {
                assert!(rough && matches!(reason, GaveUp::Incomplete(_)), "{reason}")
            }
            Outcome::Sat => panic!("2 * y is not 5"),
        }
    }
    // Without anything of the kind its models are models.
    let mut z3 = Z3Solver::new(&Z3Options {
        unknown_products: true,
        weak_maps: true,
        ..Z3Options::default()
    });
    let ast = Translator::new().translate(&mut z3, &terms, x_is_two).unwrap();
    assert_eq!(check(&mut z3, &[ast]), Outcome::Sat);
}
