//! Expressions as text, over a fixed set of variables of small sorts.

use lariat_logic::{
    ConstructorId, Env, EvalError, Op, Sort, SortId, Term, TermId, Terms, Value, VarId, apply_op,
};
use num_bigint::BigInt;
use num_rational::BigRational;

/// An expression as written, not simplified.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    Literal(Value),
    Var(VarId),
    App(Op, Vec<Expr>),
}

/// A store with the variables that expressions may mention.
pub struct World {
    pub terms: Terms,
    pub vars: Vec<VarId>,
    /// Maps from integers to integers.
    pub map: SortId,
    /// Maps from an integer and a truth value to integers.
    pub table: SortId,
    /// Lists of integers.
    pub list: SortId,
    pub nil: ConstructorId,
    pub cons: ConstructorId,
}

/// The width of the bit vector variables.
pub const WIDTH: u32 = 3;

/// Operators written as a plain symbol.
const SYMBOLS: [Op; 40] = [
    Op::Not,
    Op::And,
    Op::Or,
    Op::Implies,
    Op::Eq,
    Op::Ite,
    Op::Add,
    Op::Sub,
    Op::Mul,
    Op::IntDiv,
    Op::IntMod,
    Op::RealDiv,
    Op::Pow,
    Op::ToReal,
    Op::ToInt,
    Op::Lt,
    Op::Le,
    Op::BvConcat,
    Op::BvNot,
    Op::BvNeg,
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
    Op::BvUlt,
    Op::BvUle,
    Op::BvSlt,
    Op::BvSle,
    Op::Select,
    Op::Store,
];

impl World {
    pub fn new() -> Self {
        let mut terms = Terms::new();
        let bits = terms.bv_sort(WIDTH);
        let int = Terms::INT;
        let map = terms.sort(Sort::Map { indices: vec![int], element: int });
        let table = terms.sort(Sort::Map { indices: vec![int, Terms::BOOL], element: int });
        let datatype = terms.declare_datatype("list");
        let list = terms.datatype(datatype).sort;
        let nil = terms.add_constructor(datatype, "nil", Vec::new());
        let fields = vec![("head".to_owned(), int), ("tail".to_owned(), list)];
        let cons = terms.add_constructor(datatype, "cons", fields);
        let declared = [
            ("p", Terms::BOOL),
            ("q", Terms::BOOL),
            ("x", int),
            ("y", int),
            ("u", Terms::REAL),
            ("v", Terms::REAL),
            ("b", bits),
            ("c", bits),
            ("m", map),
            ("n", map),
            ("t", table),
            ("l", list),
        ];
        let vars = declared.into_iter().map(|(name, sort)| terms.declare(name, sort)).collect();
        World { terms, vars, map, table, list, nil, cons }
    }

    /// Reads an expression.
    pub fn read(&self, text: &str) -> Expr {
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        let tokens: Vec<&str> = spaced.split_whitespace().collect();
        let mut rest = &tokens[..];
        let expr = self.read_one(&mut rest);
        assert!(rest.is_empty(), "`{}` after the expression in `{text}`", rest.join(" "));
        expr
    }

    fn read_one(&self, rest: &mut &[&str]) -> Expr {
        let (token, after) = rest.split_first().expect("an expression");
        *rest = after;
        if *token != "(" {
            return self.atom(token);
        }
        let (head, after) = rest.split_first().expect("an operator");
        *rest = after;
        let mut args = Vec::new();
        while rest.first() != Some(&")") {
            args.push(self.read_one(rest));
        }
        *rest = &rest[1..];
        Expr::App(self.operator(head, args.len()), args)
    }

    fn atom(&self, token: &str) -> Expr {
        if let Some(&var) = self.vars.iter().find(|&&v| self.terms.variable(v).name == token) {
            return Expr::Var(var);
        }
        Expr::Literal(literal(token).unwrap_or_else(|| panic!("what is `{token}`?")))
    }

