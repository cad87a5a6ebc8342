//! Random syntax trees, well-formed as far as the grammar goes (not typed), and a form of
//! expressions in which every grouping shows.
#![allow(dead_code)]

use super::Random;
use lariat_boogie::ast::*;
use lariat_boogie::{Span, Symbol};

const NAMES: &[&str] =
    &["x", "y", "old", "is", "uses", "push", "f.g#1", "forall", "$c", "complete"];

/// Makes a program of random declarations.
pub struct Generator<'r> {
    random: &'r mut Random,
    pub program: Program,
}

impl<'r> Generator<'r> {
    pub fn new(random: &'r mut Random) -> Self {
        Generator { random, program: Program::default() }
    }

    fn symbol(&mut self) -> Symbol {
        let name = self.random.pick(NAMES);
        self.program.interner.intern(name)
    }

    fn name(&mut self) -> Name {
        Name { symbol: self.symbol(), span: Span::default() }
    }

    fn text(&mut self, choices: &[&str]) -> Symbol {
        let text = self.random.pick(choices);
        self.program.interner.intern(text)
    }

    fn list<T>(&mut self, most: usize, mut make: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.random.below(most + 1)).map(|_| make(self)).collect()
    }

    fn some<T>(&mut self, most: usize, mut make: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..1 + self.random.below(most)).map(|_| make(self)).collect()
    }

    pub fn ty(&mut self, depth: u32) -> TypeId {
        let kind = match self.random.below(if depth == 0 { 4 } else { 6 }) {
            0 => TypeKind::Bool,
            1 => TypeKind::Int,
            2 => TypeKind::Real,
            3 => TypeKind::Named { name: self.symbol(), args: Box::default() },
            4 => TypeKind::Named {
                name: self.symbol(),
                args: self.some(3, |g| g.ty(depth - 1)).into(),
            },
            _ => TypeKind::Map {
                params: self.list(2, Self::name).into(),
                indices: self.list(2, |g| g.ty(depth - 1)).into(),
                result: self.ty(depth - 1),
            },
        };
        self.program.add_type(kind, Span::default())
    }

    fn attrs(&mut self, depth: u32) -> Attrs {
        if depth == 0 || !self.random.chance(4) {
            return Vec::new();
        }
        self.list(2, |g| Attr {
            name: g.name(),
            args: g.list(2, |g| {
                if g.random.chance(2) {
                    AttrArg::Str(g.text(&["", "text", "a\\\"b"]))
                } else {
                    AttrArg::Expr(g.expr(depth - 1))
                }
            }),
            span: Span::default(),
        })
    }

    fn variable(&mut self, depth: u32, may_have_where: bool) -> Variable {
        let with_where = may_have_where && self.random.chance(3);
        Variable {
            attrs: self.attrs(depth),
            name: self.name(),
            ty: self.ty(2),
            where_clause: with_where.then(|| self.expr(depth)),
        }
    }

    fn leaf(&mut self) -> ExprKind {
        match self.random.below(9) {
            0 => ExprKind::Bool(self.random.chance(2)),
            1 => ExprKind::Int(self.text(&["0", "17", "123456789012345678901234567890"])),
            2 => ExprKind::Real(self.text(&["1.5", "2e3", "1.0e-5"])),
            3 => ExprKind::Float(self.text(&[
                "0x1.8e3f24e8",
                "-0x0.ae-1f24e8",
                "0NaN24e8",
                "0+oo24e8",
            ])),
            4 => ExprKind::Bv { value: self.text(&["5", "0"]), width: 32 },
            5 => ExprKind::Str(self.text(&["", "abc"])),
            6 => ExprKind::RoundingMode(RoundingMode::TowardZero),
            _ => ExprKind::Var(self.symbol()),
        }
    }

    pub fn expr(&mut self, depth: u32) -> ExprId {
        let kind =
            if depth == 0 || self.random.chance(6) { self.leaf() } else { self.inner(depth - 1) };
        self.program.add_expr(kind, Span::default())
    }

    fn inner(&mut self, d: u32) -> ExprKind {
        use BinaryOp::*;
        let binary = [
            Iff, Implies, Explies, And, Or, Eq, Neq, Lt, Le, Gt, Ge, Subtype, Concat, Add, Sub,
            Mul, Div, Mod, RealDiv, Pow,
        ];
        match self.random.below(26) {
            0..=10 => ExprKind::Binary(*self.random.pick(&binary), self.expr(d), self.expr(d)),
            11 | 12 => {
                let op = *self.random.pick(&[UnaryOp::Not, UnaryOp::Neg]);
                ExprKind::Unary(op, self.expr(d))
            }
            13 => ExprKind::App { function: self.name(), args: self.list(3, |g| g.expr(d)).into() },
            14 => {
                ExprKind::Select { map: self.expr(d), indices: self.list(2, |g| g.expr(d)).into() }
            }
            15 => ExprKind::Update {
                map: self.expr(d),
                indices: self.list(2, |g| g.expr(d)).into(),
                value: self.expr(d),
            },
            16 => ExprKind::Extract { bits: self.expr(d), high: 8, low: 3 },
            17 => ExprKind::Old(self.expr(d)),
            18 => ExprKind::Ite(self.expr(d), self.expr(d), self.expr(d)),
            19 => self.binder(d),
            20 => {
                let vars = self.some(2, |g| LetVar { attrs: g.attrs(d), name: g.name() });
                let values = vars.iter().map(|_| self.expr(d)).collect();
                let (attrs, body) = (self.attrs(d), self.expr(d));
                ExprKind::Let(Box::new(Let { vars, values, attrs, body }))
            }
            21 => ExprKind::Coerce(self.expr(d), self.ty(2)),
            22 => ExprKind::ToInt(self.expr(d)),
            23 => ExprKind::Is { value: self.expr(d), constructor: self.name() },
            24 => ExprKind::Field { value: self.expr(d), field: self.name() },
            _ => ExprKind::FieldUpdate {
                value: self.expr(d),
                field: self.name(),
                with: self.expr(d),
            },
        }
    }

    fn binder(&mut self, d: u32) -> ExprKind {
        let kind = *self.random.pick(&[BinderKind::Forall, BinderKind::Exists, BinderKind::Lambda]);
        let triggers = if kind == BinderKind::Lambda {
            Vec::new()
        } else {
            self.list(2, |g| {
                let negative = g.random.chance(3);
                let exprs = if negative {
                    // A string would be an argument of another kind.
                    let operand = g.expr(d);
                    let kind = ExprKind::Old(operand);
                    vec![g.program.add_expr(kind, Span::default())]
                } else {
                    g.some(2, |g| g.expr(d))
                };
                Trigger { negative, exprs, span: Span::default() }
            })
        };
        let type_params = self.list(2, Self::name);
        let vars = if type_params.is_empty() || self.random.chance(2) {
            self.some(2, |g| g.variable(d, false))
        } else {
            Vec::new()
        };
        let (attrs, body) = (self.attrs(d), self.expr(d));
        let attrs = attrs.into_iter().filter(|a| !a.args.is_empty()).collect();
        ExprKind::Binder(Box::new(Binder { kind, type_params, vars, attrs, triggers, body }))
    }

    fn var_expr(&mut self) -> ExprId {
        let kind = ExprKind::Var(self.symbol());
        self.program.add_expr(kind, Span::default())
    }

    fn call(&mut self, mode: CallMode) -> Call {
        let outs = self.list(2, |g| Some(g.var_expr()));
        let (attrs, callee) = (self.attrs(1), self.name());
        let args = self.list(2, |g| (!g.random.chance(4)).then(|| g.expr(2)));
        let id = self.program.add_call();
        Call { id, mode, attrs, outs, callee, args, span: Span::default() }
    }

    fn condition(&mut self) -> Condition {
        Condition {
            free: self.random.chance(2),
            attrs: self.attrs(1),
            expr: self.expr(3),
            span: Span::default(),
        }
    }

    fn stmts(&mut self, depth: u32) -> StmtList {
        StmtList { stmts: self.list(4, |g| g.stmt(depth)), end: Span::default() }
    }

    fn guard(&mut self) -> Option<ExprId> {
        (!self.random.chance(3)).then(|| self.expr(2))
    }

    fn stmt(&mut self, depth: u32) -> Stmt {
        let mut attrs = Vec::new();
        let kind = match self.random.below(if depth == 0 { 13 } else { 15 }) {
            0 => StmtKind::Label(self.name()),
            1 | 2 => {
                attrs = self.attrs(2);
                StmtKind::Assert(self.expr(3))
            }
            3 => {
                attrs = self.attrs(2);
                StmtKind::Assume(self.expr(3))
            }
            4 => StmtKind::Havoc(self.some(2, Self::var_expr)),
            5 | 6 => {
                attrs = self.attrs(2);
                let lhs = self.some(2, Self::target);
                let rhs = lhs.iter().map(|_| self.expr(3)).collect();
                StmtKind::Assign { lhs, rhs }
            }
            7 => {
                let mode = *self.random.pick(&[CallMode::Plain, CallMode::Async, CallMode::Free]);
                StmtKind::Call(self.call(mode))
            }
            8 => StmtKind::Par(self.some(3, |g| g.call(CallMode::Plain))),
            9 => StmtKind::Break(self.random.chance(2).then(|| self.name())),
            10 => StmtKind::Goto(self.some(2, Self::name)),
            11 => StmtKind::Return,
            12 => StmtKind::Yield,
            13 => {
                let guard = self.guard();
                let invariants = self.list(2, Self::condition);
                let body = self.stmts(depth - 1);
                StmtKind::While(Box::new(While { guard, invariants, measures: Vec::new(), body }))
            }
            _ => StmtKind::If(Box::new(self.if_stmt(depth - 1))),
        };
        Stmt { kind, attrs, span: Span::default() }
    }

    fn if_stmt(&mut self, depth: u32) -> If {
        let (guard, then) = (self.guard(), self.stmts(depth));
        let otherwise = match self.random.below(3) {
            0 => Else::None,
            1 if depth > 0 => {
                Else::If(Box::new(self.if_stmt(depth - 1)), self.attrs(1), Span::default())
            }
            _ => Else::Block(self.stmts(depth)),
        };
        If { guard, then, otherwise }
    }

    fn target(&mut self) -> ExprId {
        let mut target = self.var_expr();
        while self.random.chance(3) {
            let kind = if self.random.chance(3) {
                ExprKind::Field { value: target, field: self.name() }
            } else {
                ExprKind::Select { map: target, indices: self.list(2, |g| g.expr(1)).into() }
            };
            target = self.program.add_expr(kind, Span::default());
        }
        target
    }

    fn body(&mut self) -> Body {
        Body { locals: self.list(2, |g| g.variable(2, true)), stmts: self.stmts(2) }
    }

    /// A declaration of a random kind.
    pub fn decl(&mut self) {
        let span = Span::default();
        let decl = match self.random.below(8) {
            0 => Decl::Axiom(AxiomDecl {
                attrs: self.attrs(2),
                hideable: false,
                expr: self.expr(5),
                in_uses: false,
                span,
            }),
            1 => Decl::Var(self.variable(2, true)),
            2 => Decl::TypeSynonym(TypeSynonymDecl {
                attrs: self.attrs(1),
                finite: false,
                name: self.name(),
                params: self.list(2, Self::name),
                body: self.ty(4),
                span,
            }),
            3 => {
                let named = self.random.chance(2);
                let param = |g: &mut Self| FunctionParam {
                    attrs: g.attrs(1),
                    name: named.then(|| g.name()),
                    ty: g.ty(2),
                };
                Decl::Function(FunctionDecl {
                    attrs: self.attrs(1),
                    revealed: false,
                    name: self.name(),
                    type_params: self.list(2, Self::name),
                    params: self.list(3, param),
                    result: param(self),
                    body: self.random.chance(2).then(|| self.expr(4)),
                    uses: Vec::new(),
                    span,
                })
            }
            4 => Decl::Const(ConstDecl {
                attrs: self.attrs(1),
                unique: self.random.chance(2),
                name: self.name(),
                ty: self.ty(2),
                extends: None,
                uses: Vec::new(),
                span,
            }),
            5 => Decl::Datatype(DatatypeDecl {
                attrs: self.attrs(1),
                name: self.name(),
                type_params: self.list(2, Self::name),
                constructors: self.some(2, |g| ConstructorDecl {
                    name: g.name(),
                    fields: g.list(2, |g| g.variable(1, false)),
                }),
                span,
            }),
            6 => Decl::Implementation(ImplementationDecl {
                attrs: self.attrs(1),
                name: self.name(),
                type_params: self.list(2, Self::name),
                ins: self.list(2, |g| g.variable(1, false)),
                outs: self.list(2, |g| g.variable(1, false)),
                body: self.body(),
                span,
            }),
            _ => Decl::Procedure(ProcedureDecl {
                pure: false,
                attrs: self.attrs(1),
                name: self.name(),
                type_params: self.list(2, Self::name),
                ins: self.list(2, |g| g.variable(1, true)),
                outs: self.list(2, |g| g.variable(1, true)),
                specs: self.list(3, |g| match g.random.below(3) {
                    0 => Spec::Requires(g.condition()),
                    1 => Spec::Ensures(g.condition()),
                    _ => Spec::Modifies(g.list(2, Self::name)),
                }),
                body: self.random.chance(2).then(|| self.body()),
                span,
            }),
        };
        self.program.decls.push(decl);
    }
}

