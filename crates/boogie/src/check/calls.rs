//! Calls.

use super::Checker;
use crate::ast::{Call, CallMode, ExprKind};
use crate::checked::{CallInfo, ProcId};
use crate::diagnostic::Diagnostic;
use crate::ty::Ty;
use rustc_hash::FxHashSet;

impl<'p> Checker<'p> {
    pub(super) fn call(&mut self, call: &'p Call) {
        self.one_call(call);
        self.assigned_once(std::slice::from_ref(call));
    }

    fn one_call(&mut self, call: &'p Call) {
        self.attrs(&call.attrs);
        let Some(&callee) = self.out.procedures_by_name.get(&call.callee.symbol) else {
            self.undeclared_procedure(call);
            for &arg in call.args.iter().chain(&call.outs).flatten() {
                self.whole_expr(arg);
            }
            return;
        };
        if self.pure && !self.is_pure(callee) {
            self.error("pure", call.span, "a pure procedure calls pure procedures only");
        }
        self.call_parts(call, callee);
        self.finish_inference();
        self.out.calls[call.id.index()].procedure = Some(callee);
        self.modifies_by_call(callee, call.span);
    }

    fn call_parts(&mut self, call: &'p Call, callee: ProcId) {
        let info = &self.out.procedures[callee.index()];
        let (ins, outs) = (info.ins.len(), info.outs.len());
        let polymorphic = !info.type_params.is_empty();
        let mut instance = Default::default();
        let mut type_args: Box<[Ty]> = Box::default();
        if polymorphic {
            let params = info.type_params.clone();
            instance = self.fresh_instance(&params, call.span);
            type_args = params.iter().map(|p| instance[p]).collect();
        }
        for (i, &arg) in call.args.iter().enumerate() {
            let Some(arg) = arg else { continue };
            let given = self.expr(arg);
            let Some(&wanted) = self.out.procedures[callee.index()].ins.get(i) else { continue };
            let wanted =
                if polymorphic { self.out.types.substitute(wanted, &instance) } else { wanted };
            if given != wanted && !self.unify(given, wanted) {
                self.wrong_argument("procedure", call.callee.symbol, i, given, wanted, arg);
            }
        }
        for (i, &out) in call.outs.iter().enumerate() {
            let Some(out) = out else { continue };
            let target = self.expr(out);
            self.assigned(out);
            let Some(&given) = self.out.procedures[callee.index()].outs.get(i) else { continue };
            let given =
                if polymorphic { self.out.types.substitute(given, &instance) } else { given };
            if given != target && !self.unify(given, target) {
                let message = format!(
                    "result {} of procedure `{}` is of type {}, the variable of type {}",
                    i + 1,
                    self.text(call.callee.symbol),
                    self.show(given),
                    self.show(target)
                );
                self.error("type", self.program[out].span, message);
            }
        }
        if call.args.len() != ins {
            self.wrong_argument_count("procedure", call.callee, ins, call.args.len());
        }
        if call.outs.len() != outs && call.mode != CallMode::Forall {
            let message = format!(
                "procedure `{}` has {outs} result{}, {} assigned",
                self.text(call.callee.symbol),
                if outs == 1 { "" } else { "s" },
                call.outs.len()
            );
            self.error("arity", call.callee.span, message);
        }
        if polymorphic {
            // The unknowns are settled here, so that the table gets the final types.
            let pending = type_args.clone();
            let settled = pending.iter().map(|&t| self.zonk(t)).collect::<Box<[Ty]>>();
            let settled =
                settled.iter().map(|&t| if self.has_unknown(t) { Ty::INT } else { t }).collect();
            self.out.calls[call.id.index()] = CallInfo { procedure: None, type_args: settled };
        }
    }

    /// No variable may get two of the results of a call, or of calls made in parallel.
    fn assigned_once(&mut self, calls: &[Call]) {
        if calls.iter().map(|c| c.outs.len()).sum::<usize>() < 2 {
            return;
        }
        let mut seen = FxHashSet::default();
        for &out in calls.iter().flat_map(|c| &c.outs).flatten() {
            if let ExprKind::Var(name) = self.program[out].kind
                && !seen.insert(name)
            {
                let message = format!("`{}` gets two results at once", self.text(name));
                self.error("assign", self.program[out].span, message);
            }
        }
    }

    pub(super) fn par_call(&mut self, calls: &'p [Call]) {
        for call in calls {
            self.one_call(call);
        }
        self.assigned_once(calls);
    }

    #[cold]
    fn undeclared_procedure(&mut self, call: &Call) {
        let name = self.text(call.callee.symbol);
        let message = format!("there is no procedure `{name}`");
        let mut diagnostic = Diagnostic::error("undeclared", call.callee.span, message);
        if self.out.functions_by_name.contains_key(&call.callee.symbol) {
            diagnostic =
                diagnostic.with_help(format!("`{name}` is a function: use it in an expression"));
        }
        self.report(diagnostic);
    }
}
