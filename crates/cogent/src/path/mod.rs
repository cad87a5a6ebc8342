//! C functions as queries.
//!
//! A function is executed once, with all branches under their guards and memory as objects:
//! forward jumps carry their guards to the labels, calls of functions with a body are inlined,
//! loops are unwound. What lies beyond the unwinding is remembered as a condition of its own
//! (an *unwinding assertion*), so that nothing is called valid that was not looked at. The
//! claim is that no assertion fails; a counterexample gives the parameters. This is how a path
//! found with mathematical integers is confirmed or refuted bit by bit.

mod call;
mod confirm;
mod execute;
mod reachable;

pub use confirm::{Confirmation, Reached, confirm};

use crate::aig::Lit;
use crate::answer::{Answer, Size, Verdict};
use crate::options::{Arch, Options};
use crate::render;
use crate::search::{self, Search};
use crate::translate::{Translated, Translator, Untranslatable};
use crate::value::Value;
use lariat_budget::Budget;
use lariat_c::{
    CastKind, ExprId, ExprKind, FileId, FunctionId, IntKind, LabelId, Place, Program, RecordKind,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::time::Instant;

/// The state of an execution, beside the values of variables.
#[derive(Clone, Debug, Default)]
pub(crate) struct Execution {
    /// How often a loop whose end is not known, or a recursive function, is entered.
    pub unwind: usize,
    /// The functions that are being executed.
    frames: Vec<Frame>,
    /// Assertions: when they fail, and where.
    failures: Vec<(Lit, Place)>,
    /// When the execution goes beyond what was unwound, and where.
    beyond: Vec<Beyond>,
    /// The current statement.
    place: Place,
    /// Does the execution start with the program, so that globals are as initialised?
    pub whole_program: bool,
    /// Expression statements, declarations and returns in lines outside of this set are not
    /// executed (if there is a set).
    only: Option<FxHashSet<(FileId, u32)>>,
}

/// An execution that is not followed.
#[derive(Clone, Copy, Debug)]
struct Beyond {
    when: Lit,
    place: Place,
    /// Because it went round often enough (and not because it goes back where nothing counts).
    counted: bool,
}

/// A function that is being executed.
#[derive(Clone, Debug)]
struct Frame {
    function: FunctionId,
    /// Jumps on their way to a label.
    jumps: FxHashMap<LabelId, Lit>,
    /// Labels that control has passed: a jump there goes back.
    passed: FxHashSet<LabelId>,
    breaks: Vec<Lit>,
    continues: Vec<Lit>,
    /// When it has returned.
    returned: Lit,
    result: Option<Value>,
}

impl Frame {
    fn new(function: FunctionId) -> Self {
        Frame {
            function,
            jumps: FxHashMap::default(),
            passed: FxHashSet::default(),
            breaks: Vec::new(),
            continues: Vec::new(),
            returned: Lit::FALSE,
            result: None,
        }
    }
}

/// Do the assertions of a function hold for all parameters and globals?
pub fn prove_path(program: &Program, function: FunctionId, options: &Options) -> Answer {
    let start = Instant::now();
    let budget = options.limited();
    let mut size = Size::default();
    let verdict = match attempt(program, function, options, budget, &mut size) {
        Ok(verdict) => verdict,
        Err(why) => Verdict::Unknown(why.to_string()),
    };
    Answer { verdict, core: None, time: start.elapsed(), size }
}

/// Executes a function from any state, or the whole program from its start.
fn executed<'p>(
    program: &'p Program,
    function: FunctionId,
    options: &'p Options,
    execution: Execution,
    roots: &[ExprId],
    budget: &Budget,
) -> Translated<Translator<'p>> {
    let f = program.function(function);
    let Some(body) = f.body else {
        return Err(Untranslatable("the function has no body".to_owned()));
    };
    let mut translator = Translator::for_path(program, options, roots, execution);
    translator.budget = budget.clone();
    translator.touch_globals()?;
    for &param in &f.params {
        let value = translator.fresh_value(program.var(param).ty)?;
        translator.env.vars.insert(param, value.clone());
        translator.choices.push((param, value));
    }
    let initial = translator.env.globals.clone();
    translator.enter(function);
    translator.execute(body)?;
    translator.leave();
    translator.env.globals = initial;
    translator.guard = Lit::TRUE;
    Ok(translator)
}

