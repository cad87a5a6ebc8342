//! Types of expressions.
//!
//! The tree may be as deep as a chain of operators is long, so chains (operands of binary
//! operators, indexing after indexing, `else if` after `else if`) are walked in loops; only
//! what the parser bounds by its own nesting is walked by recursion.

use super::Checker;
use crate::ast::{ExprId, ExprKind, Name};
use crate::checked::Resolution;
use crate::diagnostic::Diagnostic;
use crate::float::FloatLit;
use crate::interner::Symbol;
use crate::source::Span;
use crate::ty::{Ty, TyKind};

impl<'p> Checker<'p> {
    /// An expression that stands alone: what is unknown after it stays so.
    pub(super) fn whole_expr(&mut self, expr: ExprId) -> Ty {
        let ty = self.expr(expr);
        if self.inference.is_idle() {
            return ty;
        }
        self.finish_inference();
        self.out.ty(expr)
    }

    /// A condition: must be `bool`.
    pub(super) fn condition(&mut self, expr: ExprId, what: &str) {
        let ty = self.expr(expr);
        self.require(expr, ty, Ty::BOOL, what);
        self.finish_inference();
    }

    /// Reports unless `ty`, the type of `expr`, is `wanted`.
    #[inline]
    pub(super) fn require(&mut self, expr: ExprId, ty: Ty, wanted: Ty, what: &str) {
        if ty != wanted && !self.unify(ty, wanted) {
            let message =
                format!("{what} must be of type {}, not {}", self.show(wanted), self.show(ty));
            self.error("type", self.program[expr].span, message);
        }
    }

    /// The type of an expression, which is also noted in the table.
    pub(super) fn expr(&mut self, id: ExprId) -> Ty {
        let expr = &self.program[id];
        let ty = match &expr.kind {
            ExprKind::Var(name) => return self.variable(id, *name, expr.span),
            ExprKind::Int(_) => Ty::INT,
            ExprKind::Bool(_) => Ty::BOOL,
            ExprKind::Binary(_, left, right) => return self.binary_chain(id, *left, *right),
            ExprKind::App { function, args } => self.application(id, *function, args, expr.span),
            ExprKind::Unary(op, operand) => self.unary(*op, *operand, expr.span),
            ExprKind::Select { .. }
            | ExprKind::Update { .. }
            | ExprKind::Field { .. }
            | ExprKind::FieldUpdate { .. }
            | ExprKind::Extract { .. }
            | ExprKind::Coerce(..) => return self.postfix_chain(id),
            ExprKind::Ite(..) => return self.ite_chain(id),
            ExprKind::Old(inner) => {
                if !self.context.old {
                    self.old_outside(expr.span);
                }
                self.expr(*inner)
            }
            ExprKind::Binder(binder) => self.binder(id, binder),
            ExprKind::Let(inner) => self.let_expr(id, inner),
            ExprKind::Code(code) => self.code_expr(id, code),
            ExprKind::ToInt(inner) => {
                let ty = self.expr(*inner);
                self.require(*inner, ty, Ty::REAL, "the argument of `int`");
                Ty::INT
            }
            ExprKind::ToReal(inner) => {
                let ty = self.expr(*inner);
                self.require(*inner, ty, Ty::INT, "the argument of `real`");
                Ty::REAL
            }
            ExprKind::Is { value, constructor } => self.tester(id, *value, *constructor),
            ExprKind::Bv { width, .. } => self.out.types.bv(*width),
            ExprKind::Real(_) => Ty::REAL,
            ExprKind::Float(text) => self.float_literal(*text, expr.span),
            ExprKind::RoundingMode(_) => Ty::RMODE,
            ExprKind::Str(_) => Ty::STRING,
            ExprKind::Error => Ty::ERROR,
        };
        self.note(id, ty)
    }

