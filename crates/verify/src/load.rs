//! From text to core program, with a memory: the rounds of one question load the same program again and again, with
//! other encodings, other loops unrolled, other places left out.
//!
//! What is kept is the program as parsed and checked, which for C comes after the translation, by the encoding and by
//! the places that executions skip, the only things that differ between translations for one question. What comes
//! after (which loops are unrolled, which places are assumed) is done on a core program of one's own.

use crate::failure::Failure;
use crate::known::Phase;
use crate::program::{Program, Text, Translated, translate};
use crate::property::together;
use crate::question::Question;
use crate::run::Run;
use crate::table::Excluded;
use lariat_boogie::SourceMap;
use lariat_c2boogie::{FloatEncoding, IntegerEncoding, Options, Promoted, Shared};
use lariat_lower::{LowerOptions, Lowered, Peeling, Source, Stage};
use lariat_program::ProcId;
use lariat_refine::{Houdini, Proposed};
use lariat_verdict::{Assumption, ItemId};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// How the numbers of a C program are represented.
#[derive(Clone, Debug, PartialEq)]
pub struct Encoding {
    /// Integers.
    pub integers: IntegerEncoding,
    /// Floats.
    pub floats: FloatEncoding,
    /// Variables and maps that refinement has made bits.
    pub promoted: Vec<Promoted>,
}

impl Encoding {
    /// What the question asks for.
    pub fn of(question: &Question) -> Encoding {
        let Options { integers, floats, promoted, .. } = question.c.clone();
        Encoding { integers, floats, promoted }
    }

    /// Every integer is bits, and floats are what IEEE 754 says.
    pub const PRECISE: Encoding = Encoding {
        integers: IntegerEncoding::Bv,
        floats: FloatEncoding::Smt,
        promoted: Vec::new(),
    };

    /// Is nothing left open?
    pub fn is_precise(&self) -> bool {
        self.integers == IntegerEncoding::Bv && self.floats == FloatEncoding::Smt
    }
}

/// What tells translations for one question apart.
#[derive(Clone, Debug, PartialEq)]
struct Key {
    encoding: Encoding,
    skipped: BTreeSet<ItemId>,
}

/// A program that was parsed and checked.
struct Checked {
    source: Arc<Source>,
    /// The entry as the user knows it.
    name: String,
    /// What it was translated from.
    translated: Option<Translated>,
    /// Warnings, a line each.
    warnings: Vec<String>,
}

/// So many programs are kept: that of the search, that with bits, and the same behind failures.
const KEPT: usize = 4;

/// Loads the program of a question.
pub struct Loader<'a> {
    program: &'a Program,
    question: &'a Question,
    /// What all translations from C have in common.
    shared: OnceLock<Shared>,
    /// The last used is the last.
    checked: Mutex<Vec<(Key, Arc<Checked>)>>,
}

/// What loops are lowered to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Loops {
    Procedures,
    Cycles,
}

