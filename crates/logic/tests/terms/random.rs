//! Random expressions over small values: the constructors must keep their value.

use crate::notation::{Expr, WIDTH, World, value};
use lariat_logic::{Env, MapValue, Op, Sort, SortId, Substitution, Terms, Value};
use num_bigint::BigInt;
use num_rational::BigRational;

/// A stream of random numbers (SplitMix64).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % n
    }

    /// A small value.
    pub fn value(&mut self, world: &World, sort: SortId) -> Value {
        match world.terms.sort_of_id(sort) {
            Sort::Bool => Value::Bool(self.below(2) == 0),
            Sort::Int => Value::int(self.below(5) as i64 - 2),
            Sort::Real => {
                let half = BigInt::from(self.below(7) as i64 - 3);
                Value::Real(BigRational::new(half, BigInt::from(2)))
            }
            Sort::Bv(width) => Value::bv(self.below(1 << width), *width),
            Sort::Map { indices, element } => {
                let mut map = MapValue::constant(self.value(world, *element));
                for _ in 0..self.below(3) {
                    let places = indices.iter().map(|&i| self.value(world, i)).collect();
                    map = map.store(places, self.value(world, *element));
                }
                Value::Map(map)
            }
            _ if self.below(2) == 0 => Value::Data { constructor: world.nil, fields: Vec::new() },
            _ => {
                let fields = vec![self.value(world, Terms::INT), self.value(world, world.list)];
                Value::Data { constructor: world.cons, fields }
            }
        }
    }

    /// Values for all variables.
    pub fn env(&mut self, world: &World) -> Env {
        let sort = |v| world.terms.variable(v).sort;
        world.vars.iter().map(|&v| (v, self.value(world, sort(v)))).collect()
    }

    /// An expression of this sort, at most so deep.
    fn expr(&mut self, world: &mut World, sort: SortId, depth: u32) -> Expr {
        if depth == 0 || self.below(6) == 0 {
            return self.leaf(world, sort);
        }
        let (op, sorts) = self.operator(world, sort);
        let args = sorts.into_iter().map(|s| self.expr(world, s, depth - 1)).collect();
        Expr::App(op, args)
    }

    fn leaf(&mut self, world: &World, sort: SortId) -> Expr {
        let of_sort: Vec<_> =
            world.vars.iter().filter(|&&v| world.terms.variable(v).sort == sort).collect();
        let composite = !matches!(
            world.terms.sort_of_id(sort),
            Sort::Bool | Sort::Int | Sort::Real | Sort::Bv(_)
        );
        if !of_sort.is_empty() && (composite || self.below(3) > 0) {
            Expr::Var(*of_sort[self.below(of_sort.len() as u64) as usize])
        } else {
            Expr::Literal(self.value(world, sort))
        }
    }

    fn pick(&mut self, ops: &[Op]) -> Op {
        ops[self.below(ops.len() as u64) as usize].clone()
    }

    /// An operator with this result and the sorts of its operands.
    fn operator(&mut self, world: &mut World, sort: SortId) -> (Op, Vec<SortId>) {
        let (truth, int, real) = (Terms::BOOL, Terms::INT, Terms::REAL);
        let bits = world.terms.bv_sort(WIDTH);
        let any = [truth, int, real, bits, world.map, world.table, world.list];
        let some = any[self.below(any.len() as u64) as usize];
        if self.below(6) == 0 {
            return (Op::Ite, vec![truth, sort, sort]);
        }
        match world.terms.sort_of_id(sort).clone() {
            Sort::Bool => match self.below(10) {
                0 => (Op::Not, vec![truth]),
                1 => (Op::And, vec![truth; 2 + self.below(2) as usize]),
                2 => (Op::Or, vec![truth; 2 + self.below(2) as usize]),
                3 => (Op::Implies, vec![truth; 2]),
                4 | 5 => (Op::Eq, vec![some; 2]),
                6 => (self.pick(&[Op::Lt, Op::Le]), vec![int; 2]),
                7 => (self.pick(&[Op::Lt, Op::Le]), vec![real; 2]),
                8 => {
                    let ops = [Op::BvUlt, Op::BvUle, Op::BvSlt, Op::BvSle];
                    (self.pick(&ops), vec![bits; 2])
                }
                _ => (Op::IsConstructor(world.cons), vec![world.list]),
            },
            Sort::Int => match self.below(7) {
                0..=2 => (self.pick(&[Op::Add, Op::Sub, Op::Mul]), vec![int; 2]),
                3 => (self.pick(&[Op::IntDiv, Op::IntMod]), vec![int; 2]),
                4 => match self.below(4) {
                    0 => (Op::Neg, vec![int]),
                    1 => (Op::ToInt, vec![real]),
                    2 => (Op::BvToNat, vec![bits]),
                    _ => (Op::Field(world.cons, 0), vec![world.list]),
                },
                5 => (Op::Select, vec![world.map, int]),
                _ => (Op::Select, vec![world.table, int, truth]),
            },
            Sort::Real => match self.below(4) {
                0 => (self.pick(&[Op::Add, Op::Sub, Op::Mul]), vec![real; 2]),
                1 => (Op::RealDiv, vec![real; 2]),
                2 => (Op::Neg, vec![real]),
                _ => (Op::ToReal, vec![int]),
            },
            Sort::Bv(width) if width == WIDTH => match self.below(5) {
                0 => (self.pick(&[Op::BvNot, Op::BvNeg, Op::BvZeroExtend(0)]), vec![bits]),
                1 => {
                    let wide = world.terms.bv_sort(WIDTH + 2);
                    (Op::BvExtract { high: WIDTH, low: 1 }, vec![wide])
                }
                2 => (Op::BvExtract { high: WIDTH - 1, low: 0 }, vec![bits]),
                3 => (Op::NatToBv(WIDTH), vec![int]),
                _ => {
                    let ops = [
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
                    ];
                    (self.pick(&ops), vec![bits; 2])
                }
            },
            Sort::Bv(_) => match self.below(3) {
                0 => (Op::BvConcat, vec![world.terms.bv_sort(2), bits]),
                1 => (Op::BvZeroExtend(2), vec![bits]),
                _ => (Op::BvSignExtend(2), vec![bits]),
            },
            Sort::Map { indices, .. } => match self.below(3) {
                0 => (Op::ConstMap(sort), vec![int]),
                _ => {
                    let places = indices.into_iter();
                    (Op::Store, [sort].into_iter().chain(places).chain([int]).collect())
                }
            },
            _ => match self.below(3) {
                0 => (Op::Construct(world.nil), Vec::new()),
                1 => (Op::Construct(world.cons), vec![int, world.list]),
                _ => (Op::Field(world.cons, 1), vec![world.list]),
            },
        }
    }
}

