//! One procedure in one incremental solver: is there an execution that contradicts a candidate?
//!
//! The facts of an execution come in an order: a call's precondition, the call's postcondition, the
//! next call, and so on up to the return. A candidate is compared with what comes before it only. So a
//! query picks the place of one contradiction, the return or a call, and the postconditions of that
//! call and of calls after it are not assumed. (If they were, a false precondition could be excused by
//! a postcondition that was proved from it.) Completeness of the path is a fact of any execution that
//! matters and may be assumed throughout.
//!
//! **Which calls are made.** A template says what follows from a Boolean that is true, not what makes it
//! true: enough for a search, which asks for one complete path. Here a call counts as made if the
//! *block* that makes it is executed, since the Boolean of a call in a block with several may be true
//! alone. And an edge with a Boolean of its own is taken only from its source
//! ([`Template::edges_of_their_own`](lariat_vc::Template::edges_of_their_own)). With both, a block that is
//! true has a chain of true blocks from the start to it, each with what it assumes and hands on: a
//! contradiction that is found at a call is found on the way of an execution to that call. Neither loses
//! an execution: in its own assignment the blocks and edges on its path are true, and no others.

use crate::candidate::{CandidateId, Pool};
use crate::instrument::{Instrumented, SiteCheck};
use lariat_budget::Budget;
use lariat_logic::{Op, Terms, VarId};
use lariat_program::ProcId;
use lariat_solver::{Ast, Outcome, Solver, SolverError};
use lariat_vc::{Instance, Instantiator, Templates, assert_axioms_for};
use rustc_hash::FxHashSet;

/// What a query says about the candidates that a procedure is responsible for.
pub(crate) enum Verdict {
    /// They hold, if what the procedure assumes does.
    Hold,
    /// These do not.
    Fail(Vec<CandidateId>),
    /// The solver cannot tell.
    Unclear,
}

/// A procedure in its solver.
pub(crate) struct Checker {
    solver: Box<dyn Solver>,
    /// The candidates that it assumes or compares, with their switches.
    switches: Vec<(CandidateId, Ast)>,
    /// Switches that were turned off for good.
    off: FxHashSet<CandidateId>,
    /// The contradiction is at the return.
    at_return: Ast,
    own: Vec<(CandidateId, Ast)>,
    /// Calls with preconditions, in an order that follows the paths.
    sites: Vec<SiteQuestion>,
}

struct SiteQuestion {
    /// The block that makes the call is executed.
    executed: Ast,
    /// The contradiction is here.
    here: Ast,
    failing: Vec<(CandidateId, Ast)>,
}

/// Builds formulas in a solver.
struct Formulas<'a> {
    solver: &'a mut dyn Solver,
    terms: &'a Terms,
}

impl Formulas<'_> {
    fn boolean(&mut self, name: &str) -> Ast {
        self.solver.constant(self.terms, name, Terms::BOOL)
    }

    fn app(&mut self, op: Op, args: &[Ast]) -> Ast {
        self.solver.app(self.terms, &op, args, Terms::BOOL)
    }

    fn not(&mut self, a: Ast) -> Ast {
        self.app(Op::Not, &[a])
    }

    fn or(&mut self, args: &[Ast]) -> Ast {
        match args {
            [] => self.solver.literal(self.terms, &lariat_logic::Value::Bool(false), Terms::BOOL),
            [only] => *only,
            _ => self.app(Op::Or, args),
        }
    }

    /// Asserts `a ⇒ some of b`.
    fn leads_to(&mut self, a: Ast, b: &[Ast]) {
        let some = self.or(b);
        let formula = self.app(Op::Implies, &[a, some]);
        self.solver.assert(formula);
    }
}

