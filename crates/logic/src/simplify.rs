//! Simplifying constructors. Each rule is valid in every model, cheap (looks one or two levels deep)
//! and makes terms smaller or more alike.

use crate::alpha::is_lambda;
use crate::eval::apply;
use crate::op::Op;
use crate::sort::{Sort, SortId};
use crate::term::{Term, TermId, Terms};
use crate::value::Value;
use num_bigint::BigInt;
use num_traits::{One, Zero};

impl Terms {
    /// An operator applied to operands, simplified.
    ///
    /// # Panics
    /// On [`Op::Smt`], whose result sort is not known from its operands: use [`Terms::smt`].
    pub fn app(&mut self, op: Op, args: &[TermId]) -> TermId {
        let sort = self.result_sort(&op, args);
        self.app_with_sort(op, args, sort)
    }

    /// As [`Terms::app`], with the result sort given.
    pub fn app_with_sort(&mut self, op: Op, args: &[TermId], sort: SortId) -> TermId {
        if let Some(folded) = self.fold(&op, args) {
            return folded;
        }
        match (&op, args) {
            (Op::Not, &[a]) => self.not(a),
            (Op::And, _) => self.and(args),
            (Op::Or, _) => self.or(args),
            (Op::Implies, &[a, b]) => self.implies(a, b),
            (Op::Eq, &[a, b]) => self.eq(a, b),
            (Op::Ite, &[c, a, b]) => self.ite(c, a, b),
            (Op::Add, &[a, b]) => self.add(a, b),
            (Op::Sub, &[a, b]) => self.sub(a, b),
            (Op::Mul, &[a, b]) => self.mul(a, b),
            (Op::Le | Op::BvUle | Op::BvSle, [a, b]) if a == b => Self::TRUE,
            (Op::Lt | Op::BvUlt | Op::BvSlt, [a, b]) if a == b => Self::FALSE,
            (Op::Select, [map, indices @ ..]) => self.select(*map, indices),
            (Op::BvZeroExtend(0) | Op::BvSignExtend(0), &[a]) => a,
            (Op::BvExtract { high, low: 0 }, &[a])
                if *self.sort_of_id(self.sort_of(a)) == Sort::Bv(high + 1) =>
            {
                a
            }
            (Op::Field(c, i), &[a]) => match self.get(a) {
                Term::App(Op::Construct(d), fields) if c == d => fields[*i as usize],
                _ => self.intern(Term::App(op, args.into()), sort),
            },
            (Op::IsConstructor(c), &[a]) => match self.get(a) {
                Term::App(Op::Construct(d), _) => {
                    let same = c == d;
                    self.bool(same)
                }
                _ => self.intern(Term::App(op, args.into()), sort),
            },
            _ => self.intern(Term::App(op, args.into()), sort),
        }
    }

    fn fold(&mut self, op: &Op, args: &[TermId]) -> Option<TermId> {
        if args.is_empty() || matches!(op, Op::Smt(_) | Op::ConstMap(_) | Op::Construct(_)) {
            return None;
        }
        let values: Vec<&Value> =
            args.iter().map(|&a| self.as_literal(a)).collect::<Option<Vec<_>>>()?;
        match apply(op, &values).ok()? {
            // A map's sort is not known from its value.
            Value::Map(_) => None,
            value => Some(self.literal(value)),
        }
    }

    fn result_sort(&mut self, op: &Op, args: &[TermId]) -> SortId {
        let width = |terms: &Terms, t: TermId| match terms.sort_of_id(terms.sort_of(t)) {
            Sort::Bv(w) => *w,
            other => unreachable!("a bit-vector operator on {other:?}"),
        };
        match op {
            Op::Not
            | Op::And
            | Op::Or
            | Op::Implies
            | Op::Eq
            | Op::Lt
            | Op::Le
            | Op::BvUlt
            | Op::BvUle
            | Op::BvSlt
            | Op::BvSle
            | Op::IsConstructor(_) => Self::BOOL,
            Op::Ite => self.sort_of(args[1]),
            Op::IntDiv | Op::IntMod | Op::ToInt | Op::BvToNat => Self::INT,
            Op::RealDiv | Op::Pow | Op::ToReal => Self::REAL,
            Op::BvConcat => {
                let total = width(self, args[0]) + width(self, args[1]);
                self.bv_sort(total)
            }
            Op::BvExtract { high, low } => self.bv_sort(high - low + 1),
            Op::BvZeroExtend(by) | Op::BvSignExtend(by) => {
                let total = width(self, args[0]) + by;
                self.bv_sort(total)
            }
            Op::NatToBv(w) => self.bv_sort(*w),
            Op::Select => match self.sort_of_id(self.sort_of(args[0])) {
                Sort::Map { element, .. } => *element,
                other => unreachable!("select from {other:?}"),
            },
            Op::ConstMap(sort) => *sort,
            Op::Construct(c) => self.datatype(self.constructor(*c).datatype).sort,
            Op::Field(c, i) => self.constructor(*c).fields[*i as usize].1,
            Op::Smt(name) => panic!("the sort of {name} must be given"),
            _ => self.sort_of(args[0]),
        }
    }

