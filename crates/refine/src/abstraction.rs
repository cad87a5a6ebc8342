//! Variable abstraction (Sec. 3 of the Corral paper): the program as it looks when some variables are
//! not tracked.
//!
//! Fig. 3 (a fixed set of tracked variables) and Fig. 5 (a Boolean constant per variable that says
//! whether it is tracked) are one transformation here. It is told for each variable under which
//! *condition* it is tracked: true, false, or a Boolean constant. An expression is tracked if all its
//! variables are. What depends on an untracked expression becomes arbitrary; simplification makes the
//! two figures of it.
//!
//! Blocks stay where they are, so a path of the abstract program is a path of the program.

use lariat_logic::{Op, Term, TermId, Terms, VarId};
use lariat_passes::Goal;
use lariat_program::{Call, Command, CommandKind, Procedure, Program};
use rustc_hash::{FxHashMap, FxHashSet};

/// The program with only these of its abstractable variables (Fig. 3).
pub fn abstract_program(
    program: &Program,
    goal: Goal,
    abstractable: &FxHashSet<VarId>,
    tracked: &FxHashSet<VarId>,
) -> Program {
    let mut result = program.clone();
    let hidden = abstractable.difference(tracked).map(|&v| (v, Terms::FALSE)).collect();
    Abstraction::new(hidden).apply(&mut result, goal);
    result
}

/// Makes what depends on a variable arbitrary unless the variable's condition holds. Variables
/// without a condition are tracked.
pub struct Abstraction {
    conditions: FxHashMap<VarId, TermId>,
    /// Conditions of expressions seen before.
    known: FxHashMap<TermId, TermId>,
}

impl Abstraction {
    /// With these conditions: terms over constants.
    pub fn new(conditions: FxHashMap<VarId, TermId>) -> Self {
        Abstraction { conditions, known: FxHashMap::default() }
    }

    /// Transforms the whole program; `goal` is what an assertion is there for.
    pub fn apply(&mut self, program: &mut Program, goal: Goal) {
        let Program { terms, procedures, globals, .. } = program;
        for procedure in procedures.iter_mut() {
            procedure.modifies.retain(|&v| !self.is_hidden(v));
            let ensures = std::mem::take(&mut procedure.ensures);
            procedure.ensures =
                ensures.into_iter().flat_map(|e| self.assumption(terms, e)).collect();
        }
        let inputs: Vec<Vec<VarId>> = procedures.iter().map(|p| p.inputs.clone()).collect();
        for procedure in procedures.iter_mut() {
            let mut blocks = std::mem::take(&mut procedure.body.blocks);
            for block in blocks.iter_mut() {
                let commands = std::mem::take(&mut block.commands);
                let mut rewriter = Rewriter {
                    abstraction: self,
                    terms,
                    procedure,
                    inputs: &inputs,
                    goal,
                    out: Vec::with_capacity(commands.len()),
                };
                commands.into_iter().for_each(|c| rewriter.command(c));
                block.commands = rewriter.out;
            }
            procedure.body.blocks = blocks;
        }
        globals.retain(|&v| !self.is_hidden(v));
    }

    fn is_hidden(&self, v: VarId) -> bool {
        self.conditions.get(&v) == Some(&Terms::FALSE)
    }

    /// `Tracked(e)`: the condition under which an expression has its value.
    fn tracked(&mut self, terms: &mut Terms, e: TermId) -> TermId {
        if let Some(&known) = self.known.get(&e) {
            return known;
        }
        let mut parts: Vec<TermId> = terms
            .variables([e])
            .into_iter()
            .filter_map(|v| self.conditions.get(&v).copied())
            .collect();
        parts.sort();
        parts.dedup();
        let condition = terms.and(&parts);
        self.known.insert(e, condition);
        condition
    }

    /// What is left of an assumption: each conjunct counts if it is tracked.
    fn assumption(&mut self, terms: &mut Terms, e: TermId) -> Vec<TermId> {
        let mut left = Vec::new();
        for part in conjuncts(terms, e) {
            let condition = self.tracked(terms, part);
            let weaker = terms.implies(condition, part);
            if weaker != Terms::TRUE {
                left.push(weaker);
            }
        }
        left
    }
}

