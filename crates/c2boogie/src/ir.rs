//! The flat program between C and Boogie.
//!
//! Side effects are statements, expressions are pure terms over fixed-width integers, control
//! flow is labels and jumps, and memory is accessed by address, width and nothing else. What
//! is still open here is decided later, for the whole program at once: in which map an access
//! lives ([`crate::memory`]) and how integers are encoded ([`crate::encode`]).

use crate::checks::Check;
use crate::symbols::{Origin, Thing};
use lariat_c::{FunctionId, Place, RecordId, TypeId};
use rustc_hash::{FxHashMap, FxHashSet};

/// An integer type: pointers are unsigned, `_Bool` has eight bits, floats are their bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct IntTy {
    /// In bits; 0 is the sort of truth values.
    pub width: u32,
    /// Two's complement?
    pub signed: bool,
}

impl IntTy {
    /// Truth values.
    pub const BOOL: IntTy = IntTy { width: 0, signed: false };
    /// C's `int`.
    pub const INT: IntTy = IntTy { width: 32, signed: true };

    /// Unsigned of a width.
    pub const fn unsigned(width: u32) -> IntTy {
        IntTy { width, signed: false }
    }

    /// A value brought into range.
    pub fn wrap(self, value: i128) -> i128 {
        if self.width == 0 { value & 1 } else { lariat_c::wrap_to(value, self.width, self.signed) }
    }

    /// Least value; widths of 128 bits are cut.
    pub fn min(self) -> i128 {
        match (self.signed, self.width) {
            (false, _) => 0,
            (true, 128..) => i128::MIN,
            (true, w) => -(1i128 << (w.max(1) - 1)),
        }
    }

    /// Greatest value; widths of 128 bits are cut.
    pub fn max(self) -> i128 {
        match (self.signed, self.width) {
            (_, 0) => 1,
            (false, 127..) | (true, 128..) => i128::MAX,
            (false, w) => (1i128 << w) - 1,
            (true, w) => (1i128 << (w - 1)) - 1,
        }
    }
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {
        $($(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl $name {
            /// The position in its table.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        })*
    };
}

ids! {
    /// A term.
    TermId;
    /// A variable, global or local.
    VarId;
    /// Something with an address.
    ObjectId;
    /// A read or write of memory.
    AccessId;
    /// A procedure.
    ProcId;
    /// A label inside a procedure.
    LabelId;
}

/// The counter that gives new objects their addresses. It only grows, and no execution gets to
/// the upper half of the address space.
pub const ALLOCATION: VarId = VarId(0);

/// A pure expression.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    /// What it is.
    pub kind: TermKind,
    /// Its type.
    pub ty: IntTy,
}

/// What a term is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TermKind {
    /// A number, in the range of its type.
    Const(i128),
    /// A variable.
    Var(VarId),
    /// The address of an object with a fixed place.
    Address(ObjectId),
    /// The value of the allocation counter as address of this new object.
    Fresh(ObjectId),
    /// The address of a function.
    FunctionAddress(FunctionId),
    /// What memory holds at an address.
    Load(AccessId, TermId),
    /// An operator; both operands have the type of the result.
    Binary(BinOp, TermId, TermId),
    /// A pointer and an offset in bytes, of the same width.
    Offset(TermId, TermId),
    /// The same pointer, now to an array of so many bytes with elements of so many bytes.
    Array {
        /// The pointer.
        pointer: TermId,
        /// In bytes.
        size: u64,
        /// Size of an element.
        stride: u64,
    },
    /// `-`
    Negate(TermId),
    /// `~`
    Complement(TermId),
    /// A conversion between integer types.
    Cast(TermId),
    /// A comparison of operands of one type; a truth value.
    Compare(CmpOp, TermId, TermId),
    /// Truth values.
    Not(TermId),
    /// Truth values.
    And(TermId, TermId),
    /// Truth values.
    Or(TermId, TermId),
    /// One or zero.
    FromBool(TermId),
    /// A choice.
    Ite(TermId, TermId, TermId),
    /// An operation on the bits of floats; the result is bits or a truth value.
    Float(lariat_float::Operation, TermId, Option<TermId>),
    /// What a ghost map holds; see [`crate::lower`]'s `objects`.
    Ghost(Ghost, TermId),
    /// The number of the segment that an address lies in.
    SegmentOf(TermId),
    /// How far an address is from where the object of its segment starts.
    Within(TermId),
}

/// Maps that exist for the checks only, from segments to what is known of the object there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ghost {
    /// Its size, or one of the marks that say why it is no object.
    Size,
    /// Is it memory that can be freed?
    Heap,
}

