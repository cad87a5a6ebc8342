//! A path found while not all numbers are bits, looked at again in the program where they are.
//!
//! The two programs have the same control flow, so the same blocks spell the path there, and one query without search
//! says whether it is an execution.

use crate::confirm::{Examined, examine};
use crate::evidence::wishes;
use crate::failure::Failure;
use crate::job::Job;
use crate::known::Phase;
use crate::program::Translated;
use crate::report::Finding;
use crate::run::Run;
use lariat_c2boogie::Promoted;
use lariat_loops::{Abstracted, abstract_long};
use lariat_lower::Peeling;
use lariat_program::interpreter::At;
use lariat_program::{ProcId, Program};
use lariat_reach::Found;
use lariat_solver::Solver;
use lariat_trace::Blame;
use lariat_verdict::ReasonKind;

/// What a path is worth.
pub enum Precise {
    /// A bug, or a reason for doubt.
    Finding(Finding),
    /// Spurious: promote these variables to bit-vectors; an empty list means all.
    Spurious(Vec<Promoted>),
}

/// What was done to the loops of the program that a path is in.
pub struct Unrolled<'a> {
    /// Iterations that are plain code.
    pub peeling: &'a Peeling,
    /// Loops that are abstracted.
    pub abstracted: &'a [Abstracted],
}

/// Looks at a path with every operation bit-precise; `None` if the program that it was found in is that already.
pub fn bit_by_bit(
    job: &Job<'_>,
    program: &Program,
    loops: &Unrolled<'_>,
    found: &Found,
    solvers: &dyn Fn() -> Result<Box<dyn Solver>, Failure>,
    run: &Run,
) -> Result<Option<Precise>, Failure> {
    if !job.is_c() || job.encoding.is_precise() {
        return Ok(None);
    }
    let mut bits = job.precise().load(loops.peeling, run, &mut Vec::new())?;
    for long in loops.abstracted {
        abstract_long(&mut bits.program, long.procedure, job.question.loops.long);
    }
    if !same_shape(program, &bits.program) {
        return Ok(Some(Precise::Spurious(Vec::new())));
    }
    let solver = &mut *solvers()?;
    run.enter(Phase::Replay);
    let wishes = wishes(&bits.program, bits.translated());
    let examined =
        examine(&bits.program, bits.name(), found, &wishes, solver, run, Blame::Commands)?;
    Ok(Some(match examined {
        // Perhaps another path is easier.
        Examined::Finding(Finding::Unknown(reason)) if reason.kind == ReasonKind::Replay => {
            Precise::Spurious(Vec::new())
        }
        Examined::Finding(finding) => Precise::Finding(finding),
        Examined::Infeasible(blamed) => {
            Precise::Spurious(culprits(&bits.program, bits.translated(), &blamed))
        }
    }))
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
