//! The syntax tree of a Boogie program.
//!
//! Expressions and types live in arenas of the [`Program`] and are named by index
//! ([`ExprId`], [`TypeId`]); declarations and statements own their parts. Every node
//! keeps its attributes and its [`Span`]. A declaration of several names
//! (`var x, y: int;`) becomes one declaration per name, sharing type, attributes
//! and where clause. The tree says what was written, not what it means: see
//! [`crate::check`] for that.

use crate::interner::{Interner, Symbol};
use crate::source::Span;
use std::ops::Index;

macro_rules! index_type {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// Index, for tables.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}
pub(crate) use index_type;

index_type!(
    /// An expression of a [`Program`].
    ExprId
);
index_type!(
    /// A type, as written, of a [`Program`].
    TypeId
);
index_type!(
    /// A top-level declaration: an index into [`Program::decls`].
    DeclId
);
index_type!(
    /// A call, numbered over the whole program; see [`Call::id`].
    CallId
);

/// A whole program: the declarations of all sources in order.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The names and literals that occur.
    pub interner: Interner,
    /// Arena of expressions; use `program[expr]`.
    pub exprs: Vec<Expr>,
    /// Arena of types; use `program[ty]`.
    pub types: Vec<Type>,
    /// Declarations in source order; use `program[decl]`.
    pub decls: Vec<Decl>,
    /// Number of calls: every [`CallId`] is below it.
    pub call_count: u32,
}

impl Program {
    /// The text of a name or literal.
    pub fn text(&self, symbol: Symbol) -> &str {
        self.interner.text(symbol)
    }

    /// Adds an expression to the arena.
    pub fn add_expr(&mut self, kind: ExprKind, span: Span) -> ExprId {
        self.exprs.push(Expr { kind, span });
        ExprId(self.exprs.len() as u32 - 1)
    }

    /// Adds a type to the arena.
    pub fn add_type(&mut self, kind: TypeKind, span: Span) -> TypeId {
        self.types.push(Type { kind, span });
        TypeId(self.types.len() as u32 - 1)
    }

    /// A fresh number for a call.
    pub fn add_call(&mut self) -> CallId {
        self.call_count += 1;
        CallId(self.call_count - 1)
    }

    /// All declarations with their ids.
    pub fn decls(&self) -> impl Iterator<Item = (DeclId, &Decl)> {
        self.decls.iter().enumerate().map(|(i, d)| (DeclId(i as u32), d))
    }
}

impl Index<ExprId> for Program {
    type Output = Expr;
    fn index(&self, id: ExprId) -> &Expr {
        &self.exprs[id.index()]
    }
}

impl Index<TypeId> for Program {
    type Output = Type;
    fn index(&self, id: TypeId) -> &Type {
        &self.types[id.index()]
    }
}

impl Index<DeclId> for Program {
    type Output = Decl;
    fn index(&self, id: DeclId) -> &Decl {
        &self.decls[id.index()]
    }
}

/// A name where it is declared or used outside an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub symbol: Symbol,
    /// Where it stands.
    pub span: Span,
}

/// `{:name arg, …}`.
#[derive(Clone, Debug)]
pub struct Attr {
    /// The word after the colon.
    pub name: Name,
    /// Its arguments.
    pub args: Vec<AttrArg>,
    /// From brace to brace.
    pub span: Span,
}

/// An argument of an attribute.
#[derive(Clone, Copy, Debug)]
pub enum AttrArg {
    /// A string, without its quotes and with its escapes as written.
    Str(Symbol),
    /// Anything else.
    Expr(ExprId),
}

/// Attributes of a node. Empty for most nodes, and then one word wide.
pub type Attrs = Vec<Attr>;

// ---------------------------------------------------------------- types

/// A type as written.
#[derive(Clone, Debug)]
pub struct Type {
    /// What it is.
    pub kind: TypeKind,
    /// Where it stands.
    pub span: Span,
}

