//! The typed program: what reading C results in.
//!
//! Everything that C leaves implicit is spelled out. Every expression has a type; loads from
//! objects, decay of arrays and functions and all conversions are nodes of their own;
//! operands of operators are already converted; names are resolved; initialisers are
//! flattened; `a[i]` is `*(a + i)`; block-scope statics are globals. What the front end does
//! not understand inside a function is an [`ExprKind::Unsupported`] or
//! [`StmtKind::Unsupported`] at its place.
//!
//! Expressions, statements and variables live in program-wide arenas indexed by typed ids.

use crate::diagnostic::Diagnostic;
use crate::layout::DataModel;
use crate::source::{FileNames, Place};
use crate::symbol::{Interner, Symbol};
use crate::tree::{Expr, ExprKind, Init, Stmt};
use crate::types::{TypeId, Types};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {
        $($(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl $name {
            /// The position in its arena.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        })*
    };
}

ids! {
    /// An expression.
    ExprId;
    /// A statement.
    StmtId;
    /// A local variable or parameter.
    VarId;
    /// An object of static storage duration.
    GlobalId;
    /// A function.
    FunctionId;
    /// A string literal.
    StringId;
    /// A label of a function, an index into [`Function::labels`].
    LabelId;
}

/// A local variable, parameter, or hidden variable.
#[derive(Clone, Debug)]
pub struct Var {
    /// Its name; `None` if hidden.
    pub name: Option<Symbol>,
    /// Its type.
    pub ty: TypeId,
    /// What it is.
    pub role: VarRole,
    /// Is its address taken, or is it an array that decays?
    pub address_taken: bool,
    /// `aligned` attribute.
    pub aligned: Option<u32>,
    /// The function whose variable it is, once that was read.
    pub owner: Option<FunctionId>,
    /// Does a nested function use it?
    pub captured: bool,
    /// `cleanup` attribute: the call to evaluate when its life ends.
    pub cleanup: Option<ExprId>,
    /// Where it is declared.
    pub place: Place,
}

/// What a variable is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VarRole {
    /// A parameter.
    Param,
    /// A declared local variable.
    Local,
    /// Made by the front end: holds an intermediate value.
    Temporary,
    /// Made by the front end: the object of a compound literal.
    Literal,
    /// Made by the front end: the number of elements of a variable length array.
    Length,
    /// Bound by a quantifier.
    Bound,
}

/// Is a name visible to other translation units?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Linkage {
    /// Yes.
    External,
    /// No: `static` at file scope.
    Internal,
    /// No: a block-scope static or compound literal.
    None,
}

/// An object of static (or thread) storage duration.
#[derive(Clone, Debug)]
pub struct Global {
    /// Its name in the source.
    pub name: Symbol,
    /// Its type.
    pub ty: TypeId,
    /// Who can see it.
    pub linkage: Linkage,
    /// Is there a definition (tentative ones count)?
    pub defined: bool,
    /// Its initialiser; a defined object without one is zero.
    pub init: Option<Init>,
    /// One per thread?
    pub thread_local: bool,
    /// Is its address taken, or is it an array that decays?
    pub address_taken: bool,
    /// `aligned` attribute.
    pub aligned: Option<u32>,
    /// The function it is local to.
    pub owner: Option<FunctionId>,
    /// Which translation unit declared it first.
    pub unit: u32,
    /// Where it is defined, or else declared first.
    pub place: Place,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name in the source.
    pub name: Symbol,
    /// Its type, a function type.
    pub ty: TypeId,
    /// Who can see it.
    pub linkage: Linkage,
    /// Parameters in order, if it has a body.
    pub params: Vec<VarId>,
    /// All other variables.
    pub locals: Vec<VarId>,
    /// Labels.
    pub labels: Vec<Label>,
    /// The body: a block.
    pub body: Option<StmtId>,
    /// Declared not to return.
    pub noreturn: bool,
    /// `pure` or `const` attribute: it changes nothing.
    pub pure: bool,
    /// `constructor`: runs before `main`, small numbers first.
    pub constructor: Option<u32>,
    /// `destructor`: runs when the program exits, small numbers last.
    pub destructor: Option<u32>,
    /// Declared `inline` without `extern`, so another unit may define it as well.
    pub inline: bool,
    /// `weak` attribute.
    pub weak: bool,
    /// `aligned` attribute.
    pub aligned: Option<u32>,
    /// Is it used other than as the callee of a call?
    pub address_taken: bool,
    /// Was it never declared, only called?
    pub implicit: bool,
    /// The assembler name (`asm("…")`) or `alias` target.
    pub assembler_name: Option<StringId>,
    /// Which translation unit declared it first.
    pub unit: u32,
    /// Which translation unit defines it.
    pub defined_in: Option<u32>,
    /// Does the definition stand in place of an inline one of the same unit?
    pub replaces_inline: bool,
    /// Where it is defined, or else declared first.
    pub place: Place,
}

/// A label of a function.
#[derive(Clone, Debug)]
pub struct Label {
    /// Its name; `None` for cases and defaults.
    pub name: Option<Symbol>,
    /// Where it is.
    pub place: Place,
}