    /// The operator of this name; indices follow after colons.
    fn operator(&self, head: &str, operands: usize) -> Op {
        let parts: Vec<&str> = head.split(':').collect();
        let index = |i: usize| parts[i].parse::<u32>().expect("an index");
        match parts[0] {
            "-" if operands == 1 => Op::Neg,
            "extract" => Op::BvExtract { high: index(1), low: index(2) },
            "zero_extend" => Op::BvZeroExtend(index(1)),
            "sign_extend" => Op::BvSignExtend(index(1)),
            "bv2nat" => Op::BvToNat,
            "nat2bv" => Op::NatToBv(index(1)),
            "everywhere" => Op::ConstMap(self.map),
            "nil" => Op::Construct(self.nil),
            "cons" => Op::Construct(self.cons),
            "head" => Op::Field(self.cons, 0),
            "tail" => Op::Field(self.cons, 1),
            "is-nil" => Op::IsConstructor(self.nil),
            "is-cons" => Op::IsConstructor(self.cons),
            symbol => SYMBOLS
                .into_iter()
                .find(|op| op.smt_symbol() == Some(symbol))
                .unwrap_or_else(|| panic!("no operator `{symbol}`")),
        }
    }

    /// The term that the constructors make of the expression.
    pub fn build(&mut self, expr: &Expr) -> TermId {
        match expr {
            Expr::Literal(value) => self.terms.literal(value.clone()),
            Expr::Var(var) => self.terms.var(*var),
            Expr::App(op, args) => {
                let args: Vec<TermId> = args.iter().map(|a| self.build(a)).collect();
                self.terms.app(op.clone(), &args)
            }
        }
    }

    /// A term as text.
    pub fn show(&self, id: TermId) -> String {
        match self.terms.get(id) {
            Term::Literal(value) => value.to_string().replace(".0 / ", "/"),
            Term::Var(var) => self.terms.variable(*var).name.clone(),
            Term::App(op, args) => {
                let args: Vec<String> = args.iter().map(|&a| self.show(a)).collect();
                format!("({} {})", self.name(op), args.join(" "))
            }
            other => format!("{other:?}"),
        }
    }

    fn name(&self, op: &Op) -> String {
        match op {
            Op::BvExtract { high, low } => format!("extract:{high}:{low}"),
            Op::BvZeroExtend(by) => format!("zero_extend:{by}"),
            Op::BvSignExtend(by) => format!("sign_extend:{by}"),
            Op::NatToBv(width) => format!("nat2bv:{width}"),
            Op::ConstMap(_) => "everywhere".into(),
            Op::Construct(c) => self.terms.constructor(*c).name.clone(),
            Op::Field(c, i) => self.terms.constructor(*c).fields[*i as usize].0.clone(),
            Op::IsConstructor(c) => format!("is-{}", self.terms.constructor(*c).name),
            plain => plain.smt_symbol().expect("a symbol").into(),
        }
    }
}

/// The value of an expression as written, operator by operator.
pub fn value(expr: &Expr, env: &Env) -> Result<Value, EvalError> {
    match expr {
        Expr::Literal(value) => Ok(value.clone()),
        Expr::Var(var) => env.get(var).cloned().ok_or(EvalError::Variable(*var)),
        Expr::App(op, args) => {
            let args: Vec<Value> = args.iter().map(|a| value(a, env)).collect::<Result<_, _>>()?;
            apply_op(op, &args.iter().collect::<Vec<_>>())
        }
    }
}

/// `true`, `-3`, `2.5` or `5bv3`.
fn literal(token: &str) -> Option<Value> {
    if let Ok(truth) = token.parse::<bool>() {
        return Some(Value::Bool(truth));
    }
    if let Ok(number) = token.parse::<BigInt>() {
        return Some(Value::Int(number));
    }
    if let Some((bits, width)) = token.split_once("bv") {
        return Some(Value::bv(bits.parse::<u64>().ok()?, width.parse().ok()?));
    }
    let (whole, fraction) = token.split_once('.')?;
    let scale = BigInt::from(10u8).pow(fraction.len() as u32);
    let digits: BigInt = format!("{whole}{fraction}").parse().ok()?;
    Some(Value::Real(BigRational::new(digits, scale)))
}
