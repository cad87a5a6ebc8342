//! Looking for failing runs: run after run, with values that are changed where earlier runs went new ways.
//!
//! A run that goes a way, or goes it more often, than any before is kept with its values. New runs are changed copies of
//! kept ones: some values are drawn again, exchanged for what they were compared with, moved, or taken from another run.

use super::code::FlatCode;
use super::compile::compile;
use super::draws::{Dictionary, Drawn, Numbers, Tape};
use super::machine::{COUNTERS, Comparison, End, Kind, Machine, Notes};
use crate::run::Execution;
use lariat_program::verdict::Kind as Check;
use lariat_program::{ProcId, Program};
use std::sync::Arc;

/// Blocks of the first runs; later ones may be longer.
const FIRST_LENGTH: u64 = 20_000;
const MAX_LENGTH: u64 = 20_000_000;
/// Runs for making a failing run simple.
const SHRINKING: usize = 600;
/// Whether to stop is asked after so many blocks.
const BLOCKS_BETWEEN_LOOKS: u64 = 20_000;
/// Runs that are kept.
const MAX_KEPT: usize = 2_000;
/// Runs without news after which a hunt seems done: at least so many, and so many times those before the last news.
const IDLE_RUNS: u64 = 400;
const IDLE_FACTOR: u64 = 3;

/// A run that went a new way.
struct Kept {
    drawn: Vec<Drawn>,
    /// What it compared, once that has been looked at.
    comparisons: Option<Vec<Comparison>>,
}

/// What has been tried so far.
pub struct Hunt {
    program: Arc<Program>,
    code: Arc<FlatCode>,
    machine: Machine,
    numbers: Numbers,
    dictionary: Dictionary,
    kept: Vec<Kept>,
    /// For each way, how often a run went it, as a set of powers of two.
    seen: Vec<u8>,
    length: u64,
    runs: u64,
    last_news: u64,
    trapped: u64,
    stopped: u64,
    last_failure: Option<u32>,
}

impl Hunt {
    /// Nothing has been tried yet. Loops are cycles in the program.
    pub fn new(program: Arc<Program>, entry: ProcId, seed: u64) -> Self {
        let code = Arc::new(compile(&program, entry));
        let mut machine = Machine::new(Arc::clone(&program), entry, Arc::clone(&code));
        for (quiet, &(_, info)) in machine.quiet.iter_mut().zip(&code.assertions) {
            // A run that gets to what was not understood says nothing.
            let item = program.infos[info].item;
            *quiet = item.is_some_and(|item| item.kind == Check::Unsupported);
        }
        Hunt {
            dictionary: Dictionary::new(&code.words),
            program,
            code,
            machine,
            numbers: Numbers::new(seed),
            kept: Vec::new(),
            seen: vec![0; COUNTERS],
            length: FIRST_LENGTH,
            runs: 0,
            last_news: 0,
            trapped: 0,
            stopped: 0,
            last_failure: None,
        }
    }

    /// How many runs there were.
    pub fn runs(&self) -> u64 {
        self.runs
    }

    /// How many blocks they went through.
    pub fn blocks(&self) -> u64 {
        self.machine.steps
    }

    /// Whether new runs have brought nothing new for long.
    pub fn seems_done(&self) -> bool {
        self.runs - self.last_news > IDLE_RUNS.max(self.last_news.saturating_mul(IDLE_FACTOR))
    }

    /// Whether hardly any run gets anywhere.
    pub fn is_hopeless(&self) -> bool {
        self.runs >= 64 && self.trapped * 20 > self.runs * 19
    }

    /// From now on executions do not count that fail where the last one did.
    pub fn leave_out_last(&mut self) {
        if let Some(assertion) = self.last_failure {
            let at = self.code.assertions[assertion as usize];
            let item = |info| self.program.infos[info].item.map(|item| item.id);
            for (quiet, other) in self.machine.quiet.iter_mut().zip(&self.code.assertions) {
                *quiet |= at.0 == other.0 || item(at.1).is_some() && item(at.1) == item(other.1);
            }
        }
    }