/// The forms of types.
#[derive(Clone, Debug)]
pub enum TypeKind {
    /// `bool`
    Bool,
    /// `int`
    Int,
    /// `real`
    Real,
    /// A name with arguments. Also `bv32`, `float24e8`, `rmode`, `string`, `regex`
    /// (which are not reserved words: a declaration of that name wins where Boogie
    /// allows one) and type variables.
    Named {
        /// Constructor, synonym, type variable or built-in.
        name: Symbol,
        /// Arguments, by juxtaposition: `C int (D bool)`.
        args: Box<[TypeId]>,
    },
    /// `<a, b>[T, U]R`
    Map {
        /// Type parameters of a polymorphic map.
        params: Box<[Name]>,
        /// Index types; may be empty.
        indices: Box<[TypeId]>,
        /// Result type.
        result: TypeId,
    },
}

// ---------------------------------------------------------------- expressions

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

// ---------------------------------------------------------------- statements

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
    /// `havoc x, y;`: each is an [`ExprKind::Var`].
    Havoc(Vec<ExprId>),
    /// `x, m[i], r->f := e, f, g;`
    Assign {
        /// Targets: [`ExprKind::Var`], or [`ExprKind::Select`] and [`ExprKind::Field`] over one.
        lhs: Vec<ExprId>,
        /// Values, as many.
        rhs: Vec<ExprId>,
    },
    /// `C(x, y) := e;`: takes a datatype value apart.
    Unpack {
        /// An [`ExprKind::App`] of a constructor to variables.
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
    /// Variables assigned, each an [`ExprKind::Var`]; `None` for `*`.
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

// ---------------------------------------------------------------- declarations

/// A top-level declaration.
#[derive(Clone, Debug)]
pub enum Decl {
    /// `type C a b;`
    TypeCtor(TypeCtorDecl),
    /// `type S a = [a]int;`
    TypeSynonym(TypeSynonymDecl),
    /// `datatype T<a> { C(x: a) }`
    Datatype(DatatypeDecl),
    /// `const unique c: T;`
    Const(ConstDecl),
    /// `function f(x: T): U { e }`
    Function(FunctionDecl),
    /// `axiom e;`
    Axiom(AxiomDecl),
    /// `var x: T where e;`
    Var(Variable),
    /// `procedure p(…) returns (…) … `, with or without a body.
    Procedure(ProcedureDecl),
    /// `implementation p(…) returns (…) { … }`
    Implementation(ImplementationDecl),
}

/// `type {:attrs} finite C a b;`
#[derive(Clone, Debug)]
pub struct TypeCtorDecl {
    /// Attributes, `{:datatype}` among them.
    pub attrs: Attrs,
    /// Whether `finite` was written (no meaning since Boogie 2.0).
    pub finite: bool,
    /// Its name.
    pub name: Name,
    /// Names of the parameters; only their number matters.
    pub params: Vec<Name>,
    /// Where it stands.
    pub span: Span,
}

/// `type S a b = T;`
#[derive(Clone, Debug)]
pub struct TypeSynonymDecl {
    /// Attributes.
    pub attrs: Attrs,
    /// Whether `finite` was written.
    pub finite: bool,
    /// Its name.
    pub name: Name,
    /// Parameters.
    pub params: Vec<Name>,
    /// What it stands for.
    pub body: TypeId,
    /// Where it stands.
    pub span: Span,
}

/// `datatype {:attrs} T<a, b> { C(x: a, y: int), D() }`
#[derive(Clone, Debug)]
pub struct DatatypeDecl {
    /// Attributes.
    pub attrs: Attrs,
    /// Its name.
    pub name: Name,
    /// Type parameters.
    pub type_params: Vec<Name>,
    /// Constructors.
    pub constructors: Vec<ConstructorDecl>,
    /// Where it stands.
    pub span: Span,
}

/// A constructor of a [`DatatypeDecl`].
#[derive(Clone, Debug)]
pub struct ConstructorDecl {
    /// Its name.
    pub name: Name,
    /// Its fields.
    pub fields: Vec<Variable>,
}

/// `const {:attrs} unique c: T extends unique d, e complete;`
#[derive(Clone, Debug)]
pub struct ConstDecl {
    /// Attributes.
    pub attrs: Attrs,
    /// Whether it differs from all other unique constants of its type.
    pub unique: bool,
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: TypeId,
    /// The order clause, if there is one.
    pub extends: Option<Extends>,
    /// Axioms of a `uses` clause: they also stand as declarations after this one.
    pub uses: Vec<DeclId>,
    /// Where it stands.
    pub span: Span,
}

/// `extends unique d, e complete`: the parents of a constant in the order `<:`.
#[derive(Clone, Debug)]
pub struct Extends {
    /// Parents, each with whether the edge is `unique`.
    pub parents: Vec<(bool, Name)>,
    /// Whether no further children are allowed.
    pub complete: bool,
}

/// A function.
#[derive(Clone, Debug)]
pub struct FunctionDecl {
    /// Attributes, such as `inline`, `define`, `builtin`, `bvbuiltin`, `constructor`.
    pub attrs: Attrs,
    /// Whether `revealed` was written.
    pub revealed: bool,
    /// Its name.
    pub name: Name,
    /// Type parameters.
    pub type_params: Vec<Name>,
    /// Parameters.
    pub params: Vec<FunctionParam>,
    /// The result.
    pub result: FunctionParam,
    /// The definition, if there is one.
    pub body: Option<ExprId>,
    /// Axioms of a `uses` clause: they also stand as declarations after this one.
    pub uses: Vec<DeclId>,
    /// Where it stands.
    pub span: Span,
}

/// A parameter or result of a function, which need not have a name.
#[derive(Clone, Debug)]
pub struct FunctionParam {
    /// Attributes.
    pub attrs: Attrs,
    /// Its name.
    pub name: Option<Name>,
    /// Its type.
    pub ty: TypeId,
}

/// An axiom.
#[derive(Clone, Debug)]
pub struct AxiomDecl {
    /// Attributes.
    pub attrs: Attrs,
    /// Whether `hideable` was written.
    pub hideable: bool,
    /// What is assumed to hold.
    pub expr: ExprId,
    /// Whether it stands in the `uses` clause of the declaration before it.
    pub in_uses: bool,
    /// Where it stands.
    pub span: Span,
}

/// A variable: global, local, formal, bound, or the field of a constructor.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Attributes.
    pub attrs: Attrs,
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: TypeId,
    /// Its where clause. Variables declared together share it.
    pub where_clause: Option<ExprId>,
}

