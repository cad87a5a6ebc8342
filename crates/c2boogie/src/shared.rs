//! What all translations of one program have in common.
//!
//! A run translates a program several times, with other representations of integers, floats and memory. The flat
//! program before these choices is the same each time, and with it what is found out about it.

use crate::interpret::{self, Findings};
use crate::ir::Module;
use crate::items::Places;
use crate::{FloatEncoding, IntegerEncoding, MemoryModelKind, Options};
use lariat_c::Program;
use std::sync::Mutex;

/// The numbers of its places, and the findings of the abstract interpretation.
#[derive(Debug, Default)]
pub struct Shared {
    pub(crate) places: Places,
    /// By the options that the flat program depends on; the last ones.
    findings: Mutex<Vec<(Options, Option<Findings>)>>,
}

impl Shared {
    /// Findings for so many different options are kept.
    const KEPT: usize = 4;

    /// That of a program.
    pub fn of(program: &Program, options: &Options) -> Shared {
        Shared { places: Places::of(program, options), findings: Mutex::default() }
    }

    /// What an abstract interpretation of the flat program finds out; `None` if that is too much work.
    pub(crate) fn findings(&self, m: &Module, options: &Options) -> Option<Findings> {
        let relevant = Options {
            integers: IntegerEncoding::default(),
            floats: FloatEncoding::default(),
            memory: MemoryModelKind::default(),
            promoted: Vec::new(),
            ..options.clone()
        };
        let mut kept = self.findings.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some((_, known)) = kept.iter().find(|(known, _)| *known == relevant) {
            return known.clone();
        }
        let found = interpret::interpret(m, options.discharge);
        if kept.len() >= Shared::KEPT {
            kept.remove(0);
        }
        kept.push((relevant, found.clone()));
        found
    }
}
