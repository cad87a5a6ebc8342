//! Random pre- and postconditions, and what they must say of procedures without a body.

use super::Writer;
use super::confined;
use super::expressions::{Expressions, Scope};
use super::types::{Type, Variable};

impl Writer {
    /// The specification of a procedure, one clause a line.
    pub(super) fn contract(
        &mut self,
        ins: &[Variable],
        outs: &[Variable],
        body: bool,
        is_entry: bool,
    ) -> String {
        let mut text = String::new();
        let mut modified: Vec<Variable> = self.globals.clone();
        if !body {
            // What a procedure without a body modifies is arbitrary, so it must be small.
            let random = &mut self.random;
            modified.retain(|g| {
                g.name != "err" && (g.ty.is_small() || g.ty == Type::Int) && random.chance(50)
            });
        }
        if !modified.is_empty() {
            let names: Vec<&str> = modified.iter().map(|g| g.name.as_str()).collect();
            text += &format!("modifies {};\n", names.join(", "));
        }
        if !body {
            for v in modified.iter().chain(outs).filter(|v| v.ty == Type::Int) {
                text += &format!("ensures {};\n", confined(&v.name));
            }
        }
        if !self.features.contracts {
            return text;
        }
        let mut scope = self.contract_scope();
        ins.iter().for_each(|v| scope.add(v.clone()));
        scope.entry = is_entry;
        if is_entry {
            // Large maps are arbitrary until the entry has given them a value.
            scope.variables.retain(|v| v.ty == Type::Int || v.ty.is_small());
        }
        if self.random.chance(30) {
            text += &self.clause("requires", &scope);
        }
        outs.iter().for_each(|v| scope.add(v.clone()));
        scope.old = true;
        if self.random.chance(35) {
            text += &self.clause("ensures", &scope);
        }
        text
    }

    fn clause(&mut self, keyword: &str, scope: &Scope) -> String {
        let free = if self.random.chance(40) { "free " } else { "" };
        let mut expressions =
            Expressions { random: &mut self.random, features: &self.features, scope };
        let first = expressions.of(&Type::Bool, 2);
        let second = expressions.of(&Type::Bool, 1);
        format!("{free}{keyword} {first} || {second};\n")
    }
}
