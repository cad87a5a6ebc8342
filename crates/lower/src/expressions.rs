//! Expressions to terms.
//!
//! Expressions can be deep (sums of a hundred thousand operands), so the translator is a machine with
//! two stacks instead of a recursive function: [`Work`] says what to do next, values wait for the
//! operator that takes them. Chains of `&&` and `||` become one conjunction or disjunction. A `let`
//! disappears: terms are shared anyway. `old` is pushed down to the globals it speaks about.

use crate::context::{Lower, Lowering, Reported};
use lariat_boogie::ast::{self, BinaryOp, ExprId, ExprKind, UnaryOp};
use lariat_boogie::checked::{GlobalId, TyVarId};
use lariat_boogie::{Resolution, Span, Ty, TyKind};
use lariat_logic::{Op, Sort, TermId, Terms, VarId};
use rustc_hash::FxHashMap;

/// What names mean where an expression stands.
#[derive(Default)]
pub(crate) struct Scope<'a> {
    pub ins: Vec<VarId>,
    pub outs: Vec<VarId>,
    pub locals: Vec<VarId>,
    /// Types for the type parameters in scope.
    pub types: FxHashMap<TyVarId, Ty>,
    /// What the procedure may modify: `old` of anything else is its present value.
    pub modifies: &'a [GlobalId],
    pub old: Old,
    /// How many `old` surround the expression at hand.
    pub in_old: u32,
    /// What quantifiers over types become.
    pub over_types: OverTypes,
    /// The quantifiers over types that the expression at hand has had so far.
    pub type_binders: Vec<ExprId>,
}

/// What a quantifier over types becomes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum OverTypes {
    /// It cannot be translated here.
    #[default]
    Refused,
    /// The conjunction of its instances at the types in use: it is assumed.
    Known,
    /// The same, and an instance at a type of which nothing is known: it is assumed or asserted.
    All,
}

/// What `old(g)` becomes.
#[derive(Default)]
pub(crate) enum Old {
    /// [`Term::Old`](lariat_logic::Term::Old), as in contracts.
    #[default]
    Term,
    /// The same, whatever the procedure may modify: in clauses for any procedure.
    AnyTerm,
    /// A variable that is given the value at entry; made when first needed.
    Saved(Vec<(VarId, VarId)>),
}

/// What the translator does next.
pub(crate) enum Work {
    Visit(ExprId),
    /// All operands are on the value stack.
    Build(ExprId),
    /// A conjunction (true) or disjunction of so many values.
    Junction(bool, u32),
    /// The values of a `let` are on the value stack: binds them and goes on with the body.
    BindLet(ExprId),
    LeaveOld,
    /// Conjoins so many instances of a quantifier over types.
    Instances(u32),
    /// Gives the type parameters of a binder these types, then visits it as if it had none.
    Instantiate(ExprId, Box<[Ty]>),
    /// A lambda over types: so many component maps make the record of this type.
    Record(ExprId),
}

/// Calls `f` on each direct part of an expression, in order (not on attributes).
pub(crate) fn for_each_child(program: &ast::Program, expr: ExprId, mut f: impl FnMut(ExprId)) {
    match &program[expr].kind {
        ExprKind::App { args, .. } => args.iter().copied().for_each(f),
        ExprKind::Unary(_, a)
        | ExprKind::Extract { bits: a, .. }
        | ExprKind::Old(a)
        | ExprKind::Coerce(a, _)
        | ExprKind::ToInt(a)
        | ExprKind::ToReal(a)
        | ExprKind::Is { value: a, .. }
        | ExprKind::Field { value: a, .. } => f(*a),
        ExprKind::Binary(_, a, b) => [*a, *b].into_iter().for_each(f),
        ExprKind::Select { map, indices } => {
            f(*map);
            indices.iter().copied().for_each(f);
        }
        ExprKind::Update { map, indices, value } => {
            f(*map);
            indices.iter().copied().for_each(&mut f);
            f(*value);
        }
        ExprKind::Ite(a, b, c) => [*a, *b, *c].into_iter().for_each(f),
        ExprKind::Binder(binder) => {
            f(binder.body);
            binder.triggers.iter().flat_map(|t| &t.exprs).copied().for_each(f);
        }
        ExprKind::Let(l) => {
            l.values.iter().copied().for_each(&mut f);
            f(l.body);
        }
        ExprKind::FieldUpdate { value, with, .. } => [*value, *with].into_iter().for_each(f),
        ExprKind::Bool(_)
        | ExprKind::Int(_)
        | ExprKind::Real(_)
        | ExprKind::Float(_)
        | ExprKind::Bv { .. }
        | ExprKind::Str(_)
        | ExprKind::RoundingMode(_)
        | ExprKind::Var(_)
        | ExprKind::Code(_)
        | ExprKind::Error => {}
    }
}

