//! Z3's formulas back to terms, for the summaries that the fixedpoint engine finds.

use super::fixedpoint::{Relation, decl_name};
use super::{Z3Solver, ffi, ffi::kind, text};
use lariat_logic::{Op, TermId, Terms, Value};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use rustc_hash::FxHashMap;
use std::str::FromStr;
use z3_sys::*;

/// Formulas nested deeper than this are not read.
const MAX_DEPTH: u32 = 2_000;

impl Z3Solver {
    /// What an answer (a conjunction of definitions, each for all arguments) says of a relation, with
    /// `params` for its arguments.
    pub(super) fn definition_of(
        &mut self,
        terms: &mut Terms,
        answer: Z3_ast,
        relation: Z3_func_decl,
        params: &[TermId],
    ) -> Option<TermId> {
        for conjunct in self.conjuncts(answer) {
            let body = self.under_quantifier(conjunct)?;
            let (left, right) = match self.application(body)? {
                (decl, args) if args.len() == 2 && self.kind(decl) == kind::EQ => {
                    (args[0], args[1])
                }
                _ => continue,
            };
            let (decl, args) = self.application(left)?;
            if decl != relation || args.len() != params.len() {
                continue;
            }
            let mut reader =
                Reader { z3: self, vars: FxHashMap::default(), memo: FxHashMap::default() };
            for (&arg, &param) in args.iter().zip(params) {
                let index = reader.z3.bound_index(arg)?;
                reader.vars.insert(index, param);
            }
            return reader.read(terms, right, 0);
        }
        None
    }

    /// For each relation, the most facts of it on one branch of a proof.
    pub(super) fn derivation_depths(
        &self,
        proof: Z3_ast,
        relations: &[Z3_func_decl],
    ) -> Option<Vec<(Relation, u32)>> {
        let c = self.context.ptr;
        let mut depths: FxHashMap<Z3_ast, Vec<(Relation, u32)>> = FxHashMap::default();
        let mut stack = vec![(proof, false)];
        while let Some((node, premises_done)) = stack.pop() {
            if depths.contains_key(&node) {
                continue;
            }
            let (decl, mut args) = self.application(node)?;
            if !premises_done {
                stack.push((node, true));
                stack.extend(args.iter().rev().map(|&a| (a, false)).filter(|a| self.is_proof(a.0)));
                continue;
            }
            // SAFETY: the function belongs to a live term.
            let derives = unsafe { decl_name(c, decl) }.as_deref() == Some("hyper-res");
            let conclusion = args.pop().and_then(|a| self.application(a)).map(|(decl, _)| decl);
            let mut deepest: Vec<(Relation, u32)> = Vec::new();
            for (relation, depth) in args.iter().filter_map(|a| depths.get(a)).flatten() {
                match deepest.iter_mut().find(|d| d.0 == *relation) {
                    Some(known) => known.1 = known.1.max(*depth),
                    None => deepest.push((*relation, *depth)),
                }
            }
            let own = conclusion.and_then(|d| relations.iter().position(|&r| r == d));
            if let Some(own) = own.filter(|_| derives).map(Relation::from) {
                match deepest.iter_mut().find(|d| d.0 == own) {
                    Some(known) => known.1 += 1,
                    None => deepest.push((own, 1)),
                }
            }
            depths.insert(node, deepest);
        }
        depths.remove(&proof)
    }

    /// Whether a term is a step of a proof.
    fn is_proof(&self, ast: Z3_ast) -> bool {
        let c = self.context.ptr;
        // SAFETY: the term is live, hence its sort is; the string is copied before the next call.
        unsafe {
            let sort = Z3_get_sort(c, ast).and_then(|s| Z3_get_sort_name(c, s));
            sort.is_some_and(|name| text(Z3_get_symbol_string(c, name)) == "Proof")
        }
    }

    /// The parts of a conjunction.
    pub(super) fn conjuncts(&self, formula: Z3_ast) -> Vec<Z3_ast> {
        match self.application(formula) {
            Some((decl, args)) if self.kind(decl) == kind::AND => args,
            _ => vec![formula],
        }
    }

    fn kind(&self, decl: Z3_func_decl) -> u32 {
        // SAFETY: the function belongs to a live term.
        unsafe { ffi::Z3_get_decl_kind(self.context.ptr, decl) }
    }

    fn under_quantifier(&self, formula: Z3_ast) -> Option<Z3_ast> {
        let c = self.context.ptr;
        // SAFETY: the formula is live, hence its body is.
        unsafe {
            match Z3_get_ast_kind(c, formula) {
                AstKind::Quantifier => Z3_get_quantifier_body(c, formula),
                _ => Some(formula),
            }
        }
    }

