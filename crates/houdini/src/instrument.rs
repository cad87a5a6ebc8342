//! Checks as code: a copy of the program in which each procedure, taken alone, says what its
//! candidates amount to.
//!
//! A procedure assumes its preconditions when it starts; each call compares the callee's
//! preconditions with the arguments and assumes the callee's postconditions about what comes back;
//! each return compares the procedure's own postconditions with what it has done. Every candidate has
//! a Boolean constant that switches it on, and each comparison has one that says that it failed. All
//! values that a candidate speaks about are saved in variables of their own where they exist, so
//! liveness and formula generation need not know about candidates, and nothing is compared with a
//! value that a smaller interface left out.

use crate::candidate::{CandidateId, Pool};
use lariat_logic::{IndexVec, Substitution, TermId, Terms, VarId};
use lariat_program::{
    BlockId, Call, Command, CommandKind, Exit, InfoId, ProcId, Procedure, Program,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// The instrumented program with the constants that steer it.
pub(crate) struct Instrumented {
    pub(crate) program: Program,
    /// For each candidate, the constant that switches it on.
    pub(crate) switch: IndexVec<CandidateId, VarId>,
    /// For each procedure, what it compares.
    pub(crate) checks: IndexVec<ProcId, Checks>,
}

/// What a procedure compares.
#[derive(Debug, Default)]
pub(crate) struct Checks {
    /// Its own postconditions, each with the constant that says that it fails at the return.
    pub(crate) at_return: Vec<(CandidateId, VarId)>,
    /// Its calls, by block, in order.
    pub(crate) sites: FxHashMap<BlockId, Vec<SiteCheck>>,
    /// Every candidate that the procedure assumes or compares.
    pub(crate) concerned: Vec<CandidateId>,
}

/// What is compared at a call.
#[derive(Clone, Debug)]
pub(crate) struct SiteCheck {
    /// The callee's preconditions, each with the constant that says that it fails here.
    pub(crate) failing: Vec<(CandidateId, VarId)>,
    /// The constant that lets the callee's postconditions be assumed.
    pub(crate) known: VarId,
}

/// Makes the instrumented copy.
pub(crate) fn instrument(program: &Program, pool: &Pool) -> Instrumented {
    let mut program = program.clone();
    let mut switch = IndexVec::new();
    for _ in &pool.candidates {
        let constant = program.terms.declare("holds", Terms::BOOL);
        program.constants.push(constant);
        let _: CandidateId = switch.push(constant);
    }
    let mut result = Instrumented { program, switch, checks: IndexVec::new() };
    for p in result.program.procedures.ids() {
        let checks = Instrumenter::new(&mut result, pool, p).run();
        let _: ProcId = result.checks.push(checks);
    }
    result
}

struct Instrumenter<'a> {
    program: &'a mut Program,
    switch: &'a IndexVec<CandidateId, VarId>,
    pool: &'a Pool,
    p: ProcId,
    procedure: Procedure,
    info: InfoId,
    globals: FxHashSet<VarId>,
}

impl<'a> Instrumenter<'a> {
    fn new(result: &'a mut Instrumented, pool: &'a Pool, p: ProcId) -> Self {
        let procedure = result.program.procedures[p].clone();
        Instrumenter {
            globals: result.program.globals.iter().copied().collect(),
            program: &mut result.program,
            switch: &result.switch,
            pool,
            p,
            info: procedure.info,
            procedure,
        }
    }

    fn run(mut self) -> Checks {
        let mut checks = Checks::default();
        let mut concerned: Vec<CandidateId> = Vec::new();
        let (saves, old) = self.save_old();
        let mut start = saves;
        for &c in &self.pool.pres[self.p] {
            let formula = self.switched(c, self.pool.candidates[c].formula);
            start.push(self.assume(formula));
            concerned.push(c);
        }
        for &c in &self.pool.posts[self.p] {
            checks.at_return.push((c, self.constant("fails")));
            concerned.push(c);
        }
        for b in self.procedure.body.blocks.ids() {
            let block = &self.procedure.body.blocks[b];
            let returns = block.exit == Exit::Return;
            let mut commands =
                if b == BlockId(0) { std::mem::take(&mut start) } else { Vec::new() };
            let mut sites = Vec::new();
            for command in block.commands.clone() {
                match &command.kind {
                    CommandKind::Call(call) => {
                        sites.push(self.call(call, command.info, &mut commands));
                        concerned.extend(&self.pool.pres[call.callee]);
                        concerned.extend(&self.pool.posts[call.callee]);
                    }
                    CommandKind::Mark(_) => {}
                    _ => commands.push(command),
                }
            }
            if returns {
                self.at_return(&checks.at_return, &old, &mut commands);
            }
            self.procedure.body.blocks[b].commands = commands;
            if !sites.is_empty() {
                checks.sites.insert(b, sites);
            }
        }
        concerned.sort();
        concerned.dedup();
        checks.concerned = concerned;
        self.program.procedures[self.p] = self.procedure;
        checks
    }

