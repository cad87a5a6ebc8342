//! Flat code: what a program is compiled to so that it runs fast.
//!
//! Scalars (truth values, bit-vectors up to 128 bits, integers) are 128-bit words in slots, maps from words to words
//! have slots of their own. A slot is one of the program or, counted from where its variables begin, one of the running
//! activation. What has no instruction (other sorts, quantifiers, what a theory leaves open) is a trap: a run that gets
//! there ends without an answer.

use lariat_logic::{FunctionId, Op, SortId, VarId};
use lariat_program::interpreter::At;
use lariat_program::{BlockId, InfoId, ProcId};

/// Words wider than this have no slots.
pub(super) const MAX_WIDTH: u32 = 128;

/// A scalar or a map: of the program if it has this bit, of the activation otherwise.
pub(super) type Slot = u32;
pub(super) const SHARED: Slot = 1 << 31;

/// What an instruction does; `w` is its width, `a`, `b` and `c` its operands, `to` where the result goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Code {
    Copy,
    Not,
    And,
    Or,
    Implies,
    Equal,
    /// `a` if `c`, otherwise `b`.
    Choice,
    BitNot,
    BitXor,
    Negate,
    Add,
    Subtract,
    Multiply,
    DivideUnsigned,
    RemainderUnsigned,
    DivideSigned,
    RemainderSigned,
    ShiftLeft,
    ShiftRight,
    ShiftRightSigned,
    LessUnsigned,
    AtMostUnsigned,
    LessSigned,
    AtMostSigned,
    /// `b` has width `w`.
    Concatenate,
    /// The `w` bits from bit `b` on.
    Extract,
    /// From width `w` to width `b`.
    ExtendSigned,
    /// Operations on integers, which end in a trap where a word is too small.
    IntAdd,
    IntSubtract,
    IntMultiply,
    IntNegate,
    IntDivide,
    IntRemainder,
    IntLess,
    IntAtMost,
    /// An integer to a bit-vector.
    IntToBits,
    /// The place `b` of map `a`.
    Read,
    /// `c` is written to place `b` of map `to`.
    Write,
    MapCopy,
    /// Map `a` if `c`, otherwise map `b`.
    MapChoice,
    /// The map that is `a` everywhere.
    MapOf,
    /// A map of which nothing is known: a draw of the table.
    MapOpen,
    /// A value is drawn: `a` is its place in the table.
    Draw,
    /// A havoc command begins.
    Havoc,
    /// `Operation` number `a`.
    Operation,
    /// `Application` number `a`.
    Apply,
    /// The execution ends unless `a`.
    Assume,
    /// The execution fails unless `a`; `b` is its place in the table.
    Assert,
    /// Instruction number `a`.
    Goto,
    /// Block number `a`.
    Jump,
    /// Block number `a` if `c`, otherwise block number `b`; their conditions are known to hold.
    Branch,
    /// `Options` number `a`.
    Choose,
    /// `CallSite` number `a`.
    Call,
    Return,
    /// The execution ends.
    Blocked,
    Trap,
}

/// One instruction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Instruction {
    pub code: Code,
    pub w: u8,
    pub a: u32,
    pub b: u32,
    pub c: u32,
    pub to: Slot,
}

/// Something that becomes arbitrary.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    pub var: VarId,
    /// Of the value; of a map, of what is at its places.
    pub sort: SortId,
    pub width: u8,
    pub since: Since,
}

/// Since when it is arbitrary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Since {
    /// The start of the program.
    Start,
    /// The call of the running activation.
    Call,
    /// The havoc command that ran last.
    Havoc,
}

/// An operator that is left to the interpreter.
#[derive(Clone, Debug)]
pub(super) struct Operation {
    pub op: Op,
    pub args: Vec<(Slot, SortId)>,
}

/// A function without a meaning, applied.
#[derive(Clone, Debug)]
pub(super) struct Application {
    pub function: FunctionId,
    pub args: Vec<(Slot, SortId)>,
    pub result: SortId,
    pub width: u8,
}

/// The ways from a block of which several may be open: the condition of each and where it leads.
#[derive(Clone, Debug)]
pub(super) struct Options(pub Vec<(Option<Slot>, u32)>);

/// A call: what is copied from the caller into the callee, and what comes back, scalars and maps.
#[derive(Clone, Debug)]
pub(super) struct CallSite {
    pub callee: ProcId,
    pub args: Vec<(Slot, Slot)>,
    pub map_args: Vec<(Slot, Slot)>,
    pub results: Vec<(Slot, Slot)>,
    pub map_results: Vec<(Slot, Slot)>,
}

/// Where a block is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub block: BlockId,
    /// Its first instruction, and the one behind the conditions at its start.
    pub start: u32,
    pub inside: u32,
}

/// A procedure.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Routine {
    pub start: u32,
    /// Its variables, which have the first slots.
    pub variables: u32,
    /// Its slots.
    pub scalars: u32,
    pub maps: u32,
}

/// A compiled program.
#[derive(Debug, Default)]
pub(super) struct FlatCode {
    pub instructions: Vec<Instruction>,
    pub routines: Vec<Routine>,
    pub places: Vec<Place>,
    /// The number of the first block of each procedure.
    pub first_places: Vec<u32>,
    /// What the scalars of the program are at first: literals are among them.
    pub shared: Vec<u128>,
    /// So many of them are variables.
    pub shared_variables: u32,
    pub shared_maps: u32,
    /// Variables of activations that nobody reads from the start of a block on, by the number of the block.
    pub dead: Vec<(u32, Slot)>,
    /// Whether some variable is an integer, or a map with integers.
    pub has_integers: bool,
    pub opens: Vec<Open>,
    pub operations: Vec<Operation>,
    pub applications: Vec<Application>,
    pub options: Vec<Options>,
    pub calls: Vec<CallSite>,
    pub assertions: Vec<(At, InfoId)>,
    /// Numbers that the program compares with, by width.
    pub words: Vec<(u8, u64)>,
    pub entry: u32,
}

/// The bits of a word of this width.
pub(super) fn mask(width: u8) -> u128 {
    if u32::from(width) >= MAX_WIDTH { u128::MAX } else { (1 << width) - 1 }
}

/// The number that the lowest bits are in two's complement.
pub(super) fn signed(bits: u128, width: u8) -> i128 {
    let unused = MAX_WIDTH - u32::from(width.clamp(1, MAX_WIDTH as u8));
    ((bits << unused) as i128) >> unused
}
