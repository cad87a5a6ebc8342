//! A prepared program as Horn clauses, from the same templates that the bounded search instantiates.
//!
//! There are two independent choices ([`Encoding`]). With *preconditions*, a relation says with which
//! inputs a procedure may be called, so that what is found out about its outputs need not hold for other
//! inputs (magic sets); an error procedure is then nothing but its precondition, and errors are chased
//! forward. With *forward loops*, a relation says which states a loop's head is reached in, built up
//! iteration after iteration from the first; otherwise a loop is the recursive procedure that it was
//! made into, built up from the last.

use crate::Encoding;
use crate::abstraction::{Abstraction, rename, supported};
use crate::clauses::{Atom, Clauses, Meaning, RelationId, RelationInfo, Rule, Shape};
use crate::loops::tail_calls;
use crate::ways::{Way, ways};
use lariat_budget::Budget;
use lariat_logic::{SortId, TermId, Terms, VarId};
use lariat_program::{CallGraph, ProcId};
use lariat_vc::{Template, Templates};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Axioms beyond this number are left out.
const MAX_AXIOMS: usize = 32;

/// Clauses with more constraints than this in all are not made.
const MAX_CONSTRAINTS: usize = 400_000;

pub(crate) struct Encoder<'a> {
    templates: &'a mut Templates,
    entry: ProcId,
    /// Procedures whose return means that the goal is met.
    ends: &'a FxHashSet<ProcId>,
    encoding: Encoding,
    abstraction: Abstraction,
    clauses: Clauses,
    shapes: FxHashMap<ProcId, Shape>,
    /// What holds of constants, as far as the engine understands it.
    axioms: Vec<TermId>,
    goal: RelationId,
    /// Constraints and atoms of all rules.
    size: usize,
}

/// A procedure being encoded.
struct Current {
    template: Rc<Template>,
    /// For a forward loop: its calls of itself.
    tails: Vec<usize>,
    /// For a forward loop: the inputs of the first iteration, for those that change.
    first: Vec<VarId>,
}

impl<'a> Encoder<'a> {
    pub fn new(
        templates: &'a mut Templates,
        entry: ProcId,
        ends: &'a FxHashSet<ProcId>,
        encoding: Encoding,
    ) -> Self {
        let clauses = Clauses::default();
        Encoder {
            templates,
            entry,
            ends,
            encoding,
            abstraction: Abstraction::default(),
            clauses,
            shapes: FxHashMap::default(),
            axioms: Vec::new(),
            goal: RelationId(0),
            size: 0,
        }
    }

    /// The clauses, the goal being the first relation; or why there are no clauses.
    pub fn encode(mut self, budget: &Budget) -> Result<Clauses, String> {
        let graph = CallGraph::new(&self.templates.program);
        let procedures = graph.reachable(self.entry);
        self.goal = self.relation(Meaning::Goal, "goal".into(), Vec::new());
        self.axioms = self.axioms_of_constants();
        let constants = self.constants_used(&procedures);
        for &p in &procedures {
            self.declare(p, &constants[&p]);
        }
        for &p in &procedures {
            self.procedure(p);
            if let Some(stop) = budget.stopped() {
                return Err(stop.to_string());
            }
            if self.size > MAX_CONSTRAINTS {
                return Err("the program is too large for Horn clauses".into());
            }
        }
        self.clauses.shapes = procedures.iter().map(|p| (*p, self.shapes[p].clone())).collect();
        Ok(self.clauses)
    }

    fn terms(&mut self) -> &mut Terms {
        &mut self.templates.program.terms
    }

    fn relation(&mut self, meaning: Meaning, name: String, params: Vec<SortId>) -> RelationId {
        self.clauses.relations.push(RelationInfo { meaning, name, params });
        RelationId::from(self.clauses.relations.len() - 1)
    }

    fn axioms_of_constants(&mut self) -> Vec<TermId> {
        let mut result = Vec::new();
        for axiom in lariat_vc::relevant_axioms(&self.templates.program) {
            let before = self.abstraction.count;
            self.abstraction.apply(&mut self.templates.program.terms, axiom);
            if self.abstraction.count == before && result.len() < MAX_AXIOMS {
                result.push(axiom);
            }
        }
        result
    }