fn attempt(
    program: &Program,
    function: FunctionId,
    options: &Options,
    budget: Budget,
    size: &mut Size,
) -> Translated<Verdict> {
    let roots = reachable::expressions(program, function);
    let execution = Execution { unwind: options.unwind, ..Execution::default() };
    let mut translator = executed(program, function, options, execution, &roots, &budget)?;
    let mut failed: Vec<Lit> = translator.execution().failures.iter().map(|f| f.0).collect();
    if options.arch == Arch::Trap {
        failed.push(translator.any_doubt(0));
    }
    let beyond = translator.execution().beyond.clone();
    let any = translator.aig.or_all(failed);
    let further = translator.aig.or_all(beyond.iter().map(|b| b.when));
    let mut search = Search::new(translator, budget);
    let verdict = search.run(&[any])?;
    *size = Size {
        gates: search.translator.aig.len(),
        variables: search.cnf.variable_count() as usize,
    };
    if matches!(verdict, search::Verdict::Holds | search::Verdict::Refuted(_))
        && reads_bytes_as_another_type(program, &roots)
    {
        let why = "bytes are written through a pointer and may be read as another type";
        return Ok(Verdict::Unknown(why.to_owned()));
    }
    Ok(match verdict {
        search::Verdict::Holds => match search.run(&[further])? {
            search::Verdict::Holds => Verdict::Valid,
            search::Verdict::Unknown(why) => Verdict::Unknown(why),
            search::Verdict::Refuted(model) => {
                let at =
                    beyond.iter().find(|b| model.lit(b.when)).map_or(Place::NOWHERE, |b| b.place);
                Verdict::Unknown(format!(
                    "no assertion fails within {} rounds, but the loop, jump or recursion in line {} \
                     may go on (--unwind)",
                    options.unwind, at.line
                ))
            }
        },
        search::Verdict::Unknown(why) => Verdict::Unknown(why),
        search::Verdict::Refuted(first) => {
            let (model, doubts) = crate::prover::simplest(&mut search, &[any], first)?;
            Verdict::NotValid(render::counterexample(&search.translator, &model, &doubts))
        }
    })
}

/// Whether a write through a pointer may change what is read as another type: writes to unknown
/// objects are kept by type, so such a read would not see them, and nothing is proved then. (Values of
/// different types, neither of them a character, do not share bytes in a defined execution unless
/// pointers are converted.)
fn reads_bytes_as_another_type(program: &Program, roots: &[ExprId]) -> bool {
    let types = &program.types;
    let (mut writes, mut converts, mut characters, mut others) = (false, false, false, false);
    crate::translate::for_each_below(program, roots, |e, kind| match kind {
        ExprKind::Assign(..) | ExprKind::CompoundAssign(_) | ExprKind::Increment { .. } => {
            writes = true;
        }
        ExprKind::Cast(CastKind::IntToPointer, _) => converts = true,
        ExprKind::Cast(CastKind::PointerToPointer, from) => {
            let to = types.pointee(program.expr(e).ty);
            let from = types.pointee(program.expr(*from).ty);
            converts |= match (from, to) {
                (Some(a), Some(b)) => !types.compatible_unqualified(a, b),
                _ => true,
            };
        }
        ExprKind::Member(base, _) => {
            let record = types.record_of(program.expr(*base).ty);
            converts |= record.is_some_and(|r| types.record(r).kind == RecordKind::Union);
        }
        ExprKind::Deref(_) => {
            let kind = types.int_kind(program.expr(e).ty);
            let is_character =
                matches!(kind, Some(IntKind::Char | IntKind::SChar | IntKind::UChar));
            characters |= is_character;
            others |= !is_character;
        }
        _ => {}
    });
    writes && (characters || others) && (converts || (characters && others))
}
