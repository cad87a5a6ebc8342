//! What a program means, as far as names and types go: the result of [`crate::check`].
//!
//! The syntax tree is not changed. Side tables, indexed by [`ExprId`], give each
//! expression its type and each name what it refers to; every declared thing has an
//! entry in one of the tables of entities, named by a typed index.

use crate::ast::{CallId, DeclId, ExprId, Program, index_type};
use crate::diagnostic::Diagnostic;
use crate::interner::Symbol;
use crate::ty::{Ty, TyTable};
use rustc_hash::FxHashMap;

index_type!(
    /// A global variable: index into [`Checked::globals`].
    GlobalId
);
index_type!(
    /// A constant: index into [`Checked::constants`].
    ConstId
);
index_type!(
    /// A function, constructor, selector or tester: index into [`Checked::functions`].
    FunctionId
);
index_type!(
    /// A procedure: index into [`Checked::procedures`].
    ProcId
);
index_type!(
    /// A body of a procedure: index into [`Checked::implementations`].
    ImplId
);
index_type!(
    /// A type constructor or datatype: index into [`Checked::type_ctors`].
    TypeCtorId
);
index_type!(
    /// A datatype of either syntax: index into [`Checked::datatypes`].
    DatatypeId
);
index_type!(
    /// A variable of a quantifier, lambda, let or code expression, unique in the
    /// program: index into [`Checked::bound_vars`].
    BoundId
);
index_type!(
    /// A type parameter, unique in the program: index into [`Checked::type_vars`].
    TyVarId
);

/// What a name in an expression refers to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Resolution {
    /// Not a name, or not resolved because of an error, or never looked at.
    #[default]
    None,
    /// A global variable.
    Global(GlobalId),
    /// A constant.
    Const(ConstId),
    /// The n-th in-parameter of the enclosing procedure, implementation or function.
    In(u32),
    /// The n-th out-parameter of the enclosing procedure or implementation.
    Out(u32),
    /// The n-th local variable of the enclosing body.
    Local(u32),
    /// A variable of an enclosing quantifier, lambda, let or code expression.
    Bound(BoundId),
    /// [`crate::ast::ExprKind::App`]: the function; its type arguments are in
    /// [`Checked::type_args`].
    Function(FunctionId),
    /// [`crate::ast::ExprKind::Field`] and `FieldUpdate`: a field of this datatype. All
    /// constructors that have a field of that name share it.
    Field(DatatypeId),
    /// [`crate::ast::ExprKind::Is`]: the n-th constructor of the datatype.
    Tester(DatatypeId, u32),
}

/// A global variable.
#[derive(Clone, Debug)]
pub struct GlobalInfo {
    /// Its declaration, a `Decl::Var`.
    pub decl: DeclId,
    /// Its name.
    pub name: Symbol,
    /// Its type.
    pub ty: Ty,
}

/// A constant.
#[derive(Clone, Debug)]
pub struct ConstInfo {
    /// Its declaration, a `Decl::Const`.
    pub decl: DeclId,
    /// Its name.
    pub name: Symbol,
    /// Its type.
    pub ty: Ty,
    /// Whether it differs from all other unique constants of its type.
    pub unique: bool,
}

/// What makes a function what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctionKind {
    /// Declared by `function`, defined or not.
    Plain,
    /// The n-th constructor of a datatype.
    Constructor(DatatypeId, u32),
    /// `f#C` of an old-style datatype: constructor and field by number.
    Selector(DatatypeId, u32, u32),
    /// `is#C` of an old-style datatype: constructor by number.
    Tester(DatatypeId, u32),
}

/// A function.
#[derive(Clone, Debug)]
pub struct FunctionInfo {
    /// Declaration: a `Decl::Function`, or the `Decl::Datatype` of a constructor. For a
    /// selector or tester, the declaration of the constructor.
    pub decl: DeclId,
    /// Its name.
    pub name: Symbol,
    /// What it is.
    pub kind: FunctionKind,
    /// Type parameters.
    pub type_params: Vec<TyVarId>,
    /// Parameter types.
    pub params: Vec<Ty>,
    /// Result type.
    pub result: Ty,
}

