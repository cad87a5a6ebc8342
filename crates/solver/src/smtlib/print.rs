//! Nodes to text, linear in the size of the graph.
//!
//! Inside one formula, a subterm that occurs more than once gets a definition, and so does one that
//! was written in place by an earlier formula, and one that is nested deep. Below a binder, what
//! depends on its variables is written there (shared parts with `let`), and everything else is
//! defined before.

use super::symbols;
use super::writer::{Dialect, Head, Writer};
use crate::Ast;
use lariat_logic::BinderKind;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;
use std::sync::Arc;

/// How deep a term may be nested before a part of it gets a name.
const MAX_HEIGHT: u32 = 24;

/// Texts that hold inside a binder or a `let`, before any global name.
type Scope = FxHashMap<Ast, Arc<str>>;

impl Writer {
    /// Adds a formula.
    pub fn assert(&mut self, formula: Ast) {
        self.statistics.assertions += 1;
        let text = self.text(formula);
        let _ = writeln!(self.out, "(assert {text})");
    }

    /// The symbol of a constant, declared if it was not yet.
    pub(super) fn use_constant(&mut self, constant: Ast) -> Arc<str> {
        let node = &mut self.nodes[constant.index()];
        let name = node.name.clone().expect("constants have names");
        if !node.declared {
            node.declared = true;
            let sort = self.sort_text(constant);
            let _ = writeln!(self.out, "(declare-const {name} {sort})");
        }
        name
    }

    fn sort_text(&self, ast: Ast) -> Arc<str> {
        let sort = self.nodes[ast.index()].sort;
        self.sorts.get(sort.index()).cloned().flatten().unwrap_or_else(|| "Bool".into())
    }

    /// The text of a closed term; declarations and definitions it needs go to the output first.
    pub(super) fn text(&mut self, root: Ast) -> Arc<str> {
        let (uses, forced) = self.count_uses(root);
        let mut texts: FxHashMap<Ast, (Arc<str>, u32)> = FxHashMap::default();
        let mut stack = vec![(root, false)];
        while let Some((ast, children_done)) = stack.pop() {
            if texts.contains_key(&ast) {
                continue;
            }
            let node = &self.nodes[ast.index()];
            match &node.head {
                Head::Constant => {
                    let name = self.use_constant(ast);
                    texts.insert(ast, (name, 0));
                    continue;
                }
                Head::Leaf(text) | Head::Name(text) => {
                    let text = Arc::clone(text);
                    texts.insert(ast, (text, 0));
                    continue;
                }
                _ => {}
            }
            if let Some(name) = &node.name {
                let name = Arc::clone(name);
                texts.insert(ast, (name, 0));
                continue;
            }
            if !children_done {
                stack.push((ast, true));
                stack.extend(node.args.iter().rev().map(|&a| (a, false)));
                continue;
            }
            let height = 1 + node.args.iter().map(|a| texts[a].1).max().unwrap_or(0);
            let printed = node.printed;
            let text = self.render(ast, &|a| Arc::clone(&texts[&a].0));
            let named = printed
                || height > MAX_HEIGHT
                || forced.contains(&ast)
                || uses.get(&ast).is_some_and(|&n| n > 1);
            let is_lambda = self.is_foreign_lambda(ast);
            if is_lambda {
                let name = self.define_lambda(ast, &|a| Arc::clone(&texts[&a].0));
                texts.insert(ast, (name, 0));
            } else if named {
                let name: Arc<str> = format!("t!{}", ast.0).into();
                let sort = self.sort_text(ast);
                let _ = writeln!(self.out, "(define-fun {name} () {sort} {text})");
                self.nodes[ast.index()].name = Some(Arc::clone(&name));
                texts.insert(ast, (name, 0));
            } else {
                self.nodes[ast.index()].printed = true;
                texts.insert(ast, (text, height));
            }
        }
        Arc::clone(&texts[&root].0)
    }

    /// How often each unnamed node below is used, and which must get a name because they stand
    /// below a binder.
    fn count_uses(&self, root: Ast) -> (FxHashMap<Ast, u32>, FxHashSet<Ast>) {
        let mut uses: FxHashMap<Ast, u32> = FxHashMap::default();
        let mut forced = FxHashSet::default();
        let mut stack = vec![root];
        while let Some(ast) = stack.pop() {
            let node = &self.nodes[ast.index()];
            if node.name.is_some() || matches!(node.head, Head::Leaf(_) | Head::Name(_)) {
                continue;
            }
            let count = uses.entry(ast).or_default();
            *count += 1;
            if *count > 1 {
                continue;
            }
            if matches!(node.head, Head::Binder(_)) {
                forced.extend(node.args.iter().copied());
            }
            stack.extend(node.args.iter().copied());
        }
        (uses, forced)
    }

