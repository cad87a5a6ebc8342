//! Calls through pointers whose type does not fit the function that they point to.
//!
//! What such a call does is not translated. It is an unsupported point for the functions whose
//! addresses get there, however they are cast on the way; a pointer from outside is taken not
//! to point to a function of ours with another type.

use crate::ir::*;
use crate::memory::MemoryModel;
use crate::regions::Regions;

/// Decides the points left open, with what the memory model knows about the flow of pointers.
pub(crate) fn resolve(m: &mut Module, memory: &dyn MemoryModel, ignore: bool) {
    let is_open = |s: &Stmt| matches!(s.kind, StmtKind::Assert(_, Failure::Mistyped(..)));
    if !m.procs.iter().any(|p| p.body.iter().any(is_open)) {
        return;
    }
    let own;
    let regions = match memory.regions() {
        Some((regions, _)) => regions,
        None => {
            own = Regions::new(m);
            &own
        }
    };
    for n in 0..m.procs.len() {
        let mut body = std::mem::take(&mut m.procs[n].body);
        for stmt in &mut body {
            let StmtKind::Assert(_, Failure::Mistyped(pointer, functions)) = &stmt.kind else {
                continue;
            };
            let mut holds = m.truth(true);
            for &f in functions.iter().filter(|f| regions.may_be(*pointer, **f)) {
                let ty = m.pointer_ty();
                let address = m.push(TermKind::FunctionAddress(f), ty);
                let differs = m.compare(CmpOp::Ne, *pointer, address);
                holds = m.and(holds, differs);
            }
            stmt.kind = if ignore || m.constant(holds) == Some(1) {
                StmtKind::Assume(holds)
            } else {
                let what = "a call of a function through a pointer of another type".into();
                StmtKind::Assert(holds, Failure::Unsupported(what))
            };
        }
        m.procs[n].body = body;
    }
}
