//! Statements that no execution comes to twice.

use crate::ir::*;

/// Is there at most one object of this allocation in an execution? The allocation is in the
/// function where execution starts, and in no loop.
pub(super) fn allocated_once(m: &Module, object: ObjectId) -> bool {
    let is_it = |s: &Stmt| match s.kind {
        StmtKind::Assign(_, value) => m.term(value).kind == TermKind::Fresh(object),
        _ => false,
    };
    let mut places = m.procs.iter().enumerate().flat_map(|(p, proc)| {
        let found = proc.body.iter().enumerate().filter(|(_, s)| is_it(s));
        found.map(move |(i, _)| (ProcId(p as u32), i))
    });
    let (Some((proc, at)), None) = (places.next(), places.next()) else { return false };
    is_called_once(m, proc) && !is_in_a_loop(&m.procs[proc.index()].body, at)
}

fn is_called_once(m: &Module, proc: ProcId) -> bool {
    let mut calls = 0;
    for (p, caller) in m.procs.iter().enumerate() {
        for (i, stmt) in caller.body.iter().enumerate() {
            if matches!(stmt.kind, StmtKind::Call(callee, ..) if callee == proc) {
                // The first procedure is where execution starts; nobody calls it.
                if p != 0 || is_in_a_loop(&caller.body, i) {
                    return false;
                }
                calls += 1;
            }
        }
    }
    calls == 1
}

/// Can a jump back lead over a statement?
fn is_in_a_loop(body: &[Stmt], at: usize) -> bool {
    let position = |label: &LabelId| {
        body.iter().position(|s| matches!(&s.kind, StmtKind::Label(l) if l == label))
    };
    body.iter().enumerate().skip(at).any(|(_, s)| match &s.kind {
        StmtKind::Goto(labels) => labels.iter().any(|l| position(l).is_some_and(|p| p <= at)),
        _ => false,
    })
}