    /// Saves the globals that postconditions remember; gives their saved values.
    fn save_old(&mut self) -> (Vec<Command>, Substitution) {
        let own = self.pool.posts[self.p].iter().map(|&c| self.pool.candidates[c].formula);
        let formulas: Vec<TermId> = own.chain(self.procedure.ensures.iter().copied()).collect();
        let mut old = Substitution::new();
        old.drop_old();
        let mut saves = Vec::new();
        for v in self.program.terms.variables(formulas) {
            if self.globals.contains(&v) {
                let saved = self.save(v, &mut saves);
                old.set_old(v, saved);
            }
        }
        (saves, old)
    }

    /// Saves a variable in a new local one.
    fn save(&mut self, v: VarId, commands: &mut Vec<Command>) -> TermId {
        let sort = self.program.terms.variable(v).sort;
        let value = self.program.terms.var(v);
        let local = self.local(sort);
        commands.push(self.assign(local, value));
        self.program.terms.var(local)
    }

    fn local(&mut self, sort: lariat_logic::SortId) -> VarId {
        let local = self.program.terms.declare("saved", sort);
        self.procedure.locals.push(local);
        local
    }

    fn constant(&mut self, name: &str) -> VarId {
        let constant = self.program.terms.declare(name, Terms::BOOL);
        self.program.constants.push(constant);
        constant
    }

    fn assign(&self, v: VarId, value: TermId) -> Command {
        Command { kind: CommandKind::Assign(vec![(v, value)]), info: self.info }
    }

    fn assume(&self, formula: TermId) -> Command {
        Command { kind: CommandKind::Assume(formula), info: self.info }
    }

    /// The formula, if the candidate is switched on.
    fn switched(&mut self, c: CandidateId, formula: TermId) -> TermId {
        let on = self.program.terms.var(self.switch[c]);
        self.program.terms.implies(on, formula)
    }

    /// That the constant says whether the formula fails.
    fn says(&mut self, fails: VarId, formula: TermId) -> Command {
        let fails = self.program.terms.var(fails);
        let negation = self.program.terms.not(formula);
        let formula = self.program.terms.eq(fails, negation);
        self.assume(formula)
    }

    fn at_return(
        &mut self,
        own: &[(CandidateId, VarId)],
        old: &Substitution,
        commands: &mut Vec<Command>,
    ) {
        let mut subst = old.clone();
        for ensured in self.procedure.ensures.clone() {
            let formula = self.program.terms.substitute(ensured, &mut subst);
            commands.push(self.assume(formula));
        }
        for &(c, fails) in own {
            let formula = self.pool.candidates[c].formula;
            let formula = self.program.terms.substitute(formula, &mut subst);
            commands.push(self.says(fails, formula));
        }
    }

    /// The call between its comparisons and what may be assumed of it.
    fn call(&mut self, call: &Call, info: InfoId, commands: &mut Vec<Command>) -> SiteCheck {
        let callee = &self.program.procedures[call.callee];
        let (inputs, outputs) = (callee.inputs.clone(), callee.outputs.clone());
        let pool = self.pool;
        let (pres, posts) = (&pool.pres[call.callee], &pool.posts[call.callee]);
        let known = self.constant("known");
        let mut before = Substitution::new();
        let mut after = Substitution::new();
        after.drop_old();
        let formulas = pres.iter().chain(posts).map(|&c| pool.candidates[c].formula);
        let mentioned: FxHashSet<VarId> =
            self.program.terms.variables(formulas).into_iter().collect();
        for (&input, &arg) in inputs.iter().zip(&call.args) {
            if mentioned.contains(&input) {
                let local = self.local(self.program.terms.sort_of(arg));
                commands.push(self.assign(local, arg));
                let saved = self.program.terms.var(local);
                before.set(input, saved);
                after.set(input, saved);
                after.set_old(input, saved);
            }
        }
        for v in self.program.globals.clone() {
            if mentioned.contains(&v) {
                let saved = self.save(v, commands);
                after.set_old(v, saved);
            }
        }
        let mut failing = Vec::new();
        for &c in pres {
            let fails = self.constant("fails");
            let formula = pool.candidates[c].formula;
            let formula = self.program.terms.substitute(formula, &mut before);
            commands.push(self.says(fails, formula));
            failing.push((c, fails));
        }
        // A global that takes a result gets it after the callee's own value of it was looked at.
        let mut results = call.results.clone();
        let mut moved = Vec::new();
        for result in &mut results {
            if self.globals.contains(result) {
                let local = self.local(self.program.terms.variable(*result).sort);
                moved.push((*result, self.program.terms.var(local)));
                *result = local;
            }
        }
        for (&output, &result) in outputs.iter().zip(&results) {
            let result = self.program.terms.var(result);
            after.set(output, result);
        }
        let kind = CommandKind::Call(Call { results, ..call.clone() });
        commands.push(Command { kind, info });
        for &c in posts {
            let formula = pool.candidates[c].formula;
            let formula = self.program.terms.substitute(formula, &mut after);
            let formula = self.switched(c, formula);
            let allowed = self.program.terms.var(known);
            let formula = self.program.terms.implies(allowed, formula);
            commands.push(self.assume(formula));
        }
        for (global, value) in moved {
            commands.push(self.assign(global, value));
        }
        SiteCheck { failing, known }
    }
}