impl Ghost {
    /// All of them.
    pub const ALL: [Ghost; 2] = [Ghost::Size, Ghost::Heap];

    /// The name in Boogie.
    pub fn name(self) -> &'static str {
        match self {
            Ghost::Size => "$size",
            Ghost::Heap => "$heap",
        }
    }
}

/// The address space if objects have segments of their own: the object starts `margin` bytes
/// into its segment of 2^`bits` bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segments {
    /// Bits of an address that count inside a segment.
    pub bits: u32,
    /// Where objects start.
    pub margin: u64,
}

/// Operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    And,
    Or,
    Xor,
}

/// Comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum CmpOp {
    Eq,
    Ne,
    Lt,
    Le,
}

/// A statement with its place in C.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Where it comes from.
    pub place: Place,
}

/// What a statement does.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `x := e`
    Assign(VarId, TermId),
    /// Any value of its type.
    Havoc(VarId),
    /// Memory at an address.
    Store(AccessId, TermId, TermId),
    /// What a ghost map holds for a segment.
    SetGhost(Ghost, TermId, TermId),
    /// Ends the path unless true.
    Assume(TermId),
    /// What a model of the library says about a value that it leaves open; the real function keeps to it.
    Bound(TermId),
    /// The variable has the value of a real function only roughly: no failure may rest on it.
    Approximate(VarId),
    /// Goes wrong unless true.
    Assert(TermId, Failure),
    /// A call.
    Call(ProcId, Vec<TermId>, Option<VarId>),
    /// To one of these.
    Goto(Vec<LabelId>),
    /// Here.
    Label(LabelId),
    /// Back to the caller.
    Return,
    /// So many bytes from the second address to the first.
    Copy(AccessId, TermId, AccessId, TermId, TermId),
    /// The byte at the address, so many times.
    Fill(AccessId, TermId, TermId, TermId),
    /// Any content for all of memory that this address can be part of.
    HavocMemory(AccessId, TermId),
    /// The same, but where pointers are read or written nothing changes.
    HavocNumbers(AccessId, TermId),
}

impl StmtKind {
    /// Calls `f` on the terms of the statement.
    pub fn terms(&self, mut f: impl FnMut(TermId)) {
        match self {
            StmtKind::Assign(_, a)
            | StmtKind::Assume(a)
            | StmtKind::Bound(a)
            | StmtKind::Assert(a, _)
            | StmtKind::HavocMemory(_, a)
            | StmtKind::HavocNumbers(_, a) => f(*a),
            StmtKind::Store(_, a, b) | StmtKind::SetGhost(_, a, b) => {
                f(*a);
                f(*b);
            }
            StmtKind::Call(_, args, _) => args.iter().for_each(|a| f(*a)),
            StmtKind::Copy(_, a, _, b, c) | StmtKind::Fill(_, a, b, c) => {
                f(*a);
                f(*b);
                f(*c);
            }
            StmtKind::Havoc(_)
            | StmtKind::Approximate(_)
            | StmtKind::Goto(_)
            | StmtKind::Label(_)
            | StmtKind::Return => {}
        }
    }
}

/// Why an assertion is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The property; in words.
    Property(Check, String),
    /// The translation ends here: reaching it means that nothing is known.
    Unsupported(String),
    /// A call through this pointer, whose type does not fit these functions. What can get there
    /// is unsupported; that is known when all flow of pointers is (see [`crate::mistyped`]).
    Mistyped(TermId, Vec<FunctionId>),
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name in Boogie.
    pub name: String,
    /// Its type.
    pub ty: IntTy,
    /// The procedure that it is local to.
    pub owner: Option<ProcId>,
    /// What it holds, in terms of C.
    pub origin: Option<Origin>,
}

