//! Constant and copy propagation, forward over the blocks of each procedure.
//!
//! The state at a point maps variables to what they are known to be: a literal, or a variable that
//! cannot change (an input or a constant); for maps, what is known of places in them ([`Cells`]).
//! Conditions are rewritten under it, so branches on known values are decided; facts of the form
//! `x == literal` that are assumed are learned too.

use crate::cells::{Cells, as_read, literal_places};
use crate::prune::prune_body;
use lariat_logic::{Op, Substitution, Term, TermId, Terms, VarId};
use lariat_program::{
    BlockId, Call, CallGraph, CommandKind, Effects, ProcId, Program, reverse_postorder,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// What is known at a point.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known {
    /// Variable to literal or unchanging variable.
    values: FxHashMap<VarId, TermId>,
    /// Of maps, the contents as far as they are known.
    cells: FxHashMap<VarId, Cells>,
}

impl Known {
    /// The literal or unchanging variable that a variable equals.
    pub(crate) fn get(&self, v: &VarId) -> Option<&TermId> {
        self.values.get(v)
    }

    fn forget(&mut self, v: &VarId) {
        self.values.remove(v);
        self.cells.remove(v);
    }
}

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
        result.values.retain(|v, t| other.get(v) == Some(t));
        result.cells.retain(|v, cells| {
            other.cells.get(v).is_some_and(|others| {
                cells.join(others);
                !cells.is_empty()
            })
        });
    }
    Some(result)
}

impl Propagation<'_> {
    fn rewrite(&mut self, term: TermId, known: &Known) -> TermId {
        if self.terms.as_literal(term).is_some() {
            return term;
        }
        let mut subst = Substitution::new();
        let (mut any, mut reads) = (false, false);
        for v in self.terms.variables([term]) {
            if let Some(&t) = known.get(&v) {
                subst.set(v, t);
                any = true;
            }
            reads |= known.cells.contains_key(&v);
        }
        let term = if any { self.terms.substitute(term, &mut subst) } else { term };
        if reads && !self.terms.has_binder(term) {
            return self.read(term, known, &mut FxHashMap::default());
        }
        term
    }

    /// Replaces reads of places that are known.
    fn read(
        &mut self,
        term: TermId,
        known: &Known,
        done: &mut FxHashMap<TermId, TermId>,
    ) -> TermId {
        if let Some(&result) = done.get(&term) {
            return result;
        }
        let mut changed = false;
        let mut children = Vec::new();
        for child in self.terms.children(term) {
            let new = self.read(child, known, done);
            changed |= new != child;
            children.push(new);
        }
        let mut result = term;
        if changed {
            let mut children = children.into_iter();
            result = self.terms.map_children(term, &mut |c| children.next().unwrap_or(c));
        }
        if let Some((map, place)) = as_read(self.terms, result)
            && let Some(map) = self.terms.as_var(map)
            && let Some(value) = known.cells.get(&map).and_then(|c| c.get(&place))
        {
            result = value;
        }
        done.insert(term, result);
        result
    }

    fn is_fixed(&self, term: TermId) -> bool {
        let unchanging = |v| self.unchanging.contains(&v);
        self.terms.as_literal(term).is_some() || self.terms.as_var(term).is_some_and(unchanging)
    }

    /// What is known of the map that a term is.
    fn cells_of(&self, term: TermId, known: &Known) -> Cells {
        match self.terms.get(term) {
            Term::Var(v) => known.cells.get(v).cloned().unwrap_or_default(),
            Term::App(Op::ConstMap(_), args) if self.is_fixed(args[0]) => Cells::constant(args[0]),
            Term::App(Op::Store, args) => {
                let Some(place) = literal_places(self.terms, &args[1..args.len() - 1]) else {
                    return Cells::default();
                };
                let mut cells = self.cells_of(args[0], known);
                let value = args[args.len() - 1];
                cells.set(place, self.is_fixed(value).then_some(value));
                cells
            }
            _ => Cells::default(),
        }
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
                let cells: Vec<Cells> =
                    pairs.iter().map(|(_, t)| self.cells_of(*t, known)).collect();
                for ((v, t), cells) in pairs.iter().zip(cells) {
                    known.forget(v);
                    if self.is_fixed(*t) {
                        known.values.insert(*v, *t);
                    }
                    if !cells.is_empty() {
                        known.cells.insert(*v, cells);
                    }
                }
            }
            CommandKind::Havoc(vars) => vars.iter().for_each(|v| known.forget(v)),
            CommandKind::Call(Call { callee, args, results }) => {
                for t in args.iter_mut() {
                    *t = self.rewrite(*t, known);
                }
                for v in results.iter().chain(&self.effects.writes[*callee]) {
                    known.forget(v);
                }
            }
            CommandKind::Mark(_) => {}
        }
    }

    /// Learns `x == literal`, `m[literal] == literal`, `b` and `!b` from a formula that holds from here on.
    fn learn(&mut self, fact: TermId, known: &mut Known) {
        match self.terms.get(fact) {
            Term::Var(v) => {
                known.values.insert(*v, Terms::TRUE);
            }
            Term::App(Op::Not, args) => {
                if let Some(v) = self.terms.as_var(args[0]) {
                    known.values.insert(v, Terms::FALSE);
                }
            }
            Term::App(Op::Eq, args) => {
                let (left, right) = (args[0], args[1]);
                if self.terms.as_literal(right).is_none() {
                } else if let Some(v) = self.terms.as_var(left) {
                    known.values.insert(v, right);
                } else if let Some((map, place)) = as_read(self.terms, left)
                    && let Some(map) = self.terms.as_var(map)
                {
                    known.cells.entry(map).or_default().set(&place, Some(right));
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
