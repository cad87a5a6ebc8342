//! The term store: every term exists once.

use crate::index::IndexVec;
use crate::op::Op;
use crate::sort::{Constructor, ConstructorId, Datatype, DatatypeId, Sort, SortId};
use crate::value::Value;
use rustc_hash::{FxHashMap, FxHashSet};

crate::index_types! {
    /// A term in a [`Terms`] store.
    TermId;
    /// A variable: of a program, bound by a quantifier, or an unknown of a formula.
    VarId;
    /// An uninterpreted function.
    FunctionId;
}

/// A literal is a value that can be written down as a term.
pub type Literal = Value;

/// The structure of a term.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// A value.
    Literal(Literal),
    /// A variable.
    Var(VarId),
    /// An interpreted operator applied to operands.
    App(Op, Box<[TermId]>),
    /// An uninterpreted function applied to arguments.
    Call(FunctionId, Box<[TermId]>),
    /// A quantifier or lambda.
    Bind(Box<Binder>),
    /// The operand's value in the state in which the enclosing procedure was entered. Only in
    /// contracts; formulas have none.
    Old(TermId),
}

/// What a binder does with its variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinderKind {
    /// Universal quantification.
    Forall,
    /// Existential quantification.
    Exists,
    /// A map given point by point.
    Lambda,
}

/// A quantified formula or a lambda. Every binder binds variables of its own ([`Terms::declare`]
/// makes a new one each time), so substitution never captures.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Binder {
    /// Which kind.
    pub kind: BinderKind,
    /// The bound variables, at least one.
    pub vars: Vec<VarId>,
    /// The body.
    pub body: TermId,
    /// Multi-patterns that tell a solver when to instantiate.
    pub triggers: Vec<Vec<TermId>>,
    /// Terms that must not be used as patterns.
    pub no_triggers: Vec<TermId>,
    /// A name for solver statistics and logs.
    pub name: Option<String>,
    /// Instantiation weight, if given.
    pub weight: Option<u32>,
}

/// A declared variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name; names need not be unique.
    pub name: String,
    /// Its sort.
    pub sort: SortId,
    /// The variable that it has another value of (before a loop, at a call), if it was made for that.
    pub version_of: Option<VarId>,
}

/// An uninterpreted function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name, unique among functions.
    pub name: String,
    /// The sorts of its parameters.
    pub params: Vec<SortId>,
    /// The sort of its result.
    pub result: SortId,
}

/// All sorts, variables, functions and terms of a program.
#[derive(Clone, Debug)]
pub struct Terms {
    sorts: IndexVec<SortId, Sort>,
    sort_ids: FxHashMap<Sort, SortId>,
    datatypes: IndexVec<DatatypeId, Datatype>,
    constructors: IndexVec<ConstructorId, Constructor>,
    vars: IndexVec<VarId, Variable>,
    functions: IndexVec<FunctionId, Function>,
    nodes: IndexVec<TermId, Term>,
    node_sorts: Vec<SortId>,
    node_ids: FxHashMap<Term, TermId>,
}

impl Default for Terms {
    fn default() -> Self {
        Self::new()
    }
}

/// Sorts that every store has, in this order.
const BASIC_SORTS: [Sort; 3] = [Sort::Bool, Sort::Int, Sort::Real];

impl Terms {
    /// The sort of truth values.
    pub const BOOL: SortId = SortId(0);
    /// The sort of integers.
    pub const INT: SortId = SortId(1);
    /// The sort of reals.
    pub const REAL: SortId = SortId(2);
    /// The term `true`.
    pub const TRUE: TermId = TermId(0);
    /// The term `false`.
    pub const FALSE: TermId = TermId(1);

    /// An empty store (which still knows the basic sorts and the truth values).
    pub fn new() -> Self {
        let mut terms = Terms {
            sorts: IndexVec::new(),
            sort_ids: FxHashMap::default(),
            datatypes: IndexVec::new(),
            constructors: IndexVec::new(),
            vars: IndexVec::new(),
            functions: IndexVec::new(),
            nodes: IndexVec::new(),
            node_sorts: Vec::new(),
            node_ids: FxHashMap::default(),
        };
        for sort in BASIC_SORTS {
            terms.sort(sort);
        }
        terms.literal(Value::Bool(true));
        terms.literal(Value::Bool(false));
        terms
    }

