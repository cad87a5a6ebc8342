//! Where values come from: first those of an earlier run, as far as they go, then new ones.
//!
//! New ones are mostly such as matter to the program: numbers that it compares with, and their neighbours.

use super::machine::{Kind, Source};

/// A run draws at most so many values that are kept; later ones are zero.
const MAX_DRAWS: usize = 1 << 14;

/// A stream of numbers: SplitMix64.
#[derive(Clone, Debug)]
pub(super) struct Numbers(u64);

impl Numbers {
    pub fn new(seed: u64) -> Self {
        Numbers(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5851_F42D_4C95_7F2D)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number from 0 up to, not including, `end`.
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next()) * end.max(1) as u128) >> 64) as usize
    }

    pub fn one_of<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        list.get(self.below(list.len()))
    }
}

/// Numbers that the program compares with.
#[derive(Clone, Debug, Default)]
pub(super) struct Dictionary {
    /// Those that fit into a byte, and those that a byte extended with its sign can be.
    bytes: Vec<u64>,
    /// By width.
    words: Vec<(u8, Vec<u64>)>,
}

impl Dictionary {
    /// Of the literals of a program, with their widths.
    pub fn new(literals: &[(u8, u64)]) -> Self {
        let mut bytes: Vec<u64> = Vec::new();
        let mut words: Vec<(u8, Vec<u64>)> = Vec::new();
        for &(width, word) in literals {
            if width == 8 || (width > 8 && width <= 33 && (word < 256)) {
                bytes.push(word & 0xFF);
            }
            // Addresses and sizes of objects are not what inputs are compared with.
            if width > 8 && word < 1 << 33 {
                match words.iter_mut().find(|w| w.0 == width) {
                    Some(of_width) => of_width.1.push(word),
                    None => words.push((width, vec![word])),
                }
            }
        }
        bytes.sort_unstable();
        bytes.dedup();
        Dictionary { bytes, words }
    }

    /// A value of this width.
    pub fn draw(&self, numbers: &mut Numbers, width: u8) -> u64 {
        let word = match width {
            1 => numbers.next(),
            0..=8 => match numbers.below(16) {
                0 => 0,
                1..=11 => numbers.one_of(&self.bytes).copied().unwrap_or_else(|| numbers.next()),
                12 => {
                    let near = numbers.one_of(&self.bytes).copied().unwrap_or(0);
                    near.wrapping_add(numbers.next() % 3).wrapping_sub(1)
                }
                13 => u64::from(b"0aA"[numbers.below(3)]) + numbers.next() % 6,
                _ => numbers.next(),
            },
            _ => self.wide(numbers, width),
        };
        word & (u64::MAX >> (64 - u32::from(width.clamp(1, 64))))
    }

    fn wide(&self, numbers: &mut Numbers, width: u8) -> u64 {
        let known = self.words.iter().find(|w| w.0 == width).or(self.words.first());
        match numbers.below(16) {
            0 => 0,
            1 | 2 => 1,
            3 => u64::MAX,
            4..=6 => numbers.below(8) as u64,
            7 => (numbers.below(200) as u64).wrapping_sub(100),
            8..=11 => match known.and_then(|w| numbers.one_of(&w.1)) {
                Some(&word) => word.wrapping_add(numbers.next() % 3).wrapping_sub(1),
                None => numbers.below(32) as u64,
            },
            12 => {
                (1u64 << (width.clamp(1, 64) - 1)).wrapping_add(numbers.next() % 3).wrapping_sub(1)
            }
            13 => 1u64 << numbers.below(usize::from(width.min(64))),
            _ => numbers.next(),
        }
    }
}

/// A value that a run has drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Drawn {
    pub value: u64,
    pub width: u8,
    pub kind: Kind,
}

/// The values of a run.
pub(super) struct Tape<'a> {
    pub drawn: Vec<Drawn>,
    /// How many of them have been read.
    pub at: usize,
    /// What comes behind them; zero without it.
    pub more: Option<(&'a mut Numbers, &'a Dictionary)>,
}

impl Source for Tape<'_> {
    fn draw(&mut self, width: u8, kind: Kind) -> u64 {
        self.at += 1;
        if let Some(known) = self.drawn.get_mut(self.at - 1) {
            // What it is drawn for can change when values before it do.
            (known.width, known.kind) = (width, kind);
            return known.value;
        }
        let value = match &mut self.more {
            _ if self.drawn.len() >= MAX_DRAWS => return 0,
            None => 0,
            Some((numbers, dictionary)) => match kind {
                Kind::Way(count) => numbers.below(count as usize) as u64,
                // Most of memory is never looked at for what it is.
                Kind::Place if numbers.below(4) == 0 => 0,
                _ => dictionary.draw(numbers, width),
            },
        };
        self.drawn.push(Drawn { value, width, kind });
        value
    }
}
