//! Expressions, statements and initialisers of the typed program.

use crate::program::{ExprId, FunctionId, GlobalId, LabelId, StmtId, StringId, VarId};
use crate::source::Place;
use crate::symbol::Symbol;
use crate::types::{BitField, TypeId};

/// An expression with its type.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it does.
    pub kind: ExprKind,
    /// Its type; lvalues keep their qualifiers, values have none.
    pub ty: TypeId,
    /// Where it is written (an operator's place for operators).
    pub place: Place,
    /// The height of its tree, bounded by the front end.
    pub height: u16,
}

/// What an expression does. *Lvalue* operands designate objects, all others are values.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// An integer constant, in the range of its type.
    Int(i128),
    /// A floating constant (rounded to `double`) with its spelling.
    Float(f64, Symbol),
    /// A string literal: an lvalue array.
    Str(StringId),
    /// A local variable or parameter: an lvalue.
    Var(VarId),
    /// A global object: an lvalue.
    Global(GlobalId),
    /// A function; only ever under [`ExprKind::Decay`], [`ExprKind::AddressOf`] or `sizeof`.
    Function(FunctionId),
    /// The value of an lvalue.
    Load(ExprId),
    /// An lvalue array or a function as a pointer.
    Decay(ExprId),
    /// An operator on one value.
    Unary(UnaryOp, ExprId),
    /// An operator on two values of the same type (except shifts), which is also the type of
    /// the result unless it is a comparison (`int`).
    Binary(BinaryOp, ExprId, ExprId),
    /// `&&`, `||` (and `==>`, `<==>` in claims) of two scalars; an `int`.
    Logical(LogicalOp, ExprId, ExprId),
    /// Pointer plus (or, if the flag is set, minus) an integer, in elements. The integer has
    /// its promoted type.
    PointerOffset {
        /// The pointer.
        pointer: ExprId,
        /// How many elements.
        offset: ExprId,
        /// Subtract?
        negative: bool,
    },
    /// Difference of two pointers, in elements.
    PointerDifference(ExprId, ExprId),
    /// A conversion to the type of this expression.
    Cast(CastKind, ExprId),
    /// A member of a record (lvalue if the record is one).
    Member(ExprId, u32),
    /// What a pointer points to: an lvalue (or a function).
    Deref(ExprId),
    /// The address of an lvalue.
    AddressOf(ExprId),
    /// A call. The callee is a pointer value; direct calls have `Decay(Function(f))`.
    Call(ExprId, Box<[ExprId]>),
    /// Stores into an lvalue; the value is that of the lvalue afterwards.
    Assign(ExprId, ExprId),
    /// `lhs op= rhs`
    CompoundAssign(Box<CompoundAssign>),
    /// `++` and `--` on an lvalue.
    Increment {
        /// The object.
        target: ExprId,
        /// Add one, or subtract?
        up: bool,
        /// Is the value that before the change?
        postfix: bool,
    },
    /// `c ? a : b`
    Conditional(ExprId, ExprId, ExprId),
    /// The first for its effect, the second for its value.
    Comma(ExprId, ExprId),
    /// GNU statement expression: a block, and then a value evaluated in its scope.
    StmtExpr(StmtId, Option<ExprId>),
    /// A compound literal: initialises its hidden variable and designates it (an lvalue).
    CompoundLiteral(VarId, Box<Init>),
    /// `va_arg(ap, T)` with T the type of this expression.
    VaArg(ExprId),
    /// A type-generic built-in such as `__atomic_load_n` or `__builtin_add_overflow`.
    Builtin(Symbol, Box<[ExprId]>),
    /// `forall`/`exists` over all values of the variable; claims only.
    Quantified {
        /// For all, or exists?
        universal: bool,
        /// The bound variable.
        var: VarId,
        /// The claim.
        body: ExprId,
    },
    /// Not understood; evaluating it must not be ignored.
    Unsupported(Symbol),
    /// Ill-typed; an error was reported.
    Error,
}

/// Operators on one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `-`
    Negate,
    /// `~`
    Complement,
    /// `!` of a scalar; an `int`.
    Not,
}

