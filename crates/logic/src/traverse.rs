//! Walking terms: substitution, free variables, evaluation under an environment.

use crate::eval::{EvalError, apply};
use crate::term::{Binder, Term, TermId, Terms, VarId};
use crate::value::Value;
use rustc_hash::{FxHashMap, FxHashSet};

/// A substitution of terms for variables with its memo table. Keep one for several terms under the
/// same mapping: shared subterms are then visited once.
#[derive(Clone, Debug, Default)]
pub struct Substitution {
    map: FxHashMap<VarId, TermId>,
    /// Substitutes for what stands under `old`; without it `old` stays.
    old: Option<FxHashMap<VarId, TermId>>,
    memo: FxHashMap<(TermId, bool), TermId>,
}

impl Substitution {
    /// The identity.
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes `var` be replaced by `term`.
    pub fn set(&mut self, var: VarId, term: TermId) {
        if self.map.insert(var, term) != Some(term) {
            self.memo.clear();
        }
    }

    /// Leaves `var` alone again.
    pub fn unset(&mut self, var: VarId) {
        if self.map.remove(&var).is_some() {
            self.memo.clear();
        }
    }

    /// What `var` is replaced by.
    pub fn get(&self, var: VarId) -> Option<TermId> {
        self.map.get(&var).copied()
    }

    /// Makes `var` be replaced by `term` under `old`, and lets `old` disappear.
    pub fn set_old(&mut self, var: VarId, term: TermId) {
        self.memo.clear();
        self.old.get_or_insert_default().insert(var, term);
    }

    /// Lets `old(e)` disappear even where no variable under it is replaced.
    pub fn drop_old(&mut self) {
        self.old.get_or_insert_default();
    }
}

/// An assignment of values to variables.
pub type Env = FxHashMap<VarId, Value>;

impl Terms {
    /// The children of a term: operands, arguments, the body (and triggers) of a binder.
    pub fn children(&self, id: TermId) -> Vec<TermId> {
        match self.get(id) {
            Term::Literal(_) | Term::Var(_) => Vec::new(),
            Term::App(_, args) | Term::Call(_, args) => args.to_vec(),
            Term::Bind(b) => std::iter::once(b.body)
                .chain(b.triggers.iter().flatten().copied())
                .chain(b.no_triggers.iter().copied())
                .collect(),
            Term::Old(t) => vec![*t],
        }
    }

    /// Applies a substitution; the result is simplified as it is rebuilt.
    pub fn substitute(&mut self, root: TermId, subst: &mut Substitution) -> TermId {
        self.substitute_in(root, subst, false)
    }

    fn substitute_in(&mut self, root: TermId, subst: &mut Substitution, in_old: bool) -> TermId {
        // An explicit stack: terms can be deep (long chains of stores or sums).
        let mut stack = vec![(root, in_old, false)];
        while let Some((id, in_old, children_done)) = stack.pop() {
            if subst.memo.contains_key(&(id, in_old)) {
                continue;
            }
            if !children_done {
                stack.push((id, in_old, true));
                match self.get(id) {
                    Term::Literal(_) | Term::Var(_) => {}
                    Term::Old(t) => stack.push((*t, subst.old.is_some(), false)),
                    _ => stack.extend(self.children(id).into_iter().map(|c| (c, in_old, false))),
                }
                continue;
            }
            let result = self.rebuild(id, subst, in_old);
            subst.memo.insert((id, in_old), result);
        }
        subst.memo[&(root, in_old)]
    }

    fn rebuild(&mut self, id: TermId, subst: &Substitution, in_old: bool) -> TermId {
        match self.get(id) {
            Term::Var(v) => {
                let old = if in_old { subst.old.as_ref().and_then(|m| m.get(v)) } else { None };
                old.or_else(|| subst.map.get(v)).copied().unwrap_or(id)
            }
            Term::Old(t) if subst.old.is_some() => subst.memo[&(*t, true)],
            _ => self.map_children(id, &mut |t| subst.memo[&(t, in_old)]),
        }
    }