/// An expression with a bracket around each of its parts.
pub fn grouped(program: &Program, expr: ExprId) -> String {
    let text = |s: Symbol| program.text(s).to_string();
    let many =
        |es: &[ExprId]| es.iter().map(|&e| grouped(program, e)).collect::<Vec<_>>().join(" ");
    let one = |e: ExprId| grouped(program, e);
    match &program[expr].kind {
        ExprKind::Bool(b) => b.to_string(),
        ExprKind::Int(t) => format!("int:{}", text(*t)),
        ExprKind::Real(t) => format!("real:{}", text(*t)),
        ExprKind::Float(t) => format!("float:{}", text(*t)),
        ExprKind::Bv { value, width } => format!("{}bv{width}", text(*value)),
        ExprKind::Str(t) => format!("{:?}", text(*t)),
        ExprKind::RoundingMode(m) => m.text().to_string(),
        ExprKind::Var(t) => text(*t),
        ExprKind::App { function, args } => format!("({} {})", text(function.symbol), many(args)),
        ExprKind::Unary(op, e) => format!("({op:?} {})", one(*e)),
        ExprKind::Binary(op, a, b) => format!("({} {} {})", op.text(), one(*a), one(*b)),
        ExprKind::Select { map, indices } => format!("(select {} [{}])", one(*map), many(indices)),
        ExprKind::Update { map, indices, value } => {
            format!("(update {} [{}] {})", one(*map), many(indices), one(*value))
        }
        ExprKind::Extract { bits, high, low } => format!("(extract {} {high} {low})", one(*bits)),
        ExprKind::Old(e) => format!("(old {})", one(*e)),
        ExprKind::Ite(a, b, c) => format!("(ite {} {} {})", one(*a), one(*b), one(*c)),
        ExprKind::Binder(b) => {
            let triggers: Vec<_> = b.triggers.iter().map(|t| many(&t.exprs)).collect();
            format!("({:?} {} {triggers:?} {})", b.kind, b.vars.len(), one(b.body))
        }
        ExprKind::Let(l) => format!("(let [{}] {})", many(&l.values), one(l.body)),
        ExprKind::Code(c) => format!("(code {})", c.body.stmts.len()),
        ExprKind::Coerce(e, t) => {
            format!("(coerce {} {})", one(*e), lariat_boogie::print_type(program, *t))
        }
        ExprKind::ToInt(e) => format!("(to_int {})", one(*e)),
        ExprKind::ToReal(e) => format!("(to_real {})", one(*e)),
        ExprKind::Is { value, constructor } => {
            format!("(is {} {})", one(*value), text(constructor.symbol))
        }
        ExprKind::Field { value, field } => {
            format!("(field {} {})", one(*value), text(field.symbol))
        }
        ExprKind::FieldUpdate { value, field, with } => {
            format!("(with {} {} {})", one(*value), text(field.symbol), one(*with))
        }
        ExprKind::Error => "error".to_string(),
    }
}
