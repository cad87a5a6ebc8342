//! Microsoft's structured exceptions, and every other way out of blocks.
//!
//! `__lariat_raise(code)` raises: what `ExRaiseStatus` and the like are modelled with. The code is in a variable of the
//! program, and another one says that an exception is under way; a function that does not handle it returns, and its
//! caller finds it and goes on to its own handler ([`Lowering::after_call`]). If nobody handles it, the program fails.
//!
//! A `__finally` block is lowered once. Whoever leaves its guarded block says in a variable where it was going
//! ([`Exit`]) and enters the block; behind the block, control goes on to there, which may lead into the next one.
//!
//! Windows asks the filters of all functions first and runs `__finally` blocks afterwards; here both happen on the way
//! out. That is a difference if a filter looks at what such a block changes, so the verdict says so for filters that look at
//! more than the code of the exception. So it does for accesses to memory inside of `__try`, which raise nothing here.

use super::{Lowering, Scope};
use crate::checks::Check;
use crate::ir::*;
use crate::walk;
use lariat_c::{ExprId, ExprKind, Handler, Program, StmtId, StmtKind as C, Try, TypeId};
use lariat_verdict::What;
use rustc_hash::FxHashMap;

const RAISE: &str = "__lariat_raise";
const CODES: [&str; 3] = ["_exception_code", "__exception_code", "GetExceptionCode"];
const ABNORMAL: [&str; 3] =
    ["_abnormal_termination", "__abnormal_termination", "AbnormalTermination"];
const INFORMATION: [&str; 3] = ["_exception_info", "__exception_info", "GetExceptionInformation"];

/// Does a call of a function with this name raise an exception?
pub(crate) fn raises(name: &str) -> bool {
    name == RAISE
}

/// What a program that raises exceptions has to keep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exceptions {
    /// Is one under way? Zero or one.
    raised: VarId,
    /// Its code.
    code: VarId,
}

/// What is to be done when control leaves a block.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Due {
    /// The call of a `cleanup` attribute.
    Call(ExprId),
    /// A `__finally` block: which of [`super::Frame::finals`].
    Finally(StmtId, usize),
    /// An `__except` block: where it is, what lives there, and where it expects the code.
    Except(StmtId, LabelId, Scope, VarId),
}

impl Due {
    /// The `__try` that it belongs to.
    fn guarded_by(&self) -> Option<StmtId> {
        match *self {
            Due::Call(_) => None,
            Due::Finally(id, _) | Due::Except(id, ..) => Some(id),
        }
    }
}

/// Where control goes when it leaves blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// To the next handler.
    Raise,
    /// Out of the function.
    Return,
    /// To a label of the function.
    Jump(LabelId, Scope),
}

/// A `__finally` block that is still to come.
#[derive(Clone, Debug)]
pub(crate) struct Final {
    entry: LabelId,
    /// Objects that live there.
    mortals: usize,
    /// Where control was going: zero for the end of the block, else one more than an index into `exits`.
    going: VarId,
    /// The exception that it interrupts.
    code: VarId,
    exits: Vec<Exit>,
}

/// Does the program raise exceptions?
fn program_raises(c: &Program) -> bool {
    c.exprs.iter().any(|e| match e.kind {
        ExprKind::Function(f) => c.function(f).body.is_none() && raises(c.name(c.function(f).name)),
        _ => false,
    })
}