/// A type constructor.
#[derive(Clone, Debug)]
pub struct TypeCtorInfo {
    /// Its declaration, a `Decl::TypeCtor` or `Decl::Datatype`.
    pub decl: DeclId,
    /// Its name.
    pub name: Symbol,
    /// Number of arguments.
    pub arity: u32,
    /// The datatype it is, if it is one.
    pub datatype: Option<DatatypeId>,
}

/// A datatype of the old or the new syntax.
#[derive(Clone, Debug)]
pub struct DatatypeInfo {
    /// Its type constructor.
    pub ctor: TypeCtorId,
    /// Type parameters, in which the types of fields are given (new syntax); for the old
    /// syntax each constructor has its own, see [`FunctionInfo::type_params`].
    pub type_params: Vec<TyVarId>,
    /// Constructors in order.
    pub constructors: Vec<ConstructorInfo>,
}

/// A constructor of a datatype.
#[derive(Clone, Debug)]
pub struct ConstructorInfo {
    /// Its name.
    pub name: Symbol,
    /// The function that builds values.
    pub function: FunctionId,
    /// Names of the fields; their types are the parameter types of `function`.
    pub fields: Vec<Symbol>,
}

/// A procedure.
#[derive(Clone, Debug)]
pub struct ProcInfo {
    /// Its declaration, a `Decl::Procedure`.
    pub decl: DeclId,
    /// Its name.
    pub name: Symbol,
    /// Type parameters.
    pub type_params: Vec<TyVarId>,
    /// Types of in-parameters.
    pub ins: Vec<Ty>,
    /// Types of out-parameters.
    pub outs: Vec<Ty>,
    /// The modifies clauses as declared, without repetition, in order.
    pub declared_modifies: Vec<GlobalId>,
    /// What it may modify: the declared ones, and with
    /// [`crate::CheckOptions::infer_modifies`] what its bodies and their callees assign.
    /// Sorted by [`GlobalId`].
    pub modifies: Vec<GlobalId>,
    /// Its bodies, in order.
    pub implementations: Vec<ImplId>,
}

/// A body of a procedure.
#[derive(Clone, Debug)]
pub struct ImplInfo {
    /// Its declaration: a `Decl::Implementation`, or a `Decl::Procedure` with a body.
    pub decl: DeclId,
    /// The procedure.
    pub procedure: ProcId,
    /// Type parameters (an implementation has its own).
    pub type_params: Vec<TyVarId>,
    /// Types of in-parameters.
    pub ins: Vec<Ty>,
    /// Types of out-parameters.
    pub outs: Vec<Ty>,
    /// Types of local variables.
    pub locals: Vec<Ty>,
}

/// A variable bound inside an expression.
#[derive(Clone, Debug)]
pub struct BoundInfo {
    /// True for local variables of code expressions.
    pub assignable: bool,
    /// Its name.
    pub name: Symbol,
    /// Its type.
    pub ty: Ty,
}

/// What a call refers to.
#[derive(Clone, Debug, Default)]
pub struct CallInfo {
    /// The procedure; `None` after an error.
    pub procedure: Option<ProcId>,
    /// Types for the procedure's type parameters.
    pub type_args: Box<[Ty]>,
}

