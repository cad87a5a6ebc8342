//! Which sorts and functions the text mentions: the others are not declared.

use lariat_logic::{FunctionId, Sort, SortId, Term, TermId, VarId};
use lariat_program::{AttributeArg, InfoId, Program};
use rustc_hash::FxHashSet;

/// What must be declared.
pub(super) struct Used {
    pub sorts: FxHashSet<SortId>,
    pub functions: FxHashSet<FunctionId>,
}

impl Used {
    pub fn new(program: &Program) -> Self {
        let terms = &program.terms;
        let mut roots: Vec<TermId> = program.axioms.iter().map(|a| a.formula).collect();
        let mut infos: Vec<InfoId> = program.axioms.iter().map(|a| a.info).collect();
        let mut vars: Vec<VarId> = program.constants.clone();
        vars.extend(&program.globals);
        for procedure in &program.procedures {
            vars.extend(&procedure.inputs);
            vars.extend(&procedure.outputs);
            vars.extend(&procedure.locals);
            roots.extend(&procedure.ensures);
            infos.push(procedure.info);
            for command in procedure.body.blocks.iter().flat_map(|b| &b.commands) {
                roots.extend(command.kind.terms());
                infos.push(command.info);
            }
        }
        let attributes = infos.iter().filter_map(|&i| program.infos.get(i));
        for arg in attributes.flat_map(|i| &i.attributes).flat_map(|a| &a.args) {
            if let AttributeArg::Term(t) = arg {
                roots.push(*t);
            }
        }
        let mut used = Used { sorts: FxHashSet::default(), functions: FxHashSet::default() };
        let mut sorts: Vec<SortId> = vars.iter().map(|&v| terms.variable(v).sort).collect();
        terms.for_each_subterm(roots, |id, term| {
            sorts.push(terms.sort_of(id));
            if let Term::Call(f, _) = term {
                used.functions.insert(*f);
            }
            if let Term::Bind(binder) = term {
                sorts.extend(binder.vars.iter().map(|&v| terms.variable(v).sort));
            }
        });
        for &f in &used.functions {
            sorts.extend(&terms.function(f).params);
        }
        while let Some(sort) = sorts.pop() {
            if !used.sorts.insert(sort) {
                continue;
            }
            match terms.sort_of_id(sort) {
                Sort::Map { indices, element } => {
                    sorts.extend(indices);
                    sorts.push(*element);
                }
                Sort::Datatype(d) => {
                    let constructors = terms.datatype(*d).constructors.iter();
                    let fields = constructors.flat_map(|&c| &terms.constructor(c).fields);
                    sorts.extend(fields.map(|f| f.1));
                }
                _ => {}
            }
        }
        used
    }
}
