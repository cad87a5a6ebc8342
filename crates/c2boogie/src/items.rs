//! The checked places of a C program and their numbers.
//!
//! Numbers must be the same in every translation: with other checks, another memory model, other representations of
//! integers. So they are not positions in the program at hand, but in the list of what there is with all checks, in
//! the order of the source; the flat program that has them is made for this list alone. An item is a place with what
//! goes wrong there (and how often it can: an access after free and one after the end of a block are two). What a
//! translation has besides comes after all others.

use crate::checks::Checks;
use crate::ir::{Failure, Module, Stmt, StmtKind};
use crate::{LIBRARY, Options};
use lariat_c::{Place, Program};
use lariat_verdict::{ItemId, Kind};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// A checked place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedItem {
    /// Its number.
    pub id: ItemId,
    /// What would go wrong.
    pub kind: Kind,
    /// The C function that it is in.
    pub function: String,
    /// Where it stands, in the file that the user wrote.
    pub place: Option<lariat_verdict::Place>,
    /// What goes wrong or was not understood, in words.
    pub message: String,
    /// Is it in one of our models of library functions?
    pub is_library: bool,
}

/// What makes an item the one that it is: models of the library come last, the last number tells failures of one
/// kind at one place apart.
type Key = (bool, u16, u32, u16, Kind, usize);

/// The places that a program has with all checks, which its numbers are positions among. They do not depend on how
/// integers, floats and memory are encoded, nor on which checks are asked for: one list serves all translations of a
/// program that agree in the rest.
#[derive(Clone, Debug, Default)]
pub struct Places(BTreeSet<Key>);

impl Places {
    /// Those of a program; none if it cannot be translated with all checks.
    pub fn of(c: &Program, options: &Options) -> Places {
        let all = Options { checks: Checks::ALL, ..options.clone() };
        let mut numbers = Numbers { by_key: FxHashMap::default(), messages: FxHashMap::default() };
        let complete = crate::lower::lower(c, &all).map(|lowering| numbers.keys(&lowering.m, c));
        Places(complete.unwrap_or_default())
    }
}

/// The numbers of items.
pub(crate) struct Numbers {
    by_key: FxHashMap<Key, ItemId>,
    /// The different messages of each kind at each place.
    messages: FxHashMap<(Place, Kind), Vec<String>>,
}

impl Numbers {
    /// Numbers the assertions of a flat program.
    pub fn new(m: &Module, c: &Program, Places(complete): &Places) -> Numbers {
        let mut numbers = Numbers { by_key: FxHashMap::default(), messages: FxHashMap::default() };
        let here = numbers.keys(m, c);
        let others = here.difference(complete);
        let in_order = complete.iter().chain(others).copied();
        numbers.by_key = in_order.zip(1..).map(|(key, n)| (key, ItemId(n))).collect();
        numbers
    }

    fn keys(&mut self, m: &Module, c: &Program) -> BTreeSet<Key> {
        let mut keys = BTreeSet::new();
        for stmt in m.procs.iter().flat_map(|p| &p.body) {
            let StmtKind::Assert(_, failure) = &stmt.kind else { continue };
            let known = self.messages.entry((stmt.place, failure.kind())).or_default();
            if !known.iter().any(|what| what == failure.message()) {
                known.push(failure.message().to_owned());
            }
            keys.extend(self.key(c, stmt.place, failure));
        }
        keys
    }

    fn key(&self, c: &Program, place: Place, failure: &Failure) -> Option<Key> {
        let kind = failure.kind();
        let known = self.messages.get(&(place, kind))?;
        let nth = known.iter().position(|what| what == failure.message())?;
        Some((is_library(c, place), place.file.0, place.line, place.column, kind, nth))
    }

    /// The number of an assertion.
    pub fn number(&self, c: &Program, place: Place, failure: &Failure) -> Option<ItemId> {
        self.by_key.get(&self.key(c, place, failure)?).copied()
    }

    /// The items of the program, by number. `function` says which C function a procedure is.
    pub fn items(
        &self,
        m: &Module,
        c: &Program,
        function: impl Fn(usize) -> String,
    ) -> Vec<CheckedItem> {
        let mut items: Vec<CheckedItem> = Vec::new();
        for (n, proc) in m.procs.iter().enumerate() {
            for Stmt { kind, place } in &proc.body {
                let StmtKind::Assert(_, failure) = kind else { continue };
                let Some(id) = self.number(c, *place, failure) else { continue };
                items.push(CheckedItem {
                    id,
                    kind: failure.kind(),
                    function: function(n),
                    place: shown(c, *place),
                    message: failure.message().to_owned(),
                    is_library: is_library(c, *place),
                });
            }
        }
        // The first of several copies stays.
        items.sort_by_key(|item| item.id);
        items.dedup_by_key(|item| item.id);
        items
    }

    /// Takes the assertions of some items out of the program.
    ///
    /// This is done before anything is concluded from what is asserted: `ranges` takes it that an assertion holds
    /// behind it and leaves out what then changes nothing. Taken out later, from the Boogie program, executions that go
    /// on behind a failure would not be those of C.
    pub fn skip(&self, m: &mut Module, c: &Program, skipped: &BTreeSet<ItemId>) {
        if skipped.is_empty() {
            return;
        }
        for proc in &mut m.procs {
            proc.body.retain(|stmt| match &stmt.kind {
                StmtKind::Assert(_, failure) => {
                    let number = self.number(c, stmt.place, failure);
                    number.is_none_or(|id| !skipped.contains(&id))
                }
                _ => true,
            });
        }
    }
}

fn is_library(c: &Program, place: Place) -> bool {
    c.files.name(place.file) == LIBRARY.name
}

fn shown(c: &Program, place: Place) -> Option<lariat_verdict::Place> {
    (place.line != 0).then(|| lariat_verdict::Place {
        file: c.files.name(place.file).to_owned(),
        line: place.line,
        column: u32::from(place.column),
    })
}

impl Failure {
    /// What goes wrong.
    pub(crate) fn kind(&self) -> Kind {
        match self {
            Failure::Property(check, _) => *check,
            Failure::Unsupported(_) | Failure::Mistyped(..) => Kind::Unsupported,
        }
    }

    fn message(&self) -> &str {
        match self {
            Failure::Property(_, what) | Failure::Unsupported(what) => what,
            Failure::Mistyped(..) => crate::mistyped::MESSAGE,
        }
    }
}
