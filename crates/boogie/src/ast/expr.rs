//! Expressions: operators, literals, binders.

use super::{Attrs, ExprId, Name, StmtList, TypeId, Variable};
use crate::interner::Symbol;
use crate::source::Span;

/// An expression as written.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
}

/// Prefix operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `!`
    Not,
    /// `-`
    Neg,
}

/// Infix operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `<==>`
    Iff,
    /// `==>`
    Implies,
    /// `<==`: operands stand as written, so the right one is the premise.
    Explies,
    /// `&&`
    And,
    /// `||`
    Or,
    /// `==`
    Eq,
    /// `!=`
    Neq,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `<:`
    Subtype,
    /// `++`
    Concat,
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `div`
    Div,
    /// `mod`
    Mod,
    /// `/`
    RealDiv,
    /// `**`
    Pow,
}

impl BinaryOp {
    /// The operator as written in ASCII.
    pub fn text(self) -> &'static str {
        match self {
            BinaryOp::Iff => "<==>",
            BinaryOp::Implies => "==>",
            BinaryOp::Explies => "<==",
            BinaryOp::And => "&&",
            BinaryOp::Or => "||",
            BinaryOp::Eq => "==",
            BinaryOp::Neq => "!=",
            BinaryOp::Lt => "<",
            BinaryOp::Le => "<=",
            BinaryOp::Gt => ">",
            BinaryOp::Ge => ">=",
            BinaryOp::Subtype => "<:",
            BinaryOp::Concat => "++",
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "div",
            BinaryOp::Mod => "mod",
            BinaryOp::RealDiv => "/",
            BinaryOp::Pow => "**",
        }
    }
}

/// IEEE 754 rounding modes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RoundingMode {
    /// `RNE`, `roundNearestTiesToEven`
    NearestTiesToEven,
    /// `RNA`, `roundNearestTiesToAway`
    NearestTiesToAway,
    /// `RTP`, `roundTowardPositive`
    TowardPositive,
    /// `RTN`, `roundTowardNegative`
    TowardNegative,
    /// `RTZ`, `roundTowardZero`
    TowardZero,
}

impl RoundingMode {
    /// The three-letter name.
    pub fn text(self) -> &'static str {
        match self {
            RoundingMode::NearestTiesToEven => "RNE",
            RoundingMode::NearestTiesToAway => "RNA",
            RoundingMode::TowardPositive => "RTP",
            RoundingMode::TowardNegative => "RTN",
            RoundingMode::TowardZero => "RTZ",
        }
    }
}

/// The forms of expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// `true`, `false`
    Bool(bool),
    /// Digits of a natural number, of any length.
    Int(Symbol),
    /// `1.5`, `2e3`, `1.0e-5`: digits, optional fraction, optional decimal exponent.
    Real(Symbol),
    /// `0x1.8e3f24e8`, `0NaN24e8`, `0+oo24e8`, `0-oo24e8`, with an optional leading `-`
    /// on the first form; see [`crate::float::FloatLit::parse`].
    Float(Symbol),
    /// `5bv32`
    Bv {
        /// Decimal digits of the value.
        value: Symbol,
        /// Number of bits.
        width: u32,
    },
    /// A string outside an attribute argument, without its quotes.
    Str(Symbol),
    /// `RNE` and the others.
    RoundingMode(RoundingMode),
    /// A variable, constant or bound variable.
    Var(Symbol),
    /// `f(a, b)`: a function, constructor, or the selector `f#C` or tester `is#C` of an
    /// old-style datatype.
    App {
        /// The function's name.
        function: Name,
        /// Arguments.
        args: Box<[ExprId]>,
    },
    /// `!e`, `-e`
    Unary(UnaryOp, ExprId),
    /// `a + b` and the others.
    Binary(BinaryOp, ExprId, ExprId),
    /// `m[i, j]`
    Select {
        /// The map.
        map: ExprId,
        /// Indices; may be empty.
        indices: Box<[ExprId]>,
    },
    /// `m[i, j := v]`
    Update {
        /// The map.
        map: ExprId,
        /// Indices; may be empty.
        indices: Box<[ExprId]>,
        /// The new value.
        value: ExprId,
    },
    /// `b[high:low]`: bits `low` up to, not including, `high`.
    Extract {
        /// The bit-vector.
        bits: ExprId,
        /// Exclusive upper bit.
        high: u32,
        /// Inclusive lower bit.
        low: u32,
    },
    /// `old(e)`
    Old(ExprId),
    /// `if c then a else b`
    Ite(ExprId, ExprId, ExprId),
    /// `(forall …)`, `(exists …)`, `(lambda …)`
    Binder(Box<Binder>),
    /// `(var x := e; body)`
    Let(Box<Let>),
    /// `|{ … }|`
    Code(Box<CodeExpr>),
    /// `e : T`
    Coerce(ExprId, TypeId),
    /// `int(e)`
    ToInt(ExprId),
    /// `real(e)`
    ToReal(ExprId),
    /// `e is C`
    Is {
        /// The value of a datatype.
        value: ExprId,
        /// The constructor.
        constructor: Name,
    },
    /// `e->f`
    Field {
        /// The value of a datatype.
        value: ExprId,
        /// The field.
        field: Name,
    },
    /// `e->(f := v)`
    FieldUpdate {
        /// The value of a datatype.
        value: ExprId,
        /// The field.
        field: Name,
        /// Its new value.
        with: ExprId,
    },
    /// Stands where the parser could not read an expression; an error was reported.
    Error,
}

/// The three binders that share one syntax.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinderKind {
    /// `forall`
    Forall,
    /// `exists`
    Exists,
    /// `lambda`
    Lambda,
}

/// `(forall <a> x: a, y: int :: {:attr} {trigger} body)` and its relatives.
#[derive(Clone, Debug)]
pub struct Binder {
    /// Which one.
    pub kind: BinderKind,
    /// Type parameters.
    pub type_params: Vec<Name>,
    /// Bound variables; may be empty if there are type parameters.
    pub vars: Vec<Variable>,
    /// Attributes, without `nopats`.
    pub attrs: Attrs,
    /// Triggers in order.
    pub triggers: Vec<Trigger>,
    /// The body.
    pub body: ExprId,
}

/// `{e, f}`, or `{:nopats e}`.
#[derive(Clone, Debug)]
pub struct Trigger {
    /// True for `{:nopats e}`: the solver shall *not* choose this pattern.
    pub negative: bool,
    /// The terms of a (multi-)pattern.
    pub exprs: Vec<ExprId>,
    /// From brace to brace.
    pub span: Span,
}

/// `(var x, y := e, f; body)`.
#[derive(Clone, Debug)]
pub struct Let {
    /// The variables bound; their types follow from the values.
    pub vars: Vec<LetVar>,
    /// One value per variable.
    pub values: Vec<ExprId>,
    /// Attributes before the body.
    pub attrs: Attrs,
    /// The body.
    pub body: ExprId,
}

/// A variable of a [`Let`].
#[derive(Clone, Debug)]
pub struct LetVar {
    /// Attributes.
    pub attrs: Attrs,
    /// Its name.
    pub name: Name,
}

/// `|{ var x: int; A: …; goto B; B: …; return e; }|`.
#[derive(Clone, Debug)]
pub struct CodeExpr {
    /// Local variables.
    pub locals: Vec<Variable>,
    /// Blocks: each statement list holds labels, simple commands, `goto` and
    /// `return e`.
    pub body: StmtList,
}
