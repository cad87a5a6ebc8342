//! Loop coverage (section 5 of "Powering the Static Driver Verifier using Corral").
//!
//! A small bound for every loop hides the code behind loops that must run longer, and a large bound
//! for every loop does not scale. So each loop gets a bound of its own: the bound of the search plus
//! the least number of iterations after which the loop can be left, which [`estimate`] finds by
//! running the search itself on one procedure. Loops that need more iterations than are worth
//! unroll can be [abstracted](abstract_long) after a while.

mod abstraction;
mod estimate;

pub use abstraction::{Abstracted, abstract_long};
pub use estimate::{Iterations, Limits, estimate};

use lariat_program::{ProcId, Program};

/// Loops that need this many iterations or more are long: the paper's N.
pub const LONG: u32 = 50;

/// Raises the bounds of loops that cannot be left after a few iterations.
pub fn raise_bounds(program: &mut Program, estimates: &[(ProcId, Iterations)]) {
    for &(id, iterations) in estimates {
        if let Iterations::AtLeast(count) = iterations
            && program.procedures[id].fixed_recursion.is_none()
        {
            // Every loop is left after one iteration or more: that alone is no reason.
            if count > 1 {
                program.procedures[id].extra_recursion += count;
                program.procedures[id].needs_recursion = count;
            }
        }
    }
}
