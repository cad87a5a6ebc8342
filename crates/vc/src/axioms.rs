//! Axioms, unique constants: asserted once, and only those that the program can reach.

use crate::compile::Instantiator;
use lariat_logic::{FunctionId, Term, TermId, Terms, VarId};
use lariat_program::{Block, ProcId, Program};
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
    reach_axioms(program, code_symbols(program, program.procedures.ids())).0
}

/// The other axioms: the code has nothing to do with them. It can be executed all the same only if they have a model.
pub fn other_axioms(program: &Program) -> Vec<TermId> {
    let relevant: FxHashSet<TermId> = relevant_axioms(program).into_iter().collect();
    let axioms = program.axioms.iter().map(|axiom| axiom.formula);
    axioms.filter(|axiom| !relevant.contains(axiom)).collect()
}

/// The constants and functions in the code and the ensures clauses of some procedures.
fn code_symbols(program: &Program, procedures: impl Iterator<Item = ProcId>) -> Symbols {
    let mut symbols = Symbols::default();
    for p in procedures {
        let procedure = &program.procedures[p];
        let commands = procedure.body.blocks.iter().flat_map(|b| &b.commands);
        symbols.add(&program.terms, commands.flat_map(|c| c.kind.terms()));
        symbols.add(&program.terms, procedure.ensures.iter().copied());
    }
    symbols
}

/// The axioms that these symbols lead to, and the symbols with those of these axioms.
fn reach_axioms(program: &Program, mut reached: Symbols) -> (Vec<TermId>, Symbols) {
    let terms = &program.terms;
    let constants: FxHashSet<VarId> = program.constants.iter().copied().collect();
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
    let symbols = code_symbols(program, program.procedures.ids());
    assert_reached(program, symbols, instantiator, solver);
}

/// The same for a solver that will hold the formula of one procedure only: asserts what its code and
/// the ensures clauses of its callees lead to.
pub fn assert_axioms_for(
    program: &mut Program,
    procedure: ProcId,
    instantiator: &mut Instantiator,
    solver: &mut dyn Solver,
) {
    let mut symbols = code_symbols(program, std::iter::once(procedure));
    for call in program.procedures[procedure].body.blocks.iter().flat_map(Block::calls) {
        let ensures = &program.procedures[call.callee].ensures;
        symbols.add(&program.terms, ensures.iter().copied());
    }
    assert_reached(program, symbols, instantiator, solver);
}

fn assert_reached(
    program: &mut Program,
    symbols: Symbols,
    instantiator: &mut Instantiator,
    solver: &mut dyn Solver,
) {
    let (axioms, reached) = reach_axioms(program, symbols);
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
