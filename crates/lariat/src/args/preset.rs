//! The configurations of Table 1 of "Powering the Static Driver Verifier using Corral".

use super::c::CArgs;
use super::loops::LoopArgs;
use clap::ValueEnum;
use lariat_c2boogie::{IntegerEncoding, MemoryModelKind};
use lariat_verify::{Execute, LoopBounds, Unwinding};

/// A configuration by its name in the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Preset {
    /// Refined memory model, mixed integers, estimated loop bounds, abstraction of long loops
    #[value(name = "Q")]
    Q,
    /// Q with the split memory model
    #[value(name = "Q-RMM")]
    WithoutRefinedMemory,
    /// Q without the abstraction of long loops
    #[value(name = "Q-LA")]
    WithoutAbstraction,
    /// Q without loop bounds and abstraction
    #[value(name = "Q-LA-LB")]
    WithoutLoops,
    /// Q with mathematical integers
    #[value(name = "Q-BV")]
    WithoutBits,
    /// Split memory model, mathematical integers, nothing for loops
    #[value(name = "Q-Base")]
    Base,
    /// Q with one map of memory and mathematical integers
    #[value(name = "QwIntUMM")]
    UnifiedInt,
    /// Q with the split memory model and mathematical integers
    #[value(name = "QwIntSMM")]
    SplitInt,
    /// Q with bit-vectors everywhere
    #[value(name = "QwAllBv")]
    AllBits,
    /// Q with bit-vectors for all operators
    #[value(name = "QwAllOpsBv")]
    AllOperators,
    /// Q with 50 iterations for every loop instead of estimates
    #[value(name = "QwLb50")]
    FiftyIterations,
}

impl Preset {
    /// Changes the settings that the configuration is about.
    pub fn apply(self, c: &mut CArgs, loops: &mut LoopArgs) {
        use Preset::*;
        c.memory = match self {
            WithoutRefinedMemory | Base | SplitInt => MemoryModelKind::Split,
            UnifiedInt => MemoryModelKind::Unified,
            _ => MemoryModelKind::Refined,
        };
        c.integers = match self {
            WithoutBits | Base | UnifiedInt | SplitInt => IntegerEncoding::Int,
            AllBits => IntegerEncoding::Bv,
            AllOperators => IntegerEncoding::MixedAllOps,
            _ => IntegerEncoding::Mixed,
        };
        loops.loop_bounds = match self {
            WithoutLoops | Base | FiftyIterations => LoopBounds::Off,
            _ => LoopBounds::Infer,
        };
        loops.abstract_loops =
            !matches!(self, WithoutAbstraction | WithoutLoops | Base | FiftyIterations);
        // The paper's engine only searches.
        loops.execute = Execute::Off;
        c.no_intervals = true;
        if self == FiftyIterations {
            loops.unwind = vec![Unwinding::all(lariat_verify::LONG_LOOP)];
        }
    }
}
