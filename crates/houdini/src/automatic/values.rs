//! Which values variables are given and compared with, by one look at the whole program.
//!
//! Constants flow forward through copies, arguments and results; what a variable is compared with
//! matters for the variables that it was copied from. Both are cut off at a few values per variable,
//! so the cost is linear. This only proposes; nothing here needs to be right.

use lariat_logic::{Op, Term, TermId, Terms, Value, VarId};
use lariat_program::{CommandKind, Program};
use rustc_hash::{FxHashMap, FxHashSet};

/// Values and comparisons of variables.
pub(crate) struct Values {
    /// Values of each variable that its comparisons or assignments speak about.
    of: FxHashMap<VarId, Vec<TermId>>,
    /// Integers that each variable is ordered against.
    bounds: FxHashMap<VarId, Vec<TermId>>,
    /// Variables whose value some condition asks for, directly or through copies.
    asked: FxHashSet<VarId>,
    /// Variables that also get values that are not constants.
    unsettled: FxHashSet<VarId>,
}

#[derive(Default)]
struct Collector {
    constants: FxHashSet<VarId>,
    /// Source, target.
    copies: Vec<(VarId, VarId)>,
    assigned: FxHashMap<VarId, Vec<TermId>>,
    compared: FxHashMap<VarId, Vec<TermId>>,
    bounds: FxHashMap<VarId, Vec<TermId>>,
    asked: FxHashSet<VarId>,
    unsettled: FxHashSet<VarId>,
    limit: usize,
}

/// Adds unless it is there or there is no room; says whether it was added.
fn add(list: &mut Vec<TermId>, t: TermId, limit: usize) -> bool {
    let fits = list.len() < limit && !list.contains(&t);
    if fits {
        list.push(t);
    }
    fits
}

impl Values {
    /// Looks at the program; at most `limit` values for each variable.
    pub(crate) fn new(program: &Program, limit: usize) -> Self {
        let mut collector = Collector {
            constants: program.constants.iter().copied().collect(),
            limit,
            ..Collector::default()
        };
        collector.collect(program);
        let Collector { copies, mut assigned, mut compared, bounds, .. } = collector;
        let (mut asked, mut unsettled) = (collector.asked, collector.unsettled);
        spread(&copies, false, limit, &mut assigned);
        spread(&copies, true, limit, &mut compared);
        close(&copies, true, &mut asked);
        close(&copies, false, &mut unsettled);
        let mut of = compared;
        for (v, values) in assigned {
            let list = of.entry(v).or_default();
            for value in values {
                add(list, value, limit);
            }
        }
        for list in of.values_mut() {
            list.sort();
        }
        Values { of, bounds, asked, unsettled }
    }

    /// The values that a variable is known to have or to be compared with, if any condition asks.
    pub(crate) fn of(&self, terms: &Terms, v: VarId) -> Vec<TermId> {
        if !self.asked.contains(&v) {
            return Vec::new();
        }
        if terms.variable(v).sort == Terms::BOOL {
            return vec![Terms::TRUE, Terms::FALSE];
        }
        self.of.get(&v).cloned().unwrap_or_default()
    }

    /// Integers to compare a variable with.
    pub(crate) fn bounds(&self, v: VarId) -> &[TermId] {
        self.bounds.get(&v).map_or(&[], Vec::as_slice)
    }

    /// Whether the variable only ever gets constants, as typestates do.
    pub(crate) fn is_settled(&self, v: VarId) -> bool {
        !self.unsettled.contains(&v)
    }

    /// Whether some condition asks for the variable's value.
    pub(crate) fn is_asked(&self, v: VarId) -> bool {
        self.asked.contains(&v)
    }
}

impl Collector {
    fn collect(&mut self, program: &Program) {
        let terms = &program.terms;
        let mut seen = FxHashSet::default();
        for procedure in &program.procedures {
            for command in procedure.body.blocks.iter().flat_map(|b| &b.commands) {
                match &command.kind {
                    CommandKind::Assume(t) | CommandKind::Assert(t) => {
                        self.condition(terms, *t, &mut seen);
                    }
                    CommandKind::Assign(pairs) => {
                        pairs.iter().for_each(|&(v, t)| self.assign(terms, v, t));
                    }
                    CommandKind::Call(call) => {
                        let callee = &program.procedures[call.callee];
                        for (&v, &t) in callee.inputs.iter().zip(&call.args) {
                            self.assign(terms, v, t);
                        }
                        self.copies.extend(
                            callee.outputs.iter().copied().zip(call.results.iter().copied()),
                        );
                    }
                    CommandKind::Havoc(vars) => self.unsettled.extend(vars),
                    CommandKind::Mark(_) => {}
                }
            }
            for &t in &procedure.ensures {
                self.condition(terms, t, &mut seen);
            }
        }
    }