impl<'a> Lowering<'a> {
    /// The term of an expression.
    pub fn expression(&mut self, scope: &mut Scope<'a>, root: ExprId) -> Lower<TermId> {
        if let Some(term) = self.leaf(scope, root)? {
            return Ok(term);
        }
        let (work, values, in_old) = (self.work.len(), self.values.len(), scope.in_old);
        self.work.push(Work::Visit(root));
        while self.work.len() > work {
            let next = self.work.pop().unwrap_or(Work::LeaveOld);
            if let Err(reported) = self.step(scope, next) {
                self.work.truncate(work);
                self.values.truncate(values);
                scope.in_old = in_old;
                return Err(reported);
            }
        }
        self.values.pop().ok_or(Reported)
    }

    /// The term of a condition that is assumed or asserted as it is, so that quantifiers over types have a meaning in it.
    pub fn condition(&mut self, scope: &mut Scope<'a>, root: ExprId) -> Lower<TermId> {
        if !self.quantifies_types(root) {
            return self.expression(scope, root);
        }
        self.check_polarity(root)?;
        self.has_type_conditions = true;
        scope.over_types = OverTypes::All;
        scope.type_binders.clear();
        let term = self.expression(scope, root);
        scope.over_types = OverTypes::Refused;
        term
    }

    /// A type with the type parameters in scope replaced.
    pub fn ground(&mut self, scope: &Scope<'a>, ty: Ty) -> Ty {
        if scope.types.is_empty() { ty } else { self.types.substitute(ty, &scope.types) }
    }

    /// Type arguments of an application or a map access, with those in scope replaced.
    pub fn ground_type_args(&mut self, scope: &Scope<'a>, expr: ExprId) -> Box<[Ty]> {
        let args = self.checked.type_args(expr);
        args.iter().map(|&a| self.ground(scope, a)).collect()
    }

    /// The term of an expression without operands.
    fn leaf(&mut self, scope: &mut Scope<'a>, expr: ExprId) -> Lower<Option<TermId>> {
        let node = &self.boogie[expr];
        Ok(Some(match &node.kind {
            ExprKind::Var(_) => self.variable(scope, expr)?,
            ExprKind::Int(digits) => self.int_literal(*digits),
            ExprKind::Bool(b) => self.terms().bool(*b),
            ExprKind::Real(_)
            | ExprKind::Float(_)
            | ExprKind::Bv { .. }
            | ExprKind::Str(_)
            | ExprKind::RoundingMode(_) => self.literal(expr)?,
            _ => return Ok(None),
        }))
    }

    fn variable(&mut self, scope: &mut Scope<'a>, expr: ExprId) -> Lower<TermId> {
        let var = match self.checked.resolution(expr) {
            Resolution::Global(g) if scope.in_old > 0 => return Ok(self.old_global(scope, g)),
            Resolution::Global(g) => self.globals.get(g.index()).copied(),
            Resolution::Const(c) => self.constants.get(c.index()).copied(),
            Resolution::In(i) => scope.ins.get(i as usize).copied(),
            Resolution::Out(i) => scope.outs.get(i as usize).copied(),
            Resolution::Local(i) => scope.locals.get(i as usize).copied(),
            Resolution::Bound(b) => return Ok(self.bound[b.index()]),
            _ => None,
        };
        match var {
            Some(var) => Ok(self.terms().var(var)),
            None => self.error("internal", self.boogie[expr].span, "a name has no meaning here"),
        }
    }

