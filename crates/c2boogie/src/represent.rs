//! Which variables and maps hold bit-vectors and which hold integers: BVencoder (section 4 of
//! the paper).
//!
//! Each variable, range of a map and term has a class: N, no preference; B, preferably bits;
//! I, must be an integer. The rules of Fig. 10 are edges along which classes spread, and the
//! least solution is found by following them. Domains of maps are integers: only addresses get
//! there. Two things are ours. A fourth class, *forced*, is for what has no integer form worth
//! having (`x & y`, words that are also accessed as bytes) and for what a spurious bug has
//! shown to need bits; it wins over I and spreads to everything that the value is computed
//! from. And since the flat program knows the width and sign of each term, the integer form of
//! the other operators is exact.

use crate::IntegerEncoding;
use crate::interval::low_mask;
use crate::ir::*;
use crate::memory::MemoryModel;
use rustc_hash::FxHashSet;

/// The classes, in the order in which they win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    /// No preference.
    N,
    /// Preferably bits.
    B,
    /// An integer.
    I,
    /// Bits, at any price.
    Forced,
}

/// How a class spreads.
#[derive(Clone, Copy, Debug)]
enum Spread {
    /// The same class; what is forced is preferred there.
    Same,
    /// What is computed from an integer is one.
    OnlyInteger,
    /// Bits can only be computed from bits.
    OnlyForced,
}

/// Something that was promoted: a global variable or a map by its name, a local by its
/// procedure and name.
pub type Promoted = (Option<String>, String);

/// The representation of everything.
pub(crate) struct Representation {
    encoding: IntegerEncoding,
    classes: Vec<Class>,
    terms: usize,
    vars: usize,
}

struct Constraints<'a> {
    m: &'a Module,
    memory: &'a dyn MemoryModel,
    encoding: IntegerEncoding,
    classes: Vec<Class>,
    edges: Vec<Vec<(usize, Spread)>>,
    pending: Vec<usize>,
}

impl Representation {
    /// Finds the least solution.
    pub fn new(
        m: &Module,
        memory: &dyn MemoryModel,
        encoding: IntegerEncoding,
        promoted: &[Promoted],
    ) -> Representation {
        let (terms, vars) = (m.terms.len(), m.vars.len());
        if encoding == IntegerEncoding::Bv {
            return Representation { encoding, classes: Vec::new(), terms, vars };
        }
        let count = terms + vars + memory.maps().len();
        let mut constraints = Constraints {
            m,
            memory,
            encoding,
            classes: vec![Class::N; count],
            edges: vec![Vec::new(); count],
            pending: Vec::new(),
        };
        let mut seen = vec![false; terms];
        for stmt in m.procs.iter().flat_map(|p| &p.body) {
            constraints.statement(&stmt.kind);
            let mut pending = Vec::new();
            stmt.kind.terms(|t| pending.push(t));
            while let Some(id) = pending.pop() {
                if !std::mem::replace(&mut seen[id.index()], true) {
                    constraints.term(id);
                    m.operands(id, |t| pending.push(t));
                }
            }
        }
        constraints.force(promoted);
        let classes = constraints.solve();
        Representation { encoding, classes, terms, vars }
    }

    fn is_bits(&self, node: usize) -> bool {
        match self.encoding {
            IntegerEncoding::Bv => true,
            _ => matches!(self.classes[node], Class::B | Class::Forced),
        }
    }

    pub fn variable(&self, var: VarId) -> bool {
        self.is_bits(self.terms + var.index())
    }

    pub fn map(&self, map: u32) -> bool {
        self.is_bits(self.terms + self.vars + map as usize)
    }

    /// Are addresses bits?
    pub fn domain(&self) -> bool {
        self.encoding == IntegerEncoding::Bv
    }

    pub fn term(&self, m: &Module, memory: &dyn MemoryModel, id: TermId) -> bool {
        self.is_bits(node(m, memory, id))
    }
}

/// The node of a term: that of the variable or map it is read from.
fn node(m: &Module, memory: &dyn MemoryModel, id: TermId) -> usize {
    match m.term(id).kind {
        TermKind::Var(v) => m.terms.len() + v.index(),
        TermKind::Fresh(_) => m.terms.len() + ALLOCATION.index(),
        TermKind::Load(access, _) => m.terms.len() + m.vars.len() + memory.map_of(access) as usize,
        TermKind::Array { pointer, .. } => node(m, memory, pointer),
        _ => id.index(),
    }
}

