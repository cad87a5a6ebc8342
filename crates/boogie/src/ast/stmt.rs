//! Statements.

use super::{Attrs, CallId, ExprId, Measure, Name};
use crate::source::Span;

/// A list of statements between braces.
#[derive(Clone, Debug, Default)]
pub struct StmtList {
    /// The statements; labels are statements of their own.
    pub stmts: Vec<Stmt>,
    /// The closing brace.
    pub end: Span,
}

/// A statement with its place.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Attributes (of `assert`, `assume`, `:=`, `call`, `if`, `while`, `goto`, …).
    pub attrs: Attrs,
    /// Where it stands.
    pub span: Span,
}

/// The forms of statements.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `l:`
    Label(Name),
    /// `assert e;`
    Assert(ExprId),
    /// `assume e;`
    Assume(ExprId),
    /// `havoc x, y;`: each is an [`super::ExprKind::Var`].
    Havoc(Vec<ExprId>),
    /// `x, m[i], r->f := e, f, g;`
    Assign {
        /// Targets: [`super::ExprKind::Var`], or [`super::ExprKind::Select`] and [`super::ExprKind::Field`] over one.
        lhs: Vec<ExprId>,
        /// Values, as many.
        rhs: Vec<ExprId>,
    },
    /// `C(x, y) := e;`: takes a datatype value apart.
    Unpack {
        /// An [`super::ExprKind::App`] of a constructor to variables.
        pattern: ExprId,
        /// The value.
        value: ExprId,
    },
    /// `call x := p(e);`
    Call(Call),
    /// `par call … | call …;` (also written `par A() | B();`)
    Par(Vec<Call>),
    /// `if (c) { … } else { … }`
    If(Box<If>),
    /// `while (c) invariant … { … }`
    While(Box<While>),
    /// `break;` or `break l;`
    Break(Option<Name>),
    /// `goto a, b;`
    Goto(Vec<Name>),
    /// `return;`
    Return,
    /// `return e;`, only in code expressions.
    ReturnExpr(ExprId),
    /// `yield;`
    Yield,
    /// `reveal f;`, `hide f;`, `reveal *;`, `hide *;`: hints about which axioms matter.
    Reveal {
        /// False for `hide`.
        reveal: bool,
        /// `None` for `*`.
        function: Option<Name>,
    },
    /// `measure e, f;` at the head of a loop.
    Measure(Measure),
    /// `push;` (true) and `pop;` (false): scopes of `reveal` and `hide`.
    Scope(bool),
}

/// One call.
#[derive(Clone, Debug)]
pub struct Call {
    /// Number of this call, for the tables of [`crate::Checked`].
    pub id: CallId,
    /// What kind of call.
    pub mode: CallMode,
    /// Attributes of this call (also for the arms of [`StmtKind::Par`]).
    pub attrs: Attrs,
    /// Variables assigned, each an [`super::ExprKind::Var`]; `None` for `*`.
    pub outs: Vec<Option<ExprId>>,
    /// The procedure.
    pub callee: Name,
    /// Arguments; `None` for `*`.
    pub args: Vec<Option<ExprId>>,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CallMode {
    /// `call p();`
    Plain,
    /// `free call p();`: preconditions are assumed.
    Free,
    /// `async call p();`
    Async,
    /// `call forall p(*);`
    Forall,
}

/// `if (guard) { … } else …`.
#[derive(Clone, Debug)]
pub struct If {
    /// The condition; `None` for `*`.
    pub guard: Option<ExprId>,
    /// Statements if it holds.
    pub then: StmtList,
    /// What else.
    pub otherwise: Else,
}

/// The other branch of an [`If`].
#[derive(Clone, Debug)]
pub enum Else {
    /// No `else`.
    None,
    /// `else { … }`
    Block(StmtList),
    /// `else if …`, with attributes and place of the inner `if`.
    If(Box<If>, Attrs, Span),
}

/// `while (guard) invariants { … }`.
#[derive(Clone, Debug)]
pub struct While {
    /// The condition; `None` for `*`.
    pub guard: Option<ExprId>,
    /// Invariants in order.
    pub invariants: Vec<Condition>,
    /// What decreases with each iteration.
    pub measures: Vec<Measure>,
    /// The body.
    pub body: StmtList,
}

/// A condition that is checked, or free (assumed only): a loop invariant, a pre- or
/// postcondition.
#[derive(Clone, Debug)]
pub struct Condition {
    /// Whether it is only assumed.
    pub free: bool,
    /// Attributes.
    pub attrs: Attrs,
    /// The condition.
    pub expr: ExprId,
    /// Where it stands.
    pub span: Span,
}
