//! Interned names: each distinct text is stored once and named by a [`Symbol`].
//!
//! All texts lie in one buffer; an open-addressing table of indices finds them.
//! Both choices keep the lexer free of allocation per token.

use rustc_hash::FxHasher;
use std::fmt;
use std::hash::Hasher;

/// An interned text. Symbols of one [`Interner`] are equal exactly if their texts are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(pub u32);

impl Symbol {
    /// Index, for tables keyed by symbol.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// The table of texts.
#[derive(Clone, Default)]
pub struct Interner {
    buffer: String,
    /// End of each text in `buffer`; it starts where the one before ends.
    ends: Vec<u32>,
    hashes: Vec<u32>,
    /// Slot holds symbol + 1, or 0 when free. Its length is a power of two.
    slots: Vec<u32>,
}

impl fmt::Debug for Interner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Interner({} texts)", self.ends.len())
    }
}

fn hash(text: &str) -> u32 {
    let mut hasher = FxHasher::default();
    hasher.write(text.as_bytes());
    let h = hasher.finish();
    (h ^ (h >> 32)) as u32
}

impl Interner {
    /// An empty table.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many distinct texts there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no text yet.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The text of a symbol (empty for a symbol of another interner).
    pub fn text(&self, symbol: Symbol) -> &str {
        let i = symbol.index();
        let Some(&end) = self.ends.get(i) else {
            return "";
        };
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.buffer[start as usize..end as usize]
    }

    /// The symbol of a text, if it occurred.
    pub fn lookup(&self, text: &str) -> Option<Symbol> {
        if self.slots.is_empty() {
            return None;
        }
        let h = hash(text);
        let mask = self.slots.len() - 1;
        let mut slot = h as usize & mask;
        loop {
            match self.slots[slot] {
                0 => return None,
                s if self.hashes[s as usize - 1] == h && self.text(Symbol(s - 1)) == text => {
                    return Some(Symbol(s - 1));
                }
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    /// The symbol of a text, new if need be.
    pub fn intern(&mut self, text: &str) -> Symbol {
        if (self.ends.len() + 1) * 2 > self.slots.len() {
            self.grow();
        }
        let h = hash(text);
        let mask = self.slots.len() - 1;
        let mut slot = h as usize & mask;
        loop {
            match self.slots[slot] {
                0 => break,
                s if self.hashes[s as usize - 1] == h && self.text(Symbol(s - 1)) == text => {
                    return Symbol(s - 1);
                }
                _ => slot = (slot + 1) & mask,
            }
        }
        let symbol = self.ends.len() as u32;
        self.buffer.push_str(text);
        self.ends.push(self.buffer.len() as u32);
        self.hashes.push(h);
        self.slots[slot] = symbol + 1;
        Symbol(symbol)
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(256);
        self.slots.clear();
        self.slots.resize(size, 0);
        let mask = size - 1;
        for (i, &h) in self.hashes.iter().enumerate() {
            let mut slot = h as usize & mask;
            while self.slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = i as u32 + 1;
        }
    }
}
