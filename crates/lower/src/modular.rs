//! Modular verification: one implementation, against the contracts of what it calls.
//!
//! The implementation becomes the body of the procedure that is executed; everything that it calls, itself included, is
//! there with what its contract says, or with its code if it is to be inlined (`{:inline n}`). Loops are cut at
//! their invariants ([`cut`](crate::loops::cut)), unless they are to be unrolled.

use crate::context::Lowering;
use crate::loops;
use lariat_boogie::Span;
use lariat_boogie::ast::{self, Decl};
use lariat_boogie::checked::{ImplId, ProcId as BoogieProcId};
use lariat_program::verdict::Kind;
use lariat_program::{CallGraph, InfoId, ProcId, Program, strongly_connected};
use std::rc::Rc;

/// What is verified on its own, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Modular {
    /// Which of the implementations of the entry, from 0.
    pub implementation: usize,
    /// Whether loops are cut at their invariants. Otherwise they are loops as in whole programs.
    pub cut_loops: bool,
    /// Which calls are looked into.
    pub inline: Inline,
    /// Whether inlined procedures may call each other in circles: what is deeper than their depth does not return then.
    pub may_recur: bool,
}

/// Which calls are replaced by the body of the procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inline {
    /// None.
    Never,
    /// Those of procedures with `{:inline n}`, n deep.
    Marked,
    /// All, so deep.
    All(u32),
}

/// An implementation that can be verified on its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Implementation {
    /// The procedure.
    pub procedure: String,
    /// Which of its implementations, from 0.
    pub number: usize,
    /// Where its name stands.
    pub span: Span,
    /// The depth of `{:inline n}`, if it is to be inlined.
    pub inline: Option<u32>,
    /// Whether it is not to be verified (`{:verify false}`).
    pub skipped: bool,
    /// Its own limit in seconds (`{:timeLimit n}`), 0 for none.
    pub time_limit: Option<u32>,
}

/// The implementations of a program in the order of the text.
pub(crate) fn implementations(
    program: &ast::Program,
    checked: &lariat_boogie::Checked,
) -> Vec<Implementation> {
    let mut found: Vec<Implementation> = Vec::new();
    for procedure in &checked.procedures {
        for (number, id) in procedure.implementations.iter().enumerate() {
            let decl = checked.implementations[id.index()].decl;
            let (name, own) = match &program[decl] {
                Decl::Procedure(d) => (d.name, d.attrs.as_slice()),
                Decl::Implementation(d) => (d.name, d.attrs.as_slice()),
                _ => continue,
            };
            let declared = match &program[procedure.decl] {
                Decl::Procedure(d) => d.attrs.as_slice(),
                _ => &[],
            };
            let number_of = |name: &str| {
                let given = [own, declared];
                given.iter().find_map(|attrs| number_attribute(program, attrs, name))
            };
            let says_no = |attrs: &[ast::Attr]| {
                let args = ast::find_attr(program, attrs, "verify").map(|a| a.args.as_slice());
                let is_false =
                    |e: &ast::ExprId| matches!(program[*e].kind, ast::ExprKind::Bool(false));
                matches!(args, Some([ast::AttrArg::Expr(e)]) if is_false(e))
            };
            found.push(Implementation {
                procedure: program.text(procedure.name).to_owned(),
                number,
                span: name.span,
                inline: number_of("inline"),
                skipped: says_no(own) || says_no(declared),
                time_limit: number_of("timeLimit"),
            });
        }
    }
    found.sort_by_key(|implementation| implementation.span.start);
    found
}

/// The number that an attribute has.
pub(crate) fn number_attribute(
    program: &ast::Program,
    attrs: &[ast::Attr],
    name: &str,
) -> Option<u32> {
    match ast::find_attr(program, attrs, name)?.args.first()? {
        ast::AttrArg::Expr(e) => match program[*e].kind {
            ast::ExprKind::Int(digits) => program.text(digits).parse().ok(),
            _ => None,
        },
        ast::AttrArg::Str(text) => program.text(*text).parse().ok(),
    }
}

impl Lowering<'_> {
    /// Makes what is verified. Calls of it, by itself or others, are calls of another procedure: its contract.
    pub fn verified_procedure(&mut self) -> Vec<ProcId> {
        let name = self.options.entry.as_deref();
        let Some(entry) = name.and_then(|name| self.checked.procedure(self.boogie, name)) else {
            return Vec::new();
        };
        let mut made = self.entry_instances();
        if made.is_empty() {
            made.extend(self.procedure(entry, Rc::from([]), Span::default()));
        }
        self.plain_procedures[entry.index()] = None;
        self.poly_procedures.retain(|_, id| !made.contains(id));
        self.verified.extend(&made);
        made
    }

    /// The implementations that make up the body of a core procedure.
    pub fn bodies_of(&self, id: ProcId, procedure: BoogieProcId) -> &[ImplId] {
        let all = self.checked.procedures[procedure.index()].implementations.as_slice();
        let Some(modular) = &self.options.modular else { return all };
        if self.verified.contains(&id) {
            let chosen = modular.implementation;
            return all.get(chosen..=chosen).unwrap_or_default();
        }
        if self.inline_depth(procedure).is_some() { all } else { &[] }
    }

    /// How deep calls of a procedure are looked into, if they are.
    pub fn inline_depth(&self, procedure: BoogieProcId) -> Option<u32> {
        match self.options.modular.as_ref()?.inline {
            Inline::Never => None,
            Inline::All(depth) => Some(depth),
            Inline::Marked => self
                .procedure_attrs(procedure)
                .into_iter()
                .find_map(|attrs| number_attribute(self.boogie, attrs, "inline")),
        }
        .filter(|&depth| depth > 0)
    }

    /// Reports inlined procedures that call each other in circles, if they must not.
    pub fn refuse_recursion(&mut self) {
        if self.options.modular.as_ref().is_none_or(|m| m.may_recur) {
            return;
        }
        let graph = CallGraph::new(&self.program);
        let callees = |p: usize| graph.callees[ProcId::from(p)].iter().map(|q| q.index()).collect();
        let circles = strongly_connected(self.program.procedures.len(), callees);
        let recurs = |circle: &Vec<usize>| {
            circle.len() > 1 || graph.callees[ProcId::from(circle[0])].contains(&circle[0].into())
        };
        if let Some(circle) = circles.iter().find(|circle| recurs(circle)) {
            let (procedure, _) = self.procedure_instances[circle[0]];
            let span =
                self.procedure_decl(procedure).map(|decl| decl.name.span).unwrap_or_default();
            _ = self.unsupported::<()>(
                span,
                "an inlined procedure calls itself, and calls that are too deep may not be left out",
                "inline with `assume`",
            );
        }
    }

    /// Cuts the loops of all bodies, if that is asked for.
    pub fn cut_loops(&mut self) {
        if !self.options.modular.as_ref().is_some_and(|m| m.cut_loops) {
            return;
        }
        let items = &mut self.items;
        let mut maintained = |program: &mut Program, info: InfoId| {
            let mut after = program.infos[info].clone();
            if let Some(item) = &mut after.item {
                item.id = items.maintained(item.id);
                item.kind = Kind::Maintained;
            }
            program.add_info(after)
        };
        let assigned = loops::assigned_globals(&self.program);
        for id in self.program.procedures.ids() {
            loops::cut(&mut self.program, id, &assigned, &self.where_clauses, &mut maintained);
        }
    }
}
