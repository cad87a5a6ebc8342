//! What procedures promise and ask for.
//!
//! A checked `requires` is asserted by the caller and assumed by the body; a free one is assumed by
//! the body only. A checked `ensures` is asserted where the body returns; like a free one it may then
//! be assumed of any call. Where clauses of parameters are assumed when the body starts.

use crate::context::{Lower, Lowering};
use crate::expressions::Scope;
use lariat_boogie::Span;
use lariat_boogie::ast::{
    Attr, Condition, Decl, ExprId, Measure, ProcedureDecl, Spec, Variable, find_attr,
};
use lariat_boogie::checked::{GlobalId, ProcId as BoogieProcId};
use lariat_boogie::{Diagnostic, Ty};
use lariat_logic::{Substitution, TermId, VarId};
use lariat_program::{Attribute, AttributeArg, Info, InfoId};

/// The contract of a procedure, over its own parameters.
pub(crate) struct Contract<'a> {
    pub name: String,
    pub ins: Vec<VarId>,
    pub outs: Vec<VarId>,
    pub requires: Vec<Clause<'a>>,
    pub ensures: Vec<Clause<'a>>,
    /// Where clauses of in-parameters, then of out-parameters.
    pub in_where: Vec<(Span, TermId)>,
    pub out_where: Vec<(Span, TermId)>,
    pub modifies: &'a [GlobalId],
}

/// One pre- or postcondition.
pub(crate) struct Clause<'a> {
    pub free: bool,
    /// Whether a free clause is assumed on the other side, too (`{:always_assume}`).
    pub always_assumed: bool,
    pub formula: TermId,
    pub attrs: &'a [Attr],
    pub span: Span,
    /// The condition as written.
    pub text: String,
}

