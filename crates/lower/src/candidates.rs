//! Clauses that wait for inference.
//!
//! Boogie's way: `const {:existential true} b: bool;` and clauses `b ==> e`, of which inference finds
//! out whether `e` holds. Corral's way: a procedure `{:template}`, whose clauses are proposed for every
//! procedure with its `{:template}` variables replaced by what is in scope there. Neither is part of
//! what the program does: if asked to, lowering takes them out and hands them over.

use crate::context::Lowering;
use crate::contracts::{Clause, Contract};
use crate::expressions::{Old, Scope};
use lariat_boogie::ast::{Attr, AttrArg, Decl, ExprKind, Spec, find_attr};
use lariat_logic::{Op, Substitution, Term, TermId, Terms, VarId};
use lariat_program::{BlockId, CommandKind, ProcId};

/// When a clause should hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClauseKind {
    /// When the procedure is called.
    Requires,
    /// When it returns.
    Ensures,
}

/// A clause under an `{:existential}` constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoweredCandidate {
    /// The procedure, perhaps one that stands for a loop.
    pub procedure: ProcId,
    /// When it should hold.
    pub kind: ClauseKind,
    /// What should hold.
    pub formula: TermId,
    /// The name of the constant.
    pub constant: String,
}

/// What `{:template}` declarations say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Templates {
    /// The variables that stand for others.
    pub variables: Vec<TemplateVariable>,
    /// The clauses.
    pub clauses: Vec<TemplateClause>,
}

/// A variable that stands for any variable of its type in scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateVariable {
    /// The variable.
    pub variable: VarId,
    /// Whether it stands for in-parameters.
    pub inputs: bool,
    /// Whether it stands for out-parameters.
    pub outputs: bool,
    /// Whether it stands for globals.
    pub globals: bool,
    /// A regular expression that must match part of the name.
    pub matching: Option<String>,
}

/// A clause of a `{:template}` procedure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateClause {
    /// When it should hold.
    pub kind: ClauseKind,
    /// What should hold, over globals and template variables.
    pub formula: TermId,
}

impl<'a> Lowering<'a> {
    /// Finds the `{:existential}` constants and the `{:template}` variables.
    pub fn find_existentials(&mut self) {
        if !self.options.candidates {
            return;
        }
        for (constant, &var) in self.checked.constants.iter().zip(&self.constants) {
            if let Decl::Const(decl) = &self.boogie[constant.decl]
                && self.is_set(&decl.attrs, "existential")
                && self.program.terms.variable(var).sort == Terms::BOOL
            {
                let name = self.boogie.text(constant.name).to_string();
                self.existentials.insert(var, name);
            }
        }
        for (global, &variable) in self.checked.globals.iter().zip(&self.globals) {
            let Decl::Var(decl) = &self.boogie[global.decl] else { continue };
            if !self.is_set(&decl.attrs, "template") {
                continue;
            }
            let has = |name| self.is_set(&decl.attrs, name);
            let chosen = [has("includeFormalIn"), has("includeFormalOut"), has("includeGlobals")];
            let all = chosen == [false; 3];
            let matching = find_attr(self.boogie, &decl.attrs, "match").and_then(|a| {
                a.args.iter().find_map(|arg| match arg {
                    AttrArg::Str(text) => Some(self.boogie.text(*text).to_string()),
                    AttrArg::Expr(_) => None,
                })
            });
            self.templates.variables.push(TemplateVariable {
                variable,
                inputs: all || chosen[0],
                outputs: all || chosen[1],
                globals: all || chosen[2],
                matching,
            });
        }
    }

    /// Whether an attribute is there and not `false`.
    fn is_set(&self, attrs: &[Attr], name: &str) -> bool {
        find_attr(self.boogie, attrs, name).is_some_and(|a| match a.args.first() {
            Some(AttrArg::Expr(e)) => !matches!(self.boogie[*e].kind, ExprKind::Bool(false)),
            _ => true,
        })
    }