impl<'a> Loader<'a> {
    /// Nothing is loaded yet.
    pub fn new(program: &'a Program, question: &'a Question) -> Loader<'a> {
        Loader { program, question, shared: OnceLock::new(), checked: Mutex::default() }
    }

    /// What is loaded.
    pub fn program(&self) -> &'a Program {
        self.program
    }

    /// The program with this encoding, these places left out and these iterations as plain code.
    pub fn load(
        &self,
        encoding: &Encoding,
        excluded: &Excluded,
        peeling: &Peeling,
        run: &Run,
        warnings: &mut Vec<String>,
    ) -> Result<Loaded<'a>, Failure> {
        let checked = self.checked(encoding, &excluded.skipped, run)?;
        warnings.extend(checked.warnings.iter().cloned());
        run.enter(Phase::Lower);
        let parts = Parts { question: self.question, checked, excluded: excluded.clone() };
        let (lowered, entry) = parts.lower(peeling, Loops::Procedures)?;
        let sources = &parts.checked.source.sources;
        warnings.extend(lowered.warnings.iter().map(|w| w.one_line(sources)));
        let proposed = Proposed { existential: lowered.candidates, templates: lowered.templates };
        check_patterns(&proposed)?;
        Ok(Loaded { parts, program: lowered.program, entry, proposed })
    }

    fn checked(
        &self,
        encoding: &Encoding,
        skipped: &BTreeSet<ItemId>,
        run: &Run,
    ) -> Result<Arc<Checked>, Failure> {
        // Boogie has one encoding, and places are skipped in the core program.
        let key = match self.program.is_c() {
            true => Key { encoding: encoding.clone(), skipped: skipped.clone() },
            false => Key { encoding: Encoding::PRECISE, skipped: BTreeSet::new() },
        };
        let mut kept = self.checked.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = kept.iter().position(|(known, _)| *known == key) {
            let found = kept.remove(at);
            let checked = Arc::clone(&found.1);
            kept.push(found);
            return Ok(checked);
        }
        let checked = Arc::new(self.parse(&key, run)?);
        if kept.len() >= KEPT {
            kept.remove(0);
        }
        kept.push((key, Arc::clone(&checked)));
        Ok(checked)
    }

    fn parse(&self, key: &Key, run: &Run) -> Result<Checked, Failure> {
        let question = self.question;
        let (sources, translated) = match &self.program.text {
            Text::Boogie(sources) => (Arc::clone(sources), None),
            Text::C(parsed) => {
                run.enter(Phase::Read);
                let options = self.options(key);
                let shared = self.shared.get_or_init(|| Shared::of(&parsed.program, &options));
                let mut c = translate(parsed, &options, Some(shared))?;
                let text = std::mem::take(&mut c.translation.text);
                let sources = SourceMap::single(self.program.translated_name(), text)
                    .map_err(|e| Failure::Internal(format!("{e:?}")))?;
                (Arc::new(sources), Some(c))
            }
        };
        let mut warnings = translated.as_ref().map_or_else(Vec::new, Translated::warnings);
        let infer_modifies = question.infer_modifies || translated.is_some();
        let begins = |stage| {
            run.enter(match stage {
                Stage::Parse => Phase::Parse,
                Stage::Check => Phase::Check,
                Stage::Lower => Phase::Lower,
            });
        };
        let source = match &translated {
            None => self.program.source(infer_modifies, begins)?,
            Some(_) => Arc::new(Source::new(sources, infer_modifies, begins)?),
        };
        warnings.extend(source.warnings.iter().map(|w| w.one_line(&source.sources)));
        // The translation has marked the entry of a C program.
        let wanted = question.entry.as_deref().filter(|_| translated.is_none());
        let name = source.entry(wanted).map_err(Failure::Entry)?;
        run.learn(|known| known.entry = Some(name.clone()));
        tracing::info!(entry = name, "entry");
        Ok(Checked { source, name, translated, warnings })
    }

    /// How C is translated.
    fn options(&self, key: &Key) -> Options {
        let Key { encoding: Encoding { integers, floats, promoted }, skipped } = key.clone();
        Options {
            entry: self.question.entry.clone(),
            checks: together(&self.question.properties),
            integers,
            floats,
            promoted,
            skipped,
            ..self.question.c.clone()
        }
    }
}

/// What core programs are made from.
struct Parts<'a> {
    question: &'a Question,
    checked: Arc<Checked>,
    excluded: Excluded,
}

impl Parts<'_> {
    /// The core program and its entry.
    fn lower(&self, peeling: &Peeling, loops: Loops) -> Result<(Lowered, ProcId), Failure> {
        let options = LowerOptions {
            candidates: self.question.prover.houdini != Houdini::Off,
            peeling: peeling.clone(),
            keep_loops: loops == Loops::Cycles,
            modular: self.question.modular.clone(),
            ..LowerOptions::default()
        };
        let (mut lowered, start) = self.checked.source.lower(&self.checked.name, &options)?;
        let Excluded { assumed, skipped } = &self.excluded;
        lowered.program.assume_items(assumed);
        lowered.program.skip_items(skipped);
        Ok((lowered, start))
    }
}

