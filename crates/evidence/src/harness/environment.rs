//! Memory that the program does not own: what pointers from outside point to.
//!
//! In the model such a pointer is any number, and memory there holds anything. Here it points
//! into a block of the harness: pointers close to each other share one, so that differences
//! stay what they are, and what the execution reads from it is written there before `main`.

use crate::Execution;
use crate::memory::{InitialWord, allocations, initial_words};
use lariat_c::{GlobalId, Linkage};
use lariat_c2boogie::{Symbols, Thing};
use std::fmt::Write as _;

/// Pointers that are not farther apart than this belong together.
const NEAR: u64 = 0x1000;
/// How much there is behind the last pointer into a block.
const BEHIND: u64 = 0x10000;

/// What the execution does not read may be anything. Pointers there should point somewhere: the
/// program may follow them for values that nobody uses.
const FILLS: &str = "\
static void *lariat_anywhere[0x2000];
static void lariat_fills(void *memory, unsigned long size) {
  void **words = memory;
  for (unsigned long i = 0; i < size / sizeof *words; i++) words[i] = lariat_anywhere + 0x1000;
  if (memory != lariat_anywhere) lariat_fills(lariat_anywhere, sizeof lariat_anywhere);
}
";

/// The memory around the program.
pub struct Environment<'a> {
    execution: Execution<'a>,
    /// Are pointers 64 bits wide?
    pub wide: bool,
    words: Vec<InitialWord>,
    /// Where memory of the program's own starts.
    own: Vec<u64>,
    /// First and last pointer into each block.
    blocks: Vec<(u64, u64)>,
    /// Names that are declared as arrays of bytes.
    declared: Vec<String>,
    /// Declared globals whose content is to be set: address, size, name.
    contents: Vec<(u64, u64, String)>,
    /// What cannot be set.
    pub unset: Vec<String>,
}

impl<'a> Environment<'a> {
    pub fn new(execution: Execution<'a>) -> Self {
        let mut own: Vec<u64> = allocations(execution).iter().map(|a| a.address).collect();
        own.sort_unstable();
        let mut environment = Environment {
            execution,
            wide: execution.program.model().pointer_size() == 8,
            words: initial_words(execution),
            own,
            blocks: Vec::new(),
            declared: Vec::new(),
            contents: Vec::new(),
            unset: Vec::new(),
        };
        environment.find_blocks();
        environment
    }

    fn pointer_bytes(&self) -> u32 {
        if self.wide { 8 } else { 4 }
    }

    /// The object with a fixed place that an address is in.
    fn object_at(&self, address: u64) -> Option<(Thing, u64)> {
        let objects = &self.execution.symbols.objects;
        let within = |o: &&lariat_c2boogie::Placed| {
            o.address.is_some_and(|a| a <= address && address - a <= o.size.unwrap_or(1 << 16))
        };
        let object = objects.iter().find(within)?;
        Some((object.thing, address - object.address?))
    }

    /// Is this an address of memory that the program allocates?
    fn is_own(&self, address: u64) -> bool {
        self.own.first().is_some_and(|&first| first <= address)
            && self.own.last().is_some_and(|&last| address < last + BEHIND)
    }

    /// Memory from outside that is read without having been written. What is read there may be
    /// a pointer to more of it.
    fn find_blocks(&mut self) {
        let outside =
            |w: &&InitialWord| self.object_at(w.address).is_none() && !self.is_own(w.address);
        let addresses: Vec<u64> = self.words.iter().filter(outside).map(|w| w.address).collect();
        for address in addresses {
            // This may be memory at a small number from outside, or at the null pointer.
            if address >= NEAR {
                self.block_of(address);
            }
        }
    }

    /// The block of an address, new or made larger.
    fn block_of(&mut self, address: u64) -> usize {
        let near = |&(first, last): &(u64, u64)| {
            address.saturating_add(NEAR) >= first && address <= last.saturating_add(NEAR)
        };
        if let Some(n) = self.blocks.iter().position(near) {
            let block = &mut self.blocks[n];
            *block = (block.0.min(address & !15), block.1.max(address));
            return n;
        }
        self.blocks.push((address & !15, address));
        self.blocks.len() - 1
    }

    fn declare(&mut self, name: &str) {
        if !self.declared.iter().any(|d| d == name) {
            self.declared.push(name.to_owned());
        }
    }

    /// A constant expression for a pointer of the model.
    pub fn pointer(&mut self, address: u64) -> String {
        let program = self.execution.program;
        if address == 0 {
            return "(void *)0".into();
        }
        if let Some(f) = Symbols::function_at(address, program.functions.len()) {
            let function = program.function(f);
            let name = program.name(function.name);
            if function.linkage == Linkage::External {
                let name = name.to_owned();
                self.declare(&name);
                return format!("(void *)lariat_at_{name}");
            }
            self.unset.push(format!("a pointer to the static function `{name}`"));
            return "(void *)0".into();
        }
        match self.object_at(address) {
            Some((Thing::Global(g), offset)) => {
                let global = program.global(g);
                let name = program.name(global.name).to_owned();
                if global.linkage == Linkage::External {
                    self.declare(&name);
                    return format!("(void *)(lariat_at_{name} + {offset})");
                }
                self.unset.push(format!("a pointer to the static variable `{name}`"));
            }
            Some(_) => self.unset.push("a pointer to a local variable or string".into()),
            None if self.is_own(address) => {
                self.unset.push("a pointer to memory that the program allocates".into());
            }
            None => {
                let block = self.block_of(address);
                return format!(
                    "(void *)(lariat_block_{block} + ({address}ull - LARIAT_BASE_{block}))"
                );
            }
        }
        "(void *)0".into()
    }

