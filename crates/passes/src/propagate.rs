//! Constant and copy propagation, forward over the blocks of each procedure.
//!
//! The state at a point maps variables to what they are known to be: a literal, or a variable that
//! cannot change (an input or a constant). Conditions are rewritten under it, so branches on known
//! values are decided; facts of the form `x == literal` that are assumed are learned too.

use crate::prune::prune_body;
use lariat_logic::{Op, Substitution, Term, TermId, Terms, VarId};
use lariat_program::{
    BlockId, Call, CallGraph, CommandKind, Effects, ProcId, Program, reverse_postorder,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// What is known at a point: variable to literal or unchanging variable.
pub(crate) type Known = FxHashMap<VarId, TermId>;

/// Propagates in every procedure and drops blocks that turn out infeasible.
pub fn propagate_constants(program: &mut Program) {
    let graph = CallGraph::new(program);
    let effects = Effects::new(program, &graph);
    for p in program.procedures.ids() {
        propagate_in(program, p, &effects);
        prune_body(&mut program.procedures[p].body);
    }
}

struct Propagation<'a> {
    terms: &'a mut Terms,
    effects: &'a Effects,
    unchanging: FxHashSet<VarId>,
}

/// Rewrites one procedure; returns what is known at the end of each block that can be reached.
pub(crate) fn propagate_in(
    program: &mut Program,
    p: ProcId,
    effects: &Effects,
) -> FxHashMap<BlockId, Option<Known>> {
    let procedure = &mut program.procedures[p];
    let unchanging: FxHashSet<VarId> =
        program.constants.iter().chain(&procedure.inputs).copied().collect();
    let mut propagation = Propagation { terms: &mut program.terms, effects, unchanging };
    let order = reverse_postorder(&procedure.body);
    let predecessors = procedure.body.predecessors();
    let mut at_end: FxHashMap<BlockId, Option<Known>> = FxHashMap::default();
    for b in order {
        let mut known = if b == BlockId(0) {
            Some(Known::default())
        } else {
            join(predecessors[b].iter().filter_map(|q| at_end.get(q)).flatten())
        };
        let block = &mut procedure.body.blocks[b];
        match &mut known {
            Some(known) => {
                let mut infeasible = false;
                for command in &mut block.commands {
                    propagation.command(&mut command.kind, known);
                    infeasible |= command.kind == CommandKind::Assume(Terms::FALSE);
                }
                if infeasible {
                    at_end.insert(b, None);
                    continue;
                }
            }
            None => {
                let info = procedure.info;
                let kind = CommandKind::Assume(Terms::FALSE);
                block.commands.insert(0, lariat_program::Command { kind, info });
            }
        }
        at_end.insert(b, known);
    }
    at_end
}

/// What is known whichever way one came; `None` if there is no way.
fn join<'a>(mut incoming: impl Iterator<Item = &'a Known>) -> Option<Known> {
    let mut result = incoming.next()?.clone();
    for other in incoming {
        result.retain(|v, t| other.get(v) == Some(t));
    }
    Some(result)
}

impl Propagation<'_> {
    fn rewrite(&mut self, term: TermId, known: &Known) -> TermId {
        if known.is_empty() || self.terms.as_literal(term).is_some() {
            return term;
        }
        let mut subst = Substitution::new();
        let mut any = false;
        for v in self.terms.variables([term]) {
            if let Some(&t) = known.get(&v) {
                subst.set(v, t);
                any = true;
            }
        }
        if any { self.terms.substitute(term, &mut subst) } else { term }
    }

    fn command(&mut self, kind: &mut CommandKind, known: &mut Known) {
        match kind {
            CommandKind::Assume(t) => {
                *t = self.rewrite(*t, known);
                self.learn(*t, known);
            }
            CommandKind::Assert(t) => {
                *t = self.rewrite(*t, known);
                self.learn(*t, known);
            }
            CommandKind::Assign(pairs) => {
                for (_, t) in pairs.iter_mut() {
                    *t = self.rewrite(*t, known);
                }
                for (v, t) in pairs.iter() {
                    let fixed = self.terms.as_literal(*t).is_some()
                        || self.terms.as_var(*t).is_some_and(|w| self.unchanging.contains(&w));
                    if fixed {
                        known.insert(*v, *t);
                    } else {
                        known.remove(v);
                    }
                }
            }
            CommandKind::Havoc(vars) => vars.iter().for_each(|v| {
                known.remove(v);
            }),
            CommandKind::Call(Call { callee, args, results }) => {
                for t in args.iter_mut() {
                    *t = self.rewrite(*t, known);
                }
                for v in results.iter().chain(&self.effects.writes[*callee]) {
                    known.remove(v);
                }
            }
            CommandKind::Mark(_) => {}
        }
    }

    /// Learns `x == literal`, `b` and `!b` from a formula that holds from here on.
    fn learn(&mut self, fact: TermId, known: &mut Known) {
        match self.terms.get(fact) {
            Term::Var(v) => {
                known.insert(*v, Terms::TRUE);
            }
            Term::App(Op::Not, args) => {
                if let Some(v) = self.terms.as_var(args[0]) {
                    known.insert(v, Terms::FALSE);
                }
            }
            Term::App(Op::Eq, args) => {
                if let (Some(v), Some(_)) =
                    (self.terms.as_var(args[0]), self.terms.as_literal(args[1]))
                {
                    known.insert(v, args[1]);
                }
            }
            Term::App(Op::And, args) => {
                let conjuncts = args.clone();
                for &conjunct in &conjuncts {
                    self.learn(conjunct, known);
                }
            }
            _ => {}
        }
    }
}
