//! Terms as expressions.
//!
//! Terms can be deep and share parts, so this works with a stack of pieces still to be written, and
//! binds large shared parts to names first. Operands of commutative operators, whose order in memory
//! depends on which was built first, are written in an order that depends on the text only.

use super::Printer;
use super::names::{Names, legal};
use lariat_logic::{Binder, BinderKind, Op, Term, TermId, Terms, Value, VarId};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::fmt::Write;
use std::hash::{Hash, Hasher};

/// Shared parts with more nodes than this are bound to a name.
const SHARED_SIZE: u32 = 40;

/// What is known about each term, by index.
pub(super) struct Facts {
    /// Number of nodes when written as a tree.
    size: Vec<u32>,
    /// Whether a bound variable occurs.
    has_bound: Vec<bool>,
    /// A number that depends on names and structure only.
    fingerprint: Vec<u64>,
    bound: FxHashSet<VarId>,
}

impl Facts {
    pub fn new(terms: &Terms, names: &Names) -> Self {
        let mut facts = Facts {
            size: Vec::with_capacity(terms.len()),
            has_bound: Vec::with_capacity(terms.len()),
            fingerprint: Vec::with_capacity(terms.len()),
            bound: FxHashSet::default(),
        };
        let ids = || (0..terms.len()).map(TermId::from);
        for id in ids() {
            if let Term::Bind(binder) = terms.get(id) {
                facts.bound.extend(&binder.vars);
            }
        }
        // Parts of a term were made before it.
        for id in ids() {
            let children = terms.children(id);
            let sizes = children.iter().map(|c| facts.size[c.index()]);
            let size = sizes.fold(1u32, u32::saturating_add);
            let mut has_bound = children.iter().any(|c| facts.has_bound[c.index()]);
            let mut hasher = FxHasher::default();
            match terms.get(id) {
                Term::Literal(Value::Smt { text, .. }) => text.hash(&mut hasher),
                Term::Literal(value) => value.hash(&mut hasher),
                Term::Var(v) => {
                    has_bound |= facts.bound.contains(v);
                    legal(&terms.variable(*v).name).hash(&mut hasher);
                }
                // Numbers of sorts and constructors depend on what was used first.
                Term::App(Op::ConstMap(_), _) => "constant".hash(&mut hasher),
                Term::App(Op::Construct(c), _) => names.constructor(*c).hash(&mut hasher),
                Term::App(Op::IsConstructor(c), _) => {
                    ("is", names.constructor(*c)).hash(&mut hasher);
                }
                Term::App(Op::Field(c, i), _) => {
                    names.field(*c, *i as usize).hash(&mut hasher);
                }
                Term::App(op, _) => op.hash(&mut hasher),
                Term::Call(f, _) => names.function(*f).hash(&mut hasher),
                Term::Bind(b) => b.kind.hash(&mut hasher),
                Term::Old(_) => 1u8.hash(&mut hasher),
            }
            let mut prints: Vec<u64> =
                children.iter().map(|c| facts.fingerprint[c.index()]).collect();
            if matches!(terms.get(id), Term::App(Op::Eq | Op::Add, _)) {
                prints.sort_unstable();
            }
            prints.hash(&mut hasher);
            facts.size.push(size);
            facts.has_bound.push(has_bound);
            facts.fingerprint.push(hasher.finish());
        }
        facts
    }

    pub fn is_bound(&self, v: VarId) -> bool {
        self.bound.contains(&v)
    }
}

/// What is still to be written.
enum Piece {
    /// A term; the flag says that it stands where only a tight expression can.
    Term(TermId, bool),
    Text(&'static str),
    Owned(String),
    Leave(VarId),
}

impl Printer<'_> {
    /// Writes a term.
    pub(super) fn term(&mut self, out: &mut String, root: TermId) {
        let shared = self.shared_parts(root);
        let mut names: FxHashMap<TermId, String> = FxHashMap::default();
        for &part in &shared {
            let name = self.names.temporary("t");
            _ = write!(out, "(var {name} := ");
            self.write(out, part, &names);
            out.push_str("; ");
            names.insert(part, name);
        }
        self.write(out, root, &names);
        for part in &shared {
            out.push(')');
            self.names.release(&names[part]);
        }
    }

