//! Reads that rule out a path.
//!
//! A model takes one path, and on it a map has one history. So what a read is there takes a small lemma, for
//! this path only and behind a Boolean of its own, and the solver is asked whether the path is still feasible
//! ([`Relaxed::refute_path`]). If it is not, the reads in the core are connected. Others, however wrong, are left alone: on
//! drivers one read in ten matters, and a connected one has cells in hundreds of versions.
//!
//! What is needed in one instance of a procedure is needed in the next, too: reads that are the same but for
//! the instance are of one *kind*, and are connected together.

use super::model::Model;
use super::{Cells, Place, Read, Written};
use crate::lemma::Lemma;
use crate::{Ast, Relaxed, SolverError};
use lariat_logic::{Op, Terms, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// So many disjoint sets of reads are looked for that rule out one path.
const MAX_CORES_PER_PATH: usize = 12;

/// A description has about so many parts at most; what is left is named, not described.
const MAX_DESCRIPTION: usize = 64;

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

/// Lemmas about reads on one path.
#[derive(Default)]
struct PathLemmas {
    /// Reads, with the Booleans behind which their lemmas are.
    reads: Vec<(usize, Ast)>,
    /// What the lemmas rest on: guards of the path.
    guards: Vec<Ast>,
    known: FxHashSet<Ast>,
}

impl PathLemmas {
    fn rest_on(&mut self, guard: Ast) {
        if self.known.insert(guard) {
            self.guards.push(guard);
        }
    }
}

impl<S: Relaxed> Cells<S> {
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
            self.connect_cells(terms);
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
        if parts.len() >= MAX_DESCRIPTION {
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

    /// Connects reads because of which the path of the model is infeasible. False if it is feasible.
    pub(super) fn connect_what_refutes(&mut self, terms: &Terms) -> Result<bool, SolverError> {
        let mut lemmas = PathLemmas::default();
        let mut refuted = false;
        let mut needed = Vec::new();
        while !refuted {
            let mut wrong = self.wrong_reads(terms)?;
            wrong.retain(|r| !lemmas.reads.iter().any(|(known, _)| known == r));
            if wrong.is_empty() {
                break;
            }
            self.add_path_lemmas(terms, &wrong, &mut lemmas)?;
            let mut suspects = lemmas.reads.clone();
            for _ in 0..MAX_CORES_PER_PATH {
                let behind: Vec<Ast> = suspects.iter().map(|s| s.1).collect();
                let Some(core) = self.inner.refute_path(&behind, &lemmas.guards)? else { break };
                refuted = true;
                let (in_core, others): (Vec<_>, Vec<_>) =
                    suspects.into_iter().partition(|s| core.contains(&s.1));
                if in_core.is_empty() {
                    break;
                }
                needed.extend(in_core.into_iter().map(|(read, _)| read));
                suspects = others;
            }
        }
        // If the path is feasible, its model is still to be read.
        if refuted {
            for (_, behind) in lemmas.reads {
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
        self.connect_cells(terms);
    }

    /// [`Lemma::ReadOnPath`]: `on_path ⇒ read = content`, where the content is what the path of the model has at the place
    /// that is read. True as far as the execution takes the guards that are noted; `on_path` is a fresh Boolean that
    /// only questions about this path assume.
    fn add_path_lemmas(
        &mut self,
        terms: &Terms,
        reads: &[usize],
        lemmas: &mut PathLemmas,
    ) -> Result<(), SolverError> {
        let mut model = Model::default();
        let mut contents = Vec::new();
        for &read in reads {
            contents.push(self.content_on_path(terms, &mut model, read, lemmas)?);
        }
        // What is asserted may end the model.
        for (&read, content) in reads.iter().zip(contents) {
            let behind = self.inner.constant(terms, "on_path", Terms::BOOL);
            let sides = [self.reads[read].cell, content];
            let equation = self.inner.app(terms, &Op::Eq, &sides, Terms::BOOL);
            let fact = self.inner.app(terms, &Op::Implies, &[behind, equation], Terms::BOOL);
            self.inner.assert(fact);
            self.lemmas += Lemma::ReadOnPath;
            lemmas.reads.push((read, behind));
        }
        Ok(())
    }

    /// What the path of the model has at the place that is read.
    fn content_on_path(
        &mut self,
        terms: &Terms,
        model: &mut Model,
        read: usize,
        lemmas: &mut PathLemmas,
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
                    lemmas.rest_on(match taken {
                        true => condition,
                        false => self.inner.app(terms, &Op::Not, &[condition], Terms::BOOL),
                    });
                    map = if taken { yes } else { no };
                }
                None => {
                    let flows = self.flows_taken(terms, model, map)?;
                    let [flow] = &flows[..] else { break self.loose(terms, map, &index) };
                    lemmas.rest_on(flow.guard);
                    let names = &flow.names;
                    index = index.iter().map(|&i| self.rename(terms, i, names)).collect();
                    map = flow.from;
                }
            }
        };
        let writes = writes.into_iter().rev();
        Ok(writes.fold(origin, |content, (here, value, sort)| {
            self.inner.app(terms, &Op::Ite, &[here, value, content], sort)
        }))
    }
}
