//! Reading models: Z3's terms back to values.

use super::{Shape, Z3Solver, ffi, ffi::kind};
use crate::finite::Finite;
use crate::{Ast, Outcome, Solver, SolverError};
use lariat_logic::{Sort, SortId, Terms, Value};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use std::str::FromStr;
use z3_sys::*;

/// Datatype values nested deeper than this are not read.
const MAX_DEPTH: u32 = 2_000;

impl Z3Solver {
    /// The model of the last query, fetched on first use.
    fn fetch_model(&mut self) -> Result<Z3_model, SolverError> {
        if let Some(model) = self.model {
            return Ok(model);
        }
        let c = self.context.ptr;
        let model = match self.outcome {
            Some(Outcome::Sat | Outcome::Unknown(_)) => {
                // SAFETY: solver and context are live.
                unsafe { Z3_solver_get_model(c, self.context.solver) }
            }
            _ => None,
        };
        let Some(model) = model else {
            return Err(SolverError::NoModel { name: self.name() });
        };
        // SAFETY: the model is the last result; the reference is given back by `forget_model`.
        unsafe { Z3_model_inc_ref(c, model) };
        self.model = Some(model);
        Ok(model)
    }

    fn no_value(&self) -> SolverError {
        let reason = self.context.last_error().unwrap_or_default();
        SolverError::Rejected {
            name: self.name(),
            reason: format!("a value in the model: {reason}"),
        }
    }

    pub(super) fn model_truths(&mut self, formulas: &[Ast]) -> Result<Vec<bool>, SolverError> {
        let model = self.fetch_model()?;
        let c = self.context.ptr;
        let mut truths = Vec::with_capacity(formulas.len());
        for formula in formulas {
            let node = self.nodes[formula.index()];
            // SAFETY: term and model are live. Constants are looked up, which is much cheaper than
            // evaluation; completion would make an absent one false, too.
            let value = unsafe {
                match node.shape {
                    Shape::Constant => Z3_to_app(c, node.ast)
                        .and_then(|app| Z3_get_app_decl(c, app))
                        .and_then(|decl| Z3_model_get_const_interp(c, model, decl))
                        .map_or(Z3_L_FALSE, |value| Z3_get_bool_value(c, value)),
                    _ => {
                        let mut value = node.ast;
                        if !Z3_model_eval(c, model, node.ast, true, &mut value) {
                            return Err(self.no_value());
                        }
                        Z3_get_bool_value(c, value)
                    }
                }
            };
            truths.push(value == Z3_L_TRUE);
        }
        Ok(truths)
    }

    pub(super) fn model_value(
        &mut self,
        terms: &Terms,
        term: Ast,
    ) -> Result<Option<Value>, SolverError> {
        let model = self.fetch_model()?;
        let node = self.nodes[term.index()];
        let Some(ast) = self.eval(model, node.ast) else {
            return Err(self.no_value());
        };
        let value = self.decode(terms, model, ast, node.sort, 0);
        // SAFETY: counted by `eval`.
        unsafe { Z3_dec_ref(self.context.ptr, ast) };
        Ok(value)
    }

    /// The completed value of a term in the model, counted.
    fn eval(&mut self, model: Z3_model, term: Z3_ast) -> Option<Z3_ast> {
        let c = self.context.ptr;
        let mut value = term;
        // SAFETY: term and model are live, and `value` is written only with a live term.
        unsafe {
            Z3_model_eval(c, model, term, true, &mut value).then(|| {
                Z3_inc_ref(c, value);
                value
            })
        }
    }

