//! How far each loop is unrolled: estimated, or as the user says.

use crate::failure::Failure;
use crate::host::Use;
use crate::places::cut_offs;
use crate::question::{LoopBounds, LoopOptions, Question, Unwinding};
use crate::run::Run;
use crate::solvers;
use lariat_c2boogie::Unwind;
use lariat_loops::{Abstracted, Iterations, Limits, abstract_long, estimate, raise_bounds};
use lariat_lower::Peeling;
use lariat_passes::propagate_constants;
use lariat_program::{Block, CommandKind, Frame, ProcId, Procedure, Program};
use lariat_verdict::{CutOff, Reason, ReasonKind};
use rustc_hash::FxHashMap;
use std::time::Duration;

/// What is known about the loops of a program, by the names of the loop procedures.
pub type Estimates = FxHashMap<String, Iterations>;

/// Estimates how often loops run, but for those whose bound somebody wrote down.
pub fn estimates(
    program: &Program,
    entry: ProcId,
    question: &Question,
    (pragmas, is_c): (&[Unwind], bool),
    run: &Run,
) -> Result<Estimates, Failure> {
    let options = &question.loops;
    if options.bounds == LoopBounds::Off && !options.abstract_long {
        return Ok(Estimates::default());
    }
    let places = cut_offs(program, is_c);
    let fixed = by_hand(program, &options.unwind, pragmas, &places)?;
    let all = run
        .budget()
        .time_limit()
        .map_or(TIME_FOR_ALL_LOOPS, |limit| TIME_FOR_ALL_LOOPS.min(limit / 8));
    let limits = Limits { iterations: options.long, each: TIME_PER_LOOP, all };
    let mut solver = || solvers::start_for(question, Use::Loops, run);
    let found =
        estimate(program, entry, limits, &mut solver, run.budget()).map_err(Failure::Solver)?;
    let mut estimates = Estimates::default();
    for (id, iterations) in found.into_iter().filter(|(id, _)| fixed.iter().all(|f| f.0 != *id)) {
        let place = places.get(id.index()).map(CutOff::show).unwrap_or_default();
        match iterations {
            Iterations::AtLeast(n) if n > 1 => tracing::info!("{place} needs {n} iterations"),
            Iterations::Long => {
                tracing::info!("{place} needs more than {} iterations", options.long);
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
pub fn peeling(program: &Program, estimates: &Estimates, options: &LoopOptions) -> Peeling {
    let mut peeling = Peeling::default();
    if options.bounds == LoopBounds::Off {
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
    options: &LoopOptions,
    pragmas: &[Unwind],
    places: &[CutOff],
) -> Result<Vec<Abstracted>, Failure> {
    for (id, iterations) in by_hand(program, &options.unwind, pragmas, places)? {
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
    if options.bounds == LoopBounds::Infer {
        raise_bounds(program, &open);
    }
    let long = open.iter().filter(|e| options.abstract_long && e.1 == Iterations::Long);
    let long: Vec<ProcId> = long.map(|e| e.0).collect();
    Ok(long.into_iter().map(|id| abstract_long(program, id, options.long)).collect())
}

/// Commands that the iterations of a loop may take when they are plain code.
const MOST_PEELED: usize = 3000;

/// Time for the estimates of one loop, and of all.
const TIME_PER_LOOP: Duration = Duration::from_secs(1);
const TIME_FOR_ALL_LOOPS: Duration = Duration::from_secs(5);

/// The bounds that somebody wrote down, on the command line or in the source.
fn by_hand(
    program: &Program,
    requests: &[Unwinding],
    pragmas: &[Unwind],
    places: &[CutOff],
) -> Result<Vec<(ProcId, u32)>, Failure> {
    let mut chosen: Vec<(ProcId, u32)> = Vec::new();
    let loops: Vec<ProcId> =
        program.procedures.ids().filter(|&p| program.procedures[p].loop_info.is_some()).collect();
    for pragma in pragmas {
        let line = |id: &ProcId| {
            let place = places.get(id.index())?.place.as_ref()?;
            (place.file == pragma.file && place.line >= pragma.line).then_some(place.line)
        };
        let next = loops.iter().filter_map(line).min();
        let of_it = loops.iter().filter(|id| next.is_some() && line(id) == next);
        chosen.extend(of_it.map(|&id| (id, pragma.iterations)));
    }
    for request in requests {
        let meant = |id: &&ProcId| places.get(id.index()).is_some_and(|what| request.means(what));
        let meant: Vec<ProcId> = loops.iter().filter(meant).copied().collect();
        if let (Some(which), true) = (&request.which, meant.is_empty()) {
            return Err(Failure::NoLoop {
                wanted: which.clone(),
                loops: loops
                    .iter()
                    .filter_map(|id| places.get(id.index()))
                    .map(CutOff::show)
                    .collect(),
            });
        }
        chosen.extend(meant.into_iter().map(|id| (id, request.iterations)));
    }
    Ok(chosen)
}

/// A path that uses the abstraction of a loop is no bug yet: says why.
pub fn doubt(path: &Frame, abstracted: &[Abstracted], places: &[CutOff]) -> Option<Reason> {
    let used: Vec<String> = abstracted
        .iter()
        .filter(|a| a.is_on(path))
        .filter_map(|a| places.get(a.procedure.index()))
        .map(CutOff::show)
        .collect();
    (!used.is_empty()).then(|| {
        let text = format!(
            "perhaps a bug: there is a path if what long loops change may be anything ({})",
            used.join(", ")
        );
        Reason::new(ReasonKind::LoopAbstraction, text)
    })
}
