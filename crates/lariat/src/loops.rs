//! How far each loop is unrolled: estimated, or as the user says.

use crate::failure::Failure;
use crate::pipeline::Job;
use crate::report::{Hit, Location, location, location_in_trace};
use crate::solvers::{self, Use};
use crate::supervise::Shared;
use clap::{Args, ValueEnum};
use lariat_c2boogie::{Unwind, in_c};
use lariat_loops::{Abstracted, Iterations, Limits, abstract_long, estimate, raise_bounds};
use lariat_lower::Peeling;
use lariat_passes::propagate_constants;
use lariat_program::{Block, CommandKind, Frame, ProcId, Procedure, Program};
use lariat_verdict::{CutOff, Reason, ReasonKind};
use rustc_hash::FxHashMap;
use std::time::Duration;

/// Options for loops.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Loops")]
pub struct LoopArgs {
    /// How many iterations beyond the bound each loop gets
    #[arg(long, value_enum, default_value_t, value_name = "HOW")]
    pub loop_bounds: LoopBoundsArg,
    /// Loops that need more iterations than this are long, and not unrolled for that
    #[arg(long, default_value_t = lariat_loops::LONG, value_name = "N")]
    pub long_loops: u32,
    /// After that many iterations of a long loop, let what it changes be anything
    #[arg(long)]
    pub abstract_loops: bool,
    /// Unroll a loop so often, whatever the bound (LOOP is a line, FILE:LINE or a procedure's name; without LOOP, all loops)
    #[arg(long, value_name = "[LOOP:]N", value_parser = request)]
    pub unwind: Vec<Request>,
    /// When a C program is run with some values, which goes through long loops in no time
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    pub execute: ExecuteArg,
}

/// When the program is run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ExecuteArg {
    /// For a moment with all values zero; for longer if it has long loops or no inputs
    #[default]
    Auto,
    /// For longer in any case
    On,
    /// Never
    Off,
}

impl LoopArgs {
    /// The same bound for all loops.
    pub fn off() -> LoopArgs {
        LoopArgs {
            loop_bounds: LoopBoundsArg::Off,
            long_loops: lariat_loops::LONG,
            abstract_loops: false,
            unwind: Vec::new(),
            execute: ExecuteArg::Off,
        }
    }
}

/// How bounds of loops are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum LoopBoundsArg {
    /// The least number of iterations after which a loop can be left is added
    #[default]
    Infer,
    /// The same bound for all loops
    Off,
}

/// `--unwind`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Which loops; all if none.
    which: Option<String>,
    iterations: u32,
}

fn request(text: &str) -> Result<Request, String> {
    let (which, number) = match text.rsplit_once(':') {
        Some((which, number)) => (Some(which.to_owned()), number),
        None => (None, text),
    };
    let iterations = number.parse().map_err(|_| {
        format!("`{number}` is not a number of iterations; write `--unwind 12:40` for the loop at line 12")
    })?;
    Ok(Request { which, iterations })
}

impl Request {
    /// So many iterations of every loop.
    pub fn all(iterations: u32) -> Request {
        Request { which: None, iterations }
    }

    fn means(&self, hit: &Hit) -> bool {
        let Some(which) = &self.which else { return true };
        let at = hit.what.place.as_ref().is_some_and(|place| match which.rsplit_once(':') {
            Some((file, line)) => {
                place.line.to_string() == line
                    && (place.file == file || place.file.ends_with(&format!("/{file}")))
            }
            None => place.line.to_string() == *which,
        });
        at || hit.what.procedure == *which
    }
}

/// What is known about the loops of a program, by the names of the loop procedures.
pub type Estimates = FxHashMap<String, Iterations>;

/// Estimates how often loops run, but for those whose bound somebody wrote down.
pub fn estimates(
    program: &Program,
    entry: ProcId,
    job: &Job,
    pragmas: &[Unwind],
    shared: &Shared,
) -> Result<Estimates, Failure> {
    if job.loops.loop_bounds == LoopBoundsArg::Off && !job.loops.abstract_loops {
        return Ok(Estimates::default());
    }
    let places = cut_offs(program, job.is_c());
    let fixed = by_hand(program, &job.loops.unwind, pragmas, &places)?;
    let all = shared.limit().map_or(TIME_FOR_ALL_LOOPS, |limit| TIME_FOR_ALL_LOOPS.min(limit / 8));
    let limits = Limits { iterations: job.loops.long_loops, each: TIME_PER_LOOP, all };
    let mut solver = || solvers::start_for(job, Use::Loops, shared);
    let found =
        estimate(program, entry, limits, &mut solver, shared.budget()).map_err(Failure::Solver)?;
    let mut estimates = Estimates::default();
    for (id, iterations) in found.into_iter().filter(|(id, _)| fixed.iter().all(|f| f.0 != *id)) {
        let place = places.get(id.index()).map(|hit| hit.what.show()).unwrap_or_default();
        match iterations {
            Iterations::AtLeast(n) if n > 1 => tracing::info!("{place} needs {n} iterations"),
            Iterations::Long => {
                tracing::info!("{place} needs more than {} iterations", job.loops.long_loops);
            }
            _ => {}
        }
        estimates.insert(program.procedures[id].name.clone(), iterations);
    }
    Ok(estimates)
}

