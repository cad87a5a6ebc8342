//! Calls through pointers whose type does not fit the function that they point to.
//!
//! What such a call does is not translated. It is an unsupported point for the functions whose
//! addresses get there, however they are cast on the way; a pointer from outside is taken not
//! to point to a function of ours with another type.

use crate::ir::*;
use crate::regions::Regions;
use lariat_c::{FunctionId, Program};
use rustc_hash::FxHashMap;

/// What is not translated.
pub(crate) const MESSAGE: &str = "a call of a function through a pointer of another type";

/// Decides the points left open, with what is known about the flow of pointers.
pub(crate) fn resolve(m: &mut Module, c: &Program, env_alias: bool) {
    let arriving = arriving(m, c, env_alias);
    if arriving.is_empty() {
        return;
    }
    for n in 0..m.procs.len() {
        let mut body = std::mem::take(&mut m.procs[n].body);
        for stmt in &mut body {
            let StmtKind::Assert(_, Failure::Mistyped(pointer, _)) = &stmt.kind else { continue };
            let mut holds = m.truth(true);
            for &f in &arriving[pointer] {
                let ty = m.pointer_ty();
                let address = m.push(TermKind::FunctionAddress(f), ty);
                let differs = m.compare(CmpOp::Ne, *pointer, address);
                holds = m.and(holds, differs);
            }
            stmt.kind = if m.constant(holds) == Some(1) {
                StmtKind::Assume(holds)
            } else {
                StmtKind::Assert(holds, Failure::Unsupported(MESSAGE.into()))
            };
        }
        m.procs[n].body = body;
    }
}

/// For each pointer of an open point, the functions among those there that get to it.
fn arriving(m: &Module, c: &Program, env_alias: bool) -> FxHashMap<TermId, Vec<FunctionId>> {
    let open: Vec<(TermId, &Vec<FunctionId>)> = m
        .procs
        .iter()
        .flat_map(|p| &p.body)
        .filter_map(|stmt| match &stmt.kind {
            StmtKind::Assert(_, Failure::Mistyped(pointer, functions)) => {
                Some((*pointer, functions))
            }
            _ => None,
        })
        .collect();
    if open.is_empty() {
        return FxHashMap::default();
    }
    let mut regions = Regions::with_functions(m, c, env_alias);
    let mut arriving: FxHashMap<TermId, Vec<FunctionId>> = FxHashMap::default();
    for (pointer, functions) in open {
        let all = arriving.entry(pointer).or_default();
        for &f in functions {
            if !all.contains(&f) && regions.may_be(pointer, f) {
                all.push(f);
            }
        }
    }
    arriving
}
