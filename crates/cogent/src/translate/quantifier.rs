//! Quantifiers (paper, section 3.5).
//!
//! A counterexample chooses the variables of a universal claim and of an existential
//! assumption: these are Skolemised, that is, fresh. The others (*weak* ones, for which a
//! counterexample must rule out all values) are expanded if the variable has few values.
//! Otherwise the quantified formula is a fresh variable that is instantiated with terms that the
//! body suggests (`witness`), and then by the search with the values that refute its
//! candidates (counterexample-guided expansion).

use super::object::{ObjectKind, for_each_below};
use super::{Environment, Polarity, Translated, Translator, unsupported};
use crate::aig::Lit;
use crate::circuit;
use crate::options::Arch;
use crate::value::Value;
use lariat_c::{ExprId, ExprKind, TypeId, VarId};

/// A quantified formula that is instantiated on demand.
#[derive(Clone, Debug)]
pub(crate) struct Weak {
    /// What stands for its truth.
    pub truth: Lit,
    pub universal: bool,
    pub var: VarId,
    pub body: ExprId,
    /// The variables around it.
    pub env: Environment,
    pub guard: Lit,
    /// How often it was instantiated.
    pub instances: usize,
}

impl Translator<'_> {
    pub(super) fn quantified(
        &mut self,
        e: ExprId,
        universal: bool,
        var: VarId,
        body: ExprId,
        polarity: Polarity,
    ) -> Translated<Lit> {
        let ty = self.program.var(var).ty;
        let chosen_by_counterexample = match polarity {
            Polarity::Positive => universal,
            Polarity::Negative => !universal,
            Polarity::Both => false,
        };
        if self.prefix.is_some() {
            return self.prenexed(e, chosen_by_counterexample, var, body, polarity);
        }
        if chosen_by_counterexample {
            let value = self.fresh_value(ty)?;
            self.choices.push((var, value.clone()));
            return self.body_at(var, value, body, polarity);
        }
        let bits = self.zero_value(ty)?.bits().len();
        if bits <= self.options.expand_bits && self.can_enumerate(ty) {
            return self.expanded(ty, universal, var, body, polarity);
        }
        if polarity == Polarity::Both {
            return unsupported(format!(
                "the quantifier in `{}` is used as a number over too many values",
                crate::show::expr(self.program, e)
            ));
        }
        // Whoever checks a candidate must know all objects.
        for object in self.objects.list.clone() {
            if matches!(object.kind, ObjectKind::Global(_)) {
                self.object_value(object.kind)?;
            }
        }
        let mut globals = Vec::new();
        for_each_below(self.program, &[body], |_, kind| {
            if let ExprKind::Global(id) = kind {
                globals.push(*id);
            }
        });
        for id in globals {
            self.object_value(ObjectKind::Global(id))?;
        }
        let truth = self.aig.input();
        let env = self.env.clone();
        let guard = self.guard;
        let weak = Weak { truth, universal, var, body, env, guard, instances: 0 };
        self.weak.push(weak.clone());
        for value in self.candidates(var, body)? {
            self.instantiate(&weak, Value::Int(value))?;
        }
        Ok(truth)
    }

    /// Moves a quantifier to the prefix: the variable is free, and the prefix says who
    /// chooses it.
    fn prenexed(
        &mut self,
        e: ExprId,
        chosen: bool,
        var: VarId,
        body: ExprId,
        polarity: Polarity,
    ) -> Translated<Lit> {
        let ty = self.program.var(var).ty;
        if polarity == Polarity::Both || !self.can_enumerate(ty) {
            let shown = crate::show::expr(self.program, e);
            return unsupported(format!("`{shown}` as a quantified Boolean formula"));
        }
        let zero = self.zero_value(ty)?;
        let value = self.aig.fresh_like(&zero);
        let bits = value.bits();
        self.prefix.get_or_insert_default().push((chosen, bits));
        self.body_at(var, value, body, polarity)
    }

    /// Requires a weak formula to agree with one instance. Whoever denies an existential must
    /// deny the instance; whoever affirms a universal must affirm it.
    pub(crate) fn instantiate(&mut self, weak: &Weak, value: Value) -> Translated<()> {
        let outer = std::mem::replace(&mut self.env.vars, weak.env.vars.clone());
        let guard = std::mem::replace(&mut self.guard, weak.guard);
        let polarity = if weak.universal { Polarity::Negative } else { Polarity::Positive };
        let body = self.body_at(weak.var, value, weak.body, polarity);
        self.env.vars = outer;
        self.guard = guard;
        let body = body?;
        let consequence = if weak.universal {
            self.aig.implies(weak.truth, body)
        } else {
            self.aig.implies(!weak.truth, !body)
        };
        self.constraints.push(consequence);
        Ok(())
    }

    fn can_enumerate(&self, ty: TypeId) -> bool {
        self.program.types.is_integer(ty)
    }

    /// The body for all values of the variable.
    fn expanded(
        &mut self,
        ty: TypeId,
        universal: bool,
        var: VarId,
        body: ExprId,
        polarity: Polarity,
    ) -> Translated<Lit> {
        let zero = self.zero_value(ty)?;
        let width = zero.bits().len();
        let mut all = Vec::new();
        for number in 0..1i128 << width {
            let bits = circuit::constant(number, width);
            let value = zero.rebuild(&mut bits.into_iter());
            all.push(self.body_at(var, value, body, polarity)?);
        }
        Ok(if universal { self.aig.and_all(all) } else { self.aig.or_all(all) })
    }

    /// The body for one value of the variable.
    pub(crate) fn body_at(
        &mut self,
        var: VarId,
        value: Value,
        body: ExprId,
        polarity: Polarity,
    ) -> Translated<Lit> {
        let outer = self.env.vars.insert(var, value);
        let before = self.doubts.len();
        let mut truth = self.truth(body, polarity)?;
        if self.options.arch == Arch::Trap {
            let trap = self.any_doubt(before);
            self.doubts.truncate(before);
            truth = self.aig.and(truth, !trap);
        }
        match outer {
            Some(outer) => self.env.vars.insert(var, outer),
            None => self.env.vars.remove(&var),
        };
        Ok(truth)
    }
}