impl Lowering<'_> {
    /// Variables for exceptions, if there are any.
    pub fn prepare_exceptions(&mut self) {
        if !program_raises(self.c) {
            return;
        }
        let mut global = |name: &str, ty: IntTy| {
            self.m.vars.push(Variable { name: name.into(), ty, owner: None, origin: None });
            self.global_names.insert(name.into(), 1);
            VarId(self.m.vars.len() as u32 - 1)
        };
        let word = IntTy::unsigned(32);
        let (raised, code) = (global("$raised", word), global("$exception", word));
        self.exceptions = Some(Exceptions { raised, code });
    }

    /// None is under way when the program starts.
    pub fn start_exceptions(&mut self) {
        let Some(exceptions) = self.exceptions else { return };
        let zero = self.m.int(0, IntTy::unsigned(32));
        self.emit(StmtKind::Assign(exceptions.raised, zero));
        self.emit(StmtKind::Assign(exceptions.code, zero));
    }

    /// A call of what belongs to exceptions; `None` if it is something else.
    pub fn exception_call(
        &mut self,
        name: &str,
        args: &[ExprId],
        result: TypeId,
    ) -> Option<Option<TermId>> {
        let ty = self.ity_or_int(result);
        if raises(name) {
            let exceptions = self.exceptions?;
            let [code] = *args else { return None };
            let code = self.value(code);
            let code = self.m.cast(code, IntTy::unsigned(32));
            self.emit(StmtKind::Assign(exceptions.code, code));
            self.raise();
            // What follows in the text is not reached from here.
            let unreached = self.new_label();
            self.label(unreached);
            self.stop();
            return Some(None);
        }
        if CODES.contains(&name) {
            let Some(&code) = self.frame.codes.last() else {
                self.unsupported("the code of an exception outside of a filter and a handler");
                return Some(Some(self.any(ty)));
            };
            let code = self.m.var(code);
            return Some(Some(self.m.cast(code, ty)));
        }
        if ABNORMAL.contains(&name) {
            let Some(&going) = self.frame.terminations.last() else {
                self.unsupported("AbnormalTermination outside of a __finally block");
                return Some(Some(self.any(ty)));
            };
            let (going, zero) = (self.m.var(going), self.m.int(0, IntTy::unsigned(32)));
            let abnormal = self.m.compare(CmpOp::Ne, going, zero);
            let (one, none) = (self.m.int(1, ty), self.m.int(0, ty));
            return Some(Some(self.m.ite(abnormal, one, none)));
        }
        if INFORMATION.contains(&name) {
            self.unsupported("GetExceptionInformation");
            return Some(Some(self.any(ty)));
        }
        None
    }

    /// Behind a call of a function that may raise.
    pub fn after_raising_call(&mut self) {
        let Some(exceptions) = self.exceptions else { return };
        let (raised, zero) = (self.m.var(exceptions.raised), self.m.int(0, IntTy::unsigned(32)));
        let none = self.m.compare(CmpOp::Eq, raised, zero);
        let (next, handle) = (self.new_label(), self.new_label());
        self.branch(none, next, handle);
        self.label(handle);
        self.leave(Exit::Raise);
        self.label(next);
    }

    /// Whoever starts the program handles no exception.
    pub fn no_exception_is_left(&mut self) {
        let Some(exceptions) = self.exceptions else { return };
        let (raised, zero) = (self.m.var(exceptions.raised), self.m.int(0, IntTy::unsigned(32)));
        let none = self.m.compare(CmpOp::Eq, raised, zero);
        match self.wants(Check::Assertion) {
            true => self.require(Check::Assertion, none, || "an exception is not handled".into()),
            false => self.emit(StmtKind::Assume(none)),
        }
    }

    fn raise(&mut self) {
        if let Some(exceptions) = self.exceptions {
            let one = self.m.int(1, IntTy::unsigned(32));
            self.emit(StmtKind::Assign(exceptions.raised, one));
        }
        self.leave(Exit::Raise);
    }

    /// Raises once more what a handler was given.
    fn raise_again(&mut self, code: VarId) {
        if let Some(exceptions) = self.exceptions {
            let code = self.m.var(code);
            self.emit(StmtKind::Assign(exceptions.code, code));
        }
        self.raise();
    }

    /// The exception is no longer under way: whoever handles it has its code.
    fn take_exception(&mut self, code: VarId) {
        if let Some(exceptions) = self.exceptions {
            let (value, zero) = (self.m.var(exceptions.code), self.m.int(0, IntTy::unsigned(32)));
            self.emit(StmtKind::Assign(code, value));
            self.emit(StmtKind::Assign(exceptions.raised, zero));
        }
    }

    /// Control leaves blocks: what is due on the way is done, innermost first. While it is, it is not due any more.
    pub fn leave(&mut self, exit: Exit) {
        let saved = self.frame.dues.clone();
        let stay = match exit {
            Exit::Jump(_, scope) => scope.dues,
            Exit::Return | Exit::Raise => 0,
        };
        let mut arrived = true;
        while arrived && self.frame.dues.len() > stay {
            match (self.frame.dues.pop(), exit) {
                (Some(Due::Call(call)), _) => self.effect(call),
                (Some(Due::Finally(_, n)), _) => {
                    self.enter_final(n, exit);
                    arrived = false;
                }
                (Some(Due::Except(_, label, scope, code)), Exit::Raise) => {
                    self.take_exception(code);
                    self.leave_blocks(scope.mortals);
                    self.goto(label);
                    arrived = false;
                }
                _ => {}
            }
        }
        if arrived {
            match (exit, self.frame.epilogue) {
                (Exit::Raise, _) => {
                    let leave = self.leave_label();
                    self.goto(leave);
                }
                (Exit::Jump(label, scope), _) => {
                    self.leave_blocks(scope.mortals);
                    self.goto(label);
                }
                (Exit::Return, Some(epilogue)) => self.goto(epilogue),
                (Exit::Return, None) => self.emit(StmtKind::Return),
            }
        }
        self.frame.dues = saved;
    }

    fn enter_final(&mut self, n: usize, exit: Exit) {
        let Final { entry, mortals, going, code, ref mut exits } = self.frame.finals[n];
        let at = exits.iter().position(|known| *known == exit).unwrap_or_else(|| {
            exits.push(exit);
            exits.len() - 1
        });
        if exit == Exit::Raise {
            self.take_exception(code);
        }
        let number = self.m.int(at as i128 + 1, IntTy::unsigned(32));
        self.emit(StmtKind::Assign(going, number));
        self.leave_blocks(mortals);
        self.goto(entry);
    }

    /// `__try`
    pub fn try_(&mut self, id: StmtId, t: Try) {
        match t.handler {
            Handler::Finally(block) => self.try_finally(id, t.body, block),
            Handler::Except(filter, block) => self.try_except(id, t.body, filter, block),
        }
    }

    /// The guarded block, with `__leave` leading behind it.
    fn guarded(&mut self, body: StmtId, due: Due) {
        self.frame.dues.push(due);
        let end = self.new_label();
        let scope = self.scope();
        self.frame.leaves.push((end, scope));
        self.statement(body);
        self.frame.leaves.pop();
        self.label(end);
        self.frame.dues.pop();
    }

    fn try_finally(&mut self, id: StmtId, body: StmtId, block: StmtId) {
        let word = IntTy::unsigned(32);
        let (going, code) = (self.local("$going", word), self.local("$code", word));
        let entry = self.new_label();
        let n = self.frame.finals.len();
        let mortals = self.frame.mortals.len();
        self.frame.finals.push(Final { entry, mortals, going, code, exits: Vec::new() });
        self.guarded(body, Due::Finally(id, n));
        let zero = self.m.int(0, word);
        self.emit(StmtKind::Assign(going, zero));
        self.goto(entry);
        self.label(entry);
        self.frame.terminations.push(going);
        self.statement(block);
        self.frame.terminations.pop();
        for (i, exit) in std::mem::take(&mut self.frame.finals[n].exits).into_iter().enumerate() {
            let (value, number) = (self.m.var(going), self.m.int(i as i128 + 1, word));
            let this = self.m.compare(CmpOp::Eq, value, number);
            let (go, next) = (self.new_label(), self.new_label());
            self.branch(this, go, next);
            self.label(go);
            match exit {
                Exit::Raise => self.raise_again(code),
                _ => self.leave(exit),
            }
            self.label(next);
        }
    }

    fn try_except(&mut self, id: StmtId, body: StmtId, filter: ExprId, block: StmtId) {
        let code = self.local("$code", IntTy::unsigned(32));
        let (handler, end) = (self.new_label(), self.new_label());
        let scope = self.scope();
        self.assume(What::Other("accesses to memory in `__try` raise no exceptions".into()));
        self.guarded(body, Due::Except(id, handler, scope, code));
        self.goto(end);
        self.label(handler);
        if self.exceptions.is_none() {
            self.stop();
        }
        self.frame.codes.push(code);
        let verdict = self.value(filter);
        let verdict = self.m.cast(verdict, IntTy::INT);
        let verdict = self.save(verdict);
        if self.exceptions.is_some() && depends_on_state(self.c, filter) && has_finally(self.c) {
            self.assume(What::Other(
                "filters of exceptions do not depend on what `__finally` blocks do".into(),
            ));
        }
        let zero = self.m.int(0, IntTy::INT);
        let not_mine = self.m.compare(CmpOp::Eq, verdict, zero);
        let (pass, mine) = (self.new_label(), self.new_label());
        self.branch(not_mine, pass, mine);
        self.label(pass);
        self.raise_again(code);
        self.label(mine);
        let handled = self.m.compare(CmpOp::Lt, zero, verdict);
        self.supported(handled, "a filter that continues where an exception was raised");
        self.statement(block);
        self.frame.codes.pop();
        self.label(end);
    }

    /// `__leave`
    pub fn leave_guarded(&mut self) {
        if let Some(&(label, scope)) = self.frame.leaves.last() {
            self.leave(Exit::Jump(label, scope));
        }
    }

    /// `goto`: out of the `__try`s around it that are not around the label.
    pub fn go_to(&mut self, target: lariat_c::LabelId) {
        let label = self.c_label(target);
        if self.frame.dues.iter().any(|due| matches!(due, Due::Call(_))) {
            self.unsupported("a goto in a block with a variable that has the attribute cleanup");
        }
        let around = self.tries_around(target);
        let here: Vec<(usize, StmtId)> = self
            .frame
            .dues
            .iter()
            .enumerate()
            .filter_map(|(i, due)| Some((i, due.guarded_by()?)))
            .collect();
        let inside = around.len() > here.len() || around.iter().zip(&here).any(|(a, b)| *a != b.1);
        if inside {
            self.unsupported("a goto into a __try block");
        }
        let dues = match around.len() {
            0 => 0,
            n => here.get(n - 1).map_or(0, |(i, _)| i + 1),
        };
        let scope = Scope { mortals: self.frame.mortals.len(), dues };
        self.leave(Exit::Jump(label, scope));
    }

    /// The `__try`s whose guarded blocks a label is in, outermost first.
    fn tries_around(&mut self, label: lariat_c::LabelId) -> Vec<StmtId> {
        if self.frame.guarded_labels.is_none() {
            let body = self.frame.function.and_then(|f| self.c.function(f).body);
            let mut found = FxHashMap::default();
            body.into_iter().for_each(|body| labels_of(self.c, body, &[], &mut found));
            self.frame.guarded_labels = Some(found);
        }
        let known = self.frame.guarded_labels.as_ref();
        known.and_then(|found| found.get(&label).cloned()).unwrap_or_default()
    }
}