    #[inline]
    pub(super) fn note(&mut self, id: ExprId, ty: Ty) -> Ty {
        self.out.expr_types[id.index()] = ty;
        if !self.inference.is_idle() && self.has_unknown(ty) {
            self.inference.note_expr(id);
        }
        ty
    }

    #[cold]
    fn old_outside(&mut self, span: Span) {
        self.report(
            Diagnostic::error("old", span, "`old` has no meaning here").with_help(
                "`old` refers to the state on entry: use it in postconditions and bodies",
            ),
        );
    }

    #[inline]
    fn variable(&mut self, id: ExprId, name: Symbol, span: Span) -> Ty {
        let entry = self.scopes.var(name);
        match entry.resolution {
            Resolution::None => {
                self.undeclared(name, span);
                return Ty::ERROR;
            }
            Resolution::Global(_) if !self.context.globals => {
                let message =
                    format!("the global variable `{}` may not be mentioned here", self.text(name));
                self.report(Diagnostic::error("state", span, message).with_help(
                    "axioms and functions speak about values, not about a state; pass it as a parameter",
                ));
            }
            _ => {}
        }
        self.out.resolutions[id.index()] = entry.resolution;
        self.note(id, entry.ty)
    }

    #[cold]
    pub(super) fn undeclared(&mut self, name: Symbol, span: Span) {
        let message = format!("there is no variable or constant `{}`", self.text(name));
        let mut diagnostic = Diagnostic::error("undeclared", span, message);
        if self.out.functions_by_name.contains_key(&name) {
            diagnostic = diagnostic.with_help(format!(
                "`{}` is a function: it needs its arguments in parentheses",
                self.text(name)
            ));
        }
        self.report(diagnostic);
    }

    fn float_literal(&mut self, text: Symbol, span: Span) -> Ty {
        match FloatLit::parse(self.text(text)) {
            Some(lit) => self
                .out
                .types
                .intern(TyKind::Float { significand: lit.significand, exponent: lit.exponent }),
            None => {
                self.error("literal", span, "a number in this literal is too large");
                Ty::ERROR
            }
        }
    }

    fn application(&mut self, id: ExprId, function: Name, args: &'p [ExprId], span: Span) -> Ty {
        let Some(&callee) = self.out.functions_by_name.get(&function.symbol) else {
            self.undeclared_function(function);
            for &arg in args {
                self.expr(arg);
            }
            return Ty::ERROR;
        };
        self.out.resolutions[id.index()] = Resolution::Function(callee);
        let info = &self.out.functions[callee.index()];
        let (wanted, mut result) = (info.params.len(), info.result);
        let polymorphic = !info.type_params.is_empty();
        let mut instance = Default::default();
        if polymorphic {
            let params = info.type_params.clone();
            instance = self.fresh_instance(&params, span);
            result = self.out.types.substitute(result, &instance);
            let args = params.iter().map(|p| instance[p]).collect();
            self.out.instantiations.insert(id, args);
            self.inference.note_instantiation(id);
        }
        for (i, &arg) in args.iter().enumerate() {
            let given = self.expr(arg);
            let Some(&param) = self.out.functions[callee.index()].params.get(i) else { continue };
            let param =
                if polymorphic { self.out.types.substitute(param, &instance) } else { param };
            if given != param && !self.unify(given, param) {
                self.wrong_argument("function", function.symbol, i, given, param, arg);
            }
        }
        if args.len() != wanted {
            self.wrong_argument_count("function", function, wanted, args.len());
        }
        if polymorphic {
            result = self.zonk(result);
            result = self.of_bounded_size(result, span);
        }
        result
    }

    #[cold]
    fn undeclared_function(&mut self, function: Name) {
        let message = format!("there is no function `{}`", self.text(function.symbol));
        let mut diagnostic = Diagnostic::error("undeclared", function.span, message);
        if self.out.procedures_by_name.contains_key(&function.symbol) {
            diagnostic = diagnostic.with_help(format!(
                "`{}` is a procedure: use a `call` statement",
                self.text(function.symbol)
            ));
        }
        self.report(diagnostic);
    }

