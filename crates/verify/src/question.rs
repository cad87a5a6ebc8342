//! What is asked about a program, and how the answer is looked for.

use crate::property::Property;
use lariat_c2boogie::Checks;
use lariat_lower::Modular;
use lariat_passes::Goal;
use lariat_refine::{Algorithm, ProverOptions, Variables};
use lariat_verdict::CutOff;
use std::time::Duration;

/// A question with all its settings.
#[derive(Clone, Debug)]
pub struct Question {
    /// Does an assertion fail, or can the entry return?
    pub goal: Goal,
    /// The entry procedure, if the user named one.
    pub entry: Option<String>,
    /// Whether modifies clauses of Boogie are inferred.
    pub infer_modifies: bool,
    /// What must hold; each checked place belongs to one of these.
    pub properties: Vec<Property>,
    /// How many failures are looked for.
    pub failures: Failures,
    /// How C is translated. Its entry, its checks and what is skipped follow from the rest of the question.
    pub c: lariat_c2boogie::Options,
    /// Whether the prover for C is asked about the path of a bug.
    pub confirm_bits: bool,
    /// How far loops are unrolled.
    pub loops: LoopOptions,
    /// Settings of the search.
    pub search: lariat_reach::Options,
    /// Whether the search goes on beyond the bound while there is time.
    pub deepen: bool,
    /// Which variables may be left out until a path needs them.
    pub leave_out: Variables,
    /// Patterns of variables that are tracked from the start.
    pub track: Vec<String>,
    /// How the variables that a path needs are found.
    pub algorithm: Algorithm,
    /// Whether the solver reasons about everything from the start.
    pub exact: bool,
    /// Whether a round of refinement starts where the last one left off.
    pub reuse: bool,
    /// How proofs for every bound are found.
    pub prover: ProverOptions,
    /// A solver command instead of the built-in Z3.
    pub solver: Option<String>,
    /// Seed of the solver.
    pub seed: u32,
    /// Parameters for the Z3 in process, beyond the tuned ones.
    pub z3_options: Vec<(String, String)>,
    /// Not to be answered, but split into parts.
    pub split: Option<SplitRequest>,
    /// Not about the whole program, but about one implementation of the entry against contracts.
    pub modular: Option<Modular>,
}

/// How many failing places are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failures {
    /// All of them.
    All,
    /// One for each property, as files in the style of SV-COMP ask.
    OnePerProperty,
    /// One.
    One,
}

impl Question {
    /// Can an assertion fail? With the settings of `lariat check`, on one thread.
    pub fn assertions() -> Question {
        Question {
            goal: Goal::Failure,
            entry: None,
            infer_modifies: false,
            properties: vec![Property::named("assertions", Checks::default())],
            failures: Failures::All,
            c: lariat_c2boogie::Options {
                discharge: lariat_c2boogie::Discharge::Shown,
                ..lariat_c2boogie::Options::default()
            },
            confirm_bits: false,
            loops: LoopOptions::default(),
            search: lariat_reach::Options {
                recursion_bound: crate::DEFAULT_RECURSION_BOUND,
                ..lariat_reach::Options::default()
            },
            deepen: false,
            leave_out: Variables::Auto,
            track: Vec::new(),
            algorithm: Algorithm::default(),
            exact: false,
            reuse: true,
            prover: ProverOptions::default(),
            solver: None,
            seed: 0,
            z3_options: Vec::new(),
            split: None,
            modular: None,
        }
    }

    /// Can the entry procedure return?
    pub fn returns() -> Question {
        Question {
            goal: Goal::Return,
            properties: vec![Property::named("return", Checks::default())],
            failures: Failures::One,
            ..Question::assertions()
        }
    }

    /// With another bound.
    pub fn recursion_bound(mut self, bound: u32) -> Question {
        self.search.recursion_bound = bound;
        self
    }

    /// With another entry procedure.
    pub fn entry(mut self, name: &str) -> Question {
        self.entry = Some(name.to_owned());
        self
    }