    /// The term with each child replaced, simplified.
    pub fn map_children(&mut self, id: TermId, child: &mut dyn FnMut(TermId) -> TermId) -> TermId {
        match self.get(id) {
            Term::Literal(_) | Term::Var(_) => id,
            Term::App(op, args) => {
                let new: Vec<TermId> = args.iter().map(|&a| child(a)).collect();
                if new[..] == args[..] {
                    return id;
                }
                let op = op.clone();
                let sort = self.sort_of(id);
                self.app_with_sort(op, &new, sort)
            }
            Term::Call(f, args) => {
                let f = *f;
                let new: Vec<TermId> = args.iter().map(|&a| child(a)).collect();
                self.call(f, &new)
            }
            Term::Bind(b) => {
                let triggers = b.triggers.iter();
                let binder = Binder {
                    body: child(b.body),
                    triggers: triggers.map(|p| p.iter().map(|&t| child(t)).collect()).collect(),
                    no_triggers: b.no_triggers.iter().map(|&t| child(t)).collect(),
                    ..(**b).clone()
                };
                self.bind(binder)
            }
            Term::Old(t) => {
                let inner = child(*t);
                self.old(inner)
            }
        }
    }

    /// Calls `visit` once for each distinct subterm, children before parents.
    pub fn for_each_subterm(
        &self,
        roots: impl IntoIterator<Item = TermId>,
        mut visit: impl FnMut(TermId, &Term),
    ) {
        let mut seen = FxHashSet::default();
        let mut stack: Vec<(TermId, bool)> = roots.into_iter().map(|r| (r, false)).collect();
        stack.reverse();
        while let Some((id, children_done)) = stack.pop() {
            if children_done {
                visit(id, self.get(id));
            } else if seen.insert(id) {
                stack.push((id, true));
                stack.extend(self.children(id).into_iter().rev().map(|c| (c, false)));
            }
        }
    }

    /// The variables that occur in a term (bound ones included), in order of first occurrence.
    pub fn variables(&self, roots: impl IntoIterator<Item = TermId>) -> Vec<VarId> {
        let mut vars = Vec::new();
        self.for_each_subterm(roots, |_, term| {
            if let Term::Var(v) = term {
                vars.push(*v);
            }
        });
        vars
    }

    /// Whether a quantifier or lambda occurs in the term.
    pub fn has_binder(&self, root: TermId) -> bool {
        let mut found = false;
        self.for_each_subterm([root], |_, term| found |= matches!(term, Term::Bind(_)));
        found
    }

    /// Whether every quantifier in the term has triggers.
    pub fn quantifiers_have_triggers(&self, root: TermId) -> bool {
        let mut all = true;
        self.for_each_subterm([root], |_, term| {
            if let Term::Bind(binder) = term {
                all &= !binder.triggers.is_empty();
            }
        });
        all
    }

    /// The value of a term under an assignment of its variables. Uninterpreted functions are looked
    /// up with `function`.
    pub fn eval(
        &self,
        root: TermId,
        env: &Env,
        function: &mut dyn FnMut(crate::FunctionId, &[Value]) -> Option<Value>,
    ) -> Result<Value, EvalError> {
        let mut memo: FxHashMap<TermId, Value> = FxHashMap::default();
        let mut stack = vec![(root, false)];
        while let Some((id, children_done)) = stack.pop() {
            if memo.contains_key(&id) {
                continue;
            }
            let node = self.get(id);
            if !children_done {
                if let Some(value) = self.eval_leaf(node, env)? {
                    memo.insert(id, value);
                    continue;
                }
                stack.push((id, true));
                stack.extend(self.children(id).into_iter().map(|c| (c, false)));
                continue;
            }
            let value = match node {
                Term::App(op, args) => {
                    let args: Vec<&Value> = args.iter().map(|a| &memo[a]).collect();
                    apply(op, &args)?
                }
                Term::Call(f, args) => {
                    let args: Vec<Value> = args.iter().map(|a| memo[a].clone()).collect();
                    function(*f, &args).ok_or(EvalError::Function(*f))?
                }
                _ => unreachable!("leaves were evaluated before"),
            };
            memo.insert(id, value);
        }
        Ok(memo.remove(&root).expect("the root was evaluated"))
    }

    fn eval_leaf(&self, node: &Term, env: &Env) -> Result<Option<Value>, EvalError> {
        match node {
            Term::Literal(value) => Ok(Some(value.clone())),
            Term::Var(v) => env.get(v).cloned().map(Some).ok_or(EvalError::Variable(*v)),
            Term::Bind(_) => Err(EvalError::Binder),
            Term::Old(_) => Err(EvalError::Old),
            Term::App(..) | Term::Call(..) => Ok(None),
        }
    }
}
