//! Reads that rule out a path.
//!
//! A model takes one path, and on it a map has one history. So what a read is there can be said in few words, for
//! this path only and behind a Boolean of its own, and the solver asked whether the path can still be taken
//! ([`Solver::refute`]). Reads that are to blame if not are connected. Others, however wrong, are left alone: on
//! drivers one read in ten matters, and a connected one has cells in hundreds of versions.
//!
//! What is needed in one instance of a procedure is needed in the next, too: reads that are the same but for
//! the instance are of one *kind*, and are connected together.

use super::model::Model;
use super::{Cells, Place, Read, Written};
use crate::{Ast, Solver, SolverError};
use lariat_logic::{Op, Terms, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// So many sets of reads are looked for that rule out one path.
const SETS: usize = 12;

/// A description has about so many parts at most; what is left is named, not described.
const LONGEST: usize = 64;

/// What a read looks like without the instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Part {
    Sum,
    Read,
    Value(VarId),
    Term(Ast),
}

/// Kinds of reads.
#[derive(Default)]
pub(super) struct Kinds {
    numbers: FxHashMap<Vec<Part>, usize>,
    members: Vec<Vec<usize>>,
    needed: FxHashSet<usize>,
}

/// What was said of reads on one path.
#[derive(Default)]
struct Said {
    /// Reads, with the Booleans behind which it is said.
    reads: Vec<(usize, Ast)>,
    /// What makes it true: the ways that the path goes.
    ways: Vec<Ast>,
    known: FxHashSet<Ast>,
}

impl Said {
    fn go(&mut self, way: Ast) {
        if self.known.insert(way) {
            self.ways.push(way);
        }
    }
}

impl<S: Solver> Cells<S> {
    /// Takes note of a read. It is connected at once if such reads were needed before.
    pub(super) fn note_read(&mut self, terms: &Terms, cell: Ast, place: Place) {
        let mut parts = Vec::new();
        self.describe_place(&place, &mut parts);
        let new = self.kinds.members.len();
        let kind = *self.kinds.numbers.entry(parts).or_insert(new);
        if kind == new {
            self.kinds.members.push(Vec::new());
        }
        let read = self.reads.len();
        self.kinds.members[kind].push(read);
        self.read_of.insert(cell, read);
        self.reads.push(Read { cell, place, guards: Vec::new(), kind, connected: false });
        if self.kinds.needed.contains(&kind) {
            self.connect(terms, read);
            self.settle(terms);
        }
    }

    fn describe_place(&self, (map, index): &Place, parts: &mut Vec<Part>) {
        parts.push(Part::Read);
        let mut version = *map;
        while let Some(written) = self.written.get(&version) {
            version = match written {
                Written::Store { map, .. } => *map,
                Written::Choice { maps, .. } => maps[0],
            };
        }
        self.describe(version, parts);
        index.iter().for_each(|&i| self.describe(i, parts));
    }

    fn describe(&self, term: Ast, parts: &mut Vec<Part>) {
        if parts.len() >= LONGEST {
            parts.push(Part::Term(term));
        } else if let Some((_, summands, _)) = self.sums.get(&term) {
            parts.push(Part::Sum);
            summands.iter().for_each(|&s| self.describe(s, parts));
        } else if let Some(&read) = self.read_of.get(&term) {
            self.describe_place(&self.reads[read].place, parts);
        } else {
            let variable = self.variables.get(&term);
            parts.push(variable.map_or(Part::Term(term), |&v| Part::Value(v)));
        }
    }

