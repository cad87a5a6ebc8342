//! The prover: declarations, hypotheses, claims.
//!
//! A [`Prover`] holds C declarations and a stack of hypotheses and answers claims about them.
//! Under hypotheses it keeps the circuit and the solver from claim to claim (`session`). It
//! has no global state and may be used from any number of threads at a time: who finds what is
//! kept in use starts with nothing.

use crate::aig::Lit;
use crate::answer::{Answer, Size, Verdict};
use crate::options::Options;
use crate::render;
use crate::sat::ProofFormat;
use crate::search::{self, Search};
use crate::session::{self, Session};
use crate::translate::{Doubt, Polarity, Translated, Translator, Untranslatable};
use lariat_budget::Budget;
use lariat_c::{Claim, ExprId, ExprKind, LogicalOp, Program, Source, read_claims};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// A claim, with the hypotheses under which it is made.
#[derive(Clone, Debug)]
pub struct Query<'p> {
    /// The program that both belong to.
    pub program: &'p Program,
    /// Assumed.
    pub hypotheses: Vec<ExprId>,
    /// To be shown.
    pub claim: ExprId,
}

/// What else to produce.
#[derive(Clone, Debug, Default)]
pub struct Extras {
    /// Say which hypotheses were needed; those of a claim `h1 && h2 ==> c` count.
    pub core: bool,
    /// Return the clauses in the DIMACS format.
    pub dimacs: bool,
    /// Return the query in the QDIMACS format.
    pub qdimacs: bool,
    /// Return a proof of validity: a refutation of the clauses.
    pub proof: Option<ProofFormat>,
}

/// Texts that were asked for.
#[derive(Clone, Debug, Default)]
pub struct Exports {
    /// The clauses, satisfiable if and only if the claim is not valid.
    pub dimacs: Option<String>,
    /// The query before any quantifier is instantiated, true if and only if the claim is not
    /// valid; `None` if it has quantifiers that cannot be written so.
    pub qdimacs: Option<String>,
    /// If the claim is valid: the refutation of exactly the clauses in `dimacs`.
    pub proof: Option<String>,
}

/// Declarations and hypotheses that claims are proved from.
#[derive(Default)]
pub struct Prover {
    options: Options,
    declarations: String,
    hypotheses: Vec<String>,
    marks: Vec<usize>,
    kept: Mutex<Option<Session>>,
}

impl Clone for Prover {
    /// The same declarations and hypotheses; what is kept between claims stays with the first.
    fn clone(&self) -> Self {
        Prover {
            options: self.options.clone(),
            declarations: self.declarations.clone(),
            hypotheses: self.hypotheses.clone(),
            marks: self.marks.clone(),
            kept: Mutex::default(),
        }
    }
}

impl std::fmt::Debug for Prover {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Prover")
            .field("declarations", &self.declarations)
            .field("hypotheses", &self.hypotheses)
            .finish_non_exhaustive()
    }
}

/// An error in the text of a claim.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ClaimError(pub String);

