//! From files to a verdict: the one place that knows all stages and their order.

use crate::c::is_c;
use crate::cli::{DumpRequest, GoalArg, StrategyArg};
use crate::confirm::confirm;
use crate::entry::{NoEntry, find_entry};
use crate::evidence::{Translated, wishes};
use crate::executions::{Effort, Executions};
use crate::failure::Failure;
use crate::input::{plain_reason, read_sources};
use crate::items;
use crate::known::Phase;
use crate::loops;
use crate::precision::{Precise, Unrolled, bit_by_bit};
use crate::property::Property;
use crate::report::{self, Finding};
use crate::solvers::{self, Solvers};
use crate::start::assume_at_start;
use crate::supervise::Shared;
use crate::table::Excluded;
use crate::track::tracked_from_start;
use lariat_boogie::{CheckOptions, Checked, Diagnostic, SourceMap};
use lariat_c2boogie::Promoted;
use lariat_lower::{LowerOptions, Lowered, Peeling};
use lariat_passes::{Goal, Pass};
use lariat_program::{ProcId, Program};
use lariat_reach::{Options, Outcome, StrategyKind};
use lariat_refine::{
    Algorithm, Houdini, Observer, Proposed, ProvedBy, ProverOptions, RefineStats, Stage, Variables,
};
use lariat_trace::ConcretiseError;
use lariat_verdict::{Assumption, ItemId, Reason, ReasonKind};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What the pipeline is to do.
#[derive(Clone, Debug)]
pub struct Job {
    /// The files of the program.
    pub files: Vec<String>,
    /// The question.
    pub goal: Goal,
    /// The entry procedure, if the user named one.
    pub entry: Option<String>,
    /// Whether modifies clauses are inferred.
    pub infer_modifies: bool,
    /// How C is translated, if the files are C.
    pub c: crate::c::CArgs,
    /// How far loops are unrolled.
    pub loops: loops::LoopArgs,
    /// What is wanted beyond the trace of a bug in C.
    pub evidence: crate::evidence::EvidenceArgs,
    /// Settings of the search.
    pub search: Options,
    /// Whether the search goes on beyond the bound while there is time.
    pub deepen: bool,
    /// Which variables may be left out until a path needs them.
    pub leave_out: Variables,
    /// Patterns of variables that are tracked from the start.
    pub track: Vec<String>,
    /// How the variables that a path needs are found.
    pub algorithm: Algorithm,
    /// How the search begins.
    pub exact: bool,
    /// Whether a round of refinement starts where the last one left off.
    pub reuse: bool,
    /// How proofs for every bound are found.
    pub prover: ProverOptions,
    /// Where inferred summaries are written.
    pub summaries: Option<String>,
    /// Where a proof by summaries is written.
    pub certificate: Option<String>,
    /// A solver command instead of the built-in Z3.
    pub solver: Option<String>,
    /// Where queries are written.
    pub log_smt: Option<String>,
    /// Seed of the solver.
    pub seed: u32,
    /// Parameters for the Z3 in process, beyond the tuned ones.
    pub z3_options: Vec<(String, String)>,
    /// Programs to print.
    pub dumps: Vec<DumpRequest>,
    /// Not to be answered, but split into parts.
    pub split: Option<crate::split::Request>,
    /// How many failures are looked for.
    pub failures: Failures,
    /// The properties that the places belong to.
    pub properties: Vec<Property>,
    /// The places that this search leaves out.
    pub excluded: Excluded,
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

impl Job {
    /// Is it about a program in C?
    pub fn is_c(&self) -> bool {
        self.files.iter().any(|f| is_c(f))
    }
}

/// What came out of one search; what it found out is in the table.
#[derive(Debug, Default)]
pub struct Answer {
    /// The place that an execution reached.
    pub reached: Option<ItemId>,
    /// Whether it ended for want of time or memory.
    pub is_limited: bool,
    /// Counters.
    pub stats: RefineStats,
    /// Warnings, `file:line:col: …`.
    pub warnings: Vec<String>,
    /// Variables to promote if the path is spurious under bit-precise semantics.
    pub spurious: Option<Vec<Promoted>>,
    /// What is left to search, if that was asked for.
    pub parts: Vec<lariat_reach::Part>,
    /// Why it was not split, if that was asked for and there is a reason.
    pub not_split: Option<Reason>,
}

/// A program that was read and checked.
pub struct Source {
    /// The texts.
    pub sources: Arc<SourceMap>,
    /// The tree.
    pub program: lariat_boogie::Program,
    /// Names and types.
    pub checked: Checked,
    /// What is not an error.
    pub warnings: Vec<Diagnostic>,
}

/// Reads, parses and checks.
pub fn read_program(
    files: &[String],
    infer_modifies: bool,
    shared: &Shared,
) -> Result<Source, Failure> {
    shared.enter(Phase::Read);
    let sources = Arc::new(read_sources(files).map_err(Failure::Input)?);
    parse_program(sources, infer_modifies, shared)
}

/// Parses and checks.
fn parse_program(
    sources: Arc<SourceMap>,
    infer_modifies: bool,
    shared: &Shared,
) -> Result<Source, Failure> {
    shared.enter(Phase::Parse);
    let parsed = lariat_boogie::parse(&sources);
    let reject = |diagnostics| Failure::Program { diagnostics, sources: Arc::clone(&sources) };
    if !parsed.is_ok() {
        return Err(reject(parsed.diagnostics));
    }
    shared.enter(Phase::Check);
    let mut checked = lariat_boogie::check(&parsed.program, &CheckOptions { infer_modifies });
    let mut warnings = parsed.diagnostics;
    let accepted = checked.is_ok();
    warnings.append(&mut checked.diagnostics);
    if !accepted {
        return Err(reject(warnings));
    }
    Ok(Source { sources, program: parsed.program, checked, warnings })
}

/// A program that was read and lowered.
pub struct Loaded {
    source: Source,
    /// As lowered, before any pass.
    pub program: Program,
    /// Where execution starts.
    pub entry: ProcId,
    /// The entry as the user knows it.
    pub name: String,
    proposed: Proposed,
    /// What it was translated from.
    pub translated: Option<Translated>,
}

/// Reads and lowers a program of either language.
pub fn load(
    job: &Job,
    peeling: &Peeling,
    shared: &Shared,
    warnings: &mut Vec<String>,
) -> Result<Loaded, Failure> {
    let is_c = job.is_c();
    let mut translated = None;
    let source = match is_c {
        true => {
            shared.enter(Phase::Read);
            let skipped = &job.excluded.skipped;
            let args =
                crate::c::CArgs { discharge: lariat_c2boogie::Discharge::Shown, ..job.c.clone() };
            let mut c = crate::c::translate(&job.files, &args, job.entry.as_deref(), skipped)?;
            warnings.extend(c.warnings());
            let text = std::mem::take(&mut c.translation.text);
            translated = Some(c);
            let mut sources = SourceMap::new();
            sources
                .add(crate::c::translated_name(&job.files), text)
                .map_err(|e| Failure::Internal(format!("{e:?}")))?;
            parse_program(Arc::new(sources), true, shared)?
        }
        false => read_program(&job.files, job.infer_modifies, shared)?,
    };
    warnings.extend(source.warnings.iter().map(|w| w.one_line(&source.sources)));
    let name = entry_name(job, &source, is_c)?;
    shared.learn(|known| known.entry = Some(name.clone()));
    tracing::info!(entry = name, "entry");

    shared.enter(Phase::Lower);
    let (lowered, entry) = lower(&source, &name, job, peeling, Loops::Procedures)?;
    warnings.extend(lowered.warnings.iter().map(|w| w.one_line(&source.sources)));
    let proposed = Proposed { existential: lowered.candidates, templates: lowered.templates };
    check_patterns(&proposed)?;
    Ok(Loaded { source, program: lowered.program, entry, name, proposed, translated })
}

impl Loaded {
    /// The same with iterations of loops as plain code.
    fn peeled(self, job: &Job, peeling: &Peeling) -> Result<Loaded, Failure> {
        if peeling.is_empty() {
            return Ok(self);
        }
        let (lowered, entry) = lower(&self.source, &self.name, job, peeling, Loops::Procedures)?;
        let proposed = Proposed { existential: lowered.candidates, templates: lowered.templates };
        Ok(Loaded { program: lowered.program, entry, proposed, ..self })
    }

