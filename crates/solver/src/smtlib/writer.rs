//! The calls of a solver as SMT-LIB commands.
//!
//! Nodes are kept as a graph and become text when a formula that needs them is asserted (see
//! `print`), because only then is it known which constants are bound by quantifiers and which
//! subterms are shared.

use super::symbols;
use crate::{Ast, Statistics};
use lariat_logic::{
    Binder, BinderKind, DatatypeId, FunctionId, MapValue, Op, Sort, SortId, Terms, Value,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;
use std::sync::Arc;

/// Where solvers differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Arrays with several indices, lambdas.
    Z3,
    /// Arrays have one index (maps with more are nested), and there are no lambdas.
    Standard,
}

/// What stands at the head of a node.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Head {
    /// A constant by its number; declared when it first occurs outside of a binder for it.
    Constant,
    /// The complete text of a value.
    Leaf(Arc<str>),
    /// A function without arguments.
    Name(Arc<str>),
    /// A function symbol.
    Symbol(&'static str),
    /// A function symbol that is not fixed.
    Text(Arc<str>),
    /// Read or write of a nested map.
    CurriedSelect,
    CurriedStore,
    /// A quantifier or lambda: the index of its [`BinderNode`].
    Binder(u32),
}

pub(super) struct Node {
    pub head: Head,
    pub args: Box<[Ast]>,
    pub sort: SortId,
    /// The symbol that stands for the node, once there is one.
    pub name: Option<Arc<str>>,
    /// Whether the symbol of a constant is declared.
    pub declared: bool,
    /// Whether the node was written in place once: the second time it gets a name.
    pub printed: bool,
}

pub(super) struct BinderNode {
    pub kind: BinderKind,
    pub vars: Vec<Ast>,
    pub body: Ast,
    pub triggers: Vec<Vec<Ast>>,
    pub no_triggers: Vec<Ast>,
    pub name: Option<String>,
    pub weight: Option<u32>,
    /// The nodes below that depend on the variables, children first.
    pub inner: Vec<Ast>,
    /// The nodes right below those that do not.
    pub frontier: Vec<Ast>,
}

/// Writes SMT-LIB commands.
pub struct Writer {
    pub(super) dialect: Dialect,
    pub(super) out: String,
    pub(super) nodes: Vec<Node>,
    pub(super) binders: Vec<BinderNode>,
    known: FxHashMap<(Head, Box<[Ast]>, SortId), Ast>,
    /// The text of each sort, once it is declared.
    pub(super) sorts: Vec<Option<Arc<str>>>,
    functions: FxHashSet<FunctionId>,
    /// Operations on floats that are defined.
    floats: FxHashSet<String>,
    datatypes: FxHashSet<DatatypeId>,
    /// Elements of uninterpreted sorts that were named.
    pub(super) elements: FxHashMap<SortId, Vec<(u64, Ast)>>,
    proxies: FxHashMap<Ast, Ast>,
    /// The first thing that could not be written.
    pub(super) error: Option<String>,
    pub(super) statistics: Statistics,
}

impl Writer {
    /// An empty writer.
    pub fn new(dialect: Dialect) -> Self {
        Self {
            dialect,
            out: String::new(),
            nodes: Vec::new(),
            binders: Vec::new(),
            known: FxHashMap::default(),
            sorts: Vec::new(),
            functions: FxHashSet::default(),
            floats: FxHashSet::default(),
            datatypes: FxHashSet::default(),
            elements: FxHashMap::default(),
            proxies: FxHashMap::default(),
            error: None,
            statistics: Statistics::default(),
        }
    }

    /// Takes the commands written since the last call.
    pub fn take_output(&mut self) -> String {
        std::mem::take(&mut self.out)
    }

