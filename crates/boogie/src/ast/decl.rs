//! Declarations.

use super::{Attrs, Condition, DeclId, ExprId, Name, StmtList, TypeId};
use crate::source::Span;

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
    /// Whether `pure` stands before it: it mentions no global and calls pure procedures only.
    pub pure: bool,
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
    /// `measure e, f;`: what decreases with each recursive call.
    Measure(Measure),
}

/// `measure e, f;`: terms that decrease, in lexicographic order.
#[derive(Clone, Debug)]
pub struct Measure {
    /// The terms.
    pub exprs: Vec<ExprId>,
    /// Where it stands.
    pub span: Span,
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
