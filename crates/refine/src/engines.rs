//! In which ways a program is searched: what do solvers find hard about it?
//!
//! There are two engines, and a third for programs that are hard for both. The first tracks the variables that
//! paths need, looks at maps by their cells, and lets products of variables be anything; it is good at programs of which little
//! matters. The second tracks everything and leaves maps to the solver's theory of arrays. On hard programs one is often many times
//! faster than the other, and nobody knows which beforehand: see [`crate::race`]. The third is between them: cells, and
//! all variables.

use crate::settings::{Care, Maps};
use lariat_logic::{Op, Term, Terms};
use lariat_program::Program;

/// What each engine tries, one after the other: the next when the one before came to a path that is none, or did not
/// get on.
pub(crate) struct Engines {
    pub(crate) first: Vec<Care>,
    pub(crate) second: Vec<Care>,
    pub(crate) third: Vec<Care>,
}

impl Engines {
    /// The ways in which it is worth looking at this program.
    pub(crate) fn for_program(program: &Program, exact: bool) -> Engines {
        let (maps, products) = hard_things(program);
        if exact || !maps && !products {
            return Engines { first: vec![Care::EXACT], second: Vec::new(), third: Vec::new() };
        }
        let cells = maps && program.has_plain_maps();
        let easiest = if cells { Maps::ByCells } else { Maps::WhereRead };
        let mut first = Vec::new();
        if products {
            first.push(Care { maps: easiest, products: false, variables: !cells });
        }
        if cells || !products {
            first.push(Care { maps: easiest, products: true, variables: !cells });
        }
        let mut second = Vec::new();
        if maps && products {
            second.push(Care { maps: Maps::WhereRead, ..Care::EXACT });
        }
        second.push(Care::EXACT);
        let rough = first.iter().filter(|c| !c.variables);
        let third = rough.map(|&care| Care { variables: true, ..care }).collect();
        Engines { first, second, third }
    }
}

/// Whether the program writes to maps, and whether it multiplies variables.
fn hard_things(program: &Program) -> (bool, bool) {
    let (mut maps, mut products) = (false, false);
    let commands = program.procedures.iter().flat_map(|p| &p.body.blocks).flat_map(|b| &b.commands);
    program.terms.for_each_subterm(commands.flat_map(|c| c.kind.terms()), |_, term| {
        maps |= matches!(term, Term::App(Op::Store, _));
        products |= is_nonlinear(&program.terms, term);
    });
    (maps, products)
}

/// A product or quotient of variables.
fn is_nonlinear(terms: &Terms, term: &Term) -> bool {
    let Term::App(op, args) = term else { return false };
    op.is_nonlinear(|i| terms.as_literal(args[i]).is_some())
}