    #[cold]
    pub(super) fn wrong_argument(
        &mut self,
        what: &str,
        name: Symbol,
        index: usize,
        given: Ty,
        wanted: Ty,
        at: ExprId,
    ) {
        let message = format!(
            "argument {} of {what} `{}` must be of type {}, not {}",
            index + 1,
            self.text(name),
            self.show(wanted),
            self.show(given)
        );
        self.error("type", self.program[at].span, message);
    }

    #[cold]
    pub(super) fn wrong_argument_count(
        &mut self,
        what: &str,
        name: Name,
        wanted: usize,
        given: usize,
    ) {
        let message = format!(
            "{what} `{}` takes {wanted} argument{}, {given} given",
            self.text(name.symbol),
            if wanted == 1 { "" } else { "s" }
        );
        self.error("arity", name.span, message);
    }

    /// Operands of binary operators, without recursion along the chain.
    fn binary_chain(&mut self, id: ExprId, left: ExprId, right: ExprId) -> Ty {
        let is_binary = |c: &Self, e: ExprId| matches!(c.program[e].kind, ExprKind::Binary(..));
        if !is_binary(self, left) && !is_binary(self, right) {
            let (l, r) = (self.expr(left), self.expr(right));
            return self.binary_node(id, l, r);
        }
        // Top-down: operators are put aside, other operands typed at once.
        let base = self.work.len();
        let mut done = Vec::new();
        self.work.push(id);
        while self.work.len() > base {
            let Some(node) = self.work.pop() else { break };
            match self.program[node].kind {
                ExprKind::Binary(_, left, right) => {
                    done.push(node);
                    self.work.push(left);
                    self.work.push(right);
                }
                _ => _ = self.expr(node),
            }
        }
        // Each node was pushed before its operands, so backwards every operand comes first.
        let mut ty = Ty::ERROR;
        for node in done.into_iter().rev() {
            if let ExprKind::Binary(_, left, right) = self.program[node].kind {
                let (l, r) =
                    (self.out.expr_types[left.index()], self.out.expr_types[right.index()]);
                ty = self.binary_node(node, l, r);
            }
        }
        ty
    }

    /// Indexing, field access and coercion, applied one after the other to one value.
    fn postfix_chain(&mut self, id: ExprId) -> Ty {
        let base = self.work.len();
        let mut value = id;
        loop {
            let next = match self.program[value].kind {
                ExprKind::Select { map, .. } | ExprKind::Update { map, .. } => map,
                ExprKind::Field { value, .. }
                | ExprKind::FieldUpdate { value, .. }
                | ExprKind::Extract { bits: value, .. }
                | ExprKind::Coerce(value, _) => value,
                _ => break,
            };
            self.work.push(value);
            value = next;
        }
        let mut ty = self.expr(value);
        while self.work.len() > base {
            let Some(node) = self.work.pop() else { break };
            ty = self.postfix(node, ty);
            self.note(node, ty);
        }
        ty
    }

    fn postfix(&mut self, id: ExprId, value: Ty) -> Ty {
        let expr = &self.program[id];
        match &expr.kind {
            ExprKind::Select { indices, .. } => self.select(id, value, indices, expr.span),
            ExprKind::Update { indices, value: new, .. } => {
                let result = self.select(id, value, indices, expr.span);
                let given = self.expr(*new);
                self.require(*new, given, result, "the new value of the map entry");
                value
            }
            ExprKind::Field { field, .. } => self.field(id, value, *field),
            ExprKind::FieldUpdate { field, with, .. } => {
                let wanted = self.field(id, value, *field);
                let given = self.expr(*with);
                self.require(*with, given, wanted, "the new value of the field");
                value
            }
            ExprKind::Extract { high, low, .. } => self.extract(value, *high, *low, expr.span),
            ExprKind::Coerce(inner, ty) => {
                let wanted = self.resolve_type(*ty);
                if !self.unify(value, wanted) {
                    let message =
                        format!("this is of type {}, not {}", self.show(value), self.show(wanted));
                    self.error("type", self.program[*inner].span, message);
                }
                wanted
            }
            _ => Ty::ERROR,
        }
    }