    /// With other properties of a C program.
    pub fn properties(mut self, properties: Vec<Property>) -> Question {
        self.properties = properties;
        self
    }

    /// Is it about a part, or are parts to be made? A part must be the same on every machine.
    pub fn is_about_parts(&self) -> bool {
        self.split.is_some() || self.search.part.is_some()
    }

    /// The same question; if it is about parts, without loop bounds that depend on the time that there was.
    pub(crate) fn reproducible(&self) -> Question {
        let mut question = self.clone();
        if self.is_about_parts() {
            let unwind = self.loops.unwind.clone();
            question.loops = LoopOptions { unwind, ..LoopOptions::off() };
            question.deepen = false;
        }
        question
    }
}

/// What to do instead of answering.
#[derive(Clone, Copy, Debug)]
pub struct SplitRequest {
    /// How many parts to make.
    pub parts: usize,
    /// How long to search before.
    pub after: Duration,
}

/// How loops are treated.
#[derive(Clone, Debug)]
pub struct LoopOptions {
    /// How many iterations beyond the bound each loop gets.
    pub bounds: LoopBounds,
    /// Loops that need more iterations than this are long, and not unrolled for that.
    pub long: u32,
    /// After that many iterations of a long loop, let what it changes be anything.
    pub abstract_long: bool,
    /// Loops that are unrolled so often, whatever the bound.
    pub unwind: Vec<Unwinding>,
    /// When a C program is run.
    pub execute: Execute,
}

impl Default for LoopOptions {
    fn default() -> LoopOptions {
        LoopOptions {
            bounds: LoopBounds::Infer,
            long: lariat_loops::LONG,
            abstract_long: false,
            unwind: Vec::new(),
            execute: Execute::Auto,
        }
    }
}

impl LoopOptions {
    /// The same bound for all loops, and nothing else.
    pub fn off() -> LoopOptions {
        LoopOptions { bounds: LoopBounds::Off, execute: Execute::Off, ..LoopOptions::default() }
    }
}

/// How bounds of loops are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LoopBounds {
    /// The least number of iterations after which a loop can be left is added.
    #[default]
    Infer,
    /// The same bound for all loops.
    Off,
}

impl LoopBounds {
    /// Both, with their names and what users are told about them.
    pub const TABLE: &[(LoopBounds, &str, &str)] = &[
        (
            LoopBounds::Infer,
            "infer",
            "The least number of iterations after which a loop can be left is added",
        ),
        (LoopBounds::Off, "off", "The same bound for all loops"),
    ];
}

/// When a C program is run with some values, which goes through long loops in no time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Execute {
    /// For two seconds at most, then beside the search; more of it if it has long loops or no inputs.
    #[default]
    Auto,
    /// For longer in any case.
    On,
    /// Never.
    Off,
}

impl Execute {
    /// All answers, with their names and what users are told about them.
    pub const TABLE: &[(Execute, &str, &str)] = &[
        (
            Execute::Auto,
            "auto",
            "For two seconds at most, then beside the search; more of it if it has long loops or no inputs",
        ),
        (Execute::On, "on", "For longer in any case"),
        (Execute::Off, "off", "Never"),
    ];
}

/// Loops that are unrolled so often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unwinding {
    /// Which loops, by line, `FILE:LINE` or procedure; all if none.
    pub which: Option<String>,
    /// How often.
    pub iterations: u32,
}

impl Unwinding {
    /// So many iterations of every loop.
    pub fn all(iterations: u32) -> Unwinding {
        Unwinding { which: None, iterations }
    }

    pub(crate) fn means(&self, what: &CutOff) -> bool {
        let Some(which) = &self.which else { return true };
        let at = what.place.as_ref().is_some_and(|place| match which.rsplit_once(':') {
            Some((file, line)) => {
                place.line.to_string() == line
                    && (place.file == file || place.file.ends_with(&format!("/{file}")))
            }
            None => place.line.to_string() == *which,
        });
        at || what.procedure == *which
    }
}