impl Checker {
    /// Puts the formula of a procedure into a new solver.
    pub(crate) fn new(
        templates: &mut Templates,
        instrumented: &InstrumentedChecks<'_>,
        mut solver: Box<dyn Solver>,
        p: ProcId,
    ) -> Self {
        let checks = &instrumented.checks[p];
        let mut instantiator = Instantiator::new();
        assert_axioms_for(&mut templates.program, p, &mut instantiator, &mut *solver);
        let instance = instantiator.instantiate(templates, &mut solver, p);
        solver.assert(instance.guard);
        let program = &mut templates.program;
        let mut ground = |solver: &mut dyn Solver, v: VarId| {
            let term = program.terms.var(v);
            instantiator.ground(solver, &program.terms, term)
        };
        let switch = &instrumented.switch;
        let switches: Vec<(CandidateId, Ast)> =
            checks.concerned.iter().map(|&c| (c, ground(&mut *solver, switch[c]))).collect();
        let own: Vec<(CandidateId, Ast)> =
            checks.at_return.iter().map(|&(c, v)| (c, ground(&mut *solver, v))).collect();
        let template = instance.template.clone();
        let mut by_block: Vec<Vec<PlacedSite>> = Vec::new();
        for block in &template.blocks {
            let described = checks.sites.get(&block.block).map_or(&[][..], Vec::as_slice);
            let executed = instance.blocks[by_block.len()].0;
            let placed = described.iter().map(|check| PlacedSite {
                executed,
                known: ground(&mut *solver, check.known),
                failing: failing(check, &mut |v| ground(&mut *solver, v)),
            });
            by_block.push(placed.collect());
        }
        let mut formulas = Formulas { solver: &mut *solver, terms: &templates.program.terms };
        for (b, e) in template.edges_of_their_own() {
            let (source, edges) = &instance.blocks[b];
            formulas.leads_to(edges[e], &[*source]);
        }
        let on = |c: CandidateId| switches[switches.partition_point(|s| s.0 < c)].1;
        let sites = order_sites(&mut formulas, &instance, by_block, &on);
        let at_return = formulas.boolean("return");
        let mut broken = Vec::new();
        for &(c, fails) in &own {
            broken.push(formulas.app(Op::And, &[on(c), fails]));
        }
        formulas.leads_to(at_return, &broken);
        let mut places = vec![at_return];
        for site in &sites {
            let elsewhere = formulas.not(site.here);
            formulas.leads_to(at_return, &[elsewhere]);
            places.push(site.here);
        }
        let somewhere = formulas.or(&places);
        solver.assert(somewhere);
        Checker { solver, switches, off: FxHashSet::default(), at_return, own, sites }
    }

    /// Asks for one contradiction of what is believed.
    pub(crate) fn check(
        &mut self,
        terms: &Terms,
        pool: &Pool,
        budget: &Budget,
    ) -> Result<Verdict, SolverError> {
        let mut assumptions = Vec::new();
        for &(c, switch) in &self.switches {
            if pool.believes(c) {
                assumptions.push(switch);
            } else if self.off.insert(c) {
                let off = self.solver.app(terms, &Op::Not, &[switch], Terms::BOOL);
                self.solver.assert(off);
            }
        }
        match self.solver.check(&assumptions, budget)? {
            Outcome::Unsat => Ok(Verdict::Hold),
            Outcome::Sat => {
                let failing = self.read(terms, pool)?;
                Ok(if failing.is_empty() { Verdict::Unclear } else { Verdict::Fail(failing) })
            }
            // Perhaps there is a candidate model; dropping what it contradicts is never wrong.
            Outcome::Unknown(_) => match self.read(terms, pool) {
                Ok(failing) if !failing.is_empty() => Ok(Verdict::Fail(failing)),
                _ => Ok(Verdict::Unclear),
            },
        }
    }