    /// Translates the clauses of `{:template}` procedures.
    pub fn template_clauses(&mut self) {
        if !self.options.candidates {
            return;
        }
        for decl in &self.boogie.decls {
            let Decl::Procedure(decl) = decl else { continue };
            if !self.is_set(&decl.attrs, "template")
                || !decl.ins.is_empty()
                || !decl.outs.is_empty()
            {
                continue;
            }
            let mut scope = Scope { old: Old::AnyTerm, ..Scope::default() };
            for spec in &decl.specs {
                let (kind, condition) = match spec {
                    Spec::Requires(c) => (ClauseKind::Requires, c),
                    Spec::Ensures(c) => (ClauseKind::Ensures, c),
                    Spec::Modifies(_) | Spec::Measure(_) => continue,
                };
                if let Ok(formula) = self.expression(&mut scope, condition.expr) {
                    self.templates.clauses.push(TemplateClause { kind, formula });
                }
            }
        }
    }

    /// What is claimed under which existential constant, if the formula is of that form.
    fn claim(&self, formula: TermId) -> Option<(TermId, &String)> {
        if self.existentials.is_empty() {
            return None;
        }
        let terms = &self.program.terms;
        let (constant, claimed) = match terms.get(formula) {
            Term::App(Op::Implies, args) => (args[0], args[1]),
            Term::App(Op::Not, args) => (args[0], Terms::FALSE),
            _ => return None,
        };
        let name = self.existentials.get(&terms.as_var(constant)?)?;
        let more = terms.variables([claimed]).iter().any(|v| self.existentials.contains_key(v));
        (!more).then_some((claimed, name))
    }

    /// Takes the candidates out of the contract of the procedure that is made next.
    pub fn take_candidates(&mut self, contract: &mut Contract<'a>) {
        let procedure = ProcId::from(self.program.procedures.len());
        for kind in [ClauseKind::Requires, ClauseKind::Ensures] {
            let clauses = match kind {
                ClauseKind::Requires => &mut contract.requires,
                ClauseKind::Ensures => &mut contract.ensures,
            };
            let (mut kept, mut taken): (Vec<Clause<'a>>, Vec<LoweredCandidate>) =
                Default::default();
            for clause in clauses.drain(..) {
                match self.claim(clause.formula) {
                    Some((formula, constant)) => {
                        let constant = constant.clone();
                        taken.push(LoweredCandidate { procedure, kind, formula, constant });
                    }
                    None => kept.push(clause),
                }
            }
            *clauses = kept;
            self.candidates.extend(taken);
        }
    }

    /// Takes candidates out of bodies; those at the head of a loop are candidates for the loop: when it
    /// is reached and after any number of iterations.
    pub fn take_candidates_from_bodies(&mut self) {
        if self.existentials.is_empty() {
            return;
        }
        for p in self.program.procedures.ids() {
            for b in self.program.procedures[p].body.blocks.ids() {
                let block = &mut self.program.procedures[p].body.blocks[b];
                let commands = std::mem::take(&mut block.commands);
                let mut kept = Vec::with_capacity(commands.len());
                for command in commands {
                    let claim = match command.kind {
                        CommandKind::Assert(t) | CommandKind::Assume(t) => self.claim(t),
                        _ => None,
                    };
                    match claim.map(|(formula, name)| (formula, name.clone())) {
                        Some((formula, constant)) => self.loop_candidate(p, b, formula, constant),
                        None => kept.push(command),
                    }
                }
                self.program.procedures[p].body.blocks[b].commands = kept;
            }
        }
    }

    fn loop_candidate(&mut self, p: ProcId, b: BlockId, formula: TermId, constant: String) {
        let procedure = &self.program.procedures[p];
        let at_head =
            procedure.loop_info.as_ref().is_some_and(|l| l.label == procedure.body.blocks[b].label);
        if !at_head {
            return;
        }
        // At the start, what the loop changes still has the values that were passed.
        let mut start = Substitution::new();
        for command in procedure.body.blocks.iter().take(1).flat_map(|b| &b.commands) {
            if let CommandKind::Assign(pairs) = &command.kind {
                for &(v, t) in pairs {
                    start.set(v, t);
                }
            }
        }
        let before = self.program.terms.substitute(formula, &mut start);
        for (kind, formula) in [(ClauseKind::Requires, before), (ClauseKind::Ensures, formula)] {
            let constant = constant.clone();
            self.candidates.push(LoweredCandidate { procedure: p, kind, formula, constant });
        }
    }
}