    /// The value of a global when the procedure was entered.
    pub fn old_global(&mut self, scope: &mut Scope<'a>, global: GlobalId) -> TermId {
        let var = self.globals[global.index()];
        let now = self.terms().var(var);
        let modified = scope.modifies.binary_search(&global).is_ok();
        if !modified && !matches!(scope.old, Old::AnyTerm) {
            return now;
        }
        match &mut scope.old {
            Old::Term | Old::AnyTerm => self.terms().old(now),
            Old::Saved(saved) => {
                let copy = match saved.iter().find(|s| s.0 == var) {
                    Some(&(_, copy)) => copy,
                    None => {
                        let name = format!("old#{}", self.program.terms.variable(var).name);
                        let copy = self.program.terms.declare_version(name, var);
                        saved.push((var, copy));
                        copy
                    }
                };
                self.terms().var(copy)
            }
        }
    }

    fn step(&mut self, scope: &mut Scope<'a>, work: Work) -> Lower<()> {
        match work {
            Work::Visit(expr) => self.visit(scope, expr),
            Work::Build(expr) => {
                let term = self.build(scope, expr)?;
                self.values.push(term);
                Ok(())
            }
            Work::Junction(conjunction, count) => {
                let args = self.values.split_off(self.values.len() - count as usize);
                let terms = self.terms();
                let term = if conjunction { terms.and(&args) } else { terms.or(&args) };
                self.values.push(term);
                Ok(())
            }
            Work::BindLet(expr) => {
                let ExprKind::Let(node) = &self.boogie[expr].kind else { return Err(Reported) };
                let values = self.values.split_off(self.values.len() - node.values.len());
                for (b, value) in self.checked.bound_vars_of(expr, node.vars.len()).zip(values) {
                    self.bound[b.index()] = value;
                }
                self.work.push(Work::Visit(node.body));
                Ok(())
            }
            Work::LeaveOld => {
                scope.in_old -= 1;
                Ok(())
            }
            Work::Instances(count) => {
                let args = self.values.split_off(self.values.len() - count as usize);
                let term = self.terms().and(&args);
                self.values.push(term);
                Ok(())
            }
            Work::Instantiate(expr, types) => {
                for (&param, &ty) in self.checked.type_params_of(expr).iter().zip(&types) {
                    scope.types.insert(param, ty);
                }
                self.visit_binder(scope, expr)
            }
            Work::Record(expr) => self.build_record(scope, expr),
        }
    }