    /// What claims about it rest on.
    fn assumptions(&self) -> BTreeSet<Assumption> {
        self.translated.as_ref().map_or_else(BTreeSet::new, |c| c.translation.assumptions.clone())
    }

    /// The same with loops as cycles of blocks, and its entry.
    pub fn with_cycles(&self, job: &Job) -> Result<(Program, ProcId), Failure> {
        let none = Peeling::default();
        let (lowered, entry) = lower(&self.source, &self.name, job, &none, Loops::Cycles)?;
        Ok((lowered.program, entry))
    }
}

/// What loops are lowered to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Loops {
    Procedures,
    Cycles,
}

/// Does the job with the settings that it has.
pub fn run(job: &Job, shared: &Shared) -> Result<Answer, Failure> {
    // Parts are of the program that anybody gets, whatever there was time for.
    let steady = (job.split.is_some() || job.search.part.is_some()).then(|| Job {
        loops: loops::LoopArgs { unwind: job.loops.unwind.clone(), ..loops::LoopArgs::off() },
        deepen: false,
        ..job.clone()
    });
    let job = steady.as_ref().unwrap_or(job);
    let mut warnings: Vec<String> = Vec::new();
    let loaded = load(job, &Peeling::default(), shared, &mut warnings)?;
    let under = loaded.assumptions();
    let wanted = if job.deepen { 0 } else { job.search.recursion_bound };
    shared.table(|t| t.begin(|| items::of(job, &loaded), &job.excluded, under, wanted));
    if let Some(reason) = shared.stop_reason() {
        return Ok(unanswered(reason, warnings, shared));
    }
    let maps_not_compared = !loaded.program.compares_maps();
    shared.learn(|known| known.maps_not_compared = maps_not_compared);
    let mut executions = Executions::new(job, &loaded);
    if let Some(answer) = executions.run(Effort::Little, shared, &mut warnings)? {
        return Ok(answer);
    }
    shared.enter(Phase::Loops);
    let pragmas = loaded.translated.as_ref().map_or(Vec::new(), |c| c.translation.unwind.clone());
    let estimates = loops::estimates(&loaded.program, loaded.entry, job, &pragmas, shared)?;
    if (job.loops.execute == loops::ExecuteArg::On
        || executions.seems_closed()
        || loops::some_are_long(&estimates))
        && let Some(answer) = executions.run(Effort::More, shared, &mut warnings)?
    {
        return Ok(answer);
    }
    let peeling = loops::peeling(&loaded.program, &estimates, job);
    let again = |peeling: &Peeling| {
        lower(&loaded.source, &loaded.name, job, peeling, Loops::Procedures)
            .map(|(lowered, _)| lowered.program)
    };
    let peeling = loops::constant_loops(&loaded.program, &estimates, peeling, &again)?;
    let mut loaded = loaded.peeled(job, &peeling)?;
    let (program, entry) = (&mut loaded.program, loaded.entry);
    let cut_offs = Arc::new(loops::cut_offs(program, job.is_c()));
    shared.learn(|known| known.cut_offs = Arc::clone(&cut_offs));
    let long = loops::set_bounds(program, &estimates, &peeling, job, &pragmas, &cut_offs)?;
    for hit in long.iter().filter_map(|a| cut_offs.get(a.procedure.index())) {
        let (place, after) = (hit.what.show(), job.loops.long_loops);
        warnings.push(format!("warning: {place}: anything after {after} iterations"));
    }
    let mut watcher = Watcher { shared, requests: &job.dumps, failure: None };
    watcher.program(Pass::Lower, program, entry);
    let proposed = std::mem::take(&mut loaded.proposed);
    let mut prover = job.prover.clone();
    if !proposed.is_empty() && prover.houdini == Houdini::Auto {
        prover.houdini = Houdini::First;
    }
    prover.proposed = proposed;
    let options = lariat_refine::Options {
        search: job.search.clone(),
        deepen: job.deepen,
        leave_out: job.leave_out,
        tracked: tracked_from_start(job, program, entry)?,
        algorithm: job.algorithm,
        exact: job.exact,
        reuse: job.reuse,
        prover,
    };
    let solvers = Solvers::new(job, shared);
    let program = &loaded.program;
    if let Some(request) = job.split {
        return crate::split::search_and_split(job, (program, entry), request, &solvers, shared);
    }
    let (outcome, stats) = lariat_refine::check(
        program,
        entry,
        job.goal,
        &options,
        &solvers,
        shared.budget(),
        shared,
        &mut watcher,
    )
    .map_err(refine_failure)?;
    if let Some(failure) = watcher.failure {
        return Err(failure);
    }
    let engine = stats.proved_by.map_or(SEARCH, ProvedBy::word);
    let mut depth = None;
    let finding = match outcome {
        Outcome::Unreachable => Finding::Unreachable,
        Outcome::UnreachableWithinBound { bound, hits } => {
            Finding::Within(report::cut(bound, &shared.known().describe(&hits)))
        }
        Outcome::Unknown(why) => {
            Finding::Unknown(shared.explain(Reason::new(ReasonKind::Solver, why)))
        }
        Outcome::Reachable(found) => {
            let new_solver = || solvers::start(job, solvers::Use::Replay, shared);
            let unrolled = Unrolled { peeling: &peeling, abstracted: &long };
            // Iterations that are plain code are not counted, so then nothing is known about the depth.
            depth = peeling.is_empty().then(|| found.bound.max(found.path.deepest_recursion()));
            match loops::doubt(&found.path, &long, &cut_offs) {
                Some(reason) => Finding::Unknown(reason),
                None => match bit_by_bit(job, program, &unrolled, &found, &new_solver, shared)? {
                    Precise::Same => {
                        shared.enter(Phase::Replay);
                        let wishes = wishes(program, loaded.translated.as_ref());
                        confirm(program, &loaded.name, &found, &wishes, &new_solver, shared)?
                    }
                    Precise::Finding(finding) => finding,
                    Precise::Spurious(culprits) => {
                        let spurious = Some(culprits);
                        return Ok(Answer { stats, warnings, spurious, ..Answer::default() });
                    }
                },
            }
        }
    };
    let answer = Answer { stats, warnings, ..Answer::default() };
    conclude(job, &loaded, finding, engine, depth, answer, shared)
}