/// Operators on two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum BinaryOp {
    Multiply,
    Divide,
    Remainder,
    Add,
    Subtract,
    /// The operands are promoted each for itself.
    ShiftLeft,
    /// The operands are promoted each for itself.
    ShiftRight,
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
    Equal,
    NotEqual,
    And,
    Xor,
    Or,
}

/// Operators that need not look at their second operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum LogicalOp {
    And,
    Or,
    Implies,
    Iff,
}

/// What a conversion does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastKind {
    /// Between integer types: truncate, or extend by the sign of the source type.
    IntToInt,
    /// To `_Bool`: is the scalar different from zero?
    ToBool,
    /// Integer to float.
    IntToFloat,
    /// Float to integer, towards zero.
    FloatToInt,
    /// Between floats.
    FloatToFloat,
    /// Integer to pointer.
    IntToPointer,
    /// The null pointer constant.
    NullToPointer,
    /// Pointer to integer.
    PointerToInt,
    /// Between pointers.
    PointerToPointer,
    /// Drop the value.
    ToVoid,
    /// To the same or a compatible type.
    Same,
    /// GNU: a value as a union that has a member (given by index) of its type.
    ToUnion(u32),
}

/// `lhs op= rhs`: load `lhs`, convert to `compute`, apply, convert back, store.
#[derive(Clone, Debug, PartialEq)]
pub struct CompoundAssign {
    /// The operator; for pointers `Add` or `Subtract`, in elements.
    pub op: BinaryOp,
    /// The object, an lvalue.
    pub target: ExprId,
    /// The right operand, already converted.
    pub operand: ExprId,
    /// The type in which the operator works (the pointer type for pointers).
    pub compute: TypeId,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Where it starts.
    pub place: Place,
}

/// What a statement does. `Break` and `Continue` refer to the innermost loop or switch.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// Evaluate for the effects.
    Expr(ExprId),
    /// Branch on a scalar.
    If(ExprId, StmtId, Option<StmtId>),
    /// `while`
    While(ExprId, StmtId),
    /// `do … while`
    DoWhile(StmtId, ExprId),
    /// `for`; the first part is a statement (a block of declarations or an expression).
    For {
        /// Before the loop.
        init: Option<StmtId>,
        /// Absent means true.
        condition: Option<ExprId>,
        /// After each round.
        step: Option<ExprId>,
        /// The body.
        body: StmtId,
    },
    /// Jump to the label of the matching case. The labels are in the body.
    Switch(Box<Switch>),
    /// A label; control passes through.
    Label(LabelId),
    /// `goto`
    Goto(LabelId),
    /// `break`
    Break,
    /// `continue`
    Continue,
    /// `return`
    Return(Option<ExprId>),
    /// Microsoft's `__try`.
    Try(Box<Try>),
    /// Microsoft's `__leave`: the guarded block of the innermost `__try` ends.
    Leave,
    /// Statements in order, with the scope of their variables.
    Block(Vec<StmtId>),
    /// The life of a variable starts; it is initialised if there is an initialiser.
    Declare(VarId, Option<Box<Init>>),
    /// Inline assembly.
    Asm(Box<Asm>),
    /// The text of a `#pragma lariat`, without these two words.
    Pragma(Symbol),
    /// Not understood; reaching it must not be ignored.
    Unsupported(Symbol),
}

/// A guarded block and what handles its end.
#[derive(Clone, Copy, Debug)]
pub struct Try {
    /// The guarded block.
    pub body: StmtId,
    /// What stands behind it.
    pub handler: Handler,
}

/// The second part of a `__try`.
#[derive(Clone, Copy, Debug)]
pub enum Handler {
    /// `__finally`: runs however the guarded block ends.
    Finally(StmtId),
    /// `__except`: a filter, an integer, and what runs if an exception is raised and the filter is positive.
    Except(ExprId, StmtId),
}

impl Handler {
    /// The block that runs.
    pub fn block(&self) -> StmtId {
        match *self {
            Handler::Finally(block) | Handler::Except(_, block) => block,
        }
    }
}

/// A switch.
#[derive(Clone, Debug)]
pub struct Switch {
    /// The value, of a promoted integer type.
    pub value: ExprId,
    /// The cases in order; they do not overlap.
    pub cases: Vec<Case>,
    /// Where to go if no case matches; past the body if absent.
    pub default: Option<LabelId>,
    /// The body.
    pub body: StmtId,
}

