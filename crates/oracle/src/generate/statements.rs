//! Random structured statements.

use super::control::Loop;
use super::expressions::{Expressions, Scope};
use super::types::{Type, Variable};
use super::{Writer, confined};

/// Writes the body of one procedure.
pub struct BodyWriter<'a> {
    pub(super) writer: &'a mut Writer,
    pub(super) scope: Scope,
    callable: Vec<usize>,
    is_entry: bool,
    number: usize,
    /// Integers with a where clause: confined by it.
    has_where: Vec<String>,
    pub(super) lines: Vec<String>,
    indent: usize,
    pub(super) loops: Vec<Loop>,
    pub(super) labels: usize,
    /// Statements that may still be written.
    fuel: usize,
    /// Arbitrary values that may still be taken.
    arbitrary: usize,
}

impl<'a> BodyWriter<'a> {
    pub(super) fn new(
        writer: &'a mut Writer,
        scope: Scope,
        callable: Vec<usize>,
        number: usize,
        has_where: Vec<String>,
        lines: Vec<String>,
    ) -> Self {
        let fuel = writer.random.between(3, 14);
        BodyWriter {
            writer,
            scope,
            callable,
            is_entry: number == 0,
            number,
            has_where,
            lines,
            indent: 1,
            loops: Vec::new(),
            labels: 0,
            fuel,
            arbitrary: 2,
        }
    }

    /// Gives values to what is arbitrary, or confines it.
    pub(super) fn start(&mut self, variables: &[Variable]) {
        for v in variables {
            if v.name == "err" && v.global {
                let lowered = self.writer.features.flag.map_or("false", |f| f.lowered());
                self.line(&format!("err := {lowered};"));
            } else if self.is_confined(v) {
                // By its where clause.
            } else if v.ty.is_small() && self.writer.random.chance(50) {
                // Any value will do.
            } else if v.ty == Type::Int && (!v.assignable || self.writer.random.chance(40)) {
                self.line(&format!("assume {};", confined(&v.name)));
            } else if v.assignable {
                let value = self.expressions().literal(&v.ty);
                self.line(&format!("{} := {value};", v.name));
            } else {
                // An input of the entry: nothing can be given, so nothing may be read.
                let ty = v.ty.clone();
                if !ty.is_small() {
                    let value = self.expressions().literal(&ty);
                    self.line(&format!("assume {} == {value};", v.name));
                }
            }
        }
    }

    fn is_confined(&self, v: &Variable) -> bool {
        let names = if v.global { &self.writer.confined_from_the_start } else { &self.has_where };
        names.contains(&v.name)
    }

