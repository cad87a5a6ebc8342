//! Statements under guards.
//!
//! The translator's guard is the condition under which control is at the current statement.
//! A jump moves it to where the jump goes: to a label further down, to the end of a loop or
//! switch, or out of the function. A jump back is not followed; the condition is kept as one
//! under which the execution goes beyond what is looked at.

use super::{Beyond, Execution, Frame};
use crate::aig::Lit;
use crate::translate::{Polarity, Translated, Translator, unsupported};
use lariat_c::{ExprId, ExprKind, FunctionId, LabelId, StmtId, StmtKind, Switch};

/// Rounds of a loop whose conditions are all known are not counted, but not without end.
const KNOWN_ROUNDS: usize = 100_000;

/// When the condition of a loop is asked.
#[derive(Clone, Copy)]
struct Loop {
    condition: Option<ExprId>,
    step: Option<ExprId>,
    body: StmtId,
    body_first: bool,
}

impl Translator<'_> {
    /// The state of the execution.
    pub(crate) fn execution(&mut self) -> &mut Execution {
        self.execution.get_or_insert_with(Box::default)
    }

    fn frame(&mut self) -> &mut Frame {
        let execution = self.execution();
        if execution.frames.is_empty() {
            execution.frames.push(Frame::new(FunctionId(0)));
        }
        let last = execution.frames.len() - 1;
        &mut execution.frames[last]
    }

    pub(super) fn enter(&mut self, function: FunctionId) {
        self.execution().frames.push(Frame::new(function));
    }

    /// Ends a function; control goes on where it has returned or come to its end.
    pub(super) fn leave(&mut self) -> Option<crate::value::Value> {
        let frame = self.execution().frames.pop()?;
        self.guard = self.aig.or(self.guard, frame.returned);
        frame.result
    }

    /// Executes a statement under the translator's guard, which becomes the condition under
    /// which control leaves the statement at its end.
    pub(crate) fn execute(&mut self, stmt: StmtId) -> Translated<()> {
        if self.guard == Lit::FALSE && self.frame().jumps.is_empty() {
            return Ok(());
        }
        if self.budget.stopped().is_some() {
            return unsupported("time limit reached");
        }
        let program = self.program;
        let place = program.stmt(stmt).place;
        if place.line != 0 {
            self.execution().place = place;
        }
        self.leave_out_the_unvisited(stmt);
        self.deeper(|tr| tr.execute_inner(stmt))
    }

    fn execute_inner(&mut self, stmt: StmtId) -> Translated<()> {
        let program = self.program;
        match &program.stmt(stmt).kind {
            StmtKind::Expr(e) => self.run(*e),
            StmtKind::Block(stmts) => stmts.iter().try_for_each(|s| self.execute(*s)),
            StmtKind::Declare(var, init) => {
                let ty = program.var(*var).ty;
                let value = match init {
                    Some(init) => self.initial_value(ty, init)?,
                    None => self.fresh_value(ty)?,
                };
                let value = match self.env.vars.get(var).cloned() {
                    Some(old) => self.aig.mux_value(self.guard, &value, &old),
                    None => value,
                };
                self.env.vars.insert(*var, value);
                Ok(())
            }
            StmtKind::If(c, then, otherwise) => {
                let condition = self.truth(*c, Polarity::Both)?;
                let before = self.guard;
                self.guard = self.aig.and(before, condition);
                self.execute(*then)?;
                let after_then = self.guard;
                self.guard = self.aig.and(before, !condition);
                if let Some(otherwise) = otherwise {
                    self.execute(*otherwise)?;
                }
                self.guard = self.aig.or(after_then, self.guard);
                Ok(())
            }
            &StmtKind::While(condition, body) => {
                let condition = Some(condition);
                self.repeat(Loop { condition, step: None, body, body_first: false })
            }
            &StmtKind::DoWhile(body, condition) => {
                let condition = Some(condition);
                self.repeat(Loop { condition, step: None, body, body_first: true })
            }
            &StmtKind::For { init, condition, step, body } => {
                if let Some(init) = init {
                    self.execute(init)?;
                }
                self.repeat(Loop { condition, step, body, body_first: false })
            }
            StmtKind::Switch(switch) => self.switch(switch),
            &StmtKind::Label(label) => {
                let frame = self.frame();
                frame.passed.insert(label);
                let arriving = frame.jumps.remove(&label).unwrap_or(Lit::FALSE);
                self.guard = self.aig.or(self.guard, arriving);
                Ok(())
            }
            &StmtKind::Goto(label) => {
                self.jump(label, self.guard);
                self.guard = Lit::FALSE;
                Ok(())
            }
            StmtKind::Break => self.jump_out(|frame| frame.breaks.last_mut()),
            StmtKind::Continue => self.jump_out(|frame| frame.continues.last_mut()),
            StmtKind::Return(value) => self.return_(*value),
            StmtKind::Pragma(_) => Ok(()),
            StmtKind::Try(_) | StmtKind::Leave => {
                unsupported(format!("structured exceptions in line {}", self.line()))
            }
            StmtKind::Asm(_) => unsupported(format!("inline assembly in line {}", self.line())),
            StmtKind::Unsupported(what) => {
                let what = program.name(*what);
                unsupported(format!("{what} in line {}", self.line()))
            }
        }
    }

    pub(super) fn line(&mut self) -> u32 {
        self.execution().place.line
    }

    /// A statement that the path of a trace does not visit is not executed.
    fn leave_out_the_unvisited(&mut self, stmt: StmtId) {
        let stmt = self.program.stmt(stmt);
        let (place, line) = (stmt.place, (stmt.place.file, stmt.place.line));
        let plain = matches!(
            stmt.kind,
            StmtKind::Expr(_) | StmtKind::Declare(_, Some(_)) | StmtKind::Return(Some(_))
        );
        let only = &self.execution().only;
        if plain && place.line != 0 && only.as_ref().is_some_and(|set| !set.contains(&line)) {
            self.guard = Lit::FALSE;
        }
    }

    /// What happens from here on under the condition is not followed.
    pub(super) fn give_up(&mut self, when: Lit, counted: bool) {
        let place = self.execution().place;
        self.execution().beyond.push(Beyond { when, place, counted });
    }

    fn jump(&mut self, label: LabelId, when: Lit) {
        if when == Lit::FALSE {
            return;
        }
        if self.frame().passed.contains(&label) {
            self.give_up(when, false);
            return;
        }
        let known = self.frame().jumps.get(&label).copied().unwrap_or(Lit::FALSE);
        let any = self.aig.or(known, when);
        self.frame().jumps.insert(label, any);
    }

    fn jump_out(&mut self, target: impl Fn(&mut Frame) -> Option<&mut Lit>) -> Translated<()> {
        let Some(known) = target(self.frame()).map(|l| *l) else {
            return unsupported("a jump out of nothing");
        };
        let any = self.aig.or(known, self.guard);
        if let Some(slot) = target(self.frame()) {
            *slot = any;
        }
        self.guard = Lit::FALSE;
        Ok(())
    }

    fn return_(&mut self, value: Option<ExprId>) -> Translated<()> {
        if let Some(e) = value {
            if self.program.types.is_void(self.ty(e)) {
                self.run(e)?;
            } else {
                let value = self.value(e)?;
                let result = match self.frame().result.take() {
                    Some(other) => self.aig.mux_value(self.guard, &value, &other),
                    None => value,
                };
                self.frame().result = Some(result);
            }
        }
        let returned = self.frame().returned;
        self.frame().returned = self.aig.or(returned, self.guard);
        self.guard = Lit::FALSE;
        Ok(())
    }

    fn switch(&mut self, switch: &Switch) -> Translated<()> {
        let value = self.int(switch.value)?;
        let (width, signed) = self.int_type(self.ty(switch.value))?;
        let before = self.guard;
        let mut none = before;
        for case in &switch.cases {
            let low = crate::circuit::constant(case.low, width);
            let matches = if case.low == case.high {
                self.aig.equal_bits(&value, &low)
            } else {
                let high = crate::circuit::constant(case.high, width);
                let below = self.less(&value, &low, signed);
                let above = self.less(&high, &value, signed);
                self.aig.and(!below, !above)
            };
            let here = self.aig.and(before, matches);
            self.jump(case.label, here);
            none = self.aig.and(none, !matches);
        }
        if let Some(label) = switch.default {
            self.jump(label, none);
            none = Lit::FALSE;
        }
        self.guard = Lit::FALSE;
        self.frame().breaks.push(Lit::FALSE);
        self.execute(switch.body)?;
        let broken = self.frame().breaks.pop().unwrap_or(Lit::FALSE);
        self.guard = self.aig.or_all([self.guard, broken, none]);
        Ok(())
    }

    fn less(&mut self, a: &[Lit], b: &[Lit], signed: bool) -> Lit {
        if signed { self.aig.less_signed(a, b) } else { self.aig.less_unsigned(a, b) }
    }

    fn repeat(&mut self, l: Loop) -> Translated<()> {
        let place = self.execution().place;
        let passed = self.frame().passed.clone();
        let mut left = Lit::FALSE;
        let mut rounds = 0;
        for round in 0.. {
            if round > 0 || !l.body_first {
                let goes_on = match l.condition {
                    Some(condition) => self.truth(condition, Polarity::Both)?,
                    None => Lit::TRUE,
                };
                let out = self.aig.and(self.guard, !goes_on);
                left = self.aig.or(left, out);
                let before = self.guard;
                self.guard = self.aig.and(before, goes_on);
                rounds += usize::from(self.guard != before || l.condition.is_none());
            }
            // Jumps into the body arrive in the first round.
            if self.guard == Lit::FALSE && (round > 0 || self.frame().jumps.is_empty()) {
                break;
            }
            if rounds > self.execution().unwind || round > KNOWN_ROUNDS {
                self.execution().place = place;
                self.give_up(self.guard, round <= KNOWN_ROUNDS);
                break;
            }
            self.frame().passed.clone_from(&passed);
            self.frame().breaks.push(Lit::FALSE);
            self.frame().continues.push(Lit::FALSE);
            self.execute(l.body)?;
            self.execution().place = place;
            let broken = self.frame().breaks.pop().unwrap_or(Lit::FALSE);
            let continued = self.frame().continues.pop().unwrap_or(Lit::FALSE);
            left = self.aig.or(left, broken);
            self.guard = self.aig.or(self.guard, continued);
            if let Some(step) = l.step
                && self.guard != Lit::FALSE
            {
                self.run(step)?;
            }
        }
        self.guard = left;
        Ok(())
    }

    /// Evaluates for the effects. `c ? (void)0 : fail()`, as `assert` expands to, is a branch.
    pub(super) fn run(&mut self, e: ExprId) -> Translated<()> {
        match self.program.expr(e).kind {
            ExprKind::Cast(lariat_c::CastKind::ToVoid, inner) => self.run(inner),
            ExprKind::Conditional(c, t, f) => {
                let condition = self.truth(c, Polarity::Both)?;
                let before = self.guard;
                self.guard = self.aig.and(before, condition);
                self.run(t)?;
                let after = self.guard;
                self.guard = self.aig.and(before, !condition);
                self.run(f)?;
                self.guard = self.aig.or(after, self.guard);
                Ok(())
            }
            ExprKind::Comma(a, b) => {
                self.run(a)?;
                self.run(b)
            }
            ExprKind::StmtExpr(block, value) => {
                self.execute(block)?;
                value.map_or(Ok(()), |value| self.run(value))
            }
            _ => self.value(e).map(|_| ()),
        }
    }
}
