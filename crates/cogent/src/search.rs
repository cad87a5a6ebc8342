//! The search for a counterexample.
//!
//! One SAT solver per search. What Ackermann's reduction requires of lookups and what weak
//! quantifiers require of their instances is added as needed: a candidate counterexample is
//! checked against both, and what it violates is added before asking again.

use crate::aig::{Aig, Lit};
use crate::circuit::Bits;
use crate::cnf::Cnf;
use crate::options::Options;
use crate::sat::{Outcome, ProofFormat, SatSolver, refutation};
use crate::translate::{
    Doubt, Environment, Memory, Objects, Polarity, Translated, Translator, UfSymbol,
    Untranslatable, Weak,
};
use crate::value::Value;
use lariat_budget::Budget;
use lariat_c::{Program, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// An assignment of all nodes of the graph.
#[derive(Clone, Debug)]
pub(crate) struct Model(Vec<bool>);

impl Model {
    pub fn lit(&self, lit: Lit) -> bool {
        self.0.get(lit.node()).copied().unwrap_or(false) ^ lit.is_inverted()
    }

    pub fn bits(&self, bits: &[Lit]) -> Vec<bool> {
        bits.iter().map(|&b| self.lit(b)).collect()
    }

    fn freeze(&self, value: &Value) -> Value {
        let bits: Bits = value.bits().iter().map(|&b| Lit::constant(self.lit(b))).collect();
        value.rebuild(&mut bits.into_iter())
    }
}

/// What the search found.
#[derive(Clone, Debug)]
pub(crate) enum Verdict {
    /// A counterexample.
    Refuted(Model),
    /// There is none.
    Holds,
    /// Gave up, and why.
    Unknown(String),
}

/// A search over one translated query.
pub(crate) struct Search<'p> {
    pub translator: Translator<'p>,
    pub cnf: Cnf,
    solver: Box<dyn SatSolver>,
    budget: Budget,
    asserted: usize,
    /// Pairs of applications that are consistent by clauses.
    tied: FxHashSet<(usize, usize)>,
    paired_up_to: usize,
    lazy: bool,
    /// All clauses, if somebody wants to see them.
    pub clauses: Option<Vec<Vec<i32>>>,
    depth: u32,
}

const STOPPED: &str = "time limit reached";

/// A search without its program, to be taken up again with another one.
pub(crate) struct Parked {
    aig: Aig,
    env: Environment,
    objects: Objects,
    constraints: Vec<Lit>,
    doubts: Vec<Doubt>,
    memory: Memory,
    weak: Vec<Weak>,
    choices: Vec<(VarId, Value)>,
    cnf: Cnf,
    solver: Box<dyn SatSolver>,
    asserted: usize,
    tied: FxHashSet<(usize, usize)>,
    paired_up_to: usize,
    lazy: bool,
}

impl Parked {
    pub fn objects(&self) -> &Objects {
        &self.objects
    }

    pub fn gates(&self) -> usize {
        self.aig.len()
    }

    pub fn resume<'p>(
        self,
        program: &'p Program,
        options: &'p Options,
        budget: Budget,
    ) -> Search<'p> {
        let mut translator = Translator::new(program, options, &[]);
        translator.aig = self.aig;
        translator.env = self.env;
        translator.objects = self.objects;
        translator.constraints = self.constraints;
        translator.doubts = self.doubts;
        translator.memory = self.memory;
        translator.weak = self.weak;
        translator.choices = self.choices;
        let mut solver = self.solver;
        solver.set_budget(budget.clone());
        Search {
            translator,
            cnf: self.cnf,
            solver,
            budget,
            asserted: self.asserted,
            tied: self.tied,
            paired_up_to: self.paired_up_to,
            lazy: self.lazy,
            clauses: None,
            depth: 0,
        }
    }
}

impl<'p> Search<'p> {
    /// Puts the search aside.
    pub fn park(self) -> Parked {
        let tr = self.translator;
        Parked {
            aig: tr.aig,
            env: tr.env,
            objects: tr.objects,
            constraints: tr.constraints,
            doubts: tr.doubts,
            memory: tr.memory,
            weak: tr.weak,
            choices: tr.choices,
            cnf: self.cnf,
            solver: self.solver,
            asserted: self.asserted,
            tied: self.tied,
            paired_up_to: self.paired_up_to,
            lazy: self.lazy,
        }
    }

    pub fn new(translator: Translator<'p>, budget: Budget) -> Self {
        let solver = translator.options.solver.start(&budget);
        Search {
            translator,
            cnf: Cnf::default(),
            solver,
            budget,
            asserted: 0,
            tied: FxHashSet::default(),
            paired_up_to: 0,
            lazy: false,
            clauses: None,
            depth: 0,
        }
    }

