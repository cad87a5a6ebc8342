//! Places in memory that hold a part of a rule's state, as terms over the inputs of a procedure.
//!
//! A procedure that reads or writes such a place at an index that it computes from its inputs can
//! speak about the place when it is called and when it returns: `M[x]`, `M[x + 8]`, `M[f(x)]`. So can
//! its callers, if what they pass is such a term, too.

use super::flow::{Rule, assignments};
use lariat_logic::{Op, Substitution, Term, TermId, Terms, VarId};
use lariat_program::{CallGraph, CommandKind, ProcId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

/// A place in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Cell {
    /// The map.
    pub(super) map: VarId,
    /// Where in it, over inputs and constants.
    pub(super) index: TermId,
    /// A variable whose values it holds.
    pub(super) holds: VarId,
}

/// Terms for indices have at most this many parts.
const MAX_INDEX_PARTS: usize = 12;
/// Locals are replaced by what they stand for this many times.
const MAX_SUBSTITUTIONS: usize = 6;

/// For each procedure, at most `most` cells.
pub(super) fn cells(
    program: &mut Program,
    graph: &CallGraph,
    rule: &Rule,
    most: usize,
) -> Vec<Vec<Cell>> {
    let mut found: Vec<Vec<Cell>> = vec![Vec::new(); program.procedures.len()];
    if rule.maps.is_empty() {
        return found;
    }
    // Callees first; the second sweep is for recursion.
    for _ in 0..2 {
        for &p in graph.components.iter().flatten() {
            let mut scope = Scope::new(program, p);
            for (map, index, holds) in accesses(program, rule, p, &found) {
                if found[p.index()].len() >= most {
                    break;
                }
                if let Some(index) = scope.over_inputs(&mut program.terms, index) {
                    let cell = Cell { map, index, holds };
                    let known = |c: &Cell| (c.map, c.index) == (map, index);
                    if !found[p.index()].iter().any(known) {
                        found[p.index()].push(cell);
                    }
                }
            }
        }
    }
    found
}

/// Accesses to the state in memory by the procedure, and by its callees in its terms.
fn accesses(
    program: &mut Program,
    rule: &Rule,
    p: ProcId,
    found: &[Vec<Cell>],
) -> Vec<(VarId, TermId, VarId)> {
    let kinds: Vec<CommandKind> = program.procedures[p]
        .body
        .blocks
        .iter()
        .flat_map(|b| &b.commands)
        .map(|c| c.kind.clone())
        .collect();
    let mut result = Vec::new();
    for kind in kinds {
        for (v, value) in assignments(program, &kind) {
            accesses_of(&program.terms, rule, v, value, &mut result);
        }
        let CommandKind::Call(call) = kind else { continue };
        let mut actual = Substitution::new();
        for (&input, &arg) in program.procedures[call.callee].inputs.iter().zip(&call.args) {
            actual.set(input, arg);
        }
        for cell in &found[call.callee.index()] {
            let index = program.terms.substitute(cell.index, &mut actual);
            result.push((cell.map, index, cell.holds));
        }
    }
    result
}

/// Reads into a carrier, and writes of one.
fn accesses_of(
    terms: &Terms,
    rule: &Rule,
    target: VarId,
    value: TermId,
    result: &mut Vec<(VarId, TermId, VarId)>,
) {
    let is_state = |m: TermId| terms.as_var(m).filter(|v| rule.maps.contains(v));
    match terms.get(value) {
        Term::App(Op::Select, args) if args.len() == 2 && rule.carriers.contains(&target) => {
            if let Some(map) = is_state(args[0]) {
                result.push((map, args[1], target));
            }
        }
        Term::App(Op::Store, args) if args.len() == 3 && rule.maps.contains(&target) => {
            let written = terms.as_var(args[2]).filter(|v| rule.carriers.contains(v));
            if let Some(written) = written {
                result.push((target, args[1], written));
            }
            accesses_of(terms, rule, target, args[0], result);
        }
        _ => {}
    }
}

/// What the locals of a procedure stand for that are assigned to once.
struct Scope {
    known: FxHashSet<VarId>,
    stands_for: FxHashMap<VarId, TermId>,
}

impl Scope {
    fn new(program: &Program, p: ProcId) -> Self {
        let procedure = &program.procedures[p];
        let mut known: FxHashSet<VarId> = program.constants.iter().copied().collect();
        known.extend(&procedure.inputs);
        let mut stands_for = FxHashMap::default();
        let mut several: FxHashSet<VarId> = program.globals.iter().copied().collect();
        for command in procedure.body.blocks.iter().flat_map(|b| &b.commands) {
            match &command.kind {
                CommandKind::Assign(pairs) => {
                    for &(v, t) in pairs {
                        if stands_for.insert(v, t).is_some_and(|before| before != t) {
                            several.insert(v);
                        }
                    }
                }
                kind => several.extend(kind.targets()),
            }
        }
        stands_for.retain(|v, _| !several.contains(v));
        Scope { known, stands_for }
    }

    /// The term over inputs and constants, if it can be written so.
    fn over_inputs(&mut self, terms: &mut Terms, mut t: TermId) -> Option<TermId> {
        for _ in 0..MAX_SUBSTITUTIONS {
            let mut parts = 0;
            let mut reads_memory = false;
            terms.for_each_subterm([t], |_, term| {
                parts += 1;
                reads_memory |= matches!(term, Term::App(Op::Select, _) | Term::Bind(_));
            });
            if reads_memory || parts > MAX_INDEX_PARTS {
                return None;
            }
            let unknown: Vec<VarId> =
                terms.variables([t]).into_iter().filter(|v| !self.known.contains(v)).collect();
            if unknown.is_empty() {
                return Some(t);
            }
            let mut subst = Substitution::new();
            for v in unknown {
                subst.set(v, *self.stands_for.get(&v)?);
            }
            t = terms.substitute(t, &mut subst);
        }
        None
    }
}