/// Everything known about names and types of a program.
///
/// When `diagnostics` has an error, tables may have gaps ([`Ty::ERROR`],
/// [`Resolution::None`]); without errors, every expression that the program evaluates has
/// a type without unknowns, and every name a resolution.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// The types that occur.
    pub types: TyTable,
    /// Type of each expression, by [`ExprId`]; use [`Checked::ty`].
    pub expr_types: Vec<Ty>,
    /// What each name refers to, by [`ExprId`]; use [`Checked::resolution`].
    pub resolutions: Vec<Resolution>,
    /// Type arguments of applications of polymorphic functions, and of selects and updates
    /// on polymorphic maps; use [`Checked::type_args`].
    pub instantiations: FxHashMap<ExprId, Box<[Ty]>>,
    /// For quantifiers, lambdas, lets and code expressions: their first bound variable (the
    /// others follow it). Use [`Checked::bound_vars_of`].
    pub binders: FxHashMap<ExprId, BoundId>,
    /// Type parameters of polymorphic quantifiers and lambdas.
    pub binder_type_params: FxHashMap<ExprId, Box<[TyVarId]>>,
    /// Callee of each call, by [`CallId`].
    pub calls: Vec<CallInfo>,
    /// Global variables in order of declaration.
    pub globals: Vec<GlobalInfo>,
    /// Constants in order of declaration.
    pub constants: Vec<ConstInfo>,
    /// Functions in order of declaration.
    pub functions: Vec<FunctionInfo>,
    /// Type constructors in order of declaration.
    pub type_ctors: Vec<TypeCtorInfo>,
    /// Datatypes in order of declaration.
    pub datatypes: Vec<DatatypeInfo>,
    /// Procedures in order of declaration.
    pub procedures: Vec<ProcInfo>,
    /// Bodies in order of declaration.
    pub implementations: Vec<ImplInfo>,
    /// Bound variables.
    pub bound_vars: Vec<BoundInfo>,
    /// Names of type parameters.
    pub type_vars: Vec<Symbol>,
    /// Procedures by name.
    pub procedures_by_name: FxHashMap<Symbol, ProcId>,
    /// Functions, constructors, selectors and testers by name.
    pub functions_by_name: FxHashMap<Symbol, FunctionId>,
    /// Errors and warnings, by place.
    pub diagnostics: Vec<Diagnostic>,
}

impl Checked {
    /// Whether the program was accepted.
    pub fn is_ok(&self) -> bool {
        !self.diagnostics.iter().any(Diagnostic::is_error)
    }

    /// The type of an expression ([`Ty::ERROR`] where there was an error). A quantified
    /// trigger, an attribute argument and a target of an assignment have types as well.
    pub fn ty(&self, expr: ExprId) -> Ty {
        self.expr_types.get(expr.index()).copied().unwrap_or(Ty::ERROR)
    }

    /// What the name in an expression refers to.
    pub fn resolution(&self, expr: ExprId) -> Resolution {
        self.resolutions.get(expr.index()).copied().unwrap_or_default()
    }

    /// Type arguments: for an application those of the function; for a select or update
    /// those of the map. Empty if monomorphic.
    pub fn type_args(&self, expr: ExprId) -> &[Ty] {
        self.instantiations.get(&expr).map_or(&[], |args| args)
    }

    /// The `count` bound variables of a quantifier, lambda, let or code expression.
    pub fn bound_vars_of(&self, expr: ExprId, count: usize) -> impl Iterator<Item = BoundId> {
        let first = self.binders.get(&expr).map_or(0, |b| b.0);
        let count = if self.binders.contains_key(&expr) { count as u32 } else { 0 };
        (first..first + count).map(BoundId)
    }

    /// The type parameters of a quantifier or lambda.
    pub fn type_params_of(&self, expr: ExprId) -> &[TyVarId] {
        self.binder_type_params.get(&expr).map_or(&[], |params| params)
    }

    /// The callee of a call.
    pub fn call(&self, call: CallId) -> &CallInfo {
        &self.calls[call.index()]
    }

    /// A procedure by name.
    pub fn procedure(&self, program: &Program, name: &str) -> Option<ProcId> {
        self.procedures_by_name.get(&program.interner.lookup(name)?).copied()
    }

    /// A function by name.
    pub fn function(&self, program: &Program, name: &str) -> Option<FunctionId> {
        self.functions_by_name.get(&program.interner.lookup(name)?).copied()
    }
}