/// Does a filter look at anything but the code of the exception?
fn depends_on_state(c: &Program, filter: ExprId) -> bool {
    let mut todo = vec![filter];
    while let Some(e) = todo.pop() {
        match &c.expr(e).kind {
            ExprKind::Int(_)
            | ExprKind::Cast(..)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Logical(..)
            | ExprKind::Conditional(..) => c.expr(e).kind.for_each_child(|child| todo.push(child)),
            ExprKind::Call(callee, args) if args.is_empty() => {
                let name = c.direct_callee(*callee).map(|f| c.name(c.function(f).name));
                if !name.is_some_and(|name| CODES.contains(&name)) {
                    return true;
                }
            }
            _ => return true,
        }
    }
    false
}

fn has_finally(c: &Program) -> bool {
    let is_final = |kind: &C| matches!(kind, C::Try(t) if matches!(t.handler, Handler::Finally(_)));
    c.stmts.iter().any(|stmt| is_final(&stmt.kind))
}

/// The labels in guarded blocks, and which those are.
fn labels_of(
    c: &Program,
    stmt: StmtId,
    around: &[StmtId],
    found: &mut FxHashMap<lariat_c::LabelId, Vec<StmtId>>,
) {
    let (mut todo, mut exprs) = (vec![stmt], Vec::new());
    while let Some(s) = todo.pop() {
        match &c.stmt(s).kind {
            C::Label(label) if !around.is_empty() => {
                found.insert(*label, around.to_vec());
            }
            C::Try(t) => {
                let inner: Vec<StmtId> = around.iter().copied().chain([s]).collect();
                labels_of(c, t.body, &inner, found);
                todo.push(t.handler.block());
                continue;
            }
            _ => {}
        }
        walk::children(c, s, &mut todo, &mut exprs);
        exprs.clear();
    }
}