fn conjuncts(terms: &Terms, e: TermId) -> Vec<TermId> {
    match terms.get(e) {
        Term::App(Op::And, args) => {
            let args = args.clone();
            args.iter().flat_map(|&a| conjuncts(terms, a)).collect()
        }
        _ => vec![e],
    }
}

struct Rewriter<'a> {
    abstraction: &'a mut Abstraction,
    terms: &'a mut Terms,
    procedure: &'a mut Procedure,
    /// The inputs of all procedures, by index.
    inputs: &'a [Vec<VarId>],
    goal: Goal,
    out: Vec<Command>,
}

impl Rewriter<'_> {
    fn command(&mut self, command: Command) {
        let info = command.info;
        let push = |this: &mut Self, kind| this.out.push(Command { kind, info });
        match command.kind {
            CommandKind::Mark(_) => push(self, command.kind),
            CommandKind::Assert(e) if self.goal == Goal::Failure => {
                let condition = self.abstraction.tracked(self.terms, e);
                let stronger = self.terms.and(&[condition, e]);
                push(self, CommandKind::Assert(stronger));
            }
            CommandKind::Assume(e) | CommandKind::Assert(e) => {
                for weaker in self.abstraction.assumption(self.terms, e) {
                    push(self, CommandKind::Assume(weaker));
                }
            }
            CommandKind::Havoc(mut vars) => {
                vars.retain(|&v| !self.abstraction.is_hidden(v));
                if !vars.is_empty() {
                    push(self, CommandKind::Havoc(vars));
                }
            }
            CommandKind::Assign(pairs) => {
                let mut forgotten = Vec::new();
                let mut assigned = Vec::new();
                for (v, e) in pairs {
                    if self.abstraction.is_hidden(v) {
                        continue;
                    }
                    if self.abstraction.tracked(self.terms, e) == Terms::FALSE {
                        forgotten.push(v);
                    } else {
                        assigned.push((v, self.value(e, info)));
                    }
                }
                if !assigned.is_empty() {
                    push(self, CommandKind::Assign(assigned));
                }
                if !forgotten.is_empty() {
                    push(self, CommandKind::Havoc(forgotten));
                }
            }
            CommandKind::Call(call) => {
                let formals = &self.inputs[call.callee.index()];
                let mut args = Vec::with_capacity(call.args.len());
                for (&e, &formal) in call.args.iter().zip(formals) {
                    let arg = if self.abstraction.is_hidden(formal) {
                        self.arbitrary(e, info)
                    } else {
                        self.value(e, info)
                    };
                    args.push(arg);
                }
                let results = call.results.iter().map(|&v| self.result(v)).collect();
                let kind = CommandKind::Call(Call { callee: call.callee, args, results });
                push(self, kind);
            }
        }
    }

    /// The value of an expression, arbitrary where it is not tracked.
    fn value(&mut self, e: TermId, info: lariat_program::InfoId) -> TermId {
        let condition = self.abstraction.tracked(self.terms, e);
        if condition == Terms::TRUE {
            return e;
        }
        let other = self.arbitrary(e, info);
        self.terms.ite(condition, e, other)
    }

    /// A new local variable with any value of the expression's sort.
    fn arbitrary(&mut self, e: TermId, info: lariat_program::InfoId) -> TermId {
        let sort = self.terms.sort_of(e);
        let local = self.terms.declare("untracked", sort);
        self.procedure.locals.push(local);
        self.out.push(Command { kind: CommandKind::Havoc(vec![local]), info });
        self.terms.var(local)
    }

    fn result(&mut self, target: VarId) -> VarId {
        if !self.abstraction.is_hidden(target) {
            return target;
        }
        let sort = self.terms.variable(target).sort;
        let local = self.terms.declare("untracked", sort);
        self.procedure.locals.push(local);
        local
    }
}
