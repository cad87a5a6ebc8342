//! Functions that name an operation of the solver: `{:builtin "…"}` and `{:bvbuiltin "…"}`.
//!
//! What the core knows becomes its operator; operations on whole maps (`MapConst`, `MapAdd`, …) become
//! maps given point by point; everything else is handed to the solver under its SMT-LIB name.

use lariat_logic::{Binder, BinderKind, Op, Sort, SortId, TermId, Terms, VarId};

/// What a builtin does with its arguments.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Builtin {
    /// An operator of the core.
    Op(Op),
    /// An operator with its two operands exchanged.
    Swapped(Op),
    /// The complement of an operator's result: `bvnand` is `bvnot` after `bvand`.
    Then(Op, Op),
    /// Pairwise different.
    Distinct,
    /// `bvcomp`: one bit, set if the operands are equal.
    BvCompare,
    /// `rem`: the remainder with the sign of the divisor turned around, as solvers define it.
    IntRem,
    /// Rotation by a fixed number of bits; to the left if true.
    Rotate(bool, u32),
    /// Repetition.
    Repeat(u32),
    /// The constant map.
    MapConst,
    /// An operation on each point of maps.
    Pointwise(Box<Builtin>),
    /// Known to the solver only.
    Smt(String),
}

impl Builtin {
    /// The builtin of this name; SMT-LIB's, or one of Boogie's map operations.
    pub fn named(name: &str) -> Builtin {
        let name = name.trim();
        if let Some(op) = plain(name) {
            return Builtin::Op(op);
        }
        if let Some(map) = name.strip_prefix("Map") {
            let point = match map {
                "Const" => return Builtin::MapConst,
                "Eq" | "Iff" => Builtin::Op(Op::Eq),
                "Ite" => Builtin::Op(Op::Ite),
                "Add" => Builtin::Op(Op::Add),
                "Sub" => Builtin::Op(Op::Sub),
                "Mul" => Builtin::Op(Op::Mul),
                "Div" => Builtin::Op(Op::IntDiv),
                "Mod" => Builtin::Op(Op::IntMod),
                "Gt" => Builtin::Swapped(Op::Lt),
                "Ge" => Builtin::Swapped(Op::Le),
                "Lt" => Builtin::Op(Op::Lt),
                "Le" => Builtin::Op(Op::Le),
                "Or" => Builtin::Op(Op::Or),
                "And" => Builtin::Op(Op::And),
                "Not" => Builtin::Op(Op::Not),
                "Imp" => Builtin::Op(Op::Implies),
                _ => return Builtin::Smt(name.to_string()),
            };
            return Builtin::Pointwise(Box::new(point));
        }
        match name {
            ">" => Builtin::Swapped(Op::Lt),
            ">=" => Builtin::Swapped(Op::Le),
            "bvugt" => Builtin::Swapped(Op::BvUlt),
            "bvuge" => Builtin::Swapped(Op::BvUle),
            "bvsgt" => Builtin::Swapped(Op::BvSlt),
            "bvsge" => Builtin::Swapped(Op::BvSle),
            "bvnand" => Builtin::Then(Op::BvAnd, Op::BvNot),
            "bvnor" => Builtin::Then(Op::BvOr, Op::BvNot),
            "bvxnor" => Builtin::Then(Op::BvXor, Op::BvNot),
            "xor" => Builtin::Then(Op::Eq, Op::Not),
            "distinct" => Builtin::Distinct,
            "bvcomp" => Builtin::BvCompare,
            "rem" => Builtin::IntRem,
            _ => indexed(name).unwrap_or_else(|| Builtin::Smt(name.to_string())),
        }
    }