    /// A global that is declared only and lives in memory: its content is to be set.
    pub fn content_of(&mut self, id: GlobalId, name: &str) {
        let placed = self.execution.symbols.objects.iter().find(|o| o.thing == Thing::Global(id));
        if let Some(address) = placed.and_then(|o| o.address) {
            let size = placed.and_then(|o| o.size).unwrap_or(1 << 16);
            self.contents.push((address, size, name.to_owned()));
        }
    }

    /// Names and blocks, before anything that refers to them.
    pub fn declarations(&self) -> String {
        let mut out = String::new();
        for name in &self.declared {
            let _ = writeln!(out, "extern unsigned char lariat_at_{name}[] __asm__(\"{name}\");");
        }
        if !self.blocks.is_empty() {
            out.push_str(FILLS);
        }
        for (n, (first, last)) in self.blocks.iter().enumerate() {
            let size = (last - first).saturating_add(BEHIND);
            let _ = writeln!(
                out,
                "#define LARIAT_BASE_{n} {first}ull\n\
                 __attribute__((aligned(16))) static unsigned char lariat_block_{n}[{size}];"
            );
        }
        out
    }

    /// Sets the content of memory before `main`.
    pub fn start(&mut self) -> String {
        // Content may be a pointer to a block that is not known yet.
        let mut lines = String::new();
        for _ in 0..8 {
            let known = self.blocks.len();
            lines = self.contents_of_all();
            if self.blocks.len() == known {
                break;
            }
        }
        let unplaced = |w: &InitialWord| w.address < NEAR && self.block_with(w.address).is_none();
        if self.words.iter().any(unplaced) {
            self.unset.push("memory at the null pointer, which the program reads".into());
        }
        // Maps take no notice of each other: what has two types in memory, or words that overlap
        // because a pointer from outside is not aligned, cannot be set up.
        let overlap = |w: &[InitialWord]| {
            let same = w[0].address == w[1].address && w[0].width == w[1].width;
            let apart = w[1].address - w[0].address >= u64::from(w[0].width);
            !(apart || same && w[0].bits == w[1].bits)
        };
        if self.words.windows(2).any(overlap) {
            self.unset.push("words of memory that overlap".into());
        }
        if lines.is_empty() && self.blocks.is_empty() {
            return lines;
        }
        let mut fill = String::new();
        for n in 0..self.blocks.len() {
            let _ = writeln!(fill, "  lariat_fills(lariat_block_{n}, sizeof lariat_block_{n});");
        }
        format!(
            "__attribute__((constructor)) static void lariat_starts(void) {{\n{fill}{lines}}}\n"
        )
    }

    /// The block that has an address; of several, the one that starts closest to it.
    fn block_with(&self, address: u64) -> Option<usize> {
        let with = |n: &usize| {
            let (first, last) = self.blocks[*n];
            first <= address && address - first < (last - first) + BEHIND
        };
        (0..self.blocks.len()).filter(with).max_by_key(|&n| self.blocks[n].0)
    }

    fn contents_of_all(&mut self) -> String {
        let mut lines = String::new();
        for word in self.words.clone() {
            let InitialWord { address, bits, .. } = word;
            let own = |c: &&(u64, u64, String)| c.0 <= address && address - c.0 < c.1;
            let target = if let Some((first, _, name)) = self.contents.iter().find(own) {
                if bits == 0 {
                    continue;
                }
                format!("(unsigned char *)&{name} + {}", address - first)
            } else if let Some(n) = self.block_with(address) {
                format!("lariat_block_{n} + ({address}ull - LARIAT_BASE_{n})")
            } else {
                continue;
            };
            self.set(&target, word, &mut lines);
        }
        lines
    }

    /// Statements that write a word.
    fn set(&mut self, target: &str, word: InitialWord, lines: &mut String) {
        let InitialWord { width, bits, pointer, .. } = word;
        let pointer = pointer.unwrap_or_else(|| self.is_pointer(bits as u64));
        if width == self.pointer_bytes() && pointer {
            let value = self.pointer(bits as u64);
            let _ = writeln!(lines, "  *(void **)({target}) = {value};");
            return;
        }
        for i in 0..width {
            let byte = (bits >> (8 * i)) & 255;
            let _ = writeln!(lines, "  ({target})[{i}] = {byte};");
        }
    }

    /// Statements that write what an object of the program holds before it is written, given
    /// where it starts and where the next one does; and whether anybody reads it.
    pub fn initial_content(&mut self, first: u64, end: u64, target: &str) -> (String, bool) {
        let inside = |w: &&InitialWord| first <= w.address && w.address < end;
        let words: Vec<InitialWord> = self.words.iter().filter(inside).copied().collect();
        let mut lines = String::new();
        for word in words.iter().filter(|w| w.bits != 0) {
            let target = format!("{target} + {}", word.address - first);
            self.set(&target, *word, &mut lines);
        }
        (lines, !words.is_empty())
    }

    /// Does the execution use these bits as a pointer?
    fn is_pointer(&self, bits: u64) -> bool {
        let functions = self.execution.program.functions.len();
        Symbols::function_at(bits, functions).is_some()
            || self.object_at(bits).is_some()
            || self.words.iter().any(|w| bits <= w.address && w.address - bits < NEAR)
    }
}
