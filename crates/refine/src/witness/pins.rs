//! Where an execution ends, and on which elements of maps that depends.

use super::linear::Linear;
use super::roots;
use lariat_logic::{Op, Term, TermId, Terms, VarId};
use lariat_passes::Prepared;
use lariat_program::{BlockId, Body, CommandKind, Exit, ProcId, Procedure, Program};
use rustc_hash::FxHashSet;

/// At most so many witnesses.
const MAX_WITNESSES: usize = 2;

/// The final blocks with the terms that places of maps depend on there.
pub(super) struct Pinned {
    pub blocks: Vec<(ProcId, BlockId, Vec<TermId>)>,
    /// The longest of the lists.
    pub most: usize,
}

/// The procedures whose return means that the goal is met.
pub(super) fn ends(prepared: &Prepared) -> FxHashSet<ProcId> {
    let names: FxHashSet<&str> =
        prepared.modes.error_procedures.iter().map(String::as_str).collect();
    let procedures = prepared.program.procedures.iter_enumerated();
    let named = procedures.filter(|(_, p)| names.contains(p.name.as_str())).map(|(id, _)| id);
    named.chain([prepared.entry]).collect()
}

/// Finds the final blocks. An execution of the entry is a chain of procedures that end in the goal, each
/// of which returns right after the call of the next; the last one returns without such a call, in a
/// final block, and that happens once. `None` if the program is not built like that.
pub(super) fn pins(program: &Program, ends: &FxHashSet<ProcId>, maps: &[VarId]) -> Option<Pinned> {
    let mut pinned = Pinned { blocks: Vec::new(), most: 0 };
    for (id, procedure) in program.procedures.iter_enumerated() {
        for (block_id, block) in procedure.body.blocks.iter_enumerated() {
            let chained = block.calls().filter(|c| ends.contains(&c.callee)).count();
            if chained == 0 {
                if ends.contains(&id) && block.exit == Exit::Return {
                    let atoms = decisive(program, procedure, block_id, maps);
                    pinned.most = pinned.most.max(atoms.len());
                    pinned.blocks.push((id, block_id, atoms));
                }
                continue;
            }
            let mut after = block.commands.iter().rev().map(|c| &c.kind);
            let last = after.find(|k| !matches!(k, CommandKind::Mark(_)));
            let calls_last =
                matches!(last, Some(CommandKind::Call(call)) if ends.contains(&call.callee));
            if chained > 1 || !calls_last || block.exit != Exit::Return || !ends.contains(&id) {
                return None;
            }
        }
    }
    Some(pinned)
}

/// The terms in places of maps on which the conditions of a final block depend, as far as their
/// variables still have the same values at its end.
fn decisive(
    program: &Program,
    procedure: &Procedure,
    last: BlockId,
    maps: &[VarId],
) -> Vec<TermId> {
    let terms = &program.terms;
    let mut slice = Slice {
        terms,
        maps,
        wanted: FxHashSet::default(),
        changed: FxHashSet::default(),
        atoms: Vec::new(),
    };
    let mut is_last = true;
    for block in straight_line_up(&procedure.body, last) {
        for command in procedure.body.blocks[block].commands.iter().rev() {
            match &command.kind {
                CommandKind::Assume(condition) if is_last => slice.want(*condition),
                CommandKind::Assume(_) | CommandKind::Assert(_) | CommandKind::Mark(_) => {}
                CommandKind::Assign(pairs) => {
                    let needed: Vec<TermId> = pairs
                        .iter()
                        .filter(|(v, _)| slice.wanted.contains(v) && !maps.contains(v))
                        .map(|p| p.1)
                        .collect();
                    for (var, _) in pairs {
                        slice.overwritten(*var);
                    }
                    needed.into_iter().for_each(|term| slice.want(term));
                }
                CommandKind::Havoc(vars) => vars.iter().for_each(|&v| slice.overwritten(v)),
                CommandKind::Call(call) => {
                    call.results.iter().for_each(|&v| slice.overwritten(v));
                    let globals = &program.procedures[call.callee].modifies;
                    globals.iter().for_each(|&v| slice.overwritten(v));
                }
            }
        }
        is_last = false;
    }
    slice.atoms
}

/// The block and those before it, as long as there is only one of them.
fn straight_line_up(body: &Body, last: BlockId) -> Vec<BlockId> {
    let predecessors = body.predecessors();
    let mut line = vec![last];
    while let [only] = predecessors[line[line.len() - 1]][..] {
        line.push(only);
    }
    line
}

/// A slice of the program, made from its end.
struct Slice<'p> {
    terms: &'p Terms,
    maps: &'p [VarId],
    /// Variables whose values matter here.
    wanted: FxHashSet<VarId>,
    /// Variables that change between here and the end.
    changed: FxHashSet<VarId>,
    atoms: Vec<TermId>,
}

impl Slice<'_> {
    fn overwritten(&mut self, var: VarId) {
        self.wanted.remove(&var);
        self.changed.insert(var);
    }

    fn want(&mut self, term: TermId) {
        self.wanted.extend(self.terms.variables([term]));
        let (mut atoms, mut bound) = (Vec::new(), FxHashSet::default());
        self.terms.for_each_subterm([term], |_, term| {
            if let Term::Bind(binder) = term {
                bound.extend(binder.vars.iter().copied());
            }
            if let Term::App(Op::Select, args) = term
                && roots(self.terms, args[0]).iter().any(|r| self.maps.contains(r))
                && let [(atom, _)] = Linear::of(self.terms, args[1]).atoms[..]
            {
                atoms.push(atom);
            }
        });
        for atom in atoms {
            let variables = self.terms.variables([atom]);
            // What is read from a map has no name at the end of the block, nor has what a quantifier
            // is about.
            let readable = variables
                .iter()
                .all(|v| !self.changed.contains(v) && !self.maps.contains(v) && !bound.contains(v));
            let constant = self.terms.has_binder(atom) || variables.is_empty();
            if readable
                && !constant
                && self.atoms.len() < MAX_WITNESSES
                && !self.atoms.contains(&atom)
            {
                self.atoms.push(atom);
            }
        }
    }
}