    /// `m[i, j]`: checks the indices, gives the type of the entry.
    fn select(&mut self, id: ExprId, map: Ty, given: &'p [ExprId], span: Span) -> Ty {
        let map = self.shallow(map);
        let (params, indices, mut result) = match self.out.types.kind(map).clone() {
            TyKind::Map { params, indices, result } => (params, indices, result),
            TyKind::Unknown(_) => {
                let indices: Box<[Ty]> = given.iter().map(|&e| self.expr(e)).collect();
                let result = self.fresh_unknown(span);
                let wanted = TyKind::Map { params: 0, indices, result };
                let wanted = self.out.types.intern(wanted);
                self.unify(map, wanted);
                return result;
            }
            _ => {
                for &index in given {
                    self.expr(index);
                }
                if map != Ty::ERROR {
                    let message = format!("this is no map: its type is {}", self.show(map));
                    self.error("type", span, message);
                }
                return Ty::ERROR;
            }
        };
        let mut indices = indices.into_vec();
        if params > 0 {
            let args: Box<[Ty]> = (0..params).map(|_| self.fresh_unknown(span)).collect();
            (indices, result) = self.out.types.instantiate_map(&indices, result, &args);
            self.out.instantiations.insert(id, args);
            self.inference.note_instantiation(id);
        }
        if indices.len() != given.len() {
            let message = format!(
                "the map takes {} ind{}, {} given",
                indices.len(),
                if indices.len() == 1 { "ex" } else { "ices" },
                given.len()
            );
            self.error("arity", span, message);
        }
        for (i, &index) in given.iter().enumerate() {
            let ty = self.expr(index);
            if let Some(&wanted) = indices.get(i) {
                self.require(index, ty, wanted, "the index");
            }
        }
        result
    }

    fn extract(&mut self, bits: Ty, high: u32, low: u32, span: Span) -> Ty {
        if low > high {
            self.error("extract", span, format!("bits {high}:{low} run backwards"));
            return Ty::ERROR;
        }
        let bits = self.shallow(bits);
        match self.out.types.kind(bits) {
            TyKind::Bv(width) if *width >= high => {}
            TyKind::Error => {}
            TyKind::Unknown(_) => {
                let ty = self.out.types.bv(high);
                self.unify(bits, ty);
            }
            _ => {
                let message = format!(
                    "bits up to {high} need a bit-vector of at least {high} bits, not {}",
                    self.show(bits)
                );
                self.error("extract", span, message);
            }
        }
        self.out.types.bv(high - low)
    }

    /// `if a then b else if c then …`, in a loop.
    fn ite_chain(&mut self, id: ExprId) -> Ty {
        let base = self.work.len();
        let mut last = id;
        while let ExprKind::Ite(cond, then, otherwise) = self.program[last].kind {
            self.work.push(last);
            let ty = self.expr(cond);
            self.require(cond, ty, Ty::BOOL, "the condition of `if`");
            self.expr(then);
            last = otherwise;
        }
        let mut ty = self.expr(last);
        while self.work.len() > base {
            let Some(node) = self.work.pop() else { break };
            if let ExprKind::Ite(_, then, _) = self.program[node].kind {
                let then_ty = self.out.expr_types[then.index()];
                let disagree = then_ty != ty && !self.unify(then_ty, ty);
                if disagree {
                    let message = format!(
                        "the branches of `if` are of types {} and {}",
                        self.show(then_ty),
                        self.show(ty)
                    );
                    self.error("type", self.program[node].span, message);
                }
                if disagree {
                    ty = Ty::ERROR;
                } else if ty == Ty::ERROR {
                    ty = then_ty;
                }
            }
            self.note(node, ty);
        }
        ty
    }
}