    /// The believed candidates that the model contradicts, given what comes before them.
    fn read(&mut self, terms: &Terms, pool: &Pool) -> Result<Vec<CandidateId>, SolverError> {
        let mut asked = vec![self.at_return];
        asked.extend(self.own.iter().map(|o| o.1));
        for site in &self.sites {
            asked.extend([site.executed, site.here]);
            asked.extend(site.failing.iter().map(|f| f.1));
        }
        let truths = self.solver.truths(terms, &asked)?;
        let mut truths = truths.into_iter();
        let mut next = || truths.next().unwrap_or(false);
        let mut failing: Vec<CandidateId> = Vec::new();
        let at_return = next();
        for &(c, _) in &self.own {
            if next() && at_return && pool.believes(c) {
                failing.push(c);
            }
        }
        // Up to the first contradiction, everything that comes before was assumed.
        let mut assumed = true;
        for site in &self.sites {
            let (made, here) = (next(), next());
            for &(c, _) in &site.failing {
                if next() && made && assumed && pool.believes(c) && !failing.contains(&c) {
                    failing.push(c);
                }
            }
            assumed &= !here;
        }
        Ok(failing)
    }
}

/// The constants of an instrumented program whose code is in [`Templates`].
pub(crate) struct InstrumentedChecks<'a> {
    pub(crate) switch: &'a lariat_logic::IndexVec<CandidateId, VarId>,
    pub(crate) checks: &'a lariat_logic::IndexVec<ProcId, crate::instrument::Checks>,
}

impl<'a> From<&'a Instrumented> for InstrumentedChecks<'a> {
    fn from(i: &'a Instrumented) -> Self {
        InstrumentedChecks { switch: &i.switch, checks: &i.checks }
    }
}

struct PlacedSite {
    executed: Ast,
    known: Ast,
    failing: Vec<(CandidateId, Ast)>,
}

fn failing(check: &SiteCheck, ground: &mut dyn FnMut(VarId) -> Ast) -> Vec<(CandidateId, Ast)> {
    check.failing.iter().map(|&(c, v)| (c, ground(v))).collect()
}

/// Lets postconditions of calls be assumed up to the contradiction; gives the calls with
/// preconditions, none before one that comes before it on a path.
fn order_sites(
    formulas: &mut Formulas<'_>,
    instance: &Instance,
    by_block: Vec<Vec<PlacedSite>>,
    on: &dyn Fn(CandidateId) -> Ast,
) -> Vec<SiteQuestion> {
    let blocks = &instance.template.blocks;
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); blocks.len()];
    for (b, block) in blocks.iter().enumerate() {
        for &(next, _) in &block.successors {
            before[next].push(b);
        }
    }
    // What may say that the contradiction is in the block or before it; `None`: it cannot be.
    let mut past: Vec<Option<Ast>> = Vec::with_capacity(blocks.len());
    let mut questions = Vec::new();
    for (b, sites) in by_block.into_iter().enumerate() {
        let mut ways: Vec<Ast> = before[b].iter().filter_map(|&q| past[q]).collect();
        ways.sort();
        ways.dedup();
        let mut cut = match ways[..] {
            [] => None,
            [only] => Some(only),
            _ => {
                let some = formulas.boolean("past");
                formulas.leads_to(some, &ways);
                Some(some)
            }
        };
        for site in sites {
            if !site.failing.is_empty() {
                let here = formulas.boolean("here");
                formulas.leads_to(here, &[site.executed]);
                let mut broken = Vec::new();
                for &(c, fails) in &site.failing {
                    broken.push(formulas.app(Op::And, &[on(c), fails]));
                }
                formulas.leads_to(here, &broken);
                cut = Some(match cut {
                    None => here,
                    Some(earlier) => {
                        let some = formulas.boolean("past");
                        formulas.leads_to(some, &[here, earlier]);
                        some
                    }
                });
                let (executed, failing) = (site.executed, site.failing);
                questions.push(SiteQuestion { executed, here, failing });
            }
            match cut {
                None => formulas.solver.assert(site.known),
                Some(cut) => {
                    let either = formulas.or(&[site.known, cut]);
                    formulas.solver.assert(either);
                }
            }
        }
        past.push(cut);
    }
    questions
}
