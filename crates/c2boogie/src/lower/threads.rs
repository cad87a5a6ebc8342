//! Threads that do not interrupt each other.
//!
//! A thread runs from its start to its end where its creator creates it, joins it, or calls
//! another function of the thread library, or when `main` ends; which of these is left open. So
//! what is found is an execution, but not all executions are looked at: [`crate::Translation`]
//! says so. The models are in `library/threads.c`.

use super::Lowering;
use crate::ir::*;
use lariat_c::{ExprId, ExprKind, FunctionId, Program, TypeId};
use lariat_verdict::What;

/// What threads are started with.
pub(crate) const CREATE: &str = "pthread_create";
const SWITCH: &str = "__lariat_thread_switch";

/// Functions that start threads or other functions of the program.
const STARTERS: [&str; 3] = [CREATE, "pthread_join", "pthread_once"];

/// Can a call of this function lead to calls of any function whose address is taken?
pub(crate) fn calls_back(c: &Program, f: FunctionId) -> bool {
    let f = c.function(f);
    f.body.is_none() && STARTERS.contains(&c.name(f.name))
}

/// Does the program start threads?
pub(crate) fn has_threads(c: &Program) -> bool {
    let creates = |f: FunctionId| c.name(c.function(f).name) == CREATE;
    c.exprs.iter().any(|e| matches!(e.kind, ExprKind::Function(f) if creates(f)))
}

/// The model of a function.
fn model(name: &str) -> Option<&'static str> {
    Some(match name {
        CREATE => "__lariat_thread_create",
        "pthread_join" => "__lariat_thread_join",
        "pthread_once" => "__lariat_thread_once",
        "pthread_self" => "__lariat_thread_self",
        "pthread_mutex_init" | "pthread_rwlock_init" => "__lariat_thread_init",
        "pthread_mutex_lock" | "pthread_spin_lock" | "pthread_rwlock_wrlock" => {
            "__lariat_thread_lock"
        }
        "pthread_mutex_trylock" | "pthread_spin_trylock" | "pthread_rwlock_trywrlock" => {
            "__lariat_thread_try_lock"
        }
        "pthread_mutex_unlock" | "pthread_spin_unlock" => "__lariat_thread_unlock",
        "pthread_rwlock_rdlock" => "__lariat_thread_share",
        "pthread_rwlock_unlock" => "__lariat_thread_unshare",
        "sem_init" => "__lariat_thread_sem_init",
        "sem_wait" => "__lariat_thread_sem_wait",
        "sem_post" => "__lariat_thread_sem_post",
        _ => return None,
    })
}

/// Functions that matter to nobody here.
fn is_harmless(name: &str) -> bool {
    ["_init", "_destroy", "_signal", "_broadcast"].iter().any(|s| name.ends_with(s))
        || ["pthread_attr_", "pthread_mutexattr_", "pthread_condattr_"]
            .iter()
            .any(|p| name.starts_with(p))
        || matches!(name, "pthread_detach" | "pthread_spin_init" | "pthread_setconcurrency")
}

impl Lowering<'_> {
    /// A function of the thread library.
    pub fn thread_call(
        &mut self,
        name: &str,
        args: &[ExprId],
        result: TypeId,
    ) -> Option<Option<TermId>> {
        let ty = self.ity(result);
        let zero = |this: &mut Self| Some(ty.map(|ty| this.m.int(0, ty)));
        if !self.has_threads {
            // Without a second thread, locks have no effect.
            for &arg in args {
                self.effect(arg);
            }
            if name == "pthread_exit" {
                self.stop();
            } else if name != "pthread_self" && !is_harmless(name) && !name.ends_with("lock") {
                self.unsupported(format!("threads ({name})"));
            }
            return zero(self);
        }
        match name {
            "pthread_exit" => {
                self.thread_exit(args);
                return zero(self);
            }
            "pthread_cond_wait" | "pthread_cond_timedwait" => {
                let values = self.arguments(args);
                // Others run meanwhile. In a thread that is not interrupted, nobody does: it
                // wakes up for no reason, as it may.
                if let (Some(&mutex), true) = (values.get(1), self.is_creator()) {
                    let mutex = self.save(mutex);
                    self.call_model("__lariat_thread_unlock", &[mutex]);
                    self.call_model(SWITCH, &[]);
                    self.call_model("__lariat_thread_lock", &[mutex]);
                }
                return zero(self);
            }
            _ => {}
        }
        let values = self.arguments(args);
        let Some(model) = model(name) else {
            if !is_harmless(name) {
                self.unsupported(format!("threads ({name})"));
            }
            return zero(self);
        };
        if self.is_creator() && !STARTERS.contains(&name) && name != "pthread_self" {
            self.call_model(SWITCH, &[]);
        }
        if name == CREATE {
            self.threads = true;
            self.assume(What::NoInterruption);
        }
        let value = self.call_model(model, &values);
        Some(match (value, ty) {
            (Some(value), Some(ty)) => Some(self.m.cast(value, ty)),
            (_, ty) => ty.map(|ty| self.m.int(0, ty)),
        })
    }

    pub fn call_model(&mut self, name: &str, values: &[TermId]) -> Option<TermId> {
        let f = *self.functions_by_name.get(name)?;
        let result = self.c.types.function(self.c.function(f).ty)?.result;
        self.call_function(f, values, &[], result, None)
    }

    /// Is this a function that no thread but the first one runs?
    fn is_creator(&self) -> bool {
        self.frame.function.is_some_and(|f| !self.run_by_threads[f.index()])
    }

    /// When `main` ends, threads may have run before.
    pub fn end_of_main(&mut self) {
        let switch = self.functions_by_name.get(SWITCH);
        if switch.is_some_and(|f| self.procs.contains_key(f)) {
            self.call_model(SWITCH, &[]);
        }
    }

    /// The end of a thread: a return from the function that it started with.
    fn thread_exit(&mut self, args: &[ExprId]) {
        let Some(f) = self.frame.function else { return };
        if Some(f) == self.entry {
            args.iter().for_each(|&a| self.effect(a));
            self.call_model(SWITCH, &[]);
            self.the_end(false);
            return self.stop();
        }
        let c = self.c;
        let called = |e: &lariat_c::Expr| match &e.kind {
            ExprKind::Call(callee, _) => c.direct_callee(*callee) == Some(f),
            _ => false,
        };
        let result = self.frame.result.map(|r| self.m.vars[r.index()].ty);
        let starts = c.function(f).address_taken && !c.exprs.iter().any(called);
        match (args.first(), starts, result == Some(self.m.pointer_ty())) {
            (Some(&value), true, true) => self.return_(Some(value)),
            _ => self.unsupported("pthread_exit not in the function that the thread starts with"),
        }
    }
}
