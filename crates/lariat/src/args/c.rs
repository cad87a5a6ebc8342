//! How C is read and translated.

use super::checks::CheckArg;
use clap::{Args, ValueEnum};
use lariat_c::DataModel;
use lariat_c2boogie::{
    Allocation, Discharge, EvaluationOrder, FloatEncoding, IntegerEncoding, MemoryModelKind,
    Options, Rules, UnknownCalls, Volatile,
};
use std::path::PathBuf;

/// Options for C.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "C programs")]
pub struct CArgs {
    /// Look for included files here
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,
    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,
    /// Undefine a macro
    #[arg(short = 'U', value_name = "NAME")]
    pub undefine: Vec<String>,
    /// Other flags of compilers, as they stand on the command line (`compiler_flags`).
    #[arg(long, hide = true, value_name = "FLAG", allow_hyphen_values = true)]
    pub compiler_flag: Vec<String>,
    /// How wide `long` and pointers are
    #[arg(long, value_enum, default_value_t, ignore_case = true, value_name = "MODEL")]
    pub data_model: DataModelArg,
    /// How memory is divided into maps
    #[arg(long, value_enum, default_value_t, value_name = "MODEL")]
    pub memory: MemoryArg,
    /// Take it that pointers from outside (results of unknown functions, arguments of the entry,
    /// what `extern` variables hold, and what is reached from these) never point to the same
    /// memory. By default two of them may be equal if their types are compatible, and equal to
    /// the address of an object of the program that the outside was given. Fewer executions, so
    /// faster, but bugs that need such an alias are missed
    #[arg(long)]
    pub no_env_alias: bool,
    /// How integers are encoded. All encodings agree with the machine (two's complement), and a
    /// bug is always checked bit by bit; they differ in what solvers and provers are good at
    #[arg(long, value_enum, default_value_t, value_name = "ENCODING")]
    pub integers: IntegersArg,
    /// What the solver knows about floating-point numbers. A bug is always checked with what
    /// IEEE 754 says about them
    #[arg(long, value_enum, default_value_t, value_name = "WHAT")]
    pub floats: FloatsArg,
    /// Let integers that are not bits grow without bound instead of wrapping around. Bugs are
    /// still checked bit by bit, but a proof then only holds for executions without overflow
    #[arg(long)]
    pub no_wrap: bool,
    /// Search for what an abstract interpretation of the program (intervals of values and of offsets in
    /// objects) shows already. Verdicts are the same, and take longer
    #[arg(long)]
    pub no_intervals: bool,
    /// What functions do that are only declared
    #[arg(long, value_enum, value_name = "WHAT")]
    pub unknown_calls: Option<UnknownCallsArg>,
    /// What `malloc` and its like may do [default: they may fail, but not under the rules of SV-COMP]
    #[arg(long, value_enum, value_name = "WHAT")]
    pub malloc: Option<MallocArg>,
    /// In which order operands and arguments are evaluated where C leaves that open [default: any, but under the
    /// rules of SV-COMP from left to right]
    #[arg(long, value_enum, value_name = "ORDER")]
    pub evaluation_order: Option<EvaluationOrderArg>,
    /// What `volatile` objects are [default: memory, which is an assumption of the verdict where something else than the
    /// program may have access; constant addresses are device registers, but not under the rules of SV-COMP]
    #[arg(long, value_enum, value_name = "WHAT")]
    pub volatile: Option<VolatileArg>,
    /// What must not go wrong besides assertions; several with commas between them
    #[arg(long, value_enum, value_delimiter = ',', value_name = "WHAT")]
    pub check: Vec<CheckArg>,
    /// Do not check assertions and calls of error functions: they end the program
    #[arg(long)]
    pub no_assertions: bool,
    /// The properties to check, as a file in the style of SV-COMP
    #[arg(long, value_name = "FILE.prp")]
    pub property: Option<PathBuf>,
    /// Whose rules hold where C leaves something open; a property file brings those of SV-COMP
    #[arg(long, value_enum, value_name = "RULES")]
    pub rules: Option<RulesArg>,
    /// Ask the prover for C about the path of a bug: all steps, bit by bit, memory as objects.
    /// A second opinion: what it refutes is not reported as a bug
    #[arg(long)]
    pub confirm_bits: bool,
}

