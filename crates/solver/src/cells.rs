//! Maps by the cells that are read: lemmas on demand for arrays, along the control flow.
//!
//! A program reads few places of a map and has hundreds of versions of it: one after every write, at
//! every join, before and after every call. A solver's theory of arrays finds out during its search how what is
//! read depends on what was written, along the path that it tries, and forgets it when it tries
//! another. Here this is written down once: when a map is read at an index, every version from which
//! this one may have come gets a *cell* for that index, and the cells are connected as the versions are
//! ([`Relaxed::flow`]). The solver sees no write and no equation between maps, only what numbers at
//! these cells have to do with each other, and what it learns about them stays.
//!
//! Most reads have nothing to do with the question. So a read may be anything at first, and is
//! connected when a model has it wrong ([`Relaxed::add_violated_lemmas`]): when the execution in the model has
//! written something else there, or has read something else from the same place. If the solver inside can tell
//! what rules out a path ([`Relaxed::refute_path`]), only those reads are connected that do, and with them the same
//! reads of other instances (`path`).
//!
//! **Where this comes from.** Reads that are arbitrary until a model violates McCarthy's axioms are from STP (Ganesh, Dill,
//! *A decision procedure for bit-vectors and arrays*, CAV 2007) and Boolector (Brummayer, Biere, *Lemmas on demand for the
//! extensional theory of arrays*, JSAT 6, 2009). What differs, and why:
//!
//! * A lemma is instantiated for all versions behind a read at once and not for the one chain of writes that the model has:
//!   versions are joined by guards, and with one lemma for each path there would be as many lemmas as paths.
//! * Indices are renamed on the way back through calls, so that the same place has the same name in caller and callee
//!   and most comparisons of indices are decided when the lemma is made.
//! * Congruence (equal indices, equal contents) is left to the solver, and said only of versions that come from nowhere.
//! * Which reads get lemmas is decided by an unsatisfiable core over the model's path, and not by the first violation.
//! * There is no extensionality: programs that compare maps do without this layer.
//!
//! Cells are asked for against the direction of time, and that is enough: a version is what the
//! versions before it make of it, and one that comes from nowhere may hold anything (equal indices
//! have equal contents, because what is left of a map is an array that is only read). Indices change
//! their names on the way: what a callee reads at its parameter plus 8 is what the caller has at
//! the argument plus 8, and often just what it has written there.
//!
//! The program must not compare maps, nor have maps of maps or lambdas. Every statement made here holds of
//! the maps, so `Unsat` can be trusted whatever is left out. A model is a candidate.

mod model;
mod path;
mod solver;

use crate::lemma::{Lemma, LemmaCounts};
use crate::{Ast, Relaxed, Solver, Subject};
use lariat_logic::{Op, Sort, SortId, Terms, VarId};
use path::Kinds;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

type Index = Box<[Ast]>;

/// A map at an index.
type Place = (Ast, Index);

/// A solver that hears of maps only what is read of them.
pub struct Cells<S> {
    inner: S,
    /// Map terms that the solver inside does not see.
    written: FxHashMap<Ast, Written>,
    /// For each version that comes from others: how.
    flows: FxHashMap<Ast, Vec<Rc<Flow>>>,
    /// What is at an index of a map.
    cells: FxHashMap<Place, Ast>,
    /// Where versions that are not made by writing have cells.
    asked: FxHashMap<Ast, Vec<Index>>,
    /// Cells that are not connected yet with those of the versions before.
    waiting: Vec<Place>,
    /// What the program reads, and the conditions under which it does.
    reads: Vec<Read>,
    /// So many reads there were when something was last asserted: a quantifier's are later.
    asserted: usize,
    /// Versions of which a quantifier says something.
    described: FxHashSet<Ast>,
    read_of: FxHashMap<Ast, usize>,
    elements: FxHashMap<Ast, SortId>,
    /// Sums of two terms, which most indices are.
    sums: FxHashMap<Ast, (Op, [Ast; 2], SortId)>,
    /// The variables of which constants are values.
    variables: FxHashMap<Ast, VarId>,
    literals: FxHashSet<Ast>,
    /// Reads that are the same but for the instance.
    kinds: Kinds,
    limit: usize,
    lemmas: LemmaCounts,
}

/// A read of a map by the program.
struct Read {
    cell: Ast,
    place: Place,
    guards: Vec<Ast>,
    kind: usize,
    connected: bool,
}

