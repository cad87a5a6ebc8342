//! Every operator means to the solvers what `lariat_logic::apply_op` computes.

mod back_ends;

use lariat_budget::Budget;
use lariat_logic::{MapValue, Op, Sort, SortId, Terms, Value, apply_op};
use lariat_solver::{Ast, Outcome, Solver};
use num_bigint::BigInt;
use num_rational::BigRational;
use std::time::Duration;

/// A small deterministic generator of numbers.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % below
    }

    fn value(&mut self, terms: &Terms, sort: SortId) -> Value {
        match terms.sort_of_id(sort).clone() {
            Sort::Bool => Value::Bool(self.roll(2) == 0),
            Sort::Int => Value::int(self.roll(21) as i64 - 10),
            Sort::Real => Value::Real(BigRational::new(
                BigInt::from(self.roll(21) as i64 - 10),
                BigInt::from(self.roll(4) + 1),
            )),
            Sort::Bv(width) => {
                // Small numbers, large numbers and anything between.
                let bits = match self.roll(3) {
                    0 => self.roll(4),
                    1 => u64::MAX - self.roll(4),
                    _ => self.roll(u64::MAX),
                };
                Value::bv(bits, width)
            }
            Sort::Map { indices, element } => {
                // Not every solver takes a map with entries as the default of another.
                let default = match self.value(terms, element) {
                    Value::Map(row) => Value::Map(MapValue::constant(row.default_value().clone())),
                    scalar => scalar,
                };
                let mut map = MapValue::constant(default);
                for _ in 0..self.roll(3) {
                    let places = indices.iter().map(|&i| self.value(terms, i)).collect();
                    map = map.store(places, self.value(terms, element));
                }
                Value::Map(map)
            }
            Sort::Datatype(d) => {
                let constructors = terms.datatype(d).constructors.clone();
                // The first constructor has no recursive fields.
                let pick = if self.roll(2) == 0 { 0 } else { self.roll(constructors.len() as u64) };
                let constructor = constructors[pick as usize];
                let fields = terms.constructor(constructor).fields.clone();
                let fields = fields.iter().map(|f| self.value(terms, f.1)).collect();
                Value::Data { constructor, fields }
            }
            other => unreachable!("{other:?} is not tested here"),
        }
    }
}

struct Case {
    op: Op,
    args: Vec<SortId>,
    result: SortId,
    /// Operands are literals, not constants: the solvers need not decide the rest of the theory.
    ground: bool,
}

fn cases(terms: &mut Terms) -> Vec<Case> {
    let (b, i, r) = (Terms::BOOL, Terms::INT, Terms::REAL);
    let mut cases = Vec::new();
    let mut add = |op: Op, args: &[SortId], result: SortId, ground: bool| {
        cases.push(Case { op, args: args.to_vec(), result, ground });
    };
    add(Op::Not, &[b], b, false);
    add(Op::And, &[b, b, b], b, false);
    add(Op::Or, &[b, b, b], b, false);
    add(Op::Implies, &[b, b], b, false);
    for s in [b, i, r] {
        add(Op::Eq, &[s, s], b, false);
        add(Op::Ite, &[b, s, s], s, false);
    }
    for s in [i, r] {
        for op in [Op::Add, Op::Sub] {
            add(op, &[s, s], s, false);
        }
        add(Op::Mul, &[s, s], s, true);
        add(Op::Neg, &[s], s, false);
        add(Op::Lt, &[s, s], b, false);
        add(Op::Le, &[s, s], b, false);
    }
    add(Op::IntDiv, &[i, i], i, true);
    add(Op::IntMod, &[i, i], i, true);
    add(Op::RealDiv, &[r, r], r, true);
    add(Op::ToReal, &[i], r, false);
    add(Op::ToInt, &[r], i, false);
    for width in [1u32, 8, 33] {
        let v = terms.bv_sort(width);
        for op in [
            Op::BvAdd,
            Op::BvSub,
            Op::BvMul,
            Op::BvUdiv,
            Op::BvUrem,
            Op::BvSdiv,
            Op::BvSrem,
            Op::BvSmod,
            Op::BvAnd,
            Op::BvOr,
            Op::BvXor,
            Op::BvShl,
            Op::BvLshr,
            Op::BvAshr,
        ] {
            let hard = width > 8
                && matches!(op, Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem | Op::BvSmod);
            add(op, &[v, v], v, hard);
        }
        for op in [Op::BvUlt, Op::BvUle, Op::BvSlt, Op::BvSle, Op::Eq] {
            add(op, &[v, v], b, false);
        }
        add(Op::BvNot, &[v], v, false);
        add(Op::BvNeg, &[v], v, false);
        add(Op::BvToNat, &[v], i, true);
        add(Op::NatToBv(width), &[i], v, true);
        let (wide, wider) = (terms.bv_sort(width + 3), terms.bv_sort(width + width));
        add(Op::BvZeroExtend(3), &[v], wide, false);
        add(Op::BvSignExtend(3), &[v], wide, false);
        add(Op::BvConcat, &[v, v], wider, false);
        let one = terms.bv_sort(1);
        add(Op::BvExtract { high: width - 1, low: width - 1 }, &[v], one, false);
        let low = terms.bv_sort(width.div_ceil(2));
        add(Op::BvExtract { high: width.div_ceil(2) - 1, low: 0 }, &[v], low, false);
    }
    let byte = terms.bv_sort(8);
    let flat = terms.sort(Sort::Map { indices: vec![i], element: i });
    let wide = terms.sort(Sort::Map { indices: vec![i, byte], element: b });
    let nested = terms.sort(Sort::Map { indices: vec![byte], element: flat });
    add(Op::Select, &[flat, i], i, false);
    add(Op::Select, &[wide, i, byte], b, false);
    add(Op::Select, &[nested, byte], flat, false);
    add(Op::Store, &[flat, i, i], flat, false);
    add(Op::Store, &[wide, i, byte, b], wide, false);
    add(Op::Store, &[nested, byte, flat], nested, false);
    add(Op::ConstMap(flat), &[i], flat, true);
    add(Op::ConstMap(wide), &[b], wide, true);
    let list = terms.declare_datatype("List of |things|");
    let tree = terms.declare_datatype("Tree");
    let (list_sort, tree_sort) = (terms.datatype(list).sort, terms.datatype(tree).sort);
    let nil = terms.add_constructor(list, "nil", vec![]);
    let cons = terms.add_constructor(
        list,
        "cons",
        vec![("head".into(), tree_sort), ("tail".into(), list_sort)],
    );
    let leaf =
        terms.add_constructor(tree, "leaf", vec![("value".into(), byte), ("m".into(), flat)]);
    let node = terms.add_constructor(tree, "node", vec![("children".into(), list_sort)]);
    add(Op::Construct(nil), &[], list_sort, false);
    add(Op::Construct(cons), &[tree_sort, list_sort], list_sort, false);
    add(Op::Construct(leaf), &[byte, flat], tree_sort, false);
    for (c, fields) in [(cons, 2u32), (leaf, 2), (node, 1)] {
        let constructor = terms.constructor(c).clone();
        let from = terms.datatype(constructor.datatype).sort;
        for f in 0..fields {
            add(Op::Field(c, f), &[from], constructor.fields[f as usize].1, false);
        }
        add(Op::IsConstructor(c), &[from], b, false);
    }
    cases
}

