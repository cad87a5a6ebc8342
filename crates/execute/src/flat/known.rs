//! What is known of a word in many executions at once.
//!
//! What is open is an *input*. Of a narrow one the set of its values is known, and what is computed from it alone is a
//! table with a result for each value: nothing is lost. Of a wide one an interval is known, and comparisons with
//! numbers cut that. Anything else is a range.

use super::code::{Code, mask};
use super::pure::pure;
use super::ranges::{Range, range};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Inputs up to this width have tables.
const TABLE_WIDTH: u8 = 8;
/// Intervals with at most so many values are cut into these.
const FEW_VALUES: u64 = 16;

/// What is known of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Known {
    Word(u128),
    /// A function of a narrow input.
    Table(u32),
    /// A wide input itself.
    Input(u32),
    /// The truth of a comparison of a wide input.
    Test(u32),
    Range(u128, u128),
}

/// The values of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Values {
    /// A set of bytes.
    Set([u64; 4]),
    /// From the first to the second.
    Interval(u64, u64),
}

impl Values {
    /// All values of an input of this width.
    pub fn all(width: u8) -> Values {
        if width > TABLE_WIDTH {
            return Values::Interval(0, mask(width.min(64)) as u64);
        }
        let mut set = [0; 4];
        (0..1usize << width).for_each(|n| set[n / 64] |= 1 << (n % 64));
        Values::Set(set)
    }

    fn bytes(&self) -> impl Iterator<Item = usize> {
        let set = match self {
            Values::Set(set) => *set,
            Values::Interval(..) => [0; 4],
        };
        (0..256).filter(move |n| set[n / 64] >> (n % 64) & 1 == 1)
    }

    /// Values of either.
    pub fn union(&self, other: &Values) -> Values {
        match (self, other) {
            (Values::Set(a), Values::Set(b)) => {
                Values::Set([a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]])
            }
            (Values::Interval(a, b), Values::Interval(c, d)) => {
                Values::Interval(*a.min(c), *b.max(d))
            }
            // An input has one width.
            _ => *self,
        }
    }

    /// Whether the union has no values but theirs.
    pub fn unites_exactly(&self, other: &Values) -> bool {
        match (self, other) {
            (Values::Interval(a, b), Values::Interval(c, d)) => {
                *c <= b.saturating_add(1) && *a <= d.saturating_add(1)
            }
            _ => true,
        }
    }
}

/// Whether a condition holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    Yes,
    No,
    /// It depends on this input: so it is for these values.
    For(u32, Vec<Values>),
    /// In some executions perhaps, in others perhaps not.
    Perhaps,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Test {
    code: Code,
    w: u8,
    input: u32,
    word: u128,
    /// Whether the input is the first operand.
    first: bool,
    /// Whether it is about the contrary.
    negated: bool,
}

type Results = Arc<[u128; 256]>;

/// Functions of inputs; equal ones are the same.
#[derive(Debug, Default)]
pub(super) struct Functions {
    tables: Vec<(u32, Results)>,
    table_ids: FxHashMap<(u32, Results), u32>,
    tests: Vec<Test>,
    test_ids: FxHashMap<Test, u32>,
}

