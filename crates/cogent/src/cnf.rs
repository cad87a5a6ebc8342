//! From gates to clauses: Tseitin's translation, one direction at a time.
//!
//! Only gates below what is asserted or assumed get variables, and of each gate only the
//! implications that its use needs (Plaisted and Greenbaum): from the gate to its inputs if
//! it is wanted true, the other way if it is wanted false. So the values of inner gates in a
//! model mean nothing; the graph is evaluated from the inputs instead.

use crate::aig::{Aig, Gate, Lit};

const WANTED_TRUE: u8 = 1;
const WANTED_FALSE: u8 = 2;

/// Which gates have clauses, and the clauses not yet taken.
#[derive(Clone, Debug, Default)]
pub struct Cnf {
    /// The variable of each node; zero is none.
    variables: Vec<i32>,
    done: Vec<u8>,
    count: i32,
    /// Clauses made since they were last taken.
    clauses: Vec<i32>,
}

impl Cnf {
    /// How many variables there are.
    pub fn variable_count(&self) -> i32 {
        self.count
    }

    /// The variable of a node, if it has one.
    pub fn variable(&self, node: usize) -> Option<i32> {
        self.variables.get(node).copied().filter(|&v| v != 0)
    }

    /// Nodes with their variables.
    pub fn nodes(&self) -> impl Iterator<Item = (usize, i32)> {
        self.variables.iter().copied().enumerate().filter(|&(_, v)| v != 0)
    }

    /// The clauses made since the last call.
    pub fn take_clauses(&mut self) -> Vec<Vec<i32>> {
        let clauses = std::mem::take(&mut self.clauses);
        clauses.split(|&l| l == 0).filter(|c| !c.is_empty()).map(<[i32]>::to_vec).collect()
    }

    fn literal(&mut self, lit: Lit) -> i32 {
        let node = lit.node();
        if self.variables[node] == 0 {
            self.count += 1;
            self.variables[node] = self.count;
        }
        if lit.is_inverted() { -self.variables[node] } else { self.variables[node] }
    }

    fn clause(&mut self, lits: &[Lit]) {
        for &lit in lits {
            let lit = self.literal(lit);
            self.clauses.push(lit);
        }
        self.clauses.push(0);
    }

    /// Requires a literal to be true.
    pub fn assert(&mut self, aig: &Aig, lit: Lit) {
        // A conjunction is its parts.
        let mut todo = vec![lit];
        while let Some(lit) = todo.pop() {
            match (lit.as_constant(), aig.gate(lit.node())) {
                (Some(true), _) => {}
                (None, Gate::And(a, b)) if !lit.is_inverted() => todo.extend([b, a]),
                (None, Gate::And(..)) => {
                    let mut parts = Vec::new();
                    disjuncts(aig, lit, &mut parts);
                    for &part in &parts {
                        self.want(aig, part);
                    }
                    self.clause(&parts);
                }
                _ => {
                    let l = self.want(aig, lit);
                    self.clauses.extend([l, 0]);
                }
            }
        }
    }

    /// Gives a literal the clauses it needs when it is assumed or asserted, and returns it as
    /// the solver knows it.
    pub fn want(&mut self, aig: &Aig, lit: Lit) -> i32 {
        self.variables.resize(aig.len(), 0);
        self.done.resize(aig.len(), 0);
        let mut todo = vec![lit];
        while let Some(lit) = todo.pop() {
            let node = lit.node();
            let direction = if lit.is_inverted() { WANTED_FALSE } else { WANTED_TRUE };
            if self.done[node] & direction != 0 {
                continue;
            }
            self.done[node] |= direction;
            let gate = lit.xor(lit.is_inverted());
            match (aig.gate(node), direction) {
                (Gate::False, _) => self.clause(&[!gate]),
                (Gate::Input, _) => {
                    self.literal(gate);
                }
                (Gate::And(a, b), WANTED_TRUE) => {
                    self.clause(&[!gate, a]);
                    self.clause(&[!gate, b]);
                    todo.extend([a, b]);
                }
                (Gate::And(a, b), _) => {
                    self.clause(&[gate, !a, !b]);
                    todo.extend([!a, !b]);
                }
                (Gate::Xor(a, b), direction) => {
                    if direction == WANTED_TRUE {
                        self.clause(&[!gate, a, b]);
                        self.clause(&[!gate, !a, !b]);
                    } else {
                        self.clause(&[gate, !a, b]);
                        self.clause(&[gate, a, !b]);
                    }
                    todo.extend([a, !a, b, !b]);
                }
                (Gate::Mux(c, t, e), direction) => {
                    let (gate, t, e) =
                        if direction == WANTED_TRUE { (gate, t, e) } else { (!gate, !t, !e) };
                    self.clause(&[!gate, !c, t]);
                    self.clause(&[!gate, c, e]);
                    self.clause(&[!gate, t, e]);
                    todo.extend([c, !c, t, e]);
                }
            }
        }
        self.literal(lit)
    }
}

/// The parts of a disjunction (an inverted and).
fn disjuncts(aig: &Aig, lit: Lit, parts: &mut Vec<Lit>) {
    let mut todo = vec![lit];
    while let Some(lit) = todo.pop() {
        match aig.gate(lit.node()) {
            Gate::And(a, b) if lit.is_inverted() && parts.len() < 64 => todo.extend([!b, !a]),
            _ => parts.push(lit),
        }
    }
}