    // ---- sorts ------------------------------------------------------------------------------

    /// Interns a sort.
    pub fn sort(&mut self, sort: Sort) -> SortId {
        if let Some(&id) = self.sort_ids.get(&sort) {
            return id;
        }
        let id = self.sorts.push(sort.clone());
        self.sort_ids.insert(sort, id);
        id
    }

    /// The sort of bit vectors of this width.
    pub fn bv_sort(&mut self, width: u32) -> SortId {
        self.sort(Sort::Bv(width))
    }

    /// The structure of a sort.
    pub fn sort_of_id(&self, id: SortId) -> &Sort {
        &self.sorts[id]
    }

    /// All sorts.
    pub fn sorts(&self) -> &IndexVec<SortId, Sort> {
        &self.sorts
    }

    /// Declares a datatype without constructors yet, so that datatypes can refer to each other.
    pub fn declare_datatype(&mut self, name: impl Into<String>) -> DatatypeId {
        let id = DatatypeId::from(self.datatypes.len());
        let sort = self.sort(Sort::Datatype(id));
        self.datatypes.push(Datatype { name: name.into(), constructors: Vec::new(), sort })
    }

    /// Adds a constructor to a datatype.
    pub fn add_constructor(
        &mut self,
        datatype: DatatypeId,
        name: impl Into<String>,
        fields: Vec<(String, SortId)>,
    ) -> ConstructorId {
        let id = self.constructors.push(Constructor { name: name.into(), datatype, fields });
        self.datatypes[datatype].constructors.push(id);
        id
    }

    /// A datatype.
    pub fn datatype(&self, id: DatatypeId) -> &Datatype {
        &self.datatypes[id]
    }

    /// All datatypes.
    pub fn datatypes(&self) -> &IndexVec<DatatypeId, Datatype> {
        &self.datatypes
    }

    /// A constructor.
    pub fn constructor(&self, id: ConstructorId) -> &Constructor {
        &self.constructors[id]
    }

    /// The datatype and those that its fields mention, directly or not, in order of discovery; what
    /// `known` says yes to is left out, with what only it mentions.
    pub fn datatype_group(
        &self,
        root: DatatypeId,
        known: impl Fn(DatatypeId) -> bool,
    ) -> Vec<DatatypeId> {
        let mut group = vec![root];
        let mut seen = FxHashSet::default();
        seen.insert(root);
        let mut next = 0;
        while let Some(&datatype) = group.get(next) {
            next += 1;
            let constructors = self.datatypes[datatype].constructors.iter();
            let fields = constructors.flat_map(|&c| &self.constructors[c].fields);
            let mut sorts: Vec<SortId> = fields.map(|f| f.1).collect();
            while let Some(sort) = sorts.pop() {
                match self.sort_of_id(sort) {
                    Sort::Map { indices, element } => {
                        sorts.extend(indices);
                        sorts.push(*element);
                    }
                    Sort::Datatype(other) if !known(*other) && seen.insert(*other) => {
                        group.push(*other);
                    }
                    _ => {}
                }
            }
        }
        group
    }

    /// The first of these datatypes that has no value built in finitely many steps, if there is one.
    /// All others are known to have values.
    pub fn first_without_values(&self, new: &[DatatypeId]) -> Option<DatatypeId> {
        let mut empty: FxHashSet<DatatypeId> = new.iter().copied().collect();
        // For each constructor, how many of its fields still wait; for each datatype, the constructors that wait for it.
        let mut waiting: FxHashMap<ConstructorId, usize> = FxHashMap::default();
        let mut waits_for: FxHashMap<DatatypeId, Vec<(DatatypeId, ConstructorId)>> =
            FxHashMap::default();
        let mut buildable = Vec::new();
        for &d in new {
            for &c in &self.datatypes[d].constructors {
                let fields = self.constructors[c].fields.iter().map(|f| self.element_datatype(f.1));
                let needed: Vec<DatatypeId> =
                    fields.flatten().filter(|f| empty.contains(f)).collect();
                if needed.is_empty() {
                    buildable.push(d);
                }
                waiting.insert(c, needed.len());
                for field in needed {
                    waits_for.entry(field).or_default().push((d, c));
                }
            }
        }
        while let Some(d) = buildable.pop() {
            if !empty.remove(&d) {
                continue;
            }
            for (owner, constructor) in waits_for.remove(&d).unwrap_or_default() {
                let left = waiting.entry(constructor).or_insert(1);
                *left -= 1;
                if *left == 0 {
                    buildable.push(owner);
                }
            }
        }
        new.iter().copied().find(|d| empty.contains(d))
    }

