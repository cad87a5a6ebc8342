//! Clauses into the engine, and what it says back.

use crate::clauses::{Clauses, Meaning, RelationId};
use crate::{Encoding, Options};
use lariat_budget::{Budget, POLL_INTERVAL};
use lariat_logic::{TermId, Terms};
use lariat_program::ProcId;
use lariat_solver::{
    Ast, GaveUp, HornSolver, Outcome, Relation, SolverError, Translator, Z3Options,
};
use rustc_hash::FxHashMap;
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// How long after an interrupt the engine is given up when the budget of all encodings has stopped.
const GRACE_AT_THE_END: Duration = Duration::from_millis(400);
/// And when only its slice of time is over.
const GRACE_BETWEEN_SLICES: Duration = Duration::from_secs(5);

/// What is said of an engine that was given up.
pub(crate) const DOES_NOT_STOP: &str = "the engine does not stop";

/// What keeps relations as they are, so that an answer speaks of each of them.
const KEEP_RELATIONS: [(&str, &str); 4] = [
    ("xform.inline_eager", "false"),
    ("xform.inline_linear", "false"),
    ("xform.slice", "false"),
    ("xform.coi", "false"),
];

/// The engine with a program's clauses in it.
pub(crate) struct Spacer {
    solver: HornSolver,
    relations: Vec<Relation>,
}

impl Spacer {
    pub fn new(
        terms: &Terms,
        clauses: &Clauses,
        options: &Options,
        encoding: &Encoding,
    ) -> Result<Self, SolverError> {
        let settings = Z3Options { seed: options.seed, ..Z3Options::default() };
        let seed = options.seed.to_string();
        let mut parameters = KEEP_RELATIONS.to_vec();
        parameters.push(("spacer.random_seed", &seed));
        parameters.extend(encoding.parameters.iter().copied());
        let mut solver = HornSolver::new(&settings, &parameters)?;
        let relations: Vec<Relation> =
            clauses.relations.iter().map(|r| solver.relation(terms, &r.name, &r.params)).collect();
        let mut translator = Translator::new();
        for rule in &clauses.rules {
            let heads = rule.atoms.iter().chain([&rule.head]);
            let roots = heads.flat_map(|a| a.args.iter().copied());
            let roots: Vec<TermId> = roots.chain(rule.constraints.iter().copied()).collect();
            let mut asts: Vec<Ast> = Vec::with_capacity(roots.len());
            for &root in &roots {
                let ast = translator.translate(solver.terms(), terms, root);
                asts.push(ast.map_err(|error| SolverError::Rejected {
                    name: "Spacer".into(),
                    reason: error.to_string(),
                })?);
            }
            let vars: Vec<Ast> = terms
                .variables(roots.iter().copied())
                .into_iter()
                .map(|v| translator.var_or_new(solver.terms(), terms, v))
                .collect();
            let mut rest = asts.into_iter();
            let mut body = Vec::new();
            for atom in &rule.atoms {
                let args: Vec<Ast> = rest.by_ref().take(atom.args.len()).collect();
                body.push(solver.apply(terms, relations[atom.relation.index()], &args));
            }
            let args: Vec<Ast> = rest.by_ref().take(rule.head.args.len()).collect();
            let head = solver.apply(terms, relations[rule.head.relation.index()], &args);
            body.extend(rest);
            solver.rule(&vars, &body, head);
        }
        Ok(Spacer { solver, relations })
    }

    /// Asks whether the goal can be derived, for as long as `slice` says, which is a share of `budget`. The
    /// engine has loops that no interrupt ends, so it runs in a thread of its own, which is left to itself
    /// if it does not stop when told to; then there is no engine any more, and no answer.
    pub fn query(
        mut self,
        slice: &Budget,
        budget: &Budget,
    ) -> Result<(Outcome, Option<Self>), SolverError> {
        let (sender, receiver) = mpsc::channel();
        let of_engine = slice.clone();
        let run = move || {
            let _works = of_engine.works_here();
            let outcome = self.solver.query(self.relations[0], &of_engine);
            // An answer that comes too late has no receiver.
            let _ = sender.send((outcome, self));
        };
        if let Err(error) = lariat_budget::spawn("horn clauses", run) {
            return Ok((Outcome::Unknown(GaveUp::Other(format!("no thread: {error}"))), None));
        }
        let mut stopped: Option<Instant> = None;
        loop {
            match receiver.recv_timeout(POLL_INTERVAL) {
                Ok((outcome, spacer)) => return Ok((outcome?, Some(spacer))),
                Err(mpsc::RecvTimeoutError::Disconnected) => {
                    return Ok((Outcome::Unknown(GaveUp::Other("the engine failed".into())), None));
                }
                Err(mpsc::RecvTimeoutError::Timeout) => {}
            }
            if slice.stopped().is_some() {
                let since = *stopped.get_or_insert_with(Instant::now);
                let grace = if budget.stopped().is_some() {
                    GRACE_AT_THE_END
                } else {
                    GRACE_BETWEEN_SLICES
                };
                if since.elapsed() > grace {
                    return Ok((Outcome::Unknown(GaveUp::Other(DOES_NOT_STOP.into())), None));
                }
            }
        }
    }

    /// After `Unsat`: what holds of everything in the relation.
    pub fn certificate(
        &mut self,
        terms: &mut Terms,
        relation: RelationId,
        params: &[TermId],
    ) -> Option<TermId> {
        self.solver.certificate(terms, self.relations[relation.index()], params)
    }

    /// After `Sat`: how often each procedure was entered on one branch of the derivation.
    pub fn activations(&mut self, clauses: &Clauses) -> Option<FxHashMap<ProcId, u32>> {
        let depths = self.solver.depths()?;
        let forward: Vec<ProcId> =
            clauses.shapes.iter().filter(|(_, s)| s.at_head.is_some()).map(|(p, _)| *p).collect();
        let mut counts = FxHashMap::default();
        for (fact, depth) in depths {
            let position = self.relations.iter().position(|&r| r == fact)?;
            let entered = match clauses.relations[position].meaning {
                Meaning::AtHead(p) => Some(p),
                Meaning::Returns(p) if !forward.contains(&p) => Some(p),
                Meaning::Called(p) => {
                    let shape = clauses.shapes.iter().find(|(q, _)| *q == p);
                    shape.filter(|(_, s)| s.returns.is_none()).map(|(p, _)| *p)
                }
                _ => None,
            };
            if let Some(p) = entered {
                *counts.entry(p).or_insert(0) += depth;
            }
        }
        Some(counts)
    }
}