/// What answers of the search are signed with.
const SEARCH: &str = "search";

/// Enters what was found out into the table: an execution at once, and again when there is more to show about it.
pub fn conclude(
    job: &Job,
    loaded: &Loaded,
    mut finding: Finding,
    engine: &str,
    depth: Option<u32>,
    mut answer: Answer,
    shared: &Shared,
) -> Result<Answer, Failure> {
    crate::confirm_bits::settle(job, &mut finding, shared);
    if let Finding::Bug(bug) = &mut finding {
        shared.table(|t| t.reword(bug));
    }
    answer.reached = shared.table(|t| t.learn(&finding, engine, depth));
    match finding {
        Finding::Bug(mut bug) => {
            let place = answer.reached.ok_or_else(|| {
                Failure::Internal("an execution fails at a place without a number".into())
            })?;
            if let Some(c) = &loaded.translated {
                shared.enter(Phase::Evidence);
                crate::evidence::give(job, &mut bug, c, shared)?;
                shared.table(|t| t.elaborate(place, *bug));
            }
        }
        Finding::Unknown(reason) => answer.is_limited = reason.kind.is_limit(),
        Finding::Unreachable | Finding::Within(_) => {}
    }
    shared.learn(|known| known.finish());
    Ok(answer)
}

fn entry_name(job: &Job, source: &Source, is_c: bool) -> Result<String, Failure> {
    let (program, checked) = (&source.program, &source.checked);
    let entry = find_entry(program, checked, job.entry.as_deref().filter(|_| !is_c))
        .map_err(Failure::Entry)?;
    Ok(program.text(checked.procedures[entry.index()].name).to_owned())
}

