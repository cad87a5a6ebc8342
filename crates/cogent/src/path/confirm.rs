//! A path found elsewhere, bit by bit.
//!
//! Somebody says that a C program reaches a failure, and by which statements. The program is
//! executed symbolically from its start, with the machine's integers and memory as objects,
//! and as many rounds of loops as the path has: first with the visited statements only, then
//! with all. If there are values that reach the failure, and nothing undefined happens on the
//! way, the path is *confirmed*; if there are none at all it is *refuted*. Anything else,
//! and whatever is not understood, is *unknown*, with the reason.

use super::{Execution, executed, reachable, reads_bytes_as_another_type};
use crate::aig::Lit;
use crate::answer::Counterexample;
use crate::options::Options;
use crate::render;
use crate::search::{Search, Verdict};
use crate::translate::Translated;
use lariat_budget::Budget;
use lariat_c::{ExprId, ExprKind, FileId, FunctionId, Place, Program};
use rustc_hash::FxHashSet;

/// What a path is said to do.
#[derive(Clone, Debug, Default)]
pub struct Reached {
    /// Where the assertion fails: the place of the call.
    pub failure: Place,
    /// Places of statements on the path.
    pub visited: Vec<Place>,
    /// The most rounds of a loop on the path, or activations of a function at a time.
    pub rounds: usize,
}

/// What became of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Confirmation {
    /// The program fails there; what it chooses on the way.
    Confirmed(Counterexample),
    /// No execution with so many rounds fails there.
    Refuted,
    /// Nobody knows, and why.
    Unknown(String),
}

/// Does the program, started at the entry, fail where the path says?
pub fn confirm(
    program: &Program,
    entry: FunctionId,
    path: &Reached,
    options: &Options,
) -> Confirmation {
    let budget = options.limited();
    let roots = reachable::expressions(program, entry);
    if reads_bytes_as_another_type(program, &roots) {
        let why = "bytes are written through a pointer and may be read as another type";
        return Confirmation::Unknown(why.to_owned());
    }
    let visited = path.visited.iter().map(|p| (p.file, p.line)).collect();
    for only in [Some(visited), None] {
        let last = only.is_none();
        let found = attempt(program, entry, path, options, &roots, only, &budget);
        match found {
            Ok(Confirmation::Confirmed(values)) => return Confirmation::Confirmed(values),
            // Leaving statements out proves nothing.
            _ if !last => {}
            Ok(other) => return other,
            Err(why) => return Confirmation::Unknown(why.to_string()),
        }
    }
    Confirmation::Refuted
}

fn attempt(
    program: &Program,
    entry: FunctionId,
    path: &Reached,
    options: &Options,
    roots: &[ExprId],
    only: Option<FxHashSet<(FileId, u32)>>,
    budget: &Budget,
) -> Translated<Confirmation> {
    let unwind = path.rounds + 1;
    let execution = Execution { unwind, whole_program: true, only, ..Execution::default() };
    let mut translator = executed(program, entry, options, execution, roots, budget)?;
    let failures = translator.execution().failures.clone();
    let there: Vec<Lit> = failures.iter().filter(|f| f.1 == path.failure).map(|f| f.0).collect();
    // What is not executed at all, whatever the values, is no failure either.
    if there.is_empty() && !is_called(program, roots, path.failure) {
        let why = "there is no such assertion in what was executed";
        return Ok(Confirmation::Unknown(why.to_owned()));
    }
    let fails = translator.aig.or_all(there);
    // Loops go round as often as on the path; a jump back is not followed at all.
    let lost: Vec<Lit> =
        translator.execution().beyond.iter().filter(|b| !b.counted).map(|b| b.when).collect();
    let lost = translator.aig.or_all(lost);
    let doubts: Vec<Lit> = translator.doubts.iter().map(|d| !d.condition).collect();
    let mut search = Search::new(translator, budget.clone());
    let mut assumed = vec![fails];
    assumed.extend(&doubts);
    match search.run(&assumed)? {
        Verdict::Refuted(model) => {
            let values = render::counterexample(&search.translator, &model, &[]);
            return Ok(Confirmation::Confirmed(values));
        }
        Verdict::Unknown(why) => return Ok(Confirmation::Unknown(why)),
        Verdict::Holds => {}
    }
    match search.run(&[fails])? {
        Verdict::Holds => {}
        Verdict::Unknown(why) => return Ok(Confirmation::Unknown(why)),
        Verdict::Refuted(first) => {
            let (model, doubts) = crate::prover::simplest(&mut search, &[fails], first)?;
            let shown = render::counterexample(&search.translator, &model, &doubts);
            let why = shown.made_up.first().map_or(String::new(), |m| format!(": {m}"));
            return Ok(Confirmation::Unknown(format!("it rests on undefined behaviour{why}")));
        }
    }
    Ok(match search.run(&[lost])? {
        Verdict::Holds => Confirmation::Refuted,
        _ => Confirmation::Unknown("it may jump back, which is not followed".to_owned()),
    })
}

/// Is there a call at the place?
fn is_called(program: &Program, roots: &[ExprId], place: Place) -> bool {
    let mut found = false;
    crate::translate::for_each_below(program, roots, |e, kind| {
        found |= matches!(kind, ExprKind::Call(..)) && program.expr(e).place == place;
    });
    found
}