    /// Negation. Comparisons turn around, so that a fact and its negation share an atom.
    pub fn not(&mut self, a: TermId) -> TermId {
        let swapped = match self.get(a) {
            Term::Literal(Value::Bool(b)) => {
                let negated = !b;
                return self.bool(negated);
            }
            Term::App(Op::Not, args) => return args[0],
            Term::App(Op::Lt, args) => Some((Op::Le, [args[1], args[0]])),
            Term::App(Op::Le, args) => Some((Op::Lt, [args[1], args[0]])),
            _ => None,
        };
        match swapped {
            Some((op, args)) => self.intern(Term::App(op, Box::new(args)), Self::BOOL),
            None => self.intern(Term::App(Op::Not, Box::new([a])), Self::BOOL),
        }
    }

    /// Conjunction.
    pub fn and(&mut self, args: &[TermId]) -> TermId {
        self.junction(Op::And, args, Self::TRUE, Self::FALSE)
    }

    /// Disjunction.
    pub fn or(&mut self, args: &[TermId]) -> TermId {
        self.junction(Op::Or, args, Self::FALSE, Self::TRUE)
    }

    fn junction(&mut self, op: Op, args: &[TermId], unit: TermId, zero: TermId) -> TermId {
        let mut kept: Vec<TermId> = Vec::with_capacity(args.len());
        let mut seen = rustc_hash::FxHashSet::default();
        for &a in args {
            if a == zero {
                return zero;
            }
            if a != unit && seen.insert(a) {
                kept.push(a);
            }
        }
        for &a in &kept {
            if let Term::App(Op::Not, inner) = self.get(a)
                && seen.contains(&inner[0])
            {
                return zero;
            }
        }
        match kept.as_slice() {
            [] => unit,
            [one] => *one,
            _ => self.intern(Term::App(op, kept.into()), Self::BOOL),
        }
    }

    /// Implication.
    pub fn implies(&mut self, a: TermId, b: TermId) -> TermId {
        if a == Self::TRUE {
            b
        } else if a == Self::FALSE || b == Self::TRUE || a == b {
            Self::TRUE
        } else if b == Self::FALSE {
            self.not(a)
        } else {
            self.intern(Term::App(Op::Implies, Box::new([a, b])), Self::BOOL)
        }
    }

    /// Equality.
    pub fn eq(&mut self, a: TermId, b: TermId) -> TermId {
        if a == b {
            return Self::TRUE;
        }
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        // Literals to the right.
        let (a, b) = if self.as_literal(a).is_some() { (b, a) } else { (a, b) };
        if let Some(folded) = self.fold(&Op::Eq, &[a, b]) {
            return folded;
        }
        if is_lambda(self, a) && is_lambda(self, b) && self.same_binders(a, b) {
            return Self::TRUE;
        }
        if b == Self::TRUE {
            return a;
        }
        if b == Self::FALSE {
            return self.not(a);
        }
        if self.sort_of(a) == Self::INT {
            let (base_a, offset_a) = self.base_and_offset(a);
            let (base_b, offset_b) = self.base_and_offset(b);
            match (base_a, base_b) {
                (Some(x), Some(y)) if x == y => return self.bool(offset_a == offset_b),
                (Some(x), None) if !offset_a.is_zero() => {
                    let constant = self.int(offset_b - offset_a);
                    return self.eq(x, constant);
                }
                _ => {}
            }
        }
        if self.as_literal(b).is_some()
            && let Term::App(Op::Ite, args) = self.get(a)
            && let &[c, x, y] = &args[..]
            && (self.as_literal(x).is_some() || self.as_literal(y).is_some())
        {
            let (x, y) = (self.eq(x, b), self.eq(y, b));
            return self.ite(c, x, y);
        }
        self.intern(Term::App(Op::Eq, Box::new([a, b])), Self::BOOL)
    }

    /// If-then-else.
    pub fn ite(&mut self, c: TermId, a: TermId, b: TermId) -> TermId {
        if c == Self::TRUE || a == b {
            return a;
        }
        if c == Self::FALSE {
            return b;
        }
        if let Term::App(Op::Not, inner) = self.get(c) {
            let inner = inner[0];
            return self.ite(inner, b, a);
        }
        match (a, b) {
            (Self::TRUE, Self::FALSE) => return c,
            (Self::FALSE, Self::TRUE) => return self.not(c),
            (Self::TRUE, _) => return self.or(&[c, b]),
            (_, Self::FALSE) => return self.and(&[c, a]),
            (Self::FALSE, _) => {
                let not_c = self.not(c);
                return self.and(&[not_c, b]);
            }
            (_, Self::TRUE) => return self.implies(c, a),
            _ => {}
        }
        let sort = self.sort_of(a);
        self.intern(Term::App(Op::Ite, Box::new([c, a, b])), sort)
    }

