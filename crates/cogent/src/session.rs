//! What a prover keeps between claims.
//!
//! The circuit, its clauses and the solver with all that it has learned stay; hypotheses and
//! the claim are assumptions. So a claim after another one under the same hypotheses costs its
//! own circuit only. This works as long as the declarations are the same, the hypotheses
//! begin in the same way, and pointers have the same objects to point to; otherwise the
//! prover starts anew.

use crate::aig::Lit;
use crate::answer::{Answer, Size, Verdict};
use crate::options::Options;
use crate::prover::{Query, simplest};
use crate::render;
use crate::search::{self, Parked, Search};
use crate::translate::{Objects, Polarity, Translated, Translator};
use std::time::Instant;

/// Circuits beyond this size are forgotten.
const MAX_GATES: usize = 4_000_000;

/// A prover between two claims.
pub(crate) struct Session {
    declarations: String,
    hypotheses: Vec<Kept>,
    parked: Parked,
    claims: usize,
}

/// A hypothesis that was translated.
struct Kept {
    text: String,
    holds: Lit,
    /// How many globals, made-up results, quantifiers and choices there were after it.
    globals: usize,
    doubts: usize,
    weak: usize,
    choices: usize,
}

impl Session {
    /// How many claims it has answered.
    pub fn claims(&self) -> usize {
        self.claims
    }
}

/// Answers a claim with what is kept, and keeps what can be used again.
pub(crate) fn prove(
    kept: &mut Option<Session>,
    declarations: &str,
    texts: &[String],
    query: &Query<'_>,
    options: &Options,
) -> Answer {
    let start = Instant::now();
    let mut size = Size::default();
    let found = attempt(kept, declarations, texts, query, options, &mut size);
    let verdict = match found {
        Ok(verdict) => verdict,
        Err(why) => {
            *kept = None;
            Verdict::Unknown(why.to_string())
        }
    };
    Answer { verdict, core: None, time: start.elapsed(), size }
}

fn attempt(
    kept: &mut Option<Session>,
    declarations: &str,
    texts: &[String],
    query: &Query<'_>,
    options: &Options,
    size: &mut Size,
) -> Translated<Verdict> {
    let budget = options.limited();
    let mut roots = query.hypotheses.clone();
    roots.push(query.claim);
    let objects = Objects::collect(query.program, &roots, false, false);
    let usable = kept.take().filter(|s| {
        s.declarations == declarations
            && *s.parked.objects() == objects
            && s.parked.gates() < MAX_GATES
    });
    let (mut hypotheses, mut search, claims) = match usable {
        Some(session) => {
            let mut hypotheses = session.hypotheses;
            let same = hypotheses.iter().zip(texts).take_while(|(a, b)| a.text == **b).count();
            hypotheses.truncate(same);
            (hypotheses, session.parked.resume(query.program, options, budget), session.claims)
        }
        None => {
            let translator = Translator::new(query.program, options, &roots);
            (Vec::new(), Search::new(translator, budget), 0)
        }
    };
    forget(&mut search, &hypotheses);
    let tr = &mut search.translator;
    for hypothesis in &hypotheses {
        tr.guard = tr.aig.and(tr.guard, hypothesis.holds);
    }
    for (text, &e) in texts.iter().zip(&query.hypotheses).skip(hypotheses.len()) {
        let holds = tr.claim(e, Polarity::Negative)?;
        tr.guard = tr.aig.and(tr.guard, holds);
        hypotheses.push(Kept {
            text: text.clone(),
            holds,
            globals: tr.env.globals.keys().map(|g| g.index() + 1).max().unwrap_or(0),
            doubts: tr.doubts.len(),
            weak: tr.weak.len(),
            choices: tr.choices.len(),
        });
    }
    let truth = tr.claim(query.claim, Polarity::Positive)?;
    tr.guard = Lit::TRUE;
    let mut assumed: Vec<Lit> = hypotheses.iter().map(|h| h.holds).collect();
    assumed.push(!truth);
    let verdict = search.run(&assumed)?;
    *size = Size {
        gates: search.translator.aig.len(),
        variables: search.cnf.variable_count() as usize,
    };
    let verdict = match verdict {
        search::Verdict::Holds => Verdict::Valid,
        search::Verdict::Unknown(why) => Verdict::Unknown(why),
        search::Verdict::Refuted(model) => {
            let (model, doubts) = simplest(&mut search, &assumed, model)?;
            Verdict::NotValid(render::counterexample(&search.translator, &model, &doubts))
        }
    };
    forget(&mut search, &hypotheses);
    *kept = Some(Session {
        declarations: declarations.to_owned(),
        hypotheses,
        parked: search.park(),
        claims: claims + 1,
    });
    Ok(verdict)
}

/// Forgets what belongs to other claims than the hypotheses: numbers of expressions and of
/// variables that a claim declares mean something else in the next text.
fn forget(search: &mut Search<'_>, hypotheses: &[Kept]) {
    let tr = &mut search.translator;
    let (globals, doubts, weak, choices) = match hypotheses.last() {
        Some(last) => (last.globals, last.doubts, last.weak, last.choices),
        None => (0, 0, 0, 0),
    };
    tr.env.globals.retain(|id, _| id.index() < globals);
    tr.env.vars.clear();
    tr.doubts.truncate(doubts);
    tr.weak.truncate(weak);
    tr.choices.truncate(choices);
    tr.guard = Lit::TRUE;
}