impl Functions {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.tables.len() + self.tests.len()
    }

    /// An input itself.
    pub fn input(&mut self, input: u32, width: u8) -> Known {
        match width {
            0..=TABLE_WIDTH => {
                self.table(input, |n| Some(n as u128)).unwrap_or(Known::Range(0, 255))
            }
            9..=64 => Known::Input(input),
            _ => Known::Range(0, mask(width)),
        }
    }

    /// The function with these results; `None` if one is missing.
    fn table(&mut self, input: u32, result: impl Fn(usize) -> Option<u128>) -> Option<Known> {
        let mut results = [0; 256];
        for (n, place) in results.iter_mut().enumerate() {
            *place = result(n)?;
        }
        if results.iter().all(|r| *r == results[0]) {
            return Some(Known::Word(results[0]));
        }
        let key = (input, Arc::new(results));
        let tables = &mut self.tables;
        Some(Known::Table(*self.table_ids.entry(key).or_insert_with_key(|key| {
            tables.push(key.clone());
            tables.len() as u32 - 1
        })))
    }

    /// A function of the input of a table with these results for its values in use; others never matter.
    pub fn table_for(
        &mut self,
        table: u32,
        inputs: &[Values],
        result: impl Fn(u128) -> Option<u128>,
    ) -> Option<Known> {
        let (input, places) = self.tables[table as usize].clone();
        let mut in_use = [false; 256];
        inputs[input as usize].bytes().for_each(|n| in_use[n] = true);
        self.table(input, |n| if in_use[n] { result(places[n]) } else { Some(0) })
    }

    /// The input of a table.
    pub fn input_of(&self, table: u32) -> u32 {
        self.tables[table as usize].0
    }

    /// Bounds of a word.
    pub fn range(&self, known: Known, inputs: &[Values]) -> Range {
        match known {
            Known::Word(word) => (word, word),
            Known::Range(low, high) => (low, high),
            Known::Test(test) => match self.cut(self.tests[test as usize], inputs) {
                Holds::Yes => (1, 1),
                Holds::No => (0, 0),
                _ => (0, 1),
            },
            Known::Input(input) => match inputs[input as usize] {
                Values::Interval(low, high) => (low.into(), high.into()),
                Values::Set(_) => (0, u128::MAX),
            },
            Known::Table(table) => {
                let (input, results) = &self.tables[table as usize];
                let results = inputs[*input as usize].bytes().map(|n| results[n]);
                results.fold((u128::MAX, 0), |(low, high), r| (low.min(r), high.max(r)))
            }
        }
    }

    /// The word, if there is one only.
    pub fn word(&self, known: Known, inputs: &[Values]) -> Option<u128> {
        let (low, high) = self.range(known, inputs);
        (low == high).then_some(low)
    }

    /// What an instruction gives; `None` if that is not known.
    pub fn apply(
        &mut self,
        (code, w, more): (Code, u8, u32),
        a: Known,
        b: Known,
        inputs: &[Values],
    ) -> Option<Known> {
        let single = |known: Known, functions: &Self| match known {
            Known::Input(_) => functions.word(known, inputs).map_or(known, Known::Word),
            _ => known,
        };
        let (a, b) = (single(a, self), if code.is_unary() { a } else { single(b, self) });
        let tables = &self.tables;
        let results = |table: u32| tables[table as usize].clone();
        let found = match (a, b) {
            (Known::Word(a), Known::Word(b)) => return pure(code, w, a, b, more).map(Known::Word),
            (Known::Table(a), Known::Word(b)) => {
                let (input, a) = results(a);
                self.table(input, |n| pure(code, w, a[n], b, more))
            }
            (Known::Word(a), Known::Table(b)) => {
                let (input, b) = results(b);
                self.table(input, |n| pure(code, w, a, b[n], more))
            }
            (Known::Table(a), Known::Table(b)) => {
                let ((input, a), (other, b)) = (results(a), results(b));
                match input == other {
                    true => self.table(input, |n| pure(code, w, a[n], b[n], more)),
                    false => None,
                }
            }
            (Known::Input(_) | Known::Test(_), _) if code == Code::Copy => Some(a),
            (Known::Test(test), _) if code == Code::Not => {
                let test = self.tests[test as usize];
                Some(self.test(Test { negated: !test.negated, ..test }))
            }
            (Known::Input(input), Known::Word(word)) if code.compares() => {
                Some(self.test(Test { code, w, input, word, first: true, negated: false }))
            }
            (Known::Word(word), Known::Input(input)) if code.compares() => {
                Some(self.test(Test { code, w, input, word, first: false, negated: false }))
            }
            _ => None,
        };
        if found.is_some() {
            return found;
        }
        let (a, b) = (self.range(a, inputs), self.range(b, inputs));
        let (low, high) = range(code, w, a, b, more)?;
        Some(if low == high { Known::Word(low) } else { Known::Range(low, high) })
    }

    fn test(&mut self, test: Test) -> Known {
        let tests = &mut self.tests;
        Known::Test(*self.test_ids.entry(test).or_insert_with(|| {
            tests.push(test);
            tests.len() as u32 - 1
        }))
    }

    /// What is known of a word that is one of these.
    pub fn either(&self, a: Known, b: Known, inputs: &[Values]) -> Known {
        if a == b {
            return a;
        }
        let (a, b) = (self.range(a, inputs), self.range(b, inputs));
        Known::Range(a.0.min(b.0), a.1.max(b.1))
    }

    /// `a` where the condition holds, otherwise `b`.
    pub fn choice(&mut self, condition: Known, a: Known, b: Known, inputs: &[Values]) -> Known {
        match self.holds(condition, inputs) {
            Holds::Yes => return a,
            Holds::No => return b,
            Holds::For(..) | Holds::Perhaps => {}
        }
        if let Known::Table(table) = condition {
            let (input, truths) = self.tables[table as usize].clone();
            let of_same_input = |known: Known| match known {
                Known::Word(word) => Some(Arc::new([word; 256])),
                Known::Table(other) if self.tables[other as usize].0 == input => {
                    Some(Arc::clone(&self.tables[other as usize].1))
                }
                _ => None,
            };
            if let (Some(a), Some(b)) = (of_same_input(a), of_same_input(b))
                && let Some(known) =
                    self.table(input, |n| Some(if truths[n] == 1 { a[n] } else { b[n] }))
            {
                return known;
            }
        }
        self.either(a, b, inputs)
    }

    /// Whether a condition holds.
    pub fn holds(&self, condition: Known, inputs: &[Values]) -> Holds {
        match self.range(condition, inputs) {
            (1, 1) => return Holds::Yes,
            (0, 0) => return Holds::No,
            _ => {}
        }
        match condition {
            Known::Table(_) => self
                .by_value(condition, inputs, 2)
                .map_or(Holds::Perhaps, |(i, v)| Holds::For(i, v)),
            Known::Test(test) => self.cut(self.tests[test as usize], inputs),
            _ => Holds::Perhaps,
        }
    }

    /// The values of the input of a table, or of a short interval, by what it gives for them, if that are not too many.
    pub fn by_value(
        &self,
        known: Known,
        inputs: &[Values],
        most: usize,
    ) -> Option<(u32, Vec<Values>)> {
        match known {
            Known::Table(table) => {
                let (input, results) = &self.tables[table as usize];
                let mut parts: Vec<(u128, [u64; 4])> = Vec::new();
                for n in inputs[*input as usize].bytes() {
                    let bit = 1 << (n % 64);
                    match parts.iter_mut().find(|p| p.0 == results[n]) {
                        Some(part) => part.1[n / 64] |= bit,
                        None => {
                            let mut set = [0; 4];
                            set[n / 64] = bit;
                            parts.push((results[n], set));
                        }
                    }
                }
                (parts.len() <= most)
                    .then(|| (*input, parts.into_iter().map(|p| Values::Set(p.1)).collect()))
            }
            Known::Input(input) => match inputs[input as usize] {
                Values::Interval(low, high) if high - low < most as u64 => {
                    Some((input, (low..=high).map(|n| Values::Interval(n, n)).collect()))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Cuts the interval of an input where the truth of a comparison changes.
    fn cut(&self, test: Test, inputs: &[Values]) -> Holds {
        let Values::Interval(low, high) = inputs[test.input as usize] else {
            return Holds::Perhaps;
        };
        let holds = |n: u64| {
            let n = u128::from(n);
            let (a, b) = if test.first { (n, test.word) } else { (test.word, n) };
            (pure(test.code, test.w, a, b, 0) == Some(1)) != test.negated
        };
        // Between these numbers, comparisons go one way only.
        let sign = 1u128 << (test.w - 1);
        let mut starts: Vec<u64> = [test.word, test.word.saturating_add(1), sign]
            .into_iter()
            .filter_map(|n| u64::try_from(n).ok().filter(|&n| low < n && n <= high))
            .collect();
        starts.push(low);
        starts.sort_unstable();
        starts.dedup();
        let mut parts: Vec<(u64, u64)> = Vec::new();
        for (i, &start) in starts.iter().enumerate() {
            let end = starts.get(i + 1).map_or(high, |next| next - 1);
            match parts.last_mut() {
                Some(last) if holds(last.0) == holds(start) => last.1 = end,
                _ => parts.push((start, end)),
            }
        }
        let [(first, _), rest @ ..] = &parts[..] else { return Holds::Perhaps };
        if rest.is_empty() {
            return if holds(*first) { Holds::Yes } else { Holds::No };
        }
        let mut values = Vec::new();
        for (start, end) in parts {
            match end - start < FEW_VALUES {
                true => values.extend((start..=end).map(|n| Values::Interval(n, n))),
                false => values.push(Values::Interval(start, end)),
            }
        }
        Holds::For(test.input, values)
    }
}
