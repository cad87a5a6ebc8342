//! Expressions as text.

use super::Printer;
use crate::ast::{
    Attr, BinaryOp, Binder, BinderKind, ExprId, ExprKind, Let, TypeId, UnaryOp, Variable,
};
use crate::interner::Symbol;

/// How tightly the top of an expression binds; a place asks for a least tightness.
type Level = u8;

/// Where any expression may stand: between brackets, commas or at the end.
const ANY: Level = 0;
const UNARY: Level = 10;
const COERCE: Level = 11;
const ATOM: Level = 12;

fn binary_level(op: BinaryOp) -> Level {
    match op {
        BinaryOp::Iff => 1,
        BinaryOp::Implies | BinaryOp::Explies => 2,
        BinaryOp::And | BinaryOp::Or => 3,
        BinaryOp::Eq
        | BinaryOp::Neq
        | BinaryOp::Lt
        | BinaryOp::Le
        | BinaryOp::Gt
        | BinaryOp::Ge
        | BinaryOp::Subtype => 4,
        BinaryOp::Concat => 5,
        BinaryOp::Add | BinaryOp::Sub => 6,
        BinaryOp::Mul | BinaryOp::Div | BinaryOp::Mod | BinaryOp::RealDiv => 7,
        BinaryOp::Pow => 8,
    }
}

/// The level of an expression as an operand. `if` and `: T` take all that follows, so they
/// need parentheses everywhere but where any expression may stand.
fn level(kind: &ExprKind) -> Level {
    match kind {
        ExprKind::Ite(..) | ExprKind::Coerce(..) => ANY,
        ExprKind::Binary(op, ..) => binary_level(*op),
        ExprKind::Is { .. } => 9,
        ExprKind::Unary(..) => UNARY,
        _ => ATOM,
    }
}

