//! Candidates: what may hold of a procedure.

use lariat_logic::{IndexVec, Term, TermId, VarId};
use lariat_program::{ProcId, Program};
use rustc_hash::FxHashSet;

lariat_logic::index_types! {
    /// A candidate of an inference.
    CandidateId;
}

/// When a candidate must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CandidateKind {
    /// Whenever the procedure is called: a formula over constants, inputs and globals.
    Pre,
    /// Whenever the procedure returns: a formula over constants, inputs, outputs, globals and
    /// [`Term::Old`] of globals.
    Post,
}

/// Where a candidate comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The user, with an `{:existential}` Boolean constant of this name.
    Existential(String),
    /// The user, with a `{:template}` procedure.
    Template,
    /// The program's own constants and variables ([`automatic_candidates`](crate::automatic_candidates)).
    Automatic,
    /// The rule that is checked ([`rule_candidates`](crate::rule_candidates)).
    Rule,
}

/// A formula that may hold of a procedure of a prepared program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Candidate {
    /// The procedure.
    pub procedure: ProcId,
    /// When it must hold.
    pub kind: CandidateKind,
    /// The formula.
    pub formula: TermId,
    /// Where it comes from.
    pub origin: Origin,
    /// Formulas that imply this one: while one of them is a kept candidate of the same procedure and
    /// kind, this one adds nothing.
    pub weaker_than: Vec<TermId>,
}

/// The candidates that are still believed, by procedure.
#[derive(Debug)]
pub(crate) struct Pool {
    pub(crate) candidates: IndexVec<CandidateId, Candidate>,
    pub(crate) believed: Vec<bool>,
    pub(crate) pres: IndexVec<ProcId, Vec<CandidateId>>,
    pub(crate) posts: IndexVec<ProcId, Vec<CandidateId>>,
}

impl Pool {
    /// Takes the candidates that make sense: each once, about what their procedure can speak about,
    /// and no precondition of the entry, which may be called in any state.
    pub(crate) fn new(program: &Program, entry: ProcId, candidates: Vec<Candidate>) -> Self {
        let count = program.procedures.len();
        let mut pool = Pool {
            candidates: IndexVec::new(),
            believed: Vec::new(),
            pres: IndexVec::from_vec(vec![Vec::new(); count]),
            posts: IndexVec::from_vec(vec![Vec::new(); count]),
        };
        let shared: FxHashSet<VarId> =
            program.globals.iter().chain(&program.constants).copied().collect();
        let mut seen = FxHashSet::default();
        for candidate in candidates {
            let key = (candidate.procedure, candidate.kind, candidate.formula);
            let sensible = candidate.procedure.index() < count
                && !(candidate.kind == CandidateKind::Pre && candidate.procedure == entry)
                && is_about(program, &candidate, &shared);
            if !sensible || !seen.insert(key) {
                continue;
            }
            let (p, kind) = (candidate.procedure, candidate.kind);
            let id = pool.candidates.push(candidate);
            pool.believed.push(true);
            match kind {
                CandidateKind::Pre => pool.pres[p].push(id),
                CandidateKind::Post => pool.posts[p].push(id),
            }
        }
        pool
    }

    /// Whether the candidate has not been dropped.
    pub(crate) fn believes(&self, id: CandidateId) -> bool {
        self.believed[id.index()]
    }

    /// Stops believing a candidate; says whether it was believed.
    pub(crate) fn drop(&mut self, id: CandidateId) -> bool {
        std::mem::replace(&mut self.believed[id.index()], false)
    }
}

/// Whether the formula speaks only about what is known when it must hold.
fn is_about(program: &Program, candidate: &Candidate, shared: &FxHashSet<VarId>) -> bool {
    let procedure = &program.procedures[candidate.procedure];
    let terms = &program.terms;
    let post = candidate.kind == CandidateKind::Post;
    let mut bound = FxHashSet::default();
    let mut vars = Vec::new();
    let mut under_old = Vec::new();
    terms.for_each_subterm([candidate.formula], |_, node| match node {
        Term::Bind(binder) => bound.extend(binder.vars.iter().copied()),
        Term::Var(v) => vars.push(*v),
        Term::Old(inner) => under_old.push(*inner),
        _ => {}
    });
    let before =
        |v: &VarId| bound.contains(v) || shared.contains(v) || procedure.inputs.contains(v);
    (post || under_old.is_empty())
        && vars.iter().all(|v| before(v) || (post && procedure.outputs.contains(v)))
        && terms.variables(under_old).iter().all(before)
}