    /// Addition; constants gather at the right.
    pub fn add(&mut self, a: TermId, b: TermId) -> TermId {
        if self.sort_of(a) == Self::INT {
            let (base_a, offset_a) = self.base_and_offset(a);
            let (base_b, offset_b) = self.base_and_offset(b);
            let offset = offset_a + offset_b;
            return match (base_a, base_b) {
                (None, None) => self.int(offset),
                (Some(x), None) | (None, Some(x)) => self.plus_offset(x, offset),
                (Some(x), Some(y)) => {
                    let (x, y) = if x < y { (x, y) } else { (y, x) };
                    let sum = self.intern(Term::App(Op::Add, Box::new([x, y])), Self::INT);
                    self.plus_offset(sum, offset)
                }
            };
        }
        let sort = self.sort_of(a);
        self.intern(Term::App(Op::Add, Box::new([a, b])), sort)
    }

    fn sub(&mut self, a: TermId, b: TermId) -> TermId {
        if self.sort_of(a) == Self::INT {
            let (base_a, offset_a) = self.base_and_offset(a);
            let (base_b, offset_b) = self.base_and_offset(b);
            let offset = offset_a - offset_b;
            return match (base_a, base_b) {
                (None, None) => self.int(offset),
                (Some(x), None) => self.plus_offset(x, offset),
                (None, Some(y)) => {
                    let negated = self.app(Op::Neg, &[y]);
                    self.plus_offset(negated, offset)
                }
                (Some(x), Some(y)) if x == y => self.int(offset),
                (Some(x), Some(y)) => {
                    let difference = self.intern(Term::App(Op::Sub, Box::new([x, y])), Self::INT);
                    self.plus_offset(difference, offset)
                }
            };
        }
        let sort = self.sort_of(a);
        self.intern(Term::App(Op::Sub, Box::new([a, b])), sort)
    }

    fn mul(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = if self.as_literal(a).is_some() { (b, a) } else { (a, b) };
        if let Some(Value::Int(n)) = self.as_literal(b) {
            if n.is_zero() {
                return b;
            }
            if n.is_one() {
                return a;
            }
        }
        let sort = self.sort_of(a);
        self.intern(Term::App(Op::Mul, Box::new([a, b])), sort)
    }

    fn plus_offset(&mut self, base: TermId, offset: BigInt) -> TermId {
        if offset.is_zero() {
            return base;
        }
        let offset = self.int(offset);
        self.intern(Term::App(Op::Add, Box::new([base, offset])), Self::INT)
    }

    /// An integer term as a base plus a constant; a literal has no base.
    pub fn base_and_offset(&self, term: TermId) -> (Option<TermId>, BigInt) {
        match self.get(term) {
            Term::Literal(Value::Int(n)) => (None, n.clone()),
            Term::App(Op::Add, args) => match self.as_literal(args[1]) {
                Some(Value::Int(n)) => (Some(args[0]), n.clone()),
                _ => (Some(term), BigInt::zero()),
            },
            _ => (Some(term), BigInt::zero()),
        }
    }

    /// Whether two terms differ in every model, as far as their form shows.
    pub fn surely_distinct(&mut self, a: TermId, b: TermId) -> bool {
        self.eq(a, b) == Self::FALSE
    }

    fn select(&mut self, map: TermId, indices: &[TermId]) -> TermId {
        let mut map = map;
        // Looks through a bounded number of updates at other places.
        for _ in 0..64 {
            match self.get(map) {
                Term::App(Op::Store, args) => {
                    let (below, places, value) =
                        (args[0], args[1..args.len() - 1].to_vec(), args[args.len() - 1]);
                    if places == indices {
                        return value;
                    }
                    let apart =
                        places.iter().zip(indices).any(|(&p, &i)| self.surely_distinct(p, i));
                    if !apart {
                        break;
                    }
                    map = below;
                }
                Term::App(Op::ConstMap(_), args) => return args[0],
                _ => break,
            }
        }
        let Sort::Map { element, .. } = self.sort_of_id(self.sort_of(map)) else {
            unreachable!("select from a map")
        };
        let element = *element;
        let args: Box<[TermId]> = std::iter::once(map).chain(indices.iter().copied()).collect();
        self.intern(Term::App(Op::Select, args), element)
    }
}
