//! The syntax tree of a Boogie program.
//!
//! Expressions and types live in arenas of the [`Program`] and are named by index
//! ([`ExprId`], [`TypeId`]); declarations and statements own their parts. Every node
//! keeps its attributes and its [`Span`]. A declaration of several names
//! (`var x, y: int;`) becomes one declaration per name, sharing type, attributes
//! and where clause. The tree says what was written, not what it means: see
//! [`crate::check`] for that.

mod decl;
mod expr;
mod stmt;

pub use decl::*;
pub use expr::*;
pub use stmt::*;

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

/// The attribute of a name, if it is there.
pub fn find_attr<'a>(program: &Program, attrs: &'a [Attr], name: &str) -> Option<&'a Attr> {
    attrs.iter().find(|a| program.text(a.name.symbol) == name)
}