    /// The proof that the clauses so far, with the assumptions, have no model.
    pub fn proof(&self, assumptions: &[Lit], format: ProofFormat) -> Translated<String> {
        let clauses = crate::export::clauses(self, assumptions);
        refutation(&clauses, format, &self.budget).map_err(|why| Untranslatable(why.to_owned()))
    }

    /// Everything required so far, lookups included.
    pub fn snapshot(&mut self) -> Vec<Lit> {
        self.tie_eagerly();
        self.translator.constraints.clone()
    }

    /// The next question may be given up early.
    pub fn limit_effort(&mut self) {
        self.solver.limit_conflicts(2000);
    }

    /// Requires a literal.
    pub fn assert(&mut self, lit: Lit) {
        self.translator.constraints.push(lit);
    }

    /// After [`Verdict::Holds`]: was the assumption needed?
    pub fn needed(&mut self, assumption: Lit) -> bool {
        match assumption.as_constant() {
            Some(value) => !value,
            None => {
                let lit = self.cnf.want(&self.translator.aig, assumption);
                self.solver.failed(lit)
            }
        }
    }

    /// Gives all pending requirements to the solver.
    pub fn flush(&mut self) {
        self.tie_eagerly();
        while self.asserted < self.translator.constraints.len() {
            let lit = self.translator.constraints[self.asserted];
            self.asserted += 1;
            if lit == Lit::FALSE {
                self.cnf.want(&self.translator.aig, Lit::FALSE);
                let variable = self.cnf.variable(0).unwrap_or(1);
                self.add(&[variable]);
            } else {
                self.cnf.assert(&self.translator.aig, lit);
            }
        }
        self.send();
    }

    fn add(&mut self, clause: &[i32]) {
        self.solver.add_clause(clause);
        if let Some(log) = &mut self.clauses {
            log.push(clause.to_vec());
        }
    }

    fn send(&mut self) {
        for clause in self.cnf.take_clauses() {
            self.add(&clause);
        }
    }

    /// Looks for a counterexample under assumptions.
    pub fn run(&mut self, assumptions: &[Lit]) -> Translated<Verdict> {
        loop {
            self.flush();
            let mut assumed = Vec::with_capacity(assumptions.len());
            for &lit in assumptions {
                match lit.as_constant() {
                    Some(true) => {}
                    Some(false) => return Ok(Verdict::Holds),
                    None => assumed.push(self.cnf.want(&self.translator.aig, lit)),
                }
            }
            self.send();
            if self.budget.stopped().is_some() {
                return Ok(Verdict::Unknown(STOPPED.to_owned()));
            }
            match self.solver.solve(&assumed) {
                Outcome::Unsat => return Ok(Verdict::Holds),
                Outcome::Stopped => return Ok(Verdict::Unknown(STOPPED.to_owned())),
                Outcome::Sat => {}
            }
            let model = self.model();
            if self.tie_violated(&model) {
                continue;
            }
            match self.refine(&model)? {
                Refined::Consistent => return Ok(Verdict::Refuted(model)),
                Refined::Instantiated => {}
                Refined::GaveUp(why) => return Ok(Verdict::Unknown(why)),
            }
        }
    }

    fn model(&mut self) -> Model {
        let mut inputs = vec![false; self.translator.aig.len()];
        for (node, variable) in self.cnf.nodes() {
            inputs[node] = self.solver.value(variable);
        }
        Model(self.translator.aig.evaluate(|node| inputs[node]))
    }

    // Lookups.

    /// Ties all pairs of applications of one function as long as they are few.
    fn tie_eagerly(&mut self) {
        let count = self.translator.memory.applications.len();
        if self.lazy || self.paired_up_to == count {
            return;
        }
        let mut by_symbol: FxHashMap<UfSymbol, Vec<usize>> = FxHashMap::default();
        for (i, application) in self.translator.memory.applications.iter().enumerate() {
            by_symbol.entry(application.symbol).or_default().push(i);
        }
        let pairs: usize = by_symbol.values().map(|v| v.len() * (v.len() - 1) / 2).sum();
        if pairs > self.translator.options.eager_pairs {
            self.lazy = true;
            return;
        }
        let mut groups: Vec<Vec<usize>> = by_symbol.into_values().collect();
        groups.sort();
        for group in groups {
            for (k, &j) in group.iter().enumerate() {
                for &i in &group[..k] {
                    self.tie(i, j);
                }
            }
        }
        self.paired_up_to = count;
    }

    /// Requires equal keys to have equal values.
    fn tie(&mut self, i: usize, j: usize) {
        if !self.tied.insert((i, j)) {
            return;
        }
        let tr = &mut self.translator;
        let (a, b) = (tr.memory.applications[i].clone(), tr.memory.applications[j].clone());
        if a.key.len() != b.key.len() || a.value.len() != b.value.len() {
            return;
        }
        let same_key = tr.aig.equal_bits(&a.key, &b.key);
        if same_key == Lit::FALSE {
            return;
        }
        let same_value = tr.aig.equal_bits(&a.value, &b.value);
        let tied = tr.aig.implies(same_key, same_value);
        tr.constraints.push(tied);
    }