    fn is_value(&self, terms: &Terms, t: TermId) -> bool {
        match terms.get(t) {
            Term::Literal(Value::Smt { .. }) => false,
            Term::Literal(_) => true,
            Term::Var(v) => self.constants.contains(v),
            _ => false,
        }
    }

    fn assign(&mut self, terms: &Terms, v: VarId, t: TermId) {
        if self.is_value(terms, t) {
            add(self.assigned.entry(v).or_default(), t, self.limit);
            return;
        }
        match terms.get(t) {
            Term::Var(w) => self.copies.push((*w, v)),
            Term::App(Op::Ite, args) => {
                let (a, b) = (args[1], args[2]);
                for t in [a, b] {
                    if self.is_value(terms, t) {
                        add(self.assigned.entry(v).or_default(), t, self.limit);
                    } else if let Some(w) = terms.as_var(t) {
                        self.copies.push((w, v));
                    } else {
                        self.unsettled.insert(v);
                    }
                }
            }
            _ => _ = self.unsettled.insert(v),
        }
    }

    fn condition(&mut self, terms: &Terms, root: TermId, seen: &mut FxHashSet<TermId>) {
        let mut stack = vec![root];
        while let Some(t) = stack.pop() {
            if !seen.insert(t) {
                continue;
            }
            match terms.get(t) {
                Term::Var(v) => {
                    self.asked.insert(*v);
                }
                Term::App(op @ (Op::Eq | Op::Lt | Op::Le), args) => {
                    let (a, b) = (args[0], args[1]);
                    self.comparison(terms, op, a, b);
                    self.comparison(terms, op, b, a);
                }
                _ => {}
            }
            stack.extend(terms.children(t));
        }
    }

    fn comparison(&mut self, terms: &Terms, op: &Op, a: TermId, b: TermId) {
        let a = match terms.get(a) {
            Term::Old(inner) => *inner,
            _ => a,
        };
        let Some(v) = terms.as_var(a) else { return };
        if !self.is_value(terms, b) {
            return;
        }
        let lists = if *op == Op::Eq { &mut self.compared } else { &mut self.bounds };
        add(lists.entry(v).or_default(), b, self.limit);
    }
}

/// For each variable those that it is copied to, or those that it is copied from.
fn neighbours(copies: &[(VarId, VarId)], backward: bool) -> FxHashMap<VarId, Vec<VarId>> {
    let mut next: FxHashMap<VarId, Vec<VarId>> = FxHashMap::default();
    for &(from, to) in copies {
        let (from, to) = if backward { (to, from) } else { (from, to) };
        next.entry(from).or_default().push(to);
    }
    next
}

/// Adds all that copies lead to.
fn close(copies: &[(VarId, VarId)], backward: bool, set: &mut FxHashSet<VarId>) {
    let next = neighbours(copies, backward);
    let mut stack: Vec<VarId> = set.iter().copied().collect();
    while let Some(v) = stack.pop() {
        for &to in next.get(&v).map_or(&[][..], Vec::as_slice) {
            if set.insert(to) {
                stack.push(to);
            }
        }
    }
}

/// Lets values flow along copies, or against them.
fn spread(
    copies: &[(VarId, VarId)],
    backward: bool,
    limit: usize,
    values: &mut FxHashMap<VarId, Vec<TermId>>,
) {
    let next = neighbours(copies, backward);
    let mut stack: Vec<VarId> = values.keys().copied().collect();
    stack.sort();
    while let Some(v) = stack.pop() {
        let list = values.get(&v).cloned().unwrap_or_default();
        for &to in next.get(&v).map_or(&[][..], Vec::as_slice) {
            let target = values.entry(to).or_default();
            let mut grew = false;
            for &t in &list {
                grew |= add(target, t, limit);
            }
            if grew {
                stack.push(to);
            }
        }
    }
}
