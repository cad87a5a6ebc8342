//! The gate graph: and, exclusive-or and multiplexer gates with inverted edges.
//!
//! An and-inverter graph in which the two other gates that arithmetic is made of are nodes of
//! their own, because their clauses are fewer than those of the ands they could be spelled
//! with. Gates are hash-consed, and constructors simplify what can be seen from a gate and
//! its direct inputs, so equal circuits are equal literals and constants vanish before any
//! clause is made (paper, section 3: arithmetic as circuits).

use rustc_hash::FxHashMap;

/// A node or its inversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lit(u32);

impl Lit {
    /// The constant false.
    pub const FALSE: Lit = Lit(0);
    /// The constant true.
    pub const TRUE: Lit = Lit(1);

    /// The literal of a constant.
    pub fn constant(value: bool) -> Lit {
        Lit(u32::from(value))
    }

    fn positive(node: u32) -> Lit {
        Lit(node << 1)
    }

    /// The node.
    pub fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Is it the inversion of its node?
    pub fn is_inverted(self) -> bool {
        self.0 & 1 == 1
    }

    /// Its value if it is constant.
    pub fn as_constant(self) -> Option<bool> {
        (self.0 < 2).then_some(self.0 == 1)
    }

    /// Inverted if the flag is set.
    #[must_use]
    pub fn xor(self, flip: bool) -> Lit {
        Lit(self.0 ^ u32::from(flip))
    }
}

impl std::ops::Not for Lit {
    type Output = Lit;
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// What a node computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gate {
    /// The constant false; node zero only.
    False,
    /// A free variable.
    Input,
    /// Both.
    And(Lit, Lit),
    /// Exactly one.
    Xor(Lit, Lit),
    /// If the first then the second else the third.
    Mux(Lit, Lit, Lit),
}

/// The graph. Inputs of gates always come before the gates.
#[derive(Clone, Debug)]
pub struct Aig {
    gates: Vec<Gate>,
    known: FxHashMap<Gate, u32>,
}

impl Default for Aig {
    fn default() -> Self {
        Self::new()
    }
}

impl Aig {
    /// A graph that knows the constants.
    pub fn new() -> Self {
        Aig { gates: vec![Gate::False], known: FxHashMap::default() }
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.gates.len()
    }

    /// Never so: the constant is there.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// What a node computes.
    pub fn gate(&self, node: usize) -> Gate {
        self.gates[node]
    }

    /// A new free variable.
    pub fn input(&mut self) -> Lit {
        self.gates.push(Gate::Input);
        Lit::positive(self.gates.len() as u32 - 1)
    }

    fn node(&mut self, gate: Gate) -> Lit {
        let gates = &mut self.gates;
        let node = *self.known.entry(gate).or_insert_with(|| {
            gates.push(gate);
            gates.len() as u32 - 1
        });
        Lit::positive(node)
    }

    fn and_inputs(&self, lit: Lit) -> Option<(Lit, Lit)> {
        match self.gates[lit.node()] {
            Gate::And(a, b) => Some((a, b)),
            _ => None,
        }
    }

    /// Both.
    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        if a == Lit::FALSE || a == !b {
            return Lit::FALSE;
        }
        if a == Lit::TRUE || a == b {
            return b;
        }
        // Look one gate deep on both sides.
        for (x, y) in [(a, b), (b, a)] {
            if let Some((p, q)) = self.and_inputs(y) {
                if y.is_inverted() {
                    // x & !(p & q)
                    if x == !p || x == !q {
                        return x;
                    }
                    if x == p {
                        return self.and(x, !q);
                    }
                    if x == q {
                        return self.and(x, !p);
                    }
                } else {
                    if x == p || x == q {
                        return y;
                    }
                    if x == !p || x == !q {
                        return Lit::FALSE;
                    }
                }
            }
        }
        if let (Some((p, q)), Some((r, s))) = (self.and_inputs(a), self.and_inputs(b)) {
            let clash = p == !r || p == !s || q == !r || q == !s;
            match (a.is_inverted(), b.is_inverted()) {
                (false, false) if clash => return Lit::FALSE,
                (false, true) if clash => return a,
                (true, false) if clash => return b,
                _ => {}
            }
        }
        self.node(Gate::And(a, b))
    }

    /// At least one.
    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    /// The first implies the second.
    pub fn implies(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(a, !b)
    }

    /// Exactly one.
    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let flip = a.is_inverted() ^ b.is_inverted();
        let (a, b) = (a.xor(a.is_inverted()), b.xor(b.is_inverted()));
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        if a == b {
            return Lit::constant(flip);
        }
        if a == Lit::FALSE {
            return b.xor(flip);
        }
        if let Gate::Xor(p, q) = self.gates[b.node()] {
            if p == a {
                return q.xor(flip);
            }
            if q == a {
                return p.xor(flip);
            }
        }
        if let Gate::Xor(p, q) = self.gates[a.node()] {
            if p == b {
                return q.xor(flip);
            }
            if q == b {
                return p.xor(flip);
            }
        }
        self.node(Gate::Xor(a, b)).xor(flip)
    }

    /// Equal.
    pub fn equal(&mut self, a: Lit, b: Lit) -> Lit {
        !self.xor(a, b)
    }

    /// If `c` then `t` else `e`.
    pub fn mux(&mut self, c: Lit, t: Lit, e: Lit) -> Lit {
        let (c, t, e) = if c.is_inverted() { (!c, e, t) } else { (c, t, e) };
        if c == Lit::FALSE {
            return e;
        }
        if t == e {
            return t;
        }
        if t == !e {
            return self.xor(c, e);
        }
        if t == Lit::TRUE || t == c {
            return self.or(c, e);
        }
        if t == Lit::FALSE || t == !c {
            return self.and(!c, e);
        }
        if e == Lit::TRUE || e == !c {
            return self.implies(c, t);
        }
        if e == Lit::FALSE || e == c {
            return self.and(c, t);
        }
        let flip = t.is_inverted();
        self.node(Gate::Mux(c, t.xor(flip), e.xor(flip))).xor(flip)
    }

    /// At least two of three: the carry of a full adder.
    pub fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let differ = self.xor(a, b);
        self.mux(differ, c, a)
    }

    /// All of them.
    pub fn and_all(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        self.balanced(lits, Aig::and, Lit::TRUE)
    }

    /// Any of them.
    pub fn or_all(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        self.balanced(lits, Aig::or, Lit::FALSE)
    }

    fn balanced(
        &mut self,
        lits: impl IntoIterator<Item = Lit>,
        gate: fn(&mut Aig, Lit, Lit) -> Lit,
        neutral: Lit,
    ) -> Lit {
        let mut level: Vec<Lit> = lits.into_iter().collect();
        while level.len() > 1 {
            level = level
                .chunks(2)
                .map(|pair| match *pair {
                    [a, b] => gate(self, a, b),
                    _ => pair[0],
                })
                .collect();
        }
        level.first().copied().unwrap_or(neutral)
    }

    /// The values of all nodes, given those of the inputs.
    pub fn evaluate(&self, input: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut values: Vec<bool> = Vec::with_capacity(self.gates.len());
        for (node, gate) in self.gates.iter().enumerate() {
            let of = |l: Lit| values[l.node()] ^ l.is_inverted();
            let value = match *gate {
                Gate::False => false,
                Gate::Input => input(node),
                Gate::And(a, b) => of(a) && of(b),
                Gate::Xor(a, b) => of(a) != of(b),
                Gate::Mux(c, t, e) => {
                    if of(c) {
                        of(t)
                    } else {
                        of(e)
                    }
                }
            };
            values.push(value);
        }
        values
    }
}