/// Does a loop need more iterations than a search can unroll?
pub fn some_are_long(estimates: &Estimates) -> bool {
    estimates.values().any(|&iterations| iterations == Iterations::Long)
}

/// The loops whose iterations should be plain code: they need several, and are not too large.
pub fn peeling(program: &Program, estimates: &Estimates, job: &Job) -> Peeling {
    let mut peeling = Peeling::default();
    if job.loops.loop_bounds == LoopBoundsArg::Off {
        return peeling;
    }
    let mut sizes: FxHashMap<ProcId, usize> = FxHashMap::default();
    // Inner loops come after those around them.
    for (id, procedure) in
        program.procedures.iter_enumerated().collect::<Vec<_>>().into_iter().rev()
    {
        let Some(info) = &procedure.loop_info else { continue };
        let Some(&Iterations::AtLeast(count)) = estimates.get(&procedure.name) else { continue };
        let blocks = &procedure.body.blocks;
        let inner = blocks.iter().flat_map(|b| b.calls()).filter_map(|c| sizes.get(&c.callee));
        let own: usize = blocks.iter().map(|b| b.commands.len() + 1).sum();
        // One more: where the loop is left for good.
        let copies = count + 1;
        let size = (own + inner.sum::<usize>()) * copies as usize;
        if count > 1 && size <= MOST_PEELED {
            sizes.insert(id, size);
            let owner = program.procedures[info.procedure].name.clone();
            peeling.insert((owner, info.label.clone()), copies);
        }
    }
    peeling
}

/// Long loops that constants drive from beginning to end: constant propagation finds out how often
/// they run, on a program in which they are peeled for a trial. Those that choose values are left
/// alone: hundreds of unknown values in a row are harder for the solver than a bound that is reached.
pub fn constant_loops(
    program: &Program,
    estimates: &Estimates,
    peeling: Peeling,
    lowered: &dyn Fn(&Peeling) -> Result<Program, Failure>,
) -> Result<Peeling, Failure> {
    let mut trial = peeling.clone();
    let mut candidates = Vec::new();
    for procedure in &program.procedures {
        let Some(info) = &procedure.loop_info else { continue };
        let mut commands = procedure.body.blocks.iter().flat_map(|b| &b.commands);
        let chooses = commands.any(|c| matches!(c.kind, CommandKind::Havoc(_)));
        if chooses || estimates.get(&procedure.name) != Some(&Iterations::Long) {
            continue;
        }
        let size: usize = procedure.body.blocks.iter().map(|b| b.commands.len() + 1).sum();
        let owner = program.procedures[info.procedure].name.clone();
        let key = (owner, info.label.clone());
        trial.insert(key.clone(), (MOST_TRIED / size.max(1)) as u32);
        candidates.push((key, &procedure.name));
    }
    if candidates.is_empty() || candidates.len() > MOST_CANDIDATES {
        return Ok(peeling);
    }
    let mut tried = lowered(&trial)?;
    propagate_constants(&mut tried);
    let mut result = peeling;
    for ((owner, label), name) in candidates {
        let Some(owner_id) = tried.procedure_named(&owner) else { continue };
        let blocks = &tried.procedures[owner_id].body.blocks;
        let mut calls = blocks.iter().flat_map(|b| b.calls());
        if calls.any(|c| tried.procedures[c.callee].name == *name) {
            continue;
        }
        let copy = |b: &Block| {
            let peeled = tried.peeled.get(&(owner.clone(), b.label.clone()))?;
            (peeled.head == label && peeled.label == label).then_some(peeled.iteration)
        };
        if let Some(copies) = blocks.iter().filter_map(copy).max() {
            tracing::info!("loop {label} of {owner} runs {} times", copies - 1);
            result.insert((owner, label), copies);
        }
    }
    Ok(result)
}

/// Commands that the iterations of a long loop may take in a trial.
const MOST_TRIED: usize = 20_000;
/// With more long loops than this, trials cost too much.
const MOST_CANDIDATES: usize = 20;

