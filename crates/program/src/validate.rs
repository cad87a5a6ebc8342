//! The invariants of a core program, checked: every pass must keep them.

use crate::program::{BlockId, CommandKind, ProcId, Program};
use lariat_logic::{SortId, Term, TermId, VarId};
use rustc_hash::FxHashSet;

impl Program {
    /// Says what is wrong with the program, if anything. For tests and for debugging passes.
    pub fn validate(&self) -> Result<(), String> {
        let mut names = FxHashSet::default();
        for id in self.procedures.ids() {
            if !names.insert(self.procedures[id].name.as_str()) {
                return Err(format!("two procedures are named {}", self.procedures[id].name));
            }
            self.validate_procedure(id)
                .map_err(|e| format!("{}: {e}", self.procedures[id].name))?;
        }
        Ok(())
    }

    fn validate_procedure(&self, id: ProcId) -> Result<(), String> {
        let procedure = &self.procedures[id];
        if procedure.body.blocks.is_empty() {
            return Err("it has no block".into());
        }
        let mut own: FxHashSet<VarId> = FxHashSet::default();
        for &v in procedure.inputs.iter().chain(&procedure.outputs).chain(&procedure.locals) {
            if !own.insert(v) {
                return Err(format!("variable {} is declared twice", self.terms.variable(v).name));
            }
        }
        let globals: FxHashSet<VarId> = self.globals.iter().copied().collect();
        let constants: FxHashSet<VarId> = self.constants.iter().copied().collect();
        let known = |v: &VarId| own.contains(v) || globals.contains(v) || constants.contains(v);
        for (block_id, block) in procedure.body.blocks.iter_enumerated() {
            let place = |what: String| format!("block {} ({}): {what}", block_id.0, block.label);
            for &next in block.successors() {
                if next.index() >= procedure.body.blocks.len() {
                    return Err(place(format!("goes to missing block {}", next.0)));
                }
            }
            for command in &block.commands {
                self.validate_command(&command.kind).map_err(&place)?;
                for v in command.kind.targets() {
                    if procedure.inputs.contains(&v) || constants.contains(&v) || !known(&v) {
                        let name = &self.terms.variable(v).name;
                        return Err(place(format!("{name} cannot be assigned here")));
                    }
                }
                for t in command.kind.terms() {
                    self.validate_scope(t, &known).map_err(&place)?;
                }
            }
        }
        for &t in &procedure.ensures {
            self.validate_scope(t, &known)?;
        }
        self.validate_acyclic(id)
    }

    fn validate_scope(&self, term: TermId, known: &dyn Fn(&VarId) -> bool) -> Result<(), String> {
        let mut bound = FxHashSet::default();
        self.terms.for_each_subterm([term], |_, node| {
            if let Term::Bind(b) = node {
                bound.extend(b.vars.iter().copied());
            }
        });
        for v in self.terms.variables([term]) {
            if !bound.contains(&v) && !known(&v) {
                return Err(format!("{} is out of scope", self.terms.variable(v).name));
            }
        }
        Ok(())
    }

    fn validate_command(&self, kind: &CommandKind) -> Result<(), String> {
        let sort = |v: VarId| self.terms.variable(v).sort;
        let same = |what: &str, a: SortId, b: SortId| {
            if a == b { Ok(()) } else { Err(format!("{what} changes the sort")) }
        };
        match kind {
            CommandKind::Assume(t) | CommandKind::Assert(t) => {
                same("a condition", self.terms.sort_of(*t), lariat_logic::Terms::BOOL)
            }
            CommandKind::Assign(pairs) => {
                let mut seen = FxHashSet::default();
                pairs.iter().try_for_each(|(v, t)| {
                    if !seen.insert(*v) {
                        return Err("a variable is assigned twice at once".to_string());
                    }
                    same("an assignment", sort(*v), self.terms.sort_of(*t))
                })
            }
            CommandKind::Call(call) => {
                let callee = self.procedures.get(call.callee).ok_or("calls a missing procedure")?;
                if callee.inputs.len() != call.args.len()
                    || callee.outputs.len() != call.results.len()
                {
                    return Err(format!("the call of {} has the wrong arity", callee.name));
                }
                for (v, t) in callee.inputs.iter().zip(&call.args) {
                    same("an argument", sort(*v), self.terms.sort_of(*t))?;
                }
                for (v, r) in callee.outputs.iter().zip(&call.results) {
                    same("a result", sort(*v), sort(*r))?;
                }
                Ok(())
            }
            CommandKind::Havoc(_) | CommandKind::Mark(_) => Ok(()),
        }
    }

    fn validate_acyclic(&self, id: ProcId) -> Result<(), String> {
        let body = &self.procedures[id].body;
        let components = crate::graph::strongly_connected(body.blocks.len(), |b| {
            body.blocks[BlockId::from(b)].successors().iter().map(|s| s.index()).collect()
        });
        let self_loop =
            body.blocks.iter_enumerated().any(|(b, block)| block.successors().contains(&b));
        if self_loop || components.iter().any(|c| c.len() > 1) {
            return Err("its blocks form a cycle".into());
        }
        Ok(())
    }
}