/// A string literal: its units (with the final zero) and their type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StringLiteral {
    /// The characters, each in the range of the element type, zero included.
    pub units: Box<[u32]>,
    /// `char`, or a wider type.
    pub element: TypeId,
}

impl StringLiteral {
    /// The text up to the final zero, as far as it is text.
    pub fn text(&self) -> String {
        let units = &self.units[..self.units.len().saturating_sub(1)];
        let bytes: Vec<u8> = units.iter().map(|&u| u as u8).collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// An expression of a text of claims; see [`crate::read_claims`].
#[derive(Clone, Debug)]
pub struct Claim {
    /// The claim; `None` if it is wrong.
    pub expr: Option<ExprId>,
    /// Where it starts.
    pub place: Place,
    /// Its text, as a range of the source's bytes.
    pub text: std::ops::Range<usize>,
    /// What was reported about it, as a range of [`Program::diagnostics`].
    pub problems: std::ops::Range<usize>,
}

/// A whole program: one or more translation units, linked.
#[derive(Clone, Debug)]
pub struct Program {
    /// Names.
    pub names: Interner,
    /// Source files.
    pub files: FileNames,
    /// Types.
    pub types: Types,
    /// Expressions.
    pub exprs: Vec<Expr>,
    /// Statements.
    pub stmts: Vec<Stmt>,
    /// Variables.
    pub vars: Vec<Var>,
    /// Global objects.
    pub globals: Vec<Global>,
    /// Functions.
    pub functions: Vec<Function>,
    /// String literals.
    pub strings: Vec<StringLiteral>,
    /// Errors and warnings, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// Attributes, pragmas and the like that were read and not followed, though they may mean something.
    pub ignored: Vec<(String, Place)>,
    /// How many labels have their address taken.
    pub label_values: u32,
    /// What each translation unit is.
    pub parts: Vec<Part>,
}

/// What a translation unit is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Part {
    /// A file of the program.
    #[default]
    Program,
    /// What is around the program: models of functions that it calls, what calls it. A definition here gives way to one of the
    /// program, and takes the place of an inline function of a header.
    Environment,
    /// What watches over the program: a rule.
    Monitor,
}

impl Program {
    /// Does evaluating the expression write anything, as far as its form tells?
    pub fn changes_something(&self, e: ExprId) -> bool {
        let mut pending = vec![e];
        while let Some(e) = pending.pop() {
            match &self.expr(e).kind {
                ExprKind::Call(..)
                | ExprKind::Assign(..)
                | ExprKind::CompoundAssign(_)
                | ExprKind::Increment { .. }
                | ExprKind::StmtExpr(..)
                | ExprKind::VaArg(_)
                | ExprKind::Builtin(..) => return true,
                kind => kind.for_each_child(|child| pending.push(child)),
            }
        }
        false
    }

    /// The empty program.
    pub fn new(model: DataModel) -> Self {
        Program {
            names: Interner::new(),
            files: FileNames::default(),
            types: Types::new(model),
            exprs: Vec::new(),
            stmts: Vec::new(),
            vars: Vec::new(),
            globals: Vec::new(),
            functions: Vec::new(),
            strings: Vec::new(),
            diagnostics: Vec::new(),
            ignored: Vec::new(),
            label_values: 0,
            parts: Vec::new(),
        }
    }

    /// The data model.
    pub fn model(&self) -> DataModel {
        self.types.model
    }

    /// An expression.
    pub fn expr(&self, id: ExprId) -> &Expr {
        &self.exprs[id.index()]
    }

    /// A statement.
    pub fn stmt(&self, id: StmtId) -> &Stmt {
        &self.stmts[id.index()]
    }

    /// A variable.
    pub fn var(&self, id: VarId) -> &Var {
        &self.vars[id.index()]
    }

    /// What the unit is that defines a function, if one does.
    pub fn part_of(&self, f: FunctionId) -> Option<Part> {
        let unit = self.function(f).defined_in?;
        self.parts.get(unit as usize).copied()
    }

    /// A global object.
    pub fn global(&self, id: GlobalId) -> &Global {
        &self.globals[id.index()]
    }

    /// A function.
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.index()]
    }

    /// A string literal.
    pub fn string(&self, id: StringId) -> &StringLiteral {
        &self.strings[id.index()]
    }

    /// The text of a name.
    pub fn name(&self, symbol: Symbol) -> &str {
        self.names.text(symbol)
    }

    /// The function of a name: the external one, or else the first internal one.
    pub fn function_named(&self, name: &str) -> Option<FunctionId> {
        let symbol = self.names.get(name)?;
        let named = |f: &&(usize, &Function)| f.1.name == symbol;
        let all = || self.functions.iter().enumerate();
        all()
            .find(|f| named(&f) && f.1.linkage == Linkage::External)
            .or_else(|| all().find(|f| named(&f)))
            .map(|(i, _)| FunctionId(i as u32))
    }

    /// The function that a callee designates, if it is a direct call.
    pub fn direct_callee(&self, callee: ExprId) -> Option<FunctionId> {
        match self.expr(callee).kind {
            ExprKind::Decay(f) | ExprKind::AddressOf(f) => match self.expr(f).kind {
                ExprKind::Function(id) => Some(id),
                _ => None,
            },
            _ => None,
        }
    }

    /// Are there errors?
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}
