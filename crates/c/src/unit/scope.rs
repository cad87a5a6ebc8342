//! Scopes of names: one table per name space, with an undo log.

use crate::program::{FunctionId, GlobalId, VarId};
use crate::source::Place;
use crate::symbol::Symbol;
use crate::types::TypeId;

/// What an ordinary identifier means.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Binding {
    Typedef { ty: TypeId, aligned: Option<u32> },
    Var(VarId),
    Global(GlobalId),
    Function(FunctionId),
    EnumConstant { value: i128, ty: TypeId },
}

/// A declared name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<B> {
    pub what: B,
    pub place: Place,
    pub depth: u32,
    symbol: Symbol,
    /// The entry it hides, plus one.
    hidden: u32,
}

/// The names of one name space.
pub(crate) struct Table<B> {
    entries: Vec<Entry<B>>,
    /// By symbol: the visible entry, plus one.
    current: Vec<u32>,
}

impl<B: Copy> Table<B> {
    pub fn new() -> Self {
        Table { entries: Vec::new(), current: Vec::new() }
    }

    pub fn get(&self, symbol: Symbol) -> Option<&Entry<B>> {
        let index = *self.current.get(symbol.0 as usize)?;
        self.entries.get((index as usize).wrapping_sub(1))
    }

    pub fn declare(&mut self, symbol: Symbol, what: B, place: Place, depth: u32) {
        let slot = symbol.0 as usize;
        if slot >= self.current.len() {
            self.current.resize(slot + 64, 0);
        }
        let hidden = self.current[slot];
        self.entries.push(Entry { what, place, depth, symbol, hidden });
        self.current[slot] = self.entries.len() as u32;
    }

    /// Changes the meaning of a visible name.
    pub fn update(&mut self, symbol: Symbol, what: B) {
        let index = self.current.get(symbol.0 as usize).copied().unwrap_or(0) as usize;
        if let Some(entry) = self.entries.get_mut(index.wrapping_sub(1)) {
            entry.what = what;
        }
    }

    fn leave(&mut self, depth: u32) {
        while let Some(entry) = self.entries.last() {
            if entry.depth < depth {
                break;
            }
            self.current[entry.symbol.0 as usize] = entry.hidden;
            self.entries.pop();
        }
    }
}

/// Both name spaces and the nesting depth; depth zero is file scope.
pub(crate) struct Scopes {
    pub names: Table<Binding>,
    pub tags: Table<TypeId>,
    pub depth: u32,
}

impl Scopes {
    pub fn new() -> Self {
        Scopes { names: Table::new(), tags: Table::new(), depth: 0 }
    }

    pub fn enter(&mut self) {
        self.depth += 1;
    }

    pub fn leave(&mut self) {
        self.names.leave(self.depth);
        self.tags.leave(self.depth);
        self.depth -= 1;
    }
}