    /// One node, given the texts of its operands.
    fn render(&mut self, ast: Ast, operand: &dyn Fn(Ast) -> Arc<str>) -> Arc<str> {
        let node = &self.nodes[ast.index()];
        let args: Vec<Arc<str>> = match node.head {
            Head::Binder(_) => Vec::new(),
            _ => node.args.iter().map(|&a| operand(a)).collect(),
        };
        match &node.head {
            Head::Constant => node.name.clone().expect("constants have names"),
            Head::Leaf(text) | Head::Name(text) => Arc::clone(text),
            Head::Symbol(symbol) => format!("({symbol} {})", args.join(" ")).into(),
            Head::Text(symbol) => format!("({symbol} {})", args.join(" ")).into(),
            Head::CurriedSelect => nested_select(&args[0], &args[1..]).into(),
            Head::CurriedStore => {
                let (value, places) = args[1..].split_last().expect("a value");
                nested_store(&args[0], places, value).into()
            }
            Head::Binder(index) => {
                let binder = *index as usize;
                if self.is_foreign_lambda(ast) {
                    return "false".into();
                }
                self.binder_text(binder, operand).into()
            }
        }
    }

    /// `(forall ((x S)) body)`; `outside` gives the texts of what does not depend on the variables.
    fn binder_text(&mut self, index: usize, outside: &dyn Fn(Ast) -> Arc<str>) -> String {
        let binder = &self.binders[index];
        let vars: Vec<String> = binder
            .vars
            .iter()
            .map(|&v| {
                format!(
                    "({} {})",
                    self.nodes[v.index()].name.as_deref().unwrap_or("?"),
                    self.sort_text(v)
                )
            })
            .collect();
        let keyword = match binder.kind {
            BinderKind::Forall => "forall",
            BinderKind::Exists => "exists",
            BinderKind::Lambda => "lambda",
        };
        let (scope, lets) = self.inner_texts(index, outside);
        let body = self.binders[index].body;
        let body = scope.get(&body).cloned().unwrap_or_else(|| outside(body));
        let notes = self.annotations(index, outside);
        let mut out = format!("({keyword} ({}) ", vars.join(" "));
        if !notes.is_empty() {
            out.push_str("(! ");
        }
        for (name, value) in &lets {
            let _ = write!(out, "(let (({name} {value})) ");
        }
        out.push_str(&body);
        out.push_str(&")".repeat(lets.len()));
        out.push_str(&notes);
        out.push_str(if notes.is_empty() { ")" } else { "))" });
        out
    }

    /// Patterns and attributes of a quantifier. Patterns are written out in full: they are small,
    /// and solvers want to see them as they are.
    fn annotations(&mut self, index: usize, outside: &dyn Fn(Ast) -> Arc<str>) -> String {
        let binder = &self.binders[index];
        let mut notes = String::new();
        if binder.kind == BinderKind::Lambda {
            return notes;
        }
        let (triggers, no_triggers) = (binder.triggers.clone(), binder.no_triggers.clone());
        let (weight, name) = (binder.weight, binder.name.clone());
        for trigger in &triggers {
            let terms: Vec<Arc<str>> =
                trigger.iter().map(|&t| self.in_full(index, t, outside)).collect();
            let _ = write!(notes, " :pattern ({})", terms.join(" "));
        }
        if triggers.is_empty() && self.dialect == Dialect::Z3 {
            for &term in &no_triggers {
                let text = self.in_full(index, term, outside);
                let _ = write!(notes, " :no-pattern {text}");
            }
        }
        if let (Some(weight), Dialect::Z3) = (weight, self.dialect) {
            let _ = write!(notes, " :weight {weight}");
        }
        if let Some(name) = name {
            let _ = write!(notes, " :qid {}", symbols::quote(&name));
        }
        notes
    }

    /// A term below a binder without any `let`.
    fn in_full(&mut self, index: usize, ast: Ast, outside: &dyn Fn(Ast) -> Arc<str>) -> Arc<str> {
        let binder = &self.binders[index];
        if binder.vars.contains(&ast) {
            return self.nodes[ast.index()].name.clone().expect("constants have names");
        }
        if !binder.inner.contains(&ast) {
            return outside(ast);
        }
        let mut texts: Scope = FxHashMap::default();
        for arg in self.nodes[ast.index()].args.clone() {
            let text = self.in_full(index, arg, outside);
            texts.insert(arg, text);
        }
        self.render(ast, &|a| texts.get(&a).cloned().unwrap_or_else(|| outside(a)))
    }

    /// The texts of everything that depends on a binder's variables, and the `let`s they need.
    fn inner_texts(
        &mut self,
        index: usize,
        outside: &dyn Fn(Ast) -> Arc<str>,
    ) -> (Scope, Vec<(String, Arc<str>)>) {
        let mut uses: FxHashMap<Ast, u32> = FxHashMap::default();
        let binder = &self.binders[index];
        let inner = binder.inner.clone();
        let mut scope: Scope = binder
            .vars
            .iter()
            .filter_map(|&v| Some((v, self.nodes[v.index()].name.clone()?)))
            .collect();
        for &ast in &inner {
            for &arg in &self.nodes[ast.index()].args {
                *uses.entry(arg).or_default() += 1;
            }
        }
        let mut lets = Vec::new();
        for ast in inner {
            if self.is_foreign_lambda(ast) {
                self.error.get_or_insert_with(|| "a lambda below a quantifier".to_owned());
            }
            let text = self.render(ast, &|a| scope.get(&a).cloned().unwrap_or_else(|| outside(a)));
            if uses.get(&ast).is_some_and(|&n| n > 1) {
                let name = format!("l!{}", ast.0);
                scope.insert(ast, name.as_str().into());
                lets.push((name, text));
            } else {
                scope.insert(ast, text);
            }
        }
        (scope, lets)
    }

