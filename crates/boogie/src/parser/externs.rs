//! `{:extern}`: a declaration that gives way to another one of the same name, so that files can be put together that
//! each declare what they use.

use crate::ast::{Attrs, Decl, Name, Program, find_attr};
use crate::interner::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};

/// What shares its names with nothing but its own kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Space {
    Type,
    Variable,
    Function,
    Procedure,
}

fn declared(decl: &Decl) -> Option<(Space, Name, &Attrs)> {
    Some(match decl {
        Decl::TypeCtor(d) => (Space::Type, d.name, &d.attrs),
        Decl::TypeSynonym(d) => (Space::Type, d.name, &d.attrs),
        Decl::Datatype(d) => (Space::Type, d.name, &d.attrs),
        Decl::Const(d) => (Space::Variable, d.name, &d.attrs),
        Decl::Var(d) => (Space::Variable, d.name, &d.attrs),
        Decl::Function(d) => (Space::Function, d.name, &d.attrs),
        Decl::Procedure(d) => (Space::Procedure, d.name, &d.attrs),
        Decl::Axiom(_) | Decl::Implementation(_) => return None,
    })
}

/// Of declarations of one name, leaves out those that are `{:extern}`: all if another one is not, otherwise all
/// but the first.
pub(super) fn leave_out_duplicates(program: &mut Program) {
    let is_extern = |attrs: &Attrs| find_attr(program, attrs, "extern").is_some();
    let mut owned: FxHashSet<(Space, Symbol)> = FxHashSet::default();
    let mut first: FxHashMap<(Space, Symbol), usize> = FxHashMap::default();
    let mut externs = Vec::new();
    for (i, decl) in program.decls.iter().enumerate() {
        let Some((space, name, attrs)) = declared(decl) else { continue };
        if is_extern(attrs) {
            externs.push((i, (space, name.symbol)));
            first.entry((space, name.symbol)).or_insert(i);
        } else {
            owned.insert((space, name.symbol));
        }
    }
    let left_out: FxHashSet<usize> = externs
        .into_iter()
        .filter(|(i, name)| owned.contains(name) || first[name] != *i)
        .map(|(i, _)| i)
        .collect();
    if !left_out.is_empty() {
        let mut i = 0;
        program.decls.retain(|_| {
            i += 1;
            !left_out.contains(&(i - 1))
        });
    }
}
