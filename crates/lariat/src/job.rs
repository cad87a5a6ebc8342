//! What a command is to do: the question, where its program is, and what is written besides the answer.

use crate::args::c::{self, CArgs};
use crate::args::evidence::EvidenceArgs;
use crate::args::{CheckArgs, DumpRequest, checks};
use crate::c::{is_c, read};
use crate::input::read_sources;
use crate::resources;
use lariat_boogie::Library;
use lariat_c2boogie::Checks;
use lariat_passes::Goal;
use lariat_verify::{DEFAULT_RECURSION_BOUND, Failure, Failures, Phase, Program, Property};
use lariat_verify::{Question, Run};

/// A question about files.
#[derive(Clone, Debug)]
pub struct Job {
    /// The files of the program.
    pub files: Vec<String>,
    /// Libraries of a Boogie program.
    pub libraries: Vec<Library>,
    /// How C is read.
    pub c: CArgs,
    /// The question.
    pub question: Question,
    /// What is written besides the answer.
    pub outputs: Outputs,
}

/// What is written besides the answer.
#[derive(Clone, Debug, Default)]
pub struct Outputs {
    /// What is wanted beyond the trace of a bug in C.
    pub evidence: EvidenceArgs,
    /// Where inferred summaries are written.
    pub summaries: Option<String>,
    /// Where a proof by summaries is written.
    pub certificate: Option<String>,
    /// Where queries are written.
    pub log_smt: Option<String>,
    /// Programs to print.
    pub dumps: Vec<DumpRequest>,
}

impl Job {
    /// What to do, from the command line.
    pub fn new(args: &CheckArgs) -> Result<Job, Failure> {
        let (mut c, mut loops) = (args.c.clone(), args.loops.clone());
        if let Some(preset) = args.preset {
            preset.apply(&mut c, &mut loops);
        }
        let goal = args.goal;
        let question = Question {
            goal,
            entry: args.entry.clone(),
            infer_modifies: args.infer_modifies,
            properties: properties(&args.files, &c, goal)?,
            failures: match args.c.property {
                _ if args.stop_at_first || args.goal == Goal::Return => Failures::One,
                Some(_) => Failures::OnePerProperty,
                None => Failures::All,
            },
            c: c::options(&c),
            confirm_bits: c.confirm_bits,
            loops: loops.options(),
            search: lariat_reach::Options {
                recursion_bound: args.recursion_bound.unwrap_or(DEFAULT_RECURSION_BOUND),
                strategy: args.strategy,
                sharing: !args.no_sharing,
                error_skeleton: !args.no_skeleton,
                jobs: resources::threads(args.jobs),
                ..lariat_reach::Options::default()
            },
            // Who gives time and no bound wants the time to be used.
            deepen: args.deepen || args.recursion_bound.is_none() && args.time_limit.is_some(),
            leave_out: args.abstraction.leave_out(),
            track: args.abstraction.track.clone(),
            algorithm: args.abstraction.refinement,
            exact: args.exact || args.solver.is_some(),
            reuse: !args.abstraction.no_reuse,
            prover: args.proof.options(args.seed, args.recursion_bound.is_none()),
            solver: args.solver.clone(),
            seed: args.seed,
            z3_options: args.z3_option.clone(),
            ..Question::assertions()
        };
        let outputs = Outputs {
            evidence: args.evidence.clone(),
            summaries: args.proof.summaries.clone(),
            certificate: args.proof.certificate.clone(),
            log_smt: args.log_smt.clone(),
            dumps: args.dump_after.clone(),
        };
        let libraries = args.library.lib.clone();
        Ok(Job { files: args.files.clone(), libraries, c, question, outputs })
    }

    /// Is it about a program in C?
    pub fn is_c(&self) -> bool {
        self.files.iter().any(|f| is_c(f))
    }

    /// Reads the program.
    pub fn read(&self, run: &Run) -> Result<Program, Failure> {
        run.enter(Phase::Read);
        let names = self.files.clone();
        Ok(match self.is_c() {
            true => Program::c_files(names, read(&self.files, &self.c)?),
            false => {
                let sources = read_sources(&self.files, &self.libraries).map_err(Failure::Input)?;
                Program::boogie_files(names, sources)
            }
        })
    }
}

/// The properties of a program: of C, those asked for; of Boogie, that its assertions hold.
pub fn properties(files: &[String], c: &CArgs, goal: Goal) -> Result<Vec<Property>, Failure> {
    if files.iter().any(|f| is_c(f)) {
        return checks::chosen(c);
    }
    let name = match goal {
        Goal::Failure => "assertions",
        Goal::Return => "return",
    };
    Ok(vec![Property::named(name, Checks::default())])
}