impl<'a> Lowering<'a> {
    /// The declaration of a procedure.
    pub fn procedure_decl(&self, procedure: BoogieProcId) -> Option<&'a ProcedureDecl> {
        match &self.boogie[self.checked.procedures[procedure.index()].decl] {
            Decl::Procedure(decl) => Some(decl),
            _ => None,
        }
    }

    /// Translates the contract of a procedure at ground types.
    pub fn contract(&mut self, procedure: BoogieProcId, types: &[Ty]) -> Lower<Contract<'a>> {
        let checked = self.checked;
        let info = &checked.procedures[procedure.index()];
        let Some(decl) = self.procedure_decl(procedure) else {
            return self.error("internal", Span::default(), "a procedure has no declaration");
        };
        let mut scope = Scope { modifies: &info.modifies, ..Scope::default() };
        scope.types.extend(info.type_params.iter().copied().zip(types.iter().copied()));
        // The names of the only body are the ones the user will look for in a trace.
        let (mut ins, mut outs) = (&decl.ins, &decl.outs);
        if let &[only] = info.implementations.as_slice()
            && let Decl::Implementation(body) =
                &self.boogie[checked.implementations[only.index()].decl]
        {
            (ins, outs) = (&body.ins, &body.outs);
        }
        scope.ins = self.declare_variables(&scope, ins, &info.ins)?;
        scope.outs = self.declare_variables(&scope, outs, &info.outs)?;
        let mut requires = Vec::new();
        let mut ensures = Vec::new();
        for spec in &decl.specs {
            match spec {
                Spec::Requires(c) => requires.extend(self.clause(&mut scope, c)),
                Spec::Ensures(c) => ensures.extend(self.clause(&mut scope, c)),
                Spec::Modifies(_) => {}
                Spec::Measure(measure) => self.not_measured(measure),
            }
        }
        let mut in_where = self.where_clauses(&mut scope, &decl.ins);
        in_where.extend(self.valid_parameters(&scope, ins, &info.ins, &scope.ins)?);
        let mut out_where = self.where_clauses(&mut scope, &decl.outs);
        out_where.extend(self.valid_parameters(&scope, outs, &info.outs, &scope.outs)?);
        Ok(Contract {
            name: self.boogie.text(info.name).to_string(),
            ins: scope.ins,
            outs: scope.outs,
            requires,
            ensures,
            in_where,
            out_where,
            modifies: &info.modifies,
        })
    }

    /// Termination is no matter of assertions: a measure is read, and that it decreases is not checked.
    pub fn not_measured(&mut self, measure: &Measure) {
        self.warn(measure.span, "whether the measure decreases is not checked");
    }

    fn clause(&mut self, scope: &mut Scope<'a>, condition: &'a Condition) -> Option<Clause<'a>> {
        let formula = self.condition(scope, condition.expr).ok()?;
        Some(Clause {
            free: condition.free,
            always_assumed: condition.free
                && find_attr(self.boogie, &condition.attrs, "always_assume").is_some(),
            formula,
            attrs: &condition.attrs,
            span: condition.span,
            text: self.source_text(self.boogie[condition.expr].span),
        })
    }

    /// The where clauses of variables, each once.
    pub fn where_clauses(
        &mut self,
        scope: &mut Scope<'a>,
        variables: &'a [Variable],
    ) -> Vec<(Span, TermId)> {
        let mut result: Vec<(Span, TermId)> = Vec::new();
        let mut done: Option<ExprId> = None;
        for clause in variables.iter().filter_map(|v| v.where_clause) {
            if done != Some(clause)
                && let Ok(formula) = self.condition(scope, clause)
            {
                result.push((self.boogie[clause].span, formula));
            }
            done = Some(clause);
        }
        result
    }

    /// What holds of parameters because of their types.
    fn valid_parameters(
        &mut self,
        scope: &Scope<'a>,
        declared: &[Variable],
        types: &[Ty],
        vars: &[VarId],
    ) -> Lower<Vec<(Span, TermId)>> {
        let mut result = Vec::new();
        for ((variable, &ty), &var) in declared.iter().zip(types).zip(vars) {
            let ty = self.ground(scope, ty);
            let valid = self.validity(ty, var, variable.name.span)?;
            result.extend(valid.map(|formula| (variable.name.span, formula)));
        }
        Ok(result)
    }

    /// Declares one core variable for each Boogie variable.
    pub fn declare_variables(
        &mut self,
        scope: &Scope<'a>,
        variables: &[Variable],
        types: &[Ty],
    ) -> Lower<Vec<VarId>> {
        let boogie = self.boogie;
        let mut result = Vec::with_capacity(variables.len());
        for (variable, &ty) in variables.iter().zip(types) {
            let ty = self.ground(scope, ty);
            let sort = self.sort(ty, variable.name.span)?;
            result.push(self.terms().declare(boogie.text(variable.name.symbol), sort));
        }
        Ok(result)
    }

    /// A precondition as the caller with these arguments sees it.
    pub fn precondition(
        &mut self,
        contract: &Contract<'a>,
        clause: &Clause<'a>,
        args: &[TermId],
    ) -> TermId {
        let mut substitution = Substitution::new();
        for (&var, &arg) in contract.ins.iter().zip(args) {
            substitution.set(var, arg);
        }
        self.terms().substitute(clause.formula, &mut substitution)
    }

    /// What the assertion of a clause says about itself: the place is that of the call or return,
    /// the attributes are that statement's and the clause's.
    pub fn clause_info(
        &mut self,
        scope: &mut Scope<'a>,
        kind: &str,
        contract: &Contract<'a>,
        clause: &Clause<'a>,
        at: Span,
        attrs: &'a [Attr],
    ) -> InfoId {
        let mut attributes = self.attributes(scope, attrs);
        attributes.extend(self.attributes(&mut Scope::default(), clause.attrs));
        let (stands, place) = (self.places.place(clause.span.start), self.places.place(at.start));
        let mut args = vec![
            AttributeArg::Text(contract.name.clone()),
            AttributeArg::Text(format!("{}:{}", stands.line, stands.column)),
        ];
        if stands.file != place.file {
            let file = self.program.files.get(stands.file as usize);
            args.extend(file.cloned().map(AttributeArg::Text));
        }
        attributes.push(Attribute { name: kind.to_string(), args });
        let text = format!("{kind} of {}: {}", contract.name, clause.text);
        self.program.add_info(Info { place, attributes, text, item: None })
    }

    /// Warns that something was left out.
    pub fn warn(&mut self, span: Span, message: impl Into<String>) {
        self.warnings.push(Diagnostic::warning("lower", span, message));
    }
}