/// Wherever the expression as written has a value, the term has it, too; it has the sort asked for; and
/// it does not matter whether values are put in before or after simplification.
#[test]
fn constructors_keep_the_value() {
    let mut random = Random(1);
    let mut compared = 0;
    for _ in 0..3_000 {
        let mut world = World::new();
        let sorts = [Terms::BOOL, Terms::BOOL, Terms::INT, Terms::REAL, world.map, world.list];
        let sort = sorts[random.below(sorts.len() as u64) as usize];
        let expr = random.expr(&mut world, sort, 4);
        let term = world.build(&expr);
        assert_eq!(world.terms.sort_of(term), sort, "{expr:?}");
        for _ in 0..6 {
            let env = random.env(&world);
            let Ok(expected) = value(&expr, &env) else { continue };
            compared += 1;
            let mut none = |_, _: &[Value]| None;
            let found = world.terms.eval(term, &env, &mut none);
            let text = world.show(term);
            assert_eq!(found.as_ref(), Ok(&expected), "{text}\nfrom {expr:?}\nunder {env:?}");

            let mut values = Substitution::new();
            for &var in &world.vars {
                let sort = world.terms.variable(var).sort;
                let literal = world.terms.value_term(&env[&var], sort);
                values.set(var, literal);
            }
            let closed = world.terms.substitute(term, &mut values);
            let found = world.terms.eval(closed, &Env::default(), &mut none);
            assert_eq!(found, Ok(expected), "{text} with values put in, under {env:?}");
        }
    }
    assert!(compared > 8_000, "only {compared} comparisons");
}
