//! What a program does with maps other than reading and writing them.

use crate::Program;
use lariat_logic::{BinderKind, Op, Sort, SortId, Term, TermId, Terms};

impl Program {
    /// Whether maps are compared, or used where being the same map matters: as an index, or as an argument of
    /// a function. If not, equations between maps only ever say what a variable is, and a solver need not know
    /// that maps which agree everywhere are equal.
    pub fn compares_maps(&self) -> bool {
        let mut found = false;
        let look = |_: TermId, term: &Term| found |= tells_apart(&self.terms, term);
        self.terms.for_each_subterm(self.all_formulas(), look);
        found
    }

    /// Whether maps are nothing but numbers, or the like, at indices that can be read and written: no maps of
    /// maps, no map that a formula describes, none that is compared.
    pub fn has_plain_maps(&self) -> bool {
        let is_map = |s: &SortId| matches!(self.terms.sort_of_id(*s), Sort::Map { .. });
        let mut plain = !self.compares_maps();
        self.terms.for_each_subterm(self.all_formulas(), |id, term| {
            if let Sort::Map { indices, element } = self.terms.sort_of_id(self.terms.sort_of(id)) {
                let nested = is_map(element) || indices.iter().any(is_map);
                plain &= !nested && !matches!(term, Term::Bind(_));
            }
        });
        plain
    }

    /// Whether something is said of all or some values of a type: solvers may have no answer about that.
    pub fn has_quantifiers(&self) -> bool {
        let mut found = false;
        self.terms.for_each_subterm(self.all_formulas(), |_, term| {
            found |= matches!(term, Term::Bind(b) if b.kind != BinderKind::Lambda);
        });
        found
    }

    fn all_formulas(&self) -> impl Iterator<Item = TermId> {
        let commands =
            self.procedures.iter().flat_map(|p| &p.body.blocks).flat_map(|b| &b.commands);
        commands
            .flat_map(|c| c.kind.terms())
            .chain(self.procedures.iter().flat_map(|p| p.ensures.iter().copied()))
            .chain(self.axioms.iter().map(|a| a.formula))
    }
}

fn tells_apart(terms: &Terms, term: &Term) -> bool {
    let is_map = |t: &TermId| matches!(terms.sort_of_id(terms.sort_of(*t)), Sort::Map { .. });
    match term {
        // Their first operand is a map that is read or written.
        Term::App(Op::Select, args) => args[1..].iter().any(is_map),
        Term::App(Op::Store, args) => args[1..args.len() - 1].iter().any(is_map),
        Term::App(Op::Ite | Op::ConstMap(_), _) => false,
        Term::App(_, args) | Term::Call(_, args) => args.iter().any(is_map),
        Term::Literal(_) | Term::Var(_) | Term::Bind(_) | Term::Old(_) => false,
    }
}