/// Gives every loop its bound.
pub fn set_bounds(
    program: &mut Program,
    estimates: &Estimates,
    peeled: &Peeling,
    job: &Job,
    pragmas: &[Unwind],
    places: &[Hit],
) -> Result<Vec<Abstracted>, Failure> {
    for (id, iterations) in by_hand(program, &job.loops.unwind, pragmas, places)? {
        program.procedures[id].fixed_recursion = Some(iterations.saturating_add(1));
    }
    let is_peeled = |p: &Procedure| {
        p.loop_info.as_ref().is_some_and(|l| {
            let owner = program.procedures[l.procedure].name.clone();
            peeled.contains_key(&(owner, l.label.clone()))
        })
    };
    let open: Vec<(ProcId, Iterations)> = program
        .procedures
        .iter_enumerated()
        .filter(|(_, p)| !is_peeled(p))
        .filter_map(|(id, p)| Some((id, *estimates.get(&p.name)?)))
        .collect();
    if job.loops.loop_bounds == LoopBoundsArg::Infer {
        raise_bounds(program, &open);
    }
    let long = open.iter().filter(|e| job.loops.abstract_loops && e.1 == Iterations::Long);
    let long: Vec<ProcId> = long.map(|e| e.0).collect();
    Ok(long.into_iter().map(|id| abstract_long(program, id, job.loops.long_loops)).collect())
}

/// Every procedure as something that a bound may cut off, in the words of C if it was translated.
pub fn cut_offs(program: &Program, is_c: bool) -> Vec<Hit> {
    let describe = |procedure: &Procedure| {
        let owner = procedure.loop_info.as_ref().map(|l| &program.procedures[l.procedure].name);
        let name = owner.unwrap_or(&procedure.name);
        let what = CutOff {
            is_loop: owner.is_some(),
            procedure: if is_c { in_c(name).into_owned() } else { name.clone() },
            place: place_of(program, procedure),
        };
        Hit { what, bound: 0 }
    };
    program.procedures.iter().map(describe).collect()
}

/// Where a procedure or loop is in the source that it was translated from, else in the program.
fn place_of(program: &Program, procedure: &Procedure) -> Option<Location> {
    let info = &program.infos[procedure.info];
    let source = lariat_trace::source_location(&program.terms, info, None);
    source.as_ref().and_then(location_in_trace).or_else(|| location(program, info.place))
}

/// Commands that the iterations of a loop may take when they are plain code.
const MOST_PEELED: usize = 3000;

/// Time for the estimates of one loop, and of all.
const TIME_PER_LOOP: Duration = Duration::from_secs(1);
const TIME_FOR_ALL_LOOPS: Duration = Duration::from_secs(5);

/// The bounds that somebody wrote down, on the command line or in the source.
fn by_hand(
    program: &Program,
    requests: &[Request],
    pragmas: &[Unwind],
    places: &[Hit],
) -> Result<Vec<(ProcId, u32)>, Failure> {
    let mut chosen: Vec<(ProcId, u32)> = Vec::new();
    let loops: Vec<ProcId> =
        program.procedures.ids().filter(|&p| program.procedures[p].loop_info.is_some()).collect();
    for pragma in pragmas {
        let line = |id: &ProcId| {
            let place = places.get(id.index())?.what.place.as_ref()?;
            (place.file == pragma.file && place.line >= pragma.line).then_some(place.line)
        };
        let next = loops.iter().filter_map(line).min();
        let of_it = loops.iter().filter(|id| next.is_some() && line(id) == next);
        chosen.extend(of_it.map(|&id| (id, pragma.iterations)));
    }
    for request in requests {
        let meant = |id: &&ProcId| places.get(id.index()).is_some_and(|hit| request.means(hit));
        let meant: Vec<ProcId> = loops.iter().filter(meant).copied().collect();
        if let (Some(which), true) = (&request.which, meant.is_empty()) {
            return Err(Failure::NoLoop {
                wanted: which.clone(),
                loops: loops
                    .iter()
                    .filter_map(|id| places.get(id.index()))
                    .map(|hit| hit.what.show())
                    .collect(),
            });
        }
        chosen.extend(meant.into_iter().map(|id| (id, request.iterations)));
    }
    Ok(chosen)
}

/// A path that uses the abstraction of a loop is no bug yet: says why.
pub fn doubt(path: &Frame, abstracted: &[Abstracted], places: &[Hit]) -> Option<Reason> {
    let used: Vec<String> = abstracted
        .iter()
        .filter(|a| a.is_on(path))
        .filter_map(|a| places.get(a.procedure.index()))
        .map(|hit| hit.what.show())
        .collect();
    (!used.is_empty()).then(|| {
        let text = format!(
            "perhaps a bug: there is a path if what long loops change may be anything ({})",
            used.join(", ")
        );
        Reason::new(ReasonKind::LoopAbstraction, text)
    })
}
