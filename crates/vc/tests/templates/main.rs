//! Formulas of small procedures: whether there is an execution to the return, with calls blocked, left
//! open or looked into; and what calls pass and give back.
//!
//! The programs have no assertions: by the time a formula is made, passes have made assumptions of them.

mod interfaces;
mod satisfiability;
mod shape;

use lariat_budget::Budget;
use lariat_logic::{Op, Terms};
use lariat_lower::LowerOptions;
use lariat_program::{ProcId, Program};
use lariat_solver::{Ast, Outcome, Relaxed, Solver, Z3Options, Z3Solver};
use lariat_vc::{Instance, Instantiator, Templates, assert_axioms};

/// The core program of a Boogie text, and its `main`.
fn lower(text: &str) -> (Program, ProcId) {
    let options = LowerOptions::default();
    let (lowered, main) = lariat_lower::load("test.bpl", text, &options)
        .unwrap_or_else(|errors| panic!("{errors}\n{text}"));
    (lowered.program, main)
}

/// What is known about the calls.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Calls {
    /// They are not made.
    Blocked,
    /// They may do what their interface and summary allow.
    Open,
    /// They do what the procedures do.
    Inside,
}

/// A solver with the formula of a program.
struct Formula {
    templates: Templates,
    instantiator: Instantiator,
    solver: Z3Solver,
    assumptions: Vec<Ast>,
}

impl Formula {
    fn new(text: &str) -> Self {
        let (mut program, entry) = lower(text);
        let mut instantiator = Instantiator::new();
        let mut solver = Z3Solver::new(&Z3Options::default());
        assert_axioms(&mut program, &mut instantiator, &mut solver);
        let templates = Templates::new(program, entry);
        Formula { templates, instantiator, solver, assumptions: Vec::new() }
    }

    fn instance(&mut self, p: ProcId) -> Instance {
        self.instantiator.instantiate(&mut self.templates, &mut self.solver, p)
    }

    /// The entry, executed.
    fn entry(&mut self, calls: Calls) -> Instance {
        let entry = self.templates.program.procedure_named("main").expect("main");
        let instance = self.instance(entry);
        self.assumptions.push(instance.guard);
        self.calls_of(&instance, calls);
        instance
    }

    fn calls_of(&mut self, instance: &Instance, calls: Calls) {
        for (site, of) in instance.sites.iter().zip(&instance.template.sites) {
            let terms = &self.templates.program.terms;
            match calls {
                Calls::Open => {}
                Calls::Blocked => {
                    let not = self.solver.app(terms, &Op::Not, &[site.guard], Terms::BOOL);
                    self.assumptions.push(not);
                }
                Calls::Inside => {
                    let callee = self.instance(of.callee);
                    let terms = &self.templates.program.terms;
                    let enters = [site.guard, callee.guard];
                    let enters = self.solver.app(terms, &Op::Implies, &enters, Terms::BOOL);
                    self.solver.assert(enters);
                    let inward = callee.inputs.iter().zip(&site.args);
                    let outward = site.results.iter().zip(&callee.outputs);
                    for (&to, &from) in inward.chain(outward) {
                        self.solver.flow(terms, site.guard, to, from, &[]);
                    }
                    self.calls_of(&callee, calls);
                }
            }
        }
    }

    fn check(&mut self) -> Outcome {
        let assumptions = std::mem::take(&mut self.assumptions);
        self.solver.check(&assumptions, &Budget::unlimited()).expect("no solver error")
    }
}

/// Whether `main` can return.
fn can_return(text: &str, calls: Calls) -> bool {
    let mut formula = Formula::new(text);
    formula.entry(calls);
    match formula.check() {
        Outcome::Sat => true,
        Outcome::Unsat => false,
        Outcome::Unknown(why) => panic!("{why}: {text}"),
    }
}