    /// For each procedure, the constants that its formula and those of what it calls mention.
    fn constants_used(&mut self, procedures: &[ProcId]) -> FxHashMap<ProcId, Vec<VarId>> {
        let all: FxHashSet<VarId> = self.templates.program.constants.iter().copied().collect();
        let mut used: FxHashMap<ProcId, FxHashSet<VarId>> = FxHashMap::default();
        for &p in procedures {
            let template = self.templates.get(p);
            let roots = template.constraints.iter().copied();
            let roots = roots.chain(template.outputs.iter().map(|o| o.1));
            let roots = roots.chain(template.sites.iter().flat_map(|s| s.args.iter().copied()));
            let terms = &self.templates.program.terms;
            let vars = terms
                .variables(roots)
                .into_iter()
                .filter(|v| all.contains(v) && supported(terms, terms.variable(*v).sort));
            used.insert(p, vars.collect());
        }
        loop {
            let mut grew = false;
            for &p in procedures {
                for site in &self.templates.get(p).sites {
                    let more = used[&site.callee].clone();
                    let own = used.entry(p).or_default();
                    let before = own.len();
                    own.extend(more);
                    grew |= own.len() > before;
                }
            }
            if !grew {
                break;
            }
        }
        let in_order = |set: FxHashSet<VarId>| {
            let mut list: Vec<VarId> = set.into_iter().collect();
            list.sort();
            list
        };
        used.into_iter().map(|(p, set)| (p, in_order(set))).collect()
    }

    /// Chooses what the relations about a procedure range over, and makes them.
    fn declare(&mut self, p: ProcId, constants: &[VarId]) {
        let template = self.templates.get(p);
        let terms = &self.templates.program.terms;
        let sort = |v: VarId| terms.variable(v).sort;
        let ok = |v: VarId| supported(terms, sort(v));
        let pick = |vars: Vec<VarId>| -> Vec<usize> {
            vars.iter().enumerate().filter(|(_, v)| ok(**v)).map(|(i, _)| i).collect()
        };
        let input_vars: Vec<VarId> = template.inputs.iter().map(|i| i.0).collect();
        let output_vars: Vec<VarId> = template.outputs.iter().map(|o| o.0).collect();
        let inputs = pick(input_vars.clone());
        let outputs = pick(output_vars.clone());
        let is_end = self.ends.contains(&p);
        let tails = match tail_calls(&self.templates.program, &template) {
            Some(tails) if self.encoding.forward_loops && !is_end => tails,
            _ => Vec::new(),
        };
        let changes = |&(_, i): &(usize, usize)| {
            let input = terms.find_var(template.inputs[i].1);
            tails.iter().any(|&t| Some(template.sites[t].args[i]) != input)
        };
        let numbered = inputs.iter().copied().enumerate();
        let changed: Vec<usize> = numbered.filter(changes).map(|(k, _)| k).collect();
        let constant_sorts: Vec<SortId> = constants.iter().map(|&c| sort(c)).collect();
        let input_sorts: Vec<SortId> = inputs.iter().map(|&i| sort(input_vars[i])).collect();
        let output_sorts: Vec<SortId> = outputs.iter().map(|&i| sort(output_vars[i])).collect();
        let first_sorts: Vec<SortId> = changed.iter().map(|&k| input_sorts[k]).collect();
        let name = self.templates.program.procedures[p].name.clone();
        let preconditions = self.encoding.preconditions;
        let forward = !tails.is_empty();
        let called = preconditions.then(|| {
            let params = [input_sorts.clone(), constant_sorts.clone()].concat();
            self.relation(Meaning::Called(p), format!("{name}.called"), params)
        });
        let returns = (!preconditions || !is_end).then(|| {
            let params = [input_sorts.clone(), constant_sorts.clone(), output_sorts].concat();
            self.relation(Meaning::Returns(p), format!("{name}.returns"), params)
        });
        let at_head = forward.then(|| {
            let params = [first_sorts, input_sorts, constant_sorts].concat();
            self.relation(Meaning::AtHead(p), format!("{name}.head"), params)
        });
        let constants = constants.to_vec();
        let shape = Shape { inputs, outputs, constants, changed, called, returns, at_head };
        self.shapes.insert(p, shape);
    }

    // ---- rules --------------------------------------------------------------------------------

    fn procedure(&mut self, p: ProcId) {
        let template = self.templates.get(p);
        let shape = self.shapes[&p].clone();
        let tails = match shape.at_head {
            Some(_) => tail_calls(&self.templates.program, &template).unwrap_or_default(),
            None => Vec::new(),
        };
        let first = shape
            .changed
            .iter()
            .map(|&k| {
                let variable = self.terms().variable(template.inputs[shape.inputs[k]].1).clone();
                self.terms().declare(variable.name, variable.sort)
            })
            .collect();
        let current = Current { template: template.clone(), tails, first };
        self.start(p, &shape, &current);
        let is_special = |s: usize| self.is_special(&current, s);
        for way in ways(&template, &is_special) {
            self.way(p, &shape, &current, &way);
        }
    }

    fn is_special(&self, current: &Current, site: usize) -> bool {
        let callee = current.template.sites[site].callee;
        current.tails.contains(&site)
            || (self.encoding.preconditions && self.ends.contains(&callee))
    }

