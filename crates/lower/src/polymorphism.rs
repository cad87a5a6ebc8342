//! Quantifiers over types.
//!
//! An axiom that holds for all types is replaced by its instances at the types that matter: those at
//! which the polymorphic functions and maps in its body are used. Instances can bring new ones into
//! use, so axioms are translated again until nothing new appears. Leaving instances out only weakens
//! what is assumed.
//!
//! A condition of a procedure or contract is assumed in one place and asserted in another. *What is asserted for all types* must
//! hold for those in use and for any other type. Nothing else is said of such a type but what is said of all types, so
//! an instance at one [`TyKind::Opaque`] type stands for all of them: from a proof at the opaque type follows
//! one at any other by putting that type in its place, as long as the other type has no values in the program that the opaque one
//! does not have, and those that do are the types in use. An execution fails at one assertion, so one opaque type for each
//! quantifier of a condition is enough, and conditions share them: with what one condition says to hold for all types, the type at which
//! another fails is among its instances. What says that a type *exists* would need types of its own at each
//! execution of the condition; it is refused.

use crate::context::{Lower, Lowering, Reported};
use crate::expressions::{OverTypes, Scope, Work, for_each_child};
use lariat_boogie::ast::{self, BinaryOp, BinderKind, ExprId, ExprKind, UnaryOp};
use lariat_boogie::checked::TyVarId;
use lariat_boogie::{Resolution, Ty, TyKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// More type parameters than a quantifier has: numbers of opaque types are kept apart by it.
const MAX_TYPE_PARAMS: usize = 1 << 10;

impl<'a> Lowering<'a> {
    /// Whether a quantifier or lambda over types occurs, also in the body of a function that is used.
    pub fn quantifies_types(&self, root: ExprId) -> bool {
        self.binds_types(root, |_| true)
    }

    /// Whether what an expression says depends on all types.
    pub fn speaks_of_all_types(&self, root: ExprId) -> bool {
        self.binds_types(root, |kind| kind != BinderKind::Lambda)
    }

    fn binds_types(&self, root: ExprId, counts: impl Fn(BinderKind) -> bool) -> bool {
        if self.checked.binder_type_params.is_empty() {
            return false;
        }
        let mut stack = vec![root];
        let mut bodies = FxHashSet::default();
        while let Some(expr) = stack.pop() {
            if let ExprKind::Binder(binder) = &self.boogie[expr].kind
                && !binder.type_params.is_empty()
                && counts(binder.kind)
            {
                return true;
            }
            stack.extend(self.expanded_body(expr).filter(|&body| bodies.insert(body)));
            for_each_child(self.boogie, expr, |c| stack.push(c));
        }
        false
    }

    /// The body that takes the place of an application.
    fn expanded_body(&self, expr: ExprId) -> Option<ExprId> {
        let Resolution::Function(function) = self.checked.resolution(expr) else { return None };
        if *self.recursive.get(function.index())? {
            return None;
        }
        self.function_decl(function.index())?.body
    }

    /// Checks that every quantifier over types in an assumption can be replaced by instances.
    pub fn check_polarity(&mut self, root: ExprId) -> Lower<()> {
        // Some(true): as assumed; Some(false): negated; None: both ways.
        let mut stack = vec![(root, Some(true))];
        while let Some((expr, sign)) = stack.pop() {
            let negated = sign.map(|s| !s);
            match &self.boogie[expr].kind {
                ExprKind::Binary(BinaryOp::And | BinaryOp::Or, a, b) => {
                    stack.extend([(*a, sign), (*b, sign)]);
                }
                ExprKind::Binary(BinaryOp::Implies, a, b)
                | ExprKind::Binary(BinaryOp::Explies, b, a) => {
                    stack.extend([(*a, negated), (*b, sign)]);
                }
                ExprKind::Unary(UnaryOp::Not, a) => stack.push((*a, negated)),
                ExprKind::Ite(c, a, b) => stack.extend([(*c, None), (*a, sign), (*b, sign)]),
                ExprKind::Coerce(a, _) => stack.push((*a, sign)),
                ExprKind::Binder(binder) if binder.kind != BinderKind::Lambda => {
                    let assumed = (binder.kind == BinderKind::Forall) == (sign == Some(true));
                    if !binder.type_params.is_empty() && (sign.is_none() || !assumed) {
                        return self.unsupported(
                            self.boogie[expr].span,
                            "this quantifier over types cannot be replaced by its instances",
                            "only what is assumed for all types can be; name the types instead",
                        );
                    }
                    stack.push((binder.body, sign));
                }
                _ => {
                    for_each_child(self.boogie, expr, |c| stack.push((c, None)));
                    stack.extend(self.expanded_body(expr).map(|body| (body, sign)));
                }
            }
        }
        Ok(())
    }

    /// Starts the translation of a binder with type parameters.
    pub fn visit_type_binder(
        &mut self,
        scope: &mut Scope<'a>,
        expr: ExprId,
        binder: &'a ast::Binder,
    ) -> Lower<()> {
        if binder.kind == BinderKind::Lambda {
            return self.visit_type_lambda(scope, expr);
        }
        if scope.over_types == OverTypes::Refused {
            return self.unsupported(
                self.boogie[expr].span,
                "a quantifier over types has no translation here",
                "state it in an axiom, a contract, an assumption or an assertion, or name the types",
            );
        }
        let instances = self.type_instances(scope, expr, binder);
        if instances.len() > self.options.instance_limit {
            return self.unsupported(
                self.boogie[expr].span,
                format!("this quantifier has {} instances", instances.len()),
                "raise the instance limit, or quantify over fewer types",
            );
        }
        self.work.push(Work::Instances(instances.len() as u32));
        let work = instances.into_iter().rev().map(|types| Work::Instantiate(expr, types));
        self.work.extend(work);
        Ok(())
    }

    /// Types for the parameters of a quantifier at which its body says something of use.
    fn type_instances(
        &mut self,
        scope: &mut Scope<'a>,
        expr: ExprId,
        binder: &'a ast::Binder,
    ) -> Vec<Box<[Ty]>> {
        let params: Vec<TyVarId> = self.checked.type_params_of(expr).to_vec();
        let mut uses = self.uses_of(scope, binder, &params);
        if uses.is_empty() {
            // Nothing polymorphic is applied: every type in use is a candidate.
            uses = self.types_of_bound(scope, expr, binder, &params);
        }
        if scope.over_types == OverTypes::All {
            return self.all_combinations(scope, expr, &params, &uses);
        }
        // Uses that fix all parameters give the instances; otherwise their combinations do.
        let mut found: Vec<Box<[Ty]>> = Vec::new();
        let mut seen = FxHashSet::default();
        let full = |b: &FxHashMap<TyVarId, Ty>| {
            params.iter().map(|p| b.get(p).copied()).collect::<Option<Box<[Ty]>>>()
        };
        for tuple in uses.iter().filter_map(full) {
            if seen.insert(tuple.clone()) {
                found.push(tuple);
            }
        }
        if !found.is_empty() || uses.is_empty() {
            return found;
        }
        self.combinations(&params, &uses, |_| None)
    }

    /// Types in use for the parameters of a quantifier, and opaque ones.
    fn all_combinations(
        &mut self,
        scope: &mut Scope<'a>,
        expr: ExprId,
        params: &[TyVarId],
        uses: &[FxHashMap<TyVarId, Ty>],
    ) -> Vec<Box<[Ty]>> {
        // The same types each time that the quantifier is met, in other instances of one around it.
        let known = scope.type_binders.iter().position(|&b| b == expr);
        let number = known.unwrap_or_else(|| {
            scope.type_binders.push(expr);
            scope.type_binders.len() - 1
        });
        let opaque: Vec<Ty> = (0..params.len())
            // The even ones are those of the entry.
            .map(|i| 2 * (number * MAX_TYPE_PARAMS + i) + 1)
            .map(|n| self.types.intern(TyKind::Opaque(n as u32)))
            .collect();
        self.combinations(params, uses, |i| Some(opaque[i]))
    }

    /// Each parameter takes the types that uses give it, and one more if there is one.
    fn combinations(
        &self,
        params: &[TyVarId],
        uses: &[FxHashMap<TyVarId, Ty>],
        more: impl Fn(usize) -> Option<Ty>,
    ) -> Vec<Box<[Ty]>> {
        let mut tuples: Vec<Vec<Ty>> = vec![Vec::new()];
        for (i, param) in params.iter().enumerate() {
            let mut candidates: Vec<Ty> = Vec::new();
            for ty in uses.iter().filter_map(|b| b.get(param).copied()).chain(more(i)) {
                if !candidates.contains(&ty) {
                    candidates.push(ty);
                }
            }
            tuples = tuples
                .iter()
                .flat_map(|t| candidates.iter().map(|&c| [t.as_slice(), &[c]].concat()))
                .take(self.options.instance_limit + 1)
                .collect();
        }
        tuples.into_iter().map(Vec::into_boxed_slice).collect()
    }

    /// How known instances of polymorphic functions and maps in the body fix the parameters.
    fn uses_of(
        &mut self,
        scope: &Scope<'a>,
        binder: &'a ast::Binder,
        params: &[TyVarId],
    ) -> Vec<FxHashMap<TyVarId, Ty>> {
        let mut scope_types = scope.types.clone();
        params.iter().for_each(|p| _ = scope_types.remove(p));
        let mut uses = Vec::new();
        let mut stack = vec![binder.body];
        while let Some(expr) = stack.pop() {
            for_each_child(self.boogie, expr, |c| stack.push(c));
            let args = self.checked.type_args(expr);
            if args.is_empty() {
                continue;
            }
            let args: Vec<Ty> =
                args.iter().map(|&a| self.types.substitute(a, &scope_types)).collect();
            if args.iter().all(|&a| self.is_ground(a)) {
                continue;
            }
            let known: Vec<Box<[Ty]>> =
                match (self.checked.resolution(expr), &self.boogie[expr].kind) {
                    (Resolution::Function(function), _) => {
                        let now = self.instances.iter().map(|i| (i.function, &i.types));
                        let before = self.map_instances.functions.iter().map(|(f, t)| (*f, t));
                        now.chain(before)
                            .filter(|(f, _)| *f == function)
                            .map(|(_, types)| types.clone())
                            .collect()
                    }
                    (_, ExprKind::Select { map, .. } | ExprKind::Update { map, .. }) => {
                        let ty = self.types.substitute(self.checked.ty(*map), &scope_types);
                        self.map_instances.known.get(&ty).cloned().unwrap_or_default()
                    }
                    _ => continue,
                };
            for instance in known {
                let mut bindings = FxHashMap::default();
                let matches = args
                    .iter()
                    .zip(&instance)
                    .all(|(&pattern, &ty)| self.match_types(pattern, ty, &mut bindings));
                bindings.retain(|v, _| params.contains(v));
                if matches && !bindings.is_empty() {
                    uses.push(bindings);
                }
            }
        }
        uses
    }

    /// How types in use fit the types of the bound variables.
    fn types_of_bound(
        &mut self,
        scope: &Scope<'a>,
        expr: ExprId,
        binder: &'a ast::Binder,
        params: &[TyVarId],
    ) -> Vec<FxHashMap<TyVarId, Ty>> {
        let in_use: Vec<Ty> =
            self.types_in_use.iter().chain(&self.map_instances.types).copied().collect();
        let mut uses = Vec::new();
        for b in self.checked.bound_vars_of(expr, binder.vars.len()) {
            let pattern = self.ground(scope, self.checked.bound_vars[b.index()].ty);
            for &ty in &in_use {
                let mut bindings = FxHashMap::default();
                if self.match_types(pattern, ty, &mut bindings) {
                    bindings.retain(|v, _| params.contains(v));
                    if !bindings.is_empty() {
                        uses.push(bindings);
                    }
                }
            }
        }
        uses
    }

    /// A lambda over types is a record of lambdas, one for each instance of its map type.
    fn visit_type_lambda(&mut self, scope: &mut Scope<'a>, expr: ExprId) -> Lower<()> {
        let span = self.boogie[expr].span;
        let ty = self.ground(scope, self.checked.ty(expr));
        let constructor = self.constructors_of(ty, span)?[0];
        let fields = self.program.terms.constructor(constructor).fields.len();
        let known = self.map_instances.known.get(&ty).cloned().unwrap_or_default();
        self.work.push(Work::Record(expr));
        let TyKind::Map { indices, result, .. } = self.types.kind(ty).clone() else {
            return Err(Reported);
        };
        let ExprKind::Binder(binder) = &self.boogie[expr].kind else { return Err(Reported) };
        // The parameters of the map type are numbered in their own order: find the lambda's by
        // matching the types of its variables.
        let params = self.checked.type_params_of(expr).to_vec();
        for args in known[..fields.min(known.len())].iter().rev() {
            let (indices, _) = self.types.instantiate_map(&indices, result, args);
            let mut bindings = FxHashMap::default();
            for (b, &index) in self.checked.bound_vars_of(expr, binder.vars.len()).zip(&indices) {
                let pattern = self.checked.bound_vars[b.index()].ty;
                self.match_types(pattern, index, &mut bindings);
            }
            let types: Option<Box<[Ty]>> =
                params.iter().map(|p| bindings.get(p).copied()).collect();
            let Some(types) = types else {
                return self.unsupported(
                    span,
                    "the type parameters of this lambda do not follow from its variables",
                    "let each type parameter occur in the type of a variable",
                );
            };
            self.work.push(Work::Instantiate(expr, types));
        }
        Ok(())
    }

    pub fn build_record(&mut self, scope: &mut Scope<'a>, expr: ExprId) -> Lower<()> {
        let span = self.boogie[expr].span;
        for param in self.checked.type_params_of(expr) {
            scope.types.remove(param);
        }
        let ty = self.ground(scope, self.checked.ty(expr));
        let constructor = self.constructors_of(ty, span)?[0];
        let fields = self.program.terms.constructor(constructor).fields.len();
        let args = self.values.split_off(self.values.len() - fields);
        let record = self.terms().app(lariat_logic::Op::Construct(constructor), &args);
        self.values.push(record);
        Ok(())
    }
}