/// What is still to be printed.
enum Piece<'p> {
    Text(&'static str),
    Symbol(Symbol),
    Number(u32),
    /// An expression where at least this level is needed.
    Expr(ExprId, Level),
    Type(TypeId),
    /// `x: T, y: U`
    Vars(&'p [Variable]),
    Attrs(&'p [Attr]),
}

/// Pieces of one expression, in order.
type Pieces<'p> = Vec<Piece<'p>>;

impl<'p> Printer<'p> {
    pub(super) fn expr(&mut self, expr: ExprId) {
        let mut stack = vec![Piece::Expr(expr, ANY)];
        let mut pieces = Vec::new();
        while let Some(piece) = stack.pop() {
            match piece {
                Piece::Text(text) => self.text(text),
                Piece::Symbol(symbol) => self.symbol(symbol),
                Piece::Number(number) => self.text(&number.to_string()),
                Piece::Type(ty) => self.ty(ty),
                Piece::Attrs(attrs) => self.attrs(attrs),
                Piece::Vars(vars) => self.list(vars, |p, var| p.variable(var)),
                Piece::Expr(id, least) => {
                    let program = self.program;
                    let kind = &program[id].kind;
                    let parens = level(kind) < least;
                    if parens {
                        pieces.push(Piece::Text("("));
                    }
                    self.pieces(kind, &mut pieces);
                    if parens {
                        pieces.push(Piece::Text(")"));
                    }
                    stack.extend(pieces.drain(..).rev());
                }
            }
        }
    }

    fn pieces(&mut self, kind: &'p ExprKind, out: &mut Pieces<'p>) {
        let literal = |p: &mut Self, text: Symbol| p.out.push_str(p.program.text(text));
        match kind {
            ExprKind::Bool(value) => out.push(Piece::Text(if *value { "true" } else { "false" })),
            // What is printed at once must be the only piece, without parentheses around.
            ExprKind::Int(text) | ExprKind::Real(text) | ExprKind::Float(text) => {
                literal(self, *text);
            }
            ExprKind::Bv { value, width } => {
                literal(self, *value);
                out.push(Piece::Text("bv"));
                out.push(Piece::Number(*width));
            }
            ExprKind::Str(text) => {
                self.text("\"");
                literal(self, *text);
                self.text("\"");
            }
            ExprKind::RoundingMode(mode) => out.push(Piece::Text(mode.text())),
            ExprKind::Var(name) => out.push(Piece::Symbol(*name)),
            ExprKind::App { function, args } => {
                out.extend([Piece::Symbol(function.symbol), Piece::Text("(")]);
                comma_separated(args, out);
                out.push(Piece::Text(")"));
            }
            ExprKind::Unary(op, operand) => self.unary(*op, *operand, out),
            ExprKind::Binary(op, left, right) => self.binary(*op, *left, *right, out),
            ExprKind::Select { map, indices } => {
                out.extend([Piece::Expr(*map, ATOM), Piece::Text("[")]);
                comma_separated(indices, out);
                out.push(Piece::Text("]"));
            }
            ExprKind::Update { map, indices, value } => {
                out.extend([Piece::Expr(*map, ATOM), Piece::Text("[")]);
                comma_separated(indices, out);
                let assign = if indices.is_empty() { ":= " } else { " := " };
                out.extend([Piece::Text(assign), Piece::Expr(*value, ANY), Piece::Text("]")]);
            }
            ExprKind::Extract { bits, high, low } => out.extend([
                Piece::Expr(*bits, ATOM),
                Piece::Text("["),
                Piece::Number(*high),
                Piece::Text(":"),
                Piece::Number(*low),
                Piece::Text("]"),
            ]),
            ExprKind::Old(inner) => applied("old(", *inner, out),
            ExprKind::ToInt(inner) => applied("int(", *inner, out),
            ExprKind::ToReal(inner) => applied("real(", *inner, out),
            ExprKind::Ite(cond, then, otherwise) => out.extend([
                Piece::Text("if "),
                Piece::Expr(*cond, ANY),
                Piece::Text(" then "),
                Piece::Expr(*then, ANY),
                Piece::Text(" else "),
                Piece::Expr(*otherwise, ANY),
            ]),
            ExprKind::Coerce(value, ty) => {
                let chained = matches!(self.program[*value].kind, ExprKind::Coerce(..));
                let least = if chained { ANY } else { COERCE };
                out.extend([Piece::Expr(*value, least), Piece::Text(" : "), Piece::Type(*ty)]);
            }
            ExprKind::Is { value, constructor } => out.extend([
                Piece::Expr(*value, UNARY),
                Piece::Text(" is "),
                Piece::Symbol(constructor.symbol),
            ]),
            ExprKind::Field { value, field } => out.extend([
                Piece::Expr(*value, ATOM),
                Piece::Text("->"),
                Piece::Symbol(field.symbol),
            ]),
            ExprKind::FieldUpdate { value, field, with } => out.extend([
                Piece::Expr(*value, ATOM),
                Piece::Text("->("),
                Piece::Symbol(field.symbol),
                Piece::Text(" := "),
                Piece::Expr(*with, ANY),
                Piece::Text(")"),
            ]),
            ExprKind::Binder(binder) => self.binder(binder, out),
            ExprKind::Let(inner) => self.let_expr(inner, out),
            ExprKind::Code(code) => self.code_expr(code),
            ExprKind::Error => out.push(Piece::Text("/* unreadable */ true")),
        }
    }

    fn unary(&mut self, op: UnaryOp, operand: ExprId, out: &mut Pieces<'p>) {
        let text = match op {
            UnaryOp::Not => "!",
            UnaryOp::Neg => "-",
        };
        // `-0x1.0e0f24e8` would be one literal.
        if op == UnaryOp::Neg && self.starts_with_float(operand) {
            applied("-(", operand, out);
        } else {
            out.extend([Piece::Text(text), Piece::Expr(operand, UNARY)]);
        }
    }

    fn starts_with_float(&self, mut expr: ExprId) -> bool {
        loop {
            expr = match self.program[expr].kind {
                ExprKind::Float(_) => return true,
                ExprKind::Select { map: value, .. }
                | ExprKind::Update { map: value, .. }
                | ExprKind::Extract { bits: value, .. }
                | ExprKind::Field { value, .. }
                | ExprKind::FieldUpdate { value, .. } => value,
                _ => return false,
            }
        }
    }

    fn binary(&mut self, op: BinaryOp, left: ExprId, right: ExprId, out: &mut Pieces<'p>) {
        let own = binary_level(op);
        // An operand of the same level needs no parentheses on the side to which the operator
        // associates, and only if the two may be mixed.
        let same = |expr: ExprId| match self.program[expr].kind {
            ExprKind::Binary(other, ..) => match own {
                2 | 3 => other == op,
                4 => false,
                _ => binary_level(other) == own,
            },
            _ => false,
        };
        let right_associative = matches!(op, BinaryOp::Implies | BinaryOp::Pow);
        let left_level = if !right_associative && same(left) { own } else { own + 1 };
        let right_level = if right_associative && same(right) { own } else { own + 1 };
        out.extend([
            Piece::Expr(left, left_level),
            Piece::Text(" "),
            Piece::Text(op.text()),
            Piece::Text(" "),
            Piece::Expr(right, right_level),
        ]);
    }

    fn binder(&mut self, binder: &'p Binder, out: &mut Pieces<'p>) {
        self.text(match binder.kind {
            BinderKind::Forall => "(forall",
            BinderKind::Exists => "(exists",
            BinderKind::Lambda => "(lambda",
        });
        self.type_params(&binder.type_params);
        if !binder.vars.is_empty() {
            self.text(" ");
            out.push(Piece::Vars(&binder.vars));
        }
        out.push(Piece::Text(" :: "));
        out.push(Piece::Attrs(&binder.attrs));
        for trigger in &binder.triggers {
            out.push(Piece::Text(if trigger.negative { "{:nopats " } else { "{ " }));
            comma_separated(&trigger.exprs, out);
            out.push(Piece::Text(if trigger.negative { "} " } else { " } " }));
        }
        out.extend([Piece::Expr(binder.body, ANY), Piece::Text(")")]);
    }

    fn let_expr(&mut self, inner: &'p Let, out: &mut Pieces<'p>) {
        self.text("(var ");
        for (i, var) in inner.vars.iter().enumerate() {
            if i > 0 {
                out.push(Piece::Text(", "));
            }
            out.push(Piece::Attrs(&var.attrs));
            out.push(Piece::Symbol(var.name.symbol));
        }
        out.push(Piece::Text(" := "));
        comma_separated(&inner.values, out);
        out.push(Piece::Text("; "));
        out.push(Piece::Attrs(&inner.attrs));
        out.extend([Piece::Expr(inner.body, ANY), Piece::Text(")")]);
    }
}

fn comma_separated(exprs: &[ExprId], out: &mut Pieces<'_>) {
    for (i, &expr) in exprs.iter().enumerate() {
        if i > 0 {
            out.push(Piece::Text(", "));
        }
        out.push(Piece::Expr(expr, ANY));
    }
}

/// `name(e)`, where the name brings its parenthesis.
fn applied(name: &'static str, inner: ExprId, out: &mut Pieces<'_>) {
    out.extend([Piece::Text(name), Piece::Expr(inner, ANY), Piece::Text(")")]);
}