fn run(name: &str, solver: &mut dyn Solver, terms: &Terms, cases: &[Case], seed: u64) {
    let mut dice = Dice(seed);
    let mut expected: Vec<(Ast, Value, String)> = Vec::new();
    let mut differences: Vec<Ast> = Vec::new();
    for case in cases {
        for _ in 0..4 {
            let values: Vec<Value> = case.args.iter().map(|&s| dice.value(terms, s)).collect();
            let refs: Vec<&Value> = values.iter().collect();
            let Ok(result) = apply_op(&case.op, &refs) else { continue };
            let mut args = Vec::new();
            for (value, &sort) in values.iter().zip(&case.args) {
                let literal = solver.literal(terms, value, sort);
                if case.ground {
                    args.push(literal);
                    continue;
                }
                let constant = solver.constant(terms, "an operand", sort);
                let equation = solver.app(terms, &Op::Eq, &[constant, literal], Terms::BOOL);
                solver.assert(equation);
                args.push(constant);
            }
            let term = solver.app(terms, &case.op, &args, case.result);
            let named = solver.constant(terms, "result", case.result);
            let equation = solver.app(terms, &Op::Eq, &[named, term], Terms::BOOL);
            solver.assert(equation);
            let literal = solver.literal(terms, &result, case.result);
            let same = solver.app(terms, &Op::Eq, &[term, literal], Terms::BOOL);
            differences.push(solver.app(terms, &Op::Not, &[same], Terms::BOOL));
            let what = format!("{:?} of {values:?}", case.op);
            expected.push((named, result, what));
        }
    }
    let limits = &Budget::of_time(Duration::from_secs(120));
    assert_eq!(solver.check(&[], limits).expect(name), Outcome::Sat, "{name}");
    for (term, value, what) in &expected {
        let found = solver.value(terms, *term).unwrap_or_else(|e| panic!("{name}: {what}: {e}"));
        assert_eq!(found.as_ref(), Some(value), "{name}: {what}");
    }
    let any = solver.app(terms, &Op::Or, &differences, Terms::BOOL);
    assert_eq!(solver.check(&[any], limits).expect(name), Outcome::Unsat, "{name}");
    assert_eq!(solver.unsat_core(), [any], "{name}");
}

#[test]
fn operators_agree_with_evaluation() {
    let mut terms = Terms::new();
    let cases = cases(&mut terms);
    for seed in [1, 20_250_101] {
        for (name, mut solver) in back_ends::all() {
            run(name, &mut solver, &terms, &cases, seed);
        }
    }
}

#[test]
fn powers() {
    let terms = Terms::new();
    for (name, mut solver) in back_ends::all() {
        let real = |n: i64| Value::Real(BigRational::from(BigInt::from(n)));
        let x = solver.literal(&terms, &real(2), Terms::REAL);
        let y = solver.literal(&terms, &real(5), Terms::REAL);
        let power = solver.app(&terms, &Op::Pow, &[x, y], Terms::REAL);
        let z = solver.constant(&terms, "z", Terms::REAL);
        let equation = solver.app(&terms, &Op::Eq, &[z, power], Terms::BOOL);
        solver.assert(equation);
        assert_eq!(solver.check(&[], &Budget::unlimited()).expect(name), Outcome::Sat, "{name}");
        assert_eq!(solver.value(&terms, z).expect(name), Some(real(32)), "{name}");
    }
}
