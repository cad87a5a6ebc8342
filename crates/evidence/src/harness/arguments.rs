//! The arguments of a program: the texts that `argv` points to in an execution.

use crate::memory::{Allocation, InitialWord, allocations};
use crate::{Execution, bits};
use lariat_trace::{Step, StepKind};

/// The model that makes lists of texts: first the list, then for each text its length and its memory.
pub const TEXTS: &str = "__lariat_texts";
/// What characters are that nobody reads.
const ANY: u8 = b'x';

/// A text of `argv`.
pub struct Text {
    /// Where it starts.
    pub address: u64,
    length: u64,
}

/// The texts of `argv`, the name of the program first.
pub fn texts(execution: Execution<'_>) -> Vec<Text> {
    let steps = &execution.trace.steps;
    // The same model makes the environment, later.
    let returns = |s: &Step| matches!(&s.kind, StepKind::Return { from, .. } if from == TEXTS);
    let end = steps.iter().position(returns).unwrap_or(0);
    let all = allocations(execution);
    let ours = all.iter().filter(|a| a.step < end && steps[a.step].procedure == TEXTS);
    let text = |allocation: &Allocation| {
        let chosen = steps[..allocation.step].iter().rev().find(|s| s.kind == StepKind::Havoc);
        let length = chosen.and_then(|s| bits::of_shown(&s.writes.first()?.value)).unwrap_or(0);
        Text { address: allocation.address, length: length as u64 }
    };
    ours.skip(1).map(text).collect()
}

impl Text {
    /// Its characters, up to the zero.
    pub fn bytes(&self, words: &[InitialWord]) -> Vec<u8> {
        let byte = |at: u64| {
            let around = |w: &&InitialWord| w.address <= at && at - w.address < u64::from(w.width);
            words.iter().find(around).map_or(ANY, |w| (w.bits >> (8 * (at - w.address))) as u8)
        };
        // Behind what is read the length tells how long it is: it may be read, too.
        (0..self.length).map(|i| byte(self.address + i)).take_while(|&b| b != 0).collect()
    }

    /// Does the execution read it?
    pub fn is_read(&self, words: &[InitialWord]) -> bool {
        words.iter().any(|w| self.address <= w.address && w.address < self.address + self.length)
    }
}
