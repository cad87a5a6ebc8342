//! Straight-line C functions as queries.
//!
//! A function without loops is executed once, with both branches of every condition under
//! their guards and memory as objects. The claim is that no assertion fails; a
//! counterexample gives the parameters. This is how a path found with mathematical integers
//! is confirmed or refuted bit by bit.

use crate::aig::Lit;
use crate::answer::{Answer, Size, Verdict};
use crate::options::{Arch, Options};
use crate::render;
use crate::sat::Stop;
use crate::search::{self, Search};
use crate::translate::{Polarity, Translated, Translator, Untranslatable};
use lariat_c::{
    CastKind, ExprId, ExprKind, FunctionId, InitValue, IntKind, Program, RecordKind, StmtId,
    StmtKind,
};
use std::time::Instant;

/// Do the assertions of a function hold for all parameters and globals?
pub fn prove_path(program: &Program, function: FunctionId, options: &Options) -> Answer {
    let start = Instant::now();
    let stop = Stop {
        deadline: options.time_limit.map(|limit| start + limit),
        flag: options.stop.clone(),
    };
    let mut size = Size::default();
    let verdict = match attempt(program, function, options, stop, &mut size) {
        Ok(verdict) => verdict,
        Err(why) => Verdict::Unknown(why.to_string()),
    };
    Answer { verdict, core: None, time: start.elapsed(), size }
}

fn attempt(
    program: &Program,
    function: FunctionId,
    options: &Options,
    stop: Stop,
    size: &mut Size,
) -> Translated<Verdict> {
    let f = program.function(function);
    let Some(body) = f.body else {
        return Err(Untranslatable("the function has no body".to_owned()));
    };
    let mut roots = Vec::new();
    collect(program, body, &mut roots);
    let mut translator = Translator::for_path(program, options, &roots);
    for &param in &f.params {
        let value = translator.fresh_value(program.var(param).ty)?;
        translator.env.vars.insert(param, value.clone());
        translator.choices.push((param, value));
    }
    translator.touch_globals()?;
    let initial = translator.env.globals.clone();
    execute(&mut translator, body)?;
    let mut failed: Vec<Lit> = translator.failures.iter().map(|f| f.0).collect();
    if options.arch == Arch::Trap {
        failed.push(translator.any_doubt(0));
    }
    let any = translator.aig.or_all(failed);
    translator.env.globals = initial;
    translator.guard = Lit::TRUE;
    let mut search = Search::new(translator, stop);
    search.assert(any);
    let verdict = search.run(&[])?;
    *size = Size {
        gates: search.translator.aig.len(),
        variables: search.cnf.variable_count() as usize,
    };
    Ok(match verdict {
        search::Verdict::Holds if reads_bytes_as_another_type(program, &roots) => {
            let why = "bytes are written through a pointer and may be read as another type";
            Verdict::Unknown(why.to_owned())
        }
        search::Verdict::Holds => Verdict::Valid,
        search::Verdict::Unknown(why) => Verdict::Unknown(why),
        search::Verdict::Refuted(first) => {
            let (model, doubts) = crate::prover::simplest(&mut search, &[], first)?;
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

/// The expressions of a statement.
fn collect(program: &Program, stmt: StmtId, out: &mut Vec<ExprId>) {
    match &program.stmt(stmt).kind {
        StmtKind::Expr(e) | StmtKind::Return(Some(e)) => {
            out.push(*e);
            inner_blocks(program, *e, out);
        }
        StmtKind::If(c, t, e) => {
            out.push(*c);
            collect(program, *t, out);
            e.iter().for_each(|e| collect(program, *e, out));
        }
        StmtKind::Block(stmts) => stmts.iter().for_each(|s| collect(program, *s, out)),
        StmtKind::Declare(_, Some(init)) => {
            out.extend(init.entries.iter().filter_map(|e| match e.value {
                InitValue::Expr(e) => Some(e),
                _ => None,
            }));
        }
        _ => {}
    }
}

/// The expressions of statement expressions.
fn inner_blocks(program: &Program, e: ExprId, out: &mut Vec<ExprId>) {
    let mut blocks = Vec::new();
    crate::translate::for_each_below(program, &[e], |_, kind| {
        if let ExprKind::StmtExpr(block, _) = kind {
            blocks.push(*block);
        }
    });
    blocks.into_iter().for_each(|b| collect(program, b, out));
}

/// Executes a statement under the translator's guard, which becomes the condition under
/// which control leaves the statement at its end.
fn execute(tr: &mut Translator<'_>, stmt: StmtId) -> Translated<()> {
    let program = tr.program;
    match &program.stmt(stmt).kind {
        StmtKind::Expr(e) => run(tr, *e),
        StmtKind::Block(stmts) => stmts.iter().try_for_each(|s| execute(tr, *s)),
        StmtKind::Declare(var, init) => {
            let ty = program.var(*var).ty;
            let value = match init {
                Some(init) => tr.initial_value(ty, init)?,
                None => tr.fresh_value(ty)?,
            };
            tr.env.vars.insert(*var, value);
            Ok(())
        }
        StmtKind::If(c, then, otherwise) => {
            let condition = tr.truth(*c, Polarity::Both)?;
            let before = tr.guard;
            tr.guard = tr.aig.and(before, condition);
            execute(tr, *then)?;
            let after_then = tr.guard;
            tr.guard = tr.aig.and(before, !condition);
            if let Some(otherwise) = otherwise {
                execute(tr, *otherwise)?;
            }
            tr.guard = tr.aig.or(after_then, tr.guard);
            Ok(())
        }
        StmtKind::Return(value) => {
            if let Some(value) = value {
                run(tr, *value)?;
            }
            tr.guard = Lit::FALSE;
            Ok(())
        }
        StmtKind::Label(_) | StmtKind::Pragma(_) => Ok(()),
        StmtKind::While(..) | StmtKind::DoWhile(..) | StmtKind::For { .. } => {
            Err(Untranslatable("the function has a loop: not a straight line".to_owned()))
        }
        StmtKind::Switch(_) => Err(Untranslatable("the path has a switch".to_owned())),
        _ => Err(Untranslatable("the path has a jump or a statement that is not C".to_owned())),
    }
}

/// Evaluates for the effects. `c ? (void)0 : fail()`, as `assert` expands to, is a branch.
fn run(tr: &mut Translator<'_>, e: ExprId) -> Translated<()> {
    match tr.program.expr(e).kind {
        ExprKind::Cast(lariat_c::CastKind::ToVoid, inner) => run(tr, inner),
        ExprKind::Conditional(c, t, f) => {
            let condition = tr.truth(c, Polarity::Both)?;
            let before = tr.guard;
            tr.guard = tr.aig.and(before, condition);
            run(tr, t)?;
            let after = tr.guard;
            tr.guard = tr.aig.and(before, !condition);
            run(tr, f)?;
            tr.guard = tr.aig.or(after, tr.guard);
            Ok(())
        }
        ExprKind::Comma(a, b) => {
            run(tr, a)?;
            run(tr, b)
        }
        ExprKind::StmtExpr(block, value) => {
            execute(tr, block)?;
            value.map_or(Ok(()), |value| run(tr, value))
        }
        _ => tr.value(e).map(|_| ()),
    }
}
