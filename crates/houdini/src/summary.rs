//! Summaries as Boogie text, and proofs that other tools can check.

use crate::candidate::{Candidate, CandidateKind};
use crate::inject::strongest;
use lariat_logic::{Substitution, TermId, Terms};
use lariat_lower::{Summary, print_summaries, print_with_contracts};
use lariat_passes::Prepared;
use lariat_program::{CallGraph, Command, CommandKind, Effects, Exit, Program};

/// What is known of each procedure, as declarations with free contracts, in the order of the program.
/// Procedures are those of the prepared program: one that goes wrong is another than one that returns,
/// and assignments that nothing depends on are not made.
pub fn summaries(program: &Program, kept: &[Candidate]) -> String {
    let mut all = contracts(program, kept);
    all.retain(|s| !s.requires.is_empty() || !s.ensures.is_empty());
    print_summaries(program, &all)
}

/// The prepared program with what was kept as contracts, in which each procedure verifies on its own.
/// If it is a proof, the entry ensures `false`: it never returns, which is what the prepared program
/// is about. A check of it relies on the passes that made the program, and on nothing of Houdini.
///
/// Preconditions are premises of the postconditions (`ensures old(pre) ==> post`), not requires clauses.
/// Houdini may use of an execution that it is complete: what holds at a call can depend on what the
/// program assumes later. A verifier proves a requires clause from what comes before the call, but a
/// postcondition from the whole path. On it the premises follow one after the other, in the order of the
/// calls: that of the first call from the path alone, that of the next from the path and what the first
/// call ensures then, and so on. So whatever Houdini keeps is accepted.
///
/// What the program assumes at returns is assumed in the code, because a verifier does not assume the
/// free ensures clauses of the procedure that it is looking at. Attributes are left out: they could tell
/// a verifier to do something else.
pub fn certificate(prepared: &Prepared, kept: &[Candidate]) -> String {
    let mut program = prepared.program.clone();
    for info in program.infos.iter_mut() {
        info.attributes.clear();
    }
    let effects = Effects::new(&program, &CallGraph::new(&program));
    for p in program.procedures.ids() {
        let writes = &effects.writes[p];
        let modifies = program.globals.iter().copied().filter(|v| writes.contains(v)).collect();
        let procedure = &mut program.procedures[p];
        procedure.modifies = modifies;
        let info = procedure.info;
        let assumed: Vec<Command> = procedure
            .ensures
            .iter()
            .map(|&t| Command { kind: CommandKind::Assume(t), info })
            .collect();
        for block in procedure.body.blocks.iter_mut().filter(|b| b.exit == Exit::Return) {
            block.commands.extend(assumed.iter().cloned());
        }
    }
    let contracts = contracts(&program, kept);
    let contracts: Vec<Summary> =
        contracts.into_iter().map(|c| with_premises(&mut program, c)).collect();
    print_with_contracts(&program, &contracts)
}

/// The contract with the preconditions as premises.
fn with_premises(program: &mut Program, contract: Summary) -> Summary {
    let Summary { procedure, requires, ensures } = contract;
    let terms = &mut program.terms;
    let mut before = Substitution::new();
    for &global in &program.globals {
        let now = terms.var(global);
        before.set(global, terms.old(now));
    }
    let premises: Vec<TermId> =
        requires.into_iter().map(|f| terms.substitute(f, &mut before)).collect();
    let (premise, conclusion) = (terms.and(&premises), terms.and(&ensures));
    let formula = terms.implies(premise, conclusion);
    let ensures = if formula == Terms::TRUE { Vec::new() } else { vec![formula] };
    Summary { procedure, requires: Vec::new(), ensures }
}

/// What was kept, by procedure.
fn contracts(program: &Program, kept: &[Candidate]) -> Vec<Summary> {
    let mut all: Vec<Summary> = program
        .procedures
        .ids()
        .map(|procedure| Summary { procedure, requires: Vec::new(), ensures: Vec::new() })
        .collect();
    for candidate in strongest(kept) {
        let summary = &mut all[candidate.procedure.index()];
        match candidate.kind {
            CandidateKind::Pre => summary.requires.push(candidate.formula),
            CandidateKind::Post => summary.ensures.push(candidate.formula),
        }
    }
    all
}