    pub(super) fn expressions(&mut self) -> Expressions<'_> {
        Expressions {
            random: &mut self.writer.random,
            features: &self.writer.features,
            scope: &self.scope,
        }
    }

    pub(super) fn expression(&mut self, ty: &Type, depth: usize) -> String {
        self.expressions().of(ty, depth)
    }

    pub(super) fn line(&mut self, text: &str) {
        self.lines.push(format!("{}{text}", "  ".repeat(self.indent)));
    }

    pub(super) fn chance(&mut self, percent: usize) -> bool {
        self.writer.random.chance(percent)
    }

    /// Writes the statements and the end; gives the text.
    pub(super) fn finish(mut self) -> String {
        if self.writer.features.jumps && self.chance(50) {
            self.blocks();
        } else {
            while self.fuel > 0 {
                self.statement();
            }
            if self.is_entry || self.writer.features.flag.is_some() {
                for _ in 0..self.writer.random.between(0, 2) {
                    self.call();
                }
            }
            if self.writer.features.flag.is_some() && !self.is_entry && self.chance(60) {
                self.raise();
            }
            self.end();
        }
        self.lines.push("}".into());
        self.lines.join("\n") + "\n"
    }

    /// What comes before the last return.
    pub(super) fn end(&mut self) {
        if !self.is_entry {
            return;
        }
        if let Some(flag) = self.writer.features.flag {
            self.line(&format!("assume {};", flag.test()));
        } else if self.writer.features.assertions && self.chance(50) {
            let condition = self.expression(&Type::Bool, 2);
            self.line(&format!("assert {condition};"));
        }
    }

    pub(super) fn statement(&mut self) {
        self.fuel = self.fuel.saturating_sub(1);
        match self.writer.random.below(40) {
            0..8 => self.assignment(),
            8..18 => self.call(),
            18..24 => self.branch(),
            24..27 if self.writer.features.loops && self.loops.len() < 2 => self.repeat(),
            27 | 28 => self.havoc(),
            29 => {
                let (a, b) = (self.expression(&Type::Bool, 2), self.expression(&Type::Bool, 1));
                self.line(&format!("assume {a} || {b};"));
            }
            30 | 31 if self.writer.features.assertions => self.assertion(),
            32 if !self.loops.is_empty() => self.break_out(),
            33 if self.chance(40) => self.early_return(),
            34 => self.parallel_assignment(),
            35..38 if self.writer.features.flag.is_some() => self.raise(),
            _ => self.assignment(),
        }
    }

    /// A statement without control flow.
    pub(super) fn simple_statement(&mut self) {
        self.fuel = self.fuel.saturating_sub(1);
        match self.writer.random.below(12) {
            0..4 => self.assignment(),
            4..7 => self.call(),
            7 => self.havoc(),
            8 if self.writer.features.assertions => self.assertion(),
            9 => self.parallel_assignment(),
            10 if self.writer.features.flag.is_some() => self.raise(),
            _ => {
                let condition = self.expression(&Type::Bool, 1);
                self.line(&format!("assume {condition};"));
            }
        }
    }

    fn assertion(&mut self) {
        let (a, b) = (self.expression(&Type::Bool, 2), self.expression(&Type::Bool, 1));
        self.line(&format!("assert {a} || {b};"));
    }

    fn targets(&self) -> Vec<Variable> {
        let assignable = |v: &&Variable| v.assignable && !(v.global && v.name == "err");
        self.scope.variables.iter().filter(assignable).cloned().collect()
    }

    fn assignment(&mut self) {
        let targets = self.targets();
        if targets.is_empty() {
            return;
        }
        let target = self.writer.random.pick(&targets).clone();
        if let Type::Map(index, element) = &target.ty
            && self.chance(75)
        {
            let (i, e) = (self.expression(index, 1), self.expression(element, 2));
            self.line(&format!("{}[{i}] := {e};", target.name));
            return;
        }
        let value = self.expression(&target.ty, 2);
        self.line(&format!("{} := {value};", target.name));
    }

    fn parallel_assignment(&mut self) {
        let mut targets = self.targets();
        if targets.len() < 2 {
            return;
        }
        let first = targets.swap_remove(self.writer.random.below(targets.len()));
        let second = self.writer.random.pick(&targets).clone();
        let (a, b) = (self.expression(&first.ty, 1), self.expression(&second.ty, 1));
        self.line(&format!("{}, {} := {a}, {b};", first.name, second.name));
    }

    fn havoc(&mut self) {
        if self.arbitrary == 0 {
            return;
        }
        let mut targets = self.targets();
        targets.retain(|v| v.ty == Type::Int || v.ty.is_small());
        if targets.is_empty() {
            return;
        }
        self.arbitrary -= 1;
        let target = self.writer.random.pick(&targets).clone();
        self.line(&format!("havoc {};", target.name));
        if target.ty == Type::Int && !self.is_confined(&target) {
            self.line(&format!("assume {};", confined(&target.name)));
        }
    }

    fn call(&mut self) {
        for _ in 0..4 {
            if self.try_call() {
                return;
            }
        }
        self.assignment();
    }

    /// Calls some procedure, if there are variables for its results.
    fn try_call(&mut self) -> bool {
        if self.callable.is_empty() {
            return false;
        }
        let callable = self.callable.clone();
        let callee = *self.writer.random.pick(&callable);
        let signature = self.writer.signatures[callee].clone();
        let mut results: Vec<String> = Vec::new();
        for ty in &signature.outputs {
            let mut targets = self.targets();
            targets.retain(|v| v.ty == *ty && !results.contains(&v.name));
            if targets.is_empty() {
                return false;
            }
            results.push(self.writer.random.pick(&targets).name.clone());
        }
        let arguments: Vec<String> =
            signature.inputs.iter().map(|ty| self.expression(ty, 1)).collect();
        // Recursion that always happens never ends.
        let guard = (callee <= self.number && self.chance(80)).then(|| self.guard());
        let around = guard.map(|g| self.begin_if(g));
        let results =
            if results.is_empty() { String::new() } else { format!("{} := ", results.join(", ")) };
        self.line(&format!("call {results}{}({});", signature.name, arguments.join(", ")));
        if let Some(flag) = self.writer.features.flag
            && self.chance(80)
        {
            let branch = self.begin_if(flag.test().into());
            if self.is_entry {
                self.line(&format!("assume {};", flag.test()));
            }
            self.line("return;");
            self.end_if(vec![branch]);
        }
        if let Some(branch) = around {
            self.end_if(vec![branch]);
        }
        true
    }

    fn raise(&mut self) {
        let Some(flag) = self.writer.features.flag else { return };
        let condition = self.expression(&Type::Bool, 2);
        let branch = self.begin_if(condition);
        let value = if self.chance(90) { flag.raised() } else { flag.lowered() };
        self.line(&format!("err := {value};"));
        if self.chance(70) {
            self.early_return();
        }
        self.end_if(vec![branch]);
    }

    fn early_return(&mut self) {
        if self.is_entry {
            self.end();
        }
        self.line("return;");
    }

    fn nested(&mut self, most: usize) {
        self.indent += 1;
        for _ in 0..self.writer.random.between(0, most) {
            self.statement();
        }
        self.indent -= 1;
    }

    fn guard(&mut self) -> String {
        if self.chance(20) { "*".into() } else { self.expression(&Type::Bool, 2) }
    }

    fn branch(&mut self) {
        let guard = self.guard();
        let mut chain = vec![self.begin_if(guard)];
        self.nested(3);
        if self.chance(20) {
            let guard = self.guard();
            let inner = self.begin_else_if(&mut chain[0], guard);
            chain.push(inner);
            self.nested(2);
        }
        if self.chance(50)
            && let Some(innermost) = chain.last_mut()
        {
            self.begin_else(innermost);
            self.nested(3);
        }
        self.end_if(chain);
    }

    fn repeat(&mut self) {
        let labelled = self.chance(25);
        let guard = self.guard();
        let invariant = self.chance(12).then(|| {
            let free = self.chance(50);
            let (a, b) = (self.expression(&Type::Bool, 1), self.expression(&Type::Bool, 1));
            (free, format!("{a} || {b}"))
        });
        self.begin_loop(guard, invariant, labelled);
        self.nested(4);
        self.end_loop();
    }

    fn break_out(&mut self) {
        let labels: Vec<String> = self.loops.iter().filter_map(|l| l.label.clone()).collect();
        let guard = self.guard();
        let branch = self.begin_if(guard);
        let outer = !labels.is_empty() && self.chance(50);
        let label = outer.then(|| self.writer.random.pick(&labels).clone());
        self.write_break(label.as_deref());
        self.end_if(vec![branch]);
    }
}
