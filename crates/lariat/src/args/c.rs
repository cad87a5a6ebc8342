//! How C is read and translated.

use super::choice::{choice, default, names};
use clap::{Args, ValueEnum};
use lariat_c::DataModel;
use lariat_c2boogie::{
    Allocation, Discharge, EvaluationOrder, FloatEncoding, IntegerEncoding, MemoryModelKind,
    Options, Rules, UnknownCalls, Volatile,
};
use lariat_verify::property_names;
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
    /// Other flags of compilers, as they stand on the command line (`lariat_c::command_line`).
    #[arg(long, hide = true, value_name = "FLAG", allow_hyphen_values = true)]
    pub compiler_flag: Vec<String>,
    /// How wide `long` and pointers are
    #[arg(long, ignore_case = true, value_name = "MODEL", value_parser = choice(DataModel::TABLE), default_value = default(DataModel::TABLE))]
    pub data_model: DataModel,
    /// How memory is divided into maps
    #[arg(long, value_name = "MODEL", value_parser = choice(MemoryModelKind::TABLE), default_value = default(MemoryModelKind::TABLE))]
    pub memory: MemoryModelKind,
    /// Take it that pointers from outside (results of unknown functions, arguments of the entry,
    /// what `extern` variables hold, and what is reached from these) never point to the same
    /// memory. By default two of them may be equal if their types are compatible, and equal to
    /// the address of an object of the program that the outside was given. Fewer executions, so
    /// faster, but bugs that need such an alias are missed
    #[arg(long)]
    pub no_env_alias: bool,
    /// How integers are encoded. All encodings agree with the machine (two's complement), and a
    /// bug is always checked bit by bit; they differ in what solvers and provers are good at
    #[arg(long, value_name = "ENCODING", value_parser = choice(IntegerEncoding::TABLE), default_value = default(IntegerEncoding::TABLE))]
    pub integers: IntegerEncoding,
    /// What the solver knows about floating-point numbers. A bug is always checked with what
    /// IEEE 754 says about them
    #[arg(long, value_name = "WHAT", value_parser = choice(FloatEncoding::TABLE), default_value = default(FloatEncoding::TABLE))]
    pub floats: FloatEncoding,
    /// Let integers that are not bits grow without bound instead of wrapping around. Bugs are
    /// still checked bit by bit, but a proof then only holds for executions without overflow
    #[arg(long)]
    pub no_wrap: bool,
    /// Search for what an abstract interpretation of the program (intervals of values and of offsets in
    /// objects) shows already. Verdicts are the same, and take longer
    #[arg(long)]
    pub no_intervals: bool,
    /// What functions do that are only declared
    #[arg(long, value_name = "WHAT", value_parser = choice(UnknownCalls::TABLE))]
    pub unknown_calls: Option<UnknownCalls>,
    /// What `malloc` and its like may do [default: they may fail, but not under the rules of SV-COMP]
    #[arg(long, value_name = "WHAT", value_parser = choice(Allocation::TABLE))]
    pub malloc: Option<Allocation>,
    /// In which order operands and arguments are evaluated where C leaves that open [default: any, but under the
    /// rules of SV-COMP from left to right]
    #[arg(long, value_name = "ORDER", value_parser = choice(EvaluationOrder::TABLE))]
    pub evaluation_order: Option<EvaluationOrder>,
    /// What `volatile` objects are [default: memory, which is an assumption of the verdict where something else than the
    /// program may have access; constant addresses are device registers, but not under the rules of SV-COMP]
    #[arg(long, value_name = "WHAT", value_parser = choice(Volatile::TABLE))]
    pub volatile: Option<Volatile>,
    /// What must not go wrong besides assertions; several with commas between them
    #[arg(long, value_delimiter = ',', value_name = "WHAT", value_parser = names(property_names()))]
    pub check: Vec<&'static str>,
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

/// Rules for what C leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RulesArg {
    /// The software verification competition: allocation never fails, functions that are only declared write nothing
    SvComp,
}

/// How the arguments mean C to be translated.
pub fn options(args: &CArgs) -> Options {
    Options {
        memory: args.memory,
        env_alias: !args.no_env_alias,
        integers: args.integers,
        floats: args.floats,
        wrap: !args.no_wrap,
        discharge: if args.no_intervals { Discharge::Nothing } else { Discharge::Shown },
        unknown_calls: args.unknown_calls,
        allocation: args.malloc,
        evaluation_order: args.evaluation_order,
        volatile: args.volatile,
        rules: (args.property.is_some() || args.rules.is_some()).then_some(Rules::SvComp),
        ..Options::default()
    }
}