    fn decode(
        &mut self,
        terms: &Terms,
        model: Z3_model,
        ast: Z3_ast,
        sort: SortId,
        depth: u32,
    ) -> Option<Value> {
        let c = self.context.ptr;
        match terms.sort_of_id(sort) {
            // SAFETY: the term is live.
            Sort::Bool => match unsafe { Z3_get_bool_value(c, ast) } {
                Z3_L_TRUE => Some(Value::Bool(true)),
                Z3_L_FALSE => Some(Value::Bool(false)),
                _ => None,
            },
            Sort::Int => Some(Value::Int(BigInt::from_str(&self.numeral_text(ast)?).ok()?)),
            Sort::Real => Some(Value::Real(rational(&self.numeral_text(ast)?)?)),
            Sort::Bv(width) => {
                let bits = BigUint::from_str(&self.numeral_text(ast)?).ok()?;
                Some(Value::bv(bits, *width))
            }
            Sort::Map { indices, element } => {
                let mut reader = MapReader { z3: self, terms, model, indices, element: *element };
                Some(Value::Map(reader.read(ast, depth)?.into_map()))
            }
            Sort::Uninterpreted(_) => self.decode_element(model, ast, sort),
            Sort::Datatype(datatype) => {
                if depth > MAX_DEPTH {
                    return None;
                }
                let (decl, args) = self.application(ast)?;
                let constructor =
                    *terms.datatype(*datatype).constructors.iter().find(|k| {
                        self.declared.constructors.get(k).is_some_and(|d| d.build == decl)
                    })?;
                let fields = &terms.constructor(constructor).fields;
                let fields = args
                    .into_iter()
                    .zip(fields)
                    .map(|(arg, field)| self.decode(terms, model, arg, field.1, depth + 1))
                    .collect::<Option<_>>()?;
                Some(Value::Data { constructor, fields })
            }
            Sort::Float { .. }
            | Sort::RoundingMode
            | Sort::String
            | Sort::RegLan
            | Sort::Seq(_) => Some(Value::Smt { sort, text: self.context.print(ast) }),
        }
    }

    fn numeral_text(&self, ast: Z3_ast) -> Option<String> {
        let c = self.context.ptr;
        // SAFETY: the term is live, and the string is copied before the next call.
        unsafe {
            (Z3_is_numeral_ast(c, ast) && !Z3_is_algebraic_number(c, ast))
                .then(|| super::text(Z3_get_numeral_string(c, ast)))
        }
    }

    /// Function and operands, if the term is an application.
    pub(super) fn application(&self, ast: Z3_ast) -> Option<(Z3_func_decl, Vec<Z3_ast>)> {
        let c = self.context.ptr;
        // SAFETY: the term is live, hence its parts are.
        unsafe {
            if !matches!(Z3_get_ast_kind(c, ast), AstKind::App | AstKind::Numeral) {
                return None;
            }
            let app = Z3_to_app(c, ast)?;
            let decl = Z3_get_app_decl(c, app)?;
            let count = Z3_get_app_num_args(c, app);
            let args = (0..count).map(|i| Z3_get_app_arg(c, app, i)).collect::<Option<_>>()?;
            Some((decl, args))
        }
    }

    fn kind_and_args(&self, ast: Z3_ast) -> Option<(u32, Vec<Z3_ast>)> {
        let (decl, args) = self.application(ast)?;
        // SAFETY: the function belongs to a live term.
        Some((unsafe { ffi::Z3_get_decl_kind(self.context.ptr, decl) }, args))
    }

    /// An element of an uninterpreted sort. Those that were named keep their numbers; Z3's own
    /// (`S!val!3`) come after them.
    fn decode_element(&mut self, model: Z3_model, ast: Z3_ast, sort: SortId) -> Option<Value> {
        let named = self.elements.get(&sort).cloned().unwrap_or_default();
        for &(number, element) in &named {
            let value = self.eval(model, element)?;
            // SAFETY: counted by `eval`; only the address is compared afterwards.
            unsafe { Z3_dec_ref(self.context.ptr, value) };
            if value == ast {
                return Some(Value::Element { sort, number });
            }
        }
        let (decl, _) = self.application(ast)?;
        let c = self.context.ptr;
        // SAFETY: the symbol belongs to a live function; the string is copied at once.
        let name = unsafe { super::text(Z3_get_symbol_string(c, Z3_get_decl_name(c, decl)?)) };
        let own: u64 = name.rsplit('!').next()?.parse().ok()?;
        let first_free = named.iter().map(|e| e.0 + 1).max().unwrap_or(0);
        Some(Value::Element { sort, number: first_free + own })
    }
}