    fn is_foreign_lambda(&self, ast: Ast) -> bool {
        self.dialect == Dialect::Standard
            && matches!(self.nodes[ast.index()].head, Head::Binder(b)
                if self.binders[b as usize].kind == BinderKind::Lambda)
    }

    /// A lambda for solvers without lambdas: a constant, and what it holds at every place.
    fn define_lambda(&mut self, ast: Ast, outside: &dyn Fn(Ast) -> Arc<str>) -> Arc<str> {
        let Head::Binder(index) = self.nodes[ast.index()].head else {
            unreachable!("lambdas are binders")
        };
        let name: Arc<str> = format!("lambda!{}", ast.0).into();
        let sort = self.sort_text(ast);
        let (scope, lets) = self.inner_texts(index as usize, outside);
        let binder = &self.binders[index as usize];
        let places: Vec<Arc<str>> =
            binder.vars.iter().filter_map(|&v| self.nodes[v.index()].name.clone()).collect();
        let vars: Vec<String> = binder
            .vars
            .iter()
            .zip(&places)
            .map(|(&v, name)| format!("({name} {})", self.sort_text(v)))
            .collect();
        let body = scope.get(&binder.body).cloned().unwrap_or_else(|| outside(binder.body));
        let read = nested_select(&name, &places);
        let _ = writeln!(self.out, "(declare-const {name} {sort})");
        let _ = write!(self.out, "(assert (forall ({}) (! ", vars.join(" "));
        for (l, value) in &lets {
            let _ = write!(self.out, "(let (({l} {value})) ");
        }
        let close = ")".repeat(lets.len());
        let _ = writeln!(self.out, "(= {read} {body}){close} :pattern ({read}))))");
        self.nodes[ast.index()].name = Some(Arc::clone(&name));
        name
    }

    /// A term as one expression over what is declared already, for reading models: nothing may be
    /// declared then. `missing` gives the values of constants that the solver has never seen.
    pub(super) fn closed_text(
        &mut self,
        root: Ast,
        missing: &mut dyn FnMut(Ast) -> Option<String>,
    ) -> Option<String> {
        let mut scope: Scope = FxHashMap::default();
        let mut lets: Vec<(String, Arc<str>)> = Vec::new();
        let mut stack = vec![(root, false)];
        while let Some((ast, children_done)) = stack.pop() {
            if scope.contains_key(&ast) {
                continue;
            }
            let node = &self.nodes[ast.index()];
            if node.head == Head::Constant && !node.declared {
                scope.insert(ast, missing(ast)?.into());
            } else if let Some(name) = &node.name {
                scope.insert(ast, Arc::clone(name));
            } else if let Head::Leaf(text) | Head::Name(text) = &node.head {
                scope.insert(ast, Arc::clone(text));
            } else if !children_done {
                stack.push((ast, true));
                stack.extend(node.args.iter().rev().map(|&a| (a, false)));
            } else {
                if self.is_foreign_lambda(ast) {
                    return None;
                }
                let text = self.render(ast, &|a| Arc::clone(&scope[&a]));
                if ast == root {
                    scope.insert(ast, text);
                } else {
                    let name = format!("v!{}", ast.0);
                    scope.insert(ast, name.as_str().into());
                    lets.push((name, text));
                }
            }
        }
        let mut out = String::new();
        for (name, value) in &lets {
            let _ = write!(out, "(let (({name} {value})) ");
        }
        out.push_str(&scope[&root]);
        out.push_str(&")".repeat(lets.len()));
        Some(out)
    }
}

fn nested_select(map: &str, places: &[Arc<str>]) -> String {
    places.iter().fold(map.to_owned(), |map, place| format!("(select {map} {place})"))
}

/// `(store m i (store (select m i) j v))`, with the map and the places named once.
fn nested_store(map: &str, places: &[Arc<str>], value: &str) -> String {
    let mut out = format!("(let ((m!0 {map})");
    for (i, place) in places.iter().enumerate() {
        let _ = write!(out, " (i!{i} {place})");
    }
    let _ = write!(out, " (v!v {value})) ");
    let mut row = "m!0".to_owned();
    for i in 0..places.len() {
        let _ = write!(out, "(store {row} i!{i} ");
        row = format!("(select {row} i!{i})");
    }
    out.push_str("v!v");
    out.push_str(&")".repeat(places.len() + 1));
    out
}
