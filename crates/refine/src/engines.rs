//! In which ways a program is searched: what do solvers find hard about it?
//!
//! Engines differ in what they relax. The first tracks the variables that paths need, looks at maps by their cells, and lets
//! products of variables be anything; it is good at programs of which little matters. The second tracks everything and leaves
//! maps to the solver's theory of arrays. On hard programs one is often many times faster than the other, and nothing that was
//! measured tells which beforehand: see [`crate::race`]. The third, for programs that are hard for both, is between them:
//! cells, and all variables.

use crate::solvers::{Maps, Relaxation};
use lariat_logic::{Op, Term, Terms};
use lariat_program::Program;
use std::time::Duration;

/// A way of searching a program.
pub(crate) struct Engine {
    /// For messages and threads.
    pub(crate) name: &'static str,
    /// What is relaxed: tried in order; the next one starts if a path turns out spurious or the solver gives up.
    pub(crate) relaxations: Vec<Relaxation>,
    /// When it starts, if it is not the first.
    pub(crate) starts: Start,
}

/// When an engine joins the first. Times are processor time of the first engine's thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Start {
    /// In any case after this time.
    pub(crate) after: Duration,
    /// Sooner if a single query of the first engine takes this long.
    pub(crate) stuck: Duration,
    /// At once if the first engine ends without an answer.
    pub(crate) takes_over: bool,
}

const AT_ONCE: Start = Start { after: Duration::ZERO, stuck: Duration::ZERO, takes_over: false };

/// The second engine, if there is a processor for it: what takes no time needs no help.
const SECOND_ENGINE_ON_OWN_CORE: Start =
    Start { after: Duration::from_secs(1), stuck: Duration::from_secs(1), takes_over: true };

/// The second engine, if it shares the processor with the first: it starts when the first makes no progress.
const SECOND_ENGINE_ON_SHARED_CORE: Start =
    Start { after: Duration::from_secs(30), stuck: Duration::from_secs(4), takes_over: true };

/// Only what is hard for both others is worth its share of the processor. (On one core the first engine has
/// used some 45 seconds a minute after the start.)
const THIRD_ENGINE: Start =
    Start { after: Duration::from_secs(45), stuck: Duration::MAX, takes_over: false };

/// The ways in which it is worth looking at this program, with so many threads. The first starts at once.
pub(crate) fn engines(program: &Program, exact: bool, jobs: usize) -> Vec<Engine> {
    let (maps, products) = hard_things(program);
    // Where quantifiers leave a solver without an answer, the last look is by models.
    let last =
        program.has_quantifiers().then_some(Relaxation { models: true, ..Relaxation::EXACT });
    let first = |mut relaxations: Vec<Relaxation>| {
        relaxations.extend(last);
        Engine { name: "first", relaxations, starts: AT_ONCE }
    };
    if exact || !maps && !products {
        return vec![first(vec![Relaxation::EXACT])];
    }
    let cells = maps && program.has_plain_maps();
    let easiest = if cells { Maps::ByCells } else { Maps::WhereRead };
    let mut easy = Vec::new();
    if products {
        easy.push(Relaxation { maps: easiest, products: false, variables: !cells, models: false });
    }
    if cells || !products {
        easy.push(Relaxation { maps: easiest, products: true, variables: !cells, models: false });
    }
    let mut arrays = Vec::new();
    if maps && products {
        arrays.push(Relaxation { maps: Maps::WhereRead, ..Relaxation::EXACT });
    }
    arrays.push(Relaxation::EXACT);
    arrays.extend(last);
    let by_need = easy.iter().filter(|r| !r.variables);
    let between: Vec<Relaxation> =
        by_need.map(|&relaxation| Relaxation { variables: true, ..relaxation }).collect();
    let starts = if jobs > 1 { SECOND_ENGINE_ON_OWN_CORE } else { SECOND_ENGINE_ON_SHARED_CORE };
    let mut engines = vec![first(easy), Engine { name: "second", relaxations: arrays, starts }];
    if !between.is_empty() {
        engines.push(Engine { name: "third", relaxations: between, starts: THIRD_ENGINE });
    }
    engines
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
