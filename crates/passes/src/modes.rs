//! The goal-directed split: a call either returns, or the execution goes wrong inside it.
//!
//! An execution that goes wrong is one chain of calls that go wrong, each preceded by calls that
//! return. So a procedure gets two versions: a *normal* one, in which every assertion is assumed, and,
//! if something can go wrong in it, an *error* one, which ends at a failing assertion or in the error
//! version of a callee. Neither carries an error flag, and the error version has no results.
//!
//! Programs that front ends have already compiled to an error flag get the same treatment by
//! [`flag`](crate::flag): the flag is found and procedures are specialised by its value before and after the call.

use crate::flag;
use crate::prune::prune_body_to_return;
use lariat_logic::{IndexVec, Terms};
use lariat_program::{
    Block, BlockId, Call, Command, CommandKind, Exit, ProcId, Procedure, Program,
};

/// What is asked about the entry procedure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// Does an execution violate an assertion?
    #[default]
    Failure,
    /// Does an execution return (with all assertions on its way holding)?
    Return,
}

impl Goal {
    /// Both, with their names and what users are told about them.
    pub const TABLE: &[(Goal, &str, &str)] = &[
        (Goal::Failure, "failure", "Can an assertion fail?"),
        (Goal::Return, "return", "Can the entry procedure return?"),
    ];
}

/// What the split did.
#[derive(Clone, Debug, Default)]
pub struct ModeStats {
    /// Procedures before.
    pub procedures: usize,
    /// Normal versions made.
    pub normal: usize,
    /// Error versions made.
    pub error: usize,
    /// The error flag that was found and removed, by name.
    pub flag: Option<String>,
    /// Names of the procedures, after the split, whose calls end in the error: two such calls are
    /// never on one path of their caller.
    pub error_procedures: Vec<String>,
}

/// Splits all procedures by mode. Afterwards no assertion is left, and the goal is met exactly if the
/// returned entry returns.
pub fn split_modes(program: &mut Program, entry: ProcId, goal: Goal) -> (ProcId, ModeStats) {
    match goal {
        Goal::Failure => split_at_assertions(program, entry),
        Goal::Return => {
            assume_assertions(program);
            flag::specialise(program, entry)
        }
    }
}

fn assume_assertions(program: &mut Program) {
    for procedure in program.procedures.iter_mut() {
        for command in procedure.body.blocks.iter_mut().flat_map(|b| &mut b.commands) {
            if let CommandKind::Assert(t) = command.kind {
                command.kind = CommandKind::Assume(t);
            }
        }
    }
}

fn split_at_assertions(program: &mut Program, entry: ProcId) -> (ProcId, ModeStats) {
    let can_fail = procedures_that_can_fail(program);
    let count = program.procedures.len();
    let mut stats = ModeStats { procedures: count, normal: count, ..ModeStats::default() };
    // Error versions get the next numbers, in order.
    let mut error_version: IndexVec<ProcId, Option<ProcId>> = IndexVec::new();
    for p in program.procedures.ids() {
        let version = (can_fail[p.index()] || p == entry)
            .then(|| ProcId::from(count + stats.error))
            .inspect(|_| stats.error += 1);
        error_version.push(version);
    }
    for p in (0..count).map(ProcId::from) {
        if let Some(id) = error_version[p] {
            let version = error_version_of(program, p, &error_version);
            stats.error_procedures.push(version.name.clone());
            let pushed = program.procedures.push(version);
            debug_assert_eq!(pushed, id);
        }
    }
    assume_assertions(program);
    let new_entry = error_version[entry].expect("the entry has an error version");
    (new_entry, stats)
}

fn procedures_that_can_fail(program: &Program) -> Vec<bool> {
    let graph = lariat_program::CallGraph::new(program);
    let mut can_fail = vec![false; program.procedures.len()];
    for component in &graph.components {
        let fails = component.iter().any(|&p| {
            let mut commands = program.procedures[p].body.blocks.iter().flat_map(|b| &b.commands);
            commands.any(|c| matches!(c.kind, CommandKind::Assert(t) if t != Terms::TRUE))
                || graph.callees[p].iter().any(|q| can_fail[q.index()])
        });
        for p in component {
            can_fail[p.index()] = fails;
        }
    }
    can_fail
}

/// The version of `p` whose return means that something went wrong in it.
fn error_version_of(
    program: &mut Program,
    p: ProcId,
    error_version: &IndexVec<ProcId, Option<ProcId>>,
) -> Procedure {
    let original = program.procedures[p].clone();
    let mut blocks: IndexVec<BlockId, Block> = original.body.blocks.clone();
    for b in original.body.blocks.ids() {
        let block = original.body.blocks[b].clone();
        let mut current = b;
        blocks[b].commands.clear();
        let mut parts = 0;
        for command in block.commands {
            // The alternative in which it is this command that goes wrong.
            let failing = match &command.kind {
                CommandKind::Assert(t) if *t != Terms::TRUE => {
                    Some(CommandKind::Assume(program.terms.not(*t)))
                }
                CommandKind::Call(call) => error_version[call.callee].map(|callee| {
                    CommandKind::Call(Call { callee, args: call.args.clone(), results: Vec::new() })
                }),
                _ => None,
            };
            if let Some(kind) = failing {
                parts += 1;
                let failing = blocks.push(Block {
                    label: format!("{}$error{parts}", block.label),
                    commands: vec![Command { kind, info: command.info }],
                    exit: Exit::Return,
                });
                let passing = blocks.push(Block {
                    label: format!("{}$pass{parts}", block.label),
                    commands: Vec::new(),
                    exit: Exit::Goto(Vec::new()),
                });
                blocks[current].exit = Exit::Goto(vec![failing, passing]);
                current = passing;
            }
            let kind = match command.kind {
                CommandKind::Assert(t) => CommandKind::Assume(t),
                other => other,
            };
            blocks[current].commands.push(Command { kind, info: command.info });
        }
        blocks[current].exit = match block.exit {
            // Nothing went wrong on the way here.
            Exit::Return => {
                let kind = CommandKind::Assume(Terms::FALSE);
                blocks[current].commands.push(Command { kind, info: original.info });
                Exit::Goto(Vec::new())
            }
            goto => goto,
        };
    }
    let mut version = Procedure {
        name: format!("{}$error", original.name),
        outputs: Vec::new(),
        locals: original.locals.iter().chain(&original.outputs).copied().collect(),
        ensures: Vec::new(),
        ..original
    };
    version.body.blocks = blocks;
    // A call that returns is no end here: what matters must lead to a return.
    prune_body_to_return(&mut version.body);
    version
}