fn unanswered(reason: Reason, warnings: Vec<String>, shared: &Shared) -> Answer {
    shared.table(|t| t.give_up(&reason));
    Answer { is_limited: reason.kind.is_limit(), warnings, ..Answer::default() }
}

/// The core program and its entry.
fn lower(
    source: &Source,
    entry: &str,
    job: &Job,
    peeling: &Peeling,
    loops: Loops,
) -> Result<(Lowered, ProcId), Failure> {
    let options = LowerOptions {
        candidates: job.prover.houdini != Houdini::Off,
        peeling: peeling.clone(),
        keep_loops: loops == Loops::Cycles,
        ..LowerOptions::default()
    };
    let lowered = lariat_lower::lower(&source.program, &source.checked, &source.sources, &options);
    let mut lowered = lowered.map_err(|diagnostics| Failure::Program {
        diagnostics,
        sources: Arc::clone(&source.sources),
    })?;
    // Lowering makes an instance of a polymorphic procedure for each use, and the entry has none.
    let start = lowered.procedure(entry).ok_or_else(|| {
        Failure::Entry(NoEntry {
            message: format!("procedure `{entry}` has type parameters, so it cannot be the entry"),
            help: "write a procedure without type parameters that calls it, and start there".into(),
        })
    })?;
    let start = assume_at_start(&mut lowered.program, start, &lowered.global_where);
    let Excluded { assumed, skipped } = &job.excluded;
    lowered.program.assume_items(assumed);
    lowered.program.skip_items(skipped);
    Ok((lowered, start))
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

fn refine_failure(error: ConcretiseError) -> Failure {
    match error {
        ConcretiseError::Solver(error) => Failure::Solver(error),
        error => Failure::Internal(error.to_string()),
    }
}

/// Writes what Houdini kept, also after a run that a limit has ended.
pub fn write_summaries(job: &Job) -> Result<(), Failure> {
    let kept = &job.prover.kept;
    if let Some(file) = &job.summaries {
        write_text(file, kept.summaries().as_deref(), "// no summaries were inferred\n")?;
    }
    if let Some(file) = &job.certificate {
        write_text(file, kept.certificate().as_deref(), "// no proof by summaries\n")?;
    }
    Ok(())
}

fn write_text(file: &str, text: Option<&str>, otherwise: &str) -> Result<(), Failure> {
    let text = text.unwrap_or(otherwise);
    if file == "-" {
        print!("{text}");
        return Ok(());
    }
    std::fs::write(file, text)
        .map_err(|e| Failure::Output { file: file.to_owned(), reason: plain_reason(&e) })
}

/// Writes programs after passes, and tells in which phase the run is.
struct Watcher<'a> {
    shared: &'a Shared,
    requests: &'a [DumpRequest],
    failure: Option<Failure>,
}