    /// The datatype whose values a value of this sort is made of.
    pub(crate) fn element_datatype(&self, sort: SortId) -> Option<DatatypeId> {
        match self.sort_of_id(sort) {
            Sort::Datatype(d) => Some(*d),
            Sort::Map { element, .. } => self.element_datatype(*element),
            _ => None,
        }
    }

    // ---- variables and functions --------------------------------------------------------------

    /// Declares a new variable, different from every other even if the name is the same.
    pub fn declare(&mut self, name: impl Into<String>, sort: SortId) -> VarId {
        self.vars.push(Variable { name: name.into(), sort, version_of: None })
    }

    /// Declares a variable for another value of a variable.
    pub fn declare_version(&mut self, name: impl Into<String>, of: VarId) -> VarId {
        let sort = self.vars[of].sort;
        self.vars.push(Variable { name: name.into(), sort, version_of: Some(of) })
    }

    /// The declared variable of which this one is a version; most often itself.
    pub fn declared_as(&self, var: VarId) -> VarId {
        let mut var = var;
        while let Some(of) = self.vars[var].version_of {
            var = of;
        }
        var
    }

    /// A variable's declaration.
    pub fn variable(&self, id: VarId) -> &Variable {
        &self.vars[id]
    }

    /// The number of variables declared so far.
    pub fn variable_count(&self) -> usize {
        self.vars.len()
    }

    /// Declares an uninterpreted function.
    pub fn declare_function(
        &mut self,
        name: impl Into<String>,
        params: Vec<SortId>,
        result: SortId,
    ) -> FunctionId {
        self.functions.push(Function { name: name.into(), params, result })
    }

