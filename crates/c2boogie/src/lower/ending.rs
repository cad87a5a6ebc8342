//! What runs before `main` and when the program exits: constructors, destructors, and the functions that the
//! program gives to `atexit`. The list of the latter is kept by models in `library/exit.c`.

use super::Lowering;
use lariat_c::{ExprKind, FunctionId, Program};

const RUN_HANDLERS: &str = "__lariat_run_exit_handlers";

/// Does the program name `atexit`? Only then exits look for what it was given.
pub(crate) fn has_exit_handlers(c: &Program) -> bool {
    let registers = |f: FunctionId| c.name(c.function(f).name) == "atexit";
    c.exprs.iter().any(|e| matches!(e.kind, ExprKind::Function(f) if registers(f)))
}

/// Functions with a body and a priority, in the order of their priorities and then of the text.
fn by_priority(c: &Program, priority: impl Fn(FunctionId) -> Option<u32>) -> Vec<FunctionId> {
    let all = (0..c.functions.len() as u32).map(FunctionId);
    let mut found: Vec<(u32, FunctionId)> = all
        .filter(|&f| c.function(f).body.is_some())
        .filter_map(|f| priority(f).map(|priority| (priority, f)))
        .collect();
    found.sort_by_key(|&(priority, f)| (priority, c.function(f).place.line, f.0));
    found.into_iter().map(|(_, f)| f).collect()
}

/// Functions that run before `main`, in this order.
fn constructors(c: &Program) -> Vec<FunctionId> {
    by_priority(c, |f| c.function(f).constructor)
}

/// Functions that run when the program exits, in this order.
pub(crate) fn destructors(c: &Program) -> Vec<FunctionId> {
    let mut all = by_priority(c, |f| c.function(f).destructor);
    all.reverse();
    all
}

impl Lowering<'_> {
    /// Names what runs before and after `main`, so that it is lowered.
    pub fn queue_start_and_end(&mut self) {
        let c = self.c;
        for f in constructors(c).into_iter().chain(destructors(c)) {
            self.procedure(f);
        }
        self.exits_by_handlers = has_exit_handlers(c);
        let model = self.functions_by_name.get(RUN_HANDLERS).copied();
        if let (Some(model), true) = (model, self.exits_by_handlers) {
            self.procedure(model);
        }
    }

    /// Before `main`.
    pub fn run_constructors(&mut self) {
        self.run_all(constructors(self.c));
    }

    /// `exit` is called, or `main` returns: handlers in reverse order, then destructors.
    pub fn run_exit_handlers(&mut self) {
        if self.exits_by_handlers {
            self.call_model(RUN_HANDLERS, &[]);
        }
        self.run_all(destructors(self.c));
    }

    fn run_all(&mut self, functions: Vec<FunctionId>) {
        let c = self.c;
        for f in functions {
            if let Some(ty) = c.types.function(c.function(f).ty) {
                self.call_function(f, &[], &[], ty.result, None);
            }
        }
    }
}