    /// What could not be written, if anything.
    pub fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }

    fn node(&mut self, head: Head, args: &[Ast], sort: SortId) -> Ast {
        let key = (head, Box::from(args), sort);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let ast = self.push(key.0.clone(), key.1.clone(), sort, None);
        self.known.insert(key, ast);
        ast
    }

    fn push(&mut self, head: Head, args: Box<[Ast]>, sort: SortId, name: Option<Arc<str>>) -> Ast {
        self.statistics.nodes += 1;
        self.nodes.push(Node { head, args, sort, name, declared: false, printed: false });
        Ast::from(self.nodes.len() - 1)
    }

    /// A new constant.
    pub fn constant(&mut self, terms: &Terms, name: &str, sort: SortId) -> Ast {
        self.sort(terms, sort);
        let name = symbols::quote(&format!("{name}!{}", self.nodes.len()));
        self.push(Head::Constant, Box::default(), sort, Some(name.into()))
    }

    /// A value.
    pub fn literal(&mut self, terms: &Terms, value: &Value, sort: SortId) -> Ast {
        self.sort(terms, sort);
        match value {
            Value::Map(map) => self.map_literal(terms, map, sort),
            Value::Data { constructor, fields } => {
                let sorts = terms.constructor(*constructor).fields.iter().map(|f| f.1);
                let args: Vec<Ast> =
                    fields.iter().zip(sorts).map(|(f, s)| self.literal(terms, f, s)).collect();
                self.app(terms, &Op::Construct(*constructor), &args, sort)
            }
            Value::Element { number, .. } => self.element(terms, sort, *number),
            scalar => {
                let text = symbols::scalar(scalar).expect("a scalar");
                self.node(Head::Leaf(text.into()), &[], sort)
            }
        }
    }

    fn map_literal(&mut self, terms: &Terms, map: &MapValue, sort: SortId) -> Ast {
        let Sort::Map { indices, element } = terms.sort_of_id(sort) else {
            self.error.get_or_insert_with(|| format!("the value {:?}", map));
            return self.constant(terms, "bad", sort);
        };
        let default = self.literal(terms, map.default_value(), *element);
        let mut term = self.app(terms, &Op::ConstMap(sort), &[default], sort);
        for (places, stored) in map.entries() {
            let mut args = vec![term];
            for (place, &index) in places.iter().zip(indices) {
                args.push(self.literal(terms, place, index));
            }
            args.push(self.literal(terms, stored, *element));
            term = self.app(terms, &Op::Store, &args, sort);
        }
        term
    }

    /// The n-th element of an uninterpreted sort: a constant, told apart from the others by a
    /// function that maps each to its number.
    fn element(&mut self, terms: &Terms, sort: SortId, number: u64) -> Ast {
        let known = self.elements.entry(sort).or_default();
        if let Some(&(_, ast)) = known.iter().find(|e| e.0 == number) {
            return ast;
        }
        let numbering = symbols::numbering(sort);
        if known.is_empty() {
            let sort_text = self.sort(terms, sort);
            let _ = writeln!(self.out, "(declare-fun {numbering} ({sort_text}) Int)");
        }
        let ast = self.constant(terms, "element", sort);
        self.elements.entry(sort).or_default().push((number, ast));
        let name = self.use_constant(ast);
        let _ = writeln!(self.out, "(assert (= ({numbering} {name}) {number}))");
        ast
    }

    /// An operator applied to operands.
    pub fn app(&mut self, terms: &Terms, op: &Op, args: &[Ast], sort: SortId) -> Ast {
        self.sort(terms, sort);
        let many = self.dialect == Dialect::Standard;
        let head = match op {
            Op::And | Op::Or if args.len() == 1 => return args[0],
            Op::And if args.is_empty() => Head::Leaf("true".into()),
            Op::Or if args.is_empty() => Head::Leaf("false".into()),
            Op::Select if many && args.len() > 2 => Head::CurriedSelect,
            Op::Store if many && args.len() > 3 => Head::CurriedStore,
            Op::BvExtract { high, low } => Head::Text(format!("(_ extract {high} {low})").into()),
            Op::BvZeroExtend(by) => Head::Text(format!("(_ zero_extend {by})").into()),
            Op::BvSignExtend(by) => Head::Text(format!("(_ sign_extend {by})").into()),
            Op::NatToBv(width) => Head::Text(format!("(_ int2bv {width})").into()),
            Op::ConstMap(map) => return self.const_map(terms, *map, args),
            Op::Construct(c) => {
                let name: Arc<str> = symbols::constructor(terms, *c).into();
                if args.is_empty() { Head::Leaf(name) } else { Head::Text(name) }
            }
            Op::Field(c, i) => Head::Text(symbols::field(terms, *c, *i as usize).into()),
            Op::IsConstructor(c) => {
                Head::Text(format!("(_ is {})", symbols::constructor(terms, *c)).into())
            }
            // Constants of several sorts say which one is meant.
            Op::Smt(name) if name == "seq.empty" => {
                Head::Leaf(format!("(as {name} {})", self.sort(terms, sort)).into())
            }
            Op::Smt(name) if args.is_empty() => Head::Leaf(name.as_str().into()),
            Op::Smt(name) => match lariat_float::Operation::named(name) {
                Some(float) => self.float(terms, float, args, sort),
                None => Head::Text(name.as_str().into()),
            },
            plain => Head::Symbol(plain.smt_symbol().expect("a plain operator")),
        };
        self.node(head, args, sort)
    }

    /// An operation on floats as bits is a function that is defined when it is first used.
    fn float(
        &mut self,
        terms: &Terms,
        operation: lariat_float::Operation,
        args: &[Ast],
        sort: SortId,
    ) -> Head {
        let name = format!("|{}|", operation.name());
        if self.floats.insert(name.clone()) {
            let params: Vec<String> = (0..args.len()).map(|i| format!("x{i}")).collect();
            let names: Vec<&str> = params.iter().map(String::as_str).collect();
            let result = self.sort(terms, sort);
            let (mut heads, mut sorts) = (String::new(), String::new());
            for (param, arg) in params.iter().zip(args) {
                let sort = self.sort(terms, self.nodes[arg.index()].sort);
                let _ = write!(heads, "({param} {sort})");
                let _ = write!(sorts, "{sort} ");
            }
            match operation.smt(&names) {
                _ if !operation.is_known_to_solvers() => {
                    let _ = writeln!(self.out, "(declare-fun {name} ({sorts}) {result})");
                }
                Some(body) => {
                    let _ = writeln!(self.out, "(define-fun {name} ({heads}) {result} {body})");
                }
                None => drop(self.error.get_or_insert_with(|| format!("operands of {name}"))),
            }
        }
        Head::Text(name.into())
    }

    /// A constant map. Of a value it is a value, which some solvers insist on seeing in one piece.
    fn const_map(&mut self, terms: &Terms, map: SortId, args: &[Ast]) -> Ast {
        let text = self.sort(terms, map);
        let element = &self.nodes[args[0].index()].head;
        let Head::Leaf(value) = element else {
            return match self.dialect {
                Dialect::Z3 => {
                    self.node(Head::Text(format!("(as const {text})").into()), args, map)
                }
                Dialect::Standard => self.const_map_by_lambda(terms, map, args[0]),
            };
        };
        let value = Arc::clone(value);
        let heads: Vec<String> = match terms.sort_of_id(map) {
            Sort::Map { indices, element } if self.dialect == Dialect::Standard => {
                let element = self.sort(terms, *element);
                let indices: Vec<Arc<str>> = indices.iter().map(|&i| self.sort(terms, i)).collect();
                (0..indices.len()).map(|i| nested_array(&indices[i..], &element)).collect()
            }
            _ => vec![text.to_string()],
        };
        let mut whole = String::new();
        for head in &heads {
            let _ = write!(whole, "((as const {head}) ");
        }
        whole.push_str(&value);
        whole.push_str(&")".repeat(heads.len()));
        self.node(Head::Leaf(whole.into()), &[], map)
    }

    /// A constant map whose element is a term: a lambda that does not look at its variables.
    fn const_map_by_lambda(&mut self, terms: &Terms, map: SortId, element: Ast) -> Ast {
        let Sort::Map { indices, .. } = terms.sort_of_id(map) else {
            unreachable!("constant maps have map sorts")
        };
        let vars = indices.iter().map(|&i| self.constant(terms, "i", i)).collect();
        let node = BinderNode {
            kind: BinderKind::Lambda,
            vars,
            body: element,
            triggers: Vec::new(),
            no_triggers: Vec::new(),
            name: None,
            weight: None,
            inner: Vec::new(),
            frontier: vec![element],
        };
        self.binders.push(node);
        let head = Head::Binder(self.binders.len() as u32 - 1);
        self.push(head, Box::new([element]), map, None)
    }

    /// An uninterpreted function applied to arguments.
    pub fn call(&mut self, terms: &Terms, function: FunctionId, args: &[Ast]) -> Ast {
        let name = symbols::function(terms, function);
        let declaration = terms.function(function);
        let result = self.sort(terms, declaration.result);
        if self.functions.insert(function) {
            let params: Vec<Arc<str>> =
                declaration.params.iter().map(|&p| self.sort(terms, p)).collect();
            let params = params.join(" ");
            let _ = writeln!(self.out, "(declare-fun {name} ({params}) {result})");
        }
        let name: Arc<str> = name.into();
        let head = if args.is_empty() { Head::Name(name) } else { Head::Text(name) };
        self.node(head, args, declaration.result)
    }

    /// A quantifier or lambda over constants.
    pub fn bind(
        &mut self,
        terms: &Terms,
        binder: &Binder,
        vars: &[Ast],
        body: Ast,
        triggers: &[Vec<Ast>],
        no_triggers: &[Ast],
    ) -> Ast {
        let sort = match binder.kind {
            BinderKind::Forall | BinderKind::Exists => Terms::BOOL,
            BinderKind::Lambda => {
                let indices: Vec<SortId> =
                    vars.iter().map(|v| self.nodes[v.index()].sort).collect();
                let map = Sort::Map { indices, element: self.nodes[body.index()].sort };
                let found = terms.sorts().iter_enumerated().find(|(_, s)| **s == map);
                found.map_or(Terms::BOOL, |(id, _)| id)
            }
        };
        self.sort(terms, sort);
        let mut node = BinderNode {
            kind: binder.kind,
            vars: vars.to_vec(),
            body,
            triggers: triggers.to_vec(),
            no_triggers: no_triggers.to_vec(),
            name: binder.name.clone(),
            weight: binder.weight,
            inner: Vec::new(),
            frontier: Vec::new(),
        };
        self.split_by_variables(&mut node);
        let args: Box<[Ast]> = node.frontier.clone().into();
        self.binders.push(node);
        let head = Head::Binder(self.binders.len() as u32 - 1);
        self.push(head, args, sort, None)
    }

    /// Finds what below a binder depends on its variables.
    fn split_by_variables(&self, binder: &mut BinderNode) {
        let vars: FxHashSet<Ast> = binder.vars.iter().copied().collect();
        let roots: Vec<Ast> = std::iter::once(binder.body)
            .chain(binder.triggers.iter().flatten().copied())
            .chain(binder.no_triggers.iter().copied())
            .collect();
        let mut depends: FxHashMap<Ast, bool> = FxHashMap::default();
        let mut order = Vec::new();
        let mut stack: Vec<(Ast, bool)> = roots.iter().rev().map(|&r| (r, false)).collect();
        while let Some((ast, children_done)) = stack.pop() {
            if depends.contains_key(&ast) {
                continue;
            }
            let node = &self.nodes[ast.index()];
            if node.head == Head::Constant {
                depends.insert(ast, vars.contains(&ast));
            } else if children_done {
                let here = node.args.iter().any(|a| depends[a]);
                depends.insert(ast, here);
                if here {
                    order.push(ast);
                }
            } else {
                stack.push((ast, true));
                stack.extend(node.args.iter().rev().map(|&a| (a, false)));
            }
        }
        let mut seen = FxHashSet::default();
        let below = order.iter().flat_map(|a| self.nodes[a.index()].args.iter().copied());
        for ast in roots.iter().copied().chain(below) {
            if !depends[&ast] && seen.insert(ast) {
                binder.frontier.push(ast);
            }
        }
        binder.inner = order;
    }

    /// A literal that stands for an assumption; other formulas get a constant.
    pub fn assumption(&mut self, formula: Ast) -> String {
        let node = &self.nodes[formula.index()];
        if node.head == Head::Constant {
            return self.use_constant(formula).to_string();
        }
        if node.head == Head::Symbol("not")
            && self.nodes[node.args[0].index()].head == Head::Constant
        {
            let inner = node.args[0];
            return format!("(not {})", self.use_constant(inner));
        }
        if let Some(&proxy) = self.proxies.get(&formula) {
            return self.use_constant(proxy).to_string();
        }
        let name: Arc<str> = format!("assumption!{}", self.nodes.len()).into();
        let proxy = self.push(Head::Constant, Box::default(), Terms::BOOL, Some(name));
        self.proxies.insert(formula, proxy);
        let name = self.use_constant(proxy);
        let text = self.text(formula);
        let _ = writeln!(self.out, "(assert (=> {name} {text}))");
        name.to_string()
    }

    // ---- sorts --------------------------------------------------------------------------------

    /// The text of a sort, after what it needs is declared.
    pub(super) fn sort(&mut self, terms: &Terms, id: SortId) -> Arc<str> {
        if let Some(Some(text)) = self.sorts.get(id.index()) {
            return Arc::clone(text);
        }
        let text: Arc<str> = match terms.sort_of_id(id) {
            Sort::Bool => "Bool".into(),
            Sort::Int => "Int".into(),
            Sort::Real => "Real".into(),
            Sort::Bv(width) => format!("(_ BitVec {width})").into(),
            Sort::Float { exponent, significand } => {
                format!("(_ FloatingPoint {exponent} {significand})").into()
            }
            Sort::RoundingMode => "RoundingMode".into(),
            Sort::String => "String".into(),
            Sort::RegLan => "RegLan".into(),
            Sort::Seq(element) => format!("(Seq {})", self.sort(terms, *element)).into(),
            Sort::Map { indices, element } => {
                let element = self.sort(terms, *element);
                let indices: Vec<Arc<str>> = indices.iter().map(|&i| self.sort(terms, i)).collect();
                match self.dialect {
                    Dialect::Z3 => format!("(Array {} {element})", indices.join(" ")).into(),
                    Dialect::Standard => nested_array(&indices, &element).into(),
                }
            }
            Sort::Uninterpreted(name) => {
                let name = symbols::uninterpreted_sort(name, id);
                let _ = writeln!(self.out, "(declare-sort {name} 0)");
                name.into()
            }
            Sort::Datatype(datatype) => {
                self.declare_datatypes(terms, *datatype);
                symbols::datatype(terms, *datatype).into()
            }
        };
        if self.sorts.len() <= id.index() {
            self.sorts.resize(id.index() + 1, None);
        }
        self.sorts[id.index()] = Some(Arc::clone(&text));
        text
    }

    /// Declares a datatype together with those that its fields need.
    fn declare_datatypes(&mut self, terms: &Terms, root: DatatypeId) {
        if self.datatypes.contains(&root) {
            return;
        }
        let group = terms.datatype_group(root, |d| self.datatypes.contains(&d));
        self.datatypes.extend(group.iter().copied());
        let mut heads = String::new();
        let mut bodies = String::new();
        for &d in &group {
            let _ = write!(heads, "({} 0)", symbols::datatype(terms, d));
            bodies.push_str("\n  (");
            for &k in &terms.datatype(d).constructors {
                let _ = write!(bodies, "({}", symbols::constructor(terms, k));
                for (i, field) in terms.constructor(k).fields.iter().enumerate() {
                    let sort = self.sort(terms, field.1);
                    let _ = write!(bodies, " ({} {sort})", symbols::field(terms, k, i));
                }
                bodies.push(')');
            }
            bodies.push(')');
        }
        let _ = writeln!(self.out, "(declare-datatypes ({heads}) ({bodies}))");
    }
}

fn nested_array(indices: &[Arc<str>], element: &str) -> String {
    indices.iter().rev().fold(element.to_owned(), |inner, index| format!("(Array {index} {inner})"))
}