/// `case low:` or `case low ... high:`
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// The least value, in the type of the switch.
    pub low: i128,
    /// The greatest value.
    pub high: i128,
    /// Where to go.
    pub label: LabelId,
    /// Where it is written.
    pub place: Place,
}

/// Inline assembly.
#[derive(Clone, Debug)]
pub struct Asm {
    /// The text.
    pub template: StringId,
    /// Objects that it writes (lvalues).
    pub outputs: Vec<AsmOperand>,
    /// Values (or, for memory constraints, lvalues) that it reads.
    pub inputs: Vec<AsmOperand>,
    /// What else it changes.
    pub clobbers: Vec<StringId>,
    /// Labels it may jump to.
    pub labels: Vec<LabelId>,
    /// Is it `volatile`, or does it have no outputs?
    pub volatile: bool,
}

/// An operand of inline assembly.
#[derive(Clone, Debug)]
pub struct AsmOperand {
    /// Its symbolic name.
    pub name: Option<Symbol>,
    /// The constraint.
    pub constraint: StringId,
    /// The operand; an lvalue for outputs and if `is_lvalue`.
    pub expr: ExprId,
    /// Is it an object (output, or input in memory)?
    pub is_lvalue: bool,
}

/// A flattened initialiser. What no entry covers is zero if `zero_rest`. Entries apply in
/// order: a later one may overwrite an earlier one.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Init {
    /// The parts that are given.
    pub entries: Vec<InitEntry>,
    /// Is the rest of the object zero? (False only if one entry covers all of it.)
    pub zero_rest: bool,
}

/// A part of an initialiser.
#[derive(Clone, Debug, PartialEq)]
pub struct InitEntry {
    /// Byte offset in the object (for a range, of the first element).
    pub offset: u64,
    /// The bits, for a bit-field, counted from the start of the innermost record.
    pub bits: Option<BitField>,
    /// How to get to the part from the object.
    pub path: Box<[PathStep]>,
    /// The type of the part.
    pub ty: TypeId,
    /// Its value.
    pub value: InitValue,
    /// Where it is written.
    pub place: Place,
}

/// One step into an aggregate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathStep {
    /// Member number so and so.
    Field(u32),
    /// This element.
    Index(u64),
    /// GNU: all elements from the first to the second.
    Range(u64, u64),
}

/// The value of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InitValue {
    /// The value of an expression of the part's type.
    Expr(ExprId),
    /// The characters of a string; cut off or filled up with zeros to the part's size.
    Str(StringId),
    /// All zero.
    Zero,
}

impl ExprKind {
    /// Calls `f` on each direct subexpression (not on statements inside).
    pub fn for_each_child(&self, mut f: impl FnMut(ExprId)) {
        use ExprKind::*;
        match self {
            Int(_) | Float(..) | Str(_) | Var(_) | Global(_) | Function(_) => {}
            Unsupported(_) | Error => {}
            Load(e) | Decay(e) | Unary(_, e) | Cast(_, e) | Member(e, _) | Deref(e) => f(*e),
            AddressOf(e) | VaArg(e) => f(*e),
            Binary(_, a, b) | Logical(_, a, b) | PointerDifference(a, b) => {
                f(*a);
                f(*b);
            }
            Assign(a, b) | Comma(a, b) => {
                f(*a);
                f(*b);
            }
            PointerOffset { pointer, offset, .. } => {
                f(*pointer);
                f(*offset);
            }
            Call(callee, args) => {
                f(*callee);
                args.iter().copied().for_each(f);
            }
            Builtin(_, args) => args.iter().copied().for_each(f),
            CompoundAssign(c) => {
                f(c.target);
                f(c.operand);
            }
            Increment { target, .. } => f(*target),
            Conditional(a, b, c) => {
                f(*a);
                f(*b);
                f(*c);
            }
            StmtExpr(_, value) => value.iter().copied().for_each(f),
            CompoundLiteral(_, init) => {
                for entry in &init.entries {
                    if let InitValue::Expr(e) = entry.value {
                        f(e);
                    }
                }
            }
            Quantified { body, .. } => f(*body),
        }
    }
}
