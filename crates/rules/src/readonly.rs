//! A rule reads the program's state and never writes it. Nor does it cause events of its own: what a handler calls would call
//! the handler.

use crate::tree::{self, Node};
use lariat_c::{
    Diagnostic, ExprId, ExprKind, FunctionId, GlobalId, Part, Place, Program, StmtKind,
};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// What functions of a rule do that they must not do. Inline functions of headers that it includes are not its own.
/// `events` are the functions that it has handlers for.
pub fn problems(program: &Program, events: &[FunctionId]) -> Vec<Diagnostic> {
    let mut checker = Checker { p: program, events, quiet: FxHashMap::default() };
    let mut problems = Vec::new();
    for f in (0..program.functions.len() as u32).map(FunctionId) {
        if is_rules(program, f) {
            problems.extend(checker.writes(f, true));
        }
    }
    problems
}

fn is_rules(program: &Program, f: FunctionId) -> bool {
    program.part_of(f) == Some(Part::Monitor) && !program.function(f).inline
}

struct Checker<'p> {
    p: &'p Program,
    events: &'p [FunctionId],
    /// Functions that write nothing but variables of their own; those being looked at count as such.
    quiet: FxHashMap<FunctionId, bool>,
}

impl Checker<'_> {
    /// What a function writes that is not its own, nor the rule's if it is one of the rule's.
    fn writes(&mut self, f: FunctionId, of_rule: bool) -> Vec<Diagnostic> {
        let mut found: Vec<Diagnostic> = Vec::new();
        let mut calls: Vec<(ExprId, ExprId)> = Vec::new();
        let p = self.p;
        let mut report = |place: Place, message: String| {
            found.push(Diagnostic::error("rule", place, message).with_help(
                "a rule may read what the program has; what it writes are variables of its own",
            ));
        };
        tree::visit(p, p.function(f), |node| {
            let e = match node {
                Node::Stmt(s) => {
                    if let StmtKind::Asm(_) = p.stmt(s).kind {
                        report(p.stmt(s).place, "a rule must not have assembly in it".into());
                    }
                    return;
                }
                Node::Expr(e) => e,
            };
            let expr = p.expr(e);
            let target = match &expr.kind {
                ExprKind::Assign(target, _) | ExprKind::Increment { target, .. } => *target,
                ExprKind::CompoundAssign(assign) => assign.target,
                ExprKind::Call(callee, _) => {
                    calls.push((e, *callee));
                    return;
                }
                ExprKind::Builtin(name, _) => {
                    let message = format!("a rule must not use the built-in `{}`", p.name(*name));
                    report(expr.place, message);
                    return;
                }
                _ => return,
            };
            if !self.is_own(target, of_rule) {
                let message = match self.global_of(target) {
                    Some(g) => {
                        let name = p.name(p.global(g).name);
                        format!("a rule must not write `{name}`, which is not its own")
                    }
                    None => "a rule must not write what a pointer points to".into(),
                };
                report(expr.place, message);
            }
        });
        for (e, callee) in calls {
            let place = p.expr(e).place;
            let Some(callee) = p.direct_callee(callee) else {
                let message = "a rule must not call functions through pointers";
                found.push(Diagnostic::error("rule", place, message));
                continue;
            };
            if let Some(event) = self.event_in(callee).filter(|_| of_rule) {
                let name = p.name(p.function(callee).name);
                let message = match event == callee {
                    true => format!("a rule must not call `{name}`, whose events it handles"),
                    false => format!(
                        "a rule must not call `{name}`, which calls `{}`, whose events it handles",
                        p.name(p.function(event).name)
                    ),
                };
                found.push(Diagnostic::error("rule", place, message));
                continue;
            }
            if !self.is_quiet(callee) {
                let name = p.name(p.function(callee).name);
                let message = match p.function(callee).body {
                    Some(_) => format!("a rule must not call `{name}`, which writes"),
                    None => format!(
                        "a rule must not call `{name}`, of which it is not known what it writes"
                    ),
                };
                found.push(Diagnostic::error("rule", place, message));
            }
        }
        found
    }

    /// A function with events that a call may get to, as far as names tell. Functions of the rule are looked at themselves.
    fn event_in(&self, f: FunctionId) -> Option<FunctionId> {
        let mut seen = BTreeSet::new();
        let mut pending = vec![f];
        while let Some(f) = pending.pop() {
            if is_rules(self.p, f) || !seen.insert(f) {
                continue;
            }
            if self.events.contains(&f) {
                return Some(f);
            }
            tree::visit(self.p, self.p.function(f), |node| {
                if let Node::Expr(e) = node
                    && let ExprKind::Function(g) = self.p.expr(e).kind
                {
                    pending.push(g);
                }
            });
        }
        None
    }

    /// May a rule call this?
    fn is_quiet(&mut self, f: FunctionId) -> bool {
        let function = self.p.function(f);
        if is_rules(self.p, f) {
            return true;
        }
        let name = self.p.name(function.name);
        if function.body.is_none() {
            return function.pure
                || matches!(name, "__lariat_violation" | "__VERIFIER_assume")
                || name.starts_with("__VERIFIER_nondet_");
        }
        if let Some(&known) = self.quiet.get(&f) {
            return known;
        }
        self.quiet.insert(f, true);
        let quiet = self.writes(f, false).is_empty();
        self.quiet.insert(f, quiet);
        quiet
    }

    /// Is this an object of the function's own, or of the rule's?
    fn is_own(&self, target: ExprId, of_rule: bool) -> bool {
        match self.p.expr(target).kind {
            ExprKind::Var(_) | ExprKind::CompoundLiteral(..) => true,
            ExprKind::Global(g) => of_rule && self.is_rules_own(g),
            ExprKind::Member(of, _) => self.is_own(of, of_rule),
            // An element of an array: `*(a + i)`.
            ExprKind::Deref(pointer) => match self.array_of(pointer) {
                Some(array) => self.is_own(array, of_rule),
                None => false,
            },
            _ => false,
        }
    }

    fn is_rules_own(&self, g: GlobalId) -> bool {
        let unit = self.p.global(g).unit as usize;
        self.p.parts.get(unit) == Some(&Part::Monitor) && self.p.global(g).defined
    }

    /// The array whose elements a pointer points to, if that is plain.
    fn array_of(&self, pointer: ExprId) -> Option<ExprId> {
        match self.p.expr(pointer).kind {
            ExprKind::Decay(array) => Some(array),
            ExprKind::PointerOffset { pointer, .. } => self.array_of(pointer),
            _ => None,
        }
    }

    fn global_of(&self, target: ExprId) -> Option<GlobalId> {
        match self.p.expr(target).kind {
            ExprKind::Global(g) => Some(g),
            ExprKind::Member(of, _) => self.global_of(of),
            ExprKind::Deref(pointer) => self.global_of(self.array_of(pointer)?),
            _ => None,
        }
    }
}
