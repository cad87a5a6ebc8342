//! Whether a rough search is worth trying: is there much that solvers find hard?

use lariat_logic::{Op, Term, TermId, Terms};
use lariat_program::{CommandKind, Program};

/// One write to a map in so many assignments is much.
const WRITES: usize = 4;

/// Whether the program multiplies variables, or writes to maps again and again. In others there is
/// nothing to leave out, and a rough search would be the same search twice.
pub fn has_much_to_leave_out(program: &Program) -> bool {
    let (mut assignments, mut writes, mut products) = (0, 0, 0);
    for command in program.procedures.iter().flat_map(|p| &p.body.blocks).flat_map(|b| &b.commands)
    {
        if let CommandKind::Assign(pairs) = &command.kind {
            assignments += pairs.len();
            let is_write = |t: &TermId| matches!(program.terms.get(*t), Term::App(Op::Store, _));
            writes += pairs.iter().filter(|(_, t)| is_write(t)).count();
        }
        program.terms.for_each_subterm(command.kind.terms(), |_, term| {
            products += usize::from(is_nonlinear(&program.terms, term));
        });
    }
    tracing::debug!("{writes} writes to maps in {assignments} assignments, {products} products");
    products > 0 || (writes > 0 && writes * WRITES >= assignments)
}

/// A product or quotient of variables.
fn is_nonlinear(terms: &Terms, term: &Term) -> bool {
    let Term::App(op, args) = term else { return false };
    op.is_nonlinear(|i| terms.as_literal(args[i]).is_some())
}