/// Under this condition a version is another one.
struct Flow {
    guard: Ast,
    from: Ast,
    /// Under which name the other knows what indices consist of.
    names: FxHashMap<Ast, Ast>,
}

/// A map made from others.
#[derive(Clone)]
enum Written {
    /// This map but for one place.
    Store { map: Ast, at: Index, value: Ast },
    /// One of two maps.
    Choice { condition: Ast, maps: [Ast; 2] },
}

impl<S: Relaxed> Cells<S> {
    /// Stands between a search and its solver. With more cells than the limit queries are not answered.
    pub fn new(inner: S, limit: usize) -> Self {
        Cells {
            inner,
            written: FxHashMap::default(),
            flows: FxHashMap::default(),
            cells: FxHashMap::default(),
            asked: FxHashMap::default(),
            waiting: Vec::new(),
            reads: Vec::new(),
            asserted: 0,
            described: FxHashSet::default(),
            read_of: FxHashMap::default(),
            elements: FxHashMap::default(),
            sums: FxHashMap::default(),
            variables: FxHashMap::default(),
            literals: FxHashSet::default(),
            kinds: Kinds::default(),
            limit,
            lemmas: LemmaCounts::default(),
        }
    }

    /// A map term that the solver inside knows by name only.
    fn hidden(&mut self, terms: &Terms, sort: SortId, written: Written) -> Ast {
        let handle = self.inner.constant(terms, "written", sort);
        self.note_element(terms, handle, sort);
        self.written.insert(handle, written);
        handle
    }

    fn note_element(&mut self, terms: &Terms, map: Ast, sort: SortId) {
        if let Sort::Map { element, .. } = terms.sort_of_id(sort) {
            self.elements.insert(map, *element);
        }
    }

    /// What a map holds at an index, by what was written. Cells of versions before are still to be connected.
    fn cell(&mut self, terms: &Terms, map: Ast, index: &Index) -> Ast {
        // Down to a map that the solver knows, then back up through the writes.
        let mut writes = Vec::new();
        let mut below = map;
        let mut content = loop {
            if let Some(&known) = self.cells.get(&(below, index.clone())) {
                break known;
            }
            match self.written.get(&below).cloned() {
                Some(Written::Store { value, at, .. }) if at == *index => break value,
                Some(Written::Store { map, at, value }) => {
                    writes.push((below, at, value));
                    below = map;
                }
                Some(Written::Choice { condition, maps }) => {
                    break self.read_over_choice(terms, below, condition, maps, index);
                }
                None => break self.root(terms, below, index),
            }
        };
        for (map, at, value) in writes.into_iter().rev() {
            content = self.read_over_write(terms, map, (&at, value), content, index);
        }
        content
    }

    /// [`Lemma::ReadOverWrite`]: for `map = before[at := value]`,
    /// `map[index] = (if at = index then value else before[index])`.
    fn read_over_write(
        &mut self,
        terms: &Terms,
        map: Ast,
        (at, value): (&Index, Ast),
        before: Ast,
        index: &Index,
    ) -> Ast {
        self.lemmas += Lemma::ReadOverWrite;
        let here = self.same(terms, at, index);
        let sort = self.elements[&map];
        let cell = self.inner.app(terms, &Op::Ite, &[here, value, before], sort);
        self.cells.insert((map, index.clone()), cell);
        cell
    }

    /// [`Lemma::ReadOverChoice`]: for `map = (if condition then yes else no)`,
    /// `map[index] = (if condition then yes[index] else no[index])`.
    fn read_over_choice(
        &mut self,
        terms: &Terms,
        map: Ast,
        condition: Ast,
        maps: [Ast; 2],
        index: &Index,
    ) -> Ast {
        self.lemmas += Lemma::ReadOverChoice;
        let [yes, no] = maps.map(|m| self.cell(terms, m, index));
        let sort = self.elements[&map];
        let cell = self.inner.app(terms, &Op::Ite, &[condition, yes, no], sort);
        self.cells.insert((map, index.clone()), cell);
        cell
    }

    /// A cell of a map that is not made from others by writing. If it comes from other versions, these say all there is to
    /// say about it: congruence at every version, too, would keep the solver busy.
    fn root(&mut self, terms: &Terms, map: Ast, index: &Index) -> Ast {
        let comes_from_others = self.flows.contains_key(&map) && !self.described.contains(&map);
        let cell = if comes_from_others {
            let cell = self.inner.constant(terms, "cell", self.elements[&map]);
            if let Some(&variable) = self.variables.get(&map) {
                let offset = index.iter().find_map(|&i| self.offset(i));
                self.inner.stands_for(cell, Subject { variable, offset });
            }
            cell
        } else {
            self.loose(terms, map, index)
        };
        self.cells.insert((map, index.clone()), cell);
        self.asked.entry(map).or_default().push(index.clone());
        self.waiting.push((map, index.clone()));
        cell
    }