    /// A function's declaration.
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id]
    }

    /// All functions.
    pub fn functions(&self) -> &IndexVec<FunctionId, Function> {
        &self.functions
    }

    // ---- terms --------------------------------------------------------------------------------

    /// The structure of a term.
    pub fn get(&self, id: TermId) -> &Term {
        &self.nodes[id]
    }

    /// The sort of a term.
    pub fn sort_of(&self, id: TermId) -> SortId {
        self.node_sorts[id.index()]
    }

    /// The number of distinct terms.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: the truth values are always there.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The value of a literal term.
    pub fn as_literal(&self, id: TermId) -> Option<&Value> {
        match &self.nodes[id] {
            Term::Literal(value) => Some(value),
            _ => None,
        }
    }

    /// The variable, if the term is one.
    pub fn as_var(&self, id: TermId) -> Option<VarId> {
        match self.nodes[id] {
            Term::Var(v) => Some(v),
            _ => None,
        }
    }

    /// Interns a node without simplifying it.
    pub(crate) fn intern(&mut self, term: Term, sort: SortId) -> TermId {
        if let Some(&id) = self.node_ids.get(&term) {
            return id;
        }
        let id = self.nodes.push(term.clone());
        self.node_sorts.push(sort);
        self.node_ids.insert(term, id);
        id
    }

    /// The sort that a value has, if the value alone tells (maps do not: use
    /// [`Terms::value_term`]).
    fn value_sort(&mut self, value: &Value) -> Option<SortId> {
        Some(match value {
            Value::Bool(_) => Self::BOOL,
            Value::Int(_) => Self::INT,
            Value::Real(_) => Self::REAL,
            Value::Bv { width, .. } => self.bv_sort(*width),
            Value::Element { sort, .. } | Value::Smt { sort, .. } => *sort,
            Value::Data { constructor, .. } => {
                self.datatypes[self.constructors[*constructor].datatype].sort
            }
            Value::Map(_) => return None,
        })
    }

    /// A scalar value as a term.
    ///
    /// # Panics
    /// On a map: its sort is not known from its value. [`Terms::value_term`] takes the sort.
    pub fn literal(&mut self, value: Value) -> TermId {
        let sort = self.value_sort(&value).expect("a map literal needs its sort");
        self.intern(Term::Literal(value), sort)
    }

    /// Any value of the given sort as a term; maps become stores into a constant map.
    pub fn value_term(&mut self, value: &Value, sort: SortId) -> TermId {
        match value {
            Value::Map(map) => {
                let Sort::Map { indices, element } = self.sort_of_id(sort).clone() else {
                    unreachable!("a map value has a map sort")
                };
                let default = self.value_term(map.default_value(), element);
                let mut term = self.const_map(sort, default);
                for (places, stored) in map.entries() {
                    let mut args = vec![term];
                    for (place, &index_sort) in places.iter().zip(&indices) {
                        args.push(self.value_term(place, index_sort));
                    }
                    args.push(self.value_term(stored, element));
                    term = self.app(Op::Store, &args);
                }
                term
            }
            Value::Data { constructor, fields } => {
                let sorts: Vec<SortId> =
                    self.constructors[*constructor].fields.iter().map(|f| f.1).collect();
                let args: Vec<TermId> =
                    fields.iter().zip(sorts).map(|(f, s)| self.value_term(f, s)).collect();
                self.app(Op::Construct(*constructor), &args)
            }
            scalar => self.literal(scalar.clone()),
        }
    }

    /// A truth value.
    pub fn bool(&mut self, value: bool) -> TermId {
        if value { Self::TRUE } else { Self::FALSE }
    }

    /// An integer.
    pub fn int(&mut self, value: impl Into<num_bigint::BigInt>) -> TermId {
        self.literal(Value::Int(value.into()))
    }

    /// A variable as a term.
    pub fn var(&mut self, var: VarId) -> TermId {
        let sort = self.vars[var].sort;
        self.intern(Term::Var(var), sort)
    }

    /// The term of a variable, if it was ever built.
    pub fn find_var(&self, var: VarId) -> Option<TermId> {
        self.node_ids.get(&Term::Var(var)).copied()
    }

    /// An uninterpreted function applied to arguments.
    pub fn call(&mut self, function: FunctionId, args: &[TermId]) -> TermId {
        let result = self.functions[function].result;
        self.intern(Term::Call(function, args.into()), result)
    }

    /// A value of the state before the procedure; literals and nested `old` collapse.
    pub fn old(&mut self, term: TermId) -> TermId {
        match self.nodes[term] {
            Term::Literal(_) | Term::Old(_) => term,
            _ => {
                let sort = self.sort_of(term);
                self.intern(Term::Old(term), sort)
            }
        }
    }

    /// A quantifier or lambda. Quantifiers over a constant body collapse.
    pub fn bind(&mut self, binder: Binder) -> TermId {
        let sort = match binder.kind {
            BinderKind::Forall | BinderKind::Exists => {
                if self.as_literal(binder.body).is_some() {
                    return binder.body;
                }
                Self::BOOL
            }
            BinderKind::Lambda => {
                let indices = binder.vars.iter().map(|&v| self.vars[v].sort).collect();
                let element = self.sort_of(binder.body);
                self.sort(Sort::Map { indices, element })
            }
        };
        self.intern(Term::Bind(Box::new(binder)), sort)
    }

    /// A theory function known to solvers only, with its result sort.
    pub fn smt(&mut self, name: impl Into<String>, args: &[TermId], result: SortId) -> TermId {
        let op = Op::Smt(name.into());
        let values: Option<Vec<&Value>> = args.iter().map(|&a| self.as_literal(a)).collect();
        if let Some(values) = values.filter(|v| !v.is_empty())
            && let Ok(value) = crate::eval::apply(&op, &values)
        {
            return self.literal(value);
        }
        self.intern(Term::App(op, args.into()), result)
    }

    /// The map of this sort that has `element` everywhere.
    pub fn const_map(&mut self, sort: SortId, element: TermId) -> TermId {
        self.intern(Term::App(Op::ConstMap(sort), Box::new([element])), sort)
    }
}
