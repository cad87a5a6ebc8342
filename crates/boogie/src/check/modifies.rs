//! What procedures modify: the clauses, and inference of what they leave out.

use super::Checker;
use crate::ast::{Decl, Spec};
use crate::checked::{GlobalId, ProcId, Resolution};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// What bodies assign and call, for inference.
#[derive(Default)]
pub(super) struct Modified {
    /// By global: the number of the body under way if its procedure may modify it.
    allowed: Vec<u32>,
    /// By global: the number of the last body that was seen to assign it.
    seen: Vec<u32>,
    assigned: Vec<(ProcId, GlobalId)>,
    calls: Vec<(ProcId, ProcId)>,
}

impl Checker<'_> {
    /// Resolves all modifies clauses.
    pub(super) fn resolve_modifies(&mut self) {
        self.modified.allowed = vec![0; self.out.globals.len()];
        self.modified.seen = vec![0; self.out.globals.len()];
        let mut last_clause = vec![0; self.out.globals.len()];
        for index in 0..self.out.procedures.len() {
            let Decl::Procedure(d) = &self.program[self.out.procedures[index].decl] else {
                continue;
            };
            let mut declared = Vec::new();
            for spec in &d.specs {
                let Spec::Modifies(names) = spec else { continue };
                for name in names {
                    match self.scopes.var(name.symbol).resolution {
                        Resolution::Global(global) => {
                            let last = &mut last_clause[global.index()];
                            if *last != index + 1 {
                                *last = index + 1;
                                declared.push(global);
                            }
                        }
                        Resolution::None => self.undeclared(name.symbol, name.span),
                        _ => {
                            let message = format!(
                                "`{}` is a constant and cannot be modified",
                                self.text(name.symbol)
                            );
                            self.error("modifies", name.span, message);
                        }
                    }
                }
            }
            let info = &mut self.out.procedures[index];
            info.modifies = declared.clone();
            info.modifies.sort_unstable();
            info.declared_modifies = declared;
        }
    }

    /// Starts a body, which has a number of its own.
    pub(super) fn start_modifies(&mut self, proc: ProcId, body: u32) {
        for &global in &self.out.procedures[proc.index()].declared_modifies {
            self.modified.allowed[global.index()] = body;
        }
    }

    /// A statement assigns a global variable.
    pub(super) fn modifies_global(&mut self, global: GlobalId, span: Span) {
        let Some((proc, body)) = self.current else { return };
        if self.modified.allowed[global.index()] == body {
            return;
        }
        if self.options.infer_modifies {
            if self.modified.seen[global.index()] != body {
                self.modified.seen[global.index()] = body;
                self.modified.assigned.push((proc, global));
            }
            return;
        }
        let message = format!(
            "the procedure does not declare that it modifies `{}`",
            self.global_name(global)
        );
        let help = format!("add `modifies {};` to its contract", self.global_name(global));
        self.report(Diagnostic::error("modifies", span, message).with_help(help));
    }

    /// A statement calls a procedure.
    pub(super) fn modifies_by_call(&mut self, callee: ProcId, span: Span) {
        let Some((proc, _)) = self.current else { return };
        if self.options.infer_modifies {
            self.modified.calls.push((proc, callee));
            return;
        }
        for i in 0..self.out.procedures[callee.index()].declared_modifies.len() {
            let global = self.out.procedures[callee.index()].declared_modifies[i];
            self.modifies_global(global, span);
        }
    }

    /// With inference: spreads what callees modify to their callers.
    pub(super) fn finish_modifies(&mut self) {
        if !self.options.infer_modifies {
            return;
        }
        let count = self.out.procedures.len();
        let mut callers = vec![Vec::new(); count];
        let mut calls = std::mem::take(&mut self.modified.calls);
        calls.sort_unstable();
        calls.dedup();
        for (caller, callee) in calls {
            callers[callee.index()].push(caller);
        }
        // Each global spreads by itself: a procedure is entered once per global.
        let mut modifiers: Vec<Vec<ProcId>> = vec![Vec::new(); self.out.globals.len()];
        for (proc, global) in std::mem::take(&mut self.modified.assigned) {
            modifiers[global.index()].push(proc);
        }
        for (index, info) in self.out.procedures.iter().enumerate() {
            for global in &info.declared_modifies {
                modifiers[global.index()].push(ProcId(index as u32));
            }
        }
        let mut reached = vec![0; count];
        for info in &mut self.out.procedures {
            info.modifies.clear();
        }
        for (index, mut stack) in modifiers.into_iter().enumerate() {
            while let Some(proc) = stack.pop() {
                if reached[proc.index()] == index + 1 {
                    continue;
                }
                reached[proc.index()] = index + 1;
                self.out.procedures[proc.index()].modifies.push(GlobalId(index as u32));
                stack.extend(&callers[proc.index()]);
            }
        }
    }
}
