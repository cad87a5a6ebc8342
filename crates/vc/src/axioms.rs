//! Axioms, unique constants: asserted once, and only those that the program can reach.

use crate::compile::Instantiator;
use lariat_logic::{FunctionId, Term, TermId, Terms, VarId};
use lariat_program::Program;
use lariat_solver::Solver;
use rustc_hash::FxHashSet;

/// The constants and functions in some terms.
#[derive(Default)]
struct Symbols {
    vars: FxHashSet<VarId>,
    functions: FxHashSet<FunctionId>,
    seen: FxHashSet<TermId>,
}

impl Symbols {
    fn add(&mut self, terms: &Terms, roots: impl IntoIterator<Item = TermId>) {
        let mut stack: Vec<TermId> = roots.into_iter().collect();
        while let Some(t) = stack.pop() {
            if !self.seen.insert(t) {
                continue;
            }
            match terms.get(t) {
                Term::Var(v) => {
                    self.vars.insert(*v);
                }
                Term::Call(f, _) => {
                    self.functions.insert(*f);
                }
                _ => {}
            }
            stack.extend(terms.children(t));
        }
    }
}

/// The axioms that share a constant or function with the program's code, directly or through other
/// axioms, and those that mention none.
pub fn relevant_axioms(program: &Program) -> Vec<TermId> {
    reach_axioms(program).0
}

/// The relevant axioms, and the symbols of the code and of these axioms.
fn reach_axioms(program: &Program) -> (Vec<TermId>, Symbols) {
    let terms = &program.terms;
    let constants: FxHashSet<VarId> = program.constants.iter().copied().collect();
    let mut reached = Symbols::default();
    for procedure in &program.procedures {
        let commands = procedure.body.blocks.iter().flat_map(|b| &b.commands);
        reached.add(terms, commands.flat_map(|c| c.kind.terms()));
        reached.add(terms, procedure.ensures.iter().copied());
    }
    let mut waiting: Vec<(TermId, Symbols)> = program
        .axioms
        .iter()
        .map(|axiom| {
            let mut symbols = Symbols::default();
            symbols.add(terms, [axiom.formula]);
            symbols.vars.retain(|v| constants.contains(v));
            (axiom.formula, symbols)
        })
        .collect();
    let mut relevant = FxHashSet::default();
    loop {
        let before = relevant.len();
        waiting.retain(|(formula, symbols)| {
            let none = symbols.vars.is_empty() && symbols.functions.is_empty();
            let shared = symbols.vars.iter().any(|v| reached.vars.contains(v))
                || symbols.functions.iter().any(|f| reached.functions.contains(f));
            if none || shared {
                relevant.insert(*formula);
                reached.add(terms, [*formula]);
            }
            !(none || shared)
        });
        if relevant.len() == before {
            break;
        }
    }
    let axioms = program.axioms.iter().map(|a| a.formula);
    (axioms.filter(|f| relevant.contains(f)).collect(), reached)
}

/// Asserts the relevant axioms and that unique constants in use differ.
pub fn assert_axioms(
    program: &mut Program,
    instantiator: &mut Instantiator,
    solver: &mut dyn Solver,
) {
    let (axioms, reached) = reach_axioms(program);
    let mut formulas = axioms;
    for group in program.unique.clone() {
        let used: Vec<VarId> = group.into_iter().filter(|v| reached.vars.contains(v)).collect();
        if used.len() > 1 {
            let terms: Vec<TermId> = used.iter().map(|&v| program.terms.var(v)).collect();
            formulas.push(program.terms.smt("distinct", &terms, Terms::BOOL));
        }
    }
    for formula in formulas {
        let ast = instantiator.ground(solver, &program.terms, formula);
        solver.assert(ast);
    }
}
