//! Random procedures: parameters, locals, the start that confines what is arbitrary, the body.

use super::statements::BodyWriter;
use super::types::{Type, Variable};
use super::{Writer, confined};

impl Writer {
    /// The text of a procedure.
    pub(super) fn procedure(&mut self, number: usize) -> String {
        let signature = self.signatures[number].clone();
        let variables = |names: &[&str], types: &[Type], assignable: bool| -> Vec<Variable> {
            let both = names.iter().zip(types);
            both.map(|(name, ty)| Variable {
                name: (*name).into(),
                ty: ty.clone(),
                assignable,
                global: false,
            })
            .collect()
        };
        let ins = variables(&["a", "b"], &signature.inputs, false);
        let outs = variables(&["r", "s"], &signature.outputs, true);
        let is_entry = number == 0;
        let bodyless = !is_entry
            && outs.iter().all(|v| v.ty == Type::Int || v.ty.is_small())
            && self.random.chance(8);
        let contract = self.contract(&ins, &outs, !bodyless, is_entry);
        let head =
            format!("{}({}) returns ({})", signature.name, parameters(&ins), parameters(&outs));
        let attributes = match self.random.below(100) {
            0..8 if !is_entry => "{:inline 1} ",
            8..11 => "{:SIextraRecBound 1} ",
            _ => "",
        };
        if bodyless {
            return format!("procedure {attributes}{head};\n{contract}");
        }
        if !is_entry && self.random.chance(4) {
            let bodies = [self.body(number, &ins, &outs), self.body(number, &ins, &outs)];
            return format!(
                "procedure {attributes}{head};\n{contract}\nimplementation {head}\n{}\nimplementation {head}\n{}",
                bodies[0], bodies[1]
            );
        }
        format!("procedure {attributes}{head}\n{contract}{}", self.body(number, &ins, &outs))
    }

    fn locals(&mut self, may_hide: bool) -> Vec<Variable> {
        let count = self.random.between(0, 3);
        let mut locals: Vec<Variable> = Vec::new();
        for default in ["x", "y", "z"].iter().take(count) {
            let hiding = may_hide && !self.globals.is_empty() && self.random.chance(5);
            let name = if hiding {
                self.random.pick(&self.globals).name.clone()
            } else {
                (*default).to_string()
            };
            if name == "err" || locals.iter().any(|v| v.name == name) {
                continue;
            }
            let ty = self.parameter_type();
            locals.push(Variable { name, ty, assignable: true, global: false });
        }
        locals
    }

    fn body(&mut self, number: usize, ins: &[Variable], outs: &[Variable]) -> String {
        let locals = self.locals(number > 0);
        let mut lines = vec!["{".to_string()];
        let mut has_where = Vec::new();
        for v in &locals {
            if v.ty == Type::Int && self.random.chance(15) {
                has_where.push(v.name.clone());
                lines.push(format!("  var {}: int where {};", v.name, confined(&v.name)));
            } else {
                lines.push(format!("  var {}: {};", v.name, v.ty.text()));
            }
        }
        let mut scope = self.contract_scope();
        scope.old = self.random.chance(30);
        scope.entry = number == 0;
        for v in ins.iter().chain(outs).chain(&locals) {
            scope.add(v.clone());
        }
        let callable: Vec<usize> = (0..self.signatures.len())
            .filter(|&other| {
                other > number || (self.features.recursion && (other > 0 || number % 5 == 4))
            })
            .collect();
        let mut writer = BodyWriter::new(self, scope, callable, number, has_where, lines);
        let arbitrary: Vec<&Variable> = if number == 0 {
            let globals = writer.writer.globals.clone();
            writer.start(&globals);
            ins.iter().chain(outs).chain(&locals).collect()
        } else {
            outs.iter().chain(&locals).collect()
        };
        let arbitrary: Vec<Variable> = arbitrary.into_iter().cloned().collect();
        writer.start(&arbitrary);
        writer.finish()
    }
}

fn parameters(variables: &[Variable]) -> String {
    let texts: Vec<String> =
        variables.iter().map(|v| format!("{}: {}", v.name, v.ty.text())).collect();
    texts.join(", ")
}