    fn bound_index(&self, ast: Z3_ast) -> Option<u32> {
        let c = self.context.ptr;
        // SAFETY: the term is live; the number is asked of a variable only.
        unsafe { (Z3_get_ast_kind(c, ast) == AstKind::Var).then(|| Z3_get_index_value(c, ast)) }
    }
}

struct Reader<'a> {
    z3: &'a mut Z3Solver,
    /// What bound variables stand for.
    vars: FxHashMap<u32, TermId>,
    memo: FxHashMap<Z3_ast, TermId>,
}

impl Reader<'_> {
    fn read(&mut self, terms: &mut Terms, ast: Z3_ast, depth: u32) -> Option<TermId> {
        if let Some(&known) = self.memo.get(&ast) {
            return Some(known);
        }
        if depth > MAX_DEPTH {
            return None;
        }
        let c = self.z3.context.ptr;
        // SAFETY: the term is part of the answer, which is kept.
        let term = match unsafe { Z3_get_ast_kind(c, ast) } {
            AstKind::Var => *self.vars.get(&self.z3.bound_index(ast)?)?,
            AstKind::Numeral => self.numeral(terms, ast)?,
            AstKind::App => {
                let (decl, args) = self.z3.application(ast)?;
                let args: Vec<TermId> = args
                    .into_iter()
                    .map(|a| self.read(terms, a, depth + 1))
                    .collect::<Option<_>>()?;
                self.apply(terms, ast, decl, &args)?
            }
            _ => return None,
        };
        self.memo.insert(ast, term);
        Some(term)
    }

    fn numeral(&mut self, terms: &mut Terms, ast: Z3_ast) -> Option<TermId> {
        let c = self.z3.context.ptr;
        // SAFETY: the term is live, and the string is copied before the next call.
        let digits = unsafe {
            if Z3_is_algebraic_number(c, ast) {
                return None;
            }
            text(Z3_get_numeral_string(c, ast))
        };
        // SAFETY: the term is live, hence its sort is; the width is asked of bit vectors only.
        let (kind, width) = unsafe {
            let sort = Z3_get_sort(c, ast)?;
            match Z3_get_sort_kind(c, sort) {
                kind @ SortKind::Bv => (kind, Z3_get_bv_sort_size(c, sort)),
                kind => (kind, 0),
            }
        };
        let value = match kind {
            SortKind::Int => Value::Int(BigInt::from_str(&digits).ok()?),
            SortKind::Real => match digits.split_once('/') {
                Some((n, d)) => {
                    let (n, d) = (BigInt::from_str(n).ok()?, BigInt::from_str(d).ok()?);
                    (d != BigInt::ZERO).then(|| Value::Real(BigRational::new(n, d)))?
                }
                None => Value::Real(BigRational::from(BigInt::from_str(&digits).ok()?)),
            },
            SortKind::Bv => Value::bv(BigUint::from_str(&digits).ok()?, width),
            _ => return None,
        };
        Some(terms.literal(value))
    }

    fn sort_of(&self, ast: Z3_ast) -> Option<lariat_logic::SortId> {
        // SAFETY: the term is live.
        let sort = unsafe { Z3_get_sort(self.z3.context.ptr, ast) }?;
        self.z3.sort_id(sort)
    }

    fn parameter(&self, decl: Z3_func_decl, i: u32) -> Option<u32> {
        let c = self.z3.context.ptr;
        // SAFETY: the function is live, and the parameter is asked for only if it is a number.
        unsafe {
            let is_int = i < Z3_get_decl_num_parameters(c, decl)
                && Z3_get_decl_parameter_kind(c, decl, i) == ParameterKind::Int;
            is_int.then(|| Z3_get_decl_int_parameter(c, decl, i))?.try_into().ok()
        }
    }

    fn apply(
        &mut self,
        terms: &mut Terms,
        ast: Z3_ast,
        decl: Z3_func_decl,
        args: &[TermId],
    ) -> Option<TermId> {
        if let Some(op) = self.z3.constructor_op(decl) {
            let sort = self.sort_of(ast)?;
            return Some(terms.app_with_sort(op, args, sort));
        }
        // SAFETY: the function belongs to a live term.
        let name = unsafe { decl_name(self.z3.context.ptr, decl) }?;
        let fold = |terms: &mut Terms, op: Op| {
            let (&first, rest) = args.split_first()?;
            Some(rest.iter().fold(first, |a, &b| terms.app(op.clone(), &[a, b])))
        };
        Some(match (name.as_str(), args) {
            ("true", []) => Terms::TRUE,
            ("false", []) => Terms::FALSE,
            ("not", &[a]) => terms.not(a),
            ("and", _) => terms.and(args),
            ("or", _) => terms.or(args),
            ("=>" | "implies", &[a, b]) => terms.implies(a, b),
            ("=" | "iff", &[a, b]) => terms.eq(a, b),
            ("if" | "ite", &[c, a, b]) => terms.ite(c, a, b),
            ("distinct", _) => {
                let mut different = Vec::new();
                for (i, &a) in args.iter().enumerate() {
                    for &b in &args[i + 1..] {
                        let equal = terms.eq(a, b);
                        different.push(terms.not(equal));
                    }
                }
                terms.and(&different)
            }
            ("+", _) => fold(terms, Op::Add)?,
            ("*", _) => fold(terms, Op::Mul)?,
            ("-", &[a]) => terms.app(Op::Neg, &[a]),
            ("-", _) => fold(terms, Op::Sub)?,
            ("<=", &[a, b]) => terms.app(Op::Le, &[a, b]),
            (">=", &[a, b]) => terms.app(Op::Le, &[b, a]),
            ("<", &[a, b]) => terms.app(Op::Lt, &[a, b]),
            (">", &[a, b]) => terms.app(Op::Lt, &[b, a]),
            ("div", &[a, b]) => terms.app(Op::IntDiv, &[a, b]),
            ("mod", &[a, b]) => terms.app(Op::IntMod, &[a, b]),
            ("/", &[a, b]) => terms.app(Op::RealDiv, &[a, b]),
            ("to_real", &[a]) => terms.app(Op::ToReal, &[a]),
            ("to_int", &[a]) => terms.app(Op::ToInt, &[a]),
            ("select", _) => terms.app(Op::Select, args),
            ("store", _) => terms.app(Op::Store, args),
            ("const", &[a]) => {
                let sort = self.sort_of(ast)?;
                terms.const_map(sort, a)
            }
            ("concat", _) => fold(terms, Op::BvConcat)?,
            ("extract", &[a]) => {
                let (high, low) = (self.parameter(decl, 0)?, self.parameter(decl, 1)?);
                terms.app(Op::BvExtract { high, low }, &[a])
            }
            ("bit2bool", &[a]) => {
                let bit = self.parameter(decl, 0)?;
                let extracted = terms.app(Op::BvExtract { high: bit, low: bit }, &[a]);
                let one = terms.literal(Value::bv(1u8, 1));
                terms.eq(extracted, one)
            }
            ("zero_extend", &[a]) => {
                let by = self.parameter(decl, 0)?;
                terms.app(Op::BvZeroExtend(by), &[a])
            }
            ("sign_extend", &[a]) => {
                let by = self.parameter(decl, 0)?;
                terms.app(Op::BvSignExtend(by), &[a])
            }
            ("bvnot", &[a]) => terms.app(Op::BvNot, &[a]),
            ("bvneg", &[a]) => terms.app(Op::BvNeg, &[a]),
            ("bvadd", _) => fold(terms, Op::BvAdd)?,
            ("bvmul", _) => fold(terms, Op::BvMul)?,
            ("bvand", _) => fold(terms, Op::BvAnd)?,
            ("bvor", _) => fold(terms, Op::BvOr)?,
            ("bvxor", _) => fold(terms, Op::BvXor)?,
            ("bvuge", &[a, b]) => terms.app(Op::BvUle, &[b, a]),
            ("bvugt", &[a, b]) => terms.app(Op::BvUlt, &[b, a]),
            ("bvsge", &[a, b]) => terms.app(Op::BvSle, &[b, a]),
            ("bvsgt", &[a, b]) => terms.app(Op::BvSlt, &[b, a]),
            (name, &[a, b]) => terms.app(binary_bit_vector(name)?, &[a, b]),
            _ => return None,
        })
    }
}

fn binary_bit_vector(name: &str) -> Option<Op> {
    Some(match name {
        "bvsub" => Op::BvSub,
        "bvudiv" => Op::BvUdiv,
        "bvurem" => Op::BvUrem,
        "bvsdiv" => Op::BvSdiv,
        "bvsrem" => Op::BvSrem,
        "bvsmod" => Op::BvSmod,
        "bvshl" => Op::BvShl,
        "bvlshr" => Op::BvLshr,
        "bvashr" => Op::BvAshr,
        "bvult" => Op::BvUlt,
        "bvule" => Op::BvUle,
        "bvslt" => Op::BvSlt,
        "bvsle" => Op::BvSle,
        _ => return None,
    })
}
