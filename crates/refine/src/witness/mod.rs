//! Arrays by witness cells: a proof about all elements from a proof about an arbitrary one.
//!
//! Invariants of loops over arrays have quantifiers, which Horn clause engines do not find. But an
//! execution that fails does so for one particular element. So the program is made to keep only a few
//! *cells* of each map: those at literal places, and those at `s * j + b` for an arbitrary constant `j`,
//! the witness. A read elsewhere gives anything, an update elsewhere is forgotten. Every execution of
//! the program is one of this program, whatever `j` is; so `j` may be taken to be what the failing
//! execution has in a variable where it fails: `assert a[i] == 0` fails for `j = i`. That is assumed in
//! the *final blocks*, through exactly one of which an execution passes, once ([`pins`]).
//!
//! The result has more executions than the program (with respect to that choice of `j`), never fewer: if
//! its entry cannot return, neither can the program's.

mod constant_inputs;
mod errors;
mod iterations;
mod linear;
mod pins;
mod rewrite;

use constant_inputs::constant_inputs;
use errors::separate_last_iterations;
pub(crate) use iterations::iteration_candidates;
use lariat_logic::{Op, Sort, SortId, Term, TermId, Terms, VarId};
use lariat_passes::Prepared;
use lariat_program::{Command, CommandKind, Program};
use linear::Linear;
use pins::{Pinned, pins};
use rewrite::Rewriter;
use rustc_hash::FxHashMap;

/// Cells of one map at literal places, and at places that depend on a witness.
const MAX_LITERAL_CELLS: usize = 8;
const MAX_WITNESS_CELLS: usize = 4;

/// A map of which only cells are left.
struct CellMap {
    element: SortId,
    /// The place of each cell and the variable that has its value.
    cells: Vec<(TermId, VarId)>,
}

/// A program with cells instead of maps.
pub(crate) struct Cells {
    pub prepared: Prepared,
    /// The constants on which the places of cells depend.
    pub witnesses: Vec<VarId>,
}

/// The program with cells instead of maps; `None` if no failure depends on an element of a map.
pub(crate) fn with_witness_cells(prepared: &Prepared) -> Option<Cells> {
    let mut result = prepared.clone();
    let program = &mut result.program;
    let maps: Vec<VarId> =
        program.globals.iter().copied().filter(|&g| is_memory(program, g)).collect();
    if maps.is_empty() {
        return None;
    }
    constant_inputs(program, result.entry);
    let ends = pins::ends(prepared);
    separate_last_iterations(program, &ends);
    let Pinned { blocks, most } = pins(program, &ends, &maps)?;
    if most == 0 {
        return None;
    }
    let witnesses: Vec<VarId> =
        (0..most).map(|n| program.terms.declare(format!("witness.{n}"), Terms::INT)).collect();
    program.constants.extend(&witnesses);
    for (procedure, block, atoms) in blocks {
        let info = program.procedures[procedure].info;
        for (atom, &witness) in atoms.into_iter().zip(&witnesses) {
            let witness = program.terms.var(witness);
            let pinned = program.terms.eq(witness, atom);
            let command = Command { kind: CommandKind::Assume(pinned), info };
            program.procedures[procedure].body.blocks[block].commands.push(command);
        }
    }
    let cells = choose_cells(program, &maps, &witnesses);
    Rewriter::new(program, cells).run();
    debug_assert_eq!(result.program.validate(), Ok(()));
    Some(Cells { prepared: result, witnesses })
}

/// Whether a variable is a map from integers to something that is no map.
fn is_memory(program: &Program, var: VarId) -> bool {
    let terms = &program.terms;
    match terms.sort_of_id(terms.variable(var).sort) {
        Sort::Map { indices, element } => {
            indices[..] == [Terms::INT] && !matches!(terms.sort_of_id(*element), Sort::Map { .. })
        }
        _ => false,
    }
}

/// The map variables below updates and choices of a map term.
fn roots(terms: &Terms, map: TermId) -> Vec<VarId> {
    let mut found = Vec::new();
    let mut stack = vec![map];
    while let Some(term) = stack.pop() {
        match terms.get(term) {
            Term::Var(v) => found.push(*v),
            Term::App(Op::Store, args) => stack.push(args[0]),
            Term::App(Op::Ite, args) => stack.extend(&args[1..]),
            _ => {}
        }
    }
    found
}

/// Looks at how maps are accessed, and makes the variables for their cells.
fn choose_cells(
    program: &mut Program,
    maps: &[VarId],
    witnesses: &[VarId],
) -> FxHashMap<VarId, CellMap> {
    let mut literals: FxHashMap<VarId, Vec<Linear>> = FxHashMap::default();
    let mut shapes: FxHashMap<VarId, Vec<Linear>> = FxHashMap::default();
    let terms = &program.terms;
    let all = program.procedures.iter().flat_map(|p| &p.body.blocks).flat_map(|b| &b.commands);
    terms.for_each_subterm(all.flat_map(|c| c.kind.terms()), |_, term| {
        let Term::App(Op::Select | Op::Store, args) = term else { return };
        let place = Linear::of(terms, args[1]);
        for map in roots(terms, args[0]) {
            let (list, most) = match place.atoms.len() {
                0 => (&mut literals, MAX_LITERAL_CELLS),
                1 => (&mut shapes, MAX_WITNESS_CELLS),
                _ => continue,
            };
            let list = list.entry(map).or_default();
            if list.len() < most && !list.iter().any(|known| known.same_shape(&place)) {
                list.push(place.clone());
            }
        }
    });
    let mut result = FxHashMap::default();
    for &map in maps {
        let Sort::Map { element, .. } = *program.terms.sort_of_id(program.terms.variable(map).sort)
        else {
            continue;
        };
        let mut places: Vec<TermId> = Vec::new();
        for place in literals.get(&map).into_iter().flatten() {
            places.push(place.term(&mut program.terms));
        }
        for (&witness, place) in witnesses
            .iter()
            .flat_map(|w| shapes.get(&map).into_iter().flatten().map(move |s| (w, s)))
        {
            let witness = program.terms.var(witness);
            let place = place.with_atom(witness).term(&mut program.terms);
            if !places.contains(&place) {
                places.push(place);
            }
        }
        let name = program.terms.variable(map).name.clone();
        let mut cells = Vec::new();
        for (n, place) in places.into_iter().enumerate() {
            cells.push((place, program.terms.declare(format!("{name}.cell{n}"), element)));
        }
        result.insert(map, CellMap { element, cells });
    }
    result
}