impl Prover {
    /// A prover without declarations.
    pub fn new(options: Options) -> Self {
        Prover { options, ..Prover::default() }
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Adds C declarations.
    pub fn declare(&mut self, declarations: &str) -> Result<(), ClaimError> {
        let text = format!("{}{declarations};\n", self.declarations);
        let (program, claims) = self.read(&text);
        if let Some(error) = first_error(&program) {
            return Err(ClaimError(error));
        }
        if !claims.is_empty() {
            return Err(ClaimError("expected declarations only".to_owned()));
        }
        self.declarations = text;
        Ok(())
    }

    /// Adds a hypothesis; the number under which cores refer to it.
    pub fn assume(&mut self, hypothesis: &str) -> Result<usize, ClaimError> {
        let text = format!("{}\n{hypothesis};", self.declarations);
        let (program, claims) = self.read(&text);
        match (first_error(&program), &claims[..]) {
            (Some(error), _) => Err(ClaimError(error)),
            (None, [_]) => {
                self.hypotheses.push(hypothesis.to_owned());
                Ok(self.hypotheses.len() - 1)
            }
            _ => Err(ClaimError("expected one expression".to_owned())),
        }
    }

    /// Remembers the hypotheses.
    pub fn push(&mut self) {
        self.marks.push(self.hypotheses.len());
    }

    /// Forgets the hypotheses since the matching [`Prover::push`].
    pub fn pop(&mut self) {
        if let Some(mark) = self.marks.pop() {
            self.hypotheses.truncate(mark);
        }
    }

    /// Proves a claim from the hypotheses, or refutes it.
    pub fn prove(&self, claim: &str) -> Result<Answer, ClaimError> {
        self.prove_with(claim, &Extras::default()).map(|(answer, _)| answer)
    }

    /// Proves a claim and says what else is asked for.
    pub fn prove_with(
        &self,
        claim: &str,
        extras: &Extras,
    ) -> Result<(Answer, Exports), ClaimError> {
        let mut text = self.declarations.clone();
        for hypothesis in &self.hypotheses {
            text.push_str(hypothesis);
            text.push_str(";\n");
        }
        text.push_str(claim);
        let (program, claims) = self.read(&text);
        if let Some(error) = first_error(&program) {
            return Err(ClaimError(error));
        }
        let mut exprs: Vec<ExprId> = claims.iter().filter_map(|c| c.expr).collect();
        let Some(claim) = exprs.pop() else {
            return Err(ClaimError("expected an expression".to_owned()));
        };
        let query = Query { program: &program, hypotheses: exprs, claim };
        let plain = !extras.core && !extras.dimacs && !extras.qdimacs && extras.proof.is_none();
        // Without hypotheses claims have nothing in common.
        if plain
            && query.hypotheses.len() == self.hypotheses.len()
            && !self.hypotheses.is_empty()
            && let Ok(mut kept) = self.kept.try_lock()
        {
            let answer = session::prove(
                &mut kept,
                &self.declarations,
                &self.hypotheses,
                &query,
                &self.options,
            );
            return Ok((answer, Exports::default()));
        }
        Ok(prove(&query, &self.options, extras))
    }

    /// How many claims the solver that is kept has answered; zero if there is none.
    pub fn claims_since_start(&self) -> usize {
        self.kept.try_lock().ok().and_then(|k| k.as_ref().map(Session::claims)).unwrap_or(0)
    }

    fn read(&self, text: &str) -> (Program, Vec<Claim>) {
        read_claims(
            Source { name: "<claim>", text },
            self.options.model,
            &self.options.widths.of_types(),
        )
    }
}

/// The first error of a program, with its place.
pub fn first_error(program: &Program) -> Option<String> {
    let error = program.diagnostics.iter().find(|d| d.is_error())?;
    Some(error.as_lines(&program.files))
}

/// Proves or refutes one claim.
pub fn prove(query: &Query<'_>, options: &Options, extras: &Extras) -> (Answer, Exports) {
    let start = Instant::now();
    let mut exports = Exports::default();
    let budget = options.limited();
    let mut size = Size::default();
    let mut core = None;
    if extras.qdimacs {
        exports.qdimacs = qdimacs(query, options).ok();
    }
    let found = attempt(query, options, extras, budget, &mut exports, &mut size, &mut core);
    let verdict = match found {
        Ok(verdict) => verdict,
        Err(why) => Verdict::Unknown(why.to_string()),
    };
    (Answer { verdict, core, time: start.elapsed(), size }, exports)
}

fn attempt(
    query: &Query<'_>,
    options: &Options,
    extras: &Extras,
    budget: Budget,
    exports: &mut Exports,
    size: &mut Size,
    core: &mut Option<Vec<usize>>,
) -> Translated<Verdict> {
    let mut hypotheses = query.hypotheses.clone();
    let mut claim = query.claim;
    if extras.core {
        claim = split_implications(query.program, claim, &mut hypotheses);
    }
    let mut roots = hypotheses.clone();
    roots.push(claim);
    let mut translator = Translator::new(query.program, options, &roots);
    let mut assumed = Vec::new();
    for &hypothesis in &hypotheses {
        let holds = translator.claim(hypothesis, Polarity::Negative)?;
        assumed.push(holds);
        // What follows is evaluated only if the hypotheses hold.
        translator.guard = translator.aig.and(translator.guard, holds);
    }
    let truth = translator.claim(claim, Polarity::Positive)?;
    translator.guard = Lit::TRUE;
    let mut search = Search::new(translator, budget);
    if extras.dimacs || extras.proof.is_some() {
        search.clauses = Some(Vec::new());
    }
    search.assert(!truth);
    let assumptions = if extras.core { assumed.clone() } else { Vec::new() };
    if !extras.core {
        assumed.iter().for_each(|&h| search.assert(h));
    }
    let verdict = search.run(&assumptions)?;
    *size = Size {
        gates: search.translator.aig.len(),
        variables: search.cnf.variable_count() as usize,
    };
    if extras.dimacs {
        exports.dimacs =
            Some(crate::export::dimacs(&crate::export::clauses(&search, &assumptions)));
    }
    Ok(match verdict {
        search::Verdict::Holds => {
            if let Some(format) = extras.proof {
                exports.proof = Some(search.proof(&assumptions, format)?);
            }
            if extras.core {
                let needed = assumed.iter().map(|&h| search.needed(h)).enumerate();
                *core = Some(needed.filter(|(_, n)| *n).map(|(i, _)| i).collect());
            }
            Verdict::Valid
        }
        search::Verdict::Unknown(why) => Verdict::Unknown(why),
        search::Verdict::Refuted(model) => {
            let (model, doubts) = simplest(&mut search, &assumptions, model)?;
            Verdict::NotValid(render::counterexample(&search.translator, &model, &doubts))
        }
    })
}

/// Takes `a && b ==> c` apart.
fn split_implications(program: &Program, claim: ExprId, hypotheses: &mut Vec<ExprId>) -> ExprId {
    let mut claim = claim;
    while let ExprKind::Logical(LogicalOp::Implies, a, b) = program.expr(claim).kind {
        let mut todo = vec![a];
        while let Some(e) = todo.pop() {
            match program.expr(e).kind {
                ExprKind::Logical(LogicalOp::And, x, y) => todo.extend([y, x]),
                _ => hypotheses.push(e),
            }
        }
        claim = b;
    }
    claim
}

/// The texts of the hypotheses that cores refer to by number: the query's own, then those of
/// the claim.
pub fn core_hypotheses(query: &Query<'_>) -> Vec<String> {
    let mut hypotheses = query.hypotheses.clone();
    split_implications(query.program, query.claim, &mut hypotheses);
    hypotheses.iter().map(|&h| crate::show::expr(query.program, h)).collect()
}

/// The query as a quantified Boolean formula in the QDIMACS format, true if and only if the
/// claim is not valid; for other solvers.
pub fn qdimacs(query: &Query<'_>, options: &Options) -> Result<String, Untranslatable> {
    crate::export::qdimacs(query, options)
}

/// How long to look for a nicer counterexample.
const POLISHING: Duration = Duration::from_millis(500);

/// A counterexample with few made-up results, none if possible.
pub(crate) fn simplest(
    search: &mut Search<'_>,
    assumptions: &[Lit],
    first: search::Model,
) -> Translated<(search::Model, Vec<Doubt>)> {
    let doubts = search.translator.doubts.clone();
    let mut model = first;
    let active = |m: &search::Model| -> Vec<usize> {
        (0..doubts.len()).filter(|&i| m.lit(doubts[i].condition)).collect()
    };
    if !search.translator.options.minimize {
        return Ok((model, doubts));
    }
    let until = Instant::now() + POLISHING;
    let mut kept = active(&model);
    // First none at all, then one less at a time.
    let mut allowed = Vec::new();
    let mut next = 0;
    while !kept.is_empty() && Instant::now() < until {
        let forbidden = (0..doubts.len()).filter(|i| !allowed.contains(i));
        let mut all = assumptions.to_vec();
        all.extend(forbidden.map(|i| !doubts[i].condition));
        search.limit_effort();
        match search.run(&all)? {
            search::Verdict::Refuted(better) => {
                kept = active(&better);
                model = better;
            }
            _ if allowed.is_empty() => {}
            _ => next += 1,
        }
        if next >= kept.len().min(16) || kept.len() == 1 {
            break;
        }
        allowed.clone_from(&kept);
        allowed.remove(next);
    }
    Ok((model, doubts))
}