/// Reads a map.
struct MapReader<'a> {
    z3: &'a mut Z3Solver,
    terms: &'a Terms,
    model: Z3_model,
    indices: &'a [SortId],
    element: SortId,
}

/// Turns the number of a bound variable into the position of the index it stands for.
type Position<'a> = &'a dyn Fn(usize) -> Option<usize>;

impl MapReader<'_> {
    fn read(&mut self, map: Z3_ast, depth: u32) -> Option<Finite> {
        let c = self.z3.context.ptr;
        let arity = self.indices.len();
        let mut stores: Vec<(Vec<Value>, Value)> = Vec::new();
        let mut map = map;
        let mut finite = loop {
            // SAFETY (here and below): the term is part of a live one.
            if unsafe { Z3_get_ast_kind(c, map) } == AstKind::Quantifier {
                if !unsafe { Z3_is_lambda(c, map) } {
                    return None;
                }
                let body = unsafe { Z3_get_quantifier_body(c, map) }?;
                // The last bound variable has index zero.
                break self.function(body, depth, &|v| arity.checked_sub(v + 1))?;
            }
            if unsafe { Z3_is_as_array(c, map) } {
                break self.graph(map, depth)?;
            }
            match self.z3.kind_and_args(map)? {
                (kind::CONST_ARRAY, args) => {
                    break Finite::constant(self.element(*args.first()?, depth)?);
                }
                (kind::STORE, args) if args.len() == arity + 2 => {
                    let place = self.place(&args[1..=arity], depth)?;
                    stores.push((place, self.element(args[arity + 1], depth)?));
                    map = args[0];
                }
                _ => return None,
            }
        };
        for (place, value) in stores.into_iter().rev() {
            finite.set(place, value);
        }
        Some(finite)
    }

    fn element(&mut self, ast: Z3_ast, depth: u32) -> Option<Value> {
        self.z3.decode(self.terms, self.model, ast, self.element, depth + 1)
    }

    fn place(&mut self, places: &[Z3_ast], depth: u32) -> Option<Vec<Value>> {
        let (terms, model) = (self.terms, self.model);
        places
            .iter()
            .zip(self.indices)
            .map(|(&place, &sort)| self.z3.decode(terms, model, place, sort, depth + 1))
            .collect()
    }

    /// A map that is the graph of a function of the model.
    fn graph(&mut self, map: Z3_ast, depth: u32) -> Option<Finite> {
        let c = self.z3.context.ptr;
        // SAFETY: the interpretation belongs to the live model and is counted while in use; its
        // entries are counted one at a time.
        unsafe {
            let decl = Z3_get_as_array_func_decl(c, map)?;
            let graph = Z3_model_get_func_interp(c, self.model, decl)?;
            Z3_func_interp_inc_ref(c, graph);
            let mut entries = Some(Vec::new());
            for i in 0..Z3_func_interp_get_num_entries(c, graph) {
                let Some(entry) = Z3_func_interp_get_entry(c, graph, i) else { continue };
                Z3_func_entry_inc_ref(c, entry);
                let args: Option<Vec<Z3_ast>> = (0..Z3_func_entry_get_num_args(c, entry))
                    .map(|k| Z3_func_entry_get_arg(c, entry, k))
                    .collect();
                let place = args.and_then(|args| self.place(&args, depth));
                let value = Z3_func_entry_get_value(c, entry).and_then(|v| self.element(v, depth));
                match (place, value, &mut entries) {
                    (Some(place), Some(value), Some(entries)) => entries.push((place, value)),
                    _ => entries = None,
                }
                Z3_func_entry_dec_ref(c, entry);
            }
            let default = Z3_func_interp_get_else(c, graph)
                .and_then(|body| self.function(body, depth, &Some));
            Z3_func_interp_dec_ref(c, graph);
            let mut finite = default?;
            for (place, value) in entries? {
                finite.set(place, value);
            }
            Some(finite)
        }
    }

    /// The body of a lambda: a chain of case distinctions.
    fn function(&mut self, body: Z3_ast, depth: u32, position: Position) -> Option<Finite> {
        if depth > MAX_DEPTH {
            return None;
        }
        let mut cases = Vec::new();
        let mut body = body;
        while let Some((kind::ITE, args)) = self.z3.kind_and_args(body) {
            let condition = self.formula(args[0], depth + 1, position)?;
            cases.push((condition, self.function(args[1], depth + 1, position)?));
            body = args[2];
        }
        let mut finite = if self.element == Terms::BOOL {
            self.formula(body, depth + 1, position)?
        } else {
            Finite::constant(self.element(body, depth)?)
        };
        for (condition, then) in cases.into_iter().rev() {
            finite = then.when(&condition, finite)?;
        }
        Some(finite)
    }

    /// A formula over the indices: a Boolean combination of single places.
    fn formula(&mut self, formula: Z3_ast, depth: u32, position: Position) -> Option<Finite> {
        if depth > MAX_DEPTH {
            return None;
        }
        let constant = |b| Finite::constant(Value::Bool(b));
        match self.z3.kind_and_args(formula)? {
            (kind::TRUE, _) => Some(constant(true)),
            (kind::FALSE, _) => Some(constant(false)),
            (kind::NOT, args) => self.formula(args[0], depth + 1, position)?.not(),
            (kind::OR, args) => args.into_iter().try_fold(constant(false), |any, arg| {
                any.or(self.formula(arg, depth + 1, position)?)
            }),
            (kind::EQ, _) => self.equations(&[formula], depth, position),
            (kind::AND, args) => {
                let (equations, others): (Vec<Z3_ast>, Vec<Z3_ast>) = args
                    .into_iter()
                    .partition(|&a| matches!(self.z3.kind_and_args(a), Some((kind::EQ, _))));
                let first = match &equations[..] {
                    [] => constant(true),
                    equations => self.equations(equations, depth, position)?,
                };
                others
                    .into_iter()
                    .try_fold(first, |all, arg| all.and(self.formula(arg, depth + 1, position)?))
            }
            _ => None,
        }
    }

    /// Equations that fix every index: one place.
    fn equations(&mut self, all: &[Z3_ast], depth: u32, position: Position) -> Option<Finite> {
        let c = self.z3.context.ptr;
        let mut places: Vec<Option<Value>> = vec![None; self.indices.len()];
        for &equation in all {
            let (_, sides) = self.z3.kind_and_args(equation)?;
            let &[a, b] = &sides[..] else { return None };
            // SAFETY: both sides are parts of a live term.
            let is_var = |side| unsafe { Z3_get_ast_kind(c, side) } == AstKind::Var;
            let (variable, value) = match (is_var(a), is_var(b)) {
                (true, false) => (a, b),
                (false, true) => (b, a),
                _ => return None,
            };
            // SAFETY: the number is asked of a variable.
            let number = unsafe { Z3_get_index_value(c, variable) } as usize;
            let place = position(number)?;
            let slot = places.get_mut(place)?;
            if slot.is_some() {
                return None;
            }
            let sort = self.indices[place];
            *slot = Some(self.z3.decode(self.terms, self.model, value, sort, depth + 1)?);
        }
        Some(Finite::only_at(places.into_iter().collect::<Option<_>>()?))
    }
}

/// Reads `3`, `-3/7` or `2.5`.
fn rational(text: &str) -> Option<BigRational> {
    match text.split_once('/') {
        Some((numerator, denominator)) => {
            let denominator = BigInt::from_str(denominator).ok()?;
            let numerator = BigInt::from_str(numerator).ok()?;
            (denominator != BigInt::ZERO).then(|| BigRational::new(numerator, denominator))
        }
        None => Some(BigRational::from(BigInt::from_str(text).ok()?)),
    }
}