    fn visit(&mut self, scope: &mut Scope<'a>, expr: ExprId) -> Lower<()> {
        if let Some(term) = self.leaf(scope, expr)? {
            self.values.push(term);
            return Ok(());
        }
        let boogie = self.boogie;
        match &boogie[expr].kind {
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), ..) => {
                let operands = chain(boogie, *op, expr);
                self.work.push(Work::Junction(*op == BinaryOp::And, operands.len() as u32));
                self.work.extend(operands.into_iter().rev().map(Work::Visit));
            }
            ExprKind::Old(inner) => {
                scope.in_old += 1;
                self.work.push(Work::LeaveOld);
                self.work.push(Work::Visit(*inner));
            }
            ExprKind::Let(node) => {
                self.work.push(Work::BindLet(expr));
                self.work.extend(node.values.iter().rev().copied().map(Work::Visit));
            }
            ExprKind::Coerce(inner, _) => self.work.push(Work::Visit(*inner)),
            ExprKind::Binder(binder) if binder.type_params.is_empty() => {
                return self.visit_binder(scope, expr);
            }
            ExprKind::Binder(binder) => return self.visit_type_binder(scope, expr, binder),
            ExprKind::Code(code) => {
                let value = self.code_expression(scope, expr, code)?;
                self.values.push(value);
            }
            ExprKind::Error => {
                return self.error("internal", boogie[expr].span, "this was not read");
            }
            _ => {
                self.work.push(Work::Build(expr));
                let start = self.work.len();
                for_each_child(boogie, expr, |c| self.work.push(Work::Visit(c)));
                self.work[start..].reverse();
            }
        }
        Ok(())
    }

    /// The operands of `expr` are on the value stack; makes its term.
    fn build(&mut self, scope: &mut Scope<'a>, expr: ExprId) -> Lower<TermId> {
        let boogie = self.boogie;
        let node = &boogie[expr];
        let span = node.span;
        match &node.kind {
            ExprKind::Binary(op, a, _) => {
                let (y, x) = (self.pop()?, self.pop()?);
                self.binary(scope, *op, *a, x, y, span)
            }
            ExprKind::Unary(op, _) => {
                let a = self.pop()?;
                let sort = self.program.terms.sort_of(a);
                let float = matches!(self.program.terms.sort_of_id(sort), Sort::Float { .. });
                Ok(match op {
                    UnaryOp::Not => self.terms().not(a),
                    UnaryOp::Neg if float => self.terms().smt("fp.neg", &[a], sort),
                    UnaryOp::Neg => self.terms().app(Op::Neg, &[a]),
                })
            }
            ExprKind::App { args, .. } => {
                let args = self.values.split_off(self.values.len() - args.len());
                self.application(scope, expr, &args)
            }
            ExprKind::Select { map, indices } => {
                let indices = self.values.split_off(self.values.len() - indices.len());
                let base = self.pop()?;
                self.select(scope, expr, *map, base, indices)
            }
            ExprKind::Update { map, indices, .. } => {
                let value = self.pop()?;
                let indices = self.values.split_off(self.values.len() - indices.len());
                let base = self.pop()?;
                self.store(scope, expr, *map, base, indices, value)
            }
            ExprKind::Extract { high, low, .. } => {
                let bits = self.pop()?;
                if high <= low {
                    return self.unsupported(
                        span,
                        "an extraction of no bits has no SMT sort",
                        "leave the empty part out",
                    );
                }
                Ok(self.terms().app(Op::BvExtract { high: high - 1, low: *low }, &[bits]))
            }
            ExprKind::Ite(..) => {
                let (b, a, c) = (self.pop()?, self.pop()?, self.pop()?);
                Ok(self.terms().ite(c, a, b))
            }
            ExprKind::Binder(binder) => self.build_binder(scope, expr, binder),
            ExprKind::ToInt(_) | ExprKind::ToReal(_) => {
                let a = self.pop()?;
                let op =
                    if matches!(node.kind, ExprKind::ToInt(_)) { Op::ToInt } else { Op::ToReal };
                let from = if op == Op::ToInt { Terms::REAL } else { Terms::INT };
                let convert = self.program.terms.sort_of(a) == from;
                Ok(if convert { self.terms().app(op, &[a]) } else { a })
            }
            ExprKind::Is { value, .. } => {
                let a = self.pop()?;
                let Resolution::Tester(_, n) = self.checked.resolution(expr) else {
                    return self.error("internal", span, "a constructor is not known");
                };
                let ty = self.ground(scope, self.checked.ty(*value));
                let constructor = self.constructors_of(ty, span)?[n as usize];
                Ok(self.terms().app(Op::IsConstructor(constructor), &[a]))
            }
            ExprKind::Field { value, field } => {
                let a = self.pop()?;
                let ty = self.ground(scope, self.checked.ty(*value));
                self.field(ty, a, boogie.text(field.symbol), span)
            }
            ExprKind::FieldUpdate { value, field, .. } => {
                let (with, a) = (self.pop()?, self.pop()?);
                let ty = self.ground(scope, self.checked.ty(*value));
                self.field_update(ty, a, boogie.text(field.symbol), with, span)
            }
            _ => self.error("internal", span, "an expression of unknown form"),
        }
    }

    pub fn pop(&mut self) -> Lower<TermId> {
        self.values.pop().ok_or(Reported)
    }

    fn binary(
        &mut self,
        scope: &Scope<'a>,
        op: BinaryOp,
        left: ExprId,
        mut x: TermId,
        mut y: TermId,
        span: Span,
    ) -> Lower<TermId> {
        let sort = self.program.terms.sort_of(x);
        if matches!(self.program.terms.sort_of_id(sort), Sort::Float { .. })
            && let Some(term) = self.float_binary(op, x, y)
        {
            return Ok(term);
        }
        if matches!(op, BinaryOp::RealDiv | BinaryOp::Pow) {
            x = self.as_real(x);
            y = self.as_real(y);
        }
        let terms = &mut self.program.terms;
        // A polymorphic function can compare values of different types: no value has two.
        let (left_sort, right_sort) = (terms.sort_of(x), terms.sort_of(y));
        if left_sort != right_sort && matches!(op, BinaryOp::Eq | BinaryOp::Neq) {
            if self.may_be_type_of_entry(left_sort) || self.may_be_type_of_entry(right_sort) {
                return self.unsupported(
                    span,
                    "a polymorphic map is compared with a value of any type",
                    "start with a procedure without type parameters",
                );
            }
            return Ok(self.terms().bool(op == BinaryOp::Neq));
        }
        if matches!(op, BinaryOp::Eq | BinaryOp::Neq) {
            let equal = self.equal(x, y);
            return Ok(if op == BinaryOp::Eq { equal } else { self.terms().not(equal) });
        }
        let terms = &mut self.program.terms;
        Ok(match op {
            BinaryOp::Iff | BinaryOp::Eq | BinaryOp::Neq => terms.eq(x, y),
            BinaryOp::Implies => terms.implies(x, y),
            BinaryOp::Explies => terms.implies(y, x),
            BinaryOp::And => terms.and(&[x, y]),
            BinaryOp::Or => terms.or(&[x, y]),
            BinaryOp::Lt => terms.app(Op::Lt, &[x, y]),
            BinaryOp::Le => terms.app(Op::Le, &[x, y]),
            BinaryOp::Gt => terms.app(Op::Lt, &[y, x]),
            BinaryOp::Ge => terms.app(Op::Le, &[y, x]),
            BinaryOp::Concat => terms.app(Op::BvConcat, &[x, y]),
            BinaryOp::Add => terms.app(Op::Add, &[x, y]),
            BinaryOp::Sub => terms.app(Op::Sub, &[x, y]),
            BinaryOp::Mul => terms.app(Op::Mul, &[x, y]),
            BinaryOp::Div => terms.app(Op::IntDiv, &[x, y]),
            BinaryOp::Mod => terms.app(Op::IntMod, &[x, y]),
            BinaryOp::RealDiv => terms.app(Op::RealDiv, &[x, y]),
            BinaryOp::Pow => terms.app(Op::Pow, &[x, y]),
            BinaryOp::Subtype => {
                let ty = self.ground(scope, self.checked.ty(left));
                let order = self.order(ty, span)?;
                self.terms().call(order, &[x, y])
            }
        })
    }

    fn as_real(&mut self, a: TermId) -> TermId {
        let is_int = self.program.terms.sort_of(a) == Terms::INT;
        if is_int { self.terms().app(Op::ToReal, &[a]) } else { a }
    }

    /// Operators on floats: those of IEEE 754, rounding to nearest, ties to even.
    fn float_binary(&mut self, op: BinaryOp, x: TermId, y: TermId) -> Option<TermId> {
        let sort = self.program.terms.sort_of(x);
        let arithmetic = match op {
            BinaryOp::Add => "fp.add",
            BinaryOp::Sub => "fp.sub",
            BinaryOp::Mul => "fp.mul",
            BinaryOp::RealDiv | BinaryOp::Div => "fp.div",
            _ => "",
        };
        if !arithmetic.is_empty() {
            let rounding = self.rounding_mode("RNE");
            return Some(self.terms().smt(arithmetic, &[rounding, x, y], sort));
        }
        let comparison = match op {
            BinaryOp::Lt => "fp.lt",
            BinaryOp::Le => "fp.leq",
            BinaryOp::Gt => "fp.gt",
            BinaryOp::Ge => "fp.geq",
            // Equality is that of SMT-LIB on all sorts, floats included, as Boogie has it.
            _ => return None,
        };
        Some(self.terms().smt(comparison, &[x, y], Terms::BOOL))
    }

    /// Reads a map; `access` is the expression that knows the type arguments.
    pub fn select(
        &mut self,
        scope: &mut Scope<'a>,
        access: ExprId,
        map: ExprId,
        mut base: TermId,
        indices: Vec<TermId>,
    ) -> Lower<TermId> {
        let span = self.boogie[access].span;
        let ty = self.ground(scope, self.checked.ty(map));
        if let TyKind::Map { params: 1.., .. } = self.types.kind(ty) {
            let args = self.ground_type_args(scope, access);
            match self.map_component(ty, &args, span)? {
                Some((c, i)) => base = self.terms().app(Op::Field(c, i), &[base]),
                None => return self.placeholder(scope, self.checked.ty(access), span),
            }
        }
        if indices.is_empty() {
            return Ok(base);
        }
        let args: Vec<TermId> = std::iter::once(base).chain(indices).collect();
        Ok(self.terms().app(Op::Select, &args))
    }

    /// Updates a map; `access` is the expression that knows the type arguments.
    pub fn store(
        &mut self,
        scope: &mut Scope<'a>,
        access: ExprId,
        map: ExprId,
        base: TermId,
        indices: Vec<TermId>,
        value: TermId,
    ) -> Lower<TermId> {
        let span = self.boogie[access].span;
        let ty = self.ground(scope, self.checked.ty(map));
        let mut component = None;
        let mut inner = base;
        if let TyKind::Map { params: 1.., .. } = self.types.kind(ty) {
            let args = self.ground_type_args(scope, access);
            match self.map_component(ty, &args, span)? {
                Some((c, i)) => {
                    inner = self.terms().app(Op::Field(c, i), &[base]);
                    component = Some((c, i));
                }
                None => return self.placeholder(scope, self.checked.ty(map), span),
            }
        }
        let updated = if indices.is_empty() {
            value
        } else {
            let args: Vec<TermId> =
                std::iter::once(inner).chain(indices).chain(std::iter::once(value)).collect();
            self.terms().app(Op::Store, &args)
        };
        let Some((c, i)) = component else { return Ok(updated) };
        Ok(self.with_field(c, i, base, updated))
    }

    /// A term of the right sort for a program that will be lowered again.
    fn placeholder(&mut self, scope: &Scope<'a>, ty: Ty, span: Span) -> Lower<TermId> {
        let ty = self.ground(scope, ty);
        let sort = self.sort(ty, span)?;
        let var = self.terms().declare("unknown", sort);
        Ok(self.terms().var(var))
    }
}

/// The operands of a chain of one associative operator, left to right.
fn chain(program: &ast::Program, op: BinaryOp, root: ExprId) -> Vec<ExprId> {
    let mut operands = Vec::new();
    let mut stack = vec![root];
    while let Some(expr) = stack.pop() {
        match program[expr].kind {
            ExprKind::Binary(o, a, b) if o == op => {
                stack.push(b);
                stack.push(a);
            }
            _ => operands.push(expr),
        }
    }
    operands
}