    /// The number that is added to a pointer.
    fn offset(&self, index: Ast) -> Option<Ast> {
        match self.sums.get(&index) {
            Some((_, parts, _)) => parts.iter().find_map(|&part| self.offset(part)),
            None => self.literals.get(&index).copied(),
        }
    }

    /// Something at an index of a map.
    fn loose(&mut self, terms: &Terms, map: Ast, index: &Index) -> Ast {
        if let Some(Written::Store { at, value, .. }) = self.written.get(&map)
            && at == index
        {
            return *value;
        }
        let operands: Vec<Ast> = std::iter::once(map).chain(index.iter().copied()).collect();
        self.inner.app(terms, &Op::Select, &operands, self.elements[&map])
    }

    fn same(&mut self, terms: &Terms, a: &Index, b: &Index) -> Ast {
        let equations: Vec<Ast> = a
            .iter()
            .zip(b)
            .filter(|(x, y)| x != y)
            .map(|(&x, &y)| self.inner.app(terms, &Op::Eq, &[x, y], Terms::BOOL))
            .collect();
        match equations[..] {
            [equation] => equation,
            _ => self.inner.app(terms, &Op::And, &equations, Terms::BOOL),
        }
    }

    /// [`Lemma::Read`]: `read = map[index]`, where the right side is a cell.
    fn connect(&mut self, terms: &Terms, read: usize) {
        self.reads[read].connected = true;
        let (loose, (map, index)) = (self.reads[read].cell, self.reads[read].place.clone());
        let cell = self.cell(terms, map, &index);
        if cell != loose {
            self.lemmas += Lemma::Read;
            let equation = self.inner.app(terms, &Op::Eq, &[loose, cell], Terms::BOOL);
            self.inner.assert(equation);
        }
    }

    /// Connects the cells that wait for it.
    fn connect_cells(&mut self, terms: &Terms) {
        while let Some((map, index)) = self.waiting.pop() {
            if self.cells.len() > self.limit {
                return;
            }
            for flow in self.flows.get(&map).cloned().unwrap_or_default() {
                self.follow(terms, map, &flow, &index);
            }
        }
    }

    /// Notes what map a quantifier over these variables describes. If it relates several versions, this is left
    /// to the exact look at a path: to follow every cell through every copy of memory costs too much.
    fn note_description(&mut self, bound: &[Ast]) {
        let maps: FxHashSet<Ast> = self.reads[self.asserted..]
            .iter()
            .filter(|r| r.place.1.iter().any(|&i| self.mentions(i, bound)))
            .map(|r| r.place.0)
            .collect();
        if maps.len() == 1 {
            self.described.extend(maps);
        }
    }

    fn mentions(&self, index: Ast, variables: &[Ast]) -> bool {
        variables.contains(&index)
            || self.sums.get(&index).is_some_and(|(_, parts, _)| {
                parts.iter().any(|&part| self.mentions(part, variables))
            })
    }

    /// [`Lemma::CellFlow`]: if `guard ⇒ to = from`, then `guard ⇒ to[index] = from[there]`, where `there` is the index under
    /// the names that it has before the step. (A flow of its own: a relaxation inside may hold it back.)
    fn follow(&mut self, terms: &Terms, to: Ast, flow: &Flow, index: &Index) {
        let there = index.iter().map(|&i| self.rename(terms, i, &flow.names)).collect();
        let (cell, before) = (self.cell(terms, to, index), self.cell(terms, flow.from, &there));
        if cell != before {
            self.lemmas += Lemma::CellFlow;
            self.inner.flow(terms, flow.guard, cell, before, &[]);
        }
    }

    /// An index under the name by which it is known elsewhere.
    fn rename(&mut self, terms: &Terms, index: Ast, names: &FxHashMap<Ast, Ast>) -> Ast {
        if let Some(&name) = names.get(&index) {
            return name;
        }
        match self.sums.get(&index).cloned() {
            Some((op, [a, b], sort)) => {
                let renamed = [a, b].map(|t| self.rename(terms, t, names));
                if renamed == [a, b] { index } else { self.app(terms, &op, &renamed, sort) }
            }
            None => index,
        }
    }
}