    /// Runs until one fails, or until `stop` says so.
    pub fn go_on(&mut self, stop: &dyn Fn(&Self) -> bool) -> Option<Execution> {
        let mut next_look = self.machine.steps;
        loop {
            if self.machine.steps >= next_look || self.runs.is_multiple_of(64) {
                if stop(self) || self.is_hopeless() {
                    return None;
                }
                next_look = self.machine.steps + BLOCKS_BETWEEN_LOOKS;
            }
            let drawn = self.next_values();
            let (end, drawn) = self.run(drawn);
            match end {
                End::Failed(assertion) => {
                    self.last_failure = Some(assertion);
                    let drawn = self.shrink(drawn, assertion, stop);
                    let execution = self.show(drawn, assertion);
                    if execution.is_some() {
                        return execution;
                    }
                    self.leave_out_last();
                }
                End::Trapped => self.trapped += 1,
                End::Stopped => {
                    self.stopped += 1;
                    // If many runs are longer, the limit is too low.
                    if self.stopped * 2 > self.runs && self.stopped.is_multiple_of(16) {
                        self.length = (self.length * 2).min(MAX_LENGTH);
                    }
                }
                End::Over => {}
            }
        }
    }

    /// Runs with these values, and new ones behind them. A run that went a new way is kept.
    fn run(&mut self, drawn: Vec<Drawn>) -> (End, Vec<Drawn>) {
        let more = Some((&mut self.numbers, &self.dictionary));
        let mut tape = Tape { drawn, at: 0, more };
        let end = self.machine.run(&mut tape, self.length, Notes::Nothing);
        let Tape { mut drawn, at, .. } = tape;
        drawn.truncate(at);
        self.runs += 1;
        if self.is_news() && self.kept.len() < MAX_KEPT {
            self.last_news = self.runs;
            self.kept.push(Kept { drawn: drawn.clone(), comparisons: None });
        }
        (end, drawn)
    }

    fn is_news(&mut self) -> bool {
        let mut news = false;
        for &way in &self.machine.touched {
            let often = self.machine.counters[usize::from(way)];
            // 1, 2, 3, 4 to 7, 8 to 15, …
            let class = match often {
                0..=3 => often,
                _ => (9 - often.leading_zeros() as u8).max(4) - 1,
            };
            let bit = 1 << class.min(7);
            news |= self.seen[usize::from(way)] & bit == 0;
            self.seen[usize::from(way)] |= bit;
        }
        news
    }

    /// Values for the next run.
    fn next_values(&mut self) -> Vec<Drawn> {
        if self.runs == 0 {
            return Vec::new();
        }
        // Some runs begin anew, most are changed copies; new ones are copied more often.
        if self.kept.is_empty() || self.numbers.below(6) == 0 {
            return Vec::new();
        }
        let count = self.kept.len();
        let first = match self.numbers.below(2) {
            0 => count - count.min(8),
            _ => 0,
        };
        let chosen = first + self.numbers.below(count - first);
        if self.kept[chosen].comparisons.is_none() {
            self.note_comparisons(chosen);
        }
        let mut drawn = self.kept[chosen].drawn.clone();
        let changes = 1 + self.numbers.below(4);
        for _ in 0..changes {
            self.change(&mut drawn, chosen);
        }
        drawn
    }

    fn note_comparisons(&mut self, index: usize) {
        let drawn = self.kept[index].drawn.clone();
        let mut tape = Tape { drawn, at: 0, more: None };
        self.machine.run(&mut tape, self.length, Notes::Comparisons);
        let mut comparisons = std::mem::take(&mut self.machine.comparisons);
        comparisons.sort_unstable_by_key(|c| (c.0, c.1));
        comparisons.dedup();
        self.kept[index].comparisons = Some(comparisons);
    }