/// Terms that are as easily written one way as the other.
pub(crate) fn is_free(m: &Module, id: TermId) -> bool {
    match m.term(id).kind {
        TermKind::Const(_)
        | TermKind::Address(_)
        | TermKind::FunctionAddress(_)
        | TermKind::FromBool(_) => true,
        TermKind::Array { pointer, .. } => is_free(m, pointer),
        _ => false,
    }
}

impl Constraints<'_> {
    fn is_mixed(&self) -> bool {
        self.encoding != IntegerEncoding::Int
    }

    fn node(&self, id: TermId) -> Option<usize> {
        let is_truth = self.m.ty(id) == IntTy::BOOL;
        (!is_truth && !is_free(self.m, id)).then(|| node(self.m, self.memory, id))
    }

    fn var(&self, var: VarId) -> usize {
        self.m.terms.len() + var.index()
    }

    fn at_least(&mut self, node: usize, class: Class) {
        if self.classes[node] < class {
            self.classes[node] = class;
            self.pending.push(node);
        }
    }

    fn edge(&mut self, from: usize, to: usize, how: Spread) {
        self.edges[from].push((to, how));
    }

    /// The two have one class (ASSIGN and EQUALITY of Fig. 10).
    fn same(&mut self, a: usize, b: usize) {
        self.edge(a, b, Spread::Same);
        self.edge(b, a, Spread::Same);
    }

    /// `x := e`, in the widest sense.
    fn assign(&mut self, to: usize, value: TermId) {
        if let Some(from) = self.node(value) {
            self.same(to, from);
            self.edge(to, from, Spread::OnlyForced);
        }
    }

    /// An operator that is done with bits if its operands are bits (BVOP).
    fn on_bits(&mut self, result: usize, operands: &[TermId], preferred: bool) {
        if preferred && self.is_mixed() {
            self.at_least(result, Class::B);
        }
        for &operand in operands {
            let Some(from) = self.node(operand) else { continue };
            self.edge(from, result, if preferred { Spread::OnlyInteger } else { Spread::Same });
            self.edge(result, from, Spread::OnlyForced);
            if preferred && self.is_mixed() {
                self.at_least(from, Class::B);
            }
        }
    }

    /// An operator that is done with integers (INTOP), unless its result is forced to be bits.
    fn arithmetic(&mut self, result: usize, operands: &[TermId], is_pointer: bool) {
        if self.encoding == IntegerEncoding::MixedAllOps && !is_pointer {
            return self.on_bits(result, operands, true);
        }
        self.at_least(result, Class::I);
        for &operand in operands {
            if let Some(from) = self.node(operand) {
                self.edge(result, from, Spread::OnlyForced);
            }
        }
    }

    fn term(&mut self, id: TermId) {
        use BinOp::*;
        let m = self.m;
        let Term { kind, ty } = m.term(id);
        let this = id.index();
        match kind {
            TermKind::Binary(op @ (And | Or | Xor), a, b) => match (m.constant(a), m.constant(b)) {
                (Some(mask), _) => self.on_bits(this, &[b], !is_cheap(op, mask, ty)),
                (_, Some(mask)) => self.on_bits(this, &[a], !is_cheap(op, mask, ty)),
                _ => {
                    self.on_bits(this, &[a, b], true);
                    self.force_operands(&[a, b]);
                }
            },
            TermKind::Binary(Shl | Shr, a, b) => {
                let table = m.constant(b).is_some() || m.constant(a).is_some();
                self.on_bits(this, &[a], !table);
                if !table {
                    self.force_operands(&[a]);
                }
            }
            TermKind::Binary(_, a, b) => self.arithmetic(this, &[a, b], false),
            TermKind::Offset(a, b) => self.arithmetic(this, &[a, b], true),
            TermKind::Negate(a) => self.arithmetic(this, &[a], false),
            TermKind::Complement(a) => self.on_bits(this, &[a], false),
            TermKind::Cast(a) => self.assign(this, a),
            TermKind::Ite(_, a, b) => {
                self.assign(this, a);
                self.assign(this, b);
            }
            TermKind::Compare(op, a, b) => {
                let alike = matches!(op, CmpOp::Eq | CmpOp::Ne)
                    || self.encoding == IntegerEncoding::MixedAllOps;
                if let (true, Some(a), Some(b)) = (alike, self.node(a), self.node(b)) {
                    self.same(a, b);
                }
            }
            TermKind::Load(access, _) => self.bytes(access),
            TermKind::Float(_, a, b) => {
                if ty != IntTy::BOOL {
                    self.at_least(this, Class::Forced);
                }
                for operand in [Some(a), b].into_iter().flatten() {
                    if let Some(node) = self.node(operand) {
                        self.at_least(node, Class::Forced);
                    }
                }
            }
            _ => {}
        }
    }

    fn force_operands(&mut self, operands: &[TermId]) {
        if self.is_mixed() {
            for &operand in operands {
                if let Some(node) = self.node(operand) {
                    self.at_least(node, Class::Forced);
                }
            }
        }
    }

    fn map(&self, access: AccessId) -> usize {
        self.m.terms.len() + self.m.vars.len() + self.memory.map_of(access) as usize
    }

    /// Words put together from bytes.
    fn bytes(&mut self, access: AccessId) {
        let element = self.memory.maps()[self.memory.map_of(access) as usize].width;
        if self.is_mixed() && self.m.accesses[access.index()].width != element {
            let map = self.map(access);
            self.at_least(map, Class::Forced);
        }
    }

    fn statement(&mut self, stmt: &StmtKind) {
        match stmt {
            StmtKind::Assign(var, value) => self.assign(self.var(*var), *value),
            StmtKind::Store(access, _, value) => {
                self.bytes(*access);
                self.assign(self.map(*access), *value);
            }
            StmtKind::Call(callee, args, result) => {
                let callee = &self.m.procs[callee.index()];
                for (param, arg) in callee.params.iter().zip(args) {
                    self.assign(self.var(*param), *arg);
                }
                if let (Some(to), Some(from)) = (result, callee.result) {
                    let (to, from) = (self.var(*to), self.var(from));
                    self.same(to, from);
                    // The text of a call has no place for a conversion.
                    self.edge(to, from, Spread::OnlyForced);
                    self.edge(from, to, Spread::OnlyForced);
                }
            }
            _ => {}
        }
    }

    fn force(&mut self, promoted: &[Promoted]) {
        let wanted: FxHashSet<&Promoted> = promoted.iter().collect();
        if wanted.is_empty() {
            return;
        }
        for (i, var) in self.m.vars.iter().enumerate() {
            let owner = var.owner.map(|p| self.m.procs[p.index()].name.clone());
            if wanted.contains(&(owner, var.name.clone())) {
                self.at_least(self.m.terms.len() + i, Class::Forced);
            }
        }
        for (i, map) in self.memory.maps().iter().enumerate() {
            if wanted.contains(&(None, map.name.clone())) {
                self.at_least(self.m.terms.len() + self.m.vars.len() + i, Class::Forced);
            }
        }
    }

    fn solve(mut self) -> Vec<Class> {
        while let Some(node) = self.pending.pop() {
            let class = self.classes[node];
            let edges = std::mem::take(&mut self.edges[node]);
            for &(to, how) in &edges {
                let wanted = match (how, class) {
                    (Spread::Same, Class::Forced) => Class::B,
                    (Spread::Same, class) => class,
                    (Spread::OnlyInteger, Class::I) => Class::I,
                    (Spread::OnlyForced, Class::Forced) => Class::Forced,
                    _ => Class::N,
                };
                self.at_least(to, wanted);
            }
            self.edges[node] = edges;
        }
        self.classes
    }
}

/// Is the operator with this mask short as arithmetic: a remainder, or what a remainder leaves?
fn is_cheap(op: BinOp, mask: i128, ty: IntTy) -> bool {
    let is_low = |v: i128| v >= 0 && v == low_mask(128 - v.leading_zeros());
    let rest = match ty.signed || ty.width >= 128 {
        true => !mask,
        false => ty.max() - mask,
    };
    op == BinOp::And && (is_low(mask) || is_low(rest))
}