/// A procedure: signature, contract, and perhaps a body.
#[derive(Clone, Debug)]
pub struct ProcedureDecl {
    /// Attributes.
    pub attrs: Attrs,
    /// Its name.
    pub name: Name,
    /// Type parameters.
    pub type_params: Vec<Name>,
    /// In-parameters.
    pub ins: Vec<Variable>,
    /// Out-parameters.
    pub outs: Vec<Variable>,
    /// The contract, in the order written.
    pub specs: Vec<Spec>,
    /// The body, whose parameters are `ins` and `outs`.
    pub body: Option<Body>,
    /// Where it stands.
    pub span: Span,
}

/// A clause of a contract.
#[derive(Clone, Debug)]
pub enum Spec {
    /// `requires e;`
    Requires(Condition),
    /// `ensures e;`
    Ensures(Condition),
    /// `modifies x, y;`
    Modifies(Vec<Name>),
}

/// An implementation of a procedure declared elsewhere.
#[derive(Clone, Debug)]
pub struct ImplementationDecl {
    /// Attributes.
    pub attrs: Attrs,
    /// Name of the procedure.
    pub name: Name,
    /// Type parameters.
    pub type_params: Vec<Name>,
    /// In-parameters; they may be named unlike the procedure's.
    pub ins: Vec<Variable>,
    /// Out-parameters; they may be named unlike the procedure's.
    pub outs: Vec<Variable>,
    /// The body.
    pub body: Body,
    /// Where it stands.
    pub span: Span,
}

/// Local variables and statements.
#[derive(Clone, Debug)]
pub struct Body {
    /// Local variables.
    pub locals: Vec<Variable>,
    /// The statements.
    pub stmts: StmtList,
}

/// The attribute of a name, if it is there.
pub fn find_attr<'a>(program: &Program, attrs: &'a [Attr], name: &str) -> Option<&'a Attr> {
    attrs.iter().find(|a| program.text(a.name.symbol) == name)
}
