//! Interned names.

use rustc_hash::FxHashMap;

/// An interned name; see [`Interner::text`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(pub u32);

/// All names of a program, each once.
#[derive(Clone, Debug)]
pub struct Interner {
    index: FxHashMap<Box<str>, Symbol>,
    texts: Vec<Box<str>>,
}

impl Default for Interner {
    fn default() -> Self {
        Self::new()
    }
}

impl Interner {
    /// An interner that holds the reserved words, in the order of the token table.
    pub fn new() -> Self {
        let mut interner = Interner { index: FxHashMap::default(), texts: Vec::new() };
        for (word, _) in crate::token::RESERVED {
            interner.intern(word);
        }
        interner
    }

    /// The symbol of a text, new or known.
    pub fn intern(&mut self, text: &str) -> Symbol {
        if let Some(&symbol) = self.index.get(text) {
            return symbol;
        }
        let symbol = Symbol(self.texts.len() as u32);
        self.texts.push(text.into());
        self.index.insert(text.into(), symbol);
        symbol
    }

    /// The symbol of a text if it has one.
    pub fn get(&self, text: &str) -> Option<Symbol> {
        self.index.get(text).copied()
    }

    /// The text of a symbol.
    pub fn text(&self, symbol: Symbol) -> &str {
        self.texts.get(symbol.0 as usize).map_or("", |t| t)
    }

    /// How many names there are.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Whether there are no names; never so, the reserved words are there.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }
}
