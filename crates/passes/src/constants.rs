//! Constants that an axiom gives a value: `const $0: int; axiom $0 == 0;`.
//!
//! Front ends name their literals. With the value in place of the name, branches are decided, products
//! become linear and addresses comparable before a solver sees any of it.

use lariat_logic::{Op, Substitution, Term, TermId, Terms, VarId};
use lariat_program::Program;

/// Puts values in place of constants that an axiom defines. The axioms stay.
pub fn resolve_constants(program: &mut Program) {
    let mut values = Substitution::new();
    let mut any = false;
    for axiom in &program.axioms {
        if let Some((constant, value)) = definition(&program.terms, axiom.formula)
            && program.constants.contains(&constant)
            && values.get(constant).is_none()
        {
            values.set(constant, value);
            any = true;
        }
    }
    if !any {
        return;
    }
    let terms = &mut program.terms;
    for procedure in program.procedures.iter_mut() {
        for t in &mut procedure.ensures {
            *t = terms.substitute(*t, &mut values);
        }
        for command in procedure.body.blocks.iter_mut().flat_map(|b| &mut b.commands) {
            command.kind.map_terms(&mut |t| terms.substitute(t, &mut values));
        }
    }
    for axiom in &mut program.axioms {
        if definition(terms, axiom.formula).is_none() {
            axiom.formula = terms.substitute(axiom.formula, &mut values);
        }
    }
}

/// The constant and its value, if the formula is `constant == literal`.
fn definition(terms: &Terms, formula: TermId) -> Option<(VarId, TermId)> {
    let Term::App(Op::Eq, args) = terms.get(formula) else { return None };
    let (a, b) = (args[0], args[1]);
    match (terms.as_var(a), terms.as_var(b)) {
        (Some(v), None) if terms.as_literal(b).is_some() => Some((v, b)),
        (None, Some(v)) if terms.as_literal(a).is_some() => Some((v, a)),
        _ => None,
    }
}