/// A program that was lowered.
pub struct Loaded<'a> {
    parts: Parts<'a>,
    /// As lowered, before any pass.
    pub program: lariat_program::Program,
    /// Where execution starts.
    pub entry: ProcId,
    /// Candidates that the user proposes for summaries.
    pub proposed: Proposed,
}

impl Loaded<'_> {
    /// The entry as the user knows it.
    pub fn name(&self) -> &str {
        &self.parts.checked.name
    }

    /// What it was translated from.
    pub fn translated(&self) -> Option<&Translated> {
        self.parts.checked.translated.as_ref()
    }

    /// The program with these iterations of loops as plain code.
    pub fn unrolled(&self, peeling: &Peeling) -> Result<lariat_program::Program, Failure> {
        Ok(self.parts.lower(peeling, Loops::Procedures)?.0.program)
    }

    /// The same in place of this one.
    pub fn peeled(self, peeling: &Peeling) -> Result<Self, Failure> {
        if peeling.is_empty() {
            return Ok(self);
        }
        let (lowered, entry) = self.parts.lower(peeling, Loops::Procedures)?;
        let proposed = Proposed { existential: lowered.candidates, templates: lowered.templates };
        Ok(Loaded { program: lowered.program, entry, proposed, ..self })
    }

    /// What claims about it rest on.
    pub fn assumptions(&self) -> BTreeSet<Assumption> {
        self.translated().map_or_else(BTreeSet::new, |c| c.translation.assumptions.clone())
    }

    /// The same with loops as cycles of blocks, and its entry.
    pub fn with_cycles(&self) -> Result<(lariat_program::Program, ProcId), Failure> {
        let (lowered, entry) = self.parts.lower(&Peeling::default(), Loops::Cycles)?;
        Ok((lowered.program, entry))
    }
}

fn check_patterns(proposed: &Proposed) -> Result<(), Failure> {
    for pattern in proposed.templates.variables.iter().filter_map(|v| v.matching.as_ref()) {
        if let Err(error) = regex::Regex::new(pattern) {
            let reason = error.to_string();
            return Err(Failure::Template { pattern: pattern.clone(), reason });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Silent;
    use lariat_budget::Budget;
    use lariat_c::DataModel;

    /// One translation for each encoding, whatever is assumed; another one for what is skipped.
    #[test]
    fn what_is_the_same_is_translated_once() {
        let program = Program::c("x.c", "int main(void) { return 0; }", DataModel::Lp64);
        let program = program.expect("a program");
        let question = Question::assertions();
        let loader = Loader::new(&program, &question);
        let run = Run::new(Budget::unlimited(), Silent);
        let load = |encoding: &Encoding, excluded: &Excluded| {
            let loaded =
                loader.load(encoding, excluded, &Peeling::default(), &run, &mut Vec::new());
            loaded.expect("a program").parts.checked
        };
        let (mixed, nothing) = (Encoding::of(&question), Excluded::default());
        let assumed = Excluded { assumed: [ItemId(1)].into(), ..Excluded::default() };
        let skipped = Excluded { skipped: [ItemId(1)].into(), ..Excluded::default() };
        let first = load(&mixed, &nothing);
        let bits = load(&Encoding::PRECISE, &nothing);
        assert!(!Arc::ptr_eq(&first, &bits));
        assert!(Arc::ptr_eq(&first, &load(&mixed, &assumed)));
        assert!(Arc::ptr_eq(&bits, &load(&Encoding::PRECISE, &assumed)));
        assert!(!Arc::ptr_eq(&first, &load(&mixed, &skipped)));
    }
}