    /// Why the builtin cannot be a function of this signature, if it cannot.
    pub fn problem(
        &self,
        terms: &mut Terms,
        params: &[SortId],
        result: SortId,
    ) -> Option<&'static str> {
        // Trying is the simplest way to know.
        let mut args = Vec::with_capacity(params.len());
        for &sort in params {
            let var = terms.declare("x", sort);
            args.push(terms.var(var));
        }
        match self.apply(terms, &args, result) {
            None => Some("the number or the types of its arguments are wrong"),
            Some(term) if terms.sort_of(term) != result => Some("its result has another type"),
            Some(_) => None,
        }
    }

    /// The builtin applied to arguments; `None` if they do not fit.
    pub fn apply(&self, terms: &mut Terms, args: &[TermId], result: SortId) -> Option<TermId> {
        match self {
            Builtin::Op(op) => apply_op(terms, op, args),
            Builtin::Swapped(op) => match *args {
                [a, b] => apply_op(terms, op, &[b, a]),
                _ => None,
            },
            Builtin::Then(first, second) => {
                let inner = apply_op(terms, first, args)?;
                apply_op(terms, second, &[inner])
            }
            Builtin::Distinct => {
                let mut parts = Vec::new();
                for (i, &a) in args.iter().enumerate() {
                    for &b in &args[i + 1..] {
                        let equal = apply_op(terms, &Op::Eq, &[a, b])?;
                        parts.push(terms.not(equal));
                    }
                }
                Some(terms.and(&parts))
            }
            Builtin::BvCompare => {
                let equal = apply_op(terms, &Op::Eq, args)?;
                let one = terms.literal(lariat_logic::Value::bv(1u8, 1));
                let zero = terms.literal(lariat_logic::Value::bv(0u8, 1));
                Some(terms.ite(equal, one, zero))
            }
            Builtin::IntRem => {
                let modulo = apply_op(terms, &Op::IntMod, args)?;
                let zero = terms.int(0);
                let positive = terms.app(Op::Le, &[zero, args[1]]);
                let negated = terms.app(Op::Neg, &[modulo]);
                Some(terms.ite(positive, modulo, negated))
            }
            Builtin::Rotate(left, by) => rotate(terms, args, *left, *by),
            Builtin::Repeat(times) => {
                let (&[a], 1..=10_000) = (args, *times) else { return None };
                width(terms, a)?;
                let mut whole = a;
                for _ in 1..*times {
                    whole = terms.app(Op::BvConcat, &[a, whole]);
                }
                Some(whole)
            }
            Builtin::MapConst => match (args, terms.sort_of_id(result)) {
                (&[a], Sort::Map { element, .. }) if *element == terms.sort_of(a) => {
                    Some(terms.const_map(result, a))
                }
                _ => None,
            },
            Builtin::Pointwise(point) => pointwise(terms, point, args, result),
            Builtin::Smt(name) => Some(terms.smt(name.clone(), args, result)),
        }
    }
}

/// SMT-LIB names that are operators of the core.
fn plain(name: &str) -> Option<Op> {
    Some(match name {
        "not" => Op::Not,
        "and" => Op::And,
        "or" => Op::Or,
        "=>" => Op::Implies,
        "=" | "iff" => Op::Eq,
        "ite" => Op::Ite,
        "+" => Op::Add,
        "-" => Op::Sub,
        "*" => Op::Mul,
        "div" => Op::IntDiv,
        "mod" => Op::IntMod,
        "/" => Op::RealDiv,
        "to_real" => Op::ToReal,
        "to_int" => Op::ToInt,
        "<" => Op::Lt,
        "<=" => Op::Le,
        "select" => Op::Select,
        "store" => Op::Store,
        "concat" => Op::BvConcat,
        "bvnot" => Op::BvNot,
        "bvneg" => Op::BvNeg,
        "bvadd" => Op::BvAdd,
        "bvsub" => Op::BvSub,
        "bvmul" => Op::BvMul,
        "bvudiv" => Op::BvUdiv,
        "bvurem" => Op::BvUrem,
        "bvsdiv" => Op::BvSdiv,
        "bvsrem" => Op::BvSrem,
        "bvsmod" => Op::BvSmod,
        "bvand" => Op::BvAnd,
        "bvor" => Op::BvOr,
        "bvxor" => Op::BvXor,
        "bvshl" => Op::BvShl,
        "bvlshr" => Op::BvLshr,
        "bvashr" => Op::BvAshr,
        "bvult" => Op::BvUlt,
        "bvule" => Op::BvUle,
        "bvslt" => Op::BvSlt,
        "bvsle" => Op::BvSle,
        "bv2int" | "bv2nat" | "ubv_to_int" => Op::BvToNat,
        _ => return None,
    })
}

/// `(_ extract 7 0)` and its like, with or without the parentheses.
fn indexed(name: &str) -> Option<Builtin> {
    let inside = name.strip_prefix('(').and_then(|n| n.strip_suffix(')')).unwrap_or(name);
    let mut words = inside.split_whitespace();
    let mut head = words.next()?;
    if head == "_" {
        head = words.next()?;
    }
    let numbers: Vec<u32> = words.map(|w| w.parse().ok()).collect::<Option<_>>()?;
    Some(match (head, numbers.as_slice()) {
        ("extract", &[high, low]) if high >= low => Builtin::Op(Op::BvExtract { high, low }),
        ("zero_extend", &[by]) => Builtin::Op(Op::BvZeroExtend(by)),
        ("sign_extend", &[by]) => Builtin::Op(Op::BvSignExtend(by)),
        ("int2bv" | "nat2bv" | "int_to_bv", &[w]) if w > 0 => Builtin::Op(Op::NatToBv(w)),
        ("rotate_left", &[by]) => Builtin::Rotate(true, by),
        ("rotate_right", &[by]) => Builtin::Rotate(false, by),
        ("repeat", &[times]) => Builtin::Repeat(times),
        _ => return None,
    })
}

