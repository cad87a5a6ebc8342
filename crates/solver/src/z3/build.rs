//! Building terms. This is the hot path when procedures are instantiated by the thousand, so every
//! operator goes straight to its constructor in the C interface.

use super::{Node, Shape, Z3Solver, ffi};
use crate::Ast;
use lariat_logic::{Binder, BinderKind, MapValue, Op, Sort, SortId, Terms, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ffi::CString;
use z3_sys::*;

/// What stands for operations that are looked at roughly only.
#[derive(Debug, Default)]
pub(super) struct Rough {
    /// By operator, and whether it is about reals.
    functions: FxHashMap<(Op, bool), Z3_func_decl>,
    /// Whether something is not looked at in full, so that a model is a candidate.
    pub(super) matters: bool,
}

impl Z3Solver {
    /// Gives a term a handle; a failed construction is noted and gets a placeholder.
    pub(super) fn handle(
        &mut self,
        terms: &Terms,
        ast: Option<Z3_ast>,
        sort: SortId,
        shape: Shape,
        what: impl FnOnce() -> String,
    ) -> Ast {
        let Some(ast) = ast else {
            self.context.note_error(&what());
            return self.placeholder(terms, sort);
        };
        self.intern(ast, sort, shape)
    }

    fn intern(&mut self, ast: Z3_ast, sort: SortId, shape: Shape) -> Ast {
        let c = self.context.ptr;
        // SAFETY: the term is live (Z3 keeps the result of the last call).
        let id = unsafe { Z3_get_ast_id(c, ast) } as usize;
        if let Some(&known) = self.by_id.get(id)
            && known != u32::MAX
        {
            return Ast(known);
        }
        // SAFETY: as above; the reference is given back at the end.
        unsafe { Z3_inc_ref(c, ast) };
        let handle = Ast::from(self.nodes.len());
        self.nodes.push(Node { ast, sort, shape });
        if self.by_id.len() <= id {
            let new_len = (id + 1).next_power_of_two().max(1024);
            self.by_id.resize(new_len, u32::MAX);
        }
        self.by_id[id] = handle.0;
        self.statistics.nodes += 1;
        handle
    }

    /// A new constant, whatever could not be built; `check` reports the error before it matters.
    fn placeholder(&mut self, terms: &Terms, sort: SortId) -> Ast {
        let ast = self.fresh_constant(terms, sort);
        self.intern(ast, sort, Shape::Constant)
    }

    pub(super) fn fresh_constant(&mut self, terms: &Terms, sort: SortId) -> Z3_ast {
        let sort = self.sort(terms, sort);
        let c = self.context.ptr;
        let number = self.constants;
        self.constants += 1;
        // SAFETY: the sort is live. A numbered symbol needs no string; logs have names of their own.
        unsafe {
            Z3_mk_int_symbol(c, number)
                .and_then(|symbol| Z3_mk_const(c, symbol, sort))
                .expect("Z3 makes a constant")
        }
    }

    /// Applies an operator to live terms.
    pub(super) fn build(
        &mut self,
        terms: &Terms,
        op: &Op,
        args: &[Z3_ast],
        sort: SortId,
    ) -> Option<Z3_ast> {
        let c = self.context.ptr;
        let n = args.len() as u32;
        // SAFETY (whole match): the operands are live and Z3 checks their sorts; arrays have the
        // lengths given.
        unsafe {
            match (op, args) {
                (Op::And | Op::Or, &[a]) => Some(a),
                (Op::And, _) => Z3_mk_and(c, n, args.as_ptr()),
                (Op::Or, _) => Z3_mk_or(c, n, args.as_ptr()),
                (Op::Not, &[a]) => Z3_mk_not(c, a),
                (Op::Neg, &[a]) => Z3_mk_unary_minus(c, a),
                (Op::ToReal, &[a]) => Z3_mk_int2real(c, a),
                (Op::ToInt, &[a]) => Z3_mk_real2int(c, a),
                (Op::BvExtract { high, low }, &[a]) => Z3_mk_extract(c, *high, *low, a),
                (Op::BvZeroExtend(by), &[a]) => Z3_mk_zero_ext(c, *by, a),
                (Op::BvSignExtend(by), &[a]) => Z3_mk_sign_ext(c, *by, a),
                (Op::BvNot, &[a]) => Z3_mk_bvnot(c, a),
                (Op::BvNeg, &[a]) => Z3_mk_bvneg(c, a),
                (Op::BvToNat, &[a]) => Z3_mk_bv2int(c, a, false),
                (Op::NatToBv(width), &[a]) => Z3_mk_int2bv(c, *width, a),
                (Op::Ite, &[condition, a, b]) => Z3_mk_ite(c, condition, a, b),
                (Op::Select, &[map, index]) => Z3_mk_select(c, map, index),
                (Op::Select, [map, indices @ ..]) => {
                    Z3_mk_select_n(c, *map, n - 1, indices.as_ptr())
                }
                (Op::Store, &[map, index, value]) => Z3_mk_store(c, map, index, value),
                (Op::Store, [map, indices @ .., value]) => {
                    Z3_mk_store_n(c, *map, n - 2, indices.as_ptr(), *value)
                }
                (Op::ConstMap(map), &[element]) => self.const_map(terms, *map, element),
                (Op::Construct(k), _) => {
                    let decl = self.constructor(terms, *k).build;
                    Z3_mk_app(c, decl, n, args.as_ptr())
                }
                (Op::Field(k, i), &[_]) => {
                    let decl = *self.constructor(terms, *k).fields.get(*i as usize)?;
                    Z3_mk_app(c, decl, n, args.as_ptr())
                }
                (Op::IsConstructor(k), &[_]) => {
                    let decl = self.constructor(terms, *k).is;
                    Z3_mk_app(c, decl, n, args.as_ptr())
                }
                (Op::Smt(name), _) => {
                    let result = self.sort(terms, sort);
                    // Constants of several sorts say which one is meant.
                    if name == "seq.empty" {
                        return self.theory_app("(as seq.empty s0)", &[result], args, result);
                    }
                    self.theory_app(name, &[], args, result)
                }
                (_, &[a, b]) => self.build_binary(op, a, b),
                _ => None,
            }
        }
    }

    fn build_binary(&mut self, op: &Op, a: Z3_ast, b: Z3_ast) -> Option<Z3_ast> {
        let c = self.context.ptr;
        let both = [a, b];
        if let Some(rough) = &mut self.rough {
            // SAFETY: the terms are live.
            let nonlinear = op.is_nonlinear(|i| unsafe { Z3_is_numeral_ast(c, both[i]) });
            rough.matters |= nonlinear;
            if nonlinear {
                return self.build_roughly(op, a, b);
            }
        }
        // SAFETY: the operands are live and Z3 checks their sorts.
        unsafe {
            match op {
                Op::Eq => Z3_mk_eq(c, a, b),
                Op::Implies => Z3_mk_implies(c, a, b),
                Op::Add => Z3_mk_add(c, 2, both.as_ptr()),
                Op::Sub => Z3_mk_sub(c, 2, both.as_ptr()),
                Op::Mul => Z3_mk_mul(c, 2, both.as_ptr()),
                Op::IntDiv | Op::RealDiv => Z3_mk_div(c, a, b),
                Op::IntMod => Z3_mk_mod(c, a, b),
                Op::Pow => Z3_mk_power(c, a, b),
                Op::Lt => Z3_mk_lt(c, a, b),
                Op::Le => Z3_mk_le(c, a, b),
                Op::BvConcat => Z3_mk_concat(c, a, b),
                Op::BvAdd => Z3_mk_bvadd(c, a, b),
                Op::BvSub => Z3_mk_bvsub(c, a, b),
                Op::BvMul => Z3_mk_bvmul(c, a, b),
                Op::BvUdiv => Z3_mk_bvudiv(c, a, b),
                Op::BvUrem => Z3_mk_bvurem(c, a, b),
                Op::BvSdiv => Z3_mk_bvsdiv(c, a, b),
                Op::BvSrem => Z3_mk_bvsrem(c, a, b),
                Op::BvSmod => Z3_mk_bvsmod(c, a, b),
                Op::BvAnd => Z3_mk_bvand(c, a, b),
                Op::BvOr => Z3_mk_bvor(c, a, b),
                Op::BvXor => Z3_mk_bvxor(c, a, b),
                Op::BvShl => Z3_mk_bvshl(c, a, b),
                Op::BvLshr => Z3_mk_bvlshr(c, a, b),
                Op::BvAshr => Z3_mk_bvashr(c, a, b),
                Op::BvUlt => Z3_mk_bvult(c, a, b),
                Op::BvUle => Z3_mk_bvule(c, a, b),
                Op::BvSlt => Z3_mk_bvslt(c, a, b),
                Op::BvSle => Z3_mk_bvsle(c, a, b),
                _ => None,
            }
        }
    }

    /// An application of a function about which nothing is known.
    fn build_roughly(&mut self, op: &Op, a: Z3_ast, b: Z3_ast) -> Option<Z3_ast> {
        let c = self.context.ptr;
        // SAFETY: the operands are live, and so are their sorts; the declaration is kept until the
        // context goes.
        unsafe {
            let sorts = [Z3_get_sort(c, a)?, Z3_get_sort(c, b)?];
            let is_real = Z3_get_sort_kind(c, sorts[0]) == SortKind::Real;
            let rough = self.rough.as_mut()?;
            let decl = match rough.functions.get(&(op.clone(), is_real)) {
                Some(&decl) => decl,
                None => {
                    let name = c"rough".as_ptr();
                    let decl = Z3_mk_fresh_func_decl(c, name, 2, sorts.as_ptr(), sorts[0])?;
                    self.context.keep(decl.cast());
                    rough.functions.insert((op.clone(), is_real), decl);
                    decl
                }
            };
            Z3_mk_app(c, decl, 2, [a, b].as_ptr())
        }
    }

    /// The map with this element everywhere. The C interface makes constant arrays with one index
    /// only, the parser those with more.
    fn const_map(&mut self, terms: &Terms, map: SortId, element: Z3_ast) -> Option<Z3_ast> {
        let Sort::Map { indices, element: element_sort } = terms.sort_of_id(map) else {
            return None;
        };
        let c = self.context.ptr;
        if let &[index] = &indices[..] {
            let index = self.sort(terms, index);
            // SAFETY: sort and element are live.
            return unsafe { Z3_mk_const_array(c, index, element) };
        }
        let parts: Vec<Z3_sort> =
            indices.iter().chain([element_sort]).map(|&part| self.sort(terms, part)).collect();
        let names: Vec<String> = (0..parts.len()).map(|i| format!("s{i}")).collect();
        let head = format!("(as const (Array {}))", names.join(" "));
        let sort = self.sort(terms, map);
        self.theory_app(&head, &parts, &[element], sort)
    }

    /// A value as a term.
    pub(super) fn build_literal(
        &mut self,
        terms: &Terms,
        value: &Value,
        sort: SortId,
    ) -> Option<Z3_ast> {
        let c = self.context.ptr;
        match value {
            // SAFETY: the context is live.
            Value::Bool(true) => unsafe { Z3_mk_true(c) },
            Value::Bool(false) => unsafe { Z3_mk_false(c) },
            Value::Int(n) => match i64::try_from(n) {
                Ok(n) => {
                    let sort = self.sort(terms, sort);
                    // SAFETY: the sort is live.
                    unsafe { Z3_mk_int64(c, n, sort) }
                }
                Err(_) => self.numeral(terms, &n.to_string(), sort),
            },
            Value::Real(r) => self.numeral(terms, &format!("{}/{}", r.numer(), r.denom()), sort),
            Value::Bv { bits, width } => match bits.word() {
                Some(bits) => {
                    let sort = self.sort(terms, sort);
                    // SAFETY: the sort is live.
                    unsafe { Z3_mk_unsigned_int64(c, bits, sort) }
                }
                None => {
                    debug_assert_eq!(*terms.sort_of_id(sort), Sort::Bv(*width));
                    self.numeral(terms, &bits.to_string(), sort)
                }
            },
            Value::Map(map) => self.map_literal(terms, map, sort),
            Value::Element { number, .. } => Some(self.element(terms, sort, *number)),
            Value::Data { constructor, fields } => {
                let sorts = terms.constructor(*constructor).fields.iter().map(|f| f.1);
                let mut args = Vec::new();
                for (field, sort) in fields.iter().zip(sorts) {
                    args.push(self.build_and_keep(terms, field, sort)?);
                }
                self.build(terms, &Op::Construct(*constructor), &args, sort)
            }
            Value::Smt { text, .. } => {
                let sort = self.sort(terms, sort);
                self.theory_app(text, &[], &[], sort)
            }
        }
    }

    /// As [`Self::build_literal`], with a handle, so that it stays alive while others are built.
    fn build_and_keep(&mut self, terms: &Terms, value: &Value, sort: SortId) -> Option<Z3_ast> {
        let ast = self.build_literal(terms, value, sort)?;
        self.intern(ast, sort, Shape::Other);
        Some(ast)
    }

    fn numeral(&mut self, terms: &Terms, digits: &str, sort: SortId) -> Option<Z3_ast> {
        let sort = self.sort(terms, sort);
        let digits = CString::new(digits).ok()?;
        // SAFETY: the sort is live, and Z3 copies the string.
        unsafe { Z3_mk_numeral(self.context.ptr, digits.as_ptr(), sort) }
    }

    fn map_literal(&mut self, terms: &Terms, map: &MapValue, sort: SortId) -> Option<Z3_ast> {
        let Sort::Map { indices, element } = terms.sort_of_id(sort) else { return None };
        let default = self.build_and_keep(terms, map.default_value(), *element)?;
        let mut term = self.const_map(terms, sort, default)?;
        self.intern(term, sort, Shape::Other);
        for (places, stored) in map.entries() {
            let mut args = vec![term];
            for (place, &index) in places.iter().zip(indices) {
                args.push(self.build_and_keep(terms, place, index)?);
            }
            args.push(self.build_and_keep(terms, stored, *element)?);
            term = self.build(terms, &Op::Store, &args, sort)?;
            self.intern(term, sort, Shape::Other);
        }
        Some(term)
    }

    /// The n-th element of an uninterpreted sort: a constant, told apart from the others by a
    /// function that maps each to its number.
    fn element(&mut self, terms: &Terms, sort: SortId, number: u64) -> Z3_ast {
        if let Some(&(_, ast)) =
            self.elements.get(&sort).and_then(|known| known.iter().find(|e| e.0 == number))
        {
            return ast;
        }
        let ast = self.fresh_constant(terms, sort);
        self.intern(ast, sort, Shape::Constant);
        self.elements.entry(sort).or_default().push((number, ast));
        let domain = self.sort(terms, sort);
        let int = self.sort(terms, Terms::INT);
        let c = self.context.ptr;
        let symbol = self.context.symbol(&format!("number-of-{}", sort.0));
        // SAFETY: everything passed is live: sorts by our table, terms by the references counted.
        unsafe {
            let decl = Z3_mk_func_decl(c, symbol, 1, &domain, int).expect("a declaration");
            self.context.keep(decl.cast());
            let index = Z3_mk_app(c, decl, 1, &ast).expect("an application");
            self.context.keep(index);
            let number = Z3_mk_unsigned_int64(c, number, int).expect("a numeral");
            self.context.keep(number);
            let fact = Z3_mk_eq(c, index, number).expect("an equation");
            self.context.keep(fact);
            Z3_solver_assert(c, self.context.solver, fact);
        }
        ast
    }

    /// Whether Z3 takes a term as a pattern: it has no logical connectives, comparisons and binders.
    fn is_pattern(&self, term: Z3_ast) -> bool {
        let c = self.context.ptr;
        let mut seen: FxHashSet<usize> = FxHashSet::default();
        let mut stack = vec![term];
        // SAFETY: subterms of a live term are live.
        unsafe {
            while let Some(term) = stack.pop() {
                match Z3_get_ast_kind(c, term) {
                    AstKind::App => {}
                    AstKind::Quantifier => return false,
                    _ => continue,
                }
                if !seen.insert(Z3_get_ast_id(c, term) as usize) {
                    continue;
                }
                let Some(app) = Z3_to_app(c, term) else { return false };
                let Some(decl) = Z3_get_app_decl(c, app) else { return false };
                if ffi::is_logical(ffi::Z3_get_decl_kind(c, decl)) {
                    return false;
                }
                let args = 0..Z3_get_app_num_args(c, app);
                stack.extend(args.filter_map(|i| Z3_get_app_arg(c, app, i)));
            }
        }
        true
    }

    /// A quantifier or lambda over constants.
    pub(super) fn build_binder(
        &mut self,
        binder: &Binder,
        vars: &[Z3_ast],
        body: Z3_ast,
        triggers: &[Vec<Z3_ast>],
        no_triggers: &[Z3_ast],
    ) -> Option<Z3_ast> {
        let c = self.context.ptr;
        // SAFETY: all terms are live and counted by the caller; patterns are kept.
        unsafe {
            let bound: Vec<Z3_app> =
                vars.iter().map(|&v| Z3_to_app(c, v)).collect::<Option<_>>()?;
            let count = bound.len() as u32;
            if binder.kind == BinderKind::Lambda {
                return Z3_mk_lambda_const(c, count, bound.as_ptr(), body);
            }
            let mut patterns: Vec<Z3_pattern> = Vec::with_capacity(triggers.len());
            for trigger in triggers {
                // A variable may have become a term that no pattern may have.
                if !trigger.iter().all(|&term| self.is_pattern(term)) {
                    continue;
                }
                let pattern = Z3_mk_pattern(c, trigger.len() as u32, trigger.as_ptr())?;
                self.context.keep(pattern.cast());
                patterns.push(pattern);
            }
            let name = binder.name.as_ref().map(|name| self.context.symbol(name));
            // Z3 takes either patterns or a list of what must not be one.
            let barred = if patterns.is_empty() { no_triggers } else { &[] };
            ffi::Z3_mk_quantifier_const_ex(
                c,
                binder.kind == BinderKind::Forall,
                binder.weight.unwrap_or(1),
                name,
                None,
                count,
                bound.as_ptr(),
                patterns.len() as u32,
                patterns.as_ptr(),
                barred.len() as u32,
                barred.as_ptr(),
                body,
            )
        }
    }
}
