//! Encoding refinement: the user never chooses precision.
//!
//! A path found while integers are not all bits is looked at again in the program where
//! everything is. The two have the same control flow, so the same blocks spell the path there,
//! and one query without search says whether it is an execution. If it is none, the variables
//! and maps in the conflict become bits (they are forced in the constraint system of
//! `c2boogie::represent`) and the search goes on; after a few rounds everything becomes bits.

use crate::c::{FloatsArg, IntegersArg};
use crate::confirm::{Examined, examine};
use crate::evidence::{Translated, wishes};
use crate::failure::Failure;
use crate::known::Phase;
use crate::pipeline::{self, Answer, Job, load};
use crate::report::Finding;
use crate::supervise::Shared;
use lariat_c2boogie::Promoted;
use lariat_loops::{Abstracted, abstract_long};
use lariat_lower::Peeling;
use lariat_program::interpreter::At;
use lariat_program::{ProcId, Program};
use lariat_reach::Found;
use lariat_solver::Solver;
use lariat_trace::Blame;
use lariat_verdict::{Item, ReasonKind};

/// After so many rounds everything becomes bits.
const ROUNDS: usize = 6;

/// What a path is worth.
pub enum Precise {
    /// The program that it was found in is the precise one.
    Same,
    /// A bug, or a reason for doubt.
    Finding(Finding),
    /// Spurious: promote these variables to bit-vectors; an empty list means all.
    Spurious(Vec<Promoted>),
}

/// Does a job, for each of its places, as precisely as the paths found ask for.
pub fn run(job: &Job, shared: &Shared) -> Result<Answer, Failure> {
    crate::property::run(&prepared(job, shared)?, shared, run_precisely)
}

/// The places that would be checked.
pub fn list(job: &Job, shared: &Shared) -> Result<Vec<Item>, Failure> {
    let job = prepared(job, shared)?;
    let loaded = load(&job, &Peeling::default(), shared, &mut Vec::new())?;
    Ok(crate::items::of(&job, &loaded))
}

/// The job with its properties, and its C files read.
fn prepared(job: &Job, shared: &Shared) -> Result<Job, Failure> {
    let mut job = job.clone();
    let properties = crate::property::of(&job)?;
    if job.is_c() {
        // All rounds are about the same program.
        shared.enter(Phase::Read);
        job.c.asserted = crate::property::together(&properties);
        job.c.parsed = Some(crate::c::parsed(&job.files, &job.c)?);
    }
    job.properties = properties;
    Ok(job)
}

fn run_precisely(job: &Job, shared: &Shared) -> Result<Answer, Failure> {
    let mut job = job.clone();
    for round in 0.. {
        let answer = pipeline::run(&job, shared)?;
        let Some(culprits) = &answer.spurious else { return Ok(answer) };
        if job.c.floats != FloatsArg::Smt {
            tracing::info!("spurious path: floats get their IEEE 754 semantics");
            job.c.floats = FloatsArg::Smt;
            continue;
        }
        let new: Vec<Promoted> =
            culprits.iter().filter(|c| !job.c.promoted.contains(c)).cloned().collect();
        if new.is_empty() || round >= ROUNDS {
            tracing::info!("spurious path: all integers become bit-vectors");
            shared.learn(|known| known.all_bits = true);
            job.c.integers = IntegersArg::Bv;
            continue;
        }
        let names: Vec<String> = new.iter().map(|(_, name)| name.clone()).collect();
        tracing::info!(promoted = names.join(", "), "spurious path: promoted to bit-vectors");
        shared.learn(|known| known.promoted.extend(names));
        job.c.promoted.extend(new);
    }
    pipeline::run(&job, shared)
}

/// Is there anything that is not bits?
fn is_inexact(job: &Job) -> bool {
    (job.c.integers != IntegersArg::Bv || job.c.floats != FloatsArg::Smt) && job.is_c()
}

/// The job with nothing left open: every integer is bits, and floats are what IEEE 754 says.
pub fn precise(job: &Job) -> Job {
    let mut precise = job.clone();
    precise.c.integers = IntegersArg::Bv;
    precise.c.floats = FloatsArg::Smt;
    precise
}

/// What was done to the loops of the program that a path is in.
pub struct Unrolled<'a> {
    /// Iterations that are plain code.
    pub peeling: &'a Peeling,
    /// Loops that are abstracted.
    pub abstracted: &'a [Abstracted],
}

/// Looks at a path with every operation bit-precise.
pub fn bit_by_bit(
    job: &Job,
    program: &Program,
    loops: &Unrolled<'_>,
    found: &Found,
    solvers: &dyn Fn() -> Result<Box<dyn Solver>, Failure>,
    shared: &Shared,
) -> Result<Precise, Failure> {
    if !is_inexact(job) {
        return Ok(Precise::Same);
    }
    let mut bits = load(&precise(job), loops.peeling, shared, &mut Vec::new())?;
    for long in loops.abstracted {
        abstract_long(&mut bits.program, long.procedure, job.loops.long_loops);
    }
    if !same_shape(program, &bits.program) {
        return Ok(Precise::Spurious(Vec::new()));
    }
    let solver = &mut *solvers()?;
    shared.enter(Phase::Replay);
    let wishes = wishes(&bits.program, bits.translated.as_ref());
    Ok(match examine(&bits.program, &bits.name, found, &wishes, solver, shared, Blame::Commands)? {
        // Perhaps another path is easier.
        Examined::Finding(Finding::Unknown(reason)) if reason.kind == ReasonKind::Replay => {
            Precise::Spurious(Vec::new())
        }
        Examined::Finding(finding) => Precise::Finding(finding),
        Examined::Infeasible(blamed) => {
            Precise::Spurious(culprits(&bits.program, bits.translated.as_ref(), &blamed))
        }
    })
}

/// Do the same blocks mean the same path?
fn same_shape(a: &Program, b: &Program) -> bool {
    a.procedures.len() == b.procedures.len()
        && a.procedures.iter().zip(b.procedures.iter()).all(|(p, q)| {
            p.name == q.name
                && p.body.blocks.len() == q.body.blocks.len()
                && p.body.blocks.iter().zip(q.body.blocks.iter()).all(|(x, y)| {
                    let callees = |b: &lariat_program::Block| -> Vec<ProcId> {
                        b.calls().map(|c| c.callee).collect()
                    };
                    x.label == y.label && x.exit == y.exit && callees(x) == callees(y)
                })
        })
}

/// The variables and maps in commands that contradict each other.
fn culprits(program: &Program, c: Option<&Translated>, blamed: &[At]) -> Vec<Promoted> {
    let mut found: Vec<Promoted> = Vec::new();
    for at in blamed {
        let Some(command) = at.command(program) else { continue };
        let procedure = &program.procedures[at.procedure];
        let owner = procedure.loop_info.as_ref().map_or(at.procedure, |l| l.procedure);
        let mut vars = program.terms.variables(command.kind.terms());
        vars.extend(command.kind.targets());
        for var in vars {
            let var = program.terms.declared_as(var);
            let owner = match program.globals.contains(&var) {
                true => None,
                false => Some(program.procedures[owner].name.clone()),
            };
            let name = &program.terms.variable(var).name;
            let assigned = owner
                .as_ref()
                .zip(c)
                .and_then(|(owner, c)| c.translation.symbols.assigned_parameter(owner, name));
            let name = assigned.unwrap_or(name);
            let promoted = (owner, name.to_owned());
            if name != "$alloc" && !found.contains(&promoted) {
                found.push(promoted);
            }
        }
    }
    found
}