impl Observer for Watcher<'_> {
    fn stage(&mut self, stage: Stage) {
        self.shared.enter(match stage {
            Stage::Prepare => Phase::Prepare,
            Stage::Search => Phase::Search,
            Stage::Refine => Phase::Refine,
        });
    }

    fn program(&mut self, pass: Pass, program: &Program, entry: ProcId) {
        tracing::debug!(
            pass = pass.name(),
            entry = program.procedures[entry].name,
            procedures = program.procedures.len(),
            commands = program.command_count(),
            "pass"
        );
        for request in self.requests.iter().filter(|r| r.pass == pass) {
            let text = lariat_lower::print(program);
            match &request.file {
                None => print!("{text}"),
                Some(file) => {
                    if let Err(error) = std::fs::write(file, text) {
                        let reason = plain_reason(&error);
                        self.failure.get_or_insert(Failure::Output { file: file.clone(), reason });
                    }
                }
            }
        }
    }
}

impl From<GoalArg> for Goal {
    fn from(goal: GoalArg) -> Goal {
        match goal {
            GoalArg::Failure => Goal::Failure,
            GoalArg::Return => Goal::Return,
        }
    }
}

impl From<StrategyArg> for StrategyKind {
    fn from(strategy: StrategyArg) -> StrategyKind {
        match strategy {
            StrategyArg::Stratified => StrategyKind::Stratified,
            StrategyArg::Widening => StrategyKind::Widening,
            StrategyArg::Forward => StrategyKind::Forward,
            StrategyArg::Backward => StrategyKind::Backward,
            StrategyArg::Static => StrategyKind::Static,
        }
    }
}