/// Something with an address.
#[derive(Clone, Debug)]
pub struct Object {
    /// For people.
    pub name: String,
    /// In bytes, if it is known.
    pub size: Option<u64>,
    /// Its address is a multiple of this, whatever else it is.
    pub align: u64,
    /// Where it is; none if it is allocated while the program runs.
    pub address: Option<u64>,
    /// Does it hold zeros (and initial values) when the program starts?
    pub is_static: bool,
    /// What it is in C.
    pub thing: Option<Thing>,
}

impl Object {
    /// Is it a variable that the program only declares?
    pub fn is_foreign(&self) -> bool {
        matches!(self.thing, Some(Thing::Global(_))) && !self.is_static
    }
}

/// One place of the program that touches memory.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    /// In bytes; 0 if it touches a range.
    pub width: u32,
    /// The static type of what is accessed.
    pub ty: TypeId,
    /// The field, if it is one.
    pub field: Option<(RecordId, u32)>,
    /// Of a range: does it lie in one array of characters? Functions on strings touch no more; like an access with an
    /// index they stay in the array that their pointer was made for.
    pub text: bool,
}

/// A procedure.
#[derive(Clone, Debug, Default)]
pub struct Procedure {
    /// Its name in Boogie.
    pub name: String,
    /// Parameters.
    pub params: Vec<VarId>,
    /// Where the result is.
    pub result: Option<VarId>,
    /// Other variables.
    pub locals: Vec<VarId>,
    /// What it does; `None` for a procedure that may do anything to its result.
    pub body: Vec<Stmt>,
    /// How many labels there are.
    pub labels: u32,
    /// Is this where execution starts?
    pub is_entry: bool,
}

/// The whole program.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// Terms.
    pub terms: Vec<Term>,
    /// Variables.
    pub vars: Vec<Variable>,
    /// Objects.
    pub objects: Vec<Object>,
    /// Accesses.
    pub accesses: Vec<Access>,
    /// Procedures.
    pub procs: Vec<Procedure>,
    /// Width of pointers in bits.
    pub pointer_width: u32,
    /// Do objects have segments of their own?
    pub segments: Option<Segments>,
    /// Sizes in bytes of objects that are allocated while the program runs, where they are.
    pub sizes: FxHashMap<ObjectId, TermId>,
    /// Reads of ranges that end where the object ends, if that is before the range does.
    pub clipped: FxHashSet<AccessId>,
    /// Addresses in records: the record, and how far from its start.
    pub inside: FxHashMap<TermId, (RecordId, u64)>,
    /// Are pointers converted to integers?
    pub pointers_as_numbers: bool,
    /// Terms from here on are ours: they say what pointers from outside can be.
    pub origin_terms: Option<usize>,
    /// Values that something outside of the program gets to know.
    pub escapes: Vec<(TermId, Place)>,
}

impl Module {
    /// A term.
    pub fn term(&self, id: TermId) -> Term {
        self.terms[id.index()]
    }

    /// The value of a constant.
    pub fn constant(&self, id: TermId) -> Option<i128> {
        match self.term(id).kind {
            TermKind::Const(v) => Some(v),
            _ => None,
        }
    }

    /// Calls `f` on the direct operands of a term.
    pub fn operands(&self, id: TermId, mut f: impl FnMut(TermId)) {
        use TermKind::*;
        match self.term(id).kind {
            Const(_) | Var(_) | Address(_) | Fresh(_) | FunctionAddress(_) => {}
            Load(_, a)
            | Array { pointer: a, .. }
            | Negate(a)
            | Complement(a)
            | Cast(a)
            | Not(a)
            | FromBool(a)
            | Ghost(_, a)
            | SegmentOf(a)
            | Within(a) => f(a),
            Float(_, a, b) => {
                f(a);
                b.into_iter().for_each(f);
            }
            Binary(_, a, b) | Offset(a, b) | Compare(_, a, b) | And(a, b) | Or(a, b) => {
                f(a);
                f(b);
            }
            Ite(a, b, c) => {
                f(a);
                f(b);
                f(c);
            }
        }
    }
}