    fn change(&mut self, drawn: &mut Vec<Drawn>, parent: usize) {
        if drawn.is_empty() {
            return;
        }
        let numbers = &mut self.numbers;
        let mut at = numbers.below(drawn.len());
        // What memory is at first matters less often.
        if drawn[at].kind == Kind::Place {
            at = numbers.below(drawn.len());
        }
        match numbers.below(12) {
            0 => drawn.truncate(at),
            1 => {
                let copy = drawn[at];
                let to = numbers.below(drawn.len());
                drawn[to].value = copy.value;
            }
            2 => {
                let copy = drawn[numbers.below(drawn.len())];
                drawn.insert(at, copy);
            }
            3 => {
                drawn.remove(at);
            }
            4 => {
                let other = &self.kept[numbers.below(self.kept.len())].drawn;
                let from = numbers.below(other.len().max(1));
                let count = (1 + numbers.below(8)).min(other.len() - from.min(other.len()));
                for (to, value) in drawn[at..].iter_mut().zip(&other[from..][..count]) {
                    to.value = value.value;
                }
            }
            5..=7 => self.exchange(drawn, at, parent),
            8 => drawn[at].value = drawn[at].value.wrapping_add(1),
            9 => drawn[at].value = drawn[at].value.wrapping_sub(1),
            _ => {
                let Drawn { width, kind, .. } = drawn[at];
                drawn[at].value = match kind {
                    Kind::Way(count) => numbers.below(count as usize) as u64,
                    _ => self.dictionary.draw(numbers, width),
                };
            }
        }
    }

    /// A value becomes what it was compared with, or moves as far as two words lie apart that were compared: one of them
    /// may have been computed from it.
    fn exchange(&mut self, drawn: &mut [Drawn], at: usize, parent: usize) {
        let Some(comparisons) = &self.kept[parent].comparisons else { return };
        let Drawn { value, width, .. } = drawn[at];
        let mask = u64::MAX >> (64 - u32::from(width.clamp(1, 64)));
        let value = value & mask;
        if self.numbers.below(3) == 0 {
            if let Some(Comparison(a, b)) = self.numbers.one_of(comparisons) {
                drawn[at].value = value.wrapping_add(b.wrapping_sub(*a)) & mask;
            }
            return;
        }
        let others: Vec<u64> = comparisons
            .iter()
            .filter_map(|c| match (c.0 & mask == value, c.1 & mask == value) {
                (true, false) => Some(c.1 & mask),
                (false, true) => Some(c.0 & mask),
                _ => None,
            })
            .collect();
        if let Some(&other) = self.numbers.one_of(&others) {
            let near = [0, 0, 1, u64::MAX][self.numbers.below(4)];
            drawn[at].value = other.wrapping_add(near) & mask;
        }
    }

    /// The failing run with as many zeros as it can have.
    fn shrink(
        &mut self,
        mut drawn: Vec<Drawn>,
        assertion: u32,
        stop: &dyn Fn(&Self) -> bool,
    ) -> Vec<Drawn> {
        let mut left = SHRINKING;
        let mut count = drawn.len();
        // Many at once first.
        while count > 0 {
            let mut start = 0;
            while start < drawn.len() {
                let end = (start + count).min(drawn.len());
                if drawn[start..end].iter().any(|d| d.value != 0) {
                    if left == 0 || stop(self) {
                        return drawn;
                    }
                    left -= 1;
                    let mut simpler = drawn.clone();
                    simpler[start..end].iter_mut().for_each(|d| d.value = 0);
                    let mut tape = Tape { drawn: simpler, at: 0, more: None };
                    let failed = self.machine.run(&mut tape, self.length, Notes::Nothing);
                    if failed == End::Failed(assertion) {
                        tape.drawn.truncate(tape.at);
                        drawn = tape.drawn;
                    }
                }
                start = end;
            }
            count /= 2;
        }
        drawn
    }

    fn show(&mut self, drawn: Vec<Drawn>, assertion: u32) -> Option<Execution> {
        let mut tape = Tape { drawn, at: 0, more: None };
        let end = self.machine.run(&mut tape, self.length, Notes::Everything);
        (end == End::Failed(assertion)).then(|| self.machine.execution(assertion)).flatten()
    }
}