    /// Connects reads because of which the path of the model cannot be taken. False if it can be.
    pub(super) fn connect_what_refutes(&mut self, terms: &Terms) -> Result<bool, SolverError> {
        let mut said = Said::default();
        let mut refuted = false;
        let mut needed = Vec::new();
        while !refuted {
            let mut wrong = self.wrong_reads(terms)?;
            wrong.retain(|r| !said.reads.iter().any(|(s, _)| s == r));
            if wrong.is_empty() {
                break;
            }
            self.say_on_path(terms, &wrong, &mut said)?;
            let mut suspects = said.reads.clone();
            for _ in 0..SETS {
                let behind: Vec<Ast> = suspects.iter().map(|s| s.1).collect();
                let Some(blamed) = self.inner.refute(&behind, &said.ways)? else { break };
                refuted = true;
                let (guilty, others): (Vec<_>, Vec<_>) =
                    suspects.into_iter().partition(|s| blamed.contains(&s.1));
                if guilty.is_empty() {
                    break;
                }
                needed.extend(guilty.into_iter().map(|(read, _)| read));
                suspects = others;
            }
        }
        // If the path can be taken, its model is still to be read.
        if refuted {
            for (_, behind) in said.reads {
                let never = self.inner.app(terms, &Op::Not, &[behind], Terms::BOOL);
                self.inner.assert(never);
            }
            self.connect_kinds(terms, &needed);
        }
        Ok(refuted)
    }

    fn connect_kinds(&mut self, terms: &Terms, reads: &[usize]) {
        let kinds = reads.iter().map(|&r| self.reads[r].kind);
        let new: FxHashSet<usize> = kinds.filter(|k| !self.kinds.needed.contains(k)).collect();
        let mut all: Vec<usize> =
            new.iter().flat_map(|&k| &self.kinds.members[k]).copied().collect();
        all.sort_unstable();
        self.kinds.needed.extend(new);
        for read in all {
            if !self.reads[read].connected {
                self.connect(terms, read);
            }
        }
        self.settle(terms);
    }

    /// Says what these reads are on the path of the model.
    fn say_on_path(
        &mut self,
        terms: &Terms,
        reads: &[usize],
        said: &mut Said,
    ) -> Result<(), SolverError> {
        let mut model = Model::default();
        let mut contents = Vec::new();
        for &read in reads {
            contents.push(self.content_on_path(terms, &mut model, read, said)?);
        }
        // What is asserted may end the model.
        for (&read, content) in reads.iter().zip(contents) {
            let behind = self.inner.constant(terms, "on_path", Terms::BOOL);
            let sides = [self.reads[read].cell, content];
            let equation = self.inner.app(terms, &Op::Eq, &sides, Terms::BOOL);
            let fact = self.inner.app(terms, &Op::Implies, &[behind, equation], Terms::BOOL);
            self.inner.assert(fact);
            said.reads.push((read, behind));
        }
        Ok(())
    }

    /// What the path of the model has at the place that is read.
    fn content_on_path(
        &mut self,
        terms: &Terms,
        model: &mut Model,
        read: usize,
        said: &mut Said,
    ) -> Result<Ast, SolverError> {
        let (mut map, mut index) = self.reads[read].place.clone();
        let mut writes = Vec::new();
        let origin = loop {
            match self.written.get(&map).cloned() {
                Some(Written::Store { at, value, .. }) if at == index => break value,
                Some(Written::Store { map: before, at, value }) => {
                    let here = self.same(terms, &at, &index);
                    writes.push((here, value, self.elements[&map]));
                    map = before;
                }
                Some(Written::Choice { condition, maps: [yes, no] }) => {
                    let taken = model.holds(&mut self.inner, terms, condition)?;
                    let way = match taken {
                        true => condition,
                        false => self.inner.app(terms, &Op::Not, &[condition], Terms::BOOL),
                    };
                    said.go(way);
                    map = if taken { yes } else { no };
                }
                None => {
                    let ways = self.ways_taken(terms, model, map)?;
                    let [way] = &ways[..] else { break self.loose(terms, map, &index) };
                    said.go(way.guard);
                    let names = &way.names;
                    index = index.iter().map(|&i| self.rename(terms, i, names)).collect();
                    map = way.from;
                }
            }
        };
        let writes = writes.into_iter().rev();
        Ok(writes.fold(origin, |content, (here, value, sort)| {
            self.inner.app(terms, &Op::Ite, &[here, value, content], sort)
        }))
    }
}