    /// Large parts without bound variables that occur more than once, inner ones first.
    fn shared_parts(&self, root: TermId) -> Vec<TermId> {
        if self.facts.size[root.index()] <= 2 * SHARED_SIZE {
            return Vec::new();
        }
        let terms = &self.program.terms;
        let mut uses: FxHashMap<TermId, u32> = FxHashMap::default();
        terms.for_each_subterm([root], |id, _| {
            for child in terms.children(id) {
                *uses.entry(child).or_default() += 1;
            }
        });
        let mut shared: Vec<TermId> = uses
            .into_iter()
            .filter(|&(t, n)| {
                n > 1
                    && self.facts.size[t.index()] > SHARED_SIZE
                    && !self.facts.has_bound[t.index()]
                    && !matches!(terms.get(t), Term::Old(_))
            })
            .map(|(t, _)| t)
            .collect();
        // `old` inside a part is fine, but a part inside `old` must stay there.
        if !shared.is_empty() {
            let mut under_old = FxHashSet::default();
            terms.for_each_subterm([root], |_, term| {
                if let Term::Old(inner) = term {
                    under_old.insert(*inner);
                }
            });
            shared.retain(|t| !under_old.contains(t));
        }
        shared.sort_unstable();
        shared
    }

    fn write(&mut self, out: &mut String, root: TermId, names: &FxHashMap<TermId, String>) {
        let mut stack = vec![Piece::Term(root, false)];
        while let Some(piece) = stack.pop() {
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Owned(text) => out.push_str(&text),
                Piece::Leave(v) => self.names.unbind(v),
                Piece::Term(id, tight) => {
                    if let Some(name) = names.get(&id) {
                        out.push_str(name);
                        continue;
                    }
                    let start = stack.len();
                    if self.pieces(id, &mut stack) && tight {
                        out.push('(');
                        stack.push(Piece::Text(")"));
                    }
                    stack[start..].reverse();
                }
            }
        }
    }

    /// Pushes the pieces of a term in order. Says whether it needs parentheses in a tight place.
    fn pieces(&mut self, id: TermId, stack: &mut Vec<Piece>) -> bool {
        let program = self.program;
        match program.terms.get(id) {
            Term::Literal(value) => {
                let (text, loose) = self.literal(value);
                stack.push(Piece::Owned(text));
                loose
            }
            Term::Var(v) => {
                stack.push(Piece::Owned(self.names.var(*v).to_string()));
                false
            }
            Term::Old(inner) => {
                stack.extend([Piece::Text("old("), Piece::Term(*inner, false), Piece::Text(")")]);
                false
            }
            Term::Call(f, args) => {
                let name = self.names.function(*f).to_string();
                call(stack, name, args);
                false
            }
            Term::Bind(binder) => {
                self.binder(binder, stack);
                false
            }
            Term::App(op, args) => self.application(id, op, args, stack),
        }
    }

    fn binder(&mut self, binder: &Binder, stack: &mut Vec<Piece>) {
        let program = self.program;
        let word = match binder.kind {
            BinderKind::Forall => "(forall ",
            BinderKind::Exists => "(exists ",
            BinderKind::Lambda => "(lambda ",
        };
        stack.push(Piece::Text(word));
        for (i, &v) in binder.vars.iter().enumerate() {
            self.names.bind(v, &program.terms.variable(v).name);
            let comma = if i > 0 { ", " } else { "" };
            let text = format!("{comma}{}: {}", self.names.var(v), self.var_sort(v));
            stack.push(Piece::Owned(text));
        }
        stack.push(Piece::Text(" :: "));
        if let Some(name) = &binder.name {
            stack.push(Piece::Owned(format!("{{:qid \"{name}\"}} ")));
        }
        if let Some(weight) = binder.weight {
            stack.push(Piece::Owned(format!("{{:weight {weight}}} ")));
        }
        for trigger in &binder.triggers {
            for (i, &t) in trigger.iter().enumerate() {
                stack.push(Piece::Text(if i > 0 { ", " } else { "{ " }));
                stack.push(Piece::Term(t, false));
            }
            stack.push(Piece::Text(" } "));
        }
        for &t in &binder.no_triggers {
            stack.extend([Piece::Text("{:nopats "), Piece::Term(t, false), Piece::Text("} ")]);
        }
        stack.push(Piece::Term(binder.body, false));
        stack.push(Piece::Text(")"));
        stack.extend(binder.vars.iter().map(|&v| Piece::Leave(v)));
    }

    fn application(
        &mut self,
        id: TermId,
        op: &Op,
        args: &[TermId],
        stack: &mut Vec<Piece>,
    ) -> bool {
        let program = self.program;
        let infix = match op {
            Op::And => " && ",
            Op::Or => " || ",
            Op::Implies => " ==> ",
            Op::Lt => " < ",
            Op::Le => " <= ",
            Op::Add => " + ",
            Op::Sub => " - ",
            Op::Mul => " * ",
            Op::IntDiv => " div ",
            Op::IntMod => " mod ",
            Op::RealDiv => " / ",
            Op::Pow => " ** ",
            Op::BvConcat => " ++ ",
            Op::Eq if program.terms.sort_of(args[0]) == Terms::BOOL => " <==> ",
            Op::Eq => " == ",
            _ => "",
        };
        match op {
            Op::And | Op::Or => {
                let operands = self.flattened(op, id);
                self.infix(infix, &operands, stack);
                return true;
            }
            Op::Eq => {
                self.infix(infix, &self.ordered(args), stack);
                return true;
            }
            Op::Add => {
                self.sum(args, stack);
                return true;
            }
            Op::Not => return self.negation(args[0], stack),
            _ if !infix.is_empty() => {
                self.infix(infix, args, stack);
                return true;
            }
            _ => {}
        }
        let tight = |t: TermId| Piece::Term(t, true);
        match (op, args) {
            (Op::Neg, &[a]) => {
                stack.extend([Piece::Text("-"), tight(a)]);
                return true;
            }
            (Op::Ite, &[c, a, b]) => stack.extend([
                Piece::Text("(if "),
                Piece::Term(c, false),
                Piece::Text(" then "),
                Piece::Term(a, false),
                Piece::Text(" else "),
                Piece::Term(b, false),
                Piece::Text(")"),
            ]),
            (Op::ToReal, &[a]) => {
                stack.extend([Piece::Text("real("), Piece::Term(a, false), Piece::Text(")")]);
            }
            (Op::ToInt, &[a]) => {
                stack.extend([Piece::Text("int("), Piece::Term(a, false), Piece::Text(")")]);
            }
            (Op::BvExtract { high, low }, &[a]) => {
                stack.extend([tight(a), Piece::Owned(format!("[{}:{low}]", high + 1))]);
            }
            (Op::Select, [map, indices @ ..]) => {
                stack.push(tight(*map));
                stack.push(Piece::Text("["));
                list(stack, indices);
                stack.push(Piece::Text("]"));
            }
            (Op::Store, [map, indices @ .., value]) => {
                stack.push(tight(*map));
                stack.push(Piece::Text("["));
                list(stack, indices);
                stack.extend([Piece::Text(" := "), Piece::Term(*value, false), Piece::Text("]")]);
            }
            (Op::Construct(c), _) => {
                let name = self.names.constructor(*c).to_string();
                call(stack, name, args);
            }
            (Op::Field(c, i), &[a]) => {
                let field = format!("->{}", self.names.field(*c, *i as usize));
                stack.extend([tight(a), Piece::Owned(field)]);
            }
            (Op::IsConstructor(c), &[a]) => {
                let tester = format!(" is {}", self.names.constructor(*c));
                stack.extend([tight(a), Piece::Owned(tester)]);
                return true;
            }
            _ => {
                let name = self.builtin(op, args, program.terms.sort_of(id));
                call(stack, name, args);
            }
        }
        false
    }

    fn infix(&self, operator: &'static str, operands: &[TermId], stack: &mut Vec<Piece>) {
        for (i, &operand) in operands.iter().enumerate() {
            if i > 0 {
                stack.push(Piece::Text(operator));
            }
            stack.push(Piece::Term(operand, true));
        }
    }

    /// `!e`, with `!=` for a negated equality.
    fn negation(&mut self, inner: TermId, stack: &mut Vec<Piece>) -> bool {
        if let Term::App(Op::Eq, args) = self.program.terms.get(inner)
            && self.program.terms.sort_of(args[0]) != Terms::BOOL
        {
            self.infix(" != ", &self.ordered(args), stack);
            return true;
        }
        stack.extend([Piece::Text("!"), Piece::Term(inner, true)]);
        false
    }

    /// A sum; one that starts with a sum needs no parentheses there, and a negative number is
    /// subtracted.
    fn sum(&mut self, args: &[TermId], stack: &mut Vec<Piece>) {
        let terms = &self.program.terms;
        let ordered = self.ordered(args);
        let (first, second) = (ordered[0], ordered[1]);
        let tight = !matches!(terms.get(first), Term::App(Op::Add | Op::Sub, _));
        stack.push(Piece::Term(first, tight));
        match terms.as_literal(second) {
            Some(Value::Int(n)) if n.sign() == num_bigint::Sign::Minus => {
                stack.push(Piece::Owned(format!(" - {}", n.magnitude())));
            }
            _ => stack.extend([Piece::Text(" + "), Piece::Term(second, true)]),
        }
    }

    /// The operands of nested conjunctions or disjunctions, each once.
    fn flattened(&self, op: &Op, root: TermId) -> Vec<TermId> {
        let terms = &self.program.terms;
        let mut operands = Vec::new();
        let mut seen = FxHashSet::default();
        let mut stack = vec![root];
        while let Some(t) = stack.pop() {
            match terms.get(t) {
                Term::App(o, args) if o == op => stack.extend(args.iter().rev()),
                _ if seen.insert(t) => operands.push(t),
                _ => {}
            }
        }
        operands
    }

    /// Operands of a commutative operator: large ones first, literals last.
    fn ordered(&self, args: &[TermId]) -> Vec<TermId> {
        let terms = &self.program.terms;
        let name = |t: TermId| terms.as_var(t).map_or("", |v| terms.variable(v).name.as_str());
        let mut args = args.to_vec();
        args.sort_by(|&a, &b| {
            let literal = |t: TermId| terms.as_literal(t).is_some();
            let size = |t: TermId| std::cmp::Reverse(self.facts.size[t.index()]);
            let print = |t: TermId| self.facts.fingerprint[t.index()];
            (literal(a), size(a), name(a), print(a)).cmp(&(literal(b), size(b), name(b), print(b)))
        });
        args
    }
}

fn list(stack: &mut Vec<Piece>, args: &[TermId]) {
    for (i, &arg) in args.iter().enumerate() {
        if i > 0 {
            stack.push(Piece::Text(", "));
        }
        stack.push(Piece::Term(arg, false));
    }
}

fn call(stack: &mut Vec<Piece>, name: String, args: &[TermId]) {
    stack.push(Piece::Owned(name));
    stack.push(Piece::Text("("));
    list(stack, args);
    stack.push(Piece::Text(")"));
}