fn width(terms: &Terms, term: TermId) -> Option<u32> {
    match terms.sort_of_id(terms.sort_of(term)) {
        Sort::Bv(width) => Some(*width),
        _ => None,
    }
}

/// Whether the operands suit the operator.
fn fits(terms: &Terms, op: &Op, args: &[TermId]) -> bool {
    let sorts: Vec<SortId> = args.iter().map(|&a| terms.sort_of(a)).collect();
    let all = |sort: SortId| sorts.iter().all(|&s| s == sort);
    let same = sorts.windows(2).all(|w| w[0] == w[1]);
    let bv = || args.iter().all(|&a| width(terms, a).is_some());
    let count = args.len();
    match op {
        Op::Not => count == 1 && all(Terms::BOOL),
        Op::And | Op::Or => all(Terms::BOOL),
        Op::Implies => count == 2 && all(Terms::BOOL),
        Op::Eq => count == 2 && same,
        Op::Ite => count == 3 && sorts[0] == Terms::BOOL && sorts[1] == sorts[2],
        Op::Add | Op::Sub | Op::Mul | Op::Lt | Op::Le => {
            count == 2 && (all(Terms::INT) || all(Terms::REAL))
        }
        Op::Neg => count == 1 && (all(Terms::INT) || all(Terms::REAL)),
        Op::IntDiv | Op::IntMod => count == 2 && all(Terms::INT),
        Op::RealDiv | Op::Pow => count == 2 && all(Terms::REAL),
        Op::ToReal => count == 1 && all(Terms::INT),
        Op::ToInt => count == 1 && all(Terms::REAL),
        Op::BvConcat => count == 2 && bv(),
        Op::BvExtract { high, .. } => {
            count == 1 && width(terms, args[0]).is_some_and(|w| *high < w)
        }
        Op::BvZeroExtend(_) | Op::BvSignExtend(_) | Op::BvNot | Op::BvNeg | Op::BvToNat => {
            count == 1 && bv()
        }
        Op::NatToBv(_) => count == 1 && all(Terms::INT),
        Op::Select | Op::Store => match args.first().map(|&m| terms.sort_of_id(terms.sort_of(m))) {
            Some(Sort::Map { indices, element }) => {
                let stored = (*op == Op::Store).then_some(element);
                sorts[1..].iter().eq(indices.iter().chain(stored))
            }
            _ => false,
        },
        Op::ConstMap(_) | Op::Construct(_) | Op::Field(..) | Op::IsConstructor(_) | Op::Smt(_) => {
            false
        }
        _ => count == 2 && same && bv(),
    }
}

fn apply_op(terms: &mut Terms, op: &Op, args: &[TermId]) -> Option<TermId> {
    // One name, two operators: `-` of one operand is negation, `=` and `+` take several.
    match (op, args) {
        (Op::Sub, [_]) => return apply_op(terms, &Op::Neg, args),
        (Op::Add | Op::Mul, [first, rest @ ..]) if rest.len() > 1 => {
            return rest.iter().try_fold(*first, |sum, &a| apply_op(terms, op, &[sum, a]));
        }
        _ => {}
    }
    fits(terms, op, args).then(|| terms.app(op.clone(), args))
}

fn rotate(terms: &mut Terms, args: &[TermId], left: bool, by: u32) -> Option<TermId> {
    let &[a] = args else { return None };
    let width = width(terms, a)?;
    let by = by % width;
    let by = if left { by } else { (width - by) % width };
    if by == 0 {
        return Some(a);
    }
    let low = terms.app(Op::BvExtract { high: width - by - 1, low: 0 }, &[a]);
    let high = terms.app(Op::BvExtract { high: width - 1, low: width - by }, &[a]);
    Some(terms.app(Op::BvConcat, &[low, high]))
}

fn pointwise(
    terms: &mut Terms,
    point: &Builtin,
    args: &[TermId],
    result: SortId,
) -> Option<TermId> {
    let Sort::Map { indices, element } = terms.sort_of_id(result).clone() else { return None };
    let vars: Vec<VarId> = indices.iter().map(|&s| terms.declare("i", s)).collect();
    let places: Vec<TermId> = vars.iter().map(|&v| terms.var(v)).collect();
    let mut operands = Vec::with_capacity(args.len());
    for &map in args {
        match terms.sort_of_id(terms.sort_of(map)) {
            Sort::Map { indices: i, .. } if *i == indices => {
                let read: Vec<TermId> = std::iter::once(map).chain(places.clone()).collect();
                operands.push(terms.app(Op::Select, &read));
            }
            _ => return None,
        }
    }
    let body = point.apply(terms, &operands, element)?;
    if terms.sort_of(body) != element {
        return None;
    }
    Some(terms.bind(Binder {
        kind: BinderKind::Lambda,
        vars,
        body,
        triggers: Vec::new(),
        no_triggers: Vec::new(),
        name: None,
        weight: None,
    }))
}