    /// How it all begins: the entry is called, a loop is at its head, the entry's return is the goal.
    fn start(&mut self, p: ProcId, shape: &Shape, current: &Current) {
        let inputs = self.inputs(shape, current);
        if p == self.entry {
            if let Some(relation) = shape.called {
                let args = self.with_constants(inputs.clone(), shape);
                self.rule(Vec::new(), Vec::new(), Atom { relation, args });
            } else if let Some(relation) = shape.returns {
                let mut args = self.with_constants(inputs.clone(), shape);
                for &i in &shape.outputs {
                    let variable = self.terms().variable(current.template.outputs[i].0).clone();
                    let fresh = self.terms().declare(variable.name, variable.sort);
                    args.push(self.terms().var(fresh));
                }
                let goal = Atom { relation: self.goal, args: Vec::new() };
                self.rule(vec![Atom { relation, args }], Vec::new(), goal);
            }
        }
        if let Some(relation) = shape.at_head {
            let mut args: Vec<TermId> = shape.changed.iter().map(|&k| inputs[k]).collect();
            args.extend(self.with_constants(inputs.clone(), shape));
            let called = shape
                .called
                .map(|relation| Atom { relation, args: self.with_constants(inputs, shape) });
            self.rule(called.into_iter().collect(), Vec::new(), Atom { relation, args });
        }
    }

    fn inputs(&mut self, shape: &Shape, current: &Current) -> Vec<TermId> {
        let inputs = &current.template.inputs;
        let terms = &mut self.templates.program.terms;
        shape.inputs.iter().map(|&i| terms.var(inputs[i].1)).collect()
    }

    fn with_constants(&mut self, mut args: Vec<TermId>, shape: &Shape) -> Vec<TermId> {
        args.extend(shape.constants.iter().map(|&c| self.templates.program.terms.var(c)));
        args
    }

    /// That control is in the procedure, with its inputs.
    fn entered(&mut self, shape: &Shape, current: &Current) -> Option<Atom> {
        let inputs = self.inputs(shape, current);
        if let Some(relation) = shape.at_head {
            let mut args: Vec<TermId> = Vec::new();
            for &v in &current.first {
                args.push(self.terms().var(v));
            }
            args.extend(self.with_constants(inputs, shape));
            return Some(Atom { relation, args });
        }
        let relation = shape.called?;
        Some(Atom { relation, args: self.with_constants(inputs, shape) })
    }

    fn way(&mut self, p: ProcId, shape: &Shape, current: &Current, way: &Way) {
        let mut special = way.required.iter().copied().filter(|&s| self.is_special(current, s));
        let special = special.next();
        if self.encoding.preconditions {
            let sites = way.required.iter().chain(&way.possible);
            for s in sites.copied().filter(|s| !current.tails.contains(s)).collect::<Vec<_>>() {
                self.call(shape, current, way, s);
            }
        }
        let Some((constraints, mut atoms, values)) = self.body(current, way, usize::MAX) else {
            return;
        };
        atoms.extend(self.entered(shape, current));
        match special {
            Some(tail) if current.tails.contains(&tail) => {
                let Some(relation) = shape.at_head else { return };
                let mut args: Vec<TermId> = Vec::new();
                for &v in &current.first {
                    args.push(self.terms().var(v));
                }
                let next = shape.inputs.iter().map(|&i| current.template.sites[tail].args[i]);
                let next = self.values(next.collect(), &values);
                args.extend(self.with_constants(next, shape));
                self.rule(atoms, constraints, Atom { relation, args });
            }
            // The call's precondition says it all.
            Some(_) => {}
            None => {
                let head = match shape.returns {
                    Some(relation) => self.returns(relation, shape, current, &values),
                    None => Atom { relation: self.goal, args: Vec::new() },
                };
                debug_assert!(shape.returns.is_some() || self.ends.contains(&p));
                self.rule(atoms, constraints, head);
            }
        }
    }

    fn returns(
        &mut self,
        relation: RelationId,
        shape: &Shape,
        current: &Current,
        values: &[(VarId, TermId)],
    ) -> Atom {
        let mut args = self.inputs(shape, current);
        if shape.at_head.is_some() {
            for (&k, &v) in shape.changed.iter().zip(&current.first) {
                args[k] = self.terms().var(v);
            }
        }
        let mut args = self.with_constants(args, shape);
        let outputs = shape.outputs.iter().map(|&i| current.template.outputs[i].1).collect();
        args.extend(self.values(outputs, values));
        Atom { relation, args }
    }