    fn tie_violated(&mut self, model: &Model) -> bool {
        if !self.lazy {
            return false;
        }
        let mut seen: FxHashMap<(UfSymbol, Vec<bool>), (usize, Vec<bool>)> = FxHashMap::default();
        let mut violated = Vec::new();
        for (j, a) in self.translator.memory.applications.iter().enumerate() {
            let value = model.bits(&a.value);
            let entry = seen.entry((a.symbol, model.bits(&a.key)));
            let (i, known) = entry.or_insert_with(|| (j, value.clone()));
            if *known != value && *i != j {
                violated.push((*i, j));
            }
        }
        for &(i, j) in &violated {
            self.tie(i, j);
        }
        !violated.is_empty()
    }

    // Quantifiers.

    fn refine(&mut self, model: &Model) -> Translated<Refined> {
        let mut instantiated = false;
        for i in 0..self.translator.weak.len() {
            let weak = self.translator.weak[i].clone();
            let used = self.cnf.variable(weak.truth.node()).is_some();
            // A candidate that leaves a weak formula on the safe side needs no check.
            if !used || model.lit(weak.truth) != weak.universal {
                continue;
            }
            match self.witness(&weak, model)? {
                Witness::None => {}
                Witness::Unknown(why) => return Ok(Refined::GaveUp(why)),
                Witness::Value(value) => {
                    if weak.instances >= self.translator.options.max_instances {
                        let limit = self.translator.options.max_instances;
                        let why = format!("a quantifier needed more than {limit} instances");
                        return Ok(Refined::GaveUp(why));
                    }
                    self.translator.weak[i].instances += 1;
                    self.translator.instantiate(&weak, value)?;
                    instantiated = true;
                }
            }
        }
        Ok(if instantiated { Refined::Instantiated } else { Refined::Consistent })
    }

    /// A value that shows the candidate wrong about a weak formula.
    fn witness(&mut self, weak: &Weak, model: &Model) -> Translated<Witness> {
        if self.depth > 8 {
            return Ok(Witness::Unknown("quantifiers nested too deeply".to_owned()));
        }
        // First without made-up results: such a witness stands whatever they are.
        match self.inner(weak, model, false)? {
            Inner { verdict: Verdict::Refuted(found), value, .. } => {
                return Ok(Witness::Value(found.freeze(&value)));
            }
            Inner { verdict: Verdict::Unknown(why), .. } => return Ok(Witness::Unknown(why)),
            Inner { verdict: Verdict::Holds, doubtful: false, .. } => return Ok(Witness::None),
            Inner { .. } => {}
        }
        Ok(match self.inner(weak, model, true)?.verdict {
            Verdict::Holds => Witness::None,
            Verdict::Unknown(why) => Witness::Unknown(why),
            Verdict::Refuted(_) => Witness::Unknown(
                "the truth of a quantified formula depends on undefined behaviour".to_owned(),
            ),
        })
    }

    fn inner(&mut self, weak: &Weak, model: &Model, doubts: bool) -> Translated<Inner> {
        let outer = &self.translator;
        let mut tr = Translator::new(outer.program, outer.options, &[]);
        tr.objects = outer.objects.clone();
        tr.env = Environment {
            globals: outer.env.globals.iter().map(|(&k, v)| (k, model.freeze(v))).collect(),
            vars: weak.env.vars.iter().map(|(&k, v)| (k, model.freeze(v))).collect(),
        };
        let mut tables = outer.memory.tables.clone().unwrap_or_default();
        for a in &outer.memory.applications {
            let entry = (model.bits(&a.key), model.bits(&a.value));
            tables.entry(a.symbol).or_default().push(entry);
        }
        tr.memory.tables = Some(tables);
        let value = tr.fresh_value(outer.program.var(weak.var).ty)?;
        let polarity = if weak.universal { Polarity::Positive } else { Polarity::Negative };
        let body = tr.body_at(weak.var, value.clone(), weak.body, polarity)?;
        let goal = if weak.universal { !body } else { body };
        let doubtful = !tr.doubts.is_empty();
        if !doubts {
            let any = tr.any_doubt(0);
            tr.constraints.push(!any);
        }
        let mut search = Search::new(tr, self.budget.clone());
        search.depth = self.depth + 1;
        search.assert(goal);
        let verdict = search.run(&[])?;
        Ok(Inner { verdict, value, doubtful })
    }
}

struct Inner {
    verdict: Verdict,
    value: Value,
    doubtful: bool,
}

enum Refined {
    Consistent,
    Instantiated,
    GaveUp(String),
}

enum Witness {
    None,
    Value(Value),
    Unknown(String),
}
