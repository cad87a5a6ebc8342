//! How the parts of a program find each other: the program's own files, and the environment around them.
//!
//! Names with external linkage met while the units were read, and definitions of the program won there. What is left are
//! functions that have a body of their own in every unit, and functions that no other unit should see:
//!
//! * An inline function of a header gives way to a model: whoever means the inline function means the model's. A model is a
//!   definition in a unit of the environment that is not inline itself, and is visible outside of its unit or was written over
//!   an inline function of a header that the unit includes.
//! * What the environment declares and nobody defines may be a `static` function of the program: it is meant if there is one.

use crate::program::{Function, FunctionId, Linkage, Part, Program};
use crate::symbol::Symbol;
use crate::tree::ExprKind;
use rustc_hash::FxHashMap;

/// Connects them.
pub(super) fn connect(program: &mut Program) {
    let models = models(program);
    let hidden = hidden(program);
    let mut instead: FxHashMap<FunctionId, FunctionId> = FxHashMap::default();
    for (id, function) in functions(program) {
        let model = models.get(&function.name).filter(|&&model| model != id);
        if let (Some(&model), true) = (model, function.inline || function.body.is_none()) {
            instead.insert(id, model);
        } else if function.body.is_none()
            && let Some(Some(found)) = hidden.get(&function.name)
        {
            instead.insert(id, *found);
        }
    }
    if instead.is_empty() {
        return;
    }
    let mut taken = Vec::new();
    for expr in &mut program.exprs {
        let ExprKind::Function(f) = &mut expr.kind else { continue };
        if let Some(&other) = instead.get(f) {
            taken.push((*f, other));
            *f = other;
        }
    }
    for (from, to) in taken {
        let address_taken = program.function(from).address_taken;
        program.functions[to.index()].address_taken |= address_taken;
    }
}

fn functions(program: &Program) -> impl Iterator<Item = (FunctionId, &Function)> {
    program.functions.iter().enumerate().map(|(n, function)| (FunctionId(n as u32), function))
}

/// The definitions of the environment that stand for functions of that name elsewhere.
fn models(program: &Program) -> FxHashMap<Symbol, FunctionId> {
    let is_model = |id: FunctionId, function: &Function| {
        program.part_of(id) == Some(Part::Environment)
            && !function.inline
            && (function.linkage == Linkage::External || function.replaces_inline)
    };
    functions(program).filter(|(id, f)| is_model(*id, f)).map(|(id, f)| (f.name, id)).collect()
}

/// The `static` functions of the program by name; `None` if there are several, none of which is meant then.
fn hidden(program: &Program) -> FxHashMap<Symbol, Option<FunctionId>> {
    let mut all: FxHashMap<Symbol, Option<FunctionId>> = FxHashMap::default();
    for (id, function) in functions(program) {
        let of_program = program.part_of(id) == Some(Part::Program);
        if of_program && function.linkage == Linkage::Internal && !function.inline {
            all.entry(function.name).and_modify(|known| *known = None).or_insert(Some(id));
        }
    }
    all
}