/// Data models.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum DataModelArg {
    /// 32-bit int, long and pointers
    #[value(name = "ILP32")]
    Ilp32,
    /// 64-bit long and pointers
    #[default]
    #[value(name = "LP64")]
    Lp64,
}

impl From<DataModelArg> for DataModel {
    fn from(model: DataModelArg) -> DataModel {
        match model {
            DataModelArg::Ilp32 => DataModel::Ilp32,
            DataModelArg::Lp64 => DataModel::Lp64,
        }
    }
}

/// Memory models.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum MemoryArg {
    /// One map of bytes
    Unified,
    /// One map per type and field; misses aliases between them
    Split,
    /// As many maps as aliasing allows
    #[default]
    Refined,
}

/// Encodings of integers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum IntegersArg {
    /// Integers everywhere; what `x & y` gives is left open until a bug depends on it
    Int,
    /// Bit-vectors everywhere
    Bv,
    /// Bit-vectors where bitwise operators need them, integers elsewhere
    #[default]
    Mixed,
    /// Bit-vectors for all operators except those on addresses
    MixedAllOps,
}

/// Encodings of floats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum FloatsArg {
    /// Everything: SMT's theory of floats
    #[default]
    Smt,
    /// That the same operation on the same numbers gives the same, until a bug depends on more
    Uninterpreted,
}

/// What unknown functions do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum UnknownCallsArg {
    /// Return any value
    #[default]
    Pure,
    /// Return any value and write any value to what their arguments point to
    Havoc,
    /// End the analysis of the path
    Error,
}

/// Rules for what C leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RulesArg {
    /// The software verification competition: allocation never fails, functions that are only declared write nothing
    SvComp,
}

/// What `malloc` and its like may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MallocArg {
    /// Return a null pointer
    MayFail,
    /// Only return memory
    NeverFails,
}

/// Orders of evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EvaluationOrderArg {
    /// In any order that C allows: all are tried where they differ
    Any,
    /// From left to right
    Left,
    /// From right to left
    Right,
}

/// What `volatile` objects are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum VolatileArg {
    /// Memory: they hold what was written last
    Memory,
    /// Devices: each read gives any value, and constant addresses are registers
    Device,
}

/// How the arguments mean C to be translated.
pub fn options(args: &CArgs) -> Options {
    Options {
        memory: match args.memory {
            MemoryArg::Unified => MemoryModelKind::Unified,
            MemoryArg::Split => MemoryModelKind::Split,
            MemoryArg::Refined => MemoryModelKind::Refined,
        },
        env_alias: !args.no_env_alias,
        integers: match args.integers {
            IntegersArg::Int => IntegerEncoding::Int,
            IntegersArg::Bv => IntegerEncoding::Bv,
            IntegersArg::Mixed => IntegerEncoding::Mixed,
            IntegersArg::MixedAllOps => IntegerEncoding::MixedAllOps,
        },
        floats: match args.floats {
            FloatsArg::Smt => FloatEncoding::Smt,
            FloatsArg::Uninterpreted => FloatEncoding::Uninterpreted,
        },
        wrap: !args.no_wrap,
        discharge: if args.no_intervals { Discharge::Nothing } else { Discharge::Shown },
        unknown_calls: args.unknown_calls.map(|what| match what {
            UnknownCallsArg::Pure => UnknownCalls::Pure,
            UnknownCallsArg::Havoc => UnknownCalls::Havoc,
            UnknownCallsArg::Error => UnknownCalls::Error,
        }),
        allocation: args.malloc.map(|what| match what {
            MallocArg::MayFail => Allocation::MayFail,
            MallocArg::NeverFails => Allocation::NeverFails,
        }),
        evaluation_order: args.evaluation_order.map(|order| match order {
            EvaluationOrderArg::Any => EvaluationOrder::Any,
            EvaluationOrderArg::Left => EvaluationOrder::Left,
            EvaluationOrderArg::Right => EvaluationOrder::Right,
        }),
        volatile: args.volatile.map(|what| match what {
            VolatileArg::Memory => Volatile::Memory,
            VolatileArg::Device => Volatile::Device,
        }),
        rules: (args.property.is_some() || args.rules.is_some()).then_some(Rules::SvComp),
        ..Options::default()
    }
}