    /// The rule that the site's callee may be called with these arguments.
    fn call(&mut self, shape: &Shape, current: &Current, way: &Way, s: usize) {
        let site = &current.template.sites[s];
        let callee = self.shapes[&site.callee].clone();
        let Some(relation) = callee.called else { return };
        let mut way = way.clone();
        if let Some(at) = way.possible.iter().position(|&t| t == s) {
            way.possible.remove(at);
            way.required.push(s);
            way.required.sort_unstable();
            let blocks = current.template.blocks.iter().zip(&mut way.blocks);
            for (_, on_path) in blocks.filter(|(b, _)| b.sites.contains(&s)) {
                *on_path = Some(true);
            }
        }
        let Some((constraints, mut atoms, values)) = self.body(current, &way, s) else { return };
        atoms.extend(self.entered(shape, current));
        let args = callee.inputs.iter().map(|&i| site.args[i]).collect();
        let args = self.values(args, &values);
        let args = self.with_constants(args, &callee);
        self.rule(atoms, constraints, Atom { relation, args });
    }

    /// Constraints and calls of a way, the calls only as far as site `until`; and what is known of the
    /// sites' Booleans. `None` if the way cannot be gone.
    #[allow(clippy::type_complexity)]
    fn body(
        &mut self,
        current: &Current,
        way: &Way,
        until: usize,
    ) -> Option<(Vec<TermId>, Vec<Atom>, Vec<(VarId, TermId)>)> {
        let template = current.template.clone();
        let mut values = vec![(template.guard, Terms::TRUE)];
        for (block, on_path) in template.blocks.iter().zip(&way.blocks) {
            match on_path {
                Some(true) => values.push((block.guard, Terms::TRUE)),
                Some(false) => values.push((block.guard, Terms::FALSE)),
                None => {}
            }
        }
        for (s, site) in template.sites.iter().enumerate() {
            if way.required.contains(&s) {
                values.push((site.guard, Terms::TRUE));
            } else if !way.possible.contains(&s) {
                values.push((site.guard, Terms::FALSE));
            }
        }
        let mut constraints = template.constraints.clone();
        constraints.extend(template.sources_of_edges(self.terms()));
        let constraints = self.values(constraints, &values);
        if constraints.contains(&Terms::FALSE) {
            return None;
        }
        let mut atoms = Vec::new();
        for (s, site) in template.sites.iter().enumerate().filter(|&(s, _)| s < until) {
            let required = way.required.contains(&s);
            if self.is_special(current, s) || !(required || way.possible.contains(&s)) {
                continue;
            }
            let callee = self.shapes[&site.callee].clone();
            let Some(relation) = callee.returns else { continue };
            let args = callee.inputs.iter().map(|&i| site.args[i]).collect();
            let args = self.values(args, &values);
            let mut args = self.with_constants(args, &callee);
            for &i in &callee.outputs {
                args.push(self.terms().var(site.results[i]));
            }
            let atom = Atom { relation, args };
            let guard = self.terms().var(site.guard);
            atoms.push(if required { atom } else { self.perhaps(guard, atom) });
        }
        Some((constraints, atoms, values))
    }

    /// The terms with these values for Booleans, and what is not understood left open.
    fn values(&mut self, roots: Vec<TermId>, values: &[(VarId, TermId)]) -> Vec<TermId> {
        let terms = &mut self.templates.program.terms;
        let renamed = rename(terms, &roots, values);
        renamed.into_iter().map(|t| self.abstraction.apply(terms, t)).collect()
    }

    /// A relation that holds if the atom does or the guard does not.
    fn perhaps(&mut self, guard: TermId, atom: Atom) -> Atom {
        let info = &self.clauses.relations[atom.relation.index()];
        let (meaning, name) = (Meaning::Perhaps(atom.relation), format!("{}?", info.name));
        let known = self.clauses.relations.iter().position(|r| r.meaning == meaning);
        let relation = match known {
            Some(position) => RelationId::from(position),
            None => {
                let sorts = self.clauses.relations[atom.relation.index()].params.clone();
                let params = [vec![Terms::BOOL], sorts.clone()].concat();
                let relation = self.relation(meaning, name, params);
                let mut args = Vec::new();
                for sort in sorts {
                    let fresh = self.terms().declare("any", sort);
                    args.push(self.terms().var(fresh));
                }
                let with = |flag: TermId| [vec![flag], args.clone()].concat();
                let not_made = Atom { relation, args: with(Terms::FALSE) };
                let made = Atom { relation, args: with(Terms::TRUE) };
                let inner = Atom { relation: atom.relation, args: args.clone() };
                self.rule(Vec::new(), Vec::new(), not_made);
                self.rule(vec![inner], Vec::new(), made);
                relation
            }
        };
        Atom { relation, args: [vec![guard], atom.args].concat() }
    }

    fn rule(&mut self, atoms: Vec<Atom>, mut constraints: Vec<TermId>, head: Atom) {
        constraints.extend(self.axioms.iter().copied());
        constraints.retain(|&c| c != Terms::TRUE);
        self.size += constraints.len() + atoms.len();
        self.clauses.rules.push(Rule { atoms, constraints, head });
    }
}
