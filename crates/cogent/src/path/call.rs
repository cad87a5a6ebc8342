//! Calls in an execution: what verifiers understand, and functions with a body.

use crate::aig::Lit;
use crate::translate::{Polarity, Translated, Translator, unsupported};
use crate::value::Value;
use lariat_c::{ExprId, FunctionId};

/// How deep calls may nest.
const MAX_FRAMES: usize = 200;

impl Translator<'_> {
    /// Calls inside a path: assumptions, assertions, choices and functions with a body.
    pub(crate) fn call_in_path(
        &mut self,
        e: ExprId,
        function: FunctionId,
        args: &[ExprId],
    ) -> Translated<Value> {
        let nothing = Ok(Value::Struct(Vec::new()));
        let name = self.program.name(self.program.function(function).name);
        match (name, args) {
            ("__VERIFIER_assume" | "__builtin_assume" | "assume", &[condition]) => {
                let holds = self.truth(condition, Polarity::Both)?;
                self.guard = self.aig.and(self.guard, holds);
                nothing
            }
            ("__VERIFIER_assert" | "assert", &[condition])
                if self.program.function(function).body.is_none() =>
            {
                let holds = self.truth(condition, Polarity::Both)?;
                let failed = self.aig.and(self.guard, !holds);
                self.fail(failed, e);
                self.guard = self.aig.and(self.guard, holds);
                nothing
            }
            ("reach_error" | "__assert_fail" | "__VERIFIER_error", _) => {
                self.fail(self.guard, e);
                self.guard = Lit::FALSE;
                nothing
            }
            ("printf" | "puts" | "putchar" | "fflush" | "perror" | "free" | "srand", _) => {
                for &arg in args {
                    self.value(arg)?;
                }
                self.fresh_value(self.ty(e))
            }
            ("abort" | "exit" | "_exit" | "_Exit", _) => {
                self.guard = Lit::FALSE;
                nothing
            }
            _ if name.starts_with("__VERIFIER_nondet_") => self.fresh_value(self.ty(e)),
            _ if self.program.function(function).body.is_some() => self.inline(e, function, args),
            _ => unsupported(format!("the path calls `{name}`, which has no body")),
        }
    }

    fn fail(&mut self, when: Lit, e: ExprId) {
        let place = self.program.expr(e).place;
        self.execution().failures.push((when, place));
    }

    fn inline(&mut self, e: ExprId, function: FunctionId, args: &[ExprId]) -> Translated<Value> {
        let program = self.program;
        let f = program.function(function);
        let Some(body) = f.body else { return unsupported("a function without a body") };
        if args.len() != f.params.len() {
            return unsupported("a call with a variable number of arguments");
        }
        let mut values = Vec::new();
        for &arg in args {
            values.push(self.value(arg)?);
        }
        let shape = self.zero_value(self.ty(e))?;
        if self.guard == Lit::FALSE {
            return Ok(shape);
        }
        let place = self.execution().place;
        let execution = self.execution();
        let active = execution.frames.iter().filter(|f| f.function == function).count();
        let (unwind, depth) = (execution.unwind, execution.frames.len());
        let own: Vec<_> = f.params.iter().chain(&f.locals).copied().collect();
        let has_objects = own.iter().any(|&v| program.var(v).address_taken);
        if active > unwind || (active > 0 && has_objects) || depth > MAX_FRAMES {
            self.give_up(self.guard, active > unwind);
            self.guard = Lit::FALSE;
            return Ok(shape);
        }
        // The variables of an activation that is interrupted by another one of the same function.
        let saved: Vec<_> = own.iter().map(|&v| (v, self.env.vars.remove(&v))).collect();
        for (&param, value) in f.params.iter().zip(values) {
            self.env.vars.insert(param, value);
        }
        self.enter(function);
        self.execute(body)?;
        let result = self.leave();
        self.execution().place = place;
        if active > 0 {
            for (var, value) in saved {
                match value {
                    Some(value) => self.env.vars.insert(var, value),
                    None => self.env.vars.remove(&var),
                };
            }
        }
        if program.types.is_void(self.ty(e)) {
            return Ok(Value::Struct(Vec::new()));
        }
        match result {
            Some(result) => Ok(result),
            None => self.fresh_value(self.ty(e)),
        }
    }
}
