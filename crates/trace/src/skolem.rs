//! Names for what a formula says to exist.
//!
//! A path takes an execution if some values do. Of `∃x. A` as a condition that holds, of `∀x. A` as one that does
//! not, and of maps that differ, those values are part of the execution: the `x`, and a place where the maps differ. They get
//! names here, so that they can be read off the model, reach the interpreter (which tries them) and are shown. The
//! formula has a model exactly if it had one: a value that exists can be named, and named it exists.

use lariat_logic::{BinderKind, Op, Sort, Substitution, Term, TermId, Terms, VarId};

/// Conditions nested deeper than this keep the quantifiers that are below.
const MAX_DEPTH: u32 = 200;

/// The condition with names for what must exist if it holds; the new names are added to `named`.
pub(crate) fn name_witnesses(
    terms: &mut Terms,
    condition: TermId,
    named: &mut Vec<VarId>,
) -> TermId {
    name(terms, condition, true, MAX_DEPTH, named)
}

fn name(terms: &mut Terms, id: TermId, holds: bool, depth: u32, named: &mut Vec<VarId>) -> TermId {
    let Some(depth) = depth.checked_sub(1) else { return id };
    match terms.get(id).clone() {
        Term::App(op @ (Op::And | Op::Or), args) => {
            let new: Vec<TermId> =
                args.iter().map(|&a| name(terms, a, holds, depth, named)).collect();
            if new[..] == args[..] {
                id
            } else if op == Op::And {
                terms.and(&new)
            } else {
                terms.or(&new)
            }
        }
        Term::App(Op::Not, args) => {
            let new = name(terms, args[0], !holds, depth, named);
            if new == args[0] { id } else { terms.not(new) }
        }
        Term::App(Op::Implies, args) => {
            let a = name(terms, args[0], !holds, depth, named);
            let b = name(terms, args[1], holds, depth, named);
            if [a, b] == args[..] { id } else { terms.app(Op::Implies, &[a, b]) }
        }
        Term::App(Op::Ite, args) => {
            let a = name(terms, args[1], holds, depth, named);
            let b = name(terms, args[2], holds, depth, named);
            if [a, b] == args[1..] { id } else { terms.app(Op::Ite, &[args[0], a, b]) }
        }
        // Maps that are not equal differ somewhere.
        Term::App(Op::Eq, args) if !holds => {
            let Sort::Map { indices, .. } = terms.sort_of_id(terms.sort_of(args[0])).clone() else {
                return id;
            };
            let place: Vec<TermId> = indices
                .iter()
                .map(|&sort| {
                    let var = terms.declare("place", sort);
                    named.push(var);
                    terms.var(var)
                })
                .collect();
            let mut select = |map: TermId| {
                let operands: Vec<TermId> =
                    [map].into_iter().chain(place.iter().copied()).collect();
                let selected = terms.app(Op::Select, &operands);
                apply_lambda(terms, selected)
            };
            let (a, b) = (select(args[0]), select(args[1]));
            let equal = terms.eq(a, b);
            name(terms, equal, false, depth, named)
        }
        Term::Bind(binder) => {
            let decisive = if holds { BinderKind::Exists } else { BinderKind::Forall };
            if binder.kind != decisive {
                return id;
            }
            let mut substitution = Substitution::new();
            for &v in &binder.vars {
                let variable = terms.variable(v);
                let (text, sort) = (variable.name.clone(), variable.sort);
                let fresh = terms.declare(text, sort);
                named.push(fresh);
                let fresh = terms.var(fresh);
                substitution.set(v, fresh);
            }
            let body = terms.substitute(binder.body, &mut substitution);
            name(terms, body, holds, depth, named)
        }
        _ => id,
    }
}

/// What a map that updates or a formula describe has at a place: `(λx. t)[i]` is `t` with `i` for `x`.
fn apply_lambda(terms: &mut Terms, selected: TermId) -> TermId {
    let Term::App(Op::Select, args) = terms.get(selected).clone() else { return selected };
    match terms.get(args[0]).clone() {
        Term::Bind(binder) if binder.kind == BinderKind::Lambda => {
            let mut substitution = Substitution::new();
            for (&v, &index) in binder.vars.iter().zip(&args[1..]) {
                substitution.set(v, index);
            }
            terms.substitute(binder.body, &mut substitution)
        }
        Term::App(Op::Store, parts) => {
            let place = &parts[1..parts.len() - 1];
            let same: Vec<TermId> =
                place.iter().zip(&args[1..]).map(|(&p, &i)| terms.eq(p, i)).collect();
            let same = terms.and(&same);
            let operands: Vec<TermId> =
                [parts[0]].into_iter().chain(args[1..].iter().copied()).collect();
            let below = terms.app(Op::Select, &operands);
            let below = apply_lambda(terms, below);
            terms.app(Op::Ite, &[same, parts[parts.len() - 1], below])
        }
        _ => selected,
    }
}
